// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/plandocument.h"

#include "core/base/textfile.h"
#include "core/planfile/planfilefingerprint.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>

namespace tileline {

namespace {

constexpr int RefreshMilliseconds = 100;
constexpr int AutosaveMilliseconds = 1000;

QByteArray digestOf(const std::string& content) {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(content.data(), static_cast<qsizetype>(content.size())));
    return hash.result();
}

/// Ignores the profile and which plan is shown: the file stores them, but they are not changes of the plans.
bool sameContent(PlanFile a, const PlanFile& b) {
    a.current = b.current;
    a.profile = b.profile;
    a.profilePath = b.profilePath;
    return a == b;
}

} // namespace

PlanDocument::PlanDocument(PlanEditor* editor, const QString& recoveryDirectory, QObject* parent)
    : QObject(parent)
    , m_editor(editor)
    , m_recovery(recoveryDirectory) {
    m_file.plans.emplace_back();
    m_saved = m_file;
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(RefreshMilliseconds);
    m_autosave.setSingleShot(true);
    m_autosave.setInterval(AutosaveMilliseconds);
    connect(&m_refresh, &QTimer::timeout, this, &PlanDocument::planEdited);
    connect(&m_autosave, &QTimer::timeout, this, &PlanDocument::autosave);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &PlanDocument::checkDisk);
    connect(session(), &Session::profileChanged, this, &PlanDocument::profileReplaced);
    connect(session(), &Session::layersChanged, this, &PlanDocument::layersReplaced);
    connect(session(), &Session::layerOptionsFailed, this, &PlanDocument::failOpening);
    connect(session(), &Session::loadFailed, this, &PlanDocument::failOpening);
    connect(session(), &Session::loadCancelled, this, &PlanDocument::cancelOpening);
    connect(session(), &Session::planChanged, this, [this] {
        if (m_editor->dragging()) {
            m_refresh.start();
        } else {
            planEdited();
        }
    });
    if (session()->profile()) {
        profileReplaced();
        layersReplaced();
    }
}

PlanDocument::~PlanDocument() {
    // The recovery copy is removed next; nothing may write it after that.
    m_writer.cancelAndWait();
}

QString PlanDocument::title() const {
    return m_path.isEmpty() ? tr("Untitled plan") : QFileInfo(m_path).fileName();
}

void PlanDocument::profileReplaced() {
    m_newProfile = true;
    m_shows = false;
    m_fingerprint.reset();
    m_fingerprinting.cancel();
    if (const ProfilePtr profile = session()->profile()) {
        m_fingerprinting.run([profile](const std::stop_token&) { return fingerprintOf(*profile); },
                             [this](const ProfileFingerprint& fingerprint) {
                                 m_fingerprint = fingerprint;
                                 if (m_pending) {
                                     applyPending();
                                 }
                             });
    }
}

void PlanDocument::layersReplaced() {
    if (!session()->profile()) {
        return;
    }
    if (m_pending) {
        m_newProfile = false;
        applyPending();
    } else if (!std::exchange(m_newProfile, false) || session()->restored() || session()->reloaded()) {
        // The session carried its plan over to the new layers.
        m_shows = true;
        planEdited();
    } else if (m_path.isEmpty()) {
        startNew();
    } else {
        // The same plans for another profile: they are matched by layer name.
        m_pending = m_discarded ? Pending{m_saved, m_path, false, m_digest, {}}
                                : Pending{m_file, m_path, m_modified, m_digest, {}};
        applyPending();
    }
}

void PlanDocument::startNew() {
    m_pending.reset();
    m_file = PlanFile();
    PlanDescription plan;
    plan.name = tr("Plan 1").toStdString();
    plan.exportOptions = exportOptionsFor(*session());
    m_file.plans.push_back(std::move(plan));
    setPath({}, {});
    m_forcedModified = false;
    if (session()->profile()) {
        m_shows = true;
        session()->setPlan(Plan::initial(*session()->profile(), *session()->layers()));
        m_editor->undoStack()->clear();
        captureCurrent();
    }
    setSaved();
    emit plansChanged();
    emit currentChanged();
}

