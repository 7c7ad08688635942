// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/plandocument.h"

#include "core/base/textfile.h"
#include "core/planfile/planfile.h"
#include "ui/session/memoryshortage.h"
#include "ui/text/plaintext.h"
#include "ui/text/translations.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>

namespace tileline {

namespace {

constexpr int RefreshMilliseconds = 100;
constexpr int AutosaveMilliseconds = 1000;
/// If a recovery copy cannot be written, the document tries again after this number of milliseconds.
constexpr int AutosaveAgainMilliseconds = 5000;

QByteArray digestOf(const std::string& content) {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(content.data(), static_cast<qsizetype>(content.size())));
    return hash.result();
}

/// The digest of a file's content; empty if the file cannot be read.
QByteArray digestOfFile(const QString& path) {
    const auto content = readFile(path.toStdString(), PlanFileLimit);
    return content ? digestOf(*content) : QByteArray();
}

/// Whether two files are equal, apart from the profile that they refer to and the plan that is shown.
bool sameContent(PlanFile a, const PlanFile& b) {
    a.current = b.current;
    a.profile = b.profile;
    a.profilePath = b.profilePath;
    return a == b;
}

/// Notes about an imported plan: its source and the importer's remarks, in the language of the window.
QString importNotes(const ImportedSplit& split, const QString& source) {
    const QString file = shownText(QFileInfo(source).fileName());
    const QString importer = exactText(split.importer);
    QStringList lines{file.isEmpty() ? PlanDocument::tr("Imported (%1).").arg(importer)
                                     //: %1 is the name of a file, %2 the name of a format, such as "optimum"
                                     : PlanDocument::tr("Imported from %1 (%2).").arg(file, importer),
                      translated(split.head.why)};
    for (const Phrase& note : split.notes) {
        lines += translated(note);
    }
    return lines.join(QLatin1Char('\n'));
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
    connect(&m_refresh, &QTimer::timeout, this, &PlanDocument::planEdited);
    connect(&m_autosave, &QTimer::timeout, this, &PlanDocument::autosave);
    connect(&m_writer, &LatestTask::outOfMemory, this, [this] { onAutosaved(memoryError()); });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &PlanDocument::checkDisk);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (!m_watcher.files().contains(m_path)) {
            checkDisk();
        }
    });
    connect(session(), &Session::profileChanged, this, &PlanDocument::profileReplaced);
    connect(session(), &Session::layersChanged, this, &PlanDocument::layersReplaced);
    connect(session(), &Session::layerOptionsFailed, this, &PlanDocument::failOpening);
    connect(session(), &Session::loadFailed, this, &PlanDocument::failOpening);
    connect(session(), &Session::loadCancelled, this, &PlanDocument::cancelOpening);
    connect(session(), &Session::stateChanged, this, [this](Session::State state) {
        if (state == Session::State::Empty) {
            begin();
        }
    });
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
    m_writer.cancelAndWait();
    if (!m_kept) {
        // The document was closed normally, so its recovery copy is no longer needed.
        m_recovery.forget();
    }
}

QString PlanDocument::title() const {
    if (!m_path.isEmpty()) {
        return QFileInfo(m_path).fileName();
    }
    //: %1 is the name of the file from which the untitled plan was made
    return m_source.isEmpty() ? tr("Untitled plan") : tr("Untitled plan (from %1)").arg(m_source);
}

void PlanDocument::profileReplaced() {
    m_newProfile = true;
    m_shows = false;
    m_fingerprint.reset();
    m_fingerprinting.cancel();
    if (const ProfilePtr profile = session()->profile()) {
        m_fingerprinting.run([profile](const std::stop_token&) { return fingerprintOf(*profile); },
                             [this](const ProfileFingerprint& fingerprint) { onFingerprint(fingerprint); });
    } else if (!session()->loading()) {
        m_pending.reset();
        m_former.clear();
    }
}

