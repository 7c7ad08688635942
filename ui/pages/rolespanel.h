// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/stageroles.h"
#include "ui/session/latesttask.h"

#include <QWidget>

#include <memory>
#include <optional>

class QCheckBox;
class QLabel;

namespace tileline {

class Session;
class TablePanel;

/// What the bytes of a stage are for, on all tiles and on the fullest one, and check boxes for changes of the
/// model: what they would do to the peak, as rules of thumb.
class RolesPanel : public QWidget {
    Q_OBJECT
public:
    explicit RolesPanel(Session* session, QWidget* parent = nullptr);

    /// Shows a stage of the session's profile; without one, a hint to choose one. `limit` is its memory.
    void showStage(const std::optional<PlacedStage>& stage, uint64_t limit);
    /// Drops what was computed from the profile.
    void reset();

    TablePanel* table() const { return m_table; }
    QLabel* result() const { return m_result; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Answer;

    static QCheckBox* addChange(const QString& text, const char* name);
    /// Computes what is shown, now or when the panel becomes visible.
    void compute();
    void show(const Answer& answer);
    ModelChanges whatIf() const;

    Session* m_session;
    TablePanel* m_table;
    QLabel* m_result;
    QCheckBox* m_optimizer;
    QCheckBox* m_accumulators;
    QCheckBox* m_halved;
    QCheckBox* m_doubled;
    std::optional<PlacedStage> m_stage;
    uint64_t m_limit = 0;
    bool m_stale = false;
    std::shared_ptr<const VariableRoles> m_roles;
    StageEstimatorPtr m_estimator; ///< the one that m_roles belongs to
    LatestTask m_query{this};
};

} // namespace tileline
