// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/planfiles.h"

#include "core/base/textfile.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/look/icons.h"
#include "ui/questions/choosefile.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/session/memoryshortage.h"
#include "ui/session/profilechoice.h"
#include "ui/session/workerpool.h"
#include "ui/text/plaintext.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QSettings>

namespace tileline {

namespace {

constexpr auto RecentKey = "plans/recent";
constexpr int MaxRecent = 10;
/// The maximum number of mismatches that a message lists. A longer list would not fit on the screen.
constexpr int MaxMismatches = 25;

QString planFilter() {
    return PlanFiles::tr("Plans (*.tileplan);;All files (*)");
}

void remember(const QString& path) {
    QSettings store;
    QStringList recent = store.value(RecentKey).toStringList();
    recent.removeAll(path);
    recent.prepend(path);
    store.setValue(RecentKey, QStringList(recent.mid(0, MaxRecent)));
    setLastDirectory(QFileInfo(path).absolutePath());
}

} // namespace

PlanFiles::PlanFiles(PlanDocument* document, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_window(window) {
    connect(&m_report, &LatestTask::outOfMemory, this, [this] { emit failed(memoryError()); });
    connect(document, &PlanDocument::opened, this, &PlanFiles::opened);
    connect(document, &PlanDocument::openFailed, this, &PlanFiles::failed);
    connect(document, &PlanDocument::closed, this, [this](const QString& path) {
        emit offered(tr("%1 was closed, because it belongs to the profile that was open before.").arg(path),
                     tr("&Apply plan to this profile"), [this, path] { open(path, true); });
    });
    connect(document, &PlanDocument::fileChangedOnDisk, this, &PlanFiles::fileChanged);
    connect(document, &PlanDocument::refused, this, &PlanFiles::message);
    connect(document, &PlanDocument::autosaveFailed, this, [this](Error error) {
        error.remedy = tr("Changes to %1 cannot be saved automatically at the moment. Free some disk space, "
                          "or save the plan elsewhere.")
                           .arg(m_document->title())
                           .toStdString();
        emit failed(error);
    });
    connect(document->session(), &Session::profileChanged, this, &PlanFiles::onProfileChanged);
}

void PlanFiles::addTo(QMenu* menu) {
    const auto add = [this, menu](const QString& text, const QKeySequence& key, auto act) {
        m_needProfile += menu->addAction(text, key, this, act);
        return m_needProfile.back();
    };
    add(tr("Ne&w plan"), Qt::CTRL | Qt::SHIFT | Qt::Key_N, [this] {
        if (confirmClose()) {
            m_document->startNew();
        }
    });
    menu->addAction(iconOf("plan"), tr("Open p&lan…"), Qt::CTRL | Qt::Key_L, this,
                    [this] { open(choosePlan(tr("Open plan"))); });
    QMenu* const recent = menu->addMenu(tr("Recen&t plans"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
    add(tr("Appl&y plan to this profile…"), {},
        [this] { open(choosePlan(tr("Apply plan to this profile")), true); });
    add(tr("&Save plan"), QKeySequence::Save, &PlanFiles::save);
    add(tr("Save plan &as…"), QKeySequence::SaveAs, &PlanFiles::saveAs);
    add(tr("Import split…"), Qt::CTRL | Qt::SHIFT | Qt::Key_I, &PlanFiles::importWithDialog);
    add(tr("&Export plan…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, &PlanFiles::exportWithDialog);
    m_needProfile.back()->setObjectName(QStringLiteral("export"));
    m_needProfile.back()->setIcon(iconOf("export"));
    add(tr("Report…"), Qt::CTRL | Qt::Key_R, &PlanFiles::reportWithDialog);
    onProfileChanged();
}

void PlanFiles::onProfileChanged() {
    for (QAction* const action : m_needProfile) {
        action->setEnabled(m_document->session()->estimator() != nullptr);
    }
}

void PlanFiles::open(const QString& path, bool copy) {
    if (!path.isEmpty() && confirmClose()) {
        m_document->open(path, copy);
    }
}

QString PlanFiles::choosePlan(const QString& title) {
    return QFileDialog::getOpenFileName(m_window, title, lastDirectory(), planFilter());
}

void PlanFiles::fillRecent(QMenu* menu) {
    menu->clear();
    const QStringList recent = QSettings().value(RecentKey).toStringList();
    for (const QString& path : recent) {
        menu->addAction(withoutKeys(QFileInfo(path).fileName()), this, [this, path] { open(path); })
            ->setToolTip(plainToolTip(path));
    }
    menu->setToolTipsVisible(true);
    if (recent.isEmpty()) {
        //: shown if there are no recent plans
        menu->addAction(tr("None yet"))->setEnabled(false);
        return;
    }
    menu->addSeparator();
    menu->addAction(tr("Clear list"), this, [] { QSettings().remove(RecentKey); });
}

void PlanFiles::opened(const QStringList& mismatches) {
    if (!m_document->path().isEmpty()) {
        remember(m_document->path());
    }
    if (mismatches.isEmpty()) {
        return;
    }
    QStringList shown = mismatches.mid(0, MaxMismatches);
    if (mismatches.size() > MaxMismatches) {
        shown << tr("… and %n more.", nullptr, static_cast<int>(mismatches.size() - MaxMismatches));
    }
    emit message(tr("Parts of %1 do not match this profile.").arg(m_document->title()) + '\n' +
                 shown.join('\n'));
}

bool PlanFiles::write(const QString& path) {
    for (;;) {
        const auto written = m_document->saveAs(path);
        if (written) {
            remember(m_document->path());
            return true;
        }
        QString text;
        if (written.failure().code == ErrorCode::FileChanged) {
            text = tr("%1 has been changed by another program since it was read. Replace it?");
        } else if (written.failure().code == ErrorCode::OtherProfile) {
            text = tr("%1 contains a plan for another profile. Replace it?");
        } else {
            emit failed(written.failure());
            return false;
        }
        if (!PlainMessageBox::confirm(m_window, tr("Save plan"), text.arg(QFileInfo(path).fileName()),
                                      QMessageBox::Cancel)) {
            return false;
        }
        m_document->agreeToReplace();
    }
}

bool PlanFiles::saveAs() {
    const QString start = m_document->path().isEmpty() ? "plan.tileplan" : m_document->path();
    const QString path = chooseSaveFile(m_window, tr("Save plan"), start, planFilter(), ".tileplan");
    return !path.isEmpty() && write(path);
}

bool PlanFiles::confirmClose() {
    if (!m_document->isModified() || m_document->discarded()) {
        return true;
    }
    PlainMessageBox box(QMessageBox::Warning, tr("Unsaved plan"),
                        tr("%1 has changes that are not saved.").arg(m_document->title()),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        m_document->discardChanges();
        return true;
    default:
        return false;
    }
}

void PlanFiles::offerRecovery() {
    for (const PlanRecovery::Orphan& orphan : m_document->recovery().orphans()) {
        //: used in "Tileline ended without saving %1."
        const QString name = orphan.original.path.isEmpty() ? tr("an untitled plan") : orphan.original.path;
        const QString profile = exactText(orphan.document.profilePath);
        PlainMessageBox box(
            QMessageBox::Question, tr("Recover plan"),
            tr("Tileline ended without saving %1, a plan for the profile %2. Recover the changes?")
                .arg(name, profile),
            QMessageBox::NoButton, m_window);
        QPushButton* const recover = box.addButton(tr("&Recover"), QMessageBox::AcceptRole);
        QPushButton* const discard = box.addButton(tr("&Discard"), QMessageBox::DestructiveRole);
        box.addButton(tr("&Later"), QMessageBox::RejectRole);
        box.setDefaultButton(recover);
        box.exec();
        if (box.clickedButton() == discard) {
            PlanRecovery::remove(orphan.copy.file);
        } else if (box.clickedButton() == recover && hasOtherProfile(profile)) {
            emit recoveryWanted(orphan);
        } else if (box.clickedButton() == recover) {
            m_document->openRecovered(orphan);
            return;
        }
    }
}

/// True if the profile at `path` exists, and this window has opened or is opening a different profile.
bool PlanFiles::hasOtherProfile(const QString& path) const {
    const Session& session = *m_document->session();
    const QStringList opened = session.loading() ? session.loadingPaths() : session.sourcePaths();
    return !opened.isEmpty() && QFileInfo::exists(path) && QFileInfo(opened.front()) != QFileInfo(path);
}

void PlanFiles::fileChanged() {
    if (std::exchange(m_askingAboutDisk, true)) {
        return;
    }
    const QString path = m_document->path();
    if (!QFileInfo::exists(path)) {
        emit message(
            tr("%1 was removed by another program. Save the plan to create the file again.").arg(path));
    } else {
        const QString text =
            m_document->isModified()
                ? tr("%1 was changed by another program. Read it again and lose your changes?")
                : tr("%1 was changed by another program. Read it again?");
        if (PlainMessageBox::confirm(m_window, tr("Plan changed on disk"), text.arg(path))) {
            m_document->open(path);
        }
    }
    m_askingAboutDisk = false;
}

void PlanFiles::importWithDialog() {
    ImportDialog dialog(m_document->session(), m_window);
    if (dialog.exec() == QDialog::Accepted) {
        m_document->apply(dialog.split(), dialog.mode(), dialog.source());
    }
}

void PlanFiles::exportWithDialog() {
    ExportDialog dialog(m_document->session(), m_window);
    dialog.setChoices(m_document->exportChoices());
    connect(&dialog, &ExportDialog::choicesChanged, m_document,
            [&] { m_document->setExportChoices(dialog.choices()); });
    dialog.exec();
}

ReportSource PlanFiles::reportSource() const {
    const Session& session = *m_document->session();
    PlanFile file = m_document->file();
    file.plans = {file.plans[file.current]};
    file.current = 0;
    return {QStringLiteral("Tileline %1").arg(QCoreApplication::applicationVersion()).toStdString(),
            session.study(),
            file.plans.front().name,
            session.study().figuresOf(session.result()->estimate),
            session.plan().memory(),
            planFileText(file)};
}

void PlanFiles::reportWithDialog() {
    const Session& session = *m_document->session();
    if (!session.resultIsCurrent() || !session.selfChecks()) {
        emit message(
            tr("The plan is still being estimated. Make the report when the plan's figures are ready."));
        return;
    }
    const ReportSource source = reportSource();
    const QString path = chooseSaveFile(m_window, tr("Save report"), "report.html",
                                        tr("Web pages (*.html);;All files (*)"), ".html");
    if (!path.isEmpty()) {
        writeReport(source, path);
    }
}

void PlanFiles::writeReport(const ReportSource& source, const QString& path) {
    m_report.run(
        [source, path](const std::stop_token& stop) -> Outcome<Done> {
            TRY(checkOutputFile(path));
            const std::string page = TRY(reportPage(source, *WorkerPool::loopWorkers(), {}, stop));
            TRY(writeFileAtomically(path.toStdString(), page));
            return Done{};
        },
        [this, path](Done) {
            emit message(tr("The report was written to %1.").arg(QDir::toNativeSeparators(path)));
        },
        [this](const Error& error) { emit failed(error); });
}

} // namespace tileline
