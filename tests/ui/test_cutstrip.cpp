// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/modelgenerator.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/planpagefixture.h"
#include "ui/charts/chartcolors.h"
#include "ui/planpage/chartaxis.h"
#include "ui/planpage/cutstrip.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/splitmarker.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/timetext.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScreen>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <QWindow>

using namespace tileline;

/// Tests the strip that shows where to cut, the announcements at boundaries, and the effects of keys and
/// clicks there, in a real window with real events.
class TestCutStrip : public QObject, protected test::PlanPageFixture {
    Q_OBJECT
private slots:
    void initTestCase() { installMarkerAccessibility(); }

    void init() {
        showPage();
        open(test::fixtureDirectory("shuffled-layers"));
        QTRY_VERIFY(m_session->optimum() != nullptr);
    }

    void cleanup() {
        QTRY_VERIFY(!QApplication::activePopupWidget());
        closePage();
    }

    void cellsAreOfTheSelectedSplit() {
        // At first, each cell is about the nearest split.
        canvas()->setFocus();
        QSet<size_t> shown;
        for (const CutPosition& position : strip()->positions()) {
            shown += *position.split;
        }
        QCOMPARE(static_cast<size_t>(shown.size()), plan().splits().size());
        comparePositions();
        canvas()->markers()[1]->setFocus();
        for (const CutPosition& position : strip()->positions()) {
            QCOMPARE(position.split, std::optional(size_t{1}));
        }
        comparePositions();
        // The split stays selected when another widget gets the focus.
        m_page->setFocusPolicy(Qt::StrongFocus);
        m_page->setFocus();
        QCOMPARE(canvas()->selectedSplit(), std::optional(size_t{1}));
    }

    void aDragShowsThePositionsOfItsMarker() {
        SplitMarker* const marker = canvas()->markers()[2];
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
        for (uint32_t to = plan().splitPlan().rangeOf(2).first.value; to < plan().layerCount(); ++to) {
            const auto x = static_cast<int>(canvas()->geometry().xOf({to}));
            QTest::mouseMove(marker, marker->mapFrom(canvas(), QPoint(x, 40)));
            QCOMPARE(marker->boundary().value, to);
            comparePositions();
            QCOMPARE(strip()->positions()[0].split, std::optional(size_t{2}));
            // The cell predicted the peak of the new plan.
            QTRY_VERIFY(m_session->resultIsCurrent());
            QCOMPARE(strip()->positionAt({to})->peakTileBytes, m_session->result()->estimate.peakTileBytes());
        }
        QTest::mouseRelease(marker, Qt::LeftButton);
        QCOMPARE(m_editor->undoStack()->count(), 1);
    }

    void aCellIsEmptyUntilItIsComputed() {
        GeneratorOptions options;
        options.model = "gpt";
        options.layers = 24;
        options.tiles = 96;
        const auto model = generateModel(options);
        const test::TemporaryDirectory directory;
        QVERIFY(model && writeModel(*model, directory.path()));
        size_t unknown = 0;
        QObject context;
        connect(m_session.get(), &Session::tableProgress, &context, [&] {
            for (const CutPosition& position : strip()->positions()) {
                unknown += position.known ? 0 : 1;
            }
        });
        m_session->close();
        QVERIFY(strip()->positions().empty());
        open(directory.path());
        QTRY_VERIFY(m_session->optimum() != nullptr);
        QVERIFY(unknown > 0);
        QCOMPARE(strip()->positions().size(), plan().layerCount() - 1);
        for (const CutPosition& position : strip()->positions()) {
            QVERIFY(position.known);
        }
    }

