// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "ui/session/selection.h"

#include <QSignalSpy>
#include <QTest>

using namespace tileline;

class TestSelection : public QObject {
    Q_OBJECT
private slots:
    void eachKindIsChosenByItself() {
        Selection selection;
        selection.choose(LayerIndex{3});
        selection.choose(TileId{7});
        QCOMPARE(selection.chosen<LayerIndex>(), std::optional(LayerIndex{3}));
        QCOMPARE(selection.chosen<TileId>(), std::optional(TileId{7}));
        QVERIFY(!selection.chosen<StepIndex>() && !selection.chosen<VariableIndex>());
        selection.drop<LayerIndex>();
        QVERIFY(!selection.chosen<LayerIndex>());
        QCOMPARE(selection.chosen<TileId>(), std::optional(TileId{7}));
        selection.choose(std::optional<TileId>());
        QVERIFY(!selection.chosen<TileId>());
    }

    /// Pointing at something that is already chosen makes it the latest choice.
    void pointingAtAChoiceMakesItTheLatest() {
        Selection selection;
        selection.choose({OperationIndex{2}, LayerIndex{5}});
        QSignalSpy changes(&selection, &Selection::changed);
        selection.choose(LayerIndex{5});
        QCOMPARE(changes.count(), 1);
        QCOMPARE(selection.latest(), std::optional<Choice>(LayerIndex{5}));
        selection.choose(PageIndex{3}); // a page is not described
        QCOMPARE(selection.latest(), std::optional<Choice>(LayerIndex{5}));
        selection.drop<LayerIndex>();
        QVERIFY(!selection.latest());
    }

    /// Choices that belong together are one step back, and each view that follows them is called once.
    void whatBelongsTogetherIsOneStep() {
        Selection selection;
        selection.choose(OperationIndex{1});
        QSignalSpy changes(&selection, &Selection::changed);
        selection.choose({OperationIndex{2}, LayerIndex{5}, StepIndex{9}});
        QCOMPARE(changes.count(), 3);
        QCOMPARE(selection.latest(), std::optional<Choice>(OperationIndex{2}));
        selection.choose({OperationIndex{2}, LayerIndex{5}}); // nothing changes
        QCOMPARE(changes.count(), 3);
        selection.back();
        QCOMPARE(selection.chosen<OperationIndex>(), std::optional(OperationIndex{1}));
        QVERIFY(!selection.chosen<LayerIndex>() && !selection.chosen<StepIndex>());
        selection.forward();
        QCOMPARE(selection.chosen<StepIndex>(), std::optional(StepIndex{9}));
        QCOMPARE(changes.count(), 9);
        selection.forward();
        selection.back();
        selection.back();
        QVERIFY(!selection.chosen<OperationIndex>());
        selection.back();
        QVERIFY(!selection.chosen<OperationIndex>());
    }

    void aNewChoiceEndsTheWayForward() {
        Selection selection;
        for (uint32_t program = 0; program < 3; ++program) {
            selection.choose(ProgramIndex{program});
        }
        selection.back();
        selection.back();
        selection.choose(VariableIndex{8});
        selection.forward();
        QCOMPARE(selection.chosen<ProgramIndex>(), std::optional(ProgramIndex{0}));
        QCOMPARE(selection.chosen<VariableIndex>(), std::optional(VariableIndex{8}));
        selection.back();
        QVERIFY(!selection.chosen<VariableIndex>());
    }

    void theHistoryIsBounded() {
        Selection selection;
        const auto count = static_cast<uint32_t>(Selection::MaxHistory);
        for (uint32_t step = 0; step <= 2 * count; ++step) {
            selection.choose(StepIndex{step});
        }
        for (uint32_t step = 0; step < 2 * count; ++step) {
            selection.back();
        }
        QCOMPARE(selection.chosen<StepIndex>(), std::optional(StepIndex{count}));
        selection.clear();
        QVERIFY(!selection.chosen<StepIndex>());
        selection.back();
        selection.forward();
        QVERIFY(!selection.chosen<StepIndex>());
    }
};

TILELINE_TEST(TestSelection)
#include "test_selection.moc"