void PlanDocument::open(const QString& path) {
    const auto content = readFile(path.toStdString(), PlanFileLimit);
    if (!content) {
        m_discarded = false;
        emit openFailed(content.failure());
        return;
    }
    auto file = parsePlanFile(*content);
    if (!file) {
        m_discarded = false;
        emit openFailed(std::move(file).failure().inFile(path.toStdString()));
        return;
    }
    m_pending = Pending{std::move(*file), QFileInfo(path).absoluteFilePath(), false, digestOf(*content), {}};
    applyPending();
}

void PlanDocument::openRecovered(const PlanRecovery::Orphan& orphan) {
    m_pending = Pending{orphan.document, orphan.documentPath, true, {}, orphan.file};
    if (const auto content = readFile(orphan.documentPath.toStdString(), PlanFileLimit)) {
        m_pending->digest = digestOf(*content);
    }
    applyPending();
}

void PlanDocument::applyPending() {
    if (session()->loading()) {
        return;
    }
    // The pipeline setting has replaced this placement of operations outside layers.
    Unassigned& unassigned = m_pending->file.layers.unassigned;
    m_pending->byPosition = m_pending->byPosition || unassigned == Unassigned::Position;
    unassigned = Unassigned::First;
    if (!session()->profile()) {
        const QString profile = QString::fromStdString(m_pending->file.profilePath);
        if (profile.isEmpty() || !QFileInfo::exists(profile)) {
            failOpening({ErrorCode::FileNotFound,
                         m_pending->file.profilePath,
                         {},
                         tr("the profile that the plan was made for").toStdString(),
                         tr("nothing there").toStdString(),
                         tr("Open a profile first, then the plan.").toStdString()});
            return;
        }
        session()->open({profile});
    } else if (session()->layerOptions() != m_pending->file.layers ||
               session()->setting() != m_pending->file.setting) {
        session()->setOptions(m_pending->file.layers, m_pending->file.setting);
    } else if (m_fingerprint) {
        finishOpening();
    }
}

void PlanDocument::cancelOpening() {
    m_pending.reset();
    m_discarded = false;
}

void PlanDocument::failOpening(const Error& error) {
    m_discarded = false;
    if (std::exchange(m_pending, std::nullopt)) {
        emit openFailed(error);
    }
}

void PlanDocument::finishOpening() {
    const Pending pending = *std::exchange(m_pending, std::nullopt);
    QStringList mismatches;
    const bool recovered = !pending.recoveredFrom.isEmpty();
    const auto other = compareProfiles(pending.file.profile, *m_fingerprint);
    if (other) {
        mismatches << QString::fromStdString(textOf(*other));
    }
    m_file = pending.file;
    if (pending.byPosition) {
        mismatches << QString::fromStdString(textOf({PlanMismatch::Kind::ByPosition, {}}));
    }
    if (other && recovered) {
        setPath({}, {});
    } else {
        setPath(pending.path, pending.digest);
    }
    mismatches += showCurrent();
    setSaved();
    m_forcedModified = pending.modified;
    if (recovered) {
        m_recovery.takeOver(pending.recoveredFrom);
    }
    touched();
    emit plansChanged();
    emit currentChanged();
    emit opened(mismatches);
}

QStringList PlanDocument::showCurrent() {
    const PlanDescription& plan = m_file.plans[m_file.current];
    const AppliedPlan applied = applyPlan(plan, *session()->layers());
    // Until setPlan() has run, the session's plan is not the current plan.
    m_shows = false;
    session()->setPlan(applied.plan);
    m_shows = true;
    m_editor->undoStack()->clear();
    captureCurrent();
    QStringList mismatches;
    for (const PlanMismatch& mismatch : applied.mismatches) {
        mismatches << QString::fromStdString(textOf(mismatch));
    }
    return mismatches;
}

PlanDescription PlanDocument::described(const PlanDescription& base) const {
    const Plan& now = session()->plan();
    const Layers& layers = *session()->layers();
    PlanDescription plan = base;
    plan.splits = layerNamesOf(now.splits(), layers);
    plan.ipus = now.ipus();
    plan.memoryPerTile = now.memory().perTile;
    plan.ipuMemory = now.memory().ofIpu;
    plan.keepFree = now.memory().keepFree;
    plan.pinned = layerNamesOf(now.constraints().pinned(), layers);
    plan.forbidden = layerNamesOf(now.constraints().forbidden(), layers);
    return plan;
}

