// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that names with control characters, and characters that change the direction of writing, are shown
// visibly everywhere in the window, also to screen readers and on the clipboard, and that long names are cut.
#include "core/base/printable.h"
#include "core/planfile/planfile.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/dialogs/chooseprofiledialog.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/layersdialog.h"
#include "ui/frame/workspace.h"
#include "ui/pages/inspector.h"
#include "ui/pagetable.h"
#include "ui/planpage/plandialogs.h"
#include "ui/startpages/messagebar.h"
#include "ui/startpages/startpages.h"
#include "ui/text/plaintext.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QToolTip>

#include <fstream>
#include <functional>
#include <memory>

using namespace tileline;
using namespace tileline::test;

namespace {

const QString Rlo(QChar(0x202E));
const std::string Hostile = "=\x1b]0;x\a\u009b\u202e\u2028\x7f\t\r\n" + std::string(1, '\0');
/// The same name, as it is written in the SQL statements that make the profile.
const std::string HostileSql = "'=' || char(27) || ']0;x' || char(7, 155, 8238, 8232, 127, 9, 13, 10, 0)";
/// Longer than all of the window's own texts, except pages that are documents.
constexpr qsizetype MaxText = 8000;

/// All texts of a widget and its children: shown texts, tool tips, and texts for screen readers. Editable
/// fields contain the exact text.
class Texts {
public:
    explicit Texts(QWidget& window) {
        QApplication::processEvents();
        addWidget(window);
        for (QWidget* const widget : window.findChildren<QWidget*>()) {
            addWidget(*widget);
        }
        for (const QAction* const action : window.findChildren<QAction*>()) {
            add(action->text(), "action");
            add(action->toolTip(), "action");
            add(action->statusTip(), "action");
        }
        addAccessible(QAccessible::queryAccessibleInterface(&window), 0);
        QToolTip::hideText();
    }
    const QStringList& problems() const { return m_problems; }
    int hostile() const { return m_hostile; }

private:
    static bool isEdited(const QObject& object) {
        const auto* const text = qobject_cast<const QPlainTextEdit*>(&object);
        const auto* const line = qobject_cast<const QLineEdit*>(&object);
        return (text && !text->isReadOnly()) || (line && !line->isReadOnly());
    }
    void addWidget(QWidget& widget) {
        const char* const name = widget.metaObject()->className();
        for (const char* const property :
             {"text", "title", "windowTitle", "toolTip", "statusTip", "whatsThis", "accessibleName",
              "accessibleDescription", "placeholderText"}) {
            if (!isEdited(widget) || qstrcmp(property, "text") != 0) {
                add(widget.property(property).toString(), name);
            }
        }
        if (auto* const view = qobject_cast<QAbstractItemView*>(&widget)) {
            addItems(*view);
        } else if (const auto* const browser = qobject_cast<QTextBrowser*>(&widget)) {
            for (const QString& line : browser->toPlainText().split('\n')) {
                add(line, name);
            }
        } else if (widget.isVisible() &&
                   (widget.inherits("tileline::PlanCanvas") || widget.inherits("tileline::HeatMap"))) {
            for (int x = 5; x < widget.width(); x += 60) {
                QHelpEvent event(QEvent::ToolTip, {x, widget.height() / 2},
                                 widget.mapToGlobal(QPoint(x, widget.height() / 2)));
                QApplication::sendEvent(&widget, &event);
                add(QToolTip::text(), name);
            }
        }
    }
    void addItems(const QAbstractItemView& view) {
        const QAbstractItemModel* const model = view.model();
        for (int column = 0; model && column < model->columnCount(); ++column) {
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole}) {
                add(model->headerData(column, Qt::Horizontal, role).toString(), "header");
            }
            for (int row = 0; row < std::min(model->rowCount(), 200); ++row) {
                for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole,
                                       Qt::AccessibleDescriptionRole, Qt::StatusTipRole}) {
                    add(model->index(row, column).data(role).toString(), "cell");
                }
            }
        }
    }
    void addAccessible(QAccessibleInterface* interface, int depth) {
        constexpr int MaxDepth = 12;
        constexpr int MaxChildren = 300;
        if (!interface || !interface->isValid() || depth > MaxDepth) {
            return;
        }
        const bool edited = interface->object() && isEdited(*interface->object());
        for (const QAccessible::Text text :
             {QAccessible::Name, QAccessible::Description, QAccessible::Value}) {
            if (!edited) {
                add(interface->text(text), "accessible");
            }
        }
        for (int i = 0; i < std::min(interface->childCount(), MaxChildren); ++i) {
            addAccessible(interface->child(i), depth + 1);
        }
    }
    void add(const QString& text, const char* from) {
        m_hostile += text.contains(QStringLiteral("\\u202e")) ? 1 : 0;
        const bool hidden = std::any_of(text.begin(), text.end(), [](QChar letter) {
            return isEscaped(letter.unicode(), LineFeeds::KeptWithTabs); // a tab is before a key in a menu
        });
        if (hidden || text.size() > MaxText) {
            m_problems += QStringLiteral("%1: %2").arg(QLatin1String(from), shownText(text.left(300)));
        }
    }

    QStringList m_problems;
    int m_hostile = 0;
};

} // namespace

