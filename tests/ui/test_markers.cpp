// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/boundarygeometry.h"
#include "ui/planpage/markercontroller.h"

#include "tests/support/fixtures.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"

#include <QKeyEvent>
#include <QTest>

using namespace tileline;

/// Tests the geometry, the controller and the editor without a window.
class TestMarkers : public QObject {
    Q_OBJECT
private slots:
    void geometryMapsBothWays() {
        const BoundaryGeometry geometry{10, 20, 7.5};
        for (uint32_t boundary = 1; boundary < 10; ++boundary) {
            QCOMPARE(geometry.nearestBoundary(geometry.xOf({boundary})), LayerIndex{boundary});
            QCOMPARE(geometry.layerAt(geometry.centreOf({boundary})), LayerIndex{boundary});
        }
        QCOMPARE(geometry.layerAt(19.9), std::nullopt);
        QCOMPARE(geometry.layerAt(geometry.right()), std::nullopt);
        QCOMPARE(geometry.nearestBoundary(-1000), LayerIndex{1});
        QCOMPARE(geometry.nearestBoundary(100000), LayerIndex{9});
        QCOMPARE(geometry.boundaryWithin(geometry.xOf({4}) + 2, 2), LayerIndex{4});
        QCOMPARE(geometry.boundaryWithin(geometry.xOf({4}) + 3, 2), std::nullopt);
    }

    void geometryKnowsTheLayersOfAPart() {
        using Layers = std::pair<uint32_t, uint32_t>;
        const BoundaryGeometry geometry{10, 20, 8};
        QCOMPARE(geometry.layersBetween(-100, 1000), Layers(0, 10));
        QCOMPARE(geometry.layersBetween(20, 28), Layers(0, 1));
        QCOMPARE(geometry.layersBetween(27, 29), Layers(0, 2));
        QCOMPARE(geometry.layersBetween(99, 101), Layers(9, 10));
        QCOMPARE(geometry.layersBetween(-50, -10), Layers(0, 0));
        QCOMPARE(geometry.layersBetween(500, 600), Layers(10, 10));
    }

    void geometryOfOneLayerHasNoBoundary() {
        const auto geometry = BoundaryGeometry::filling(1, 0, 100, 16);
        QCOMPARE(geometry.nearestBoundary(50), std::nullopt);
        QCOMPARE(geometry.layerWidth, 100.0);
    }

    void boxesAreNeverNarrowerThanTheMinimum() {
        QCOMPARE(BoundaryGeometry::filling(500, 0, 1000, 16).layerWidth, 16.0);
        QCOMPARE(BoundaryGeometry::filling(10, 0, 1000, 16).layerWidth, 100.0);
    }

    void init() {
        m_session = std::make_unique<Session>();
        m_session->open({test::fixturePath("shuffled-layers")});
        QTRY_COMPARE(m_session->state(), Session::State::Ready);
        m_editor = std::make_unique<PlanEditor>(m_session.get());
        m_controller = std::make_unique<MarkerController>(m_editor.get());
        setSplits({2, 5});
        m_editor->undoStack()->clear();
        m_controller->setGeometry({m_session->layers()->count(), 0, 10});
    }

    void cleanup() {
        m_controller.reset();
        m_editor.reset();
        m_session.reset();
    }

    void aDragIsOneStep() {
        m_controller->press(0, 23);
        for (const double x : {25.0, 31.0, 38.0, 44.0, 33.0}) {
            m_controller->moveTo(x);
        }
        // The mouse grabbed the marker 3 pixels right of its centre, so a mouse position of 33 means 30.
        QCOMPARE(splits(), (std::vector<uint32_t>{3, 5}));
        m_editor->endDrag();
        QCOMPARE(m_editor->undoStack()->count(), 1);
        m_editor->undoStack()->undo();
        QCOMPARE(splits(), (std::vector<uint32_t>{2, 5}));
        m_editor->undoStack()->redo();
        QCOMPARE(splits(), (std::vector<uint32_t>{3, 5}));
    }

    void aDragThatEndsWhereItBeganIsNoStep() {
        m_controller->press(0, 20);
        m_controller->moveTo(40);
        m_controller->moveTo(20);
        m_editor->endDrag();
        QCOMPARE(m_editor->undoStack()->count(), 0);
    }

    void markersStopAtTheirNeighbours() {
        m_controller->press(0, 20);
        m_controller->moveTo(9000);
        QCOMPARE(splits(), (std::vector<uint32_t>{4, 5}));
        m_controller->moveTo(-9000);
        QCOMPARE(splits(), (std::vector<uint32_t>{1, 5}));
        m_editor->cancelDrag();
        QCOMPARE(splits(), (std::vector<uint32_t>{2, 5}));
        QCOMPARE(m_editor->undoStack()->count(), 0);
    }

