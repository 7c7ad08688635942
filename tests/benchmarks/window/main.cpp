// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long single events block the window's thread while a large profile is opened and used. The
// window draws offscreen, with the same raster engine as on a display.
#include "tests/benchmarks/benchmarkmodels.h"
#include "tests/benchmarks/window/scenes.h"
#include "tests/benchmarks/window/timedapplication.h"
#include "ui/charts/heatmap.h"
#include "ui/charts/lanechart.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/stackchart.h"
#include "ui/mainwindow.h"
#include "ui/pages/executionpage.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/programtreepage.h"
#include "ui/pages/tilememorypage.h"
#include "ui/pagetable.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/preferences/theme.h"
#include "ui/session/session.h"
#include "ui/tables/tablepanel.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QStandardPaths>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <QWheelEvent>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

namespace tileline::benchmarks {
namespace {

constexpr QSize WindowSize(1600, 1000);

TimedApplication* application = nullptr;
/// The processor time of a repaint of the program's window while no profile is open.
double emptyMilliseconds = 0;
/// The same for an empty window: the cost of filling it with a colour.
double blankMilliseconds = 0;

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

double repaintOf(QMainWindow& shown) {
    shown.resize(WindowSize);
    shown.show();
    settle();
    application->take();
    std::vector<double> times;
    for (int repaint = 0; repaint < 50; ++repaint) {
        for (QWidget* const part : shown.findChildren<QWidget*>()) {
            part->update();
        }
        shown.update();
        settle(5);
        for (const EventTime& time : application->take()) {
            if (time.what.compare(0, 13, "UpdateRequest") == 0) {
                times.push_back(time.busyMilliseconds);
            }
        }
    }
    return median(std::move(times));
}

double repaintOfABlankWindow() {
    QMainWindow blank;
    blank.setCentralWidget(new QWidget);
    return repaintOf(blank);
}

constexpr char StartOption[] = "--start=";

/// A whole process that shows one window and ends.
int startOnly(int argc, char** argv) {
    const QApplication onlyStarted(argc, argv);
    applyTheme(Theme::Light);
    std::unique_ptr<QMainWindow> started;
    if (argv[1] == StartOption + std::string("window")) {
        started = std::make_unique<MainWindow>();
    } else {
        started = std::make_unique<QMainWindow>();
        started->setCentralWidget(new StackChart);
    }
    started->resize(WindowSize);
    started->show();
    if (!QTest::qWaitForWindowExposed(started.get())) {
        return 1;
    }
    started->repaint();
    std::_Exit(0);
}

void start(benchmark::State& state) {
    std::vector<double> times[2];
    const auto run = [](const char* what) {
        QElapsedTimer timer;
        timer.start();
        if (QProcess::execute(QCoreApplication::applicationFilePath(), {StartOption + QString(what)}) != 0) {
            std::exit(1);
        }
        return static_cast<double>(timer.nsecsElapsed()) / 1e6;
    };
    for (auto step : state) {
        for (int pair = 0; pair < 15; ++pair) {
            times[0].push_back(run("empty"));
            times[1].push_back(run("window"));
        }
    }
    state.counters["empty_ms"] = median(times[0]);
    state.counters["window_ms"] = median(times[1]);
    state.counters["over_empty"] = median(times[1]) / median(times[0]);
}

void open(const std::string& model) {
    const QString path = QString::fromStdString(profileDirectory(model).string());
    TimedApplication::act([&] { window->open({path}); });
    const auto opened = [] {
        Session& session = *window->session();
        return session.profile() && session.job() == Job::None && (session.optimum() || !session.estimator());
    };
    if (!QTest::qWaitFor(opened, Patience)) {
        std::fprintf(stderr, "the profile did not load\n");
        std::exit(1);
    }
    if (model == SixtyFourIpus) {
        Session& session = *window->session();
        SplitPlan splits(session.layers()->count());
        for (uint32_t split = 1; split < ManyIpus; ++split) {
            splits = splits.withAdded({static_cast<uint32_t>(split * session.layers()->count() / ManyIpus)});
        }
        window->editor()->apply(*session.plan().withIpus(ManyIpus).withSplits(splits),
                                QStringLiteral("64 IPUs"));
    }
    settle(1000);
}

/// Processor time of the window's thread: from each move of the mouse that changes the plan until everything
/// that depends on it is drawn, including results that other threads found in the meantime.
std::vector<double> moveMilliseconds;
/// By the clock, from such a move until the bars of the IPUs are painted with the new plan.
std::vector<double> barsMilliseconds;

/// Keeps when a widget was last painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(QWidget* widget) {
        widget->installEventFilter(this);
        m_clock.start();
    }
    void begin() {
        m_clock.restart();
        m_painted = -1;
    }
    /// Milliseconds from begin() to the last paint; negative without one.
    double painted() const { return m_painted; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && !m_inside) {
            m_inside = true;
            QCoreApplication::sendEvent(watched, event);
            m_inside = false;
            m_painted = static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
            return true;
        }
        return false;
    }

