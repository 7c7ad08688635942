// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "ui/charts/keptpicture.h"

#include <QPicture>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <vector>

using namespace tileline;

namespace {

/// Keeps a picture of stripes in different colours; the area below is drawn every time.
class Stripes : public QWidget {
public:
    static constexpr int Height = 30;

    Stripes() { resize(20'000, Height + 10); }

    static QRgb colorAt(int x) { return qRgb(x / 3 % 256, x / 768, 80); }

    KeptPicture picture;
    QRect area{0, 0, 20'000, Height};
    std::vector<QRect> drawn; ///< the part that was drawn, for each drawing

protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter painter(this);
        picture.paint(painter, *this, *event, area, [this](QPainter& target, const QRect& part) {
            drawn.push_back(part);
            for (int x = part.left() / 3 * 3; x <= part.right(); x += 3) {
                target.fillRect(x, 0, 3, Height, QColor(colorAt(x)));
            }
        });
    }
};

bool showsStripes(const QImage& image, int left) {
    for (int x = 0; x < image.width(); ++x) {
        if (image.pixel(x, 5) != Stripes::colorAt(left + x)) {
            return false;
        }
    }
    return true;
}

} // namespace

class TestKeptPicture : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_area = std::make_unique<QScrollArea>();
        m_stripes = new Stripes;
        m_area->setWidget(m_stripes);
        m_area->resize(500, 100);
        m_area->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_area.get()));
        QTRY_VERIFY(!m_stripes->drawn.empty());
    }

    void onlyWhatIsVisibleIsDrawnAndKept() {
        QVERIFY(m_stripes->drawn.back().width() <= 500);
        QVERIFY(showsStripes(shown(), 0));
        m_stripes->drawn.clear();
        m_stripes->update();
        QCOMPARE(shown().isNull(), false);
        QVERIFY(m_stripes->drawn.empty());
    }

    void scrollingDrawsWhatComesIntoView() {
        for (const int left : {7, 400, 5000, 4990, 19'000}) {
            m_area->horizontalScrollBar()->setValue(left);
            QVERIFY(showsStripes(shown(), left));
            QVERIFY(m_stripes->drawn.back().width() <= 510);
        }
    }

    void whatIsForgottenIsDrawnAgain() {
        m_stripes->drawn.clear();
        m_stripes->picture.forget();
        m_stripes->repaint();
        QCOMPARE(m_stripes->drawn.size(), 1U);
        QPalette other = m_stripes->palette();
        other.setColor(QPalette::Window, Qt::red);
        m_stripes->setPalette(other);
        m_stripes->repaint();
        QCOMPARE(m_stripes->drawn.size(), 2U);
    }

    void aWidgetThatIsNotShownIsDrawnWhole() {
        Stripes hidden;
        QImage image(hidden.size(), QImage::Format_RGB32);
        hidden.render(&image);
        QVERIFY(showsStripes(image, 0));
    }

    void aDrawingForAFileIsNoPicture() {
        QPicture file;
        m_stripes->drawn.clear();
        m_stripes->render(&file);
        QCOMPARE(m_stripes->drawn.size(), 1U);
        QCOMPARE(m_stripes->drawn.back(), m_stripes->area);
    }

    void anEmptyAreaDrawsNothing() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_stripes->drawn.clear();
        m_stripes->area = QRect(0, 0, 500, 0);
        m_stripes->repaint();
        m_stripes->area = QRect(0, 0, -16, Stripes::Height);
        m_stripes->repaint();
        QVERIFY(m_stripes->drawn.empty());
    }

private:
    QImage shown() const { return m_area->viewport()->grab().toImage(); }

    std::unique_ptr<QScrollArea> m_area;
    Stripes* m_stripes = nullptr;
};

TILELINE_TEST(TestKeptPicture)
#include "test_keptpicture.moc"
