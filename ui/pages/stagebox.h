// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/selection.h"
#include "ui/session/session.h"

#include <QComboBox>

namespace tileline {

/// The IPU whose data the pages show: an IPU of the plan, not of the report.
struct ShownStage {
    StageIndex ipu;
    PlacedStage placed;
    StageEstimatorPtr estimator;

    bool operator==(const ShownStage&) const = default;
};

/// The chosen IPU of the plan; empty if the whole model is chosen or the plan does not use the IPU.
std::optional<ShownStage> shownStage(const Session& session, const Selection& selection);

/// At most this many IPUs of a report are listed and marked. A hostile report may claim more.
inline constexpr uint32_t MaxReportIpus = 1024;

/// The chosen IPU of a report that has several IPUs. Empty if the whole model is chosen, or if the report has
/// only one IPU.
std::optional<StageIndex> shownReportIpu(const Session& session, const Selection& selection);

/// Chooses what the pages show: the whole model, an IPU of the plan, or an IPU of a report that has several
/// IPUs. The choice is stored in the selection, so all boxes of a window show the same choice.
class StageBox : public QComboBox {
    Q_OBJECT
public:
    /// `whole` is the text of the item that chooses no IPU.
    StageBox(Session* session, Selection* selection, QString whole);

protected:
    void showEvent(QShowEvent* event) override;
    void showPopup() override;

private:
    void refresh();

    Session* const m_session;
    Selection* const m_selection;
    const QString m_whole;
};

} // namespace tileline
