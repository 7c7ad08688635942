// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/messageexplanation.h"
#include "core/explain/poplarmessage.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"
#include "ui/text/controls.h"

#include <QDialog>
#include <QLineEdit>
#include <QObject>
#include <QStringList>

#include <optional>

class QPlainTextEdit;

namespace tileline {

/// Takes the text of an error that Poplar gave, shows what was recognised in it, and asks for the report that
/// belongs to it. Paths in the text are only shown; nothing looks at the disk before the user clicks on Open.
class ErrorMessageDialog : public QDialog {
    Q_OBJECT
public:
    explicit ErrorMessageDialog(Session* session, QWidget* parent = nullptr);

    /// What was recognised.
    const PoplarMessage& message() const { return m_message; }
    /// The report to open; empty: the open profile.
    QString path() const;
    /// Puts the text of a file into the field, or shows the error.
    void readText(const QString& path);

    /// Refuses a path at which there is no file and no directory, and says where reports are.
    void accept() override;

private:
    void buildForm();
    void chooseFile();
    void chooseReport();
    void recognise();

    Session* const m_session;
    QPlainTextEdit* m_text = codeField("text");
    QPlainTextEdit* m_result = answerField("result", tr("What was recognised in the message"));
    QLineEdit* m_path = new QLineEdit;
    QDialogButtonBox* m_buttons;
    PoplarMessage m_message;
    Debounce m_debounce{this, &ErrorMessageDialog::recognise};
};

/// From an error message of Poplar to the tile that it is about: asks for the message, has its report opened,
/// and looks the tile up once the report is there.
class MessageOpener : public QObject {
    Q_OBJECT
public:
    MessageOpener(Session* session, QWidget* window);

    /// Shows the dialog.
    void ask();
    /// Explains a message with the report at `path`; empty: with the open profile.
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
    /// What to explain once the report at the path is open.
    struct Wanted {
        PoplarMessage message;
        QString path;
    };
    std::optional<Wanted> m_wanted;
    LatestTask m_task{this};
};

} // namespace tileline