private:
    QElapsedTimer m_clock;
    double m_painted = -1;
    bool m_inside = false;
};

void dragAcross(const char* page) {
    TimedApplication::act([&] { window->showPage(QLatin1String(page)); });
    settle(300);
    constexpr int Moves = 120;
    PlanCanvas* const canvas = window->planPage()->canvas();
    SplitMarker* const marker = canvas->markers()[canvas->markers().size() / 2];
    const BoundaryGeometry& geometry = canvas->geometry();
    LayerIndex boundary = marker->boundary();
    PaintWatch bars(canvas->bars());
    QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
    for (int move = 0; move < Moves; ++move) {
        const double share = 0.5 + 0.4 * std::sin(move * 2 * 3.14159 / Moves);
        const int x = static_cast<int>(geometry.left + share * (geometry.right() - geometry.left));
        const double before = threadMilliseconds();
        bars.begin();
        QTest::mouseMove(marker, marker->mapFrom(canvas, QPoint(x, 40)));
        QCoreApplication::processEvents();
        QTest::qWait(FrameMilliseconds - 1);
        if (const LayerIndex now = marker->boundary(); now != boundary) {
            moveMilliseconds.push_back(threadMilliseconds() - before);
            if (bars.painted() >= 0) {
                barsMilliseconds.push_back(bars.painted());
            }
            boundary = now;
        }
    }
    QTest::mouseRelease(marker, Qt::LeftButton);
    settle();
    // If the plan has changed, opening the next profile asks whether to save it.
    window->editor()->undoStack()->undo();
    settle();
}

void zoomPlan() {
    PlanCanvas* const canvas = window->planPage()->canvas();
    const QPoint middle = canvas->visibleRegion().boundingRect().center();
    wheel(canvas, middle, 12, Qt::ControlModifier);
    wheel(canvas, middle, -12, Qt::ControlModifier);
    settle();
}

void clickTwoSteps() {
    auto* const page = showPage<LivenessPage>("liveness");
    StackChart* const chart = page->chart();
    act([&] { emit chart->positionClicked(static_cast<uint32_t>(chart->lastShown() * 0.3), {}); });
    act([&] {
        emit chart->positionClicked(static_cast<uint32_t>(chart->lastShown() * 0.6), Qt::ShiftModifier);
    });
}

void lookAtTiles() {
    auto* const page = showPage<TileMemoryPage>("tilememory");
    exploreChart(page->plot());
    act([] { window->selection()->choose(StageIndex{1}); });
    act([&] { page->setView(TileMemoryPage::View::Histogram); });
    act([&] { page->setView(TileMemoryPage::View::Map); });
    act([] { window->selection()->choose(TileId{7}); });
    act([&] { page->setView(TileMemoryPage::View::Plot); });
}

template <class Page, class View>
void useTable(const char* name, const char* filter) {
    auto* const page = showPage<Page>(name);
    auto* const edit = page->template findChild<QLineEdit*>();
    QTest::keyClicks(edit, QLatin1String(filter), {}, 30);
    settle(300);
    edit->clear();
    settle(300);
    auto* const view = page->template findChild<View*>();
    for (int row = 0; row < 40; ++row) {
        QTest::keyClick(view, Qt::Key_PageDown);
        QTest::qWait(FrameMilliseconds);
    }
}

