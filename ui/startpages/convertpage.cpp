// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpages/convertpage.h"

#include "core/base/textfile.h"
#include "core/convert/conversioncommands.h"
#include "core/convert/exporterscript.h"
#include "ui/dialogs/sdksettingsedit.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/questions/savefile.h"
#include "ui/startpages/centredcolumn.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace tileline {

namespace {

constexpr int ColumnWidth = 760;
constexpr double TitleScale = 1.4;

QLabel* wrapped(const QString& text) {
    auto* const label = plainLabel(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QLabel* title(const QString& text) {
    QLabel* const label = wrapped(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * TitleScale);
    font.setBold(true);
    label->setFont(font);
    return label;
}

/// Centres a column that is at most ColumnWidth wide. The page scrolls if the window is small.
void centre(QWidget* page, QLayout* column) {
    auto* const row = new QWidget;
    centreColumn(*row, column, ColumnWidth);
    auto* const scroll = new QScrollArea;
    scroll->setWidget(row);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* const layout = new QVBoxLayout(page);
    layout->setContentsMargins({});
    layout->addWidget(scroll);
}

} // namespace

ConvertPage::ConvertPage(QWidget* parent)
    : QWidget(parent)
    , m_reason(wrapped({}))
    , m_commandLayout(new QVBoxLayout)
    , m_edit(new SdkSettingsEdit) {
    auto* const column = new QVBoxLayout;
    column->setSpacing(12);
    column->addStretch(2);
    column->addWidget(title(tr("This profile needs the Poplar SDK")));
    column->addWidget(
        wrapped(tr("Poplar wrote it in a form of its own, which only the SDK's module pva reads. "
                   "That module was not found here.")));
    column->addWidget(m_reason);
    column->addWidget(settingsBox());
    column->addWidget(commandsBox());
    column->addLayout(buttonRow());
    column->addStretch(3);
    centre(this, column);
}

QWidget* ConvertPage::settingsBox() {
    auto* const box = new QGroupBox(tr("The SDK is on this machine"));
    auto* const retry = new QPushButton(tr("&Try again"));
    retry->setObjectName(QStringLiteral("retryConversion"));
    connect(retry, &QPushButton::clicked, this, [this] { emit retryRequested(m_edit->settings()); });
    auto* const row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(retry);
    auto* const layout = new QVBoxLayout(box);
    layout->addWidget(m_edit);
    layout->addLayout(row);
    return box;
}

QWidget* ConvertPage::commandsBox() {
    auto* const box = new QGroupBox(tr("The SDK is on another machine"));
    auto* const save = new QPushButton(tr("&Save the exporter…"));
    save->setObjectName(QStringLiteral("saveExporter"));
    connect(save, &QPushButton::clicked, this, &ConvertPage::saveExporter);
    auto* const row = new QHBoxLayout;
    row->addWidget(save);
    row->addStretch();
    auto* const layout = new QVBoxLayout(box);
    layout->addWidget(
        wrapped(tr("Write the exporter, a small Python program, with the first command; take it "
                   "there, and run the second one. Then open what it wrote.")));
    layout->addLayout(m_commandLayout);
    layout->addLayout(row);
    return box;
}

QLayout* ConvertPage::buttonRow() {
    auto* const open = new QPushButton(tr("&Open another profile…"));
    auto* const dismiss = new QPushButton(tr("&Dismiss"));
    dismiss->setObjectName(QStringLiteral("dismissConversion"));
    connect(open, &QPushButton::clicked, this, &ConvertPage::openRequested);
    connect(dismiss, &QPushButton::clicked, this, &ConvertPage::dismissed);
    auto* const row = new QHBoxLayout;
    row->addWidget(open);
    row->addWidget(dismiss);
    row->addStretch();
    return row;
}

void ConvertPage::showError(const Error& error, const ConvertSettings& settings) {
    m_reason->setText(errorText(error).details);
    m_edit->setSettings(settings);
    m_commands.clear();
    for (const std::string& command : conversionCommands(error.file)) {
        m_commands += QString::fromStdString(command);
    }
    fillCommands();
    setAccessibleName(tr("This profile needs the Poplar SDK"));
    setAccessibleDescription(m_commands.join(QLatin1Char('\n')));
}

void ConvertPage::fillCommands() {
    while (QLayoutItem* const item = m_commandLayout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const QString& command : m_commands) {
        auto* const line = new QWidget;
        auto* const edit = new QLineEdit(command);
        edit->setReadOnly(true);
        edit->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        edit->setCursorPosition(0);
        edit->setAccessibleName(tr("Command"));
        auto* const copy = new QPushButton(tr("Copy"));
        copy->setAccessibleName(tr("Copy the command"));
        connect(copy, &QPushButton::clicked, this,
                [command] { QApplication::clipboard()->setText(command); });
        auto* const layout = new QHBoxLayout(line);
        layout->setContentsMargins({});
        layout->addWidget(edit, 1);
        layout->addWidget(copy);
        m_commandLayout->addWidget(line);
    }
}

void ConvertPage::saveExporter() {
    const QString path =
        chooseSaveFile(this, tr("Save the Exporter"), QStringLiteral("tileline_exporter.py"));
    if (path.isEmpty()) {
        return;
    }
    if (const auto written = writeFileAtomically(path.toStdString(), exporterScript()); !written) {
        PlainMessageBox::warn(this, tr("Save the Exporter"), plainText(written.failure()));
    }
}

} // namespace tileline
