// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/planpagefixture.h"
#include "ui/look/metrics.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/text/bytestext.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QImage>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <set>

using namespace tileline;

/// Tests the contents of the IPU bars beneath their stages, and how they compare plans.
class TestStageBars : public QObject, protected test::PlanPageFixture {
    Q_OBJECT
private slots:
    void init() { openPage("bert-tiny-train"); }

    void cleanup() { closePage(); }

    /// The limit stays even if peaks are far above it: bars are cut.
    void theLimitStaysDuringADrag() {
        for (const uint64_t memory : {1000, 638976}) {
            m_editor->setMemoryPerTile(memory);
            QTRY_VERIFY(m_session->resultIsCurrent());
            QCOMPARE(widget()->scale(), memory + memory / 3);
            const double limit = widget()->yOf(memory);
            const QRect plot = widget()->plot();
            QVERIFY(std::abs((plot.bottom() + 1 - limit) / plot.height() - 0.75) < 0.01);
            SplitMarker* const marker = m_page->canvas()->markers()[0];
            press(marker);
            std::set<uint64_t> peaks;
            for (const uint32_t to : {1U, 2U, 3U, 2U, 1U}) {
                dragTo(marker, {to});
                QTRY_VERIFY(m_session->resultIsCurrent());
                peaks.insert(bars()[0].estimate->peakTileBytes);
                QCOMPARE(widget()->yOf(memory), limit);
                QVERIFY(widget()->yOf(bars()[0].estimate->peakTileBytes) >= plot.top());
            }
            QVERIFY(peaks.size() > 1);
            QTest::mouseRelease(marker, Qt::LeftButton);
        }
    }

    /// Each bar is beneath its stage, and moves with it.
    void barsStandBeneathTheirStages() {
        for (const double zoom : {1.0, 3.0}) {
            m_page->canvas()->setZoom(zoom);
            QApplication::processEvents();
            for (const IpuBar& bar : bars()) {
                const QRect area = widget()->areaOf(bar.stage);
                const BoundaryGeometry& geometry = m_page->canvas()->geometry();
                QCOMPARE(area.left(), qRound(geometry.xOf(bar.placed.entries.first)));
                QCOMPARE(area.right() + 1, qRound(geometry.xOf(bar.placed.entries.last.next())));
                QVERIFY(area.contains(widget()->columnOf(bar.stage)));
                QCOMPARE(widget()->barAt(widget()->columnOf(bar.stage).center()), bar.stage);
            }
        }
    }

    /// Only the part above the limit is hatched, in the limit's colour.
    void whatIsOverIsHatched() {
        const auto overPixels = [this] {
            const QColor over = ChartColors(widget()->palette()).limit();
            const QRect column = widget()->columnOf({0});
            const QImage picture = widget()->grab(column).toImage();
            int count = 0;
            const int limit = qRound(widget()->yOf(bars()[0].limit)) - column.top();
            for (int y = 3; y < picture.height(); ++y) {
                for (int x = 3; x < picture.width() - 3; ++x) {
                    const bool is = picture.pixelColor(x, y) == over;
                    count += is ? 1 : 0;
                    if (is && y > limit + 3) {
                        return -1;
                    }
                }
            }
            return count;
        };
        QVERIFY(!bars()[0].isOver());
        QCOMPARE(overPixels(), 0);
        m_editor->setMemoryPerTile(bars()[0].estimate->peakTileBytes * 4 / 5);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(bars()[0].isOver());
        QVERIFY(overPixels() > 20);
        QVERIFY2(widget()->shownTexts({0})[1].startsWith(QLatin1String("over by")),
                 qPrintable(widget()->shownTexts({0}).join(' ')));
    }

