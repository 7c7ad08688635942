// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/planpagefixture.h"
#include "ui/planpage/ipubars.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/splitmarker.h"
#include "ui/text/bytestext.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QImage>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTimer>

#include <set>

using namespace tileline;

/// The bars of the IPUs: how they compare plans, and how they share their room.
class TestIpuBars : public QObject, protected test::PlanPageFixture {
    Q_OBJECT
private slots:
    void init() { openPage("bert-tiny-train"); }

    void cleanup() { closePage(); }

    void theScaleHoldsStillDuringADrag() {
        // Bars far above the limit decide the scale.
        m_editor->setMemoryPerTile(1000);
        const uint64_t before = scale();
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        const LayerIndex start = marker->boundary();
        press(marker);
        uint64_t last = before;
        bool grew = false;
        bool peakFell = false;
        uint64_t peak = m_session->result()->estimate.peakTileBytes();
        for (const uint32_t to : {1U, 2U, 3U, 2U, 1U}) {
            dragTo(marker, {to});
            QTRY_VERIFY(m_session->resultIsCurrent());
            const uint64_t now = m_session->result()->estimate.peakTileBytes();
            peakFell = peakFell || now < peak;
            peak = now;
            for (const IpuBar* const bar : bars()) {
                QVERIFY(bar->values().scale >= last);
                QCOMPARE(bar->values().scale, scale());
            }
            grew = grew || scale() > last;
            last = scale();
        }
        QVERIFY(peakFell);
        QVERIFY(grew);
        QVERIFY(marker->boundary() != start);
        QTest::mouseRelease(marker, Qt::LeftButton);
        QCOMPARE(scale(), peak + peak / 50);
    }

