// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convert/convertsettings.h"

#include <QDialog>

class QSpinBox;

namespace tileline {

class SdkSettingsEdit;

/// How Poplar's own profiles are read: where the SDK is, and how much of what was converted is kept.
class SdkDialog : public QDialog {
    Q_OBJECT
public:
    explicit SdkDialog(const ConvertSettings& settings, QWidget* parent = nullptr);

    ConvertSettings settings() const;

private:
    SdkSettingsEdit* m_edit;
    QSpinBox* m_cacheGibibytes;
};

} // namespace tileline
