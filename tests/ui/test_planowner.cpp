// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/random.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/ownsettings.h"
#include "ui/mainwindow.h"
#include "ui/session/workerpool.h"
#include "ui/startpages/messagebar.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSet>
#include <QTest>
#include <QTimer>

#include <array>
#include <atomic>
#include <fstream>
#include <latch>
#include <map>

using namespace tileline;

namespace {

namespace fs = std::filesystem;

constexpr std::array Fixtures{"bert-tiny-inf", "bert-tiny-train", "shuffled-layers"};
constexpr size_t Places = 2;
constexpr std::array Questions{"changes that are not saved", "contains a plan for another profile",
                               "already exists", "Recover the changes"};
constexpr std::array Plans{"a.tileplan", "b.tileplan", "c.tileplan"};

QString text(const fs::path& path) {
    return QString::fromStdString(path.string());
}

/// Waits for everything that was started in the background, and for its consequences.
bool settled(MainWindow& window) {
    const auto idle = [&] {
        const Job job = window.session()->job();
        return !window.session()->loading() && job != Job::Loading && job != Job::FindingLayers;
    };
    for (int round = 0; round < 4; ++round) {
        // The pool has two threads. When both reach the latch, all work that was added earlier has ended.
        const auto both = std::make_shared<std::latch>(2);
        const auto ended = std::make_shared<std::atomic<int>>(0);
        for (int thread = 0; thread < 2; ++thread) {
            WorkerPool::shared().add([both, ended] {
                both->arrive_and_wait();
                ++*ended;
            });
        }
        if (!QTest::qWaitFor([&] { return *ended == 2 && idle(); }, 60000)) {
            return false;
        }
        QCoreApplication::processEvents();
    }
    return true;
}

/// A simulated user with a window, a few plan files and some profiles, who takes random actions and gives
/// random answers. Knows the expected contents of each plan file.
class User {
public:
    User(uint64_t seed, const fs::path& directory)
        : m_random(seed)
        , m_directory(directory)
        , m_window(std::make_unique<MainWindow>()) {
        m_window->show();
        for (size_t place = 0; place < Places; ++place) {
            fs::create_directories(placePath(place));
            putProfile(place, place);
        }
        QObject::connect(&m_dialogs, &QTimer::timeout, [this] { answer(); });
        m_dialogs.start(5);
    }

    /// Takes a random action. Returns what it broke; empty if nothing.
    QString step() {
        m_asked.clear();
        m_chosen.clear();
        m_dismissed = false;
        m_saves = false;
        m_opened.clear();
        const PlanFile before = document().file();
        const QString path = document().path();
        const QStringList sources = m_window->session()->sourcePaths();
        const std::string owner = m_owner;
        act();
        if (!settled(*m_window)) {
            return "The window does not become idle.";
        }
        const Session& session = *m_window->session(); // belongs to a new window after a crash
        if (session.profile()) {
            m_owner = fingerprintOf(*session.profile()).hash;
        }
        m_saves = m_saves || answered("not saved", "Save");
        for (const auto& [question, label] : m_asked) {
            const auto known = std::find_if(Questions.begin(), Questions.end(), [&](const char* part) {
                return question.contains(QLatin1String(part));
            });
            if (known == Questions.end()) {
                return "There was no reason to ask: " + question;
            }
            m_answers += QStringLiteral("%1: %2").arg(*known, label);
        }
        const QString target = m_chosen.isEmpty() ? path : m_chosen;
        if (const QString wrong = checkFiles(target, before, owner); !wrong.isEmpty()) {
            return wrong;
        }
        if (answered("not saved", "Cancel") &&
            (session.sourcePaths() != sources || document().path() != path ||
             document().file().plans != before.plans)) {
            return "Cancel changed something.";
        }
        return checkDocument();
    }

    QString log() const { return m_log.join("\n"); }
    /// The questions that were asked, and their answers.
    QSet<QString> answers() const { return m_answers; }

private:
    PlanDocument& document() { return *m_window->document(); }
    fs::path placePath(size_t place) const { return m_directory / ("place" + std::to_string(place)); }
    QString planPath(size_t plan) const { return text(m_directory / Plans.at(plan)); }
    void say(const QString& what) { m_log += what; }

    void putProfile(size_t place, size_t fixture) {
        for (const char* const name : {"profile.tileline", "debug.cbor"}) {
            const fs::path part = placePath(place) / "part";
            fs::copy_file(test::fixtureDirectory(Fixtures.at(fixture)) / name, part);
            fs::rename(part, placePath(place) / name);
        }
    }

    bool trigger(const QString& name) {
        for (QAction* const action : m_window->menuBar()->actions().first()->menu()->actions()) {
            if (action->text().remove('&').startsWith(name)) {
                say(name);
                action->trigger();
                return action->isEnabled();
            }
        }
        return false; // a change that this version does not have
    }

