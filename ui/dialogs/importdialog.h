// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"
#include "ui/text/controls.h"

#include <QDialog>

#include <optional>

namespace tileline {

/// Lets the user import a split from pasted text or from a file. Shows the resulting plan, or what is wrong
/// with the text. OK is enabled if the text describes a plan. After the user clicks OK, the caller applies
/// split().
class ImportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ImportDialog(Session* session, QWidget* parent = nullptr);

    /// The plan that the text describes. Call this only after the user has accepted the dialog.
    const ImportedSplit& split() const { return *m_split; }
    ExportMode mode() const { return m_mode; }
    /// The path of the file that contains the text; empty if the user typed or pasted the text.
    QString source() const { return m_source; }
    /// Puts the text of a file into the text field, or shows why the file cannot be read.
    void readText(const QString& path);

private:
    void chooseFile();
    void onTextChanged();
    void compute();

    QString planText(const ImportedSplit& split) const;
    void showResult(const QString& text, std::optional<ImportedSplit> split);

    Session* const m_session;
    QPlainTextEdit* m_text = codeField("text");
    QPlainTextEdit* m_result = answerField("result", tr("The plan, or the error in the text"));
    QComboBox* m_outputOn = new QComboBox;
    QDialogButtonBox* m_buttons;
    std::optional<ImportedSplit> m_split;
    ExportMode m_mode = ExportMode::Inference;
    QString m_source;
    bool m_readingFile = false;
    Debounce m_debounce{this, &ImportDialog::compute};
    LatestTask m_reading{this};
};

} // namespace tileline
