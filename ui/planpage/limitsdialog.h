// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/plan.h"

#include <QDialog>

#include <vector>

class QTableWidget;

namespace tileline {

/// Edits the memory limits of single IPUs: a table of IPU and bytes per tile. An empty field means the
/// common limit.
class LimitsDialog : public QDialog {
    Q_OBJECT
public:
    /// `current`: the IPU whose field is ready to be typed into.
    LimitsDialog(const Plan& state, StageIndex current, QWidget* parent = nullptr);

    /// As Plan::ipuMemory has it.
    std::vector<uint64_t> limits() const;

private:
    const uint64_t m_common;
    QTableWidget* m_table;
};

} // namespace tileline