class TestHostileNames : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() {
        test::useOwnSettings(m_directory);
        makeFiles();
    }
    void init() { showWindow({1300, 850}); }
    void cleanup() { m_window.reset(); }

    /// Tests the test: it finds the characters that the other tests look for.
    void hiddenCharactersAreFound() {
        for (const QChar letter : {QChar(27), QChar(0x9B), QChar(0x202E), QChar(0x2028), QChar(0)}) {
            QWidget widget;
            widget.setAccessibleName(QStringLiteral("a") + letter);
            QVERIFY(!Texts(widget).problems().isEmpty());
        }
        QWidget widget;
        widget.setToolTip(QString(MaxText + 1, QLatin1Char('x')));
        QVERIFY(!Texts(widget).problems().isEmpty());
    }

    void shownTexts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QStringLiteral("a\u00e4\U0001F600") << QStringLiteral("a\u00e4\U0001F600");
        QTest::newRow("controls") << QStringLiteral("\u001b\u009b\n")
                                  << QStringLiteral("\\u001b\\u009b\\u000a");
        QTest::newRow("direction") << Rlo << QStringLiteral("\\u202e");
        QTest::newRow("long") << QString(5000, 'x') << QString(4000, 'x') + QChar(0x2026);
    }
    void shownTexts() {
        QFETCH(const QString, text);
        QFETCH(const QString, shown);
        QCOMPARE(shownText(text), shown);
        QCOMPARE(shownText(text.toStdString()), shown);
        QCOMPARE(shownText(QStringLiteral("a\nb\t"), LineFeeds::Kept), QStringLiteral("a\nb\\u0009"));
        QCOMPARE(withoutKeys(Rlo + '&'), QStringLiteral("\\u202e&&"));
        QCOMPARE(withoutChangeMark(Rlo + "[*]"), QStringLiteral("\\u202e[*][*]"));
        QCOMPARE(plainToolTip(Rlo), QStringLiteral("\\u202e"));
    }

    void pagesShowThem_data() {
        QTest::addColumn<bool>("named");
        const QStringList unnamed{QStringLiteral("execution"), QStringLiteral("comparison")};
        QTest::newRow("plan") << true;
        for (const PageEntry& page : pages()) {
            QTest::newRow(page.id) << !unnamed.contains(QLatin1String(page.id));
        }
    }
    void pagesShowThem() {
        QFETCH(const bool, named);
        open();
        const QString id = QString::fromLatin1(QTest::currentDataTag());
        QVERIFY(m_window->showPage(id));
        QTest::qWait(400);
        look(*m_window, 1);
        QVERIFY(!named || Texts(*m_window->page(id)).hostile() > 0);
    }

    void theInspector() {
        open();
        m_window->workspace()->setInspectorShown(true);
        auto* const text = m_window->findChild<Inspector*>()->text();
        for (const Choice& choice :
             {Choice(StageIndex{0}), Choice(LayerIndex{1}), Choice(OperationIndex{0}),
              Choice(VariableIndex{0}), Choice(ProgramIndex{0}), Choice(StepIndex{0})}) {
            text->clear();
            m_window->selection()->choose(choice);
            QTRY_VERIFY(!text->toPlainText().isEmpty());
            look(*m_window, 1);
        }
    }

    void startErrorAndLoadingPages() {
        m_window->recentFiles()->add({m_profile});
        look(*m_window, 1);
        LoadingPage loading;
        loading.begin({m_bad}, false);
        look(loading, 2);
        m_window->open({m_bad});
        QTRY_COMPARE(m_window->session()->state(), Session::State::Failed);
        look(*m_window, 1);
    }

    void messagesAndTitle() {
        open();
        m_window->session()->open({m_bad});
        QTRY_VERIFY(m_window->messageBar()->showsError());
        look(*m_window->messageBar(), 1);
        QVERIFY(!m_window->messageBar()->text().contains(Rlo));
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("\\u202e")));
    }

    void menus() {
        open();
        m_window->recentFiles()->add({m_profile});
        for (QMenu* const menu : m_window->findChildren<QMenu*>()) {
            menu->popup(m_window->mapToGlobal(QPoint(10, 10)));
            look(*menu, 0);
            menu->hide();
        }
    }

    void dialogs() {
        open();
        Session* const session = m_window->session();
        const auto choices = profileChoices(QFileInfo(m_profile).path());
        QVERIFY(!choices.empty());
        ChooseProfileDialog choose(QFileInfo(m_profile).path(), {choices}, m_window.get());
        showAndLook(choose, 2);
        LimitsDialog limits(session->plan(), {}, m_window.get());
        showAndLook(limits, 0);
        LayersDialog layers(m_window->editor(), m_window.get());
        layers.show();
        QTRY_VERIFY(Texts(layers).hostile() >= 5); // the table is filled on another thread
        showAndLook(layers, 5);
        ExportDialog exports(session, m_window.get());
        auto* const settings = exports.findChild<QTabWidget*>(QStringLiteral("settings"));
        for (int i = 0; i < settings->count(); ++i) {
            settings->setCurrentIndex(i);
            showAndLook(exports, 0);
        }
    }

    /// A spreadsheet must not take a name for a formula.
    void theClipboard() {
        open();
        QVERIFY(m_window->showPage(QStringLiteral("operations")));
        QWidget* const page = m_window->page(QStringLiteral("operations"));
        auto* const view = page->findChild<QTableView*>();
        QTRY_VERIFY(view->model() && view->model()->rowCount() > 10);
        view->setFocus();
        view->selectAll();
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.contains(QStringLiteral("'=\\u001b")), qPrintable(copied.left(500)));
        QVERIFY(!copied.contains(QStringLiteral("\t=")) && !copied.contains(QStringLiteral("\n=")));
        QVERIFY(!copied.contains(Rlo));
    }