void solveAndUndo() {
    for (QAction* const action : window->planPage()->toolBar()->solveActions()) {
        if (action->isEnabled() && !action->menu()) {
            TimedApplication::act([&] { action->trigger(); });
            if (QTest::qWaitFor([] { return window->session()->job() == Job::None; }, Patience)) {
                settle();
            }
        }
    }
    while (window->editor()->undoStack()->canUndo()) {
        TimedApplication::act([] { window->editor()->undoStack()->undo(); });
        settle(20);
    }
}

void resizeWindow() {
    for (int step = 0; step < 20; ++step) {
        TimedApplication::act([&] { window->resize(WindowSize - QSize(step * 10, step * 5)); });
        QTest::qWait(FrameMilliseconds);
    }
    window->resize(WindowSize);
    settle();
}

void switchTheme() {
    act([] { applyTheme(Theme::Dark); });
    act([] { applyTheme(Theme::Light); });
}

void showAllPages() {
    for (const PageEntry& entry : pages()) {
        showPage<QWidget>(entry.id);
    }
}

/// The models in which a scene is played.
enum Models : uint8_t {
    Planned = 1, ///< the two sizes for which everything is measured
    Shaped = 2,  ///< a small model, many layers, many IPUs
    SeveralIpus = 4,
    Boxes = 8,
    Reports = Planned | SeveralIpus,
    Plans = Planned | Shaped,
    Every = 15
};

struct Scene {
    const char* name;
    void (*play)(const std::string& model);
    uint8_t models;
};

const Scene Scenes[] = {
    {"open", [](const std::string& model) { open(model); }, Every},
    {"open_again", [](const std::string& model) { open(model); }, Planned},
    {"drag_plan", [](const std::string&) { dragAcross("plan"); }, Plans},
    {"drag", [](const std::string&) { dragAcross("peak"); }, Plans},
    {"drag_tilememory", [](const std::string&) { dragAcross("tilememory"); }, Plans},
    {"pages", [](const std::string&) { showAllPages(); }, Every},
    {"zoom", [](const std::string&) { zoomPlan(); }, Plans},
    {"liveness_chart", [](const std::string&) { exploreChart(showPage<LivenessPage>("liveness")->chart()); },
     Reports},
    {"live_variables", [](const std::string&) { clickTwoSteps(); }, Reports},
    {"find_steps", [](const std::string&) { findSteps(); }, Reports},
    {"tile_memory", [](const std::string&) { lookAtTiles(); }, Planned},
    {"choose_tiles", [](const std::string&) { chooseTiles(); }, Reports},
    {"memory_map", [](const std::string&) { useMemoryMap(); }, Reports | Boxes},
    {"operations", [](const std::string&) { useTable<OperationsPage, QTableView>("operations", "MatMul"); },
     Reports},
    {"program_tree", [](const std::string&) { useTable<ProgramTreePage, QTreeView>("programtree", "Call"); },
     Reports},
    {"program_lists", [](const std::string&) { listPrograms(); }, Reports},
    {"insights", [](const std::string&) { readInsights(); }, Reports},
    {"execution", [](const std::string&) { useExecution(); }, Reports},
    {"summary", [](const std::string&) { readSummary(); }, Reports},
    {"inspector", [](const std::string&) { inspectChoices(); }, Reports},
    {"report_ipus", [](const std::string&) { chooseIpus(); }, SeveralIpus},
    {"comparison",
     [](const std::string& model) {
         compareReports(
             QString::fromStdString(profileDirectory(model == FourIpus ? model : BertLarge).string()));
     },
     Reports},
    {"solve_undo", [](const std::string&) { solveAndUndo(); }, Planned},
    {"resize", [](const std::string&) { resizeWindow(); }, Every},
    {"theme", [](const std::string&) { switchTheme(); }, Reports},
    {"close",
     [](const std::string&) {
         window->editor()->undoStack()->clear();
         act([] { window->session()->close(); });
     },
     Every},
};

