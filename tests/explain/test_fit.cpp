// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/fit.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;

class TestFit : public QObject {
    Q_OBJECT
private slots:
    void threeAnswers() {
        const PlanWarning harmless{UnknownTime{}};
        const PlanWarning voiding{OtherMode{}, true};
        const PlanWarning split{SplitWeights{}};
        for (const auto& warnings : {std::vector<PlanWarning>(), {harmless}, {split, harmless}}) {
            const Fit fits(true, warnings);
            QVERIFY(fits.known() && fits.fits() && !fits.overflows());
            QCOMPARE(fits.answer(), std::optional(true));
            const Fit over(false, warnings);
            QVERIFY(over.known() && !over.fits() && over.overflows());
            QCOMPARE(over.answer(), std::optional(false));
            QVERIFY(fits != over && fits != Fit() && over != Fit());
        }
        for (const bool within : {true, false}) {
            const Fit unknown(within, {harmless, voiding});
            QVERIFY(!unknown.known() && !unknown.fits() && !unknown.overflows());
            QVERIFY(!unknown.answer());
            QVERIFY(unknown == Fit());
        }
    }

    /// Each IPU has its own limit; a tile may be full to the last byte.
    void ofAPlan() {
        PlanEstimate estimate{*SplitPlan::make(3, {{1}, {2}}), {}, {}};
        for (const uint64_t peak : {90, 180, 45}) {
            estimate.stages.emplace_back().peakTileBytes = peak;
        }
        const MemoryLimits exact{100, {100, 200, 50}, 10};
        QVERIFY(Fit::of(estimate, exact, {}).fits());
        for (size_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
            PlanEstimate fuller = estimate;
            ++fuller.stages[ipu].peakTileBytes;
            QVERIFY(Fit::of(fuller, exact, {}).overflows());
            QVERIFY(!Fit::of(fuller, exact, {{OtherMode{}, true}}).known());
        }
        QVERIFY(!Fit::of(estimate, exact, {{OtherMode{}, true}}).known());
    }
};

TILELINE_TEST(TestFit)
#include "test_fit.moc"
