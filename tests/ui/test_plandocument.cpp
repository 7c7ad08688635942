// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/textfile.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/fixtures.h"
#include "tests/support/runsql.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "ui/plandocuments/planfiles.h"
#include "ui/plandocuments/planlistpanel.h"

#include <QApplication>
#include <QDir>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <array>
#include <csignal>
#include <cstdio>
#include <functional>

using namespace tileline;
using test::answer;

namespace {

/// The objects of a window that handle plans.
struct Window {
    explicit Window(const QString& recovery)
        : editor(&session)
        , document(&editor, recovery)
        , files(&document, &widget) {}

    bool openProfile(const char* name) {
        session.open({test::fixturePath(name)});
        return QTest::qWaitFor(
            [&] {
                return session.state() == Session::State::Ready && !session.loading() &&
                       session.resultIsCurrent();
            },
            60000);
    }
    void split(std::vector<LayerIndex> splits) {
        editor.apply(
            *session.plan().withSplits(*SplitPlan::make(session.layers()->count(), std::move(splits))),
            "test");
    }

    QWidget widget;
    Session session;
    PlanEditor editor;
    PlanDocument document;
    PlanFiles files;
};

std::vector<LayerIndex> splitsOf(const Window& window) {
    const auto splits = window.session.plan().splits();
    return {splits.begin(), splits.end()};
}

/// Runs in the child process of the crash test: changes a plan and waits to be killed.
int workUntilKilled(const QString& recovery) {
    Window window(recovery);
    if (!window.openProfile("bert-tiny-inf")) {
        return 1;
    }
    window.split({{2}, {3}});
    window.document.setNotes("written before the crash");
    const auto copied = [&] { return !QDir(recovery).entryList({"*.tileplan"}, QDir::Files).isEmpty(); };
    if (!QTest::qWaitFor(copied, 30000)) {
        return 2;
    }
    std::puts("ready");
    std::fflush(stdout);
    return QApplication::exec();
}

/// A document without PlanFiles, which would ask questions.
struct SilentDocument {
    explicit SilentDocument(const QString& recovery)
        : editor(&session)
        , document(&editor, recovery) {}

    bool open(const QString& path) {
        QSignalSpy opened(&document, &PlanDocument::opened);
        document.open(path);
        return QTest::qWaitFor([&] { return opened.count() == 1; }, 60000);
    }
    void addNote(const QString& note) { document.setNotes(document.notes() + note); }

