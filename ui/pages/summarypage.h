// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/diagnosis.h"
#include "core/explain/selfchecks.h"
#include "core/layers/layers.h"
#include "core/memory/datavariables.h"
#include "core/profile/profile.h"
#include "ui/pages/datapage.h"

#include <QPalette>
#include <QTextBrowser>

#include <optional>

namespace tileline {

/// The parts of a summary that take time to compute.
struct SummaryFigures {
    Diagnosis diagnosis;
    InstrumentationBytes instrumentation;
    uint64_t vertices = 0; ///< instances on all tiles
    /// The names and the beginnings of the framework's own files in the profile's directory.
    std::vector<std::pair<QString, QString>> files = {};
};

/// The summary of a profile as rich text. It contains the profile's figures beside those of another report,
/// warnings, how the model was compiled, the target, counts, the contents of the files and how to get what
/// they lack, the self-checks, how far the estimate can be trusted, and the metadata. Headings are links that
/// fold their sections; the target of such a link is "fold:" followed by the English heading. `folded` lists
/// the headings of the folded sections. `other` is null if there is no other report. `estimate` names the
/// estimate on which the figures of plans are based. `figures` and `checks` are null while they are being
/// computed. All text that comes from the profile is escaped.
QString summaryHtml(const Profile& profile, const Layers& layers, const ComparedReport* other,
                    const SummaryFigures* figures, const SelfCheckResult* checks, const QString& estimate,
                    int columns, const QStringList& folded, const QPalette& palette);

/// Shows the profile's contents, the warnings and notes from reading it, and how far its estimates can be
/// trusted.
class SummaryPage : public DataPage {
    Q_OBJECT
public:
    SummaryPage(Session* session, Selection* selection);

    QTextBrowser* text() const { return m_text; }

    void copyAll() const;

protected:
    void refresh() override;
    void reset() override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int columnsThatFit() const;
    void showSummary();
    void fold(const QUrl& link);
    /// Updates the summary: at once if the page is visible, otherwise when the page becomes visible.
    void showAgain();

    QTextBrowser* m_text = new QTextBrowser;
    std::optional<SummaryFigures> m_figures;
    int m_columns = 1; ///< the number of columns of the shown summary
    LatestTask m_task{this};
};

} // namespace tileline