    void pointingShowsTheNumbers() {
        showPage();
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        QTRY_VERIFY(m_session->optimum() != nullptr && m_session->cycles());
        const CutPosition position = freePosition();
        hover(strip(), strip()->cellOf(position.at).center());
        QTRY_VERIFY(!canvas()->shownNote().isEmpty());
        const SplitPlan moved = plan().withSplitMoved(*position.split, position.at).splitPlan();
        Workers workers(1);
        const PlanEstimate expected = *m_session->estimator()->estimate(moved, workers);
        const auto now = static_cast<int64_t>(m_session->result()->estimate.peakTileBytes());
        const QStringList& note = canvas()->shownNote();
        QCOMPARE(note.size(), 3);
        QVERIFY2(note[0].startsWith(
                     QStringLiteral("Move split %1 here: peak %2 (%3)")
                         .arg(QString::number(*position.split + 1), bytesText(expected.peakTileBytes()),
                              signedBytesText(static_cast<int64_t>(expected.peakTileBytes()) - now))),
                 qPrintable(note[0]));
        QCOMPARE(note[1], bytesText(m_session->estimator()->crossingBytes(position.at)) +
                              QStringLiteral(" cross here"));
        QVERIFY2(
            note[2].startsWith(QStringLiteral("Period ") + cyclesText(m_session->timeOf(expected)->period)),
            qPrintable(note[2]));
        // The bars show the same plan.
        QVERIFY(canvas()->shownWhatIf() && canvas()->shownWhatIf()->plan == moved);
        QAccessibleInterface* const accessible = QAccessible::queryAccessibleInterface(strip());
        QVERIFY(accessible->text(QAccessible::Value).startsWith(note[0]));
        QVERIFY(accessible->text(QAccessible::Name).contains(QLatin1String("cut")));
        QVERIFY(strip()->accessibleDescription().startsWith(note[0]));
        hover(canvas(), QPoint(2, 2));
        QTRY_VERIFY(canvas()->shownNote().isEmpty());
    }

    /// Tests this also if another split was selected before: the click takes the focus.
    void aClickDoesWhatIsAnnounced() {
        canvas()->markers()[1]->setFocus();
        const LayerRange range = plan().splitPlan().rangeOf(1);
        const LayerIndex to = range.first == plan().splits()[1] ? range.last : range.first;
        const QPoint at = strip()->cellOf(to).center();
        hover(strip(), at);
        QTRY_VERIFY(!canvas()->shownNote().isEmpty());
        QVERIFY(canvas()->shownNote()[0].startsWith(QLatin1String("Move split 2 here")));
        const SplitPlan announced = canvas()->shownWhatIf()->plan;
        QTest::mouseClick(strip(), Qt::LeftButton, {}, at);
        QVERIFY(plan().splitPlan() == announced);
        QCOMPARE(plan().splits()[1], to);
        QVERIFY(canvas()->markers()[1]->hasFocus());
        QCOMPARE(m_editor->undoStack()->count(), 1);
        // The arrow keys continue from there, and the strip's text follows.
        QTest::keyClick(canvas()->markers()[1], to == range.first ? Qt::Key_Right : Qt::Key_Left);
        QVERIFY2(strip()->valueText().startsWith(QLatin1String("Split 2 is here: peak ")),
                 qPrintable(strip()->valueText()));
        QVERIFY(strip()->valueText().contains(
            bytesText(m_session->estimator()->crossingBytes(plan().splits()[1]))));
    }

    void saysWhereASplitCannotBe() {
        SplitMarker* const marker = canvas()->markers()[1];
        const LayerIndex free = freePosition().at;
        m_editor->toggleForbidden(free);
        marker->setFocus();
        QCOMPARE(textAt(free), QStringLiteral("Splits are forbidden here"));
        QCOMPARE(textAt(plan().splits()[2]), QStringLiteral("Split 2 cannot pass another split"));
        const LayerIndex before = plan().splits()[1];
        QTest::mouseClick(strip(), Qt::LeftButton, {}, strip()->cellOf(plan().splits()[2]).center());
        QTest::mouseClick(strip(), Qt::LeftButton, {}, strip()->cellOf(free).center());
        QCOMPARE(plan().splits()[1], before);
        QVERIFY(marker->hasFocus());
        QTest::keyClick(marker, Qt::Key_P);
        const LayerRange range = plan().splitPlan().rangeOf(1);
        QCOMPARE(textAt(range.first == before ? range.last : range.first),
                 QStringLiteral("Split 2 is pinned"));
    }

    /// The difference is visible without colours: cells whose plan fits are plain, others are hatched.
    void cellsThatDoNotFitAreHatched() {
        const CutPosition position = freePosition();
        const auto shades = [&] {
            const QImage image = strip()->grab().toImage();
            QSet<int> found;
            const QRect cell = strip()->cellOf(position.at).adjusted(3, 3, -3, -3);
            for (int x = cell.left(); x < cell.center().x() - 4; ++x) { // beside the dot
                for (int y = cell.top(); y <= cell.bottom(); ++y) {
                    found += qGray(image.pixel(x, y));
                }
            }
            return found.size();
        };
        QVERIFY(strip()->positionAt(position.at)->overflow == 0);
        QCOMPARE(shades(), 1);
        m_editor->setMemoryPerTile(100);
        QVERIFY(strip()->positionAt(position.at)->overflow > 0);
        QVERIFY(shades() > 1);
    }

