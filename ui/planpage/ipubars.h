// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"
#include "ui/planpage/ipubar.h"
#include "ui/planpage/whatif.h"

#include <QWidget>

#include <map>
#include <utility>
#include <vector>

class QAction;

namespace tileline {

class Selection;

/// The bars of all IPUs, on the same scale. They share the height that there is: with many IPUs, rows have
/// one line of text instead of two, then stand in several columns, and at last have no text.
///
/// While a split is moved, by mouse or keys, each bar also shows where it ended before, and the scale can
/// grow but not shrink. Instead of the plan before the moves, the user can choose a baseline.
class IpuBars : public QWidget {
    Q_OBJECT
public:
    IpuBars(PlanEditor* editor, Selection* selection, QWidget* parent = nullptr);

    const std::vector<IpuBar*>& bars() const { return m_bars; }
    void setWhatIf(const std::optional<WhatIf>& whatIf);
    /// "Compare with this plan" and "No baseline".
    QList<QAction*> baselineActions() const { return {m_compare, m_noBaseline}; }
    int columnCount() const { return m_columns; }

    QSize sizeHint() const override;
    /// With compact rows.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

signals:
    void limitRequested(tileline::StageIndex stage);
    /// The user wants to know why the selected IPU is as full as it is.
    void explainRequested();
    void barFocused(QWidget* bar);

private:
    /// The peaks of a plan's IPUs.
    using Peaks = std::vector<uint64_t>;

    void refresh();
    void onMovingChanged();
    void setBaseline(bool chosen);
    Peaks peaksNow() const;
    IpuBar* addBar();
    IpuBarData dataOf(StageIndex stage, const PlacedStage& placed);
    void addCycles(IpuBarData& values) const;
    TileParts partsOf(const PlacedStage& placed, TileId tile);
    uint64_t neededScale() const;
    int chooseColumns() const;
    void arrange();
    void select(StageIndex stage);
    void markSelected();

    PlanEditor* const m_editor;
    Session* const m_session;
    Selection* const m_selection;
    QAction* m_compare;
    QAction* m_noBaseline;
    std::vector<IpuBar*> m_bars;
    int m_columns = 1;
    std::optional<WhatIf> m_whatIf;
    std::optional<PipelineTime> m_time; ///< of the result
    uint64_t m_scale = 1;
    std::optional<Peaks> m_beforeMoves;
    std::optional<Peaks> m_baseline;
    // Parts that were looked up, while the estimator stays the same.
    StageEstimatorPtr m_estimator;
    std::map<std::pair<PlacedStage, TileId>, TileParts> m_parts;
};

} // namespace tileline
