// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/poplarmessage.h"
#include "ui/session/session.h"

#include <QDialog>
#include <QTimer>

class QDialogButtonBox;
class QLineEdit;
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

public slots:
    /// Refuses a path at which there is no file and no directory, and says where reports are.
    void accept() override;

private:
    void buildForm();
    void chooseFile();
    void chooseReport();
    void recognise();
    void showResult(const QString& text);

    Session* const m_session;
    QPlainTextEdit* m_text;
    QPlainTextEdit* m_result;
    QLineEdit* m_path;
    QDialogButtonBox* m_buttons;
    PoplarMessage m_message;
    QTimer m_debounce;
};

} // namespace tileline
