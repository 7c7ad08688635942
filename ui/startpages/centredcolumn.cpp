// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/centredcolumn.h"

#include <QHBoxLayout>
#include <QWidget>

namespace tileline {

void centreColumn(QWidget& page, QLayout* column, int width) {
    auto* const centred = new QWidget;
    centred->setLayout(column);
    centred->setMaximumWidth(width);
    auto* const layout = new QHBoxLayout(&page);
    layout->addStretch(1);
    layout->addWidget(centred, 10);
    layout->addStretch(1);
}

} // namespace tileline
