// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "tests/ui/ownsettings.h"
#include "tests/ui/planpagefixture.h"
#include "ui/charts/chartcolors.h"
#include "ui/mainwindow.h"
#include "ui/planpage/chartaxis.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/splitmarker.h"
#include "ui/preferences/preferences.h"
#include "ui/text/bytestext.h"
#include "ui/text/cyclestext.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QMenuBar>
#include <QRadioButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace tileline;

namespace {

using Measure = LayerChart::Measure;

/// The text of the tool tip that a widget shows at a place.
QString tipAt(QWidget* widget, const QPoint& at) {
    QToolTip::hideText();
    QHelpEvent help(QEvent::ToolTip, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &help);
    return QToolTip::text();
}

} // namespace

/// Tests the layer chart's switch between bytes and cycles, in a real window with real events.
class TestLayerChart : public QObject, protected test::PlanPageFixture {
    Q_OBJECT
private slots:
    void initTestCase() {
        installMarkerAccessibility();
        test::useOwnSettings(m_directory);
    }

    void init() {
        QSettings().clear();
        showPage();
    }

    void cleanup() { closePage(); }

    /// At every size of the page, the axis has other labels than 0, and they do not overlap.
    void theAxisHasLabelsAtAnySize() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        const auto* const axis = m_page->findChild<ChartAxis*>();
        for (const QSize size : {QSize(1200, 330), QSize(1200, 420), QSize(1200, 700), QSize(2500, 1300)}) {
            m_page->resize(size);
            QTest::qWait(0);
            std::vector<AxisLabel> labelled;
            const auto labels = [&] { return labelled = axis->labels(); };
            QTRY_VERIFY2(!labels().empty() && labelled.back().value > 0,
                         qPrintable(QString::number(size.height())));
            QVERIFY(labelled.front().value == 0 || size.height() < 700);
            const PlanRows rows = PlanRows::of(canvas()->width(), canvas()->height());
            const QRect area = rows.chart;
            QVERIFY2(area.bottom() < rows.crossing.top(), qPrintable(QString::number(size.height())));
            for (size_t i = 1; i < labelled.size(); ++i) {
                const double distance = area.height() *
                                        static_cast<double>(labelled[i].value - labelled[i - 1].value) /
                                        static_cast<double>(chart()->maximum());
                QVERIFY(distance >= axis->fontMetrics().height());
            }
        }
    }

    void switchesByMouseAndKeys() {
        QVERIFY(!button("chartCycles")->isEnabled());
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        QTRY_VERIFY(chart()->cycles());
        QVERIFY(chart()->measure() == Measure::Bytes);
        QVERIFY(button("chartBytes")->isChecked());
        const uint64_t bytes = chart()->maximum();
        QVERIFY(titles().contains(QLatin1String("Bytes of each layer")));
        QTest::mouseClick(button("chartCycles"), Qt::LeftButton);
        QVERIFY(chart()->measure() == Measure::Cycles);
        QVERIFY(button("chartCycles")->isChecked() && !button("chartBytes")->isChecked());
        QVERIFY(titles().contains(QLatin1String("Cycles of each layer for a micro-batch (measured)")));
        QVERIFY(chart()->maximum() != bytes);
        // Backtab goes from the layers to the switch, and the arrow keys change it.
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Backtab);
        QVERIFY(button("chartCycles")->hasFocus());
        QTest::keyClick(button("chartCycles"), Qt::Key_Left);
        QVERIFY(button("chartBytes")->hasFocus() && button("chartBytes")->isChecked());
        QVERIFY(chart()->measure() == Measure::Bytes);
        QCOMPARE(chart()->maximum(), bytes);
        QTest::keyClick(button("chartBytes"), Qt::Key_C, Qt::AltModifier);
        QTRY_VERIFY(chart()->measure() == Measure::Cycles);
        QTest::keyClick(button("chartCycles"), Qt::Key_Tab);
        QVERIFY(canvas()->hasFocus());
    }

    void showsTheCyclesOfTheDefinition() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        QTRY_VERIFY(chart()->cycles());
        const EntryCycleFigures expected =
            **EntryCycleFigures::find(*m_session->profile(), *m_session->estimator()->entries());
        const EntryCycles& cycles = chart()->cycles()->cycles;
        QVERIFY(cycles.forward == expected.cycles.forward);
        QVERIFY(cycles.backward == expected.cycles.backward);
        chart()->choose(Measure::Cycles);
        // The axis ends above the highest bar.
        double highest = 0;
        for (size_t i = 0; i < cycles.forward.size(); ++i) {
            highest = std::max(highest, cycles.forward[i] + cycles.backward[i]);
        }
        QVERIFY(static_cast<double>(chart()->maximum()) > highest);
        QVERIFY(chart()->gridValues().size() > 1);
        for (uint32_t i = 0; i < cycles.forward.size(); ++i) {
            const QString tip = tipAt(canvas(), barBottom({i}));
            for (const QString& text :
                 {exactCyclesText(cycles.forward[i]), exactCyclesText(cycles.backward[i]),
                  percentText(*expected.tileBalance[i])}) {
                QVERIFY2(tip.contains(text), qPrintable(tip));
            }
        }
        chart()->choose(Measure::Bytes);
        QVERIFY(!tipAt(canvas(), barBottom({1})).contains(QLatin1String("cycles")));
    }

    /// A bar has the colours of the passes, from the bottom up, and nothing is above it.
    void drawsTheBars() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        QTRY_VERIFY(chart()->cycles());
        chart()->choose(Measure::Cycles);
        QTest::mouseMove(canvas(), QPoint(2, 2));
        const ChartColors colors(canvas()->palette());
        const QColor forwardColor = colors.phase(CyclePhase::Forward).fill;
        const QColor backwardColor = colors.phase(CyclePhase::Backward).fill;
        const QImage image = canvas()->grab().toImage();
        const QRect area = PlanRows::of(canvas()->width(), canvas()->height()).chart;
        const EntryCycleFigures& figures = *chart()->cycles();
        const auto countIn = [&](uint32_t layer, double from, double to, const QColor& color) {
            int count = 0;
            const auto y = [&](double cycles) {
                return static_cast<int>(area.bottom() + 1 -
                                        area.height() * cycles / static_cast<double>(chart()->maximum()));
            };
            const int x =
                static_cast<int>(canvas()->geometry().xOf({layer}) + canvas()->geometry().layerWidth * 0.3);
            for (int row = y(to) + 1; row < y(from) - 1; ++row) {
                for (int column = x; column < x + 8; ++column) {
                    count += image.pixelColor(column, row) == color ? 1 : 0;
                }
            }
            return count;
        };
        for (uint32_t i = 0; i < figures.cycles.forward.size(); ++i) {
            const double forward = figures.cycles.forward[i];
            const double all = forward + figures.cycles.backward[i];
            QVERIFY(countIn(i, 0, forward, forwardColor) > 0);
            QCOMPARE(countIn(i, 0, forward, backwardColor), 0);
            // The ends of the parts are not counted, and the line of the mean tile may cover four pixels.
            const double high =
                area.height() * figures.cycles.backward[i] / static_cast<double>(chart()->maximum());
            QVERIFY(high < 8 || countIn(i, forward, all, backwardColor) > 0);
            QCOMPARE(countIn(i, forward, all, forwardColor), 0);
            // The line of the mean tile.
            QVERIFY(countIn(i, 0, all, colors.text()) > 0);
            for (const QColor& color : {forwardColor, backwardColor}) {
                QCOMPARE(countIn(i, all, static_cast<double>(chart()->maximum()), color), 0);
            }
        }
    }

    void assistiveTechnologyReadsTheLayer() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        QTRY_VERIFY(chart()->cycles());
        chart()->choose(Measure::Cycles);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Home);
        QTest::keyClick(canvas(), Qt::Key_Right);
        const auto layer = m_selection->chosen<LayerIndex>();
        QVERIFY(layer);
        QAccessibleInterface* const accessible = QAccessible::queryAccessibleInterface(canvas());
        QVERIFY(accessible->role() == QAccessible::Chart);
        const QString value = accessible->text(QAccessible::Value);
        const EntryCycleFigures& figures = *chart()->cycles();
        QVERIFY2(value.contains(exactCyclesText(figures.cycles.forward[layer->index()])), qPrintable(value));
        QVERIFY2(value.contains(percentText(*figures.tileBalance[layer->index()])), qPrintable(value));
        QVERIFY(canvas()->accessibleDescription().startsWith(value));
        chart()->choose(Measure::Bytes);
        QVERIFY(!accessible->text(QAccessible::Value).contains(QLatin1String("cycles")));
    }

    /// The switch says why there are no cycles, and the user's choice is kept for the next profile.
    void withoutCyclesItSaysWhatHelps() {
        const test::TemporaryDirectory directory;
        test::copyReport("bert-tiny-train", directory.path(), "DELETE FROM execution_step;");
        chart()->choose(Measure::Cycles);
        open(directory.path());
        QTRY_VERIFY(!chart()->lack().isEmpty());
        QVERIFY(chart()->measure() == Measure::Bytes && chart()->chosen() == Measure::Cycles);
        QRadioButton* const cycles = button("chartCycles");
        QVERIFY(!cycles->isEnabled() && button("chartBytes")->isChecked());
        QTest::mouseClick(cycles, Qt::LeftButton);
        QVERIFY(chart()->measure() == Measure::Bytes);
        for (const QString& text :
             {tipAt(cycles, cycles->rect().center()), cycles->accessibleDescription()}) {
            QVERIFY2(text.contains(QLatin1String("cycle counts for too few programs")) &&
                         text.contains(QLatin1String("profiler.includeCycleEstimates")) &&
                         text.contains(QLatin1String("IPU Model")) &&
                         text.contains(QLatin1String("profile an execution")),
                     qPrintable(text));
        }
        QVERIFY(titles().contains(QLatin1String("Bytes of each layer")));
        open(test::fixtureDirectory("bert-tiny-train"));
        QTRY_VERIFY(chart()->cycles());
        QVERIFY(chart()->measure() == Measure::Cycles && cycles->isEnabled() && cycles->isChecked());
    }

    void popLinersSettingHasNoCycles() {
        chart()->choose(Measure::Cycles);
        m_session->setSetting({Setting::PopLiner, {}});
        open(test::fixtureDirectory("bert-tiny-train"));
        QVERIFY(chart()->lack().contains(QLatin1String("setting Pipeline")));
        QVERIFY(!button("chartCycles")->isEnabled() && chart()->measure() == Measure::Bytes);
        m_session->setSetting({Setting::Pipeline, {}});
        QTRY_VERIFY(chart()->cycles());
        QVERIFY(chart()->lack().isEmpty() && chart()->measure() == Measure::Cycles);
        m_session->close();
        QVERIFY(!chart()->cycles() && chart()->lack().isEmpty());
    }

    /// Neither a drag nor a change of an option that keeps the entries starts a computation.
    void dragsComputeNothing() {
        open(test::fixtureDirectory("bert-tiny-train"));
        QTRY_VERIFY(chart()->cycles() && m_session->optimum());
        chart()->choose(Measure::Cycles);
        SplitMarker* const marker = canvas()->markers().back();
        QSignalSpy changes(chart(), &LayerChart::changed);
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
        const uint32_t before = marker->boundary().value;
        for (uint32_t by = 1; by <= 2; ++by) {
            const auto x = static_cast<int>(canvas()->geometry().xOf({before - by}));
            QTest::mouseMove(marker, marker->mapFrom(canvas(), QPoint(x, 40)));
        }
        QVERIFY(marker->boundary().value < before);
        QTest::mouseRelease(marker, Qt::LeftButton);
        QCOMPARE(changes.count(), 0);
        SettingOptions other = m_session->setting();
        other.pipeline.recompute = Recompute::Off;
        const double* const computed = chart()->cycles()->cycles.forward.data();
        m_session->setSetting(other);
        QTRY_VERIFY(m_session->setting() == other);
        QVERIFY(chart()->cycles() && chart()->cycles()->cycles.forward.data() == computed);
    }

    void theChoiceIsRemembered() {
        const auto openIn = [](MainWindow& window) {
            window.show();
            window.open({test::fixturePath("bert-tiny-train")});
            QTRY_VERIFY(window.planPage()->canvas()->chart()->cycles());
        };
        MainWindow window;
        openIn(window);
        QVERIFY(!preferences::chartShowsCycles());
        QAction* cycles = nullptr;
        for (QAction* const action : window.menuBar()->actions()[3]->menu()->actions()) { // View
            if (action->menu() && action->menu()->actions() == window.planPage()->chartActions()) {
                cycles = action->menu()->actions()[1];
            }
        }
        QVERIFY(cycles && cycles->isEnabled());
        cycles->trigger();
        QVERIFY(window.planPage()->canvas()->chart()->measure() == Measure::Cycles);
        MainWindow next;
        openIn(next);
        QVERIFY(next.planPage()->canvas()->chart()->measure() == Measure::Cycles);
        QVERIFY(next.planPage()->chartActions()[1]->isChecked());
    }

private:
    PlanCanvas* canvas() const { return m_page->canvas(); }
    LayerChart* chart() const { return canvas()->chart(); }
    QRadioButton* button(const char* name) const {
        return m_page->findChild<QRadioButton*>(QLatin1String(name));
    }
    QString titles() const {
        QString all;
        for (const QLabel* const label : m_page->findChildren<QLabel*>()) {
            all += label->text() + QLatin1Char('\n');
        }
        return all + m_page->findChild<QWidget*>(QStringLiteral("chartTitle"))->accessibleDescription();
    }
    QPoint barBottom(LayerIndex layer) const {
        const QRect area = PlanRows::of(canvas()->width(), canvas()->height()).chart;
        return {static_cast<int>(canvas()->geometry().xOf(layer) + canvas()->geometry().layerWidth / 2),
                area.bottom() - 2};
    }

    const test::TemporaryDirectory m_directory;
};

TILELINE_TEST(TestLayerChart)
#include "test_layerchart.moc"
