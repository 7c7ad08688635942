// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace tileline {

namespace {

/// QtSvg 6.4 draws `currentColor` in black. This engine puts the colour of the palette in its place.
class IconEngine : public QIconEngine {
public:
    explicit IconEngine(QString name)
        : m_name(std::move(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const double ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, pixmap(rect.size() * ratio, mode, state));
    }

    /// `size` is in pixels of the display.
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        const QColor color =
            QApplication::palette().color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active,
                                          mode == QIcon::Selected ? QPalette::Link : QPalette::WindowText);
        const QString key =
            QStringLiteral("%1 %2x%3 %4").arg(m_name).arg(size.width()).arg(size.height()).arg(color.rgba());
        QPixmap drawn;
        if (!QPixmapCache::find(key, &drawn)) {
            QFile file(QStringLiteral(":/tileline/icons/%1.svg").arg(m_name));
            QByteArray svg = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            drawn = QPixmap(size);
            drawn.fill(Qt::transparent);
            QPainter painter(&drawn);
            QSvgRenderer(svg.replace("currentColor", color.name().toLatin1())).render(&painter);
            painter.end();
            QPixmapCache::insert(key, drawn);
        }
        return drawn;
    }

    QIconEngine* clone() const override { return new IconEngine(m_name); }

private:
    const QString m_name;
};

} // namespace

QIcon icon(const QString& name) {
    return QIcon(new IconEngine(name));
}

} // namespace tileline
