// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/messageopener.h"

#include "core/base/textfile.h"
#include "core/wording/explaintext.h"
#include "ui/questions/choosefile.h"
#include "ui/session/memoryshortage.h"
#include "ui/text/bytestext.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace tileline {

namespace {

/// If several exchanges have the name that is in the message, at most this many are listed.
constexpr size_t MaxExchangesListed = 3;

struct MessageText {
    Q_DECLARE_TR_FUNCTIONS(MessageText)
};

/// The explanation of a message as text, in several lines.
QString explanationText(const MessageExplanation& explanation) {
    QStringList lines;
    if (explanation.complaint) {
        lines +=
            MessageText::tr("Poplar's message: %1").arg(translated(complaintPhrase(*explanation.complaint)));
    }
    lines += translated(tilePhrase(explanation));
    for (size_t i = 0; i < std::min(explanation.exchanges.size(), MaxExchangesListed); ++i) {
        const NamedExchange& exchange = explanation.exchanges[i];
        //: an exchange, and bytes
        lines +=
            MessageText::tr("%1 has %2 of variables and %3 of code on this tile.")
                .arg(shownText(exchange.name), bytesText(exchange.dataBytes), bytesText(exchange.codeBytes));
    }
    for (const Phrase& note : notesOn(explanation)) {
        lines += translated(note);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

ErrorMessageDialog::ErrorMessageDialog(Session* session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_buttons(dialogButtons(this, QDialogButtonBox::Open | QDialogButtonBox::Cancel)) {
    setWindowTitle(tr("Open from an error message"));
    resize(720, 520);
    m_text->setPlaceholderText("Out of memory on tile 0: 876476 bytes used but tiles only have 638976 bytes "
                               "of memory\nProfile saved to: report/profile.pop");
    m_path->setObjectName("path");
    if (m_session->profile()) {
        m_path->setPlaceholderText(tr("the open profile"));
    }
    const auto chooseReport = [this] {
        if (const QString path = chooseDirectory(this, tr("Open a report directory")); !path.isEmpty()) {
            m_path->setText(path);
        }
    };
    columnOf({wrappedLabel(
                  tr("Paste the &message with which Poplar stopped, or the part of a log that contains it:"),
                  m_text),
              {m_text, 3},
              rowOf({button(tr("&Paste"), m_text, &QPlainTextEdit::paste, "paste"),
                     button(tr("Choose &file…"), this, &ErrorMessageDialog::chooseFile), Part::stretch()}),
              {m_result, 2},
              rowOf({plainLabel(tr("&Report:"), m_path),
                     {m_path, 1},
                     button(tr("Choose &directory…"), this, chooseReport)}),
              m_buttons},
             this);
    connect(m_text, &QPlainTextEdit::textChanged, &m_debounce, qOverload<>(&QTimer::start));
    recognise();
}

void ErrorMessageDialog::chooseFile() {
    if (const QString path = tileline::chooseFile(this, windowTitle()); !path.isEmpty()) {
        readText(path);
    }
}

void ErrorMessageDialog::readText(const QString& path) {
    const auto text = readFile(path.toStdString(), MessageLimit);
    if (!text) {
        m_result->setPlainText(plainText(text.failure()));
        return;
    }
    m_text->setPlainText(exactText(*text));
    recognise();
}

void ErrorMessageDialog::recognise() {
    m_debounce.stop();
    QPushButton* const open = m_buttons->button(QDialogButtonBox::Open);
    if (m_text->document()->characterCount() > static_cast<int>(MessageLimit)) {
        m_message = {};
        open->setEnabled(false);
        m_result->setPlainText(
            tr("The text is too long. Paste only the part with the error, at most 1 MiB."));
        return;
    }
    m_message = parsePoplarMessage(m_text->toPlainText().toStdString());
    open->setEnabled(m_message.recognised());
    if (!m_message.profilePath.empty()) {
        m_path->setText(exactText(m_message.profilePath));
    }
    QStringList lines;
    for (const MemoryComplaint& complaint : m_message.complaints) {
        lines += translated(complaintPhrase(complaint));
    }
    if (!m_message.recognised() && !m_text->document()->isEmpty()) {
        lines += tr("This is not one of Poplar's messages about memory.");
    } else if (m_message.recognised() && m_message.profilePath.empty()) {
        lines += tr("The message does not say where the report is. Choose its directory below.");
    }
    m_result->setPlainText(lines.join(QLatin1Char('\n')));
}

void ErrorMessageDialog::accept() {
    if (m_debounce.isActive()) {
        recognise();
    }
    if (!m_message.recognised()) {
        return;
    }
    const QString howToGetIt =
        tr("Poplar writes reports to the directory that the option autoReport.directory names. Compile the "
           "model with POPLAR_ENGINE_OPTIONS='{\"autoReport.all\":\"true\", "
           "\"autoReport.directory\":\"report\", \"debug.allowOutOfMemory\":\"true\"}'.");
    const QFileInfo file(path());
    if (path().isEmpty() && !m_session->profile()) {
        m_result->setPlainText(tr("Choose the report first.") + QLatin1Char('\n') + howToGetIt);
    } else if (!path().isEmpty() && !file.isFile() && !file.isDir()) {
        m_result->setPlainText((file.isRelative()
                                    ? tr("There is no report at %1, a path relative to where the model was "
                                         "compiled. Choose the report's directory.")
                                    : tr("There is no report at %1. Choose its directory."))
                                   .arg(path()) +
                               QLatin1Char('\n') + howToGetIt);
    } else {
        QDialog::accept();
    }
}

MessageOpener::MessageOpener(Session* session, QWidget* window)
    : m_session(session)
    , m_window(window) {
    connect(session, &Session::profileChanged, this, &MessageOpener::onProfileChanged);
    connect(&m_task, &LatestTask::outOfMemory, this, [this] { emit failed(memoryError()); });
}

void MessageOpener::ask() {
    auto* const dialog = new ErrorMessageDialog(m_session, m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { open(dialog->message(), dialog->path()); });
    openDialog(dialog);
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

/// Whether `path` is the file of the open profile, or a directory that contains that file.
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
        return; // the old profile is closed, but the new one is still loading
    }
    // The user may have opened a profile other than the one for the message.
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
        [this](const MessageExplanation& explanation) {
            emit explained(explanation.tile, explanationText(explanation));
        },
        [this](const Error& error) { emit failed(error); });
}

} // namespace tileline