void PlanDocument::captureCurrent() {
    if (m_shows && session()->profile()) {
        m_file.layers = session()->layerOptions();
        m_file.setting = session()->setting();
        m_file.plans[m_file.current] = described(m_file.plans[m_file.current]);
    }
}

void PlanDocument::planEdited() {
    m_refresh.stop();
    if (m_shows && session()->profile()) {
        captureCurrent();
        touched();
        emit plansChanged();
    }
}

void PlanDocument::touched() {
    const bool modified = m_forcedModified || !sameContent(m_file, m_saved);
    if (modified) {
        m_autosave.start();
    } else {
        m_autosave.stop();
        m_recovery.forget();
    }
    if (modified != m_modified) {
        m_modified = modified;
        emit modifiedChanged();
    }
}

void PlanDocument::setSaved() {
    m_saved = m_file;
    m_discarded = false;
    m_forcedModified = false;
    m_modified = false;
    m_autosave.stop();
    m_recovery.forget();
    emit modifiedChanged();
}

void PlanDocument::setPath(const QString& path, const QByteArray& digest) {
    if (!m_watcher.files().isEmpty()) {
        m_watcher.removePaths(m_watcher.files());
    }
    m_path = path;
    m_digest = digest;
    if (!path.isEmpty() && QFileInfo::exists(path)) {
        m_watcher.addPath(path);
    }
}

bool PlanDocument::changedOnDisk() const {
    if (m_path.isEmpty()) {
        return false;
    }
    const auto content = readFile(m_path.toStdString(), PlanFileLimit);
    return !content || digestOf(*content) != m_digest;
}

void PlanDocument::checkDisk() {
    // QFileSystemWatcher no longer watches a file that was replaced.
    if (QFileInfo::exists(m_path) && !m_watcher.files().contains(m_path)) {
        m_watcher.addPath(m_path);
    }
    if (changedOnDisk()) {
        emit fileChangedOnDisk();
    }
}

Result<Done> PlanDocument::save() {
    return saveAs(m_path);
}

Result<Done> PlanDocument::saveAs(const QString& path) {
    planEdited();
    PlanFile file = m_file;
    if (const ProfilePtr profile = session()->profile()) {
        file.profile = m_fingerprint ? *m_fingerprint : fingerprintOf(*profile);
        file.profilePath = QFileInfo(session()->sourcePaths().value(0)).absoluteFilePath().toStdString();
    }
    const std::string content = planFileText(file);
    auto written = writeFileAtomically(path.toStdString(), content);
    if (!written) {
        return written;
    }
    m_file = std::move(file);
    setPath(QFileInfo(path).absoluteFilePath(), digestOf(content));
    setSaved();
    return Done{};
}

void PlanDocument::autosave() {
    const QString place = m_recovery.place();
    if (place.isEmpty()) {
        return;
    }
    PlanFile copy = m_file;
    copy.profilePath = QFileInfo(session()->sourcePaths().value(0)).absoluteFilePath().toStdString();
    copy.profile = m_fingerprint.value_or(copy.profile);
    m_writer.run([place, copy = std::move(copy),
                  path = m_path](const std::stop_token&) { return PlanRecovery::write(place, copy, path); },
                 [this, place](const Result<Done>&) {
                     // If the document was saved in the meantime, the copy is no longer needed.
                     if (!m_recovery.isCurrent(place)) {
                         PlanRecovery::remove(place);
                     }
                 });
}

QString PlanDocument::uniqueName(const QString& wanted) const {
    const auto taken = [this](const QString& name) {
        return std::any_of(m_file.plans.begin(), m_file.plans.end(),
                           [&](const PlanDescription& plan) { return plan.name == name.toStdString(); });
    };
    QString name = wanted;
    for (int number = 2; taken(name); ++number) {
        //: a plan's name with a number that makes it unique: "Plan 1 (2)"
        name = tr("%1 (%2)").arg(wanted, QString::number(number));
    }
    return name;
}

void PlanDocument::show(size_t plan) {
    if (plan == m_file.current || plan >= m_file.plans.size() || !session()->profile()) {
        return;
    }
    captureCurrent();
    m_file.current = plan;
    showCurrent();
    touched();
    emit plansChanged();
    emit currentChanged();
}

