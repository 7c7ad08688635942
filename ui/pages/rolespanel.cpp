// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/rolespanel.h"

#include "ui/text/bytestext.h"
#include "ui/text/controls.h"

#include <QGridLayout>
#include <QSignalBlocker>

namespace tileline {

namespace {

TableDataPtr rolesData(const StageRoles& stage) {
    std::vector<uint32_t> roles;
    for (uint32_t role = 0; role < RoleCount; ++role) {
        if (stage.bytes.of[role] > 0) {
            roles.push_back(role);
        }
    }
    roles.push_back(RoleCount); // RoleCount stands for the sum of all roles
    const auto bytesOf = [](const RoleBytes& bytes) {
        return [&bytes](uint32_t role) { return role < RoleCount ? bytes.of[role] : bytes.total(); };
    };
    return makeTableData(
        Columns<uint32_t>{
            //: the purpose of bytes: weights, gradients, ...
            {{"role", ColumnType::Role, ColumnText::tr("Role")},
             [](uint32_t role) { return role < RoleCount ? idOf(static_cast<Role>(role)) : "total"; }},
            {{"bytes", ColumnType::Bytes, ColumnText::tr("All tiles")}, bytesOf(stage.bytes)},
            {{"peak_bytes", ColumnType::Bytes, ColumnText::tr("Fullest tile")}, bytesOf(stage.peakBytes)}},
        roles, [](uint32_t role) { return role; });
}

} // namespace

RolesPanel::RolesPanel()
    : m_optimizer(checkBox(tr("&Optimizer state off chip"), "optimizerOffChip",
                           tr("A rule of thumb: no optimizer state, and no buffer in its place")))
    , m_accumulators(checkBox(tr("Accumulators in &half precision"), "halfAccumulators",
                              tr("A rule of thumb: all accumulators take half the bytes")))
    , m_halved(checkBox(tr("Activations hal&ved"), "halveActivations",
                        tr("A rule of thumb for half the micro-batch: activations, their gradients and their "
                           "stashes take half the bytes")))
    , m_doubled(checkBox(tr("Activations &doubled"), "doubleActivations",
                         tr("A rule of thumb for twice the micro-batch: activations, their gradients and "
                            "their stashes take twice the bytes"))) {
    auto* const changes = new QGridLayout;
    //: followed by check boxes: what would happen if ...
    changes->addWidget(plainLabel(tr("What if:")), 0, 0);
    changes->addWidget(m_optimizer, 0, 1);
    changes->addWidget(m_halved, 1, 1);
    changes->addWidget(m_accumulators, 0, 2);
    changes->addWidget(m_doubled, 1, 2);
    changes->setColumnStretch(3, 1);
    withoutMargins(columnOf({changes, m_result, {m_table, 1}}, this));
    // At most one of the boxes "Activations halved" and "Activations doubled" can be checked.
    for (const auto& [box, other] : {std::pair{m_halved, m_doubled}, {m_doubled, m_halved}}) {
        connect(box, &QCheckBox::toggled, other, [other](bool on) {
            if (on) {
                const QSignalBlocker blocker(other);
                other->setChecked(false);
            }
        });
    }
    for (QCheckBox* change : {m_optimizer, m_accumulators, m_halved, m_doubled}) {
        connect(change, &QCheckBox::toggled, this, &RolesPanel::compute);
    }
    compute();
}

ModelChanges RolesPanel::whatIf() const {
    return {m_optimizer->isChecked(), m_accumulators->isChecked(),
            m_halved->isChecked()    ? ModelChanges::MicroBatch::Halved
            : m_doubled->isChecked() ? ModelChanges::MicroBatch::Doubled
                                     : ModelChanges::MicroBatch::Same};
}

void RolesPanel::setData(TileMemoryDataPtr shown) {
    m_data = std::move(shown);
    compute();
}

void RolesPanel::compute() {
    if (!m_data || !m_data->stage) {
        m_task.cancel();
        m_result->clear();
        m_table->setData(std::make_shared<TableData>());
        m_table->setPlaceholder(tr("Choose a stage above to see what its bytes are for."));
        return;
    }
    m_stale = !isVisible();
    if (m_stale) {
        return;
    }
    m_task.run(
        [shown = m_data, whatIf = whatIf()](const std::stop_token& stop) {
            Workers workers(1);
            return rolesOf(*shown->stage->estimator, *shown->roles, shown->stage->placed, whatIf, workers,
                           stop);
        },
        [this](const Outcome<StageRoles>& roles) {
            if (roles) {
                show(*roles);
            }
        });
}

void RolesPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) {
        compute();
    }
}

void RolesPanel::show(const StageRoles& stage) {
    m_table->setPlaceholder({});
    m_table->setData(rolesData(stage));
    const uint64_t estimate = stage.peakBytes.total();
    if (!stage.changed) {
        m_result->setText(tr("Estimated peak: %1").arg(bytesText(estimate)));
        return;
    }
    const uint64_t changed = stage.changed->tileBytes;
    const QString text =
        //: %1 and %3 are numbers of bytes, %2 the number of a tile
        tr("As a rule of thumb, the peak would be %1, on tile %2. Without these changes, the estimated peak "
           "is %3.")
            .arg(bytesText(changed), numberText(stage.changed->tile.value), bytesText(estimate));
    const std::optional<uint64_t> limit = m_data->limit;
    m_result->setText(!limit ? text
                             : text + QLatin1Char(' ') +
                                   (changed <= *limit
                                        ? tr("Headroom then: %1").arg(bytesText(*limit - changed))
                                        : tr("Overflow then: %1").arg(bytesText(changed - *limit))));
}

} // namespace tileline