    void keys_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("shift");
        QTest::addColumn<std::vector<uint32_t>>("expected");
        QTest::newRow("left") << int(Qt::Key_Left) << false << std::vector<uint32_t>{1, 5};
        QTest::newRow("right") << int(Qt::Key_Right) << false << std::vector<uint32_t>{3, 5};
        QTest::newRow("shift right") << int(Qt::Key_Right) << true << std::vector<uint32_t>{4, 5};
        QTest::newRow("home") << int(Qt::Key_Home) << false << std::vector<uint32_t>{1, 5};
        QTest::newRow("end") << int(Qt::Key_End) << false << std::vector<uint32_t>{4, 5};
        QTest::newRow("delete") << int(Qt::Key_Delete) << false << std::vector<uint32_t>{5};
        QTest::newRow("forbid") << int(Qt::Key_F) << false << std::vector<uint32_t>{5};
        QTest::newRow("pin") << int(Qt::Key_P) << false << std::vector<uint32_t>{2, 5};
    }
    void keys() {
        QFETCH(const int, key);
        QFETCH(const bool, shift);
        QFETCH(const std::vector<uint32_t>, expected);
        QVERIFY(press(0, key, shift));
        QCOMPARE(splits(), expected);
        QCOMPARE(m_editor->undoStack()->count(), 1);
        m_editor->undoStack()->undo();
        QCOMPARE(splits(), (std::vector<uint32_t>{2, 5}));
    }

    void aHeldKeyIsOneStep() {
        press(1, Qt::Key_Left, false);
        press(1, Qt::Key_Right, false, true);
        press(1, Qt::Key_Right, false, true);
        QCOMPARE(m_editor->undoStack()->count(), 2);
    }

    void pinnedSplitsStay() {
        m_editor->togglePinned({2});
        press(0, Qt::Key_Right, false);
        press(0, Qt::Key_Delete, false);
        m_controller->press(0, 20);
        m_controller->moveTo(40);
        m_editor->endDrag();
        QCOMPARE(splits(), (std::vector<uint32_t>{2, 5}));
        m_editor->togglePinned({2});
        press(0, Qt::Key_Right, false);
        QCOMPARE(splits(), (std::vector<uint32_t>{3, 5}));
    }

    void forbiddenBoundariesAreSkipped() {
        m_editor->toggleForbidden({3});
        m_controller->press(0, 20);
        m_controller->moveTo(30);
        QCOMPARE(splits()[0], 2U);
        m_controller->moveTo(36);
        QCOMPARE(splits()[0], 4U);
        m_editor->endDrag();
    }

    void anAddedSplitTakesAnIpu() {
        m_editor->setIpus(3);
        m_editor->addSplit({4});
        QCOMPARE(splits(), (std::vector<uint32_t>{2, 4, 5}));
        QCOMPARE(m_session->plan().ipus(), 4U);
    }

    void fewerIpusDropTheLastSplits() {
        m_editor->togglePinned({5});
        m_editor->setIpus(2);
        QCOMPARE(splits(), std::vector<uint32_t>{5});
        m_editor->setIpus(1);
        QVERIFY(splits().empty());
        QVERIFY(m_session->plan().constraints().pinned().empty());
        m_editor->undoStack()->undo();
        m_editor->undoStack()->undo();
        QCOMPARE(splits(), (std::vector<uint32_t>{2, 5}));
    }

    void layerOptionsAreAStep() {
        const Plan before = m_session->plan();
        LayerOptions options;
        options.order = LayerOrder::Natural;
        m_editor->applyOptions({options, m_session->setting()}, QStringLiteral("test"));
        QTRY_COMPARE(m_session->layerOptions(), options);
        QCOMPARE(m_editor->undoStack()->count(), 1);
        QCOMPARE(m_editor->undoStack()->undoText(), QStringLiteral("test"));
        m_editor->undoStack()->undo();
        QTRY_COMPARE(m_session->layerOptions(), LayerOptions());
        QVERIFY(m_session->plan() == before);
        QCOMPARE(m_editor->undoStack()->count(), 1);
        m_editor->undoStack()->redo();
        QTRY_COMPARE(m_session->layerOptions(), options);
        QCOMPARE(m_editor->undoStack()->count(), 1);
    }

    void whatNoUserChangesIsNoStep() {
        LayerOptions options;
        options.order = LayerOrder::Natural;
        m_session->setLayerOptions(options);
        QTRY_COMPARE(m_session->layerOptions(), options);
        QCOMPARE(m_editor->undoStack()->count(), 0);
    }

    void anotherProfileStartsWithoutSteps() {
        m_editor->addSplit({4});
        m_session->open({test::fixturePath("bert-tiny-inf")});
        QTRY_VERIFY(!m_session->loading());
        QCOMPARE(m_editor->undoStack()->count(), 0);
    }

    void afterAFailedLoadTheStepsAreStillThere() {
        m_editor->addSplit({4});
        m_session->open({test::fixturePath("bert-tiny-inf")});
        m_session->cancel();
        QTRY_COMPARE(m_session->state(), Session::State::Ready);
        m_editor->undoStack()->undo();
        QCOMPARE(splits(), (std::vector<uint32_t>{2, 5}));
    }

private:
    void setSplits(std::initializer_list<uint32_t> at) {
        SplitPlan splits(m_session->layers()->count());
        for (const uint32_t split : at) {
            splits = splits.withAdded({split});
        }
        m_session->setPlan(Plan::fitted(splits, m_session->plan().constraints()));
    }
    std::vector<uint32_t> splits() const {
        std::vector<uint32_t> result;
        for (const LayerIndex split : m_session->plan().splits()) {
            result.push_back(split.value);
        }
        return result;
    }
    bool press(size_t split, int key, bool shift, bool repeated = false) {
        const QKeyEvent event(QEvent::KeyPress, key, shift ? Qt::ShiftModifier : Qt::NoModifier, {},
                              repeated);
        return m_controller->key(split, event);
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<PlanEditor> m_editor;
    std::unique_ptr<MarkerController> m_controller;
};

TILELINE_TEST(TestMarkers)
#include "test_markers.moc"
