// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/recentfiles.h"

#include "ui/text/plaintext.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace tileline {

namespace {

constexpr auto Key = "files/recent";

QStringList absolute(const QStringList& paths) {
    QStringList result;
    for (const QString& path : paths) {
        result += QFileInfo(path).absoluteFilePath();
    }
    return result;
}

} // namespace

RecentFiles::RecentFiles(QObject* parent)
    : QObject(parent) {
    QSettings settings;
    const int count = settings.beginReadArray(Key);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const QStringList paths = settings.value("paths").toStringList();
        if (!paths.isEmpty()) {
            m_entries.push_back(paths);
        }
    }
}

void RecentFiles::add(const QStringList& paths) {
    const QStringList entry = absolute(paths);
    std::erase(m_entries, entry);
    m_entries.insert(m_entries.begin(), entry);
    if (m_entries.size() > MaxEntries) {
        m_entries.resize(MaxEntries);
    }
    store();
}

void RecentFiles::remove(const QStringList& paths) {
    if (std::erase(m_entries, absolute(paths)) > 0) {
        store();
    }
}

void RecentFiles::clear() {
    m_entries.clear();
    store();
}

void RecentFiles::store() {
    QSettings settings;
    settings.remove(Key);
    settings.beginWriteArray(Key, static_cast<int>(m_entries.size()));
    for (size_t i = 0; i < m_entries.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue("paths", m_entries[i]);
    }
    settings.endArray();
    emit changed();
}

RecentMenu::RecentMenu(RecentFiles* recent, QWidget* parent)
    : QMenu(tr("Open &recent"), parent)
    , m_recent(recent) {
    setObjectName(QStringLiteral("recentMenu"));
    setToolTipsVisible(true);
    connect(recent, &RecentFiles::changed, this, &RecentMenu::fill);
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::check);
    fill();
}

void RecentMenu::fill() {
    clear();
    m_entryActions.clear();
    int number = 0;
    for (const QStringList& paths : m_recent->entries()) {
        ++number;
        const QString text = QStringLiteral("%1%2  %3")
                                 .arg(number < 10 ? QStringLiteral("&") : QString())
                                 .arg(number)
                                 .arg(withoutKeys(paths.front()));
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
            for (const QStringList& paths : entries) {
                there.push_back(
                    stop.stop_requested() ||
                    std::all_of(paths.begin(), paths.end(), qOverload<const QString&>(&QFileInfo::exists)));
            }
            return there;
        },
        [this](const std::vector<bool>& there) { mark(there); });
}

void RecentMenu::mark(const std::vector<bool>& there) {
    for (qsizetype i = 0; i < m_entryActions.size() && static_cast<size_t>(i) < there.size(); ++i) {
        QAction* const action = m_entryActions[i];
        const bool missing = !there[static_cast<size_t>(i)];
        if (missing && !action->property("missing").toBool()) {
            action->setText(tr("%1 (missing)").arg(action->text()));
        }
        action->setProperty("missing", missing);
    }
}

} // namespace tileline
