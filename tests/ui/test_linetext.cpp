// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "ui/text/linetext.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <malloc.h>

using namespace tileline;

namespace {

/// A white picture, into whose `area` drawLine() has drawn a text.
QImage drawn(const QString& text, const QRect& area, Qt::Alignment alignment) {
    QImage image(300, 80, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setPen(Qt::black);
    drawLine(painter, area, alignment, text);
    return image;
}

/// The smallest rectangle that contains all pixels that are not white.
QRect inkOf(const QImage& image) {
    QRect ink;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) != QColor(Qt::white).rgb()) {
                ink |= QRect(x, y, 1, 1);
            }
        }
    }
    return ink;
}

constexpr QRect Area{20, 5, 200, 30};

} // namespace

class TestLineText : public QObject {
    Q_OBJECT
private slots:
    /// Compares pictures, because letters may neither fill the line of their font nor be in its middle.
    void aLineIsWhereItIsAligned() {
        const QString text = QStringLiteral("layer");
        const int free = 60;
        const QRect area(20, 5, lineWidth(text, QFont()) + free, 70);
        const QImage left = drawn(text, area, Qt::AlignLeft);
        const QRect ink = inkOf(left);
        const int letter = QFontMetrics(QFont()).averageCharWidth();
        QVERIFY(std::abs(ink.left() - area.left()) <= letter);
        QVERIFY(std::abs(ink.right() - (area.right() - free)) <= letter);
        QVERIFY(ink.top() >= area.top() && ink.bottom() < area.bottom());
        QVERIFY(drawn(text, area, Qt::AlignHCenter) ==
                drawn(text, area.translated(free / 2, 0), Qt::AlignLeft));
        QVERIFY(drawn(text, area, Qt::AlignRight) == drawn(text, area.translated(free, 0), Qt::AlignLeft));
        // Areas with the same middle.
        const QImage middle = drawn(text, area, Qt::AlignVCenter);
        QVERIFY(middle == drawn(text, area.adjusted(0, 10, 0, -10), Qt::AlignVCenter));
        QVERIFY(inkOf(middle).top() > ink.top());
    }

    void aLongLineIsElided() {
        const QString text(100, QLatin1Char('m'));
        const QFont font;
        QVERIFY(std::abs(lineWidth(text, font) - QFontMetrics(font).horizontalAdvance(text)) <= 2);
        const QRect ink = inkOf(drawn(text, Area, Qt::AlignLeft | Qt::AlignVCenter));
        QVERIFY(Area.adjusted(-1, -1, 1, 1).contains(ink));
        QVERIFY(ink.width() > Area.width() / 2);
    }

    void aTextIsNeverMarkup() {
        const QString bold = QStringLiteral("<b>m</b>");
        const QFont font;
        QVERIFY(std::abs(lineWidth(bold, font) - QFontMetrics(font).horizontalAdvance(bold)) <= 2);
        QVERIFY(inkOf(drawn(bold, Area, Qt::AlignLeft)).width() >
                QFontMetrics(font).horizontalAdvance('m') * 3);
    }

    void otherFontsAndRoomsHaveTheirOwnLayout() {
        QFont large;
        large.setPointSizeF(2 * large.pointSizeF());
        const QString text = QStringLiteral("layer 12");
        const int normal = lineWidth(text, QFont());
        QVERIFY(lineWidth(text, large) > normal * 3 / 2);
        QCOMPARE(lineWidth(text, QFont()), normal);
        const QImage narrow = drawn(text, {20, 5, normal / 2, 30}, Qt::AlignLeft);
        QVERIFY(inkOf(narrow).width() < inkOf(drawn(text, Area, Qt::AlignLeft)).width());
        QVERIFY(narrow != drawn(text, {20, 5, normal * 3 / 4, 30}, Qt::AlignLeft));
    }

    void emptyTextsAndAreasDrawNothing() {
        QCOMPARE(lineWidth({}, QFont()), 0);
        QVERIFY(inkOf(drawn({}, Area, Qt::AlignLeft)).isNull());
        drawn(QStringLiteral("layer"), {20, 5, 0, 0}, Qt::AlignCenter);
        drawn(QStringLiteral("layer"), {20, 5, -9, 5}, Qt::AlignRight);
    }

    /// Names in a hostile file can have the maximum length of a name.
    void longTextsDoNotFillTheMemory() {
        drawn(QString(100'000, QLatin1Char('y')), Area, Qt::AlignLeft);
        const size_t before = ::mallinfo2().uordblks;
        for (int i = 0; i < 3000; ++i) {
            drawn(QString::number(i) + QString(4000, QLatin1Char('x')), Area, Qt::AlignLeft);
        }
        const size_t after = ::mallinfo2().uordblks;
        QVERIFY2(after < before + (size_t{64} << 20U), qPrintable(QString::number(after - before)));
    }
};

TILELINE_TEST(TestLineText)
#include "test_linetext.moc"
