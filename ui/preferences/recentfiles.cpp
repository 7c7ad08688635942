// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/recentfiles.h"

#include "ui/text/plaintext.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace tileline {

QStringList absolutePaths(const QStringList& paths) {
    QStringList result;
    for (const QString& path : paths) {
        result += QFileInfo(path).absoluteFilePath();
    }
    return result;
}

RecentFiles::RecentFiles(const char* key)
    : m_key(key) {
    QSettings settings;
    const int count = settings.beginReadArray(m_key);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const QStringList paths = settings.value("paths").toStringList();
        const QVariant fits = settings.value("fits");
        if (!paths.isEmpty()) {
            m_entries.push_back({paths, settings.value("opened").toDateTime(),
                                 fits.isValid() ? std::optional(fits.toBool()) : std::nullopt});
        }
    }
}

void RecentFiles::add(const QStringList& paths) {
    RecentFile entry{absolutePaths(paths)};
    if (const auto known = find(paths); known != m_entries.end()) {
        entry.fits = known->fits;
        m_entries.erase(known);
    }
    entry.opened = QDateTime::currentDateTime();
    m_entries.insert(m_entries.begin(), entry);
    if (m_entries.size() > MaxEntries) {
        m_entries.resize(MaxEntries);
    }
    store();
}

void RecentFiles::remove(const QStringList& paths) {
    if (const auto known = find(paths); known != m_entries.end()) {
        m_entries.erase(known);
        store();
    }
}

void RecentFiles::noteFit(const QStringList& paths, std::optional<bool> fits) {
    if (const auto known = find(paths); known != m_entries.end() && known->fits != fits) {
        known->fits = fits;
        store();
    }
}

std::vector<RecentFile>::iterator RecentFiles::find(const QStringList& paths) {
    return std::ranges::find(m_entries, absolutePaths(paths), &RecentFile::paths);
}

void RecentFiles::clear() {
    m_entries.clear();
    store();
}

void RecentFiles::store() {
    QSettings settings;
    settings.remove(m_key);
    settings.beginWriteArray(m_key, static_cast<int>(m_entries.size()));
    for (size_t i = 0; i < m_entries.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue("paths", m_entries[i].paths);
        settings.setValue("opened", m_entries[i].opened);
        if (m_entries[i].fits) {
            settings.setValue("fits", *m_entries[i].fits);
        }
    }
    settings.endArray();
    emit changed();
}

RecentMenu::RecentMenu(RecentFiles* recent, const QString& title, bool pairs, QWidget* parent)
    : QMenu(title, parent)
    , m_recent(recent)
    , m_pairs(pairs) {
    setObjectName(pairs ? QStringLiteral("recentComparisons") : QStringLiteral("recentMenu"));
    setToolTipsVisible(true);
    connect(recent, &RecentFiles::changed, this, &RecentMenu::fill);
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::check);
    fill();
}

void RecentMenu::fill() {
    clear();
    m_entryActions.clear();
    int number = 0;
    for (const RecentFile& entry : m_recent->entries()) {
        const QStringList paths = entry.paths;
        ++number;
        const QString text =
            QStringLiteral("%1%2  %3")
                .arg(number < 10 ? QStringLiteral("&") : QString())
                .arg(number)
                .arg(withoutKeys(m_pairs ? paths.front() + QStringLiteral("  ↔  ") + paths.back()
                                         : paths.front()));
        QAction* const action = addAction(text);
        action->setToolTip(plainToolTip(paths.join(QLatin1Char('\n'))));

        connect(action, &QAction::triggered, this, [this, action, paths] {
            if (action->property("missing").toBool()) {
                m_recent->remove(paths);
                emit dropped(paths.front());
            } else {
                emit chosen(paths);
            }
        });
        m_entryActions += action;
    }
    if (!m_entryActions.isEmpty()) {
        addSeparator();
        addAction(tr("&Clear the list"), m_recent, &RecentFiles::clear);
    }
    menuAction()->setEnabled(!m_entryActions.isEmpty());
}

void RecentMenu::check() {
    m_query.run(
        [entries = m_recent->entries()](const std::stop_token& stop) {
            std::vector<bool> there;
            for (const RecentFile& entry : entries) {
                there.push_back(
                    stop.stop_requested() ||
                    std::ranges::all_of(entry.paths, qOverload<const QString&>(&QFileInfo::exists)));
            }
            return there;
        },
        [this](const std::vector<bool>& there) {
            for (qsizetype i = 0; i < m_entryActions.size() && static_cast<size_t>(i) < there.size(); ++i) {
                QAction* const action = m_entryActions[i];
                const bool missing = !there[static_cast<size_t>(i)];
                if (missing && !action->property("missing").toBool()) {
                    action->setText(tr("%1 (missing)").arg(action->text()));
                }
                action->setProperty("missing", missing);
            }
        });
}

} // namespace tileline
