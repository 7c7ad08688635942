// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/poplarmessage.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"
#include "ui/text/controls.h"

#include <QDialog>
#include <QLineEdit>

#include <optional>

namespace tileline {

/// Asks for the text of a Poplar error, shows the parts that were recognised, and asks which report the error
/// belongs to. The dialog does not access any path in the text until the user clicks Open.
class ErrorMessageDialog : public QDialog {
    Q_OBJECT
public:
    explicit ErrorMessageDialog(Session* session, QWidget* parent = nullptr);

    const PoplarMessage& message() const { return m_message; }
    /// The path of the report to open; empty if the message is about the open profile.
    QString path() const { return m_path->text().trimmed(); }
    /// Puts the text of a file into the text field, or shows why the file cannot be read.
    void readText(const QString& path);

    /// Closes the dialog if the named report exists, or if none is named and a profile is open. Otherwise,
    /// asks for the report and says how to create one. Does nothing if no part of the text was recognised.
    void accept() override;

private:
    void chooseFile();
    void recognise();

    Session* const m_session;
    QPlainTextEdit* m_text = codeField("text");
    QPlainTextEdit* m_result = answerField("result", tr("Recognised parts of the message"));
    QLineEdit* m_path = new QLineEdit;
    QDialogButtonBox* m_buttons;
    PoplarMessage m_message;
    Debounce m_debounce{this, &ErrorMessageDialog::recognise};
};

/// Leads the user from a Poplar error message to the tile that the message names: asks for the message, emits
/// openRequested() for the report, and explains the message when the report is open.
class MessageOpener : public QObject {
    Q_OBJECT
public:
    MessageOpener(Session* session, QWidget* window);

    void ask();
    /// Explains a message with data from the report at `path`, or from the open profile if `path` is empty.
    void open(const PoplarMessage& message, const QString& path);

signals:
    void openRequested(const QStringList& paths);
    void explained(tileline::TileId tile, const QString& text);
    void failed(const tileline::Error& error);

private:
    void onProfileChanged();
    bool isOpen(const QString& path) const;
    void explain(const PoplarMessage& message);

    Session* const m_session;
    QWidget* const m_window;
    /// The message that is explained as soon as the report at `path` has been opened.
    struct Wanted {
        PoplarMessage message;
        QString path;
    };
    std::optional<Wanted> m_wanted;
    LatestTask m_task{this};
};

} // namespace tileline
