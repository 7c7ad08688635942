// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/livenesspage.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/bytestext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <numeric>

using namespace tileline;

namespace {

/// The sum of a column over the rows that are shown.
int64_t columnSum(const TablePanel& panel, size_t column) {
    int64_t sum = 0;
    for (const auto& row : panel.model()->shown().rows) {
        std::visit(
            [&](const auto& value) {
                if constexpr (std::is_integral_v<std::decay_t<decltype(value)>>) {
                    sum += static_cast<int64_t>(value);
                }
            },
            row[column].value);
    }
    return sum;
}

void click(StackChart& chart, uint32_t step, Qt::KeyboardModifiers modifiers = {}) {
    QTest::qWait(1); // the margins are computed when the chart is drawn
    QWidget* const plot = chart.childAt(chart.rect().center());
    QTest::mouseClick(plot, Qt::LeftButton, modifiers, plot->mapFromParent(chart.pointOf(step)));
}

/// A page that shows a fixture, with its chart computed.
struct ShownPage : test::PageFixture {
    LivenessPage page{&session, &selection};

    bool start(const std::string& name) {
        return test::showAt(page, {1000, 700}) && open(name) &&
               QTest::qWaitFor([this] { return page.chart()->data()->length() > 0; }, 10000);
    }
    /// Starts the page with the always-live bytes in the chart.
    bool startStacked(const std::string& name) {
        if (!start(name)) {
            return false;
        }
        auto* const box = page.findChild<QCheckBox*>(QStringLiteral("stackAlwaysLive"));
        if (!box->isChecked()) {
            box->click();
        }
        return QTest::qWaitFor([this] { return page.chart()->data()->series.size() == 2; }, 10000);
    }
    uint64_t bytesAt(uint32_t step) const { return session.profile()->stepNotAlwaysLive[step]; }
};

} // namespace

class TestLivenessPage : public QObject {
    Q_OBJECT
private slots:
    void showsTheWholeIpu() {
        ShownPage shown;
        QVERIFY(shown.startStacked("bert-tiny-inf"));
        const StackChartDataPtr data = shown.page.chart()->data();
        QCOMPARE(data->length(), size_t{shown.session.profile()->stepCount()});
        QCOMPARE(data->series.size(), size_t{2});
        QCOMPARE(data->series[1].values, shown.session.profile()->stepNotAlwaysLive);
        QVERIFY(!data->bands.empty());
        QCOMPARE(data->limit->value,
                 shown.session.plan().memory().perTile * shown.session.profile()->target.numTiles);
        QVERIFY(shown.page.chart()->accessibleDescription().contains(QStringLiteral("Peak")));
    }

    void alwaysLiveBytesCanBeLeftOut() {
        ShownPage shown;
        QVERIFY(shown.startStacked("bert-tiny-inf"));
        const uint64_t limit = shown.page.chart()->data()->limit->value;
        const uint64_t alwaysLive = shown.page.chart()->data()->series[0].values[0];
        QVERIFY(alwaysLive > 0 && alwaysLive < limit);
        shown.page.findChild<QCheckBox*>(QStringLiteral("stackAlwaysLive"))->click();
        QTRY_COMPARE(shown.page.chart()->data()->series.size(), size_t{1});
        QCOMPARE(shown.page.chart()->data()->series[0].values, shown.session.profile()->stepNotAlwaysLive);
        QCOMPARE(shown.page.chart()->data()->limit->value, limit - alwaysLive);
    }