    void aPlanOfOneStageShowsWhereToBegin() {
        m_editor->setIpus(1);
        QVERIFY(plan().splits().empty());
        const LayerIndex at{4};
        hover(strip(), strip()->cellOf(at).center());
        QTRY_VERIFY(!canvas()->shownNote().isEmpty());
        QVERIFY(
            canvas()->shownNote()[0].startsWith(QLatin1String("Add a split here, for a total of 2 IPUs")));
        QTest::mouseClick(strip(), Qt::LeftButton, {}, strip()->cellOf(at).center());
        QCOMPARE(plan().splits().size(), size_t{1});
        QCOMPARE(plan().splits()[0], at);
    }

    /// First comes the effect of a double click, which adds a split; then that of moving a split there.
    void aBoundaryAnnouncesWhatADoubleClickDoes() {
        const CutPosition position = freePosition();
        const QPoint at(static_cast<int>(canvas()->geometry().xOf(position.at)), 120);
        hover(canvas(), at);
        QTRY_VERIFY(!canvas()->shownNote().isEmpty());
        const QStringList note = canvas()->shownNote();
        QVERIFY2(note[0].startsWith(QLatin1String("Add a split here, for a total of 5 IPUs: peak ")),
                 qPrintable(note[0]));
        QVERIFY(note[1].startsWith(QStringLiteral("Move split %1 here: peak ").arg(*position.split + 1)));
        const SplitPlan announced = canvas()->shownWhatIf()->plan;
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, at);
        QVERIFY(plan().splitPlan() == announced);
        // In the middle of a layer, nothing is announced, and a double click does nothing.
        const QPoint middle(static_cast<int>(canvas()->geometry().centreOf({5})), 120);
        hover(canvas(), middle);
        QTRY_VERIFY(canvas()->shownNote().isEmpty());
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, middle);
        QVERIFY(plan().splitPlan() == announced);
    }

    void menusAndMarkersEndTheAnnouncement() {
        const QPoint at(static_cast<int>(canvas()->geometry().xOf(freePosition().at)), 120);
        SplitMarker* const marker = canvas()->markers()[0];
        for (QWidget* const widget : {static_cast<QWidget*>(canvas()), static_cast<QWidget*>(marker)}) {
            hover(canvas(), at);
            QTRY_VERIFY(!canvas()->shownNote().isEmpty());
            const QPoint place = widget == canvas() ? at : widget->rect().center();
            QContextMenuEvent menu(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
            QApplication::sendEvent(widget, &menu);
            QVERIFY(canvas()->shownNote().isEmpty() && !canvas()->shownWhatIf());
            auto* const shown = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(shown);
            shown->close();
            QTRY_VERIFY(!QApplication::activePopupWidget());
        }
        hover(canvas(), at);
        QTRY_VERIFY(!canvas()->shownNote().isEmpty());
        hover(marker, marker->rect().center());
        QTRY_VERIFY(canvas()->shownNote().isEmpty());
    }

    void keysActWhereTheUserLastClicked() {
        const LayerIndex at = freePosition().at;
        QVERIFY(at != LayerIndex{1});
        const QPoint place(static_cast<int>(canvas()->geometry().xOf(at)), 120);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, place);
        QVERIFY(plan().splitPlan().isSplit(at));
        m_editor->undoStack()->undo();
        QVERIFY(!plan().splitPlan().isSplit(at));
        QTest::keyClick(canvas(), Qt::Key_P);
        QVERIFY(plan().isPinned(at));
        QVERIFY(!plan().isPinned({1}));
        // After a marker has been removed, the commands act at its old boundary.
        canvas()->setFocus();
        m_editor->setIpus(2);
        m_editor->togglePinned(plan().splits()[0]);
        SplitMarker* const marker = canvas()->markers()[0];
        marker->setFocus();
        const LayerIndex was = marker->boundary();
        QTest::keyClick(marker, Qt::Key_Delete);
        QVERIFY(canvas()->hasFocus());
        QCOMPARE(canvas()->cursor(), was);
    }

    /// Checks the picture on the screen; the test does not draw it again.
    void theAxisFollowsTheZoomedChart() {
        QTest::qWait(50);
        QScrollBar* bar = nullptr;
        for (QScrollBar* const candidate : m_page->findChildren<QScrollBar*>()) {
            if (candidate->orientation() == Qt::Horizontal && candidate->window() == m_page.get() &&
                candidate->parentWidget()->parentWidget()->isAncestorOf(canvas())) {
                bar = candidate;
            }
        }
        QVERIFY(bar && !bar->isVisible());
        const QPoint at(100, 100);
        QWheelEvent event(at, canvas()->mapToGlobal(at), {}, {0, 480}, Qt::NoButton, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas(), &event);
        QTRY_VERIFY(bar->isVisible());
        QTest::qWait(50);
        auto* const axis = m_page->findChild<ChartAxis*>();
        const QRect area(axis->mapTo(m_page.get(), QPoint()), axis->size());
        const QImage shown = m_page->screen()
                                 ->grabWindow(m_page->winId())
                                 .toImage()
                                 .copy(area)
                                 .convertToFormat(QImage::Format_RGB32);
        const QImage fresh = m_page->grab().toImage().copy(area).convertToFormat(QImage::Format_RGB32);
        QVERIFY(shown.size() == fresh.size() && shown == fresh);
    }

    /// A number for which there is no room is shown as a dot.
    void everyCrossingIsShownOrHasASign() {
        m_editor->setIpus(64);
        for (uint32_t layer = 1; layer < plan().layerCount(); ++layer) {
            m_editor->addSplit({layer});
        }
        PlanCanvas narrow(m_editor.get(), m_selection.get());
        narrow.resize(360, 300);
        narrow.show();
        QVERIFY(QTest::qWaitForWindowExposed(&narrow));
        const QImage image = narrow.grab().toImage();
        const QRect row = PlanRows::of(narrow.width(), narrow.height()).crossing;
        const QColor text = ChartColors(narrow.palette()).text();
        int dots = 0;
        for (const LayerIndex split : plan().splits()) {
            // Looks below the end of the marker's line for a dot or the middle of a number.
            const auto x = static_cast<int>(narrow.geometry().xOf(split));
            int ink = 0;
            int top = 0;
            for (int dx = -3; dx <= 3; ++dx) {
                for (int y = row.top() - 1; y <= row.bottom(); ++y) {
                    const bool dark = contrast(image.pixelColor(x + dx, y), text) < 2;
                    ink += dark ? 1 : 0;
                    top += dark && y < row.top() + 4 && std::abs(dx) <= 2 ? 1 : 0;
                }
            }
            QVERIFY2(ink > 4, qPrintable(QString::number(split.value)));
            dots += top >= 12 ? 1 : 0;
        }
        QVERIFY2(dots >= 4, qPrintable(QString::number(dots)));
    }

