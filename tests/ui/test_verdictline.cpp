// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/planpagefixture.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/planpage/verdictline.h"
#include "ui/text/bytestext.h"
#include "ui/text/solvetext.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

using namespace tileline;

/// Tests the line above the plan with real mouse and key events.
class TestVerdictLine : public QObject, protected test::PlanPageFixture {
    Q_OBJECT
private slots:
    void init() { openPage("bert-tiny-train"); }

    void cleanup() { closePage(); }

    void aPlanThatFitsHasItsLeastHeadroom() {
        std::vector<int64_t> headrooms;
        for (const StageEstimate& stage : stages()) {
            headrooms.push_back(638976 - static_cast<int64_t>(stage.peakTileBytes));
        }
        const auto tightest = std::min_element(headrooms.begin(), headrooms.end());
        QCOMPARE(line()->verdict().state, VerdictText::State::Fits);
        QVERIFY2(text().contains(bytesText(static_cast<uint64_t>(*tightest))) &&
                     text().endsWith(QStringLiteral("IPU %1").arg(tightest - headrooms.begin())),
                 qPrintable(text()));
        QVERIFY(line()->remedies().isEmpty());
    }

    /// The line and its popup mention idle IPUs before the export does.
    void idleIpusAreTold() {
        const auto apply = [this](std::vector<LayerIndex> splits) {
            const size_t layers = m_session->layers()->count();
            m_editor->apply(*m_session->plan().withSplits(*SplitPlan::make(layers, std::move(splits))),
                            QStringLiteral("test"));
            QTRY_VERIFY(m_session->resultIsCurrent());
        };
        const auto* const verdict = line()->findChild<QAbstractButton*>(QStringLiteral("verdict"));
        const QStringList warnings = line()->warnings();
        apply({{1}, {2}, {3}});
        QCOMPARE(line()->verdict().idle, QString());
        QVERIFY(!verdict->accessibleDescription().contains(QLatin1String("IPUs used")));
        apply({{1}, {2}});
        QVERIFY2(verdict->accessibleDescription().contains(QLatin1String("3 of 4 IPUs used")),
                 qPrintable(verdict->accessibleDescription()));
        m_editor->setIpus(3);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY2(line()->verdict().idle.contains(QLatin1String("3 IPUs used; 4 are acquired")),
                 qPrintable(line()->verdict().idle));
        QCOMPARE(line()->warnings(), warnings); // idle IPUs are not a warning
    }

    void ipusThatOverflowAreCounted() {
        std::vector<uint64_t> peaks = sortedPeaks();
        type("memoryPerTile", QString::number(peaks[1])); // only the lowest two peaks fit
        QCOMPARE(line()->verdict().state, VerdictText::State::Over);
        const auto over =
            std::count_if(peaks.begin(), peaks.end(), [&](uint64_t peak) { return peak > peaks[1]; });
        QVERIFY(over > 1);
        QVERIFY2(text().startsWith(QStringLiteral("%1 of 4 IPUs overflow,").arg(over)) &&
                     text().contains(bytesText(peaks.back() - peaks[1])),
                 qPrintable(text()));
        QVERIFY(!gapText(*m_session).startsWith(QLatin1String("Optimal")));
    }

    /// The button moves the entry whose move helps most, as one undo step.
    void theBestMoveIsOneClick() {
        makeUnevenPlan();
        QTRY_VERIFY(button("moveEntry")->isVisible());
        const Plan before = m_session->plan();
        uint64_t lowest = UINT64_MAX;
        for (size_t split = 0; split < before.splits().size(); ++split) {
            for (const int by : {-1, 1}) {
                const LayerIndex to{
                    static_cast<uint32_t>(static_cast<int>(before.splits()[split].value) + by)};
                const Plan moved = before.withSplitMoved(split, to);
                lowest = std::min(lowest, tabulated(*m_session->table(), moved.splitPlan())->peakTileBytes());
            }
        }
        QVERIFY(button("moveEntry")->text().startsWith(QLatin1String("Move layer")));
        QVERIFY(button("moveEntry")->accessibleDescription().contains(bytesText(lowest)));
        QTest::mouseClick(button("moveEntry"), Qt::LeftButton);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QCOMPARE(m_session->result()->estimate.peakTileBytes(), lowest);
        m_editor->undoStack()->undo();
        QVERIFY(m_session->plan() == before);
        // A key works, too.
        QTRY_VERIFY(button("moveEntry")->isVisible());
        button("moveEntry")->setFocus();
        QTest::keyClick(button("moveEntry"), Qt::Key_Space);
        QVERIFY(m_session->plan() != before);
    }