    /// If most bytes are always live, they would hide the other bytes.
    void alwaysLiveBytesAreLeftOutWhereTheyHideTheOthers_data() {
        QTest::addColumn<QString>("fixture");
        for (const std::string& name : test::fixtureNames()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    void alwaysLiveBytesAreLeftOutWhereTheyHideTheOthers() {
        QFETCH(QString, fixture);
        ShownPage shown;
        QVERIFY(shown.start(fixture.toStdString()));
        const LivenessSeries series = livenessSeries(*shown.session.profile());
        const uint64_t peak = series.total(*series.peakStep());
        const bool stacked = shown.page.chart()->data()->series.size() == 2;
        QCOMPARE(stacked, series.alwaysLive <= peak / 100 * 80);
        auto* const box = shown.page.findChild<QCheckBox*>(QStringLiteral("stackAlwaysLive"));
        QCOMPARE(box->isChecked(), stacked);
        // The user's choice is kept.
        box->click();
        QTRY_COMPARE(shown.page.chart()->data()->series.size() == 2, !stacked);
        QCOMPARE(box->isChecked(), !stacked);
    }

    /// The number of live bytes is constant during a step.
    void stepsAreDrawnAsSteps() {
        ShownPage shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        const auto& bytes = shown.session.profile()->stepNotAlwaysLive;
        uint32_t step = 1;
        while (step + 1 < bytes.size() && bytes[step] / 2 < bytes[step + 1]) {
            ++step;
        }
        QVERIFY(step + 1 < bytes.size());
        QCOMPARE(shown.page.chart()->data()->series.size(), size_t{1});
        shown.page.chart()->showRange(step - 4.0, step + 4.0);
        QTest::qWait(10);
        const QImage picture = shown.page.chart()->grab().toImage();
        const auto topOf = [&](int x) {
            int y = 40;
            while (y < picture.height() && picture.pixelColor(x, y).hslSaturation() < 120) {
                ++y;
            }
            return y;
        };
        const int width = shown.page.chart()->pointOf(step + 1).x() - shown.page.chart()->pointOf(step).x();
        const int middle = shown.page.chart()->pointOf(step).x();
        QCOMPARE(topOf(middle + width / 4), topOf(middle));
    }

    void aDoubleClickSelectsNothing() {
        ShownPage shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        shown.page.chart()->showRange(20, 60);
        click(*shown.page.chart(), 40);
        QCOMPARE(shown.selection.chosen<StepIndex>(), std::optional(StepIndex{40}));
        click(*shown.page.chart(), 50);
        QWidget* const plot = shown.page.chart()->childAt(shown.page.chart()->rect().center());
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->mapFromParent(shown.page.chart()->pointOf(50)));
        QCOMPARE(shown.selection.chosen<StepIndex>(), std::optional(StepIndex{40}));
    }

    /// The table is filled before the user clicks anything.
    void listsThePeakFirst() {
        ShownPage shown;
        QVERIFY(shown.startStacked("bert-tiny-inf"));
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        const auto& values = shown.page.chart()->data()->series[1].values;
        const auto peak = std::max_element(values.begin(), values.end()) - values.begin();
        const auto lists = [&](qint64 step) {
            const QString text = QStringLiteral("Live variables in step %1,").arg(QLocale().toString(step));
            const auto labels = shown.page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel* label) { return label->text().startsWith(text); });
        };
        QVERIFY(lists(peak));
        QVERIFY(!shown.selection.chosen<StepIndex>()); // only the user chooses a step
        auto* const clear = shown.page.findChild<QPushButton*>(QStringLiteral("clearSteps"));
        QVERIFY(!clear->isEnabled());
        shown.page.chart()->showRange(20, 60);
        click(*shown.page.chart(), 40);
        QVERIFY(lists(40) && clear->isEnabled());
        clear->click();
        QVERIFY(lists(peak) && !clear->isEnabled());
    }

    /// Checks the shaded steps, in which the chosen variable is live on the shown tiles.
    void theLifetimeOfTheChosenVariableIsShaded() {
        ShownPage shown;
        QVERIFY(shown.startStacked("bert-tiny-inf"));
        const Profile& profile = *shown.session.profile();
        const auto expected = [&](VariableIndex variable, size_t begin, size_t end) {
            std::vector<bool> live(profile.stepCount());
            for (size_t row = begin; row < end; ++row) {
                if (profile.lowered.variable[row] == variable) {
                    for (const StepInterval& interval :
                         profile.equivalenceClasses[profile.lowered.liveClass[row].index()]) {
                        std::fill(live.begin() + interval.start.value, live.begin() + interval.end.value,
                                  true);
                    }
                }
            }
            return live;
        };
        const auto shaded = [&] {
            std::vector<bool> live(profile.stepCount());
            for (const ChartBand& band : shown.page.chart()->lifetime()) {
                std::fill(live.begin() + band.from, live.begin() + band.to, true);
            }
            return live;
        };
        const size_t rows = profile.lowered.size();
        for (uint32_t variable = 0; variable < profile.variables.size(); variable += 7) {
            shown.selection.choose(VariableIndex{variable});
            QTRY_VERIFY(shaded() == expected({variable}, 0, rows));
        }
        const auto& begins = profile.lowered.tileBegin;
        const VariableIndex onTile = profile.lowered.variable[begins[3]];
        QVERIFY(onTile.value != NoId);
        shown.page.findChild<QComboBox*>(QStringLiteral("tiles"))->setCurrentIndex(1);
        shown.page.findChild<QSpinBox*>()->setValue(3);
        shown.selection.choose(onTile);
        QTRY_VERIFY(shaded() == expected(onTile, begins[3], begins[4]));
        shown.selection.drop<VariableIndex>();
        QTRY_VERIFY(shown.page.chart()->lifetime().empty());
    }

    void clickListsTheLiveVariables() {
        ShownPage shown;
        QVERIFY(shown.startStacked("bert-tiny-inf"));
        shown.page.chart()->showRange(20, 60);
        click(*shown.page.chart(), 40);
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        QCOMPARE(shown.selection.chosen<StepIndex>(), std::optional(StepIndex{40}));
        const auto expected =
            liveVariables(*shown.session.profile(), {40}, TileRange::ofModel(*shown.session.profile()));
        QVERIFY(expected);
        const auto all = std::accumulate(expected->begin(), expected->end(), uint64_t{0},
                                         [](uint64_t sum, const LiveVariable& v) { return sum + v.bytes; });
        QTRY_COMPARE(columnSum(*shown.page.table(), 1), static_cast<int64_t>(all));
        // The chart also shows code and vertex state. The heading says how many bytes they have.
        const uint64_t rest = shown.page.chart()->data()->series[0].values[40] + shown.bytesAt(40) - all;
        QVERIFY(rest > 0);
        const auto labels = shown.page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->text().contains(QStringLiteral("%1 of code").arg(bytesText(rest)));
        }));
        // Without the always-live variables, the sum equals Poplar's figure for the step.
        shown.page.findChild<QCheckBox*>(QStringLiteral("listAlwaysLive"))->click();
        QTRY_COMPARE(columnSum(*shown.page.table(), 1), static_cast<int64_t>(shown.bytesAt(40)));
    }

    /// The long heading of a step must not make the chart narrower.
    void aLongHeadingTakesNoRoom() {
        ShownPage shown;
        QVERIFY(shown.startStacked("bert-tiny-inf"));
        shown.page.resize(1100, 330); // side by side
        QCoreApplication::processEvents();
        const int width = shown.page.chart()->width();
        shown.page.chart()->showRange(20, 60);
        click(*shown.page.chart(), 40);
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        QTest::qWait(20);
        QCOMPARE(shown.page.chart()->width(), width);
    }

    void shiftClickListsTheDifference() {
        ShownPage shown;
        QVERIFY(shown.start("bert-tiny-train"));
        shown.page.chart()->showRange(0, 40);
        click(*shown.page.chart(), 10);
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        click(*shown.page.chart(), 30, Qt::ShiftModifier);
        QTRY_COMPARE(shown.page.table()->model()->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                     QStringLiteral("Change"));
        QCOMPARE(columnSum(*shown.page.table(), 1),
                 static_cast<int64_t>(shown.bytesAt(30)) - static_cast<int64_t>(shown.bytesAt(10)));
        // The first of the two steps stays selected.
        QCOMPARE(shown.selection.chosen<StepIndex>(), std::optional(StepIndex{10}));
    }

    void oneTileFollowsTheSelection() {
        ShownPage shown;
        QVERIFY(shown.startStacked("bert-tiny-inf"));
        shown.page.findChild<QComboBox*>(QStringLiteral("tiles"))->setCurrentIndex(1);
        shown.selection.choose(TileId{3});
        const auto expected = livenessSeries(*shown.session.profile(), TileRange::of({3}));
        QVERIFY(expected);
        QTRY_COMPARE(shown.page.chart()->data()->series[1].values, expected->notAlwaysLive);
        QCOMPARE(shown.page.chart()->data()->limit->value, shown.session.plan().memory().perTile);
    }

    void choosingAVariableSelectsItsOperationAndLayer() {
        ShownPage shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        shown.selection.choose(StepIndex{100});
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        test::setFilter(*shown.page.table(), QStringLiteral("Layer1"));
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0 && !shown.page.table()->busy());
        QTest::mouseClick(
            shown.page.table()->view()->viewport(), Qt::LeftButton, {},
            shown.page.table()->view()->visualRect(shown.page.table()->model()->index(0, 0)).center());
        QTRY_VERIFY(shown.selection.chosen<OperationIndex>());
        QVERIFY(shown.selection.chosen<LayerIndex>());
    }

    void closingTheProfileForgetsIt() {
        ShownPage shown;
        QVERIFY(shown.start("bert-tiny-inf"));
        shown.selection.choose(StepIndex{5});
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        const std::weak_ptr<const Profile> profile = shown.session.profile();
        shown.session.close();
        QTRY_VERIFY(profile.expired());
        QCOMPARE(shown.page.chart()->data()->length(), size_t{0});
    }

    void anInvisiblePageWorksWhenItIsShown() {
        test::PageFixture fixture;
        LivenessPage page(&fixture.session, &fixture.selection);
        QVERIFY(fixture.open("one-layer"));
        QCoreApplication::processEvents();
        QCOMPARE(page.chart()->data()->length(), size_t{0});
        QVERIFY(test::showAt(page, {800, 600}));
        QTRY_COMPARE(page.chart()->data()->length(), size_t{fixture.session.profile()->stepCount()});
    }
};

TILELINE_TEST(TestLivenessPage)
#include "test_livenesspage.moc"
