// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "tests/ui/planpagefixture.h"
#include "ui/planpage/timelineview.h"
#include "ui/planpage/verdictline.h"
#include "ui/text/verdicttext.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace tileline;

/// What would help each IPU, in the timeline of the page Plan.
class TestTimelineHelp : public QObject, protected test::PlanPageFixture {
    Q_OBJECT
private slots:
    void cleanup() { closePage(); }

    /// Each IPU lists those remedies of the verdict that change its layers, and no others.
    void everyIpuHasItsRemedies() {
        showPage();
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        std::vector<Remedy> offered;
        connect(m_page->verdict(), &VerdictLine::remediesFound, m_page->verdict(),
                [&](const std::vector<Remedy>& remedies) { offered = remedies; });
        m_editor->setIpus(3);
        QTRY_VERIFY(m_session->table() && m_session->table()->complete());
        const Plan even = m_session->plan();
        std::set<Remedy::Kind> kinds;
        size_t elsewhere = 0;
        for (uint32_t first = 1; first + 2 < even.layerCount(); ++first) {
            for (const uint64_t share : {50, 90}) {
                const auto plan = even.withSplits(
                    *SplitPlan::make(even.layerCount(), {LayerIndex{first}, LayerIndex{first + 1}}));
                QVERIFY(plan);
                m_session->setPlan(*plan);
                QTRY_VERIFY(m_session->resultIsCurrent());
                const uint64_t peak = m_session->result()->estimate.peakTileBytes();
                m_editor->setMemoryPerTile(peak * share / 100);
                QTRY_VERIFY(m_session->optimum() && m_session->resultIsCurrent());
                QTRY_VERIFY(!m_page->verdict()->busy());
                for (const Remedy& remedy : std::vector<Remedy>(offered)) {
                    kinds.insert(remedy.kind);
                    QTRY_VERIFY2(shows(remedy, elsewhere), qPrintable(readout(0)));
                }
            }
        }
        QVERIFY(kinds.size() >= 3 && elsewhere > 0);
        // A plan that fits has no remedies.
        m_editor->setMemoryPerTile(100'000'000);
        QTRY_VERIFY(m_session->resultIsCurrent() && offered.empty());
        QTRY_VERIFY(!readout(0).contains(QLatin1String("fullest tile")));
    }

private:
    QString readout(size_t ipu) const {
        const LaneChartDataPtr data = m_page->timeline()->data();
        return ipu < data->groups.size() ? data->readout({ipu, 0, 0}) : QString();
    }
    static std::set<uint32_t> entriesOf(const StagePlacement& placement, uint32_t ipu) {
        std::set<uint32_t> entries;
        for (const uint32_t stage : placement.stagesOf(ipu)) {
            const LayerRange range = placement.stages[stage];
            for (uint32_t entry = range.first.value; entry <= range.last.value; ++entry) {
                entries.insert(entry);
            }
        }
        return entries;
    }
    /// Whether exactly the IPUs that the remedy changes show it. Counts those that it does not change.
    bool shows(const Remedy& remedy, size_t& elsewhere) const {
        const QString line = remedyName(remedy, *m_session->layers()) + QStringLiteral(": ") +
                             remedyEffect(remedy, *m_session);
        const StagePlacement now = m_session->study().place(m_session->plan().splitPlan());
        const StagePlacement then = m_session->study().place(remedy.plan.splitPlan());
        const auto ipus = static_cast<uint32_t>(now.ipus.size());
        size_t others = 0;
        for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
            const bool changed = remedy.kind == Remedy::Kind::OutputOnFirst
                                     ? ipu == 0 || ipu + 1 == ipus
                                     : ipu >= then.ipus.size() || entriesOf(now, ipu) != entriesOf(then, ipu);
            if (readout(ipu).split(QLatin1Char('\n')).contains(line) != changed) {
                return false;
            }
            others += changed ? 0 : 1;
        }
        elsewhere += others;
        return true;
    }
};

TILELINE_TEST(TestTimelineHelp)
#include "test_timelinehelp.moc"