    void aDragShowsTheDifference() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        std::vector<uint64_t> before;
        for (const IpuBar* const bar : bars()) {
            before.push_back(bar->values().estimate->peakTileBytes);
            QVERIFY(bar->difference().isEmpty());
        }
        press(marker);
        dragTo(marker, {1});
        QTRY_VERIFY(m_session->resultIsCurrent());
        size_t different = 0;
        for (size_t i = 0; i < bars().size(); ++i) {
            QCOMPARE(bars()[i]->values().comparedTo, std::optional(before[i]));
            const auto now = bars()[i]->values().estimate->peakTileBytes;
            const auto change = static_cast<int64_t>(now) - static_cast<int64_t>(before[i]);
            QCOMPARE(bars()[i]->difference(), change == 0 ? QString() : signedBytesText(change));
            QVERIFY(bars()[i]->summary().contains(bars()[i]->difference()));
            different += change == 0 ? 0 : 1;
        }
        QVERIFY(different >= 1 && different <= 2); // the neighbours of the marker
        QTest::mouseRelease(marker, Qt::LeftButton);
        QVERIFY(bars()[0]->difference().isEmpty());
        // A drag that ends where it began, and one that is cancelled.
        press(marker);
        QTest::mouseRelease(marker, Qt::LeftButton);
        QVERIFY(!bars()[0]->values().comparedTo);
        press(marker);
        dragTo(marker, {2});
        QTest::keyClick(marker, Qt::Key_Escape);
        QTest::mouseRelease(marker, Qt::LeftButton);
        QVERIFY(!bars()[0]->values().comparedTo);
    }

    /// The arrow keys show what a drag shows, until the marker is left or something else changes the plan.
    void keysShowTheDifference() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        marker->setFocus();
        QTest::keyClick(marker, Qt::Key_End);
        bars()[0]->setFocus();
        QTRY_VERIFY(m_session->resultIsCurrent());
        const auto peaks = [this] {
            std::vector<uint64_t> bytes;
            for (const IpuBar* const bar : bars()) {
                bytes.push_back(bar->values().estimate->peakTileBytes);
            }
            return bytes;
        };
        std::vector<uint64_t> before = peaks();
        const auto compared = [&] {
            for (size_t i = 0; i < bars().size(); ++i) {
                if (bars()[i]->values().comparedTo != before[i]) {
                    return false;
                }
            }
            return true;
        };
        marker->setFocus();
        QVERIFY(!bars()[0]->values().comparedTo);
        // Several keys are compared with the plan before the first of them.
        for (int press = 0; press < 2; ++press) {
            QTest::keyClick(marker, Qt::Key_Left);
            QTRY_VERIFY(m_session->resultIsCurrent());
            QVERIFY(compared());
        }
        const auto change = static_cast<int64_t>(peaks()[0]) - static_cast<int64_t>(before[0]);
        QVERIFY(change != 0);
        QCOMPARE(bars()[0]->difference(), signedBytesText(change));
        // Escape, another marker, another control, and undo end it.
        QTest::keyClick(marker, Qt::Key_Escape);
        QVERIFY(!bars()[0]->values().comparedTo);
        before = peaks();
        QTest::keyClick(marker, Qt::Key_Right);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(compared());
        QTest::keyClick(marker, Qt::Key_Tab);
        QVERIFY(!marker->hasFocus());
        QVERIFY(!bars()[0]->values().comparedTo);
        marker->setFocus();
        QTest::keyClick(marker, Qt::Key_Left);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(bars()[0]->values().comparedTo);
        m_editor->undoStack()->undo();
        QVERIFY(!bars()[0]->values().comparedTo);
        // A key that does not move the marker shows nothing.
        QTRY_VERIFY(m_session->resultIsCurrent());
        QTest::keyClick(marker, Qt::Key_End);
        bars()[0]->setFocus();
        marker->setFocus();
        QTest::keyClick(marker, Qt::Key_End);
        QVERIFY(!bars()[0]->values().comparedTo);
    }

    void theGhostIsPainted() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        press(marker);
        dragTo(marker, {1});
        QTRY_VERIFY(m_session->resultIsCurrent());
        IpuBar* const bar = bars()[0];
        QVERIFY(!bar->difference().isEmpty());
        const QImage with = bar->grab().toImage();
        IpuBarData values = bar->values();
        values.comparedTo.reset();
        bar->setValues(values);
        QVERIFY(bar->grab().toImage() != with);
        QTest::mouseRelease(marker, Qt::LeftButton);
    }

    void aBaselineIsChosen() {
        const uint64_t before = bars()[0]->values().estimate->peakTileBytes;
        QAction* const compare = m_page->bars()->baselineActions()[0];
        QAction* const none = m_page->bars()->baselineActions()[1];
        QVERIFY(compare->isEnabled() && !none->isEnabled());
        compare->trigger();
        QVERIFY(none->isEnabled());
        QTest::keyClick(m_page->canvas()->markers()[0], Qt::Key_Left);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QCOMPARE(bars()[0]->values().comparedTo, std::optional(before));
        QVERIFY(!bars()[0]->difference().isEmpty());
        // It stays over drags.
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        press(marker);
        QCOMPARE(bars()[0]->values().comparedTo, std::optional(before));
        QTest::mouseRelease(marker, Qt::LeftButton);
        QCOMPARE(bars()[0]->values().comparedTo, std::optional(before));
        // The menu of a bar has the actions, too.
        QStringList offered;
        QTimer::singleShot(0, this, [&] {
            auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (const QAction* const action : menu->actions()) {
                offered += action->text();
            }
            menu->close();
        });
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, {5, 5}, bars()[0]->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(bars()[0], &menu);
        QVERIFY2(offered.contains(none->text()), qPrintable(offered.join(QLatin1Char(' '))));
        none->trigger();
        QVERIFY(!bars()[0]->values().comparedTo);
        // Another profile has nothing to compare with.
        compare->trigger();
        open(test::fixtureDirectory("bert-tiny-inf"));
        QVERIFY(!bars()[0]->values().comparedTo && !none->isEnabled());
    }

    /// Each part is what the estimate has on the fullest tile.
    void segmentsAreAllOfThePipelines() {
        const test::TemporaryDirectory directory;
        GeneratorOptions options = test::smallModel("bert-base", true);
        options.layers = 6;
        options.traits.tileLayout = true;
        QVERIFY(writeModel(test::generateOrThrow(options), directory.path()));
        m_session->setSetting({});
        QTRY_COMPARE(m_session->setting().setting, Setting::Pipeline);
        open(directory.path());
        QTRY_VERIFY(m_session->resultIsCurrent());
        CategoryBytes sum;
        Workers workers(1);
        for (const IpuBar* const bar : bars()) {
            const IpuBarData& shown = bar->values();
            QVERIFY(shown.parts);
            const auto tiles = m_session->estimator()->tilesPlaced(shown.placed, workers);
            const CategoryBytes expected = tiles->tile(shown.estimate->peakTile.index());
            QCOMPARE(shown.parts->variables, expected.variables);
            QCOMPARE(shown.parts->statics, expected.statics());
            QCOMPARE(shown.parts->stash, expected.stash);
            QCOMPARE(shown.parts->accumulators, expected.accumulators);
            QCOMPARE(shown.parts->unowned, expected.unowned);
            QCOMPARE(shown.parts->total(), shown.estimate->peakTileBytes);
            sum.stash += expected.stash;
            sum.accumulators += expected.accumulators;
            sum.unowned += expected.unowned;
        }
        QVERIFY(sum.stash > 0);
        QVERIFY(sum.accumulators > 0);
        QVERIFY(sum.unowned > 0);
        QCOMPARE(barParts().size(), size_t{6});
    }

    void aFewBarsUseTheRoom() {
        for (const QSize size : {QSize(1200, 700), QSize(2500, 1300)}) {
            m_page->resize(size);
            QApplication::processEvents();
            const int bottom = bars().back()->geometry().bottom();
            QVERIFY2(m_page->bars()->height() - bottom < 8, qPrintable(QString::number(bottom)));
            for (const IpuBar* const bar : bars()) {
                QVERIFY(bar->height() >= bar->sizeHint().height());
            }
            QVERIFY(!area()->verticalScrollBar()->isVisible());
        }
    }

    /// Either all bars have room for their cycles, or none.
    void allBarsAreEquallyHigh() {
        for (int height = 330; height < 500; height += 7) {
            m_page->resize(1200, height);
            QApplication::processEvents();
            for (const IpuBar* const bar : bars()) {
                QCOMPARE(bar->height(), bars()[0]->height());
            }
        }
    }

    /// In a narrow column, what is said first is said whole.
    void aNarrowColumnLeavesOutTheShare() {
        const auto names = [this](const char* what) {
            return std::count_if(bars().begin(), bars().end(), [what](const IpuBar* bar) {
                return bar->shownVerdict().contains(QString::fromUtf8(what));
            });
        };
        const auto all = static_cast<qsizetype>(bars().size());
        QCOMPARE(names("%)"), all);
        for (int width = 1200; holdsTheFigures(width); width -= 20) {
            QCOMPARE(names("headroom"), all);
            QCOMPARE(names("\u2026"), qsizetype{0});
        }
        QCOMPARE(names("%)"), qsizetype{0});
    }

    void aDragCutsNoFigure() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        for (int width = 1200; holdsTheFigures(width); width -= 20) {
            press(marker);
            dragTo(marker, {1});
            QTRY_VERIFY(m_session->resultIsCurrent());
            for (const IpuBar* const bar : bars()) {
                QVERIFY2(!bar->shownVerdict().contains(QStringLiteral("\u2026")),
                         qPrintable(bar->shownVerdict()));
            }
            QTest::keyClick(marker, Qt::Key_Escape);
            QTest::mouseRelease(marker, Qt::LeftButton);
        }
    }

    /// 64 IPUs are seen at once, in a small window as well.
    void manyIpusGetCompact() {
        const test::TemporaryDirectory directory;
        GeneratorOptions options = test::smallModel("gpt", false);
        options.layers = 70;
        options.tiles = 4;
        QVERIFY(writeModel(test::generateOrThrow(options), directory.path()));
        open(directory.path());
        SplitPlan splits(m_session->layers()->count());
        for (uint32_t layer = 1; layer < 64; ++layer) {
            splits = splits.withAdded({layer});
        }
        m_editor->apply(*m_session->plan().withIpus(64).withSplits(splits), QStringLiteral("test"));
        QTRY_VERIFY(m_session->resultIsCurrent());
        QCOMPARE(bars().size(), size_t{64});
        m_page->setting()->setUnfolded(false);
        for (const QSize size : {QSize(1200, 450), QSize(1200, 700), QSize(1900, 1000)}) {
            m_page->resize(size);
            QApplication::processEvents();
            QVERIFY(!area()->verticalScrollBar()->isVisible());
            std::set<std::pair<int, int>> places;
            for (IpuBar* const bar : bars()) {
                QVERIFY(bar->isVisible() && bar->height() >= 4);
                QVERIFY(m_page->bars()->rect().contains(bar->geometry()));
                QVERIFY(places.emplace(bar->x(), bar->y()).second);
                QVERIFY(!bar->grab().isNull());
            }
        }
        // With room for it, each has a line of text.
        QVERIFY(m_page->bars()->columnCount() > 1);
        QVERIFY(bars()[0]->height() >= bars()[0]->lineHeight());
        QTest::keyClick(bars()[31], Qt::Key_Down);
        QVERIFY(bars()[32]->hasFocus());
        // Only where even compact rows do not fit, one scrolls.
        m_page->bars()->setFocus();
        QCOMPARE(area()->widget(), m_page->bars());
        area()->setFixedHeight(30);
        QTRY_VERIFY(area()->verticalScrollBar()->isVisible());
    }

