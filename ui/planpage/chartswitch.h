// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/planpage/layerchart.h"

#include <QWidget>

class QAction;
class QRadioButton;

namespace tileline {

/// The buttons that switch the layer chart between bytes and cycles. If a profile has no cycles, the tool tip
/// of the second one says why, and what helps.
class ChartSwitch : public QWidget {
    Q_OBJECT
public:
    explicit ChartSwitch(LayerChart* chart, QWidget* parent = nullptr);

    /// The same choice for a menu: bytes, cycles.
    QList<QAction*> choices() const { return {m_bytes, m_cycles}; }

private:
    QAction* addChoice(const QString& text, LayerChart::Measure measure);
    void refresh();

    LayerChart* const m_chart;
    QAction* m_bytes;
    QAction* m_cycles;
    QList<QRadioButton*> m_buttons; ///< in the order of choices()
};

} // namespace tileline
