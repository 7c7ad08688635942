// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "ui/dialogs/chooseprofiledialog.h"
#include "ui/frame/workspace.h"
#include "ui/pages/inspector.h"
#include "ui/pagetable.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/settingline.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/preferences/preferences.h"
#include "ui/questions/choosefile.h"
#include "ui/session/memoryshortage.h"
#include "ui/session/profilechoice.h"
#include "ui/startpages/messagebar.h"
#include "ui/startpages/startpages.h"
#include "ui/text/controls.h"
#include "ui/text/warningtext.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLocale>
#include <QMimeData>
#include <QScreen>

#include <cmath>
#include <utility>

/// Makes the linker keep the resources, which are in a static library. The macro works only outside
/// namespaces.
static void initResources() {
    Q_INIT_RESOURCE(tileline);
}

namespace tileline {

namespace {

constexpr QSize DefaultSize(1320, 880);
/// The estimated size of a window's frame, in pixels. The real size is unknown until the window is shown.
constexpr QSize FrameSize(16, 48);
constexpr int ProgressSteps = 1000;

/// The text for each job, in the order of the enumeration Job.
constexpr const char* JobTexts[]{"",
                                 QT_TRANSLATE_NOOP("Status", "Opening a profile"),
                                 QT_TRANSLATE_NOOP("Status", "Finding layers"),
                                 QT_TRANSLATE_NOOP("Status", "Estimating the plan"),
                                 QT_TRANSLATE_NOOP("Status", "Estimating all runs of layers"),
                                 QT_TRANSLATE_NOOP("Status", "Looking for the best plan")};

QStringList localFiles(const QMimeData& data) {
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            paths += url.toLocalFile();
        }
    }
    return paths;
}

/// The directory that contains the file `path`; if `path` is a directory, this directory itself.
QString directoryOf(const QString& path) {
    const QFileInfo file(path);
    return file.isDir() ? file.absoluteFilePath() : file.absolutePath();
}

} // namespace

