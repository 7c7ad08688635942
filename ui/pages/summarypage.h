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

/// The parts of a summary that take a long time to compute.
struct SummaryFigures {
    Diagnosis diagnosis;
    InstrumentationBytes instrumentation;
    uint64_t vertices = 0; ///< number of vertex instances on all tiles
    /// The framework's own files in the profile's directory: the name and the beginning of each file.
    std::vector<std::pair<QString, QString>> files = {};
};

/// The summary of a profile as rich text. The sections are: a comparison with another report, warnings, how
/// the model was compiled, the target, counts, what the files contain and how to get what is missing, the
/// self-checks, how far the estimate can be trusted, and the metadata. Headings are links that fold their
/// sections; the target of such a link is "fold:" followed by the English heading. `folded` lists the
/// headings of the folded sections. `other` is null if there is no other report. `estimate` is the name of
/// the estimate that is used for plans. `figures` and `checks` are null while they are being computed. All
/// text that comes from the profile is escaped.
QString summaryHtml(const Profile& profile, const Layers& layers, const ComparedReport* other,
                    const SummaryFigures* figures, const SelfCheckResult* checks, const QString& estimate,
                    int columns, const QStringList& folded, const QPalette& palette);

/// Shows the profile's contents, the warnings and notes about it, and how far its estimates can be trusted.
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
    int m_columns = 1; ///< number of columns in which the summary is shown
    LatestTask m_task{this};
};

} // namespace tileline
