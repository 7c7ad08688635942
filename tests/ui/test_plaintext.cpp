// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that names that look like HTML, in a profile, its plans and their files, are shown unchanged, and
// that no file that they name is opened.
#include "core/planfile/planfile.h"
#include "tests/support/fixtures.h"
#include "tests/support/runsql.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/dialogs/chooseprofiledialog.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/layersdialog.h"
#include "ui/pagetable.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/plandialogs.h"
#include "ui/planpage/planpage.h"
#include "ui/preferences/recentfiles.h"
#include "ui/startpages/messagebar.h"
#include "ui/startpages/startpages.h"
#include "ui/tables/tablepanel.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
#include <QTimer>
#include <QToolTip>
#include <QWindow>

#include <atomic>
#include <fstream>
#include <memory>
#include <thread>

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tileline;

namespace {

/// Detects whether this process opens a FIFO or a picture. A process that opens the FIFO reads an empty file.
class Trap {
public:
    explicit Trap(const std::filesystem::path& directory)
        : m_fifo((directory / "fifo").string())
        , m_inotify(::inotify_init1(IN_NONBLOCK)) {
        const std::string picture = (directory / "picture.png").string();
        std::ofstream(picture) << "no picture";
        ::mkfifo(m_fifo.c_str(), 0600);
        ::inotify_add_watch(m_inotify, picture.c_str(), IN_OPEN);
        m_thread = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                // open() fails until another thread has opened the FIFO for reading or is waiting to open it.
                if (const int writer = ::open(m_fifo.c_str(), O_WRONLY | O_NONBLOCK); writer >= 0) {
                    ::close(writer);
                    m_fifoOpened = true;
                }
                ++m_looks;
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        });
    }
    ~Trap() {
        m_thread.request_stop();
        m_thread.join();
        ::close(m_inotify);
    }
    /// The files that have been opened since the last call.
    QStringList opened() {
        QStringList files;
        if (m_fifoOpened.exchange(false)) {
            files += QStringLiteral("FIFO");
        }
        alignas(inotify_event) char events[4096];
        if (::read(m_inotify, events, sizeof(events)) > 0) {
            files += QStringLiteral("picture");
        }
        return files;
    }

    /// Forgets the files opened so far. First waits for two checks by the thread, which may lag behind.
    void forget() {
        const int before = m_looks;
        QTRY_VERIFY(m_looks > before + 1);
        opened();
    }

private:
    std::string m_fifo;
    int m_inotify;
    std::atomic<int> m_looks = 0;
    std::atomic<bool> m_fifoOpened = false;
    std::jthread m_thread;
};

/// The text as the user sees it if Qt interprets it as HTML: plain text, with a note for each piece of
/// markup.
QString seen(const QString& text) {
    if (!Qt::mightBeRichText(text)) {
        return text;
    }
    QTextDocument document;
    document.setHtml(text);
    QString result = document.toPlainText();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextCharFormat format = part.fragment().charFormat();
            if (format.isImageFormat() || format.isAnchor() || format.fontWeight() > QFont::Normal) {
                result += QStringLiteral(" [markup in \"%1\"]").arg(part.fragment().text());
            }
        }
    }
    for (const QTextFrame* const frame : document.rootFrame()->childFrames()) {
        result += qobject_cast<const QTextTable*>(frame) ? QStringLiteral(" [table]") : QString();
    }
    return result;
}

/// Hovers over everything in a window, and collects texts that are not plain.
class Inspection {
public:
    explicit Inspection(QWidget& window) {
        QApplication::processEvents();
        look(window);
        for (QWidget* const widget : window.findChildren<QWidget*>()) {
            if (widget->isVisible() && !qobject_cast<QMenu*>(widget) && !widget->inherits("QTipLabel")) {
                look(*widget);
            }
        }
        QToolTip::hideText();
    }
    const QStringList& problems() const { return m_problems; }
    /// The number of texts that contained a name that looks like HTML.
    int names() const { return m_names; }