    void theBestPlanIsOneClick() {
        makeUnevenPlan();
        QTRY_VERIFY(action("bestPlan")->isVisible());
        action("bestPlan")->trigger();
        QTRY_VERIFY(m_session->resultIsCurrent());
        QCOMPARE(m_session->result()->estimate.peakTileBytes(),
                 std::get<SolvedPlan>(m_session->optimum()->result).peakTileBytes);
        QVERIFY(m_session->plan().constraints().memory() == m_editor->plan().memory());
    }

    void moreIpusAreOneClick() {
        m_editor->setIpus(2);
        QTRY_VERIFY(m_session->optimum());
        const auto tradeOff = m_session->optimum()->tradeOff;
        QVERIFY(tradeOff[2]->peakTileBytes < tradeOff[1]->peakTileBytes);
        m_editor->setMemoryPerTile(tradeOff[2]->peakTileBytes);
        QTRY_VERIFY(button("moreIpus")->isVisible());
        QVERIFY(button("moreIpus")->text().startsWith(QLatin1String("Use 3 IPU")));
        QTest::mouseClick(button("moreIpus"), Qt::LeftButton);
        QCOMPARE(m_session->plan().ipus(), 3U);
        QTRY_COMPARE(line()->verdict().state, VerdictText::State::Fits);
        QVERIFY(line()->remedies().isEmpty());
        m_editor->undoStack()->undo();
        QCOMPARE(m_session->plan().ipus(), 2U);
    }

    /// If no number of IPUs is enough, the line says so, because there is no remedy to offer.
    void aHopelessPlanSaysSo() {
        QTRY_VERIFY(m_session->optimum());
        uint64_t lowest = UINT64_MAX;
        for (const auto& plan : m_session->optimum()->tradeOff) {
            lowest = std::min(lowest, plan->peakTileBytes);
        }
        const auto said = [this] {
            const auto buttons = line()->findChildren<QAbstractButton*>();
            return std::any_of(buttons.begin(), buttons.end(), [](const QAbstractButton* button) {
                return button->accessibleDescription().contains(QLatin1String("No number of IPUs is enough"));
            });
        };
        type("memoryPerTile", QString::number(lowest - 1));
        QTRY_VERIFY(said());
        type("memoryPerTile", QString::number(lowest));
        QTRY_VERIFY(m_session->optimum() &&
                    m_session->optimum()->request.constraints.memory().perTile == lowest);
        QVERIFY(!said());
    }

    void anotherLayerExpressionIsOneClick() {
        openPage("no-layers");
        QCOMPARE(line()->verdict().state, VerdictText::State::Doubtful);
        QVERIFY(button("layerExpression")->isVisible());
        const QString name = button("layerExpression")->text();
        QTest::mouseClick(button("layerExpression"), Qt::LeftButton);
        QTRY_COMPARE(m_session->layers()->count(), size_t{4});
        QCOMPARE(m_editor->undoStack()->undoText(), name);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(!button("layerExpression")->isVisible());
        m_editor->undoStack()->undo();
        QTRY_COMPARE(m_session->layers()->count(), size_t{1});
    }

    void noVerdictWhereTheFiguresDoNotHold() {
        const test::TemporaryDirectory directory;
        GeneratorOptions options = test::smallModel("bert-base", true);
        options.layers = 4;
        options.traits.twoStacks = true;
        QVERIFY(writeModel(test::generateOrThrow(options), directory.path()));
        open(directory.path());
        QTRY_COMPARE(line()->verdict().state, VerdictText::State::Doubtful);
        QVERIFY2(!text().contains(QLatin1String("Fits")), qPrintable(text()));
        QVERIFY(button("planWarnings")->isVisible());
        QVERIFY(button("planWarnings")->text().endsWith(QString::number(line()->warnings().size())));
        // The separating expression is offered.
        QTest::mouseClick(button("layerExpression"), Qt::LeftButton);
        QTRY_VERIFY(m_session->layers()->find("encoder0").has_value());
    }

    void messagesEndWithThePlan() {
        m_page->toolBar()->solveActions().front()->trigger();
        QTRY_VERIFY(line()->message().startsWith(QLatin1String("Best plan")));
        m_editor->undoStack()->undo();
        QVERIFY(line()->message().isEmpty());
        m_page->toolBar()->solveActions().front()->trigger();
        QTRY_VERIFY(!line()->message().isEmpty());
        m_session->setSetting({});
        QTRY_COMPARE(m_session->setting().setting, Setting::Pipeline);
        QVERIFY(line()->message().isEmpty());
    }