private:
    const std::vector<IpuBar*>& bars() const { return m_page->bars()->bars(); }
    uint64_t scale() const { return bars()[0]->values().scale; }
    QScrollArea* area() const {
        return qobject_cast<QScrollArea*>(m_page->bars()->parentWidget()->parentWidget());
    }
    /// Makes the page so wide. Returns whether half of a bar holds the peak and the headroom, in whatever
    /// font.
    bool holdsTheFigures(int width) {
        m_page->resize(width, 420);
        QApplication::processEvents();
        QFont bold = bars()[0]->font();
        bold.setBold(true);
        const QString figures = QStringLiteral("000.0 KiB \u00b7 headroom 000.0 KiB");
        return bars()[0]->width() / 2 - 20 > QFontMetrics(bold).horizontalAdvance(figures);
    }
    static void press(SplitMarker* marker) {
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
    }
    void dragTo(SplitMarker* marker, LayerIndex boundary) {
        const int x = static_cast<int>(m_page->canvas()->geometry().xOf(boundary));
        QTest::mouseMove(marker, marker->mapFrom(m_page->canvas(), QPoint(x, 40)));
        QCOMPARE(marker->boundary(), boundary);
    }
};

TILELINE_TEST(TestIpuBars)
#include "test_ipubars.moc"
