// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/progress.h"
#include "core/estimate/intervaltable.h"
#include "core/profile/reading/profileloader.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"

#include <QTest>

#include <vector>

using namespace tileline;
using namespace tileline::test;

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds Pause(25);

struct Report {
    Phase phase;
    double fraction;
};

/// Keeps all reports that a Progress forwards.
struct Recorder {
    std::vector<Report> reports;

    Progress progress() {
        return Progress([this](Phase phase, double fraction) { reports.push_back({phase, fraction}); });
    }
};

} // namespace

/// Progress is forwarded often enough and not too often. The progress of real jobs runs from 0 to 1.
class TestProgress : public QObject {
    Q_OBJECT

private slots:
    void nobodyListens() {
        Progress progress;
        progress.report(Phase::Opening, 0);
        progress.report(Phase::Opening, 1);
    }

    void theFirstIsForwarded() {
        for (const Phase phase : {Phase::Opening, Phase::Solving}) {
            Recorder recorder;
            recorder.progress().report(phase, 0.25);
            QCOMPARE(recorder.reports.size(), size_t{1});
            QCOMPARE(recorder.reports[0].phase, phase);
            QCOMPARE(recorder.reports[0].fraction, 0.25);
        }
    }

    void everyChangeOfPhaseIsForwarded() {
        Recorder recorder;
        Progress progress = recorder.progress();
        const std::vector<Phase> phases{Phase::Opening, Phase::ReadingPrograms, Phase::ReadingLiveness,
                                        Phase::Opening};
        for (const Phase phase : phases) {
            progress.report(phase, 0.5);
        }
        QCOMPARE(recorder.reports.size(), phases.size());
        for (size_t i = 0; i < phases.size(); ++i) {
            QCOMPARE(recorder.reports[i].phase, phases[i]);
        }
    }

    /// The final report is forwarded even directly after another report.
    void theEndIsForwarded() {
        Recorder recorder;
        Progress progress = recorder.progress();
        for (int i = 0; i < 1000; ++i) {
            progress.report(Phase::Solving, i / 1000.0);
        }
        progress.report(Phase::Solving, 1);
        QCOMPARE(recorder.reports.back().fraction, 1.0);
    }

    /// Two reports of one phase are at least 25 ms apart, even if the system runs this thread late.
    void theRestIsThrottled() {
        struct Span {
            Clock::time_point before;
            Clock::time_point after;
        };
        std::vector<Span> forwarded;
        bool called = false;
        Progress progress([&](Phase, double) { called = true; });
        size_t made = 0;
        while (forwarded.size() < 4) {
            called = false;
            const auto before = Clock::now();
            progress.report(Phase::FillingTable, 0.5);
            ++made;
            if (called) {
                forwarded.push_back({before, Clock::now()});
            }
        }
        QVERIFY(made > forwarded.size());
        for (size_t i = 1; i < forwarded.size(); ++i) {
            QVERIFY(forwarded[i].after - forwarded[i - 1].before >= Pause);
        }
    }

    void copiesDoNotShareTheirPause() {
        Recorder recorder;
        const Progress original = recorder.progress();
        for (int i = 0; i < 3; ++i) {
            Progress copy = original;
            copy.report(Phase::Solving, 0.5);
        }
        QCOMPARE(recorder.reports.size(), size_t{3});
    }

    void realJobsRunFromNothingToAll_data() {
        QTest::addColumn<QString>("fixture");
        addRows();
    }
    void realJobsRunFromNothingToAll() {
        QFETCH(QString, fixture);
        Recorder loading;
        const auto profile = openProfile({fixtureDirectory(fixture.toStdString())}, loading.progress());
        QVERIFY(profile);
        checkWhole(loading.reports);
        const auto layers = findLayers(**profile, {});
        QVERIFY(layers);
        Workers workers(2);
        Recorder building;
        const auto estimator = StageEstimator::build(*profile, *layers, workers, building.progress());
        QVERIFY(estimator);
        checkWhole(building.reports);
        Recorder filling;
        IntervalTable table(*estimator);
        QVERIFY(table.fill(SplitPlan(table.layerCount()), workers, filling.progress()));
        checkWhole(filling.reports);
    }

private:
    static void addRows() {
        for (const std::string& name : fixtureNames()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    static void checkWhole(const std::vector<Report>& reports) {
        QVERIFY(!reports.empty());
        double before = 0;
        for (const Report& report : reports) {
            QVERIFY2(report.fraction >= before, qPrintable(QString::number(report.fraction)));
            before = report.fraction;
        }
        QCOMPARE(before, 1.0);
    }
};

TILELINE_TEST(TestProgress)
#include "test_progress.moc"
