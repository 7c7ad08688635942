// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/planpage/ipubar.h"
#include "ui/planpage/whatif.h"

#include <QWidget>

#include <map>
#include <utility>
#include <vector>

class QVBoxLayout;

namespace tileline {

class Selection;

/// The bars of all stages, one below the other, on the same scale.
class IpuBars : public QWidget {
    Q_OBJECT
public:
    IpuBars(Session* session, Selection* selection, QWidget* parent = nullptr);

    const std::vector<IpuBar*>& bars() const { return m_bars; }
    void setWhatIf(const std::optional<WhatIf>& whatIf);

signals:
    void limitRequested(tileline::StageIndex stage);
    /// The user wants to know why the selected IPU is as full as it is.
    void explainRequested();
    void barFocused(QWidget* bar);

private:
    void refresh();
    IpuBar* addBar();
    IpuBarData dataOf(StageIndex stage, const PlacedStage& placed, uint64_t scale);
    void addCycles(IpuBarData& values) const;
    TileParts partsOf(const PlacedStage& placed, TileId tile);
    uint64_t scale() const;
    void select(StageIndex stage);
    void markSelected();

    Session* const m_session;
    Selection* const m_selection;
    QVBoxLayout* m_layout;
    std::vector<IpuBar*> m_bars;
    std::optional<WhatIf> m_whatIf;
    std::optional<PipelineTime> m_time; ///< of the result
    // Parts that were looked up, while the estimator stays the same.
    StageEstimatorPtr m_estimator;
    std::map<std::pair<PlacedStage, TileId>, TileParts> m_parts;
};

} // namespace tileline
