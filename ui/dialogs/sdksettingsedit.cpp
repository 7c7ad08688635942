// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/sdksettingsedit.h"

#include "ui/text/plaintext.h"

#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace tileline {

SdkSettingsEdit::SdkSettingsEdit(QWidget* parent)
    : QWidget(parent) {
    auto* const form = new QFormLayout(this);
    form->setContentsMargins({});
    m_python = addFile(form, tr("&Python:"), tr("Python of the Poplar SDK"), QStringLiteral("sdkPython"));
    m_python->setPlaceholderText(QStringLiteral("python3"));
    m_activate = addFile(form, tr("&Activation script:"), tr("Activation Script of the Poplar SDK"),
                         QStringLiteral("sdkActivate"));
    m_activate->setPlaceholderText(tr("none: the SDK is active already"));
}

QLineEdit* SdkSettingsEdit::addFile(QFormLayout* form, const QString& label, const QString& title,
                                    const QString& name) {
    auto* const edit = new QLineEdit;
    edit->setObjectName(name);
    auto* const browse = new QPushButton(tr("Browse…"));
    browse->setAccessibleName(title);
    connect(browse, &QPushButton::clicked, this, [this, edit, title] {
        const QString path = QFileDialog::getOpenFileName(this, title, edit->text());
        if (!path.isEmpty()) {
            edit->setText(path);
        }
    });
    auto* const row = new QHBoxLayout;
    row->addWidget(edit, 1);
    row->addWidget(browse);
    auto* const caption = plainLabel(label);
    caption->setBuddy(edit);
    form->addRow(caption, row);
    return edit;
}

void SdkSettingsEdit::setSettings(const ConvertSettings& settings) {
    m_settings = settings;
    m_python->setText(QString::fromStdString(settings.sdk.python));
    m_activate->setText(QString::fromStdString(settings.sdk.activate));
}

ConvertSettings SdkSettingsEdit::settings() const {
    ConvertSettings settings = m_settings;
    const QString python = m_python->text().trimmed();
    settings.sdk.python = python.isEmpty() ? SdkSettings().python : python.toStdString();
    settings.sdk.activate = m_activate->text().trimmed().toStdString();
    return settings;
}

} // namespace tileline