void PlanDocument::onFingerprint(const ProfileFingerprint& fingerprint) {
    m_fingerprint = fingerprint;
    m_file = withProfile(m_file);
    if (!m_path.isEmpty() && compareProfiles(m_saved.profile, fingerprint)) {
        // The file refers to an older version of this profile, so saving the document would change the file.
        m_forcedModified = true;
        touched();
    }
    const QString former = std::exchange(m_former, {});
    if (m_pending) {
        applyPending();
    } else if (!former.isEmpty() && compareProfiles(m_formerProfile, fingerprint)) {
        emit closed(former);
    } else if (!former.isEmpty() && m_path.isEmpty() && !m_modified && QFileInfo::exists(former)) {
        open(former); // the same profile was reopened
    }
}

void PlanDocument::layersReplaced() {
    if (!session()->profile()) {
        return;
    }
    const bool newProfile = std::exchange(m_newProfile, false);
    if (newProfile && !session()->restored() && !session()->reloaded()) {
        if (!m_path.isEmpty()) {
            m_former = m_path;
            m_formerProfile = m_saved.profile;
        }
        begin();
    } else if (newProfile || !m_pending) {
        // The session has already adapted its plan to the new layers, so the document takes over that plan.
        m_shows = true;
        planEdited();
    }
    if (m_pending) {
        applyPending();
    }
}

void PlanDocument::begin() {
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
        if (m_fingerprint) {
            m_file = withProfile(m_file);
        }
    }
    setSaved();
    emit plansChanged();
    emit currentChanged();
}

void PlanDocument::open(const QString& path, bool copy) {
    const auto content = readFile(path.toStdString(), PlanFileLimit);
    auto file = content ? parsePlanFile(*content) : content.failure();
    if (!file) {
        m_discarded = false;
        emit openFailed(std::move(file).failure().inFile(path.toStdString()));
        return;
    }
    m_pending =
        Pending{std::move(*file), QFileInfo(path).absoluteFilePath(), false, digestOf(*content), {}, copy};
    applyPending();
}

void PlanDocument::openRecovered(const PlanRecovery::Orphan& orphan) {
    const auto& [path, digest] = orphan.original;
    // A recovery copy from an earlier version of Tileline has no digest, so the original file is digested
    // now.
    m_pending =
        Pending{orphan.document, path, true, digest.isEmpty() ? digestOfFile(path) : digest, orphan.copy};
    applyPending();
}

void PlanDocument::applyPending() {
    if (session()->loading()) {
        return;
    }
    // A plan file of version 1 may contain an option that put each operation without a layer into the layer
    // of an earlier operation. The option is no longer supported, so it is replaced.
    Unassigned& unassigned = m_pending->file.layers.unassigned;
    m_pending->byPosition = m_pending->byPosition || unassigned == Unassigned::Position;
    unassigned = Unassigned::First;
    if (!session()->profile()) {
        const QString profile = exactText(m_pending->file.profilePath);
        if (profile.isEmpty() || !QFileInfo::exists(profile)) {
            failOpening(errorIn(m_pending->file.profilePath, ErrorCode::FileNotFound,
                                tr("the profile for which the plan was made").toStdString(),
                                tr("nothing there").toStdString(),
                                tr("Open a profile first, then the plan.").toStdString()));
            return;
        }
        session()->open({profile});
    } else if (session()->layerOptions() != m_pending->file.layers ||
               session()->setting() != m_pending->file.setting) {
        session()->setOptions({m_pending->file.layers, m_pending->file.setting});
    } else if (m_fingerprint) {
        finishOpening();
    }
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
    const bool recovered = !pending.recoveredFrom.file.isEmpty();
    const auto other = compareProfiles(pending.file.profile, *m_fingerprint);
    if (other) {
        mismatches << shownText(textOf(*other));
    }
    m_file = withProfile(pending.file);
    if (pending.byPosition) {
        mismatches << shownText(textOf({PlanMismatch::Kind::ByPosition, {}}));
    }
    if (other || pending.copy) {
        setPath({}, {});
        m_source = QFileInfo(pending.path).fileName();
    } else {
        setPath(pending.path, pending.digest);
    }
    mismatches += showCurrent();
    setSaved();
    m_forcedModified = pending.modified;
    if (recovered) {
        m_recovery.takeOver(pending.recoveredFrom);
    }
    plansTouched();
    emit currentChanged();
    emit opened(mismatches);
}

