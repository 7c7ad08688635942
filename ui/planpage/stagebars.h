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

/// The cycles that an IPU takes for a micro-batch, summed over the IPU's pipeline stages.
struct IpuCycles {
    std::array<double, CyclePhases.size()> inPhase{};
    double period = 0; ///< the period of the whole plan

    double of(CyclePhase phase) const { return inPhase[static_cast<size_t>(phase)]; }
    double busy() const { return std::accumulate(inPhase.begin(), inPhase.end(), 0.0); }
    double share() const { return period > 0 ? busy() / period : 0; }
    bool operator==(const IpuCycles&) const = default;
};

/// "Forward", "Recomputed" or "Backward".
QString phaseName(CyclePhase phase);

/// The figures that the bar of an IPU shows, and the texts that present them.
struct IpuBar {
    Q_DECLARE_TR_FUNCTIONS(tileline::IpuBar)
public:
    StageIndex stage;
    PlacedStage placed;
    QString layerNames;
    std::optional<StageEstimate> estimate; ///< from the latest result; empty before the first result
    bool current = false;                  ///< whether the estimate is for `placed`
    std::optional<TileParts> parts;        ///< the contents of the fullest tile, if the estimate is current
    bool showsCycles = false;              ///< whether there is a bar for cycles; it can be empty
    std::optional<IpuCycles> cycles;
    QString cycleSource;                ///< "measured" or "estimated"
    Fit fit;                            ///< whether the estimated bytes fit
    QString setting;                    ///< the setting of the estimate
    uint64_t limit = 0;                 ///< bytes that a tile may hold
    uint64_t memory = 0;                ///< memory of a tile in bytes
    QString limitText;                  ///< states the limit and the memory kept free
    std::optional<uint64_t> whatIfPeak; ///< the IPU's peak in the plan passed to setWhatIf()
    std::optional<uint64_t> comparedTo; ///< the IPU's peak in the baseline or before a split was moved

    bool operator==(const IpuBar&) const = default;
    bool isOver() const { return estimate && fit.overflows(); }
    QString name() const { return tr("IPU %1").arg(stage.value); }
    /// States the peak and the headroom or overflow; if the figures are not reliable, the peak and the limit.
    QString verdict(bool withDifference = true) const;
    /// The peak minus `comparedTo`, as text; empty if the difference is 0 or unknown.
    QString difference() const;
    /// The tile and the step of the peak, and the names of the IPU's layers. If the estimate is old, the text
    /// says instead that a new one is being computed.
    QString place() const;
    /// All values in one line, for assistive technology and for copying.
    QString summary() const;
    QString toolTip() const;

private:
    QString partsText() const;
    QString additions() const;
    QString cyclesText() const;
};

/// Bars beneath the stages, one for each IPU. A bar shows the bytes on the IPU's fullest tile. All bars have
/// the same scale, which ends at 4/3 of the highest limit; higher bars are cut. The texts beside a wide bar
/// are the peak, the headroom or overflow, the tile and the step of the peak, and the cycles compared with
/// the period. A narrow bar has its peak above it, rotated if necessary, and the IPU's name beneath it.
///
/// While a split is moved with the mouse or the keys, a mark shows how high each bar was before the move. If
/// the user has chosen a plan as the baseline, the mark always shows how high the bar is in that plan.
class StageBars : public QWidget {
    Q_OBJECT
public:
    /// The minimum height in device-independent pixels, including one line of text.
    static constexpr int MinHeight = 64;

    StageBars(PlanEditor* editor, Selection* selection, QWidget* parent = nullptr);

    const std::vector<IpuBar>& bars() const { return m_bars; }
    /// `geometry` is in coordinates of this widget.
    void setBoundaries(const BoundaryGeometry& geometry) {
        m_geometry = geometry;
        layOut();
    }
    void setWhatIf(const std::optional<WhatIf>& whatIf) {
        m_whatIf = whatIf;
        refresh();
    }
    /// The actions "Compare with this plan" and "No baseline".
    QList<QAction*> baselineActions() const { return {m_compare, m_noBaseline}; }

    /// limit() is the highest limit of all IPUs. scale() is the number of bytes at the top of the scale. The
    /// scale does not depend on the peaks.
    uint64_t limit() const { return m_limit; }
    uint64_t scale() const { return std::max<uint64_t>(1, m_limit + m_limit / 3); }
    /// The area in which the bars are drawn, from 0 to scale(), without the texts above and below the bars.
    QRect plot() const { return m_plot; }
    double yOf(uint64_t bytes) const;
    /// The area of an IPU: as wide as its stage, but at least wide enough for a rotated number.
    QRect areaOf(StageIndex stage) const;
    QRect columnOf(StageIndex stage) const;
    std::optional<StageIndex> barAt(const QPoint& at) const;
    /// The texts of a bar as they are painted. For a wide bar, they are the lines beside it. For a narrow
    /// bar, they are the peak above it and the IPU's name or number beneath it.
    QStringList shownTexts(StageIndex stage) const;
    /// The stage of the bar that keys act on.
    StageIndex current() const { return m_current; }
    QString valueText() const {
        return m_current.index() < m_bars.size() ? m_bars[m_current.index()].summary() : QString();
    }

signals:
    /// Emitted when the bars or the limit have changed.
    void changed();
    void limitRequested(tileline::StageIndex stage);
    /// Emitted when the user asks why the selected IPU is so full.
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
    /// The peaks of a plan in bytes, one per IPU.
    using Peaks = std::vector<uint64_t>;

    void refresh();
    void onMovingChanged();
    void setBaseline(bool chosen);
    Peaks peaksNow() const;
    IpuBar barOf(StageIndex stage, const PlacedStage& placed, const std::vector<PlanWarning>& warnings);
    void addCycles(IpuBar& bar) const;
    TileParts partsOf(const PlacedStage& placed, TileId tile);
    void layOut();
    bool isWide(StageIndex stage) const { return areaOf(stage).width() >= m_wide; }
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
    Session* const m_session = m_editor->session();
    Selection* const m_selection;
    QAction* m_compare;
    QAction* m_noBaseline;
    std::vector<IpuBar> m_bars;
    StageIndex m_current{0};
    uint64_t m_limit = 0;
    std::optional<WhatIf> m_whatIf;
    std::optional<PipelineTime> m_time; ///< timing of the plan in the latest result
    std::optional<Peaks> m_beforeMoves;
    std::optional<Peaks> m_baseline;
    BoundaryGeometry m_geometry;
    std::vector<double> m_edges; ///< the left edge of each area, and the right edge of the last area
    QRect m_plot;
    double m_wide = 0;     ///< areas at least this wide have texts beside their bars
    bool m_turned = false; ///< whether the numbers above narrow bars are rotated
    bool m_named = false;  ///< whether the text below a narrow bar is "IPU 2", not only "2"
    QFont m_small;
    KeptPicture m_picture;
    // A cache: m_parts holds the contents of fullest tiles; m_estimator is the estimator that computed them.
    StageEstimatorPtr m_estimator;
    std::map<std::pair<PlacedStage, TileId>, TileParts> m_parts;
};

} // namespace tileline
