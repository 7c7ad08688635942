// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/fit.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/keptpicture.h"

#include <QWidget>

#include <array>
#include <numeric>
#include <optional>
#include <span>

class QMenu;

namespace tileline {

/// The cycles of an IPU for a micro-batch: the sum of its pipeline stages.
struct IpuCycles {
    std::array<double, CyclePhases.size()> inPhase{};
    double period = 0; ///< of the plan

    double of(CyclePhase phase) const { return inPhase[static_cast<size_t>(phase)]; }
    double busy() const { return std::accumulate(inPhase.begin(), inPhase.end(), 0.0); }
    bool operator==(const IpuCycles&) const = default;
};

/// "forward", "recomputed", "backward".
QString phaseName(CyclePhase phase);

/// What one bar shows.
struct IpuBarData {
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
    uint64_t scale = 1;                 ///< bytes at the bar's right end
    std::optional<uint64_t> whatIfPeak; ///< peak with the split at the mouse position
    std::optional<uint64_t> comparedTo; ///< peak in the plan before the drag, or in the baseline

    bool operator==(const IpuBarData&) const = default;
};

/// The bar of one IPU: what its fullest tile holds, compared with the limit, the headroom or overflow, and
/// the tile and step of the peak. In the pipeline setting a thin bar beneath it shows the IPU's cycles,
/// compared with the period of the plan. A bar of less height has one line of text, or none.
class IpuBar : public QWidget {
    Q_OBJECT
public:
    explicit IpuBar(QWidget* parent = nullptr);

    const IpuBarData& values() const { return m_values; }
    void setValues(const IpuBarData& values);
    void setSelected(bool selected);
    /// The line of the peak and headroom as it is painted: without the share of the limit if there is no room
    /// for it.
    const QString& shownVerdict() const { return m_shownVerdict; }
    /// All values in one line, for assistive technology and for copying.
    QString summary() const;
    QString valueText() const { return summary(); }
    /// How much the peak differs from that of the plan with which it is compared; empty if it does not.
    QString difference() const;

    /// With two lines of text.
    QSize sizeHint() const override;
    /// The minimum height for a line of text.
    int lineHeight() const { return fontMetrics().height() + 2; }

signals:
    /// The user wants to know why the IPU is as full as it is.
    void explainRequested(tileline::StageIndex stage);
    void limitRequested(tileline::StageIndex stage);
    void moveFocus(int by);
    /// The user asks for a menu, which the owner of the bars adds to.
    void menuRequested(QMenu* menu);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Columns {
        int lines = 2; ///< of text
        QRect name;    ///< of the swatch alone, if there is no text
        QRect bar;
        QRect cycles; ///< empty if there is no bar of cycles
        QRect text;
    };
    /// Places the parts and cuts the texts to their places, for the current size, font and values.
    void layOut();
    Columns columns() const;
    QString fittingVerdict() const;
    int textWidth(int available) const;
    QString verdict(bool withDifference = true) const;
    bool isOver() const;
    QString place() const;
    QString additions() const;
    QString partsText() const;
    QString cyclesSummary() const;
    void draw(QPainter& painter) const;
    void drawName(QPainter& painter) const;
    void drawBar(QPainter& painter, const QRect& area) const;
    void drawLimit(QPainter& painter, const QRect& area) const;
    void drawParts(QPainter& painter, const QRectF& area) const;
    void drawCycles(QPainter& painter, const QRect& area) const;
    void drawText(QPainter& painter) const;

    IpuBarData m_values;
    bool m_selected = false;
    Columns m_parts;
    QString m_shownVerdict;
    KeptPicture m_picture;
};

} // namespace tileline
