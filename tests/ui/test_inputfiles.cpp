// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/textfile.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/ownsettings.h"
#include "ui/charts/chartwidget.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/mainwindow.h"
#include "ui/startpages/messagebar.h"
#include "ui/tables/tablepanel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include <memory>
#include <optional>

using namespace tileline;

namespace fs = std::filesystem;

namespace {

constexpr const char* Inputs[] = {"profile.tileline", "debug.cbor", "plan.tileplan"};

/// Answers all dialogs: saves to the given path, and replaces existing files.
class Answers : public QObject {
public:
    Answers() {
        connect(&m_poll, &QTimer::timeout, this, &Answers::answer);
        m_poll.start(10);
    }
    void begin(const QString& path) {
        m_path = path;
        m_said.clear();
        m_saved = false;
    }
    /// The texts of all message boxes since then, except questions.
    const QString& said() const { return m_said; }

private:
    void answer() {
        QWidget* const dialog = QApplication::activeModalWidget();
        if (auto* const box = qobject_cast<QMessageBox*>(dialog)) {
            if (box->button(QMessageBox::Yes) != nullptr) {
                click(box->button(QMessageBox::Yes));
            } else {
                m_said += box->text();
                box->accept();
            }
        } else if (auto* const chooser = qobject_cast<QFileDialog*>(dialog)) {
            chooser->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(m_path);
            click(chooser->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save));
        } else if (auto* const exports = qobject_cast<ExportDialog*>(dialog)) {
            auto* const save = exports->findChild<QPushButton*>(QStringLiteral("save"));
            if (m_saved) {
                exports->reject();
            } else if (save->isEnabled()) {
                m_saved = true;
                click(save);
            }
        }
    }

    /// The click is queued, because it opens the next dialog, which must not run inside the timer's signal.
    static void click(QAbstractButton* button) {
        QMetaObject::invokeMethod(button, &QAbstractButton::click, Qt::QueuedConnection);
    }

    QString m_path;
    QString m_said;
    bool m_saved = false;
    QTimer m_poll;
};

} // namespace

/// The window never overwrites the files that it shows: profile, debug information, plan file.
class TestInputFiles : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_settings); }

    void init() {
        m_directory.emplace();
        m_window = std::make_unique<MainWindow>();
        test::copyReport("bert-tiny-inf", m_directory->path());
        m_window->open({path("profile.tileline")});
        m_window->show();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session()->resultIsCurrent() && m_window->session()->selfChecks(),
                                 60000);
        QVERIFY(m_window->document()->saveAs(path("plan.tileplan")));
    }

    void cleanup() { m_window.reset(); }

    void nothingReplacesThem_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<bool>("planMayGo");
        QTest::newRow("picture") << "Save picture of the plan…"
                                 << ".png" << false;
        QTest::newRow("chart") << "chart"
                               << ".svg" << false;
        QTest::newRow("table") << "table"
                               << ".csv" << false;
        QTest::newRow("export") << "Export plan…"
                                << ".conf" << false;
        QTest::newRow("report") << "Report…"
                                << ".html" << false;
        QTest::newRow("plan") << "Save plan as…"
                              << ".tileplan" << true;
    }
    void nothingReplacesThem() {
        QFETCH(QString, command);
        QFETCH(QString, suffix);
        QFETCH(bool, planMayGo);
        for (const char* input : Inputs) {
            if (planMayGo && std::string_view(input) == "plan.tileplan") {
                continue;
            }
            const std::string before = test::readAll(*m_directory / input);
            const QString symbolic = path("symbolic") + suffix;
            const QString hard = path("hard") + suffix;
            fs::create_symlink(*m_directory / input, symbolic.toStdString());
            fs::create_hard_link(*m_directory / input, hard.toStdString());
            // The name of a picture must end with its format, so that only a link can refer to the profile.
            const bool anyName = suffix != ".png" && suffix != ".svg";
            for (const QString& output :
                 anyName ? QStringList{path(input), symbolic, hard} : QStringList{symbolic, hard}) {
                m_window->messageBar()->dismiss();
                m_answers.begin(output);
                run(command);
                const auto isOld = [&](const QString& name) {
                    return test::readAll(name.toStdString()) == before;
                };
                const auto said = [&] { return m_answers.said() + m_window->messageBar()->text(); };
                QTRY_VERIFY2(!isOld(output) || said().contains("Choose another file"),
                             qPrintable(output + said()));
                QVERIFY2(isOld(output) && isOld(path(input)), qPrintable(output));
            }
            fs::remove(symbolic.toStdString());
            fs::remove(hard.toStdString());
        }
        // The same command can write to another file.
        m_answers.begin(path("other") + suffix);
        run(command);
        QTRY_VERIFY(fs::exists(*m_directory / ("other" + suffix.toStdString())));
    }

    /// A file that is no longer open may be replaced.
    void closedFilesMayGo() {
        test::writeFile(*m_directory / "first.tileplan", test::readAll(*m_directory / "plan.tileplan"));
        m_window->document()->open(path("first.tileplan"));
        QTRY_COMPARE(m_window->document()->path(), path("first.tileplan"));
        QVERIFY(!writeFileAtomically(*m_directory / "first.tileplan", "a table"));
        m_window->document()->startNew();
        QVERIFY(writeFileAtomically(*m_directory / "first.tileplan", "a table"));
    }

private:
    QString path(const char* name) const { return QString::fromStdString((*m_directory / name).string()); }

    void run(const QString& command) {
        if (command == "chart") {
            m_window->findChild<ChartWidget*>()->saveAs();
        } else if (command == "table") {
            m_window->findChild<TablePanel*>()->exportAs();
        } else {
            for (QAction* const action : m_window->findChildren<QAction*>()) {
                if (action->text().remove('&') == command) {
                    action->trigger();
                    return;
                }
            }
            QFAIL(qPrintable("there is no " + command));
        }
    }

    std::optional<test::TemporaryDirectory> m_directory;
    const test::TemporaryDirectory m_settings;
    Answers m_answers;
    std::unique_ptr<MainWindow> m_window;
};

TILELINE_TEST(TestInputFiles)
#include "test_inputfiles.moc"