    void act() {
        Session& session = *m_window->session();
        if (session.state() == Session::State::Failed && m_random.below(2) == 0) {
            const bool again = m_random.below(2) == 0;
            say(again ? "try again" : "dismiss the error");
            m_window->findChild<QPushButton*>(again ? "retryLoad" : "dismissError")->click();
            return;
        }
        const size_t place = m_random.below(Places);
        const QString plan = planPath(m_random.below(Plans.size()));
        switch (m_random.below(16)) {
        case 0:
        case 1:
        case 2:
            say("open place " + QString::number(place));
            m_opened = text(placePath(place));
            m_window->open({m_opened});
            break;
        case 3:
        case 4:
        case 5:
            edit();
            break;
        case 6:
        case 7:
            m_saves = trigger("Save plan");
            break;
        case 8:
            m_saves = trigger("Save plan as");
            break;
        case 9:
            if (QFile::exists(plan)) {
                say("open " + plan);
                m_window->open({plan});
            }
            break;
        case 10:
            if (session.estimator()) {
                trigger("Apply plan to this profile");
            }
            break;
        case 11:
            trigger(m_random.below(2) == 0 ? "Close profile" : "New plan");
            break;
        case 12:
        case 13:
            replaceAndReload(place);
            break;
        case 14:
            say("open a file that is not a profile");
            std::ofstream(m_directory / "bad.tileline") << "no profile";
            m_window->open({text(m_directory / "bad.tileline")});
            break;
        default:
            crash(place);
        }
    }

    void edit() {
        Session& session = *m_window->session();
        if (!session.estimator()) {
            return;
        }
        say("edit");
        const auto count = static_cast<uint32_t>(session.layers()->count());
        const SplitPlan splits = SplitPlan(count).withAdded({1 + m_random.below(count - 1)});
        if (const auto next = session.plan().withSplits(splits)) {
            m_window->editor()->apply(*next, "test");
        }
        document().setNotes(QString::number(m_random.next()));
        if (m_random.below(4) == 0) {
            session.setLayerOptions(LayerOptions{.order = LayerOrder::Natural});
        }
    }

    void replaceAndReload(size_t place) {
        const size_t fixture = m_random.below(Fixtures.size() + 1);
        if (fixture < Fixtures.size()) {
            say(QStringLiteral("%1 is in place %2 now").arg(Fixtures.at(fixture)).arg(place));
            putProfile(place, fixture);
        } else {
            say(QStringLiteral("place %1 is damaged").arg(place));
            std::ofstream(placePath(place) / "profile.tileline") << "damaged";
        }
        if (m_random.below(4) != 0) {
            trigger("Reload profile");
        }
    }

    /// The program ends as if it had been killed, and starts again.
    void crash(size_t place) {
        say("crash and recover");
        if (!document().keepChanges()) {
            return;
        }
        m_window.reset();
        for (size_t any = 0; any < Places; ++any) {
            putProfile(any, m_random.below(Fixtures.size())); // so that nothing remains for the next crash
        }
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        if (m_random.below(2) == 0) {
            m_window->open({text(placePath(place))});
            (void)settled(*m_window);
        }
        m_window->offerRecovery();
        for (QWidget* const widget : QApplication::topLevelWidgets()) {
            auto* const other = qobject_cast<MainWindow*>(widget);
            if (other != nullptr && other != m_window.get()) {
                m_window.reset(other); // the plan was recovered there
                return;
            }
        }
    }

    /// Answers the open dialog.
    void answer() {
        QWidget* const modal = QApplication::activeModalWidget();
        if (auto* const box = qobject_cast<QMessageBox*>(modal)) {
            const QList<QAbstractButton*> buttons = box->buttons();
            QAbstractButton* const button = buttons[m_random.below(static_cast<size_t>(buttons.size()))];
            if (const QString label = button->text().remove('&'); label != "Later") {
                say("    " + box->text() + " " + label);
                m_asked.emplace_back(box->text(), label);
                button->click();
            }
        } else if (auto* const dialog = qobject_cast<QFileDialog*>(modal)) {
            const bool saves = dialog->acceptMode() == QFileDialog::AcceptSave;
            const QString plan = planPath(m_random.below(Plans.size()));
            if (m_random.below(8) == 0 || (!saves && !QFile::exists(plan))) {
                m_dismissed = true;
                dialog->reject();
                return;
            }
            say("    " + plan);
            m_chosen = saves ? plan : m_chosen;
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(plan);
            const auto accept = saves ? QDialogButtonBox::Save : QDialogButtonBox::Open;
            QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(accept), Qt::LeftButton);
        }
    }