    void keysGoThroughTheBars() {
        widget()->setFocus();
        QCOMPARE(widget()->current(), StageIndex{0});
        const std::pair<Qt::Key, uint32_t> steps[] = {
            {Qt::Key_Right, 1}, {Qt::Key_Down, 2}, {Qt::Key_Up, 1},   {Qt::Key_End, 3},
            {Qt::Key_Right, 3}, {Qt::Key_Left, 2}, {Qt::Key_Home, 0}, {Qt::Key_Left, 0}};
        for (const auto& [key, at] : steps) {
            QTest::keyClick(widget(), key);
            QCOMPARE(widget()->current(), StageIndex{at});
            QCOMPARE(widget()->accessibleDescription(), bars()[at].summary());
        }
        QTest::keyClick(widget(), Qt::Key_Right);
        QSignalSpy limits(widget(), &StageBars::limitRequested);
        QTest::keyClick(widget(), Qt::Key_F2);
        QCOMPARE(limits.size(), 1);
        QCOMPARE(limits[0][0].value<StageIndex>(), StageIndex{1});
        QTest::mouseDClick(widget(), Qt::LeftButton, {}, widget()->columnOf({2}).center());
        QCOMPARE(limits.last()[0].value<StageIndex>(), StageIndex{2});
        // The bars follow the last marker in the tab order.
        m_page->canvas()->markers().back()->setFocus();
        QTest::keyClick(m_page->canvas()->markers().back(), Qt::Key_Tab);
        QVERIFY(widget()->hasFocus());
    }