void play(benchmark::State& state, const Scene& scene, const std::string& model) {
    TimedApplication::place() = scene.name;
    if (std::strncmp(scene.name, "open", 4) != 0 && !window->session()->profile()) {
        open(model); // if --benchmark_filter excludes the scene that opens the model
    }
    for (auto step : state) {
        application->take();
        moveMilliseconds.clear();
        barsMilliseconds.clear();
        scene.play(model);
    }
    std::vector<EventTime> times = application->take();
    if (times.empty()) {
        return;
    }
    std::sort(times.begin(), times.end(),
              [](const EventTime& a, const EventTime& b) { return a.busyMilliseconds < b.busyMilliseconds; });
    state.counters["events"] = static_cast<double>(times.size());
    const double longest = times.back().busyMilliseconds;
    state.counters["busy_worst_ms"] = longest;
    state.counters["busy_p99_ms"] = times[(times.size() - 1) * 99 / 100].busyMilliseconds;
    state.counters["busy_p50_ms"] = times[times.size() / 2].busyMilliseconds;
    state.counters["worst_ms"] =
        std::max_element(times.begin(), times.end(), [](const EventTime& a, const EventTime& b) {
            return a.milliseconds < b.milliseconds;
        })->milliseconds;
    if (!moveMilliseconds.empty()) {
        state.counters["move_worst_ms"] = *std::max_element(moveMilliseconds.begin(), moveMilliseconds.end());
        state.counters["move_p50_ms"] = median(moveMilliseconds);
    }
    if (!barsMilliseconds.empty()) {
        state.counters["bars_worst_ms"] = *std::max_element(barsMilliseconds.begin(), barsMilliseconds.end());
        state.counters["bars_p50_ms"] = median(barsMilliseconds);
    }
    state.counters["empty_ms"] = emptyMilliseconds;
    state.counters["blank_ms"] = blankMilliseconds;
    state.counters["worst_over_empty"] = longest / emptyMilliseconds;
    state.counters["worst_over_blank"] = longest / blankMilliseconds;
    std::string slow;
    for (auto time = times.rbegin(); time != times.rend() && time - times.rbegin() < 3; ++time) {
        char text[48];
        std::snprintf(text, sizeof text, "%.1f ms (by the clock %.1f) ", time->busyMilliseconds,
                      time->milliseconds);
        slow += (slow.empty() ? "" : "; ") + std::string(text) + time->what;
    }
    state.SetLabel(slow);
}

/// Runs `work` repeatedly; reports the processor time of this thread.
template <class Work>
void reportTimes(benchmark::State& state, const Work& work) {
    std::vector<double> times;
    for ([[maybe_unused]] auto step : state) {
        const double before = threadMilliseconds();
        work(times.size());
        times.push_back(threadMilliseconds() - before);
    }
    std::sort(times.begin(), times.end());
    state.counters["p99_ms"] = times[times.size() * 99 / 100];
    state.counters["worst_ms"] = times.back();
}

/// Pan and zoom of a memory map of 50,000 boxes.
void paintMemoryMap(benchmark::State& state) {
    constexpr uint32_t Steps = 10'000;
    auto data = std::make_shared<MemoryChartData>();
    for (uint32_t i = 0; i < 50'000; ++i) {
        const uint32_t from = i * 7919 % Steps;
        data->boxes.push_back({from, std::min(Steps, from + 1 + i % 300), i * 12, 8 + i % 5, i % 2});
    }
    data->groups = {
        {QStringLiteral("always"), [](const ChartColors& colors) { return colors.alwaysLive(); }},
        {QStringLiteral("a time"), [](const ChartColors& colors) { return colors.notAlwaysLive(); }}};
    data->steps = Steps;
    data->end = 600'000;
    data->limit = 638'976;
    data->label = data->readout = [](size_t box) { return QString::number(box); };
    MemoryChart chart;
    chart.resize(1500, 800);
    chart.setData(data);
    reportTimes(state, [&](size_t step) {
        const double share = 1.0 / static_cast<double>(1U << (step % 10));
        chart.setVisible(0.3 * Steps, (0.3 + share) * Steps, 2e5, 2e5 + share * 6e5);
        chart.grab();
    });
}