    bool answered(const QString& question, const QString& label) const {
        return std::any_of(m_asked.begin(), m_asked.end(), [&](const auto& asked) {
            return asked.first.contains(question) && asked.second == label;
        });
    }
    bool refused() const {
        return m_dismissed || std::any_of(m_asked.begin(), m_asked.end(),
                                          [](const auto& asked) { return asked.second == "Cancel"; });
    }

    /// Each file is unchanged, or contains `before`, which the user has saved there deliberately.
    QString checkFiles(const QString& target, const PlanFile& before, const std::string& owner) {
        for (size_t i = 0; i < Plans.size(); ++i) {
            const QString path = planPath(i);
            const std::string now = QFile::exists(path) ? test::readAll(path.toStdString()) : std::string();
            std::string& known = m_known[path];
            const auto former = parsePlanFile(known);
            const bool foreign = former && !former->profile.hash.empty() && former->profile.hash != owner;
            const bool asked = answered("contains a plan for another profile", "Yes");
            const bool mayBeWritten = m_saves && path == target;
            if (mayBeWritten && !refused()) {
                const auto written = parsePlanFile(now);
                if (!written || written->plans != before.plans || written->profile.hash != owner) {
                    return path + " was saved, but does not contain the plan.";
                }
                if (foreign != asked) {
                    return foreign
                               ? path + " contained a plan for another profile, but no question was asked."
                               : path + " contained no such plan, but the question was asked.";
                }
                known = now;
            } else if (now != known) {
                return path + " has changed.";
            }
        }
        return {};
    }

    /// The document belongs to the open profile.
    QString checkDocument() {
        const Session& session = *m_window->session();
        const PlanDocument& plan = document();
        if (session.state() == Session::State::Empty) {
            return plan.path().isEmpty() && !plan.isModified() ? "" : "A plan without a profile is open.";
        }
        if (!session.profile()) {
            return {};
        }
        if (!plan.path().isEmpty() && !plan.isModified()) {
            const auto file = parsePlanFile(m_known[plan.path()]);
            if (!file || file->profile.hash != m_owner || file->plans != plan.plans()) {
                return "The document is not modified, but differs from its file's contents for this profile.";
            }
        }
        const bool replaced = !refused() && session.sourcePaths() == QStringList{m_opened} &&
                              session.state() == Session::State::Ready && !session.lastError();
        if (replaced && plan.path().isEmpty() &&
            (plan.isModified() || plan.plans().size() != 1 || !plan.notes().isEmpty() ||
             session.layerOptions() != LayerOptions() || session.setting() != SettingOptions() ||
             session.plan() != Plan::initial(*session.profile(), *session.layers()))) {
            return "Parts of the previous plan are left.";
        }
        return {};
    }

    test::Random m_random;
    const fs::path m_directory;
    std::unique_ptr<MainWindow> m_window;
    std::map<QString, std::string> m_known; ///< expected contents of each plan file, if it exists
    std::string m_owner;                    ///< the fingerprint of the last profile that was open
    QTimer m_dialogs;
    QStringList m_log;
    QSet<QString> m_answers;
    // About the current step.
    std::vector<std::pair<QString, QString>> m_asked; ///< questions and answers
    QString m_chosen;                                 ///< the file to which the user chose to write
    QString m_opened;                                 ///< the profile that was to be opened
    bool m_dismissed = false;                         ///< a file dialog
    bool m_saves = false;                             ///< the user wants to save the plan
};

} // namespace

/// Tests that a plan stays with its profile, and that no plan file is overwritten against the user's will.
class TestPlanOwner : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }

    void whateverTheUserDoes_data() {
        QTest::addColumn<uint64_t>("seed");
        for (uint64_t seed = 1; seed <= 12; ++seed) {
            QTest::addRow("seed %d", static_cast<int>(seed)) << seed;
        }
    }
    void whateverTheUserDoes() {
        QFETCH(const uint64_t, seed);
        const test::TemporaryDirectory directory;
        User user(seed, directory.path());
        for (int number = 0; number < 40; ++number) {
            const QString broken = user.step();
            if (!broken.isEmpty()) {
                qWarning("%s", qPrintable(user.log())); // too long for the message of a failure
            }
            QVERIFY2(broken.isEmpty(), qPrintable(broken));
        }
        m_answers += user.answers();
    }
    /// If an answer is missing, the random test above has not covered enough.
    void allWasAskedAndAnswered() { QCOMPARE(m_answers.size(), 9); }

private:
    test::TemporaryDirectory m_directory;
    QSet<QString> m_answers; ///< the answers given with all seeds
};

TILELINE_TEST(TestPlanOwner)
#include "test_planowner.moc"