    /// Sends a widget the event that it gets when the mouse rests at a position.
    void hover(QWidget& widget, const QPoint& at) {
        QToolTip::hideText();
        QHelpEvent event(QEvent::ToolTip, at, widget.mapToGlobal(at));
        QApplication::sendEvent(&widget, &event);
        QApplication::processEvents();
        for (QWidget* const tip : QApplication::topLevelWidgets()) {
            if (tip->inherits("QTipLabel") && tip->isVisible()) {
                tip->grab(); // makes the tool tip load its pictures, if it has any
            }
        }
        checkHtml(widget, QToolTip::text());
    }

private:
    void look(QWidget& widget) {
        if (auto* const view = qobject_cast<QAbstractItemView*>(widget.parentWidget());
            view && view->viewport() == &widget) {
            hoverItems(*view);
        } else if (widget.inherits("tileline::PlanCanvas") || widget.inherits("tileline::HeatMap")) {
            for (int x = 5; x < widget.width(); x += 40) {
                for (int y = 5; y < widget.height(); y += 40) {
                    hover(widget, {x, y});
                }
            }
        } else {
            hover(widget, widget.rect().center());
        }
        if (const auto* const label = qobject_cast<QLabel*>(&widget)) {
            if (label->textFormat() == Qt::PlainText) {
                m_names += label->text().contains(QLatin1String("<img")) ? 1 : 0;
            } else {
                checkHtml(widget, label->text(), label->textFormat() == Qt::AutoText);
            }
        } else if (const auto* const text = qobject_cast<QTextEdit*>(&widget)) {
            // Its own pictures, which name numbers and no file.
            static const QRegularExpression Bars(
                QStringLiteral("<img src=\"(light|dark)-(bar|band):[-0-9,/]*\"[^>]*>"));
            checkHtml(widget, text->toHtml().remove(Bars), false);
        }
    }
    void hoverItems(QAbstractItemView& view) {
        constexpr int MaxRows = 6;
        const QAbstractItemModel* const model = view.model();
        for (int row = 0; model && row < std::min(model->rowCount(), MaxRows); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                const QModelIndex index = model->index(row, column);
                view.scrollTo(index);
                hover(*view.viewport(), view.visualRect(index).center());
            }
        }
        for (int column = 0; model && column < model->columnCount(); ++column) {
            checkHtml(view, model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
        }
    }
    /// With `strict`, bold text is not allowed either.
    void checkHtml(const QWidget& widget, const QString& text, bool strict = true) {
        const QString plain = seen(text);
        m_names += plain.contains(QLatin1String("<img")) ? 1 : 0;
        const bool markup = plain.contains(QLatin1String(strict ? "[markup" : "[markup in \"\uFFFC")) ||
                            (strict && plain.contains(QLatin1String("[table]"))) ||
                            plain.contains(QChar::ObjectReplacementCharacter);
        if (markup) {
            m_problems +=
                QStringLiteral("%1 %2 %4: %3")
                    .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
                         text.left(300),
                         widget.parentWidget() ? widget.parentWidget()->metaObject()->className() : "");
        }
    }

    QStringList m_problems;
    int m_names = 0;
};

/// Runs `look` on the next modal dialog, then closes it.
void atNextDialog(std::function<void(QWidget&)> look) {
    QTimer::singleShot(0, qApp, [look = std::move(look)] {
        QWidget* const dialog = QApplication::activeModalWidget();
        if (dialog) {
            look(*dialog);
            dialog->close();
        }
    });
}

} // namespace

