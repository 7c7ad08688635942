// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/stageestimate.h"

#include <QWidget>

#include <optional>

namespace tileline {

/// What one bar shows.
struct IpuBarData {
    StageIndex stage;
    PlacedStage placed;
    QString layerNames;
    std::optional<StageEstimate> estimate; ///< the last result; empty before the first one
    bool current = false;                  ///< the estimate belongs to these layers
    bool splitsWeight = false;             ///< the plan is not called fitting
    QString setting;                       ///< whose estimate it is
    uint64_t limit = 0;                    ///< bytes per tile
    bool ownLimit = false;                 ///< the limit applies to this IPU only
    uint64_t scale = 1;                    ///< bytes at the bar's right end
    std::optional<uint64_t> whatIfPeak;    ///< peak with the split at the mouse position

    bool operator==(const IpuBarData&) const = default;
};

/// The bar of one pipeline stage: the fullest tile of its IPU compared with the limit, the headroom or
/// overflow, and the tile and step of the peak.
class IpuBar : public QWidget {
    Q_OBJECT
public:
    explicit IpuBar(QWidget* parent = nullptr);

    const IpuBarData& values() const { return m_values; }
    void setValues(const IpuBarData& values);
    void setSelected(bool selected);
    /// All values in one line, for assistive technology and for copying.
    QString summary() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {260, sizeHint().height()}; }

signals:
    /// The user wants to know why the IPU is as full as it is.
    void explainRequested(tileline::StageIndex stage);
    void limitRequested(tileline::StageIndex stage);
    void moveFocus(int by);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Columns {
        QRect name;
        QRect bar;
        QRect text;
    };
    Columns columns() const;
    QString verdict() const;
    QString place() const;
    QString additions() const;
    void drawName(QPainter& painter, const QRect& area) const;
    void drawBar(QPainter& painter, const QRect& area) const;
    void drawText(QPainter& painter, const QRect& area) const;

    IpuBarData m_values;
    bool m_selected = false;
};

} // namespace tileline
