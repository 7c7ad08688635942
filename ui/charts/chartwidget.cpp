// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartwidget.h"

#include "core/base/textfile.h"
#include "ui/look/icons.h"
#include "ui/questions/choosefile.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"

#include <QAccessible>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QToolTip>

namespace tileline {

namespace {

/// Images are meant for documents, so they have twice the resolution of the screen.
constexpr int ImageScale = 2;

QImage imageOf(const ChartWidget& chart) {
    QImage image(chart.size() * ImageScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ImageScale);
    image.fill(chart.palette().color(QPalette::Base));
    chart.render(image, chart.size());
    return image;
}

} // namespace

ChartWidget::ChartWidget(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
}

void ChartWidget::setTitle(const QString& title) {
    m_title = title;
    setAccessibleName(title);
}

void ChartWidget::setSummary(const QString& summary) {
    m_summary = summary;
    setAccessibleDescription(summary);
}

void ChartWidget::announce(const QString& readout) {
    // Setting a description emits the event to which screen readers listen.
    setAccessibleDescription(readout.isEmpty() ? m_summary : readout + QStringLiteral(". ") + m_summary);
}

bool ChartWidget::save(const QString& path, QString* error) const {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != QLatin1String("png") && ending != QLatin1String("svg") && ending != QLatin1String("pdf")) {
        *error = tr("The name must end in .png, .svg or .pdf.");
        return false;
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (ending == QLatin1String("png")) {
        imageOf(*this).save(&buffer, "PNG");
    } else {
        writeVector(buffer, ending == QLatin1String("pdf"));
    }
    const auto written =
        writeFileAtomically(path.toStdString(), {bytes.constData(), static_cast<size_t>(bytes.size())});
    *error = written ? QString() : plainText(written.failure());
    return static_cast<bool>(written);
}

void ChartWidget::writeVector(QIODevice& device, bool pdf) const {
    if (pdf) {
        QPdfWriter writer(&device);
        writer.setTitle(m_title);
        writer.setCreator(QStringLiteral("Tileline"));
        writer.setResolution(96);
        // 96 dots per inch are 72 points per inch.
        writer.setPageSize(QPageSize(QSizeF(width(), height()) * 0.75, QPageSize::Point));
        writer.setPageMargins(QMarginsF());
        render(writer, size());
    } else {
        QSvgGenerator svg;
        svg.setOutputDevice(&device);
        svg.setSize(size());
        svg.setViewBox(rect());
        svg.setResolution(96);
        svg.setTitle(m_title);
        svg.setDescription(accessibleDescription());
        render(svg, size());
    }
}

void ChartWidget::copyImage() const {
    QGuiApplication::clipboard()->setImage(imageOf(*this));
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