class TestPlainText : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() {
        test::useOwnSettings(m_directory);
        // Makes relative file names in the profile's names refer to files in this directory.
        QVERIFY(QDir::setCurrent(path({})));
        m_trap = std::make_unique<Trap>(m_directory.path());
        makeProfile();
        makePlan();
    }
    void init() { showWindow({1300, 850}); }
    void cleanup() {
        m_window.reset();
        QCOMPARE(m_trap->opened(), QStringList());
    }

    /// The inspection finds each kind of markup in a tool tip or a label, and the trap finds the files that
    /// it opens.
    void markupIsFound() {
        for (const QString& name : names()) {
            QWidget widget;
            widget.setToolTip(name);
            widget.show();
            const QStringList problems = Inspection(widget).problems();
            QVERIFY2(problems.size() == (Qt::mightBeRichText(name) ? 1 : 0),
                     qPrintable(name + problems.join(QLatin1Char('\n'))));
        }
        QStringList opened;
        QTRY_VERIFY((opened += m_trap->opened()).contains(QStringLiteral("FIFO")));
        QLabel label(QStringLiteral("<img src=\"picture.png\">"));
        label.show();
        QVERIFY(QTest::qWaitForWindowExposed(&label));
        QCOMPARE(Inspection(label).problems().size(), 1);
        QTRY_VERIFY((opened += m_trap->opened()).contains(QStringLiteral("picture")));
        m_trap->forget();
    }

    void pagesShowNamesAsTheyAre_data() {
        QTest::addColumn<int>("minNames");
        const QHash<QString, int> names{{"liveness", 5},   {"peak", 5},        {"tilememory", 5},
                                        {"operations", 5}, {"programtree", 1}, {"communication", 5},
                                        {"plans", 5},      {"summary", 1}};
        QTest::newRow("plan") << 5;
        for (const PageEntry& page : pages()) {
            QTest::newRow(page.id) << names.value(QLatin1String(page.id));
        }
    }
    void pagesShowNamesAsTheyAre() {
        QFETCH(const int, minNames);
        open();
        QVERIFY(m_window->showPage(QString::fromLatin1(QTest::currentDataTag())));
        QTest::qWait(300);
        const Inspection inspection(*m_window);
        QVERIFY2(inspection.problems().isEmpty(), qPrintable(inspection.problems().join('\n')));
        QVERIFY2(inspection.names() >= minNames, qPrintable(QString::number(inspection.names())));
    }

    void aLayersTipIsItsName() {
        open();
        PlanCanvas* const canvas = m_window->planPage()->canvas();
        Inspection inspection(*canvas);
        const LayerIndex layer{m_window->session()->layers()->last().value - 1};
        inspection.hover(*canvas,
                         {static_cast<int>(canvas->geometry().centreOf(layer)), canvas->height() / 2});
        QVERIFY2(seen(QToolTip::text()).contains(QLatin1String("Layer <img src=\"fifo\">&amp;Layer")),
                 qPrintable(QToolTip::text()));
        QVERIFY(seen(QToolTip::text()).contains(QLatin1Char('\n')));
    }

    void startErrorAndLoadingPages() {
        m_window->recentFiles()->add({m_profile});
        inspect(*m_window, 1);
        const auto* const table = m_window->findChild<QTableWidget*>(QStringLiteral("recentTable"));
        QCOMPARE(table->rowCount(), 1);
        QVERIFY((table->item(0, 0)->text() + table->item(0, 1)->text()).contains(QLatin1String("<img")));

        LoadingPage loading;
        loading.begin({m_bad}, false);
        showAndInspect(loading, 2);
        m_window->open({m_bad});
        QTRY_COMPARE(m_window->session()->state(), Session::State::Failed);
        inspect(*m_window, 1);
    }

    void theMessageBar() {
        open();
        m_window->session()->open({m_bad});
        QTRY_VERIFY(m_window->messageBar()->showsError());
        inspect(*m_window->messageBar(), 1);
    }

    void menus() {
        open();
        m_window->recentFiles()->add({m_profile});
        int looked = 0;
        for (QMenu* const menu : m_window->findChildren<QMenu*>()) {
            menu->popup(m_window->mapToGlobal(QPoint(10, 10)));
            QApplication::processEvents();
            Inspection inspection(*menu);
            for (QAction* const action : menu->actions()) {
                inspection.hover(*menu, menu->actionGeometry(action).center());
                if (action->text().contains(QLatin1String("<img"))) {
                    ++looked;
                    // The number before the name has a mnemonic; the name itself has none.
                    QVERIFY2(action->text().contains(QLatin1String("&&amp;")), qPrintable(action->text()));
                }
            }
            QVERIFY2(inspection.problems().isEmpty(), qPrintable(inspection.problems().join('\n')));
            menu->hide();
        }
        QVERIFY2(looked >= 2, qPrintable(QString::number(looked)));
    }

    void theTitle() {
        open();
        m_window->document()->setNotes(QStringLiteral("changed"));
        const QString title = m_window->windowHandle()->title();
        QVERIFY2(title.contains(QLatin1String("<img src=fifo>&amp;[*].tileplan*")), qPrintable(title));
        QVERIFY2(title.contains(QLatin1String("<img src=fifo>&amp;[*].tileline")), qPrintable(title));
    }

    void dialogs() {
        open();
        const auto choices = profileChoices(QFileInfo(m_profile).path());
        QVERIFY(!choices.empty());
        ChooseProfileDialog choose(QFileInfo(m_profile).path(), {choices}, m_window.get());
        showAndInspect(choose, 2);
        LimitsDialog limits(m_window->session()->plan(), {}, m_window.get());
        showAndInspect(limits, 0);
        LayersDialog layers(m_window->editor(), m_window.get());
        layers.show();
        QTRY_VERIFY2_WITH_TIMEOUT(layers.previewData(), qPrintable(layers.message()->text()), 30000);
        QTRY_VERIFY_WITH_TIMEOUT(layers.findChild<TablePanel*>()->model()->rowCount() > 0, 30000);
        showAndInspect(layers, 5);
        layers.findChild<QLineEdit*>()->setText(QStringLiteral("<img src=\"fifo\">&amp;<b>("));
        QTRY_VERIFY_WITH_TIMEOUT(layers.message()->text().contains(QLatin1String("amp;")), 30000);
        showAndInspect(layers, 1);
        ExportDialog exports(m_window->session(), m_window.get());
        auto* const settings = exports.findChild<QTabWidget*>(QStringLiteral("settings"));
        for (int i = 0; i < settings->count(); ++i) {
            settings->setCurrentIndex(i);
            showAndInspect(exports, 0);
        }
    }

    void questions() {
        open();
        m_window->document()->setNotes(QStringLiteral("changed"));
        const auto inspectQuestion = [this](QWidget& box) {
            m_question = qobject_cast<QMessageBox*>(&box) ? static_cast<QMessageBox&>(box).text() : QString();
            m_format =
                qobject_cast<QMessageBox*>(&box) ? static_cast<QMessageBox&>(box).textFormat() : Qt::AutoText;
            inspect(box, 1);
        };
        atNextDialog(inspectQuestion);
        QVERIFY(!m_window->close());
        QVERIFY2(m_question.startsWith(QLatin1String("<img src=fifo>&amp;[*].tileplan has changes")),
                 qPrintable(m_question));
        QCOMPARE(m_format, Qt::PlainText);

        auto file = *readPlanFile(m_plan.toStdString());
        file.plans[0].notes = "lost";
        QVERIFY(QDir().mkpath(PlanRecovery::usualDirectory()));
        const QString copy = PlanRecovery::usualDirectory() + QStringLiteral("/x.recovered.tileplan");
        QVERIFY(PlanRecovery::write(copy, file, {m_plan, {}}));
        m_question.clear();
        atNextDialog(inspectQuestion);
        m_window->offerRecovery();
        QVERIFY2(m_question.contains(m_plan), qPrintable(m_question));
        QCOMPARE(m_format, Qt::PlainText);
        PlanRecovery::remove(copy);
    }

    /// Qt's own dialog would ask whether to replace a file, and show the name in the question as HTML.
    void theQuestionWhetherToReplaceAFile() {
        open();
        bool asked = false;
        QTimer poll;
        connect(&poll, &QTimer::timeout, this, [&] {
            QWidget* const dialog = QApplication::activeModalWidget();
            if (auto* const box = qobject_cast<QMessageBox*>(dialog)) {
                asked = true;
                inspect(*box, 1);
                box->close();
            } else if (auto* const chooser = qobject_cast<QFileDialog*>(dialog)) {
                if (asked) {
                    chooser->reject();
                } else {
                    chooser->setDirectory(QFileInfo(m_plan).path());
                    chooser->selectFile(m_plan);
                    QMetaObject::invokeMethod(chooser, "accept", Qt::QueuedConnection);
                }
            }
        });
        poll.start(50);
        PlanFiles files(m_window->document(), m_window.get());
        QVERIFY(!files.saveAs());
        QVERIFY(asked);
    }

