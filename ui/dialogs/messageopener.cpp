// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/messageopener.h"

#include "ui/dialogs/errormessagedialog.h"
#include "ui/session/memoryshortage.h"
#include "ui/text/messagetext.h"
#include "ui/text/plaintext.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace tileline {

MessageOpener::MessageOpener(Session* session, QWidget* window)
    : m_session(session)
    , m_window(window) {
    connect(session, &Session::profileChanged, this, &MessageOpener::onProfileChanged);
    connect(&m_task, &LatestTask::outOfMemory, this, [this] { emit failed(memoryError()); });
}

void MessageOpener::ask() {
    auto* const dialog = new ErrorMessageDialog(m_session, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { open(dialog->message(), dialog->path()); });
    dialog->open();
}

void MessageOpener::open(const PoplarMessage& message, const QString& path) {
    m_wanted.reset();
    if (path.isEmpty() || isOpen(path)) {
        explain(message);
        return;
    }
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_wanted = Wanted{message, absolute};
    emit openRequested({absolute});
}

/// Whether the open profile is the one at the path, or in the directory there.
bool MessageOpener::isOpen(const QString& path) const {
    const ProfilePtr profile = m_session->profile();
    if (!profile) {
        return false;
    }
    const QString wanted = QFileInfo(path).canonicalFilePath();
    const QString opened = QFileInfo(exactText(profile->path)).canonicalFilePath();
    return !wanted.isEmpty() && (opened == wanted || opened.startsWith(wanted + QLatin1Char('/')));
}

void MessageOpener::onProfileChanged() {
    m_task.cancel();
    if (!m_session->profile()) {
        return; // the old one made way for the new one
    }
    // The user may have opened something else meanwhile.
    if (const auto wanted = std::exchange(m_wanted, {}); wanted && isOpen(wanted->path)) {
        explain(wanted->message);
    }
}

void MessageOpener::explain(const PoplarMessage& message) {
    const ProfilePtr profile = m_session->profile();
    if (!profile) {
        return;
    }
    m_task.run(
        [profile, message](const std::stop_token& stop) { return explainMessage(*profile, message, stop); },
        [this](const Outcome<MessageExplanation>& explanation) {
            if (explanation) {
                emit explained(explanation->tile, explanationText(*explanation));
            } else if (!explanation.failure().cancelled()) {
                emit failed(explanation.failure().error());
            }
        });
}

} // namespace tileline
