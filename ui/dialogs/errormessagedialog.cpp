// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/errormessagedialog.h"

#include "core/base/textfile.h"
#include "ui/questions/choosefile.h"
#include "ui/text/errortext.h"
#include "ui/text/messagetext.h"
#include "ui/text/plaintext.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tileline {

namespace {

/// Delay between the last key press and the answer.
constexpr int MessageDebounceMilliseconds = 150;

} // namespace

ErrorMessageDialog::ErrorMessageDialog(Session* session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_text(new QPlainTextEdit)
    , m_result(new QPlainTextEdit)
    , m_path(new QLineEdit)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel)) {
    setWindowTitle(tr("Open from an error message"));
    resize(720, 520);
    buildForm();
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(MessageDebounceMilliseconds);
    connect(&m_debounce, &QTimer::timeout, this, &ErrorMessageDialog::recognise);
    connect(m_text, &QPlainTextEdit::textChanged, &m_debounce, qOverload<>(&QTimer::start));
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ErrorMessageDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    recognise();
}

void ErrorMessageDialog::buildForm() {
    m_text->setObjectName("text");
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setPlaceholderText(
        "Out of memory on tile 0: 876476 bytes used but tiles only have 638976 bytes of "
        "memory\nProfile saved to: report/profile.pop");
    auto* const label =
        plainLabel(tr("Paste the &message with which Poplar stopped, or the part of a log that has it:"));
    label->setWordWrap(true);
    label->setBuddy(m_text);
    auto* const paste = new QPushButton(tr("&Paste"));
    paste->setObjectName("paste");
    connect(paste, &QPushButton::clicked, m_text, &QPlainTextEdit::paste);
    auto* const choose = new QPushButton(tr("Choose &file…"));
    connect(choose, &QPushButton::clicked, this, &ErrorMessageDialog::chooseFile);
    auto* const sources = new QHBoxLayout;
    sources->addWidget(paste);
    sources->addWidget(choose);
    sources->addStretch();
    m_path->setObjectName("path");
    if (m_session->profile()) {
        m_path->setPlaceholderText(tr("the open profile"));
    }
    auto* const pathLabel = plainLabel(tr("&Report:"));
    pathLabel->setBuddy(m_path);
    auto* const chooseReport = new QPushButton(tr("Choose &directory…"));
    connect(chooseReport, &QPushButton::clicked, this, &ErrorMessageDialog::chooseReport);
    auto* const report = new QHBoxLayout;
    report->addWidget(pathLabel);
    report->addWidget(m_path, 1);
    report->addWidget(chooseReport);
    m_result->setObjectName("result");
    m_result->setReadOnly(true);
    m_result->setTabChangesFocus(true);
    m_result->setAccessibleName(tr("What was recognised in the message"));
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_text, 3);
    layout->addLayout(sources);
    layout->addWidget(m_result, 2);
    layout->addLayout(report);
    layout->addWidget(m_buttons);
}

QString ErrorMessageDialog::path() const {
    return m_path->text().trimmed();
}

void ErrorMessageDialog::chooseFile() {
    const QString path = tileline::chooseFile(this, tr("Open from an error message"));
    if (!path.isEmpty()) {
        readText(path);
    }
}

void ErrorMessageDialog::readText(const QString& path) {
    const auto text = readFile(path.toStdString(), MessageLimit);
    if (!text) {
        showResult(plainText(text.failure()));
        return;
    }
    m_text->setPlainText(exactText(*text));
    recognise();
}

void ErrorMessageDialog::chooseReport() {
    if (const QString path = chooseDirectory(this, tr("Open a report directory")); !path.isEmpty()) {
        m_path->setText(path);
    }
}

void ErrorMessageDialog::recognise() {
    m_debounce.stop();
    QPushButton* const open = m_buttons->button(QDialogButtonBox::Open);
    if (m_text->document()->characterCount() > static_cast<int>(MessageLimit)) {
        m_message = {};
        open->setEnabled(false);
        showResult(tr("The text is too long. Paste the part that has the error, of at most 1 MiB."));
        return;
    }
    m_message = parsePoplarMessage(m_text->toPlainText().toStdString());
    open->setEnabled(m_message.recognised());
    if (!m_message.profilePath.empty()) {
        m_path->setText(exactText(m_message.profilePath));
    }
    QStringList lines;
    for (const MemoryComplaint& complaint : m_message.complaints) {
        lines += complaintText(complaint);
    }
    if (!m_message.recognised() && !m_text->document()->isEmpty()) {
        lines += tr("This is none of Poplar's messages about memory.");
    } else if (m_message.recognised() && m_message.profilePath.empty()) {
        lines += tr("The message does not say where the report is. Choose its directory below.");
    }
    showResult(lines.join(QLatin1Char('\n')));
}

void ErrorMessageDialog::accept() {
    if (m_debounce.isActive()) {
        recognise();
    }
    if (!m_message.recognised()) {
        return;
    }
    const QString howToGetIt =
        tr("Poplar writes reports to the directory that is named when the model is compiled with "
           "POPLAR_ENGINE_OPTIONS='{\"autoReport.all\":\"true\", \"autoReport.directory\":\"report\", "
           "\"debug.allowOutOfMemory\":\"true\"}'.");
    const QFileInfo file(path());
    if (path().isEmpty() && !m_session->profile()) {
        showResult(tr("Choose the report first.") + QLatin1Char('\n') + howToGetIt);
    } else if (!path().isEmpty() && !file.isFile() && !file.isDir()) {
        showResult((file.isRelative()
                        ? tr("There is no report at %1, which is relative to where the model was compiled. "
                             "Choose its directory.")
                        : tr("There is no report at %1. Choose its directory."))
                       .arg(path()) +
                   QLatin1Char('\n') + howToGetIt);
    } else {
        QDialog::accept();
    }
}

void ErrorMessageDialog::showResult(const QString& text) {
    m_result->setPlainText(text);
}

} // namespace tileline