    void aDragShowsTheDifference() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        std::vector<uint64_t> before;
        for (const IpuBar& bar : bars()) {
            before.push_back(bar.estimate->peakTileBytes);
            QVERIFY(bar.difference().isEmpty());
        }
        press(marker);
        dragTo(marker, {1});
        QTRY_VERIFY(m_session->resultIsCurrent());
        size_t different = 0;
        for (size_t i = 0; i < bars().size(); ++i) {
            QCOMPARE(bars()[i].comparedTo, std::optional(before[i]));
            const auto now = bars()[i].estimate->peakTileBytes;
            const auto change = static_cast<int64_t>(now) - static_cast<int64_t>(before[i]);
            QCOMPARE(bars()[i].difference(), change == 0 ? QString() : signedBytesText(change));
            QVERIFY(bars()[i].summary().contains(bars()[i].difference()));
            different += change == 0 ? 0 : 1;
        }
        QVERIFY(different >= 1 && different <= 2); // only the marker's neighbours
        QTest::mouseRelease(marker, Qt::LeftButton);
        QVERIFY(bars()[0].difference().isEmpty());
        // Nothing is compared after a drag that ends where it began, or is cancelled.
        press(marker);
        QTest::mouseRelease(marker, Qt::LeftButton);
        QVERIFY(!bars()[0].comparedTo);
        press(marker);
        dragTo(marker, {2});
        QTest::keyClick(marker, Qt::Key_Escape);
        QTest::mouseRelease(marker, Qt::LeftButton);
        QVERIFY(!bars()[0].comparedTo);
    }

    /// Arrow keys show the same as a drag, until the marker loses the focus or the plan changes otherwise.
    void keysShowTheDifference() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        marker->setFocus();
        QTest::keyClick(marker, Qt::Key_End);
        widget()->setFocus();
        QTRY_VERIFY(m_session->resultIsCurrent());
        const auto peaks = [this] {
            std::vector<uint64_t> bytes;
            for (const IpuBar& bar : bars()) {
                bytes.push_back(bar.estimate->peakTileBytes);
            }
            return bytes;
        };
        std::vector<uint64_t> before = peaks();
        const auto compared = [&] {
            for (size_t i = 0; i < bars().size(); ++i) {
                if (bars()[i].comparedTo != before[i]) {
                    return false;
                }
            }
            return true;
        };
        marker->setFocus();
        QVERIFY(!bars()[0].comparedTo);
        // After several key presses, the comparison is with the plan before the first one.
        for (int press = 0; press < 2; ++press) {
            QTest::keyClick(marker, Qt::Key_Left);
            QTRY_VERIFY(m_session->resultIsCurrent());
            QVERIFY(compared());
        }
        const auto change = static_cast<int64_t>(peaks()[0]) - static_cast<int64_t>(before[0]);
        QVERIFY(change != 0);
        QCOMPARE(bars()[0].difference(), signedBytesText(change));
        // Escape, another marker, another control, and undo end the comparison.
        QTest::keyClick(marker, Qt::Key_Escape);
        QVERIFY(!bars()[0].comparedTo);
        before = peaks();
        QTest::keyClick(marker, Qt::Key_Right);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(compared());
        QTest::keyClick(marker, Qt::Key_Tab);
        QVERIFY(!marker->hasFocus());
        QVERIFY(!bars()[0].comparedTo);
        marker->setFocus();
        QTest::keyClick(marker, Qt::Key_Left);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(bars()[0].comparedTo);
        m_editor->undoStack()->undo();
        QVERIFY(!bars()[0].comparedTo);
        // A key that does not move the marker starts no comparison.
        QTRY_VERIFY(m_session->resultIsCurrent());
        QTest::keyClick(marker, Qt::Key_End);
        widget()->setFocus();
        marker->setFocus();
        QTest::keyClick(marker, Qt::Key_End);
        QVERIFY(!bars()[0].comparedTo);
    }

    void theGhostIsPainted() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        press(marker);
        dragTo(marker, {1});
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(!bars()[0].difference().isEmpty());
        const QImage with = widget()->grab(widget()->columnOf({0})).toImage();
        const uint64_t peak = bars()[0].estimate->peakTileBytes;
        QTest::mouseRelease(marker, Qt::LeftButton);
        QCOMPARE(bars()[0].estimate->peakTileBytes, peak);
        QVERIFY(bars()[0].difference().isEmpty());
        QVERIFY(widget()->grab(widget()->columnOf({0})).toImage() != with);
    }

    void aBaselineIsChosen() {
        const uint64_t before = bars()[0].estimate->peakTileBytes;
        QAction* const compare = m_page->bars()->baselineActions()[0];
        QAction* const none = m_page->bars()->baselineActions()[1];
        QVERIFY(compare->isEnabled() && !none->isEnabled());
        compare->trigger();
        QVERIFY(none->isEnabled());
        QTest::keyClick(m_page->canvas()->markers()[0], Qt::Key_Left);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QCOMPARE(bars()[0].comparedTo, std::optional(before));
        QVERIFY(!bars()[0].difference().isEmpty());
        // The baseline stays during and after a drag.
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        press(marker);
        QCOMPARE(bars()[0].comparedTo, std::optional(before));
        QTest::mouseRelease(marker, Qt::LeftButton);
        QCOMPARE(bars()[0].comparedTo, std::optional(before));
        // The context menu of a bar also has the actions.
        QStringList offered;
        QTimer::singleShot(0, this, [&] {
            auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (const QAction* const action : menu->actions()) {
                offered += action->text();
            }
            menu->close();
        });
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, {5, 5}, widget()->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(widget(), &menu);
        QVERIFY2(offered.contains(none->text()), qPrintable(offered.join(QLatin1Char(' '))));
        none->trigger();
        QVERIFY(!bars()[0].comparedTo);
        // For another profile, there is no baseline.
        compare->trigger();
        open(test::fixtureDirectory("bert-tiny-inf"));
        QVERIFY(!bars()[0].comparedTo && !none->isEnabled());
    }

    /// Each part of a bar equals the estimate's bytes on the fullest tile.
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
        for (const IpuBar& bar : bars()) {
            const IpuBar& shown = bar;
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
            QCOMPARE(widget()->geometry().bottom(), m_page->canvas()->height() - 1);
            QVERIFY(widget()->plot().height() > widget()->height() * 3 / 4);
            QVERIFY(m_page->canvas()->visibleRegion().contains(widget()->geometry()));
        }
    }

    /// In a narrow area, the end of the text beside a bar is left out, but no figure is cut.
    void aNarrowAreaLeavesOutTheShare() {
        const auto names = [this](const char* what) {
            return std::count_if(bars().begin(), bars().end(), [&](const IpuBar& bar) {
                return widget()->shownTexts(bar.stage).join(' ').contains(QString::fromUtf8(what));
            });
        };
        m_page->resize(2400, 700);
        QApplication::processEvents();
        const auto all = static_cast<qsizetype>(bars().size());
        QCOMPARE(names("%)"), all);
        QCOMPARE(names("headroom"), all);
        bool shorter = false;
        for (int width = 2400; holdsTheFigures(width); width -= 40) {
            QCOMPARE(names("headroom"), all);
            QCOMPARE(names("\u2026"), qsizetype{0});
            shorter = shorter || names("%)") < all;
        }
        QVERIFY(shorter);
        // In the narrowest area, only the number and the name are left.
        m_page->resize(500, 700);
        QApplication::processEvents();
        QCOMPARE(names("headroom"), qsizetype{0});
        for (const IpuBar& bar : bars()) {
            const QString peak = bytesText(bar.estimate->peakTileBytes);
            QCOMPARE(widget()->shownTexts(bar.stage)[0], peak.section(QChar::Nbsp, 0, 0));
        }
    }

    void aDragCutsNoFigure() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        for (int width = 2000; holdsTheFigures(width); width -= 40) {
            press(marker);
            dragTo(marker, {1});
            QTRY_VERIFY(m_session->resultIsCurrent());
            for (const IpuBar& bar : bars()) {
                const QString shown = widget()->shownTexts(bar.stage).join(' ');
                QVERIFY2(!shown.contains(QStringLiteral("\u2026")), qPrintable(shown));
                QVERIFY2(shown.contains(bytesText(bar.estimate->peakTileBytes)), qPrintable(shown));
            }
            QTest::keyClick(marker, Qt::Key_Escape);
            QTest::mouseRelease(marker, Qt::LeftButton);
        }
    }

    /// Even a small window shows 64 IPUs at once, with names and numbers.
    void manyIpusHaveNamesAndNumbers() {
        const test::TemporaryDirectory directory;
        GeneratorOptions options = test::smallModel("gpt", false);
        options.layers = 70;
        options.tiles = 4;
        QVERIFY(writeModel(test::generateOrThrow(options), directory.path()));
        open(directory.path());
        SplitPlan splits(m_session->layers()->count());
        for (uint32_t layer = 1; layer < 64; ++layer) {
            splits = splits.withAdded({layer * static_cast<uint32_t>(splits.layerCount()) / 64});
        }
        m_editor->apply(*m_session->plan().withIpus(64).withSplits(splits), QStringLiteral("test"));
        m_editor->setMemoryPerTile(638976);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QCOMPARE(bars().size(), size_t{64});
        m_page->setting()->setUnfolded(false);
        for (const QSize size : {QSize(1130, 600), QSize(1200, 700), QSize(1900, 1000)}) {
            m_page->resize(size);
            QApplication::processEvents();
            int end = 0;
            for (const IpuBar& bar : bars()) {
                const QRect area = widget()->areaOf(bar.stage);
                QVERIFY(area.left() >= end && widget()->rect().contains(area));
                QVERIFY(area.contains(widget()->columnOf(bar.stage)));
                end = area.right() + 1;
                const QStringList texts = widget()->shownTexts(bar.stage);
                QCOMPARE(texts[0], bytesText(bar.estimate->peakTileBytes).section(QChar::Nbsp, 0, 0));
                QVERIFY(texts[1].endsWith(QString::number(bar.stage.value)));
                // There is room for the height of the rotated number and for the width of the name.
                const QFontMetrics small(metrics::sized(widget()->font(), metrics::SmallType));
                QVERIFY(area.width() >= small.height() &&
                        area.width() + 1 >= small.horizontalAdvance(texts[1]));
            }
            QVERIFY(m_page->canvas()->visibleRegion().contains(widget()->geometry()));
            QVERIFY(widget()->plot().top() > 10 && widget()->plot().height() >= 20);
        }
        widget()->setFocus();
        QTest::keyClick(widget(), Qt::Key_End);
        QCOMPARE(widget()->current(), StageIndex{63});
    }

private:
    StageBars* widget() const { return m_page->bars(); }
    const std::vector<IpuBar>& bars() const { return widget()->bars(); }
    /// Resizes the page to `width`. Returns whether there is room for all texts beside their bars.
    bool holdsTheFigures(int width) {
        m_page->resize(width, 700);
        QApplication::processEvents();
        const QFontMetrics small(metrics::sized(widget()->font(), metrics::SmallType));
        const int needed = small.horizontalAdvance(QStringLiteral("headroom 0000.0 KiB"));
        return std::all_of(bars().begin(), bars().end(), [&](const IpuBar& bar) {
            return widget()->areaOf(bar.stage).right() - widget()->columnOf(bar.stage).right() > needed + 24;
        });
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

TILELINE_TEST(TestStageBars)
#include "test_stagebars.moc"
