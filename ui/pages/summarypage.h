// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/datapage.h"
#include "ui/pages/summarytext.h"

#include <optional>

class QTextBrowser;

namespace tileline {

/// Describes the profile: its contents, the warnings and notes from reading it, and how far its estimates can
/// be trusted.
class SummaryPage : public DataPage {
    Q_OBJECT
public:
    SummaryPage(Session* session, Selection* selection, QWidget* parent = nullptr);

    QTextBrowser* text() const { return m_text; }

public slots:
    void copyAll() const;

protected:
    void refresh() override;
    void reset() override;
    void changeEvent(QEvent* event) override;

private:
    void showSummary();
    /// Shows the summary again, if it is shown.
    void showAgain();

    QTextBrowser* m_text;
    std::optional<SummaryFigures> m_figures;
    Task m_task{this};
};

} // namespace tileline
