// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/settingoptions.h"

#include <QDialog>

class QDoubleSpinBox;
class QSpinBox;

namespace tileline {

/// Edits what the time of a plan depends on beside the profile and the recomputation.
class TimeDialog : public QDialog {
    Q_OBJECT
public:
    explicit TimeDialog(const SettingOptions& current, QWidget* parent = nullptr);

    /// Values that were not changed keep all their digits.
    SettingOptions options() const;

private:
    void showOptions(const SettingOptions& options);
    SettingOptions fields() const;

    const SettingOptions m_before;
    SettingOptions m_shownBefore; ///< m_before as the fields show it, which can be with fewer digits
    QSpinBox* m_microBatches;
    QSpinBox* m_microBatchSize;
    QDoubleSpinBox* m_rate;
    QDoubleSpinBox* m_idle;
};

} // namespace tileline
