// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/settingoptions.h"

#include <QDialog>

#include <optional>
#include <vector>

class QPushButton;
class QTableWidget;
class QDoubleSpinBox;

namespace tileline {

/// Edits the memory limits of individual IPUs in a table. An empty field means the common limit.
class LimitsDialog : public QDialog {
    Q_OBJECT
public:
    /// When the dialog opens, the field of the IPU `current` has the focus.
    LimitsDialog(const Plan& state, StageIndex current, QWidget* parent = nullptr);

    /// The limits in bytes per tile, in the format of MemoryLimits::ofIpu.
    std::vector<uint64_t> limits() const;

private:
    std::optional<uint64_t> typed(int row) const;
    void checkAll();

    const uint64_t m_common;
    QTableWidget* m_table;
    QPushButton* m_ok = nullptr;
};

/// Edits the numeric options of the pipeline setting.
class NumbersDialog : public QDialog {
    Q_OBJECT
public:
    explicit NumbersDialog(const SettingOptions& current, QWidget* parent = nullptr);

    /// The options, with the numbers that the boxes show. A number that the user did not change keeps all its
    /// digits.
    SettingOptions options() const;

private:
    struct Field {
        const SettingOption* option;
        QDoubleSpinBox* box;
        double shownBefore = 0; ///< the number that the box showed at first, possibly rounded
    };
    void showOptions(const SettingOptions& options);

    const SettingOptions m_before;
    std::vector<Field> m_fields;
};

} // namespace tileline
