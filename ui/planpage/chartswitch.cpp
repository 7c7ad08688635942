// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/chartswitch.h"

#include "ui/text/cyclestext.h"
#include "ui/text/plaintext.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QRadioButton>

namespace tileline {

ChartSwitch::ChartSwitch(LayerChart* chart, QWidget* parent)
    : QWidget(parent)
    , m_chart(chart) {
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    //: what the layer chart shows
    m_bytes = addChoice(tr("&Bytes"), LayerChart::Measure::Bytes);
    m_cycles = addChoice(tr("&Cycles"), LayerChart::Measure::Cycles);
    auto* const group = new QActionGroup(this);
    for (QAction* const choice : choices()) {
        group->addAction(choice);
    }
    connect(chart, &LayerChart::changed, this, &ChartSwitch::refresh);
    refresh();
}

QAction* ChartSwitch::addChoice(const QString& text, LayerChart::Measure measure) {
    auto* const action = new QAction(text, this);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, measure] { m_chart->choose(measure); });
    auto* const button = new QRadioButton(text);
    connect(button, &QRadioButton::clicked, action, &QAction::trigger);
    button->setObjectName(measure == LayerChart::Measure::Bytes ? QStringLiteral("chartBytes")
                                                                : QStringLiteral("chartCycles"));
    layout()->addWidget(button);
    m_buttons += button;
    return action;
}

void ChartSwitch::refresh() {
    const qsizetype shown = m_chart->measure() == LayerChart::Measure::Cycles ? 1 : 0;
    m_cycles->setEnabled(m_chart->hasCycles());
    const QString lack = m_chart->lack();
    const QString tips[] = {tr("The layer chart shows the bytes of each layer."),
                            lack.isEmpty() ? tr("The layer chart shows the cycles of each layer, forward and "
                                                "backward, and its tile balance.") +
                                                 QLatin1Char('\n') + tileBalanceText()
                                           : lack};
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        QAction* const action = choices()[i];
        action->setChecked(i == shown);
        action->setToolTip(plainToolTip(tips[i]));
        action->setStatusTip(tips[i]);
        m_buttons[i]->setChecked(i == shown);
        m_buttons[i]->setEnabled(action->isEnabled());
        m_buttons[i]->setToolTip(plainToolTip(tips[i]));
        m_buttons[i]->setAccessibleDescription(tips[i]);
    }
}

} // namespace tileline
