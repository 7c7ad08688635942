// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/settingoptions.h"

#include <QDialog>

#include <vector>

class QDoubleSpinBox;

namespace tileline {

/// Edits the numeric options of the pipeline setting.
class NumbersDialog : public QDialog {
    Q_OBJECT
public:
    explicit NumbersDialog(const SettingOptions& current, QWidget* parent = nullptr);

    /// The options with the numbers from the boxes. Numbers that the user did not change keep all digits.
    SettingOptions options() const;

private:
    struct Field {
        const SettingOption* option;
        QDoubleSpinBox* box;
        double shownBefore = 0; ///< the number that the box showed first; it may be rounded
    };
    void showOptions(const SettingOptions& options);

    const SettingOptions m_before;
    std::vector<Field> m_fields;
};

} // namespace tileline
