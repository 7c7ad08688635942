// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/stageroles.h"
#include "ui/pages/tilememorydata.h"
#include "ui/session/latesttask.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/plaintext.h"

#include <QWidget>

class QCheckBox;

namespace tileline {

/// Shows the roles of a stage's bytes, on all tiles and on the fullest tile. Each check box stands for a
/// change to the model. While boxes are checked, the panel also shows the peak with these changes, estimated
/// by a rule of thumb.
class RolesPanel : public QWidget {
    Q_OBJECT
public:
    RolesPanel();

    /// Shows the roles of the bytes of a stage. If `shown` has no stage, shows a hint to choose one.
    void setData(TileMemoryDataPtr shown);

    TablePanel* table() const { return m_table; }
    QLabel* result() const { return m_result; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Computes the contents: at once if the panel is visible, otherwise when it becomes visible.
    void compute();
    void show(const StageRoles& stage);
    ModelChanges whatIf() const;

    TablePanel* m_table = new TablePanel(tr("Roles"));
    QLabel* m_result = selectableLabel();
    QCheckBox* m_optimizer;
    QCheckBox* m_accumulators;
    QCheckBox* m_halved;
    QCheckBox* m_doubled;
    TileMemoryDataPtr m_data;
    bool m_stale = false;
    LatestTask m_task{this};
};

} // namespace tileline
