// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace tileline {

class PlanCanvas;

/// The vertical axis of the layer chart. It is beside the canvas, so that it stays visible when the canvas
/// scrolls.
class ChartAxis : public QWidget {
    Q_OBJECT
public:
    explicit ChartAxis(PlanCanvas* canvas, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    /// The values that have a label: as many of the grid lines as there is room for.
    std::vector<uint64_t> labelled() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static QString crossingTitle();
    static QString cutsTitle();

    double yOf(uint64_t value) const;
    double labelTop(uint64_t value) const;

    const PlanCanvas* const m_canvas;
};

} // namespace tileline
