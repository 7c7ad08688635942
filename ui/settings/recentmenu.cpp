// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/recentmenu.h"

#include "ui/text/plaintext.h"

#include <QFileInfo>

namespace tileline {

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
        action->setData(paths);
        connect(action, &QAction::triggered, this, [this, action] {
            choose(action->data().toStringList(), action->property("missing").toBool());
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
                there.push_back(stop.stop_requested() || RecentFiles::exists(paths));
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

void RecentMenu::choose(const QStringList& paths, bool missing) {
    if (missing) {
        m_recent->remove(paths);
        emit dropped(paths.front());
        return;
    }
    emit chosen(paths);
}

} // namespace tileline
