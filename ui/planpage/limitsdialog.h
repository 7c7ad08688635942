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

/// Edits the memory of individual IPUs in a table of IPU and bytes per tile. An empty field stands for the
/// common limit.
class LimitsDialog : public QDialog {
    Q_OBJECT
public:
    /// `current` is the IPU whose field gets the focus.
    LimitsDialog(const Plan& state, StageIndex current, QWidget* parent = nullptr);

    /// The limits in the form of MemoryLimits::ofIpu.
    std::vector<uint64_t> limits() const;

private:
    std::optional<uint64_t> typed(int row) const;
    void checkAll();

    const uint64_t m_common;
    QTableWidget* m_table;
    QPushButton* m_ok = nullptr;
};

} // namespace tileline
