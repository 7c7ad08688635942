// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace tileline {

namespace {

/// Draws an icon in the colours of the palette. Qt's own SVG engine would draw `currentColor` in black.
class IconEngine : public QIconEngine {
public:
    explicit IconEngine(const QString& name)
        : m_name(name) {}

    QIconEngine* clone() const override { return new IconEngine(m_name); }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const double ratio = ratioOf(*painter);
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(size, mode, state, 1);
    }
    /// `size` is in device pixels.
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal ratio) override {
        const QString color = colorFor(mode).name();
        const QString key = QStringLiteral("%1 %2 %3 %4 %5")
                                .arg(path(), color)
                                .arg(size.width())
                                .arg(size.height())
                                .arg(ratio);
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            pixmap = QPixmap(size);
            pixmap.fill(Qt::transparent);
            QFile file(path());
            if (!pixmap.isNull() && file.open(QIODevice::ReadOnly)) {
                QPainter painter(&pixmap);
                QSvgRenderer(file.readAll().replace("currentColor", color.toLatin1())).render(&painter);
            }
            pixmap.setDevicePixelRatio(ratio);
            QPixmapCache::insert(key, pixmap);
        }
        return pixmap;
    }

private:
    QString path() const { return QStringLiteral(":/tileline/icons/%1.svg").arg(m_name); }
    static QColor colorFor(QIcon::Mode mode) {
        const QPalette palette = QGuiApplication::palette();
        return mode == QIcon::Disabled   ? palette.color(QPalette::Disabled, QPalette::ButtonText)
               : mode == QIcon::Selected ? palette.color(QPalette::HighlightedText)
                                         : palette.color(QPalette::ButtonText);
    }

    QString m_name;
};

} // namespace

QIcon iconOf(const char* name) {
    return QIcon(new IconEngine(QLatin1String(name)));
}

double ratioOf(const QPainter& painter) {
    return painter.isActive() ? painter.device()->devicePixelRatioF() : 1;
}

} // namespace tileline
