// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QDialog>

#include <optional>
#include <vector>

class QPushButton;
class QTableWidget;

namespace tileline {

/// Edits the memory limits of individual IPUs in a table with a row for each IPU. An empty field means the
/// common limit.
class LimitsDialog : public QDialog {
    Q_OBJECT
public:
    /// `current` is the IPU whose field gets the focus.
    LimitsDialog(const Plan& state, StageIndex current, QWidget* parent = nullptr);

    /// The limits in bytes per tile, as in MemoryLimits::ofIpu.
    std::vector<uint64_t> limits() const;

private:
    std::optional<uint64_t> typed(int row) const;
    void checkAll();

    const uint64_t m_common;
    QTableWidget* m_table;
    QPushButton* m_ok = nullptr;
};

} // namespace tileline