QString samplePath() {
    // In the build directory and in an installation, the sample is at the same place relative to the program.
    const QDir sample(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/tileline/sample"));
    return sample.exists(QStringLiteral("profile.pop")) ? QDir::cleanPath(sample.path()) : QString();
}

MainWindow::MainWindow()
    : m_editor(&m_session)
    , m_document(&m_editor)
    , m_files(&m_document, this) {
    initResources();
    installMarkerAccessibility();
    setAcceptDrops(true);
    setWindowIcon(QIcon(QStringLiteral(":/tileline/icons/tileline.svg")));
    buildStates();
    buildStatus();
    buildMenus();
    connect(&m_session, &Session::stateChanged, this, &MainWindow::onStateChanged);
    connect(&m_session, &Session::profileChanged, this, &MainWindow::onProfileChanged);
    for (const auto signal : {&Session::planChanged, &Session::resultChanged}) {
        connect(&m_session, signal, this, &MainWindow::onResult);
    }
    connect(&m_editor, &PlanEditor::dragChanged, this, &MainWindow::onResult);
    connect(&m_session, &Session::loadFailed, this, &MainWindow::loadFailed);
    connect(&m_session, &Session::choiceNeeded, this, &MainWindow::chooseProfile);
    connect(&m_messageOpener, &MessageOpener::openRequested, this, &MainWindow::open);
    connect(&m_messageOpener, &MessageOpener::explained, this, &MainWindow::showExplanation);
    connect(&m_messageOpener, &MessageOpener::failed, m_messages, &MessageBar::showError);
    connect(&m_watch, &ProfileWatch::changed, this, [this] {
        //: %1 is the file name of the open profile
        m_messages->showOffer(
            tr("%1 has changed on disk.").arg(QFileInfo(exactText(m_session.profile()->path)).fileName()),
            tr("&Reload"), [this] { reload(); });
    });
    connect(&MemoryShortage::instance(), &MemoryShortage::occurred, this, [this] {
        m_messages->showMessage(tr("There is not enough memory for everything that this window shows. The "
                                   "plan is kept. Save it, and close other windows or programs."));
    });
    connect(m_session.comparison(), &Comparison::changed, this, [this] {
        if (m_session.comparison()->report()) {
            m_recentComparisons.add(m_session.sourcePaths() + m_session.comparison()->paths());
        }
    });
    connect(&m_session, &Session::layerOptionsFailed, m_messages, &MessageBar::showError);
    connect(&m_files, &PlanFiles::failed, m_messages, &MessageBar::showError);
    connect(&m_files, &PlanFiles::message, m_messages, &MessageBar::showMessage);
    connect(&m_files, &PlanFiles::offered, m_messages, &MessageBar::showOffer);
    connect(&m_files, &PlanFiles::recoveryWanted, this,
            [](const PlanRecovery::Orphan& orphan) { newWindow()->document()->openRecovered(orphan); });
    connect(&m_document, &PlanDocument::modifiedChanged, this, &MainWindow::updateTitle);
    connect(&m_session, &Session::loadProgress, m_loading, &LoadingPage::setProgress);
    connect(&m_session, &Session::jobChanged, this, &MainWindow::updateJob);
    connect(&m_session, &Session::tableProgress, this, &MainWindow::updateJob);
    onStateChanged();
    onProfileChanged();
    if (!restoreGeometry(preferences::windowGeometry())) {
        resize(DefaultSize.boundedTo(screen()->availableSize() - FrameSize));
    }
    m_workspace->restoreLayout(preferences::windowState());
}

MainWindow::~MainWindow() {
    // Destroys the pages before the members, because the pages use m_session.
    delete takeCentralWidget();
}

void MainWindow::buildStates() {
    m_messages = new MessageBar;
    m_empty = new EmptyPage(&m_recent, !samplePath().isEmpty());
    m_loading = new LoadingPage;
    m_error = new ErrorPage;
    buildWorkspace();
    for (QWidget* const page : std::initializer_list<QWidget*>{m_empty, m_loading, m_error, m_workspace}) {
        m_stack->addWidget(page);
    }
    auto* const central = new QWidget;
    auto* const layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_stack, 1);
    setCentralWidget(central);
    connect(m_empty, &EmptyPage::openRequested, this, &MainWindow::openWithDialog);
    connect(m_empty, &EmptyPage::openDirectoryRequested, this, &MainWindow::openDirectoryWithDialog);
    connect(m_empty, &EmptyPage::openSampleRequested, this, &MainWindow::openSample);
    connect(m_empty, &EmptyPage::recentRequested, this, &MainWindow::open);
    connect(m_loading, &LoadingPage::cancelRequested, &m_session, &Session::cancel);
    connect(m_error, &ErrorPage::retryRequested, this,
            [this] { m_session.canRetryReload() ? reload() : void(openHere(m_failedPaths)); });
    connect(m_error, &ErrorPage::openRequested, this, &MainWindow::openWithDialog);
    connect(m_error, &ErrorPage::dismissed, this, &MainWindow::closeProfile);
}

void MainWindow::buildStatus() {
    m_jobBar->setRange(0, ProgressSteps);
    m_jobBar->setTextVisible(false);
    m_jobBar->setFixedWidth(140);
    m_jobBar->setMaximumHeight(12);
    m_jobBar->setAccessibleName(tr("Progress of the background job"));
    m_jobLabel->setContentsMargins(8, 0, 8, 0);
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_jobBar, m_jobLabel, m_profileLabel}) {
        m_plan->setting()->addStatus(widget);
    }
    updateJob();
}

void MainWindow::updateJob() {
    const Job job = m_session.job();
    //: Ready: there is no job. Otherwise, %1 is the current job, such as "Estimating the plan"
    m_jobLabel->setText(job == Job::None ? tr("Ready")
                                         : tr("%1…").arg(QCoreApplication::translate(
                                               "Status", JobTexts[static_cast<size_t>(job)])));
    const bool fillingTable = job == Job::FillingTable && m_session.tableFraction() > 0;
    m_jobBar->setVisible(fillingTable);
    m_jobBar->setValue(static_cast<int>(std::lround(m_session.tableFraction() * ProgressSteps)));
}

