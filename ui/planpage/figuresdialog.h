// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/latesttask.h"
#include "ui/session/session.h"

#include <QDialog>

#include <optional>
#include <span>
#include <vector>

class QLabel;
class QTableWidget;

namespace tileline {

/// Both figures of an IPU, and the parts of their difference.
struct IpuFigures {
    LayerRange entries; ///< of the IPU; with Output beside them if `withOutput`
    bool withOutput = false;
    uint64_t pipeline = 0; ///< bytes of the fullest tile
    TileParts parts;       ///< of that tile
    /// PopLiner's figure for the same layers. Empty while it is computed, and if PopLiner has no such stage.
    std::optional<uint64_t> popliner = {};

    std::optional<int64_t> difference() const;
    /// The rest of the difference, beside stash, accumulators and unowned bytes. Its causes: other operations
    /// belong to the stage, other steps count, and another tile can be the fullest.
    std::optional<int64_t> entriesDifference() const;
};

/// Shows the figures of the plan in the pipeline setting beside PopLiner's, and what makes the difference.
/// Follows the plan while it is open. PopLiner's figures are computed on a worker thread.
class FiguresDialog : public QDialog {
    Q_OBJECT
public:
    explicit FiguresDialog(Session* session, QWidget* parent = nullptr);
    ~FiguresDialog() override;

    const std::vector<IpuFigures>& figures() const { return m_figures; }
    /// The table with raw bytes, as tab-separated values.
    QString copyText() const;

private:
    struct Answer {
        StageEstimatorPtr popliner;
        std::vector<std::optional<uint64_t>> peaks; ///< by IPU
    };

    struct Column;
    static std::span<const Column> columns();
    void release();
    void onLayersChanged();
    void onResultChanged();
    void compute();
    void take(const Outcome<Answer>& answer);
    void showFigures(const QString& state);
    QStringList cells(size_t ipu) const;

    Session* const m_session;
    QLabel* m_state;
    QTableWidget* m_table;
    ProfilePtr m_profile;         ///< the profile of m_popliner
    LayerOptions m_options;       ///< the options of m_popliner
    StageEstimatorPtr m_popliner; ///< null until it is built
    std::vector<IpuFigures> m_figures;
    LatestTask m_query{this};
};

} // namespace tileline
