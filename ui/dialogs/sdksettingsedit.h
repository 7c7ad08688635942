// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convert/convertsettings.h"

#include <QWidget>

class QFormLayout;
class QLineEdit;

namespace tileline {

/// The fields for the location of the Poplar SDK: its Python interpreter and its activation script.
class SdkSettingsEdit : public QWidget {
    Q_OBJECT
public:
    explicit SdkSettingsEdit(QWidget* parent = nullptr);

    void setSettings(const ConvertSettings& settings);
    /// The settings in the fields. An empty interpreter field means python3.
    ConvertSettings settings() const;

private:
    QLineEdit* addFile(QFormLayout* form, const QString& label, const QString& title, const QString& name);

    ConvertSettings m_settings;
    QLineEdit* m_python = nullptr;
    QLineEdit* m_activate = nullptr;
};

} // namespace tileline
