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
    LayerRange layers;
    QString layerNames;
    std::optional<StageEstimate> estimate; ///< the last true one; nothing before the first
    bool current = false;                  ///< the estimate belongs to these layers
    uint64_t limit = 0;                    ///< bytes a tile
    bool ownLimit = false;                 ///< the limit of this IPU alone
    uint64_t scale = 1;                    ///< bytes at the bar's right end
    std::optional<uint64_t> whatIfPeak;    ///< peak with the split that the mouse is at

    bool operator==(const IpuBarData&) const = default;
};

/// One pipeline stage: the fullest tile of its IPU against the limit, headroom or overflow, where and when.
class IpuBar : public QWidget {
    Q_OBJECT
public:
    explicit IpuBar(QWidget* parent = nullptr);

    const IpuBarData& values() const { return m_values; }
    void setValues(const IpuBarData& values);
    void setSelected(bool selected);
    /// All of it in one line, for assistive technology and to copy.
    QString summary() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {260, sizeHint().height()}; }

signals:
    void clicked(tileline::StageIndex stage);
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
    void drawName(QPainter& painter, const QRect& area) const;
    void drawBar(QPainter& painter, const QRect& area) const;
    void drawText(QPainter& painter, const QRect& area) const;

    IpuBarData m_values;
    bool m_selected = false;
};

} // namespace tileline