void MainWindow::onStateChanged() {
    switch (m_session.state()) {
    case Session::State::Empty:
        m_stack->setCurrentWidget(m_empty);
        break;
    case Session::State::Loading:
        m_loading->begin(m_session.loadingPaths(), m_messages->showsError());
        m_stack->setCurrentWidget(m_loading);
        break;
    case Session::State::Ready:
        m_stack->setCurrentWidget(m_workspace);
        if (!m_session.restored()) {
            m_recent.add(m_session.sourcePaths());
            // From now on, file dialogs start in the directory of the profile.
            setLastDirectory(directoryOf(m_session.sourcePaths().value(0)));
        }
        break;
    case Session::State::Failed:
        if (const auto error = m_session.lastError()) {
            m_error->showError(*error);
        }
        m_messages->dismiss();
        m_stack->setCurrentWidget(m_error);
        break;
    }
}

void MainWindow::onProfileChanged() {
    const ProfilePtr profile = m_session.profile();
    m_selection.clear();
    m_first = {};
    for (QAction* const action : m_needProfile) {
        action->setEnabled(profile != nullptr);
    }
    updateTitle();
    if (!profile) {
        m_profileLabel->clear();
        return;
    }
    m_profileLabel->setText(
        tr("%1 · %2 tiles per IPU · %Ln lowered variables", nullptr,
           static_cast<int>(profile->lowered.size()))
            .arg(shownText(profile->target.architecture), QLocale().toString(profile->target.tilesPerIpu)));
    // If no plan can be made for the report, shows the Summary page in place of a page about plans.
    const QString shown = m_workspace->shownPage();
    if (!m_session.estimator() && (shown == QLatin1String("plan") || shown == QLatin1String("peak"))) {
        showPage(QStringLiteral("summary"));
    }
    if (const LoadNote* const other = profile->findNote(LoadNote::Kind::OtherProfileBeside)) {
        m_messages->showOffer(warningText(*other).text, tr("&Open it"),
                              [this, path = exactText(other->detail)] { open({path}); });
    }
}

/// For a newly opened profile, the window itself chooses the fullest IPU, and the tile and step of its peak.
/// Until the user makes a choice, the chosen tile and step follow the changes to the plan.
void MainWindow::onResult() {
    if (!m_session.resultIsCurrent() || m_editor.dragging()) {
        return;
    }
    const PlanEstimate& estimate = m_session.result()->estimate;
    const Fit fit = fitOf(estimate, m_session);
    m_recent.noteFit(m_session.sourcePaths(), fit.known() ? std::optional(fit.fits()) : std::nullopt);
    const auto now = [this]() -> decltype(m_first) {
        return {m_selection.chosen<StageIndex>(), m_selection.chosen<TileId>(),
                m_selection.chosen<StepIndex>()};
    };
    if (now() != m_first || (!m_first[0] && m_selection.latest())) {
        return;
    }
    const auto ipu =
        std::get<StageIndex>(m_first[0] ? *m_first[0] : *findChild<Inspector*>()->fullestStage());
    if (ipu.index() < estimate.stages.size()) {
        const StageEstimate& stage = estimate.stages[ipu.index()];
        m_selection.chooseFirst({ipu, stage.peakTile, stage.peakStep});
        m_first = now();
    }
}

void MainWindow::updateTitle() {
    const ProfilePtr profile = m_session.profile();
    const QString program = QCoreApplication::applicationName();
    setWindowModified(profile && m_document.isModified());
    if (!profile) {
        setWindowTitle(program);
        return;
    }
    const QFileInfo file(exactText(profile->path));
    setWindowTitle(tr("%1[*] – %2 (%3) – %4")
                       .arg(withoutChangeMark(m_document.title()), withoutChangeMark(file.fileName()),
                            withoutChangeMark(file.absoluteDir().dirName()), program));
}

void MainWindow::loadFailed(const Error& error) {
    // If no profile is open, the error page already shows the error.
    if (m_session.state() != Session::State::Failed) {
        m_messages->showError(error);
        if (m_session.state() == Session::State::Loading) {
            m_loading->begin(m_session.loadingPaths(), true);
        }
    }
}

