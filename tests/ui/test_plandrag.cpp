// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/modelgenerator.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/session/selection.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cstdio>

using namespace tileline;

namespace {

/// The time between two of 60 moves per second.
constexpr qint64 FrameNanoseconds = 1'000'000'000 / 60;
constexpr int Moves = 180;

struct Recording {
    int moves = 0;    ///< moves that changed the plan
    int inTime = 0;   ///< moves whose final numbers were on screen by the next frame
    double worst = 0; ///< the longest time in milliseconds for which a move blocked the window's thread
};

} // namespace

/// Drags a split across the whole model, as a user does, and counts how many moves had their final numbers on
/// screen by the next frame: directly after the load, when the table is empty, and with the complete table.
/// Checks the numbers, but only prints the times. Set TILELINE_DRAG_PROFILE to use another profile.
class TestPlanDrag : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_path = qEnvironmentVariable("TILELINE_DRAG_PROFILE");
        if (m_path.isEmpty()) {
            GeneratorOptions options;
            options.layers = 24;
            options.tiles = 128;
            const auto model = generateModel(options);
            QVERIFY(model);
            QVERIFY(writeModel(*model, m_directory.path()));
            m_path = QString::fromStdString(m_directory.path().string());
        }
    }

    void init() {
        m_page.resize(1320, 760);
        m_page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&m_page));
        m_session.open({m_path});
        QTRY_VERIFY_WITH_TIMEOUT(!m_session.loading() && m_session.resultIsCurrent(), 120000);
        // A single split in the middle, which can move everywhere.
        const size_t layers = m_session.layers()->count();
        const SplitPlan middle = SplitPlan(layers).withAdded({static_cast<uint32_t>(layers / 2)});
        m_session.setPlan(*m_session.plan().withSplits(middle));
        QTRY_VERIFY(m_session.resultIsCurrent());
    }

    void rightAfterTheLoad() { judge("right after the load", record()); }

    void withTheTable() {
        QTRY_VERIFY_WITH_TIMEOUT(m_session.optimum() != nullptr, 120000);
        const Recording recording = record();
        judge("with the table", recording);
        // With the table, no move has to wait, even on a slow machine.
        QCOMPARE(recording.inTime, recording.moves);
    }

private:
    /// Moves to the left end, to the right end, and back to the middle, in equal steps.
    int targetX(int move) const {
        const BoundaryGeometry& geometry = m_page.canvas()->geometry();
        const double phase = 4.0 * move / Moves;
        const double share = phase < 1 ? 0.5 - phase / 2 : phase < 3 ? (phase - 1) / 2 : 1 - (phase - 3) / 2;
        return static_cast<int>(geometry.left + share * (geometry.right() - geometry.left));
    }

    Recording record() {
        Recording result;
        SplitMarker* const marker = m_page.canvas()->markers()[0];
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
        QElapsedTimer clock;
        clock.start();
        for (int move = 1; move <= Moves; ++move) {
            const SplitPlan before = m_session.plan().splitPlan();
            const qint64 began = clock.nsecsElapsed();
            QTest::mouseMove(marker, marker->mapFrom(m_page.canvas(), QPoint(targetX(move), 40)));
            QCoreApplication::processEvents();
            result.worst = std::max(result.worst, static_cast<double>(clock.nsecsElapsed() - began) / 1e6);
            while (clock.nsecsElapsed() < move * FrameNanoseconds) {
                QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
            }
            if (m_session.plan().splitPlan() != before) {
                ++result.moves;
                result.inTime += allCurrent() ? 1 : 0;
            }
        }
        QTest::mouseRelease(marker, Qt::LeftButton);
        return result;
    }

    bool allCurrent() const {
        const auto& bars = m_page.bars()->bars();
        return m_session.resultIsCurrent() &&
               std::all_of(bars.begin(), bars.end(), [](const IpuBar& bar) { return bar.current; });
    }

    void judge(const char* when, const Recording& recording) {
        std::printf(
            "drag %s: %d of %d moves had their final numbers by the next frame; longest move %.1f ms\n", when,
            recording.inTime, recording.moves, recording.worst);
        QVERIFY(recording.moves > 0);
        QTRY_VERIFY(m_session.resultIsCurrent());
        Workers workers;
        const auto expected = m_session.estimator()->estimate(m_session.plan().splitPlan(), workers);
        QVERIFY(m_session.result()->estimate.stages == expected->stages);
        QVERIFY(allCurrent());
    }

    test::TemporaryDirectory m_directory;
    QString m_path;
    Session m_session;
    Selection m_selection;
    PlanEditor m_editor{&m_session};
    PlanPage m_page{&m_editor, &m_selection};
};

TILELINE_TEST(TestPlanDrag)
#include "test_plandrag.moc"
