// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convert/convertsettings.h"

#include <QDialog>

class QSpinBox;

namespace tileline {

class SdkSettingsEdit;

/// Settings for reading Poplar's own profiles: where the SDK is, and how large the cache of converted
/// profiles may become.
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
