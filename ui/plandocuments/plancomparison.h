// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/tables.h"
#include "ui/plandocuments/plandocument.h"
#include "ui/session/latesttask.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace tileline {

/// Compares the plans of a document in a table with a row for each plan. All plans except the shown one are
/// estimated in the background; until a plan has been estimated, its cells are empty.
class PlanComparison : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        StagesColumn,
        PeakColumn,
        HeadroomColumn,
        GapColumn,
        CrossingColumn,
        ColumnCount
    };

    explicit PlanComparison(PlanDocument* document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : ColumnCount;
    }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    /// All rows as a table with exact byte counts, for copying and saving.
    Table table() const;
    /// Whether every plan has been estimated.
    bool complete() const;

private:
    /// A plan and the known figures of its estimate.
    struct Row {
        PlanDescription plan; ///< the plan that was estimated
        size_t stages = 0;
        std::optional<uint64_t> peak;
        std::optional<uint64_t> crossing;
        std::optional<int64_t> headroom; ///< lowest headroom of any stage; negative: overflow; empty: unknown
        bool splitsWeight = false;
    };

    struct ColumnWords;
    static const ColumnWords& columnAt(int column);
    void refresh();
    void estimateMissing();
    void takeEstimate(Row& row, const PlanEstimate& estimate) const;
    Row makeRow(const PlanDescription& plan) const;
    std::optional<double> gapOf(const Row& row) const;
    QString text(const Row& row, int column) const;
    static QString tip(const Row& row, int column);

    PlanDocument* const m_document;
    std::vector<Row> m_rows;
    LatestTask m_query{this};
};

} // namespace tileline