private:
    void makeFiles() {
        const std::filesystem::path directory = m_directory / "d\x1b\u202e";
        std::filesystem::create_directories(directory);
        std::string sql = "UPDATE operation SET name = " + HostileSql + " || name WHERE name <> '';" +
                          "UPDATE target SET architecture = " + HostileSql + ";" +
                          "UPDATE meta SET value = " + HostileSql + " || value WHERE key <> 'format';" +
                          "UPDATE tile_memory SET category = category || " + HostileSql + ";" +
                          "UPDATE operation SET name = name || replace(hex(zeroblob(50000)), '00', 'x') "
                          "WHERE position IN (4, 20);";
        for (const std::string table : {"program", "variable", "compute_set", "vertex_type"}) {
            sql.append("UPDATE ").append(table).append(" SET name = ").append(HostileSql).append(" || name;");
        }
        const auto file = directory / "p\u202e\x1b.tileline";
        std::filesystem::rename(copyProfile("bert-tiny-inf", directory, sql), file);
        m_profile = QString::fromStdString(file.string());
        m_bad = QString::fromStdString((directory / "bad\u202e\x1b.tileline").string());
        std::ofstream(m_bad.toStdString()) << "nothing";
        PlanFile plans;
        plans.profilePath = file.string();
        plans.layers.layerRegex = "([^/]*Layer\\d+)";
        for (const char* name : {"a", "b"}) {
            PlanDescription& plan = plans.plans.emplace_back();
            plan.name = Hostile + name;
            plan.notes = Hostile + "notes";
            plan.splits = {Hostile + "Layer1", Hostile + "Layer9"};
        }
        const auto planFile = directory / "p\u202e\x1b.tileplan";
        QVERIFY(writePlanFile(planFile, plans));
        m_plan = QString::fromStdString(planFile.string());
    }
    void open() {
        m_window->open({m_plan});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->document()->path(), m_plan, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session()->resultIsCurrent(), 30000);
        QVERIFY(m_window->session()->layers()->count() > 3);
    }
    void look(QWidget& widget, int minHostile) {
        const Texts texts(widget);
        QVERIFY2(texts.problems().isEmpty(), qPrintable(texts.problems().mid(0, 10).join('\n')));
        QVERIFY2(texts.hostile() >= minHostile, qPrintable(QString::number(texts.hostile())));
    }
    void showAndLook(QWidget& dialog, int minHostile) {
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        look(dialog, minHostile);
    }

    QString m_profile, m_plan, m_bad;
};

TILELINE_TEST(TestHostileNames)
#include "test_hostilenames.moc"