    /// Neither messages nor warnings nor remedies move or resize anything.
    void nothingMoves() {
        const auto places = [&] {
            std::vector<QRect> rects;
            for (const QWidget* const widget :
                 std::initializer_list<const QWidget*>{line(), m_page->canvas()->parentWidget(),
                                                       m_page->bars()->parentWidget(), m_page.get()}) {
                rects.emplace_back(widget->mapTo(m_page.get(), QPoint(0, 0)), widget->size());
            }
            return rects;
        };
        const std::vector<QRect> before = places();
        const auto check = [&] {
            QApplication::processEvents();
            QVERIFY(places() == before);
        };
        line()->showMessage(QString(400, QLatin1Char('x')));
        check();
        makeUnevenPlan();
        QTRY_VERIFY(!line()->remedies().isEmpty());
        check();
        m_editor->setMemoryPerTile(1000);
        check();
        // If the page has its minimum width, the popup contains everything that does not fit.
        const int width = m_page->width();
        m_page->resize(700, m_page->height());
        QTRY_VERIFY(!line()->busy());
        QCOMPARE(m_page->width(), 700);
        for (const auto* const shown : line()->findChildren<QToolButton*>()) {
            QVERIFY(!shown->isVisible() || line()->rect().contains(shown->geometry()));
        }
        m_page->resize(width, m_page->height());
        check();
    }

    void aPopupSaysThatNothingHelps() {
        m_editor->setMemoryPerTile(1000);
        const auto isHopeless = [](const QString& text) {
            return text.contains(QLatin1String("No number of IPUs is enough"));
        };
        auto* const verdict = line()->findChild<QAbstractButton*>(QStringLiteral("verdict"));
        QTRY_VERIFY(isHopeless(verdict->accessibleDescription()));
        QTest::mouseClick(verdict, Qt::LeftButton);
        const auto labels = popup()->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [&](const QLabel* label) { return isHopeless(label->text()); }));
    }

    void aPopupHasEverything() {
        makeUnevenPlan();
        QTRY_VERIFY(!line()->remedies().isEmpty());
        line()->showMessage(QStringLiteral("a message"));
        auto* const verdict = line()->findChild<QAbstractButton*>(QStringLiteral("verdict"));
        QVERIFY(verdict->toolTip().contains(QLatin1String("a message")));
        QTest::mouseClick(verdict, Qt::LeftButton);
        QVERIFY(popup());
        QStringList shown;
        for (const QLabel* const label : popup()->findChildren<QLabel*>()) {
            shown += label->text();
        }
        QVERIFY2(shown.contains(text()) && shown.contains(QStringLiteral("a message")),
                 qPrintable(shown.join(QLatin1Char('\n'))));
        QTest::keyClick(popup(), Qt::Key_Escape);
        QTRY_VERIFY(!popup());
        // A key opens the popup, and a remedy in it closes it.
        verdict->setFocus();
        QTest::keyClick(verdict, Qt::Key_Space);
        QVERIFY(popup());
        const Plan before = m_session->plan();
        QTest::mouseClick(popup()->findChild<QToolButton*>(), Qt::LeftButton);
        QTRY_VERIFY(!popup());
        QVERIFY(m_session->plan() != before);
    }

    void remediesWaitForTheEndOfADrag() {
        makeUnevenPlan();
        QTRY_VERIFY(!line()->remedies().isEmpty());
        SplitMarker* const marker = m_page->canvas()->markers().back();
        const QPoint grip(marker->width() / 2, 12);
        QTest::mousePress(marker, Qt::LeftButton, {}, grip);
        const int x = static_cast<int>(
            m_page->canvas()->geometry().xOf({static_cast<uint32_t>(m_session->layers()->count() - 1)}));
        QTest::mouseMove(marker, marker->mapFrom(m_page->canvas(), QPoint(x, 40)));
        QVERIFY(m_editor->dragging());
        QVERIFY(line()->remedies().isEmpty());
        QTest::mouseMove(marker, grip);
        QTest::keyClick(marker, Qt::Key_Escape);
        QTest::mouseRelease(marker, Qt::LeftButton);
        QTRY_VERIFY(!line()->remedies().isEmpty());
    }

    void memoryIsTypedWithAUnit_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<uint64_t>("bytes");
        QTest::newRow("KiB") << "600 KiB" << uint64_t{614400};
        QTest::newRow("kB") << "600kB" << uint64_t{600000};
        QTest::newRow("MiB") << "0.5 MiB" << uint64_t{524288};
        QTest::newRow("MB") << "0.5 mb" << uint64_t{500000};
        QTest::newRow("B") << "1000 B" << uint64_t{1000};
        QTest::newRow("bytes") << "614,400" << uint64_t{614400};
        QTest::newRow("unfinished") << "600 K" << uint64_t{638976};
        QTest::newRow("no number") << "KiB" << uint64_t{638976};
        QTest::newRow("nothing fits into it") << "0 KiB" << uint64_t{638976};
    }
    void memoryIsTypedWithAUnit() {
        QFETCH(const QString, typed);
        QFETCH(const uint64_t, bytes);
        type("memoryPerTile", typed);
        QCOMPARE(m_session->plan().memory().perTile, bytes);
        const auto* const box = m_page->findChild<MemoryBox*>(QStringLiteral("memoryPerTile"));
        QCOMPARE(box->text(), exactBytesText(bytes));
    }

    void aShareIsKeptFree() {
        type("keepFree", QStringLiteral("10"));
        QCOMPARE(m_session->plan().memory().keepFree, 10U);
        for (const IpuBar& bar : m_page->bars()->bars()) {
            QCOMPARE(bar.limit, uint64_t{575078});
            QCOMPARE(bar.memory, uint64_t{638976});
            QVERIFY2(bar.summary().contains(QStringLiteral("limit %1, 10 % of %2 kept free")
                                                .arg(exactBytesText(575078), exactBytesText(638976))),
                     qPrintable(bar.summary()));
        }
        QVERIFY2(line()->verdict().details.contains(exactBytesText(575078)),
                 qPrintable(line()->verdict().details));
        // This plan fits into the whole memory, but not into the part that may be used.
        const uint64_t peak = sortedPeaks().back();
        m_editor->setMemoryPerTile(peak + 1);
        QCOMPARE(line()->verdict().state, VerdictText::State::Over);
        QTRY_VERIFY(m_session->optimum());
        QVERIFY(std::get<SolvedPlan>(m_session->optimum()->result).fits ==
                (std::get<SolvedPlan>(m_session->optimum()->result).peakTileBytes <=
                 m_session->plan().memory().limit()));
        m_editor->undoStack()->undo();
        m_editor->undoStack()->undo();
        QCOMPARE(m_page->findChild<QSpinBox*>(QStringLiteral("keepFree"))->value(), 0);
        QCOMPARE(line()->verdict().state, VerdictText::State::Fits);
    }

    void aPinnedMarkerSaysWhyItDoesNotMove() {
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        marker->setFocus();
        QTest::keyClick(marker, Qt::Key_P);
        const LayerIndex before = marker->boundary();
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
        QTest::mouseMove(marker, QPoint(marker->width() / 2 + 60, 12));
        QVERIFY2(shownHint().contains(QLatin1String("pinned")), qPrintable(shownHint()));
        QTest::mouseRelease(marker, Qt::LeftButton);
        QCOMPARE(marker->boundary(), before);
        QToolTip::hideText();
        QTest::keyClick(marker, Qt::Key_Right);
        QCOMPARE(marker->boundary(), before);
        QVERIFY2(shownHint().contains(QLatin1String("pinned")), qPrintable(shownHint()));
        QToolTip::hideText();
    }

