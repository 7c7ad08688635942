// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/convert/convertsettings.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace tileline {

class SdkSettingsEdit;

/// What the window shows for Poplar's own profile where the SDK was not found: why, the two commands that
/// convert it elsewhere, and the fields that say where the SDK is.
class ConvertPage : public QWidget {
    Q_OBJECT
public:
    explicit ConvertPage(QWidget* parent = nullptr);

    /// `error` is a NoPoplarSdk; its file is the profile.
    void showError(const Error& error, const ConvertSettings& settings);
    QStringList commands() const { return m_commands; }

signals:
    /// Try again, with these settings.
    void retryRequested(const tileline::ConvertSettings& settings);
    void openRequested();
    void dismissed();

private:
    QWidget* commandsBox();
    QWidget* settingsBox();
    QLayout* buttonRow();
    void fillCommands();
    void saveExporter();

    QLabel* m_reason;
    QVBoxLayout* m_commandLayout;
    SdkSettingsEdit* m_edit;
    QStringList m_commands;
};

} // namespace tileline
