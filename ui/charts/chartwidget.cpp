// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartwidget.h"

#include "ui/look/icons.h"
#include "ui/questions/choosefile.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

namespace tileline {

void ChartWidget::setTitle(const QString& title) {
    m_title = title;
    setAccessibleName(title);
}

void ChartWidget::setSummary(const QString& summary) {
    m_summary = summary;
    setAccessibleDescription(summary);
}

void ChartWidget::announce(const QString& readout) {
    // Setting the description emits an event that makes screen readers announce the description.
    setAccessibleDescription(readout.isEmpty() ? m_summary : readout + QStringLiteral(". ") + m_summary);
}

PictureSource ChartWidget::picture() const {
    return {size(),  palette().color(QPalette::Base),
            m_title, accessibleDescription(),
            96,      [this](QPaintDevice& device) { render(device, size()); }};
}

bool ChartWidget::save(const QString& path, QString* error) const {
    if (!isPictureName(path)) {
        *error = tr("The name must end in .png, .svg or .pdf.");
        return false;
    }
    const auto failure = writePicture(picture(), path);
    *error = failure ? plainText(*failure) : QString();
    return !failure;
}

void ChartWidget::copyImage() const {
    QGuiApplication::clipboard()->setImage(imageOf(picture()));
}

void ChartWidget::saveAs() {
    const QString path = chooseSaveFile(this, tr("Save chart"), m_title + QStringLiteral(".png"),
                                        tr("PNG picture (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)"));
    QString error;
    if (!path.isEmpty() && !save(path, &error)) {
        PlainMessageBox::warn(this, tr("Save chart"), error);
    }
}

void ChartWidget::addActions(QMenu& menu) {
    menu.addAction(iconOf("copy"), tr("&Copy picture"), this, &ChartWidget::copyImage);
    menu.addAction(tr("&Save picture…"), this, &ChartWidget::saveAs);
}

bool ChartWidget::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), plainToolTip(readoutAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

void ChartWidget::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addActions(menu);
    menu.exec(event->globalPos());
}

void ChartWidget::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange) {
        applyTheme();
    }
    QWidget::changeEvent(event);
}

void ChartWidget::paintEvent(QPaintEvent*) {
    if (hasFocus()) {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace tileline
