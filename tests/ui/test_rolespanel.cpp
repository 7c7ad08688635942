// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what bytes are for, as the tile memory page shows it, with real check boxes.
#include "core/explain/stageroles.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/pages/rolespanel.h"
#include "ui/pages/tilememorypage.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/bytestext.h"

#include <QCheckBox>
#include <QLabel>
#include <QTabWidget>
#include <QTest>

using namespace tileline;

namespace {

struct ShownRoles : test::PageFixture {
    TileMemoryPage page{&session, &selection};

    /// Shows the roles of an IPU, for a plan with two IPUs.
    bool start(uint32_t ipu) {
        if (!test::showAt(page, {1000, 700}) || !open("pipeline-marked-tiny")) {
            return false;
        }
        session.setPlan(*session.plan().withSplits(*SplitPlan::make(session.layers()->count(), {{4}})));
        const bool current = QTest::qWaitFor(
            [this] { return session.resultIsCurrent() && session.result()->estimate.stages.size() == 2; },
            10000);
        auto* const tabs = page.findChild<QTabWidget*>();
        tabs->setCurrentWidget(page.roles());
        QCoreApplication::processEvents();
        selection.choose(StageIndex{ipu});
        return current && QTest::qWaitFor([this] { return table().rows.size() > 3; }, 10000);
    }
    Table table() const { return page.roles()->table()->model()->shown(); }
    StageRoles expected(uint32_t ipu, const ModelChanges& whatIf) const {
        Workers workers(1);
        const StageEstimatorPtr estimator = session.estimator();
        return *rolesOf(*estimator, VariableRoles(estimator->profile(), estimator->layers()),
                        session.placement().ipus[ipu], whatIf, workers);
    }
    void click(const char* change) const {
        page.roles()->findChild<QCheckBox*>(QLatin1String(change))->click();
    }
};

} // namespace

class TestRolesPanel : public QObject {
    Q_OBJECT
private slots:
    void rolesOfAStageSumToItsEstimate() {
        ShownRoles shown;
        QVERIFY(shown.start(1));
        const StageRoles roles = shown.expected(1, {});
        const StageEstimate estimate = shown.session.result()->estimate.stages[1];
        const Table table = shown.table();
        QCOMPARE(table.rows.back()[1], Cell(estimate.bytes.total()));
        QCOMPARE(table.rows.back()[2], Cell(estimate.peakTileBytes));
        QCOMPARE(table.rows.front()[1], Cell(roles.bytes[Role::Weights]));
        QVERIFY(shown.page.roles()->result()->text().contains(bytesText(estimate.peakTileBytes)));
    }

    void changesShowTheirPeakBesideTheEstimate() {
        ShownRoles shown;
        QVERIFY(shown.start(0));
        const uint64_t estimate = shown.session.result()->estimate.stages[0].peakTileBytes;
        const QLabel* const result = shown.page.roles()->result();
        ModelChanges whatIf;
        whatIf.microBatch = ModelChanges::MicroBatch::Doubled;
        shown.click("doubleActivations");
        const QString doubled = bytesText(shown.expected(0, whatIf).changed->tileBytes);
        QVERIFY(doubled != bytesText(estimate));
        QTRY_VERIFY(result->text().contains(doubled));
        QVERIFY(result->text().contains(bytesText(estimate)));
        QVERIFY(result->text().contains(QStringLiteral("rule of thumb")));
        // The user can choose only one of the two.
        shown.click("halveActivations");
        whatIf.microBatch = ModelChanges::MicroBatch::Halved;
        QTRY_VERIFY(result->text().contains(bytesText(shown.expected(0, whatIf).changed->tileBytes)));
        QVERIFY(!shown.page.roles()->findChild<QCheckBox*>(QStringLiteral("doubleActivations"))->isChecked());
        shown.click("halveActivations");
        QTRY_VERIFY(!result->text().contains(QStringLiteral("rule of thumb")));
    }

    void forTheWholeModelThereIsAHint() {
        ShownRoles shown;
        QVERIFY(shown.start(0));
        shown.selection.drop<StageIndex>();
        QTRY_VERIFY(shown.table().rows.empty());
        QVERIFY(shown.page.roles()->result()->text().isEmpty());
        shown.session.close();
        QVERIFY(shown.table().rows.empty());
    }
};

TILELINE_TEST(TestRolesPanel)
#include "test_rolespanel.moc"
