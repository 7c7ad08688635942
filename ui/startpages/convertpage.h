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

/// Shown for a profile in Poplar's own format if the SDK was not found: the reason, the two commands that
/// convert the profile on another machine, and the fields for the location of the SDK.
class ConvertPage : public QWidget {
    Q_OBJECT
public:
    explicit ConvertPage(QWidget* parent = nullptr);

    /// `error` must have the code NoPoplarSdk; its file is the profile.
    void showError(const Error& error, const ConvertSettings& settings);
    QStringList commands() const { return m_commands; }

signals:
    /// The user wants to try again with these settings.
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