/// Pan and zoom of 5 million steps on the lanes of 16 IPUs.
void paintLanes(benchmark::State& state) {
    constexpr size_t Count = 5'000'000 / 16;
    std::vector<LaneSpan> spans;
    double at = 0;
    for (size_t i = 0; i < Count; ++i) {
        const double length = 1.0 + static_cast<double>(i * 7919 % 50);
        spans.push_back({at, at + length, static_cast<SpanLook>(i % SpanLookCount)});
        at += length + static_cast<double>(i % 3);
    }
    std::vector<Lane> lanes;
    auto data = std::make_shared<LaneChartData>();
    for (int ipu = 0; ipu < 16; ++ipu) {
        lanes.emplace_back(std::make_shared<StoredSpans>(spans));
    }
    for (uint32_t ipu = 0; ipu < 16; ++ipu) {
        data->groups.push_back({QStringLiteral("IPU %1").arg(ipu), {}, ipu, {&lanes[ipu]}});
    }
    data->to = at;
    data->label = data->readout = [](const LanePosition& place) { return QString::number(place.span); };
    LaneChart chart;
    chart.resize(1500, 800);
    chart.setData(data);
    reportTimes(state, [&](size_t step) {
        const double share = 1.0 / static_cast<double>(1U << (step % 16));
        chart.setRange(0.3 * at, (0.3 + share) * at);
        chart.grab();
        QCoreApplication::processEvents(); // takes what the worker has drawn
    });
    const auto before = std::chrono::steady_clock::now();
    chart.setData(std::make_shared<LaneChartData>(*data));
    const std::clock_t used = std::clock();
    do { // sleeps meanwhile, so that the worker has the processor
        chart.grab();
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    } while (chart.findChild<LatestTask*>()->busy());
    state.counters["first_paint_cpu_ms"] = 1e3 * static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC;
    state.counters["first_paint_ms"] =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
}

/// From the moment when a profile with 5 million steps is there until the Execution page shows its lanes.
void paintExecution(benchmark::State& state) {
    const std::string directory = profileDirectory(FiveMillionSteps).string();
    double wall = 0;
    std::clock_t used = 0;
    for (auto step : state) {
        Session session;
        std::optional<std::chrono::steady_clock::time_point> ready;
        std::clock_t readyUsed = 0;
        QObject::connect(&session, &Session::profileChanged, &session, [&] {
            ready = std::chrono::steady_clock::now();
            readyUsed = std::clock();
        });
        Selection selection;
        ExecutionPage page(&session, &selection);
        page.resize(1500, 800);
        page.setVisible(true);
        session.open({QString::fromStdString(directory)});
        do { // sleeps meanwhile, so that the workers have the processors
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
            page.grab();
        } while (!ready || page.chart()->data()->groups.empty() ||
                 page.chart()->findChild<LatestTask*>()->busy());
        wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - *ready).count();
        used = std::clock() - readyUsed;
        session.disconnect(); // the destructor closes the profile
    }
    state.counters["first_paint_cpu_ms"] = 1e3 * static_cast<double>(used) / CLOCKS_PER_SEC;
    state.counters["first_paint_ms"] = wall;
}

} // namespace
} // namespace tileline::benchmarks

int main(int argc, char** argv) {
    using namespace tileline::benchmarks;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    if (argc == 2 && std::strncmp(argv[1], StartOption, sizeof StartOption - 1) == 0) {
        return startOnly(argc, argv);
    }
    TimedApplication timed(argc, argv);
    application = &timed;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    tileline::applyTheme(tileline::Theme::Light);
    blankMilliseconds = repaintOfABlankWindow();
    benchmark::RegisterBenchmark("window_start", start)->Iterations(1)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("paint_memory_map/50000", paintMemoryMap)
        ->Iterations(200)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("paint_lanes/5000000", paintLanes)
        ->Iterations(200)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("paint_execution/5000000", paintExecution)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
    window = std::make_unique<tileline::MainWindow>();
    emptyMilliseconds = repaintOf(*window);
    const std::pair<std::string, Models> played[] = {{TwelveLayers, Shaped},
                                                     {FourHundredLayers, Shaped},
                                                     {SixtyFourIpus, Shaped},
                                                     {ManyBoxes, Boxes},
                                                     {FourIpus, SeveralIpus},
                                                     {BertLarge, Planned},
                                                     {NinetySixLayers + AsPoplar, Planned}};
    for (const auto& [model, models] : played) {
        for (const Scene& scene : Scenes) {
            if ((scene.models & models) == 0) {
                continue;
            }
            benchmark::RegisterBenchmark(
                ("window_" + std::string(scene.name) + "/" + model).c_str(),
                [&scene, model = model](benchmark::State& state) { play(state, scene, model); })
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    window.reset();
    return 0;
}