void MainWindow::open(const QStringList& paths) {
    QStringList plans;
    QStringList profiles;
    for (const QString& path : paths) {
        (PlanFiles::isPlanFile(path) ? plans : profiles) += path;
    }
    bool here = true;
    for (const QStringList& group : groupSources(profiles)) {
        if (!std::exchange(here, false)) {
            newWindow()->open(group);
        } else if (!openHere(group)) {
            return;
        }
    }
    // Profiles are opened first: if a plan's own profile was moved, the plan is applied to the open profile.
    for (const QString& plan : plans) {
        m_files.open(plan);
    }
}

bool MainWindow::openHere(const QStringList& paths) {
    if (!m_files.confirmClose()) {
        return false;
    }
    m_failedPaths = paths;
    m_messages->dismiss();
    m_session.open(paths);
    return true;
}

/// Does not ask about unsaved changes, because a reload keeps the plan.
void MainWindow::reload() {
    m_messages->dismiss();
    m_session.reload();
}

void MainWindow::closeProfile() {
    if (m_files.confirmClose()) {
        m_messages->dismiss();
        m_session.close();
    }
}

void MainWindow::showExplanation(TileId tile, const QString& text) {
    m_selection.drop<StageIndex>(); // the explanation is not limited to one IPU of the plan
    m_selection.choose(tile);
    showPage(QStringLiteral("tilememory"));
    m_messages->showMessage(text);
}

void MainWindow::chooseProfile(const QString& directory, const std::vector<ProfileChoice>& choices) {
    auto* const dialog = new ChooseProfileDialog(directory, choices, this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { open(dialog->chosenPaths()); });
    connect(dialog, &QDialog::rejected, &m_document, &PlanDocument::cancelOpening);
    openDialog(dialog);
}

MainWindow* MainWindow::newWindow() {
    auto* const window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    return window;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_document.keepsChanges() && !m_files.confirmClose()) {
        event->ignore();
        return;
    }
    preferences::setWindow(saveGeometry(), m_workspace->layoutState());
    m_workspace->closeWindows();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList paths = localFiles(*event->mimeData());
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        open(paths);
    }
}

void MainWindow::buildWorkspace() {
    m_plan = new PlanPage(&m_editor, &m_selection);
    m_workspace = new Workspace(&m_selection, m_plan, tr("Plan"), [this](PlanSize size) {
        m_plan->setSize(size, m_workspace->shownPage() == QLatin1String("plan"));
    });
    LayerChart* const chart = m_plan->canvas()->chart();
    chart->choose(preferences::chartShowsCycles() ? LayerChart::Measure::Cycles : LayerChart::Measure::Bytes);
    connect(chart, &LayerChart::chosenChanged, this,
            [chart] { preferences::setChartShowsCycles(chart->chosen() == LayerChart::Measure::Cycles); });
    connect(m_plan->bars(), &StageBars::explainRequested, this, [this] { showPage(QStringLiteral("peak")); });
    auto* const inspector = new Inspector(&m_session, &m_selection);
    connect(inspector, &Inspector::pageRequested, this, &MainWindow::showPage);
    connect(m_plan->toolBar()->compareAction(), &QAction::triggered, this, [this, inspector] {
        inspector->compareFullestIpu();
        m_workspace->setInspectorShown(true);
    });
    m_workspace->setInspector(inspector);
    for (const PageEntry& entry : pages()) {
        QWidget* const page = entry.make({&m_session, &m_selection, &m_document});
        page->setAccessibleName(entry.title());
        m_workspace->addPage(QLatin1String(entry.id), entry.title(), page, entry.beginsGroup);
    }
}

QWidget* MainWindow::page(const QString& id) const {
    return m_workspace->page(id);
}

void MainWindow::showWholePlan() {
    m_plan->setSize(PlanSize::Whole, false);
}

bool MainWindow::showPage(const QString& id) {
    return m_workspace->showPage(id);
}

} // namespace tileline