QStringList PlanDocument::showCurrent() {
    const PlanDescription& plan = m_file.plans[m_file.current];
    const AppliedPlan applied = applyPlan(plan, *session()->layers(), session()->profile()->target);
    // Until setPlan() returns, the session's plan is not the document's current plan and is not copied to it.
    m_shows = false;
    session()->setPlan(applied.plan);
    m_shows = true;
    m_editor->undoStack()->clear();
    captureCurrent();
    QStringList mismatches;
    for (const PlanMismatch& mismatch : applied.mismatches) {
        mismatches << shownText(textOf(mismatch));
    }
    return mismatches;
}

void PlanDocument::captureCurrent() {
    if (m_shows && session()->profile()) {
        m_file.layers = session()->layerOptions();
        m_file.setting = session()->setting();
        PlanDescription& shown = m_file.plans[m_file.current];
        shown = describedPlan(shown, session()->plan(), *session()->layers());
    }
}

void PlanDocument::planEdited() {
    m_refresh.stop();
    if (m_shows && session()->profile()) {
        captureCurrent();
        plansTouched();
    }
}

void PlanDocument::plansTouched() {
    touched();
    emit plansChanged();
}

void PlanDocument::touched() {
    const bool modified = m_forcedModified || !sameContent(m_file, m_saved);
    m_kept = false;
    if (modified) {
        m_autosave.start(AutosaveMilliseconds);
    } else {
        m_autosave.stop();
        m_autosaveFailed = false;
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
    m_modified = true; // makes touched() emit modifiedChanged(), because the title may be new
    touched();
}

void PlanDocument::setPath(const QString& path, const QByteArray& digest) {
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    m_path = path;
    m_input = path.isEmpty() ? nullptr : holdInput(path.toStdString(), InputKind::PlanFile);
    m_source.clear();
    m_digest = digest;
    m_noticed = digest;
    if (!path.isEmpty()) {
        m_watcher.addPath(QFileInfo(path).absolutePath());
        // The file may have changed since it was read, for example while the profile was loaded.
        QMetaObject::invokeMethod(this, &PlanDocument::checkDisk, Qt::QueuedConnection);
    }
}

void PlanDocument::checkDisk() {
    if (m_path.isEmpty()) {
        return;
    }
    // QFileSystemWatcher does not notice a new file at the same path, so the directory is watched, too.
    m_watcher.removePath(m_path);
    if (QFileInfo::exists(m_path)) {
        m_watcher.addPath(m_path);
    }
    const QByteArray now = digestOfFile(m_path);
    // Each change of the file on disk is announced only once.
    if (std::exchange(m_noticed, now) != now && now != m_digest) {
        emit fileChangedOnDisk();
    }
}

Result<Done> PlanDocument::saveAs(const QString& path) {
    planEdited();
    PlanFile file = withProfile(m_file);
    const std::string content = planFileText(file);
    const QString wanted = QFileInfo(path).absoluteFilePath();
    const auto agreed = std::exchange(m_agreed, std::nullopt);
    TRY(writeFileAtomically(
        path.toStdString(), content,
        [&]() -> Result<Done> {
            const auto now = readFile(path.toStdString(), PlanFileLimit);
            m_refused = now ? digestOf(*now) : QByteArray();
            if (m_refused == agreed || !QFileInfo::exists(path)) {
                return Done{};
            }
            if (wanted == m_path && m_refused != m_digest) {
                return Error{ErrorCode::FileChanged, path.toStdString(), {}, {}, {}};
            }
            return now ? checkReplacesPlan(*now, file.profile) : Done{};
        },
        InputKind::PlanFile));
    m_file = std::move(file);
    setPath(wanted, digestOf(content));
    setSaved();
    return Done{};
}

/// Returns `file` with the fingerprint and path of the session's profile. If no profile is open, returns
/// `file` unchanged.
PlanFile PlanDocument::withProfile(PlanFile file) const {
    if (const ProfilePtr profile = session()->profile()) {
        file.profile = m_fingerprint ? *m_fingerprint : fingerprintOf(*profile);
        file.profilePath = QFileInfo(session()->sourcePaths().value(0)).absoluteFilePath().toStdString();
    }
    return file;
}

void PlanDocument::autosave() {
    const auto place = m_recovery.place();
    if (!place) {
        onAutosaved(place.failure());
        return;
    }
    m_writer.run(
        [place = *place, copy = withProfile(m_file), original = PlanRecovery::Original{m_path, m_digest}](
            const std::stop_token&) { return PlanRecovery::write(place, copy, original); },
        [this, place = *place](const Result<Done>& written) {
            if (m_recovery.isCurrent(place)) {
                onAutosaved(written);
            } else {
                // While the copy was being written, the document was saved or discarded.
                PlanRecovery::remove(place);
            }
        });
}

void PlanDocument::onAutosaved(const Result<Done>& written) {
    const bool failedBefore = std::exchange(m_autosaveFailed, !written);
    if (!written) {
        m_autosave.start(AutosaveAgainMilliseconds);
        if (!failedBefore) {
            emit autosaveFailed(written.failure());
        }
    }
}

Result<Done> PlanDocument::keepChanges() {
    planEdited();
    if (!m_modified || m_discarded) {
        return Done{};
    }
    m_autosave.stop();
    m_writer.cancelAndWait();
    const auto place = TRY(m_recovery.place());
    // Set first, because an earlier recovery copy must outlive this object even if write() fails.
    m_kept = true;
    return PlanRecovery::write(place, withProfile(m_file), {m_path, m_digest});
}

QString PlanDocument::uniqueName(const QString& wanted) const {
    const auto taken = [this](const QString& name) {
        return std::ranges::find(m_file.plans, name.toStdString(), &PlanDescription::name) !=
               m_file.plans.end();
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
    plansTouched();
    emit currentChanged();
}

void PlanDocument::duplicate(size_t plan) {
    if (m_file.plans.size() >= MaxPlans) {
        // A file with more than MaxPlans plans could not be opened again.
        emit refused(tr("A document can contain at most %L1 plans. Remove one first.").arg(MaxPlans));
        return;
    }
    captureCurrent();
    PlanDescription copy = m_file.plans[plan];
    copy.name = uniqueName(exactText(copy.name)).toStdString();
    m_file.plans.insert(m_file.plans.begin() + static_cast<std::ptrdiff_t>(plan) + 1, std::move(copy));
    if (m_file.current > plan) {
        ++m_file.current;
    }
    show(plan + 1);
}

void PlanDocument::rename(size_t plan, const QString& name) {
    if (!name.isEmpty() && m_file.plans[plan].name != name.toStdString()) {
        m_file.plans[plan].name = name.toStdString();
        plansTouched();
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
    plansTouched();
    if (shown) {
        emit currentChanged();
    }
}

void PlanDocument::move(size_t from, size_t to) {
    if (from >= m_file.plans.size() || to >= m_file.plans.size() || from == to) {
        return;
    }
    captureCurrent();
    for (size_t plan = from; plan != to;) {
        const size_t next = from < to ? plan + 1 : plan - 1;
        std::swap(m_file.plans[plan], m_file.plans[next]);
        m_file.current = m_file.current == plan ? next : m_file.current == next ? plan : m_file.current;
        plan = next;
    }
    plansTouched();
}

QString PlanDocument::notes() const {
    return exactText(m_file.plans[m_file.current].notes);
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
    current.exportOptions.deviceIterations = imported.exportOptions.deviceIterations;
    current.exportOptions.gradientAccumulation = imported.exportOptions.gradientAccumulation;
    current.exportOptions.availableMemoryProportion = imported.exportOptions.availableMemoryProportion;
    current.exportOptions.imported = imported.exportOptions.imported;
    current.notes += (current.notes.empty() ? "" : "\n\n") + importNotes(split, source).toStdString();
    touched();
    m_editor->applyOptions({open.layerOptions(), setting}, tr("Import split"), plan);
}

} // namespace tileline
