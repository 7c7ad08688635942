// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/fit.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/keptpicture.h"
#include "ui/editing/planeditor.h"
#include "ui/planpage/boundarygeometry.h"
#include "ui/planpage/whatif.h"

#include <QCoreApplication>
#include <QWidget>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

class QAction;

namespace tileline {

class Selection;

/// The cycles of an IPU for a micro-batch: the sum of its pipeline stages.
struct IpuCycles {
    std::array<double, CyclePhases.size()> inPhase{};
    double period = 0; ///< of the plan

    double of(CyclePhase phase) const { return inPhase[static_cast<size_t>(phase)]; }
    double busy() const { return std::accumulate(inPhase.begin(), inPhase.end(), 0.0); }
    double share() const { return period > 0 ? busy() / period : 0; }
    bool operator==(const IpuCycles&) const = default;
};

/// "forward", "recomputed", "backward".
QString phaseName(CyclePhase phase);

/// What the bar of an IPU shows, and how it says it.
struct IpuBar {
    Q_DECLARE_TR_FUNCTIONS(tileline::IpuBar)
public:
    StageIndex stage;
    PlacedStage placed;
    QString layerNames;
    std::optional<StageEstimate> estimate; ///< the last result; empty before the first one
    bool current = false;                  ///< the estimate belongs to these layers
    std::optional<TileParts> parts;        ///< of the fullest tile, if the estimate is current
    bool showsCycles = false;              ///< there is a bar of cycles, empty if they are unknown
    std::optional<IpuCycles> cycles;
    QString cycleSource;                ///< "measured" or "estimated"
    Fit fit;                            ///< of the estimate
    QString setting;                    ///< whose estimate it is
    uint64_t limit = 0;                 ///< bytes that a tile may hold
    uint64_t memory = 0;                ///< bytes that a tile has
    QString limitText;                  ///< the limit, and what is kept free
    std::optional<uint64_t> whatIfPeak; ///< peak with the split at the mouse position
    std::optional<uint64_t> comparedTo; ///< peak in the plan before the drag, or in the baseline

    bool operator==(const IpuBar&) const = default;
    bool isOver() const { return estimate && fit.overflows(); }
    QString name() const { return tr("IPU %1").arg(stage.value); }
    /// The peak and the headroom, the overflow, or the limit if the figures do not hold.
    QString verdict(bool withDifference = true) const;
    /// How much the peak differs from that of the plan with which it is compared; empty if it does not.
    QString difference() const;
    /// The tile and step of the peak, and the layers.
    QString place() const;
    /// All values in one line, for assistive technology and for copying.
    QString summary() const;
    QString toolTip() const;

private:
    QString partsText() const;
    QString additions() const;
    QString cyclesText() const;
};

/// The bars of all IPUs, beneath their stages: what the fullest tile of each holds, on one scale that ends at
/// 4/3 of the limit. A bar that is higher is cut. Beside a wide bar are its peak, the headroom or overflow,
/// the place of the peak, and the cycles compared with the period. A narrow one has its peak above it, turned
/// if need be, and its name beneath.
///
/// While a split is moved, by mouse or keys, each bar also shows where it ended before. Instead of the plan
/// before the moves, the user can choose a baseline.
class StageBars : public QWidget {
    Q_OBJECT
public:
    /// In device-independent pixels, and for one line of text.
    static constexpr int MinHeight = 64;

    StageBars(PlanEditor* editor, Selection* selection, QWidget* parent = nullptr);

    const std::vector<IpuBar>& bars() const { return m_bars; }
    /// `geometry` in coordinates of this widget.
    void setBoundaries(const BoundaryGeometry& geometry);
    void setWhatIf(const std::optional<WhatIf>& whatIf);
    /// "Compare with this plan" and "No baseline".
    QList<QAction*> baselineActions() const { return {m_compare, m_noBaseline}; }

    /// The highest limit, and the bytes at the upper end of all bars, which depend on the limits only.
    uint64_t limit() const { return m_limit; }
    uint64_t scale() const { return std::max<uint64_t>(1, m_limit + m_limit / 3); }
    /// From 0 to scale(), without the texts above and below.
    QRect plot() const { return m_plot; }
    double yOf(uint64_t bytes) const;
    /// The place of an IPU: its stage, or more if that is too narrow for a number.
    QRect areaOf(StageIndex stage) const;
    QRect columnOf(StageIndex stage) const;
    std::optional<StageIndex> barAt(const QPoint& at) const;
    /// The texts of a bar as they are painted: peak, headroom and place beside it, or the number above it and
    /// the name beneath.
    QStringList shownTexts(StageIndex stage) const;
    /// The bar that keys act on.
    StageIndex current() const { return m_current; }
    QString valueText() const;

signals:
    /// Other bars, or another limit.
    void changed();
    void limitRequested(tileline::StageIndex stage);
    /// The user wants to know why the selected IPU is as full as it is.
    void explainRequested();
    void barFocused(int x);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// The peaks of a plan's IPUs.
    using Peaks = std::vector<uint64_t>;

    void refresh();
    void onMovingChanged();
    void setBaseline(bool chosen);
    Peaks peaksNow() const;
    IpuBar barOf(StageIndex stage, const PlacedStage& placed, const std::vector<PlanWarning>& warnings);
    void addCycles(IpuBar& bar) const;
    TileParts partsOf(const PlacedStage& placed, TileId tile);
    void layOut();
    bool isWide(StageIndex stage) const;
    QString numberOf(const IpuBar& bar) const;
    QStringList linesOf(const IpuBar& bar) const;
    void setCurrent(StageIndex stage);
    void choose(StageIndex stage);
    void explain(StageIndex stage);
    void draw(QPainter& painter, const QRect& part) const;
    void drawBar(QPainter& painter, const IpuBar& bar) const;
    void drawOver(QPainter& painter, const QRect& over) const;
    void drawBeside(QPainter& painter, const IpuBar& bar) const;
    void drawAround(QPainter& painter, const IpuBar& bar) const;
    void drawCycles(QPainter& painter, const IpuBar& bar, const QRect& area) const;

    PlanEditor* const m_editor;
    Session* const m_session;
    Selection* const m_selection;
    QAction* m_compare;
    QAction* m_noBaseline;
    std::vector<IpuBar> m_bars;
    StageIndex m_current{0};
    uint64_t m_limit = 0;
    std::optional<WhatIf> m_whatIf;
    std::optional<PipelineTime> m_time; ///< of the result
    std::optional<Peaks> m_beforeMoves;
    std::optional<Peaks> m_baseline;
    BoundaryGeometry m_geometry;
    std::vector<double> m_edges; ///< of the areas, one more than bars
    QRect m_plot;
    double m_wide = 0;     ///< the least width of an area with texts beside its bar
    bool m_turned = false; ///< the numbers above narrow bars
    bool m_named = false;  ///< beneath narrow bars stand names, not numbers only
    QFont m_small;
    KeptPicture m_picture;
    // Parts that were looked up, while the estimator stays the same.
    StageEstimatorPtr m_estimator;
    std::map<std::pair<PlacedStage, TileId>, TileParts> m_parts;
};

} // namespace tileline