void PlanDocument::duplicate(size_t plan) {
    captureCurrent();
    PlanDescription copy = m_file.plans[plan];
    copy.name = uniqueName(QString::fromStdString(copy.name)).toStdString();
    m_file.plans.insert(m_file.plans.begin() + static_cast<std::ptrdiff_t>(plan) + 1, std::move(copy));
    if (m_file.current > plan) {
        ++m_file.current;
    }
    show(plan + 1);
}

void PlanDocument::rename(size_t plan, const QString& name) {
    if (!name.isEmpty() && m_file.plans[plan].name != name.toStdString()) {
        m_file.plans[plan].name = name.toStdString();
        touched();
        emit plansChanged();
    }
}

void PlanDocument::remove(size_t plan) {
    if (m_file.plans.size() < 2 || plan >= m_file.plans.size()) {
        return;
    }
    captureCurrent();
    const bool shown = plan == m_file.current;
    m_file.plans.erase(m_file.plans.begin() + static_cast<std::ptrdiff_t>(plan));
    if (m_file.current > plan || m_file.current == m_file.plans.size()) {
        --m_file.current;
    }
    if (shown && session()->profile()) {
        showCurrent();
    }
    touched();
    emit plansChanged();
    if (shown) {
        emit currentChanged();
    }
}

void PlanDocument::move(size_t from, size_t to) {
    if (from >= m_file.plans.size() || to >= m_file.plans.size() || from == to) {
        return;
    }
    captureCurrent();
    const auto at = [this](size_t i) { return m_file.plans.begin() + static_cast<std::ptrdiff_t>(i); };
    if (from < to) {
        std::rotate(at(from), at(from) + 1, at(to) + 1);
    } else {
        std::rotate(at(to), at(from), at(from) + 1);
    }
    if (m_file.current == from) {
        m_file.current = to;
    } else if (from < m_file.current && m_file.current <= to) {
        --m_file.current;
    } else if (to <= m_file.current && m_file.current < from) {
        ++m_file.current;
    }
    touched();
    emit plansChanged();
}

QString PlanDocument::notes() const {
    return QString::fromStdString(m_file.plans[m_file.current].notes);
}

void PlanDocument::setNotes(const QString& notes) {
    m_file.plans[m_file.current].notes = notes.toStdString();
    touched();
}

ExportChoices PlanDocument::exportChoices() const {
    const PlanDescription& plan = m_file.plans[m_file.current];
    return {plan.exportOptions, plan.modules};
}

void PlanDocument::setExportChoices(const ExportChoices& choices) {
    PlanDescription& plan = m_file.plans[m_file.current];
    plan.exportOptions = choices.options;
    plan.modules = choices.modules;
    touched();
}

void PlanDocument::apply(const ImportedSplit& split, ExportMode mode, const QString& source) {
    Session& open = *session();
    PlanConstraints constraints = open.plan().constraints();
    const std::vector<LayerIndex> pinned(constraints.pinned().begin(), constraints.pinned().end());
    for (const LayerIndex pin : pinned) {
        if (!split.plan.isSplit(pin)) {
            constraints = constraints.withFree(pin);
        }
    }
    const PlanDescription imported =
        descriptionOf(split, *open.layers(), mode, constraints.memory(), source.toStdString());
    const Plan plan = Plan::fitted(split.plan, std::move(constraints));
    const SettingOptions setting = settingOf(split, open.setting());
    PlanDescription& current = m_file.plans[m_file.current];
    current.exportOptions.mode = mode;
    current.exportOptions.gradientAccumulation = imported.exportOptions.gradientAccumulation;
    current.exportOptions.availableMemoryProportion = imported.exportOptions.availableMemoryProportion;
    current.exportOptions.imported = imported.exportOptions.imported;
    current.notes += (current.notes.empty() ? "" : "\n\n") + imported.notes;
    touched();
    if (setting == open.setting()) {
        m_editor->apply(plan, tr("Import split"));
    } else {
        m_editor->applyOptions({open.layerOptions(), setting, plan}, tr("Import split"));
    }
}

} // namespace tileline
