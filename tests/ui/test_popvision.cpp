// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that PopVision Graph Analyser shows, too, recomputed from the tables of the report in the simplest
// way. tests/project/popvision.tsv lists where each of its features is tested.
#include "core/execution/cycles.h"
#include "core/explain/insights.h"
#include "core/memory/liveness.h"
#include "core/memory/operationtiles.h"
#include "core/memory/origins.h"
#include "core/memory/roles.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/ownsettings.h"
#include "tests/ui/pagefixture.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/overviewstrip.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/inspector.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/programtreepage.h"
#include "ui/pages/summarypage.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/cyclestext.h"
#include "ui/text/timetext.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QTextBrowser>

#include <array>
#include <cstdio>
#include <map>
#include <numeric>
#include <set>

using namespace tileline;

namespace {

using test::OpenPage;

/// A text as it is on a page, with single spaces.
QString plain(const QTextBrowser& text) {
    return text.toPlainText().simplified();
}

bool isLive(const Profile& profile, size_t row, uint32_t step) {
    const auto intervals = profile.equivalenceClasses[profile.lowered.liveClass[row].index()];
    return std::any_of(intervals.begin(), intervals.end(), [&](const StepInterval& live) {
        return live.start.value <= step && step < live.end.value;
    });
}

/// A column of the rows that are shown.
std::vector<Cell> column(const TablePanel& panel, const char* key) {
    const Table table = panel.model()->shown();
    std::vector<Cell> cells;
    for (const auto& row : table.rows) {
        cells.push_back(row[*table.find(key)]);
    }
    return cells;
}

void chooseIn(QWidget& page, const char* box, int index) {
    page.findChild<QComboBox*>(QLatin1String(box))->setCurrentIndex(index);
}

} // namespace