private:
    PlanCanvas* canvas() const { return m_page->canvas(); }
    CutStrip* strip() const { return canvas()->strip(); }
    const Plan& plan() const { return m_session->plan(); }
    QString textAt(LayerIndex at) const {
        return strip()->textOf(*strip()->positionAt(at)).join(QLatin1Char('\n'));
    }
    void hover(QWidget* widget, const QPoint& at) const {
        QWindow* const window = m_page->windowHandle();
        QTest::mouseMove(window, canvas()->mapTo(m_page.get(), QPoint(3, 3)));
        QTest::mouseMove(window, widget->mapTo(m_page.get(), at));
    }
    /// A boundary without a split, to which a split can be moved.
    CutPosition freePosition() const {
        for (const CutPosition& position : strip()->positions()) {
            if (position.at.value > 1 && position.state == CutPosition::State::Possible &&
                !plan().splitPlan().isSplit(position.at)) {
                return position;
            }
        }
        return {};
    }
    /// Compares the cells with full estimates.
    void comparePositions() const {
        Workers workers(1);
        for (const CutPosition& position : strip()->positions()) {
            if (position.state == CutPosition::State::Possible) {
                const SplitPlan moved = plan().splitPlan().withMoved(*position.split, position.at);
                QCOMPARE(position.peakTileBytes,
                         m_session->estimator()->estimate(moved, workers)->peakTileBytes());
            }
        }
    }
};

TILELINE_TEST(TestCutStrip)
#include "test_cutstrip.moc"