private:
    static QString shownHint() { return QToolTip::text(); }
    VerdictLine* line() const { return m_page->verdict(); }
    QString text() const { return line()->verdict().text; }
    QToolButton* button(const char* name) const {
        return line()->findChild<QToolButton*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
    }
    QAction* action(const char* name) const { return button(name)->defaultAction(); }
    QFrame* popup() const { return line()->findChild<QFrame*>(QStringLiteral("verdictPopup")); }
    std::vector<StageEstimate> stages() const { return m_session->result()->estimate.stages; }
    std::vector<uint64_t> sortedPeaks() const {
        std::vector<uint64_t> peaks;
        for (const StageEstimate& stage : stages()) {
            peaks.push_back(stage.peakTileBytes);
        }
        std::sort(peaks.begin(), peaks.end());
        return peaks;
    }
    /// Types a text into a field of the tool bar and presses Return.
    void type(const char* field, const QString& text) {
        auto* const box = m_page->findChild<QSpinBox*>(QLatin1String(field));
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, text);
        QTest::keyClick(box, Qt::Key_Return);
    }
    /// A plan with nearly all layers on the last IPU, whose limit it exceeds.
    void makeUnevenPlan() {
        QTRY_VERIFY(m_session->optimum() && m_session->table()->complete());
        const SplitPlan splits = *SplitPlan::make(m_session->layers()->count(), {{1}, {2}});
        m_editor->apply(*m_session->plan().withSplits(splits), QStringLiteral("test"));
        QTRY_VERIFY(m_session->resultIsCurrent());
        const uint64_t limit = std::get<SolvedPlan>(m_session->optimum()->result).peakTileBytes;
        QVERIFY(limit < m_session->result()->estimate.peakTileBytes());
        m_editor->setMemoryPerTile(limit);
    }
};

TILELINE_TEST(TestVerdictLine)
#include "test_verdictline.moc"