private:
    static QStringList names() {
        return {QStringLiteral("<img src=\"fifo\">"), QStringLiteral("<a href=\"file:fifo\">x</a>"),
                QStringLiteral("<table bgcolor=red><tr><td>x</td></tr></table>"), QStringLiteral("&amp;"),
                QStringLiteral("<b>x</b>")};
    }
    QString path(const std::string& name) const {
        return QString::fromStdString((m_directory / name).string());
    }
    /// Makes a fixture in which each name is preceded by one of names().
    void makeProfile() {
        const std::filesystem::path directory = m_directory / "<img src=fifo>&amp;<b>";
        std::filesystem::create_directories(directory);
        const std::filesystem::path file = directory / "<img src=fifo>&amp;[*].tileline";
        std::filesystem::copy_file(test::fixtureDirectory("bert-tiny-inf") / "profile.tileline", file);
        const std::string absolute = "<img src=\"" + (m_directory / "fifo").string() + "\">";
        const std::string choice =
            " % 5 WHEN 0 THEN '" + absolute +
            "' WHEN 1 THEN '<table bgcolor=red><tr><td>x</td></tr></table>' WHEN 2 THEN "
            "'<a href=\"file:fifo\">x</a>' WHEN 3 THEN '<img src=\"picture.png\">' "
            "ELSE '<b>&amp;</b>' END || name;";
        std::string statements =
            "UPDATE operation SET name = '<img src=\"fifo\">&amp;' || name WHERE name <> '';"
            "UPDATE target SET architecture = '<img src=\"fifo\">&amp;';"
            "UPDATE meta SET value = '<img src=\"fifo\">&amp;' || value WHERE key <> 'format';"
            "UPDATE tile_memory SET category = '<img src=\"fifo\">' || category;";
        for (const std::string table : {"program", "variable", "compute_set", "vertex_type"}) {
            statements.append("UPDATE ").append(table).append(" SET name = CASE id").append(choice);
        }
        test::runSql(file, statements);
        m_profile = QString::fromStdString(file.string());
        m_bad = QString::fromStdString((directory / "<img src=fifo>.tileline").string());
        std::ofstream(m_bad.toStdString()) << "nothing";
    }
    /// The plans and the layers of the file have such names, too.
    void makePlan() {
        PlanFile file;
        file.profilePath = m_profile.toStdString();
        file.layers.layerRegex = R"((<img src="fifo">&amp;Layer\d+))";
        for (const QString& name : names()) {
            PlanDescription& plan = file.plans.emplace_back();
            plan.name = name.toStdString() + "<img src=\"fifo\">";
            plan.notes = "<img src=\"picture.png\"><img src=\"fifo\">\n  second line";
            plan.splits = {"<img src=\"fifo\">&amp;Layer1", "<img src=\"fifo\">&amp;Layer9"};
        }
        const auto path = m_directory / "<img src=fifo>&amp;<b>" / "<img src=fifo>&amp;[*].tileplan";
        QVERIFY(writePlanFile(path, file));
        m_plan = QString::fromStdString(path.string());
    }
    /// Opens the profile and its plan. The message bar reports a mismatch.
    void open() {
        m_window->open({m_plan});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->document()->path(), m_plan, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session()->resultIsCurrent(), 30000);
        QVERIFY(m_window->session()->layers()->count() > 3);
        QVERIFY(m_window->messageBar()->isVisible());
    }
    void inspect(QWidget& widget, int minNames) {
        const Inspection inspection(widget);
        QVERIFY2(inspection.problems().isEmpty(), qPrintable(inspection.problems().join('\n')));
        QVERIFY2(inspection.names() >= minNames,
                 qPrintable(QStringLiteral("%1 names in %2")
                                .arg(QString::number(inspection.names()), widget.metaObject()->className())));
    }
    /// For a window that is not yet shown.
    void showAndInspect(QWidget& dialog, int minNames) {
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        inspect(dialog, minNames);
    }

    std::unique_ptr<Trap> m_trap;
    QString m_profile, m_plan, m_bad, m_question;
    Qt::TextFormat m_format = Qt::AutoText;
};

TILELINE_TEST(TestPlainText)
#include "test_plaintext.moc"