class TestPopVision : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }

    /// Lists of control programs and functions, with ids, and colours as in the trace.
    void programsAreListed() {
        OpenPage<ProgramTreePage> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        ProgramTreeModel& model = *shown.page.model();
        QTRY_VERIFY(model.rowCount() > 0);
        const ProfilePtr kept = shown.session.profile();
        const Profile& profile = *kept;
        QCOMPARE(model.rowCount(), static_cast<int>(profile.rootPrograms.size()));
        std::set<ProgramIndex> functions;
        for (uint32_t i = 0; i < profile.programs.size(); ++i) {
            if (profile.programs[i].type == "Call") {
                functions.insert(profile.programChildren[i].begin(), profile.programChildren[i].end());
            }
        }
        QVERIFY(!functions.empty());
        const Table all = model.table();
        QCOMPARE(all.rows.size(), profile.programs.size());
        const std::map<std::string, ColorRole> colors{{"OnTileExecute", ColorRole::Ipu0},
                                                      {"DoExchange", ColorRole::ExchangeEdge},
                                                      {"StreamCopyBegin", ColorRole::HostEdge},
                                                      {"StreamCopyEnd", ColorRole::HostEdge}};
        for (const auto& row : all.rows) {
            const ProgramIndex program{static_cast<uint32_t>(std::get<uint64_t>(row[1].value))};
            const Program& listed = profile.programs[program.index()];
            QVERIFY(row[*all.find("id")] == Cell(listed.id));
            QVERIFY(row[*all.find("control_code")] == Cell(sumOver(listed.controlCode)));
            const QModelIndex type = model.indexOf(program).siblingAtColumn(ProgramTreeModel::TypeColumn);
            const auto color = colors.find(listed.type);
            QCOMPARE(type.data(Qt::DecorationRole).value<QColor>(),
                     color == colors.end() ? QColor() : colorOf(color->second, isDark(shown.page.palette())));
        }
        shown.page.findChild<QComboBox*>()->setCurrentIndex(1);
        QTRY_COMPARE(model.rowCount(), static_cast<int>(functions.size()));
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY(functions.contains(model.programAt(model.index(row, 0))));
        }
        // A report without functions has no such list.
        shown.session.open({QString::fromStdString(test::fixtureDirectory("efficientnet-tiny").string())});
        QTRY_VERIFY(shown.session.profile() && shown.session.profile().get() != &profile &&
                    model.rowCount() > 0 &&
                    model.rowCount() == static_cast<int>(shown.session.profile()->rootPrograms.size()));
        QVERIFY(!shown.page.findChild<QComboBox*>()->isEnabled());
    }

    /// All positions of the chosen program are marked. Here, the program of a function is also a control
    /// program.
    void positionsOfAProgramAreMarked() {
        const test::TemporaryDirectory directory;
        OpenPage<ProgramTreePage> shown;
        QVERIFY(test::showAt(shown.page, {1100, 800}));
        const ProfilePtr whole = test::loadFixture("bert-tiny-train");
        const auto call = std::find_if(whole->programs.begin(), whole->programs.end(),
                                       [](const Program& program) { return program.type == "Call"; });
        const ProgramIndex called =
            whole->programChildren[static_cast<size_t>(call - whole->programs.begin())].front();
        test::copyReport("bert-tiny-train", directory.path(),
                         "INSERT INTO root_program SELECT max(position) + 1, " +
                             std::to_string(whole->programs[called.index()].id) + " FROM root_program");
        shown.session.open({QString::fromStdString(directory.path().string())});
        ProgramTreeModel& model = *shown.page.model();
        QTRY_VERIFY(model.rowCount() > 1);
        shown.selection.choose(called);
        QTRY_COMPARE(model.programAt(shown.page.view()->currentIndex()), called);
        size_t marked = 0;
        std::vector<QModelIndex> pending{QModelIndex()};
        while (!pending.empty()) {
            const QModelIndex parent = pending.back();
            pending.pop_back();
            for (int row = 0; row < model.rowCount(parent); ++row) {
                const QModelIndex index = model.index(row, 0, parent);
                pending.push_back(index);
                QCOMPARE(index.data(Qt::BackgroundRole).isValid(), model.programAt(index) == called);
                marked += model.programAt(index) == called ? 1 : 0;
            }
        }
        QVERIFY(marked > 1);
    }

    /// What the inspector says about each program, by its type.
    void programsAreDescribed() {
        OpenPage<Inspector> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        const Profile& profile = *shown.session.profile();
        std::set<std::string> types;
        for (uint32_t i = 0; i < profile.programs.size(); ++i) {
            const Program& program = profile.programs[i];
            if (!types.insert(program.type).second) {
                continue;
            }
            shown.selection.choose(ProgramIndex{i});
            const auto says = [&](const QString& text) { return plain(*shown.page.text()).contains(text); };
            QTRY_VERIFY(says(QStringLiteral("Id ") + numberText(program.id)));
            QVERIFY(says(QString::fromStdString(program.type)));
            if (const uint64_t bytes = sumOver(program.controlCode); bytes > 0) {
                QVERIFY(says(QStringLiteral("Control code ") + bytesText(bytes).simplified()));
            }
            if (program.type == "DoExchange") {
                QVERIFY(says(QStringLiteral("Exchange code ") +
                             bytesText(sumOver(program.codeBytes)).simplified()));
            }
            if (program.computeSet) {
                const ComputeSet& set = profile.computeSets[program.computeSet->index()];
                QVERIFY(says(QString::fromStdString(set.name)));
                QVERIFY(says(numberText(sumOver(set.vertices.front().count)) + QStringLiteral(" ×")));
            }
            uint64_t cycles = 0;
            uint64_t runs = 0;
            for (const ExecutionStep& step : profile.executionSteps) {
                if (step.program == ProgramIndex{i}) {
                    cycles += step.length();
                    ++runs;
                }
            }
            if (runs > 0 && (program.computeSet || program.type == "DoExchange")) {
                QVERIFY(
                    says(QStringLiteral("Measured cycles ") +
                         cyclesText(static_cast<double>(cycles) / static_cast<double>(runs)).simplified()));
            }
            if (const size_t variables = profile.programVariables[i].size(); variables > 0) {
                QVERIFY(says(QStringLiteral("Lowered variables ") + numberText(variables)));
            }
            const auto steps =
                std::count(profile.stepProgram.begin(), profile.stepProgram.end(), ProgramIndex{i});
            QCOMPARE(says(QStringLiteral("Steps of the program")), steps > 0);
        }
        QVERIFY(types.size() > 4);
    }

    /// Of the chosen operation: summary, programs, code, cycles and debug information.
    void operationsAreDescribed() {
        OpenPage<Inspector> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        const Profile& profile = *shown.session.profile();
        const auto& operations = shown.session.layers()->operations;
        const auto found =
            std::find_if(operations.begin(), operations.end(), [&](const LayeredOperation& each) {
                return profile.operationPrograms[each.detail.index()].size() > 2 &&
                       !profile.operationDetails[each.detail.index()].debug.inputs.empty();
            });
        QVERIFY(found != operations.end());
        const OperationIndex chosen{static_cast<uint32_t>(found - operations.begin())};
        shown.selection.choose(chosen);
        const auto says = [&](const QString& text) {
            return plain(*shown.page.text()).contains(text.simplified());
        };
        QTRY_VERIFY(says(QStringLiteral("Operation ") + QString::fromStdString(found->name)));
        std::set<VertexNameIndex> codes;
        uint64_t exchange = 0;
        for (const ProgramIndex program : profile.operationPrograms[found->detail.index()]) {
            QVERIFY(says(QString::fromStdString(profile.programs[program.index()].type)));
            exchange += sumOver(profile.programs[program.index()].codeBytes);
        }
        QVERIFY(exchange > 0 && says(bytesText(exchange)));
        const OperationDebug& debug = profile.operationDetails[found->detail.index()].debug;
        QVERIFY(says(QStringLiteral("Debug information")));
        QVERIFY(says(QStringLiteral("instanceId ") + QString::fromStdString(*debug.instanceId)));
        QVERIFY(says(QStringLiteral("Type ") + QString::fromStdString(debug.opid)));
        QVERIFY(says(QString::fromStdString(debug.inputs.front())));
        const auto cycles = *OperationCycleFigures::find(profile, *shown.session.layers());
        QVERIFY(cycles[chosen.index()].measured);
        QVERIFY(says(QStringLiteral("Measured cycles ") + cyclesText(*cycles[chosen.index()].measured)));
        QVERIFY(says(QStringLiteral("Software layer ") +
                     QString::fromStdString(std::string(softwareLayer(profile, found->detail)))));
    }

    /// The peak's composition by category and role, and the largest groups by layer.
    void thePeakIsDivided() {
        OpenPage<LivenessPage> shown;
        QVERIFY(shown.start("pipeline-marked-tiny"));
        QTRY_VERIFY(shown.page.chart()->data()->length() > 0);
        const Profile& profile = *shown.session.profile();
        const auto peak = static_cast<uint32_t>(
            std::max_element(profile.stepNotAlwaysLive.begin(), profile.stepNotAlwaysLive.end()) -
            profile.stepNotAlwaysLive.begin());
        auto* const always = shown.page.findChild<QAbstractButton*>(QStringLiteral("stackAlwaysLive"));
        if (!always->isChecked()) {
            always->click();
        }
        uint64_t total = 0; ///< of the undivided chart
        QTRY_COMPARE(shown.page.chart()->data()->series.size(), size_t{2});
        for (const ChartSeries& series : shown.page.chart()->data()->series) {
            total += series.values[peak];
        }
        const VariableRoles roles(profile, *shown.session.layers());
        const auto origins = *VariableOrigins::build(shown.session.profile(), shown.session.layers());
        for (const int by : {1, 2, 3}) {
            chooseIn(shown.page, "areas", by);
            std::map<std::string, uint64_t> expected;
            for (uint32_t row = 0; row < profile.lowered.size(); ++row) {
                if (isLive(profile, row, peak)) {
                    const VariableIndex variable = profile.lowered.variable[row];
                    expected[by == 1   ? std::to_string(profile.lowered.categoryOf(row))
                             : by == 2 ? std::string(idOf(roles.of({row})))
                                       : std::to_string(origins->layerOf(variable).value)] +=
                        profile.lowered.bytes[row];
                }
            }
            std::vector<uint64_t> largest;
            for (const auto& [name, bytes] : expected) {
                largest.push_back(bytes);
            }
            std::sort(largest.begin(), largest.end(), std::greater());
            const auto shownSeries = [&] { return shown.page.chart()->data()->series; };
            QTRY_VERIFY(shownSeries().front().values[peak] == largest.front() &&
                        (shownSeries().size() > 2 || largest.size() == 1));
            uint64_t sum = 0;
            for (size_t i = 0; i < shownSeries().size(); ++i) {
                sum += shownSeries()[i].values[peak];
                QVERIFY(i >= largest.size() || i + 1 == shownSeries().size() ||
                        shownSeries()[i].values[peak] == largest[i]);
            }
            QCOMPARE(sum, total);
        }
    }

    /// The tiles in a step with the least, the mean and the most; all steps; and three steps side by side.
    void stepsAndTilesAreListed() {
        OpenPage<LivenessPage> shown;
        QVERIFY(shown.start("pipeline-marked-tiny"));
        QTRY_VERIFY(shown.page.chart()->data()->length() > 0);
        const Profile& profile = *shown.session.profile();
        constexpr uint32_t Step = 40;
        shown.selection.choose(StepIndex{Step});
        const auto liveOn = [&](uint32_t tile, uint32_t step) {
            uint64_t bytes = 0;
            for (size_t row = profile.lowered.tileBegin[tile]; row < profile.lowered.tileBegin[tile + 1];
                 ++row) {
                bytes += isLive(profile, row, step) ? profile.lowered.bytes[row] : 0;
            }
            return bytes;
        };
        std::vector<Cell> expected;
        std::vector<uint64_t> bytes;
        for (uint32_t tile = 0; tile < profile.target.numTiles; ++tile) {
            bytes.push_back(liveOn(tile, Step));
            expected.emplace_back(bytes.back());
        }
        auto* const tabs = shown.page.findChild<QTabWidget*>();
        tabs->setCurrentIndex(2);
        QTRY_VERIFY(shown.page.tiles()->model()->rowCount() > 0 &&
                    column(*shown.page.tiles(), "bytes") == expected);
        const auto labels = shown.page.findChildren<QLabel*>();
        const uint64_t mean = std::accumulate(bytes.begin(), bytes.end(), uint64_t{0}) / bytes.size();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->text().contains(bytesText(*std::min_element(bytes.begin(), bytes.end()))) &&
                   label->text().contains(bytesText(mean)) &&
                   label->text().contains(bytesText(*std::max_element(bytes.begin(), bytes.end())));
        }));

        tabs->setCurrentIndex(1);
        QTRY_COMPARE(shown.page.steps()->model()->rowCount(), static_cast<int>(profile.stepCount()));
        const auto vertices = column(*shown.page.steps(), "vertices");
        const auto live = column(*shown.page.steps(), "not_always_live");
        for (uint32_t step = 0; step < profile.stepCount(); ++step) {
            QVERIFY(live[step] == Cell(profile.stepNotAlwaysLive[step]));
            const Program& program = profile.programs[profile.stepProgram[step].index()];
            if (program.computeSet) {
                uint64_t count = 0;
                for (const VertexInstances& each :
                     profile.computeSets[program.computeSet->index()].vertices) {
                    count += sumOver(each.count);
                }
                QVERIFY(vertices[step] == Cell(count));
            }
        }
        test::setFilter(*shown.page.steps(), QStringLiteral("^DoExchange$"), true);
        QTRY_COMPARE(shown.page.steps()->model()->rowCount(),
                     static_cast<int>(std::count_if(
                         profile.stepProgram.begin(), profile.stepProgram.end(), [&](ProgramIndex program) {
                             return profile.programs[program.index()].type == "DoExchange";
                         })));

        tabs->setCurrentIndex(0);
        emit shown.page.chart()->positionClicked(Step, Qt::NoModifier);
        emit shown.page.chart()->positionClicked(Step + 1, Qt::ShiftModifier);
        emit shown.page.chart()->positionClicked(Step + 9, Qt::ShiftModifier);
        const auto hasThird = [&] {
            return shown.page.table()->model()->shown().find("bytes_c").has_value();
        };
        QTRY_VERIFY(hasThird());
        for (const auto& [key, step] :
             {std::pair("bytes_a", Step), {"bytes_b", Step + 1}, {"bytes_c", Step + 9}}) {
            uint64_t sum = 0;
            for (const Cell& cell : column(*shown.page.table(), key)) {
                sum += std::get<uint64_t>(cell.value);
            }
            uint64_t all = 0;
            for (uint32_t tile = 0; tile < profile.target.numTiles; ++tile) {
                all += liveOn(tile, step);
            }
            QCOMPARE(sum, all);
        }
    }

    /// A range is typed below a chart, or dragged in the strip beside the field.
    void aRangeIsTypedOrDragged() {
        OpenPage<LivenessPage> shown;
        QVERIFY(shown.start("bert-tiny-train"));
        StackChart& chart = *shown.page.chart();
        QTRY_VERIFY(chart.data()->length() > 100);
        auto* const field = chart.findChild<QLineEdit*>();
        const auto type = [&](const char* text) {
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, QLatin1String(text));
            QTest::keyClick(field, Qt::Key_Return);
        };
        type("20-40");
        QCOMPARE(std::pair(chart.firstShown(), chart.lastShown()), std::pair(19.5, 40.5));
        type("60");
        QVERIFY(chart.firstShown() < 60 && chart.lastShown() > 60 && chart.firstShown() > 40);
        for (const char* const wrong : {"x", "40-20", "9999999"}) {
            const double before = chart.firstShown();
            type(wrong);
            QCOMPARE(chart.firstShown(), before);
        }
        auto* const strip = chart.findChild<OverviewStrip*>();
        emit strip->rangeWanted(10, 30);
        QCOMPARE(std::pair(chart.firstShown(), chart.lastShown()), std::pair(10.0, 30.0));
        QCOMPARE(field->text(), QStringLiteral("10-30"));
        QTest::mouseDClick(strip, Qt::LeftButton);
        QVERIFY(chart.firstShown() < 1 &&
                chart.lastShown() > static_cast<double>(chart.data()->length()) - 2);
    }

    /// The user chooses columns, which is remembered, and sees the totals of the shown rows.
    void columnsAndTotals() {
        for (const bool again : {false, true}) {
            OpenPage<OperationsPage> shown;
            QVERIFY(shown.start("bert-tiny-train"));
            TablePanel& panel = *shown.page.table();
            QTRY_VERIFY(panel.model()->rowCount() > 0);
            const Table table = panel.model()->shown();
            const auto section = [&](const char* key) { return static_cast<int>(*table.find(key)); };
            QMenu* const menu = panel.findChild<FilterBar*>()->columns()->menu();
            emit menu->aboutToShow();
            QCOMPARE(menu->actions().size(), static_cast<qsizetype>(table.columns.size()));
            QCOMPARE(panel.view()->isColumnHidden(section("cycles")), !again);
            if (!again) {
                menu->findChild<QAction*>(QStringLiteral("cycles"))->trigger();
                QTRY_VERIFY(!panel.view()->isColumnHidden(section("cycles")));
            }
            for (const char* const filter : {"", "MatMul"}) {
                test::setFilter(panel, QLatin1String(filter));
                const auto isFiltered = [&] {
                    return (panel.model()->rowCount() == static_cast<int>(table.rows.size())) ==
                           (*filter == 0);
                };
                QTRY_VERIFY(!panel.busy() && isFiltered());
                uint64_t sum = 0;
                for (const Cell& cell : column(panel, "total")) {
                    sum += std::get<uint64_t>(cell.value);
                }
                QCOMPARE(
                    panel.model()->headerData(section("total"), Qt::Horizontal, Qt::DisplayRole).toString(),
                    QStringLiteral("Total\nΣ ") + bytesText(sum));
            }
        }
    }

    /// Measured and estimated cycles of each operation, and its software layer.
    void cyclesAreToldApart() {
        OpenPage<OperationsPage> shown;
        QVERIFY(shown.start("pipeline-marked-tiny"));
        QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        const Profile& profile = *shown.session.profile();
        const auto& operations = shown.session.layers()->operations;
        std::map<ProgramIndex, std::pair<uint64_t, uint64_t>> measured; ///< cycles, steps
        for (const ExecutionStep& step : profile.executionSteps) {
            if (step.program && step.run == profile.executionRuns.front().id) {
                measured[*step.program].first += step.length();
                ++measured[*step.program].second;
            }
        }
        const auto shownCycles = column(*shown.page.table(), "cycles_measured");
        const auto layers = column(*shown.page.table(), "software_layer");
        size_t compared = 0;
        size_t named = 0;
        for (size_t i = 0; i < operations.size(); ++i) {
            const auto programs = profile.operationPrograms[operations[i].detail.index()];
            // Those with one run: each program in one step, side by side.
            double sum = 0;
            std::set<uint32_t> steps;
            for (const ProgramIndex program : programs) {
                for (uint32_t step = 0; step < profile.stepCount(); ++step) {
                    if (profile.stepProgram[step] == program) {
                        steps.insert(step);
                    }
                }
                const auto [cycles, runs] = measured[program];
                const std::string& type = profile.programs[program.index()].type;
                sum += runs > 0 && (type == "OnTileExecute" || type == "DoExchange")
                           ? static_cast<double>(cycles) / static_cast<double>(runs)
                           : 0;
            }
            // Of the nearest context with the type of an operation, or else of the nearest one.
            const DebugContext* typed = nullptr;
            const DebugContext* nearest = nullptr;
            for (size_t k = 0; k < programs.size() && !nearest; ++k) {
                auto id = profile.programs[programs[k].index()].debugContext;
                while (const DebugContext* const at = id ? profile.debug->find(*id) : nullptr) {
                    nearest = nearest ? nearest : at;
                    typed = typed || at->operationType.empty() ? typed : at;
                    id = at->parent;
                }
            }
            const DebugContext* const source = typed ? typed : nearest;
            const auto name = source ? namesOf(source->layer).layer : std::string_view();
            QVERIFY(layers[i] == (name.empty() ? Cell() : Cell(std::string(name))));
            named += name.empty() ? 0 : 1;
            if (!steps.empty() && steps.size() == programs.size() &&
                *steps.rbegin() - *steps.begin() + 1 == steps.size() && sum > 0) {
                QCOMPARE(std::get<double>(shownCycles[i].value), sum);
                ++compared;
            }
        }
        QVERIFY(compared > 10 && named > 10);
    }

    /// Reports that were made with profiler.includeFlopEstimates have FLOPs, in either encoding.
    void flopsOfOperations() {
        const auto varint = [](uint32_t number) {
            char text[16];
            std::snprintf(text, sizeof text, "%02X%02X", number >> 7U, (number & 127U) | 128U);
            return std::string(text);
        };
        const uint32_t tiles = test::loadFixture("pipeline-marked-tiny")->target.numTiles;
        std::string list;
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            list += varint(tile);
        }
        const std::string runs = varint(2 * tiles) + varint(5);
        for (const auto& [blob, ofSet] : {std::pair(runs, std::optional<uint64_t>(5 * tiles)),
                                          {list, uint64_t{tiles} * (tiles - 1) / 2},
                                          {varint(7), std::nullopt}}) {
            const test::TemporaryDirectory directory;
            const auto path =
                test::copyPoplarReport("pipeline-marked-tiny", directory.path(),
                                       "ALTER TABLE compute_sets ADD estimated_flops_by_tile BLOB; "
                                       "UPDATE compute_sets SET estimated_flops_by_tile = x'" +
                                           blob + "'");
            OpenPage<OperationsPage> shown;
            QVERIFY(test::showAt(shown.page, {1100, 800}));
            shown.session.open({QString::fromStdString(path.string())});
            QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
            QCOMPARE(shown.page.table()->model()->shown().find("flops").has_value(), ofSet.has_value());
            if (!ofSet) {
                continue;
            }
            const Profile& profile = *shown.session.profile();
            const auto& operations = shown.session.layers()->operations;
            const auto flops = column(*shown.page.table(), "flops");
            for (size_t i = 0; i < operations.size(); ++i) {
                std::set<ProgramIndex> executed;
                for (const ProgramIndex program : profile.operationPrograms[operations[i].detail.index()]) {
                    if (profile.programs[program.index()].type == "OnTileExecute") {
                        executed.insert(program);
                    }
                }
                QVERIFY(flops[i] == (executed.empty() ? Cell() : Cell(executed.size() * *ofSet)));
            }
        }
    }

    /// What would help: each figure is recomputed from the variables on the fullest tile at its peak.
    void whatWouldHelp() {
        for (const char* const fixture : {"pipeline-marked-tiny", "bert-tiny-train"}) {
            const ProfilePtr profile = test::loadFixture(fixture);
            const LayersPtr layers = *findLayers(*profile, {});
            const Insights insights = *Insights::find(*profile, *layers, TileRange::ofModel(*profile), 5);
            const TileId tile = insights.tiles.front().tile;
            const VariableRoles roles(*profile, *layers);
            std::vector<uint64_t> curve(profile->stepCount());
            const auto& begins = profile->lowered.tileBegin;
            for (size_t row = begins[tile.index()]; row < begins[tile.index() + 1]; ++row) {
                for (uint32_t step = 0; step < curve.size(); ++step) {
                    const bool counts = !isAlwaysLive(*profile, {static_cast<uint32_t>(row)});
                    curve[step] += counts && isLive(*profile, row, step) ? profile->lowered.bytes[row] : 0;
                }
            }
            const auto peak =
                static_cast<uint32_t>(std::max_element(curve.begin(), curve.end()) - curve.begin());
            QCOMPARE(insights.peakStep.value, peak);
            std::array<uint64_t, HelpIds.size()> expected{};
            for (uint32_t row = static_cast<uint32_t>(begins[tile.index()]); row < begins[tile.index() + 1];
                 ++row) {
                const VariableIndex variable = profile->lowered.variable[row];
                if (variable.value == NoId || !isLive(*profile, row, peak) ||
                    !DataVariables(*profile).contains({row})) {
                    continue;
                }
                const uint64_t bytes = profile->lowered.bytes[row];
                const Role role = roles.of({row});
                const std::string& type = profile->variables[variable.index()].elementType;
                expected[0] += role == Role::Activations && roles.isOfMicroBatch({row}) ? bytes : 0;
                expected[1] += roles.isOfMicroBatch({row}) ? bytes / 2 : 0;
                expected[2] += role != Role::OptimizerState && role != Role::Accumulators &&
                                       (type == "FLOAT" || type == "FLOAT32" || type == "float")
                                   ? bytes / 2
                                   : 0;
                expected[3] += role == Role::OptimizerState ? bytes : 0;
            }
            QVERIFY(insights.help == expected);
            QVERIFY(expected[0] + expected[3] > 0);
        }
    }

    /// Edges, instrumentation, and the target with all its memory; sections that fold and stay so.
    void theSummaryOfAReport() {
        const test::TemporaryDirectory directory;
        const auto path = test::copyPoplarReport(
            "pipeline-marked-tiny", directory.path(),
            "DROP TABLE graph_info; CREATE TABLE graph_info(num_edges INTEGER); "
            "INSERT INTO graph_info VALUES (6033); CREATE TABLE instrumentation_settings(compute INTEGER, "
            "compute_level TEXT, external_exchange INTEGER, control_flow INTEGER); "
            "INSERT INTO instrumentation_settings VALUES (1, 'Ti<b>le', 1, 1)");
        for (const bool again : {false, true}) {
            OpenPage<SummaryPage> shown;
            QVERIFY(test::showAt(shown.page, {1000, 700}));
            shown.session.open({QString::fromStdString(path.string())});
            const auto says = [&](const QString& text) {
                return plain(*shown.page.text()).contains(text.simplified());
            };
            QTRY_VERIFY(says(QStringLiteral("Instrumented compute Ti<b>le")));
            QVERIFY(says(QStringLiteral("Instrumented external exchanges yes")));
            const Target& target = shown.session.profile()->target;
            QVERIFY(says(QStringLiteral("Memory per IPU ") +
                         bytesText(target.bytesPerTile * target.tilesPerIpu)));
            QVERIFY(says(QStringLiteral("Tiles per IPU ") + numberText(target.tilesPerIpu)));
            QCOMPARE(says(QStringLiteral("Edges ") + numberText(6033)), !again);
            if (!again) {
                emit shown.page.text()->anchorClicked(QUrl(QStringLiteral("fold:Counts")));
                QTRY_VERIFY(!says(QStringLiteral("Edges")) && says(QStringLiteral("Counts")));
            }
        }
    }

private:
    test::TemporaryDirectory m_directory;
};

TILELINE_TEST(TestPopVision)
#include "test_popvision.moc"