    Session session;
    PlanEditor editor;
    PlanDocument document;
};

/// Runs in a child process: adds notes to a plan that another process also changes. If the plan has been
/// changed, it is read again, and the note is added to the new plan.
int addNotes(const QString& plan, const QString& recovery, const QString& name, int count) {
    SilentDocument window(recovery);
    if (!window.open(plan)) {
        return 1;
    }
    for (int number = 0; number < count;) {
        window.addNote(QStringLiteral("%1%2 ").arg(name).arg(number));
        const auto saved = window.document.save();
        if (saved) {
            ++number;
        } else if (saved.failure().code != ErrorCode::FileChanged || !window.open(plan)) {
            return 2;
        }
    }
    return 0;
}

/// Runs in a child process of test_kills.py: changes a plan, and saves it or its recovery copy, `count` times
/// or until it is killed. The notes begin with a number, which is printed once it has been written.
int writeUntilKilled(const QString& plan, const QString& recovery, bool save, int count) {
    SilentDocument window(recovery);
    for (const PlanRecovery::Orphan& orphan : window.document.recovery().orphans()) {
        PlanRecovery::remove(orphan.copy.file);
    }
    window.session.open({test::fixturePath("bert-tiny-inf")});
    if (!QTest::qWaitFor([&] { return window.session.resultIsCurrent(); }, 60000) ||
        (save && !window.document.saveAs(plan))) {
        return 1;
    }
    std::puts("0");
    for (int number = 1; number != count + 1; ++number) {
        std::fflush(stdout);
        window.document.setNotes(QStringLiteral("%1 ").arg(number) + QString(100'000, 'x'));
        if (!window.document.keepChanges() || (save && !window.document.save())) {
            return 2;
        }
        std::printf("%d\n", number);
    }
    // The document is closed without saving, so its recovery copy is no longer needed.
    window.document.setNotes({});
    return 0;
}

QString onlyCopyIn(const QString& directory) {
    const QDir copies(directory);
    const QStringList names = copies.entryList({"*.recovered.tileplan"}, QDir::Files);
    return names.size() == 1 ? copies.filePath(names[0]) : QString();
}

} // namespace

class TestPlanDocument : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("TilelineTests");
        QCoreApplication::setApplicationName("plandocument");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_directory.path());
    }
    void init() {
        m_recovery = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<Window>(m_recovery->path());
        QVERIFY(m_window->openProfile("bert-tiny-inf"));
    }
    void cleanup() { m_window.reset(); }

    void aFreshDocumentIsNotModified() {
        QVERIFY(!document().isModified());
        QCOMPARE(document().title(), "Untitled plan");
        QCOMPARE(document().plans().size(), size_t(1));
    }
    /// An export starts with the mode of the profile: training or inference.
    void exportsBeginInTheModeOfTheProfile() {
        QCOMPARE(document().exportChoices().options.mode, ExportMode::Inference);
        QVERIFY(m_window->openProfile("pipeline-marked-tiny"));
        QTRY_COMPARE(document().exportChoices().options.mode, ExportMode::Training);
        m_window->session.setSetting({Setting::PopLiner, {}});
        QTRY_VERIFY(m_window->session.setting().setting == Setting::PopLiner);
        document().startNew();
        QCOMPARE(document().exportChoices().options.mode, ExportMode::Training);
    }
    void changesAndUndoMoveTheMark() {
        QSignalSpy marks(&document(), &PlanDocument::modifiedChanged);
        m_window->split({{3}});
        QVERIFY(document().isModified());
        m_window->editor.undoStack()->undo();
        QVERIFY(!document().isModified());
        QCOMPARE(marks.count(), 2);
    }
    void savesAndOpens() {
        m_window->split({{2}, {4}});
        const Plan before = m_window->session.plan();
        Plan state = before.withIpus(5).withMemory({12345, {1000}});
        state = state.isPinned({2}) ? state : state.withPinToggled({2});
        state = state.withForbiddenToggled({3});
        QVERIFY(state.isPinned({2}) && state.isForbidden({3}) && state != before);
        m_window->editor.apply(state, "test");
        document().setNotes("a note");
        document().setExportChoices({document().exportChoices().options, {{"1", "m.1"}}});
        const QString path = m_directory.filePath("saved.tileplan");
        QVERIFY(document().saveAs(path));
        QVERIFY(!document().isModified());
        QCOMPARE(document().title(), "saved.tileplan");

        Window other(m_recovery->path());
        QVERIFY(other.openProfile("bert-tiny-inf"));
        QSignalSpy opened(&other.document, &PlanDocument::opened);
        other.document.open(path);
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(opened[0][0].toStringList().isEmpty());
        QVERIFY(other.session.plan() == state);
        QVERIFY(!other.document.isModified());
        QCOMPARE(other.document.notes(), "a note");
        QCOMPARE(other.document.exportChoices().modules.size(), size_t(1));
        QVERIFY(!other.editor.undoStack()->canUndo());
    }
    void aPlanWithoutALimitHasTheProfilesOwn() {
        const QString path = m_directory.filePath("without.tileplan");
        QVERIFY(writeFileAtomically(path.toStdString(),
                                    R"({"format": "tileplan", "version": 2, "plans": [{"splits": ["2"]}]})"));
        QVERIFY(m_window->openProfile("pipeline-limits-tiny"));
        QTRY_COMPARE(m_window->session.plan().memory().perTile, uint64_t{171000});
        QSignalSpy opened(&document(), &PlanDocument::opened);
        document().open(path);
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(m_window->session.plan().memory().perTile, uint64_t{171000});
        QVERIFY(!document().isModified());
    }
    void opensTheProfileThatAPlanNames() {
        const QString path = m_directory.filePath("named.tileplan");
        m_window->split({{4}});
        QVERIFY(document().saveAs(path));
        Window other(m_recovery->path());
        QSignalSpy opened(&other.document, &PlanDocument::opened);
        other.document.open(path);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60000);
        QVERIFY(splitsOf(other) == std::vector<LayerIndex>{{4}});
    }
    /// The old plan is offered. If the user wants it, it is applied as a new document.
    void anotherProfileClosesTheDocument() {
        m_window->split({{2}, {4}});
        const QString path = m_directory.filePath("other.tileplan");
        QVERIFY(document().saveAs(path));
        const auto before = readFile(path.toStdString(), PlanFileLimit);
        std::function<void()> apply;
        connect(&m_window->files, &PlanFiles::offered, this,
                [&](const QString& text, const QString& button, const std::function<void()>& act) {
                    QVERIFY2(text.contains(path), qPrintable(text));
                    QCOMPARE(button, "&Apply plan to this profile");
                    apply = act;
                });
        QVERIFY(m_window->openProfile("one-layer"));
        const Session& session = m_window->session;
        QVERIFY(session.plan() == Plan::initial(*session.profile(), *session.layers()));
        QCOMPARE(document().title(), "Untitled plan");
        QVERIFY(!document().isModified());
        QTRY_VERIFY(apply);

        QSignalSpy opened(&document(), &PlanDocument::opened);
        apply();
        QTRY_COMPARE(opened.count(), 1);
        const QStringList mismatches = opened[0][0].toStringList();
        QVERIFY(mismatches.size() >= 2);
        QVERIFY(mismatches[0].startsWith("The plan was made for another profile"));
        QVERIFY(mismatches.join(' ').contains("layer \"3\" was left out"));
        QCOMPARE(document().path(), QString());
        QCOMPARE(document().title(), "Untitled plan (from other.tileplan)");
        QVERIFY(*readFile(path.toStdString(), PlanFileLimit) == *before);
    }
    void aPlanOfAnotherProfileIsOpenedAsACopy() {
        m_window->split({{2}});
        const QString path = m_directory.filePath("copied.tileplan");
        QVERIFY(document().saveAs(path));
        Window other(m_recovery->path());
        QVERIFY(other.openProfile("bert-tiny-train"));
        QSignalSpy opened(&other.document, &PlanDocument::opened);
        other.document.open(path);
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(splitsOf(other) == std::vector<LayerIndex>{{2}});
        QCOMPARE(other.document.path(), QString());
        QCOMPARE(other.document.title(), "Untitled plan (from copied.tileplan)");
        QVERIFY(!other.document.isModified());
        // With the plan's own profile, the document is a copy only if the user wants one.
        document().open(path, true);
        QTRY_COMPARE(document().title(), "Untitled plan (from copied.tileplan)");
        document().open(path);
        QTRY_COMPARE(document().title(), "copied.tileplan");
    }
    void theSameProfileOpensItsPlanAgain() {
        const QString path = m_directory.filePath("again.tileplan");
        m_window->split({{2}});
        QVERIFY(document().saveAs(path));
        m_window->split({{4}});
        answer("Discard");
        QVERIFY(m_window->files.confirmClose());
        QSignalSpy opened(&document(), &PlanDocument::opened);
        QVERIFY(m_window->openProfile("bert-tiny-inf"));
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(document().path(), path);
        QVERIFY(splitsOf(*m_window) == std::vector<LayerIndex>{{2}});
        QVERIFY(!document().isModified());
    }
    /// Another model was compiled into the same directory.
    void aReloadKeepsThePlanAndSavingItAsksOnce() {
        const QDir place(m_directory.filePath("place"));
        const auto put = [&](const char* fixture) {
            QVERIFY(QDir().mkpath(place.path()));
            for (const QString& name : QStringList{"profile.tileline", "debug.cbor"}) {
                QFile::remove(place.filePath(name));
                QVERIFY(QFile::copy(test::fixturePath(fixture) + '/' + name, place.filePath(name)));
            }
        };
        put("bert-tiny-inf");
        Window window(m_recovery->path());
        window.session.open({place.path()});
        QTRY_VERIFY(window.session.resultIsCurrent());
        const QString path = m_directory.filePath("reloaded.tileplan");
        window.split({{2}});
        QVERIFY(window.document.saveAs(path));
        const auto before = readFile(path.toStdString(), PlanFileLimit);
        put("bert-tiny-train");
        window.session.reload();
        QTRY_VERIFY(window.document.isModified());
        QCOMPARE(window.document.path(), path);
        QVERIFY(splitsOf(window) == std::vector<LayerIndex>{{2}});
        QString asked;
        answer("Cancel", &asked);
        QVERIFY(!window.files.save());
        QVERIFY2(asked.startsWith("reloaded.tileplan contains a plan for another profile"),
                 qPrintable(asked));
        QVERIFY(*readFile(path.toStdString(), PlanFileLimit) == *before);
        QVERIFY(window.document.isModified());
        answer("Yes");
        QVERIFY(window.files.save());
        QVERIFY(!window.document.isModified());
        window.document.setNotes("saved without a question");
        QVERIFY(window.files.save());
        QCOMPARE(readPlanFile(path.toStdString())->plans[0].notes, std::string("saved without a question"));
    }
    /// While the profile cannot be read, the document still belongs to it.
    void aPlanWhoseProfileIsDamagedIsStillItsPlan() {
        const QString profile = m_directory.filePath("damaged.tileline");
        QVERIFY(QFile::copy(test::fixturePath("bert-tiny-train") + "/profile.tileline", profile));
        Window window(m_recovery->path());
        window.session.open({profile});
        QTRY_VERIFY(window.session.resultIsCurrent());
        window.split({{2}});
        QTRY_VERIFY(!window.document.file().profile.hash.empty());
        const std::string hash = window.document.file().profile.hash;
        test::runSql(profile.toStdString(), "DROP TABLE equivalence_class");
        window.session.reload();
        QTRY_COMPARE(window.session.state(), Session::State::Failed);
        QVERIFY(window.document.keepChanges());
        const PlanFile copy = *readPlanFile(onlyCopyIn(m_recovery->path()).toStdString());
        QCOMPARE(copy.profile.hash, hash);
        QCOMPARE(copy.profilePath, profile.toStdString());
        window.document.setNotes({});
    }
    void layerOptionsComeWithThePlan() {
        LayerOptions options;
        options.order = LayerOrder::Natural;
        options.layerRegex = "Layer(\\d)";
        m_window->session.setLayerOptions(options);
        QTRY_COMPARE(m_window->session.layers()->options.layerRegex, options.layerRegex);
        m_window->split({{3}});
        const QString path = m_directory.filePath("options.tileplan");
        QVERIFY(document().saveAs(path));
        Window other(m_recovery->path());
        QVERIFY(other.openProfile("bert-tiny-inf"));
        QSignalSpy opened(&other.document, &PlanDocument::opened);
        other.document.open(path);
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(other.session.layerOptions() == options);
        QVERIFY(splitsOf(other) == std::vector<LayerIndex>{{3}});
        QVERIFY(!other.document.isModified());
    }
    void theSettingComesWithThePlan() {
        SettingOptions setting{Setting::Pipeline, {}};
        setting.pipeline.recompute = Recompute::Layers;
        setting.pipeline.outputOn = OutputOn::First;
        m_window->session.setSetting(setting);
        QTRY_VERIFY(m_window->session.setting() == setting);
        QVERIFY(document().isModified());
        const LayerIndex output = m_window->session.layers()->last();
        m_window->split({{3}, output});
        const QString path = m_directory.filePath("setting.tileplan");
        QVERIFY(document().saveAs(path));
        Window other(m_recovery->path());
        other.session.setSetting({Setting::PopLiner, {}});
        QVERIFY(other.openProfile("bert-tiny-inf"));
        QSignalSpy opened(&other.document, &PlanDocument::opened);
        other.document.open(path);
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toStringList(), QStringList());
        QVERIFY(other.session.setting() == setting);
        QCOMPARE(splitsOf(other), (std::vector<LayerIndex>{{3}, output}));
        QVERIFY(!other.document.isModified());
    }
    void plansOfVersion1KeepTheirEstimateOrSayThatItDiffers_data() {
        QTest::addColumn<QByteArray>("unassigned");
        QTest::addColumn<bool>("pipeline");
        QTest::newRow("first") << QByteArray("first") << false;
        QTest::newRow("position") << QByteArray("position") << true;
    }
    void plansOfVersion1KeepTheirEstimateOrSayThatItDiffers() {
        QFETCH(const QByteArray, unassigned);
        QFETCH(const bool, pipeline);
        const QString path = m_directory.filePath("former.tileplan");
        QVERIFY(writeFileAtomically(path.toStdString(),
                                    R"({"format": "tileplan", "version": 1, "layers": {"unassigned": ")" +
                                        unassigned.toStdString() + R"("}, "plans": [{"splits": ["1"]}]})"));
        QSignalSpy opened(&document(), &PlanDocument::opened);
        document().open(path);
        QTRY_COMPARE(opened.count(), 1);
        const QStringList notes = opened[0][0].toStringList();
        QCOMPARE(notes.size(), pipeline ? 1 : 0);
        QVERIFY(!pipeline || notes[0].contains("so its figures differ"));
        QCOMPARE(m_window->session.setting().setting, pipeline ? Setting::Pipeline : Setting::PopLiner);
        QCOMPARE(m_window->session.plan().stageCount(), size_t(2));
        QVERIFY(!document().isModified());
    }
    void badFilesLeaveTheDocumentAlone() {
        m_window->split({{3}});
        QTRY_VERIFY(!document().file().profile.hash.empty());
        const PlanFile before = document().file();
        QSignalSpy failed(&document(), &PlanDocument::openFailed);
        const QString bad = m_directory.filePath("bad.tileplan");
        QVERIFY(writeFileAtomically(bad.toStdString(), "{\"format\": \"tileplan\", \"version\": 9}"));
        document().open(bad);
        document().open(m_directory.filePath("missing.tileplan"));
        // An invalid regular expression.
        PlanFile file = before;
        file.layers.layerRegex = "(";
        QVERIFY(writePlanFile(bad.toStdString(), file));
        document().open(bad);
        QTRY_COMPARE(failed.count(), 3);
        QCOMPARE(failed[0][0].value<Error>().code, ErrorCode::UnsupportedVersion);
        QCOMPARE(failed[1][0].value<Error>().code, ErrorCode::FileNotFound);
        QCOMPARE(failed[2][0].value<Error>().code, ErrorCode::BadRegex);
        QVERIFY(document().file() == before);
        QVERIFY(document().isModified());
    }

    void severalPlans() {
        m_window->split({{2}});
        document().duplicate(0);
        QCOMPARE(document().plans().size(), size_t(2));
        QCOMPARE(document().current(), size_t(1));
        document().rename(1, "second");
        m_window->split({{2}, {3}, {4}});
        document().show(0);
        QVERIFY(splitsOf(*m_window) == std::vector<LayerIndex>{{2}});
        document().show(1);
        QVERIFY((splitsOf(*m_window) == std::vector<LayerIndex>{{2}, {3}, {4}}));
        document().move(1, 0);
        QCOMPARE(document().plans()[0].name, std::string("second"));
        QCOMPARE(document().current(), size_t(0));
        document().remove(0);
        QCOMPARE(document().plans().size(), size_t(1));
        QVERIFY(splitsOf(*m_window) == std::vector<LayerIndex>{{2}});
        document().remove(0);
        QCOMPARE(document().plans().size(), size_t(1));
    }
    void thePanelComparesAndIsWorkedByKeys() {
        PlanListPanel panel(&document());
        panel.resize(700, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto* const table = panel.findChild<QTableView*>("plans");
        m_window->split({{2}});
        table->setFocus();
        QTest::keyClick(table, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(document().plans().size(), size_t(2));
        m_window->split({{2}, {3}, {4}});
        QTRY_VERIFY(m_window->session.resultIsCurrent());
        QTRY_VERIFY(panel.comparison()->complete());
        const Table rows = panel.comparison()->table();
        for (size_t i = 0; i < 2; ++i) {
            Workers workers(1);
            const auto plan =
                applyPlan(document().plans()[i], *m_window->session.layers(), {}).plan.splitPlan();
            const auto expected = m_window->session.estimator()->estimate(plan, workers);
            QVERIFY(rows.rows[i][4] == Cell(expected->peakTileBytes()));
            QVERIFY(rows.rows[i][2] == Cell(expected->stages.size()));
        }
        QTRY_VERIFY(m_window->session.optimum() != nullptr);
        QTRY_VERIFY(panel.comparison()->table().rows[0][6] != Cell());
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(document().current(), size_t(0));
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(document().current(), size_t(1));
        QTest::keyClicks(panel.findChild<QPlainTextEdit*>("notes"), "typed");
        QCOMPARE(document().notes(), "typed");
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(document().plans().size(), size_t(1));
    }

    /// A file with more plans would be refused.
    void aFullDocumentSaysThatItIsFull() {
        m_window->split({{2}});
        PlanFile full = document().file();
        full.plans.resize(MaxPlans, full.plans.front());
        const QString path = m_directory.filePath("full.tileplan");
        QVERIFY(writePlanFile(path.toStdString(), full));
        document().open(path);
        QTRY_COMPARE(document().plans().size(), MaxPlans);
        PlanListPanel panel(&document());
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto* const table = panel.findChild<QTableView*>("plans");
        table->setFocus();
        table->setCurrentIndex(table->model()->index(7, 0));
        QSignalSpy messages(&m_window->files, &PlanFiles::message);
        QTest::keyClick(table, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(document().plans().size(), MaxPlans);
        QCOMPARE(messages.count(), 1);
        QVERIFY2(messages[0][0].toString().contains("1,000 plans"), qPrintable(messages[0][0].toString()));
        QCOMPARE(table->currentIndex().row(), 7);
        document().remove(3);
        QTest::keyClick(table, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(document().plans().size(), MaxPlans);
        QCOMPARE(messages.count(), 1);
    }

    void closingAsksAboutChanges() {
        QVERIFY(m_window->files.confirmClose());
        m_window->split({{3}});
        QString asked;
        answer("Cancel", &asked);
        QVERIFY(!m_window->files.confirmClose());
        QVERIFY(asked.contains("Untitled plan has changes"));
        QVERIFY(document().saveAs(m_directory.filePath("asked.tileplan")));
        m_window->split({{2}});
        answer("Save");
        QVERIFY(m_window->files.confirmClose());
        QVERIFY(!document().isModified());
        m_window->split({{4}});
        answer("Discard");
        QVERIFY(m_window->files.confirmClose());
        // There is no second question, but the changes are not lost before another plan replaces this one.
        QVERIFY(m_window->files.confirmClose());
        QVERIFY(document().isModified());
    }
    void discardedChangesStayUntilAnotherPlanIsThere() {
        const QString bad = m_directory.filePath("nothing.tileplan");
        QVERIFY(writeFileAtomically(bad.toStdString(), "nothing"));
        QSignalSpy failed(&document(), &PlanDocument::openFailed);
        m_window->split({{3}});
        answer("Discard");
        m_window->files.open(bad);
        QCOMPARE(failed.count(), 1);
        QVERIFY(document().isModified());
        QTRY_VERIFY_WITH_TIMEOUT(!QDir(m_recovery->path()).entryList({"*.tileplan"}, QDir::Files).isEmpty(),
                                 20000);
        QString asked;
        answer("Cancel", &asked);
        QVERIFY(!m_window->files.confirmClose());
        QVERIFY(asked.contains("has changes"));
    }
    void discardedChangesAreNotTakenToAnotherProfile() {
        m_window->split({{2}});
        QVERIFY(document().saveAs(m_directory.filePath("carried.tileplan")));
        m_window->split({{4}});
        answer("Discard");
        QVERIFY(m_window->files.confirmClose());
        QVERIFY(m_window->openProfile("bert-tiny-train"));
        const Session& session = m_window->session;
        QVERIFY(session.plan() == Plan::initial(*session.profile(), *session.layers()));
        QCOMPARE(document().path(), QString());
        QVERIFY(!document().isModified());
    }
    void aFileChangedOnDiskIsNoticed() {
        const QString path = m_directory.filePath("disk.tileplan");
        m_window->split({{2}});
        QVERIFY(document().saveAs(path));
        PlanFile file = document().file();
        file.plans[0].splits = {"3"};
        QString asked;
        QSignalSpy changed(&document(), &PlanDocument::fileChangedOnDisk);
        QSignalSpy opened(&document(), &PlanDocument::opened);
        QVERIFY(writePlanFile(path.toStdString(), file));
        QTimer poll;
        connect(&poll, &QTimer::timeout, this, [&] {
            if (QApplication::activeModalWidget()) {
                answer("Yes", &asked);
            }
        });
        poll.start(20);
        QTRY_COMPARE(opened.count(), 1);
        poll.stop();
        QVERIFY(changed.count() >= 1);
        QVERIFY(asked.contains("changed by another program"));
        QVERIFY(splitsOf(*m_window) == std::vector<LayerIndex>{{4}});
    }
    void savingOverAForeignChangeAsks() {
        const QString path = m_directory.filePath("foreign.tileplan");
        QVERIFY(document().saveAs(path));
        document().blockSignals(true);
        QVERIFY(writeFileAtomically(path.toStdString(), "something else", {}, InputKind::PlanFile));
        QTest::qWait(100);
        document().blockSignals(false);
        m_window->split({{3}});
        answer("Cancel");
        QVERIFY(!m_window->files.save());
        QCOMPARE(*readFile(path.toStdString(), 100), std::string("something else"));
        // The file changes again while the question is open. The user has not agreed to replace that version.
        document().blockSignals(true);
        QTimer::singleShot(0, qApp, [&] {
            QVERIFY(writeFileAtomically(path.toStdString(), "changed twice", {}, InputKind::PlanFile));
            answer("Yes");
            QTimer::singleShot(0, qApp, [] { answer("Cancel"); });
        });
        QVERIFY(!m_window->files.save());
        QCOMPARE(*readFile(path.toStdString(), 100), std::string("changed twice"));
        QVERIFY(document().isModified());
        document().blockSignals(false);
        answer("Yes");
        QVERIFY(m_window->files.save());
        QVERIFY(readPlanFile(path.toStdString()));
        QVERIFY(!document().isModified());
    }
    /// The second window saves before it has noticed that the first one has written the file.
    void twoWindowsOnOnePlan() {
        const QString path = m_directory.filePath("shared.tileplan");
        m_window->split({{2}});
        QVERIFY(document().saveAs(path));
        SilentDocument other(m_recovery->path());
        QVERIFY(other.open(path));
        other.addNote("of the other");
        document().setNotes("of the first");
        QVERIFY(document().save());
        const auto saved = other.document.save();
        QVERIFY(!saved);
        QCOMPARE(saved.failure().code, ErrorCode::FileChanged);
        QCOMPARE(readPlanFile(path.toStdString())->plans[0].notes, std::string("of the first"));
        QVERIFY(other.document.isModified());
        QCOMPARE(other.document.notes(), "of the other");
        // A copy can be saved.
        QVERIFY(other.document.saveAs(m_directory.filePath("shared2.tileplan")));
    }
    void twoProcessesOnOnePlan() {
        const QString path = m_directory.filePath("processes.tileplan");
        QVERIFY(document().saveAs(path));
        document().blockSignals(true);
        constexpr int Notes = 25;
        const QStringList names{"a", "b"};
        std::array<QProcess, 2> children;
        for (size_t i = 0; i < children.size(); ++i) {
            children[i].start(
                QCoreApplication::applicationFilePath(),
                {"add-notes", path, m_recovery->path(), names[static_cast<int>(i)], QString::number(Notes)});
        }
        for (QProcess& child : children) {
            QVERIFY(child.waitForFinished(120000));
            QCOMPARE(child.exitStatus(), QProcess::NormalExit);
            QCOMPARE(child.exitCode(), 0);
        }
        const QString notes = QString::fromStdString(readPlanFile(path.toStdString())->plans[0].notes);
        for (const QString& name : names) {
            for (int number = 0; number < Notes; ++number) {
                const QString note = QStringLiteral("%1%2 ").arg(name).arg(number);
                QVERIFY2(notes.contains(note), qPrintable(note + "is not in " + notes));
            }
        }
    }
    /// Another program writes the plan file after it was read, while its profile is being loaded.
    void aPlanThatChangesWhileItsProfileIsLoadedIsNoticed() {
        const QString path = m_directory.filePath("meanwhile.tileplan");
        QVERIFY(document().saveAs(path));
        SilentDocument other(m_recovery->path());
        QSignalSpy opened(&other.document, &PlanDocument::opened);
        QSignalSpy changed(&other.document, &PlanDocument::fileChangedOnDisk);
        other.document.open(path);
        document().setNotes("newer");
        QVERIFY(document().save());
        QTRY_COMPARE(opened.count(), 1);
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(other.document.notes(), QString());
        QVERIFY(!other.document.save());
    }
    /// Some programs remove a file before they write it. Each change is reported once.
    void aFileThatComesBackIsNoticed() {
        const QString path = m_directory.filePath("back.tileplan");
        QVERIFY(document().saveAs(path));
        SilentDocument other(m_recovery->path());
        QVERIFY(other.open(path));
        QSignalSpy changed(&other.document, &PlanDocument::fileChangedOnDisk);
        document().blockSignals(true);
        QVERIFY(QFile::remove(path));
        QTRY_COMPARE(changed.count(), 1);
        QTest::qWait(100);
        QVERIFY(writeFileAtomically(path.toStdString(), "something else", {}, InputKind::PlanFile));
        QTRY_COMPARE(changed.count(), 2);
        QVERIFY(writeFileAtomically(m_directory.filePath("beside").toStdString(), "unrelated"));
        QTest::qWait(200);
        QCOMPARE(changed.count(), 2);
        document().blockSignals(false);
    }
    void recentPlansAreListed() {
        const QString path = m_directory.filePath("recent.tileplan");
        QVERIFY(document().saveAs(path));
        QSignalSpy opened(&document(), &PlanDocument::opened);
        m_window->files.open(path);
        QTRY_COMPARE(opened.count(), 1);
        QMenu menu;
        m_window->files.addTo(&menu);
        QMenu* const recent = menu.findChild<QMenu*>();
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().first()->text(), "recent.tileplan");
    }

    void aCopyThatIsBeingWrittenIsNotLeftBehind() {
        const QString directory = m_directory.filePath("unfinished");
        {
            Window window(directory);
            QVERIFY(window.openProfile("bert-tiny-inf"));
            window.split({{2}});
            // The notes take a while to write. The file with the path is written first.
            window.document.setNotes(QString(20'000'000, 'x'));
            QTRY_VERIFY(!QDir(directory).entryList({"*.path"}, QDir::Files).isEmpty());
        }
        QTest::qWait(500);
        QCOMPARE(QDir(directory).entryList(QDir::Files), QStringList());
    }

    void autosaveFollowsTheModifiedMark() {
        const QDir directory(m_recovery->path());
        m_window->split({{3}});
        QTRY_VERIFY_WITH_TIMEOUT(!directory.entryList({"*.tileplan"}, QDir::Files).isEmpty(), 20000);
        // The process is still running, so there is nothing to recover.
        QVERIFY(document().recovery().orphans().empty());
        QVERIFY(document().saveAs(m_directory.filePath("autosaved.tileplan")));
        QTRY_VERIFY(directory.entryList({"*.tileplan"}, QDir::Files).isEmpty());
    }
    void copiesThatCannotBeReadAreKept() {
        const QStringList names{"garbage.recovered.tileplan", "newer.recovered.tileplan"};
        const QDir directory(m_recovery->path());
        QVERIFY(writeFileAtomically(directory.filePath(names[0]).toStdString(), "garbage"));
        QVERIFY(writeFileAtomically(directory.filePath(names[1]).toStdString(),
                                    "{\"format\": \"tileplan\", \"version\": 9}"));
        QVERIFY(document().recovery().orphans().empty());
        QCOMPARE(directory.entryList({"*.tileplan"}, QDir::Files, QDir::Name), names);
    }
    /// Two processes that start after a crash must not both take the same copy.
    void aCopyIsOfferedOnce() {
        const QString copy = m_recovery->filePath("x.recovered.tileplan");
        QVERIFY(PlanRecovery::write(copy, document().file(), {}));
        // The process that had the copy was killed; its lock file is still there.
        QVERIFY(writeFileAtomically((copy + ".lock").toStdString(), ""));
        const PlanRecovery other(m_recovery->path());
        {
            const auto orphans = document().recovery().orphans();
            QCOMPARE(orphans.size(), size_t(1));
            QVERIFY(other.orphans().empty());
        }
        QCOMPARE(other.orphans().size(), size_t(1));
    }
    /// Somebody else has saved the plan since the crash. Their changes are not replaced without a question.
    void aRecoveredPlanDoesNotReplaceANewerOne() {
        const QString path = m_directory.filePath("newer.tileplan");
        QVERIFY(document().saveAs(path));
        {
            SilentDocument crashed(m_recovery->path());
            QVERIFY(crashed.open(path));
            crashed.addNote("before the crash");
            QVERIFY(crashed.document.keepChanges());
        }
        document().setNotes("after the crash");
        QVERIFY(document().save());
        SilentDocument other(m_recovery->path());
        QSignalSpy opened(&other.document, &PlanDocument::opened);
        {
            const auto orphans = other.document.recovery().orphans();
            QCOMPARE(orphans.size(), size_t(1));
            QCOMPARE(orphans[0].original.path, path);
            other.document.openRecovered(orphans[0]);
        }
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(other.document.notes(), "before the crash");
        QVERIFY(!other.document.save());
        QCOMPARE(readPlanFile(path.toStdString())->plans[0].notes, std::string("after the crash"));
        other.document.agreeToReplace();
        QVERIFY(other.document.save());
    }
    void keptChangesOutliveTheDocument() {
        const auto orphansAfter = [this](const std::function<void(PlanDocument&)>& work) {
            {
                SilentDocument window(m_recovery->path());
                window.session.open({test::fixturePath("bert-tiny-inf")});
                const auto ready = [&] { return window.session.resultIsCurrent(); };
                if (QTest::qWaitFor(ready, 60000)) {
                    work(window.document);
                }
            }
            return document().recovery().orphans();
        };
        // Without changes, there is no copy.
        QVERIFY(orphansAfter([](PlanDocument& plan) { QVERIFY(plan.keepChanges()); }).empty());
        QVERIFY(orphansAfter([](PlanDocument& plan) { plan.setNotes("dropped"); }).empty());
        // The program did not end after all, and the user continued.
        QVERIFY(orphansAfter([](PlanDocument& plan) {
                    plan.setNotes("kept");
                    QVERIFY(plan.keepChanges());
                    QVERIFY(plan.keepsChanges());
                    plan.setNotes("and then closed");
                    QVERIFY(!plan.keepsChanges());
                }).empty());
        const auto orphans = orphansAfter([](PlanDocument& plan) {
            plan.setNotes("kept");
            QVERIFY(plan.keepChanges());
        });
        QCOMPARE(orphans.size(), size_t(1));
        QCOMPARE(orphans[0].document.plans[0].notes, std::string("kept"));
    }
    /// The last copy before the disk became full is kept, and saving continues when there is space again.
    void aFullDiskKeepsTheLastCopy() {
        QSignalSpy failed(&document(), &PlanDocument::autosaveFailed);
        document().setNotes("before");
        QTRY_VERIFY(!onlyCopyIn(m_recovery->path()).isEmpty());
        const std::string copy = onlyCopyIn(m_recovery->path()).toStdString();
        {
            const test::FileSizeLimit limit(200);
            document().setNotes("while it is full");
            QTRY_COMPARE(failed.count(), 1);
            QCOMPARE(failed[0][0].value<Error>().code, ErrorCode::WriteFailed);
            QCOMPARE(readPlanFile(copy)->plans[0].notes, std::string("before"));
            // Saving is tried again, but the failure is reported only once.
            QTest::qWait(6000);
            QCOMPARE(failed.count(), 1);
            QVERIFY(document().isModified());
        }
        QTRY_COMPARE(readPlanFile(copy)->plans[0].notes, std::string("while it is full"));
        QCOMPARE(onlyCopyIn(m_recovery->path()).toStdString(), copy);
        {
            const test::FileSizeLimit limit(200);
            document().setNotes("full again");
            QTRY_COMPARE(failed.count(), 2);
        }
    }
    void aDirectoryThatCannotBeMadeIsReported() {
        const QString file = m_directory.filePath("plain");
        QVERIFY(writeFileAtomically(file.toStdString(), ""));
        Window window(file + "/recovery");
        QVERIFY(window.openProfile("bert-tiny-inf"));
        QSignalSpy failed(&window.document, &PlanDocument::autosaveFailed);
        QSignalSpy shown(&window.files, &PlanFiles::failed);
        window.split({{2}});
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].value<Error>().code, ErrorCode::WriteFailed);
        QCOMPARE(shown.count(), 1);
        const Error error = shown[0][0].value<Error>();
        QVERIFY2(error.remedy.find("cannot be saved automatically") != std::string::npos,
                 error.remedy.c_str());
        const auto kept = window.document.keepChanges();
        QVERIFY(!kept);
    }
    /// A process that is killed while it writes its first copy leaves files that belong to no copy.
    void leftoversOfKilledProcessesGo() {
        const QDir directory(m_recovery->path());
        const QString unread = "mine.recovered.tileplan";
        for (const QString& name :
             QStringList{unread, "a.recovered.tileplan.path", "a.recovered.tileplan.tileline-abcdefgh",
                         "b.recovered.tileplan.path.tileline-abcdefgh", "c.recovered.tileplan.lock",
                         "c.recovered.tileplan.lock.rmlock", "other.path"}) {
            QVERIFY(writeFileAtomically(directory.filePath(name).toStdString(), "garbage"));
        }
        m_window->split({{3}});
        QTRY_COMPARE(directory.entryList({"*.recovered.tileplan"}, QDir::Files).size(), 2);
        QStringList names = directory.entryList(QDir::Files);
        QVERIFY2(names.removeOne(unread) && names.removeOne("other.path"), qPrintable(names.join(' ')));
        // The copy, its lock and its note.
        QCOMPARE(names.size(), 3);
    }
    void whatAKilledProcessLostIsRecovered() {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {"work-until-killed", m_recovery->path()});
        QVERIFY(child.waitForReadyRead(60000));
        QCOMPARE(child.readLine().trimmed(), QByteArray("ready"));
        QVERIFY(document().recovery().orphans().empty());
        ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);

        QCOMPARE(document().recovery().orphans().size(), size_t(1));
        answer("Recover");
        m_window->files.offerRecovery();
        QTRY_VERIFY((splitsOf(*m_window) == std::vector<LayerIndex>{{2}, {3}}));
        QCOMPARE(document().notes(), "written before the crash");
        QVERIFY(document().isModified());
        // Until the document is saved, the recovery file belongs to it.
        QVERIFY(document().recovery().orphans().empty());
        QVERIFY(document().saveAs(m_directory.filePath("recovered.tileplan")));
        QVERIFY(QDir(m_recovery->path()).entryList({"*.tileplan"}, QDir::Files).isEmpty());
    }

private:
    PlanDocument& document() { return m_window->document; }

    QTemporaryDir m_directory;
    std::unique_ptr<QTemporaryDir> m_recovery;
    std::unique_ptr<Window> m_window;
};

TILELINE_TEST(TestPlanDocument)
static const TestEntry entryOfAddNotes("add-notes", [](int, char** argv) {
    return addNotes(argv[1], argv[2], argv[3], QByteArray(argv[4]).toInt());
});
static const TestEntry entryOfWriteUntilKilled("write-until-killed", [](int, char** argv) {
    return writeUntilKilled(argv[1], argv[2], QByteArray(argv[3]) == "save", QByteArray(argv[4]).toInt());
});
static const TestEntry entryOfWorkUntilKilled("work-until-killed",
                                              [](int, char** argv) { return workUntilKilled(argv[1]); });
#include "test_plandocument.moc"
