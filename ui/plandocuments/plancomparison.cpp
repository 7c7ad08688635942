// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/plancomparison.h"

#include "core/base/parallel.h"
#include "core/explain/remedies.h"
#include "ui/text/celltext.h"
#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"

#include <QFont>

#include <algorithm>
#include <numeric>

namespace tileline {

namespace {

/// Whether two plans have equal splits and limits, and therefore equal estimates and headrooms.
bool sameEstimate(const PlanDescription& a, const PlanDescription& b) {
    return a.splits == b.splits && a.memoryPerTile == b.memoryPerTile && a.ipuMemory == b.ipuMemory &&
           a.keepFree == b.keepFree;
}

} // namespace

PlanComparison::PlanComparison(PlanDocument* document, QObject* parent)
    : QAbstractTableModel(parent)
    , m_document(document) {
    Session* const session = document->session();
    connect(document, &PlanDocument::plansChanged, this, &PlanComparison::refresh);
    connect(document, &PlanDocument::currentChanged, this, &PlanComparison::refresh);
    connect(session, &Session::planChanged, this, [this] {
        if (m_document->editor()->dragging()) {
            refresh(); // the document updates its plans later, when PlanDocument::m_refresh fires
        }
    });
    connect(session, &Session::resultChanged, this, &PlanComparison::refresh);
    connect(session, &Session::optimumChanged, this, &PlanComparison::refresh);
    // New layers change all estimates, and new warnings change headrooms, so all rows are made again.
    for (const auto signal : {&Session::layersChanged, &Session::selfChecksChanged}) {
        connect(session, signal, this, [this] {
            m_rows.clear();
            refresh();
        });
    }
    refresh();
}

PlanComparison::Row PlanComparison::makeRow(const PlanDescription& plan) const {
    const auto known = std::ranges::find_if(
        m_rows, [&](const Row& row) { return sameEstimate(row.plan, plan) && row.peak; });
    Row row = known == m_rows.end() ? Row() : *known;
    row.plan = plan;
    row.stages = plan.splits.size() + 1;
    return row;
}

void PlanComparison::takeEstimate(Row& row, const PlanEstimate& estimate) const {
    const Session& session = *m_document->session();
    const auto& crossing = estimate.crossingBytes;
    row.stages = estimate.stages.size();
    row.peak = estimate.peakTileBytes();
    row.crossing = std::accumulate(crossing.begin(), crossing.end(), uint64_t{0});
    row.headroom =
        figuresHold(session.warnings(&estimate))
            ? std::optional(verdictOf(estimate, row.plan.memory(session.profile()->target)).headroom)
            : std::nullopt;
    row.splitsWeight = splitsWeights(estimate, session);
}

void PlanComparison::refresh() {
    Session* const session = m_document->session();
    std::vector<Row> rows;
    for (const PlanDescription& plan : m_document->plans()) {
        rows.push_back(makeRow(plan));
    }
    if (session->result() && session->resultIsCurrent() && session->profile()) {
        takeEstimate(rows[m_document->current()], session->result()->estimate);
    }
    const bool sameSize = rows.size() == m_rows.size();
    if (!sameSize) {
        beginResetModel();
    }
    m_rows = std::move(rows);
    if (!sameSize) {
        endResetModel();
    } else if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
    estimateMissing();
}

void PlanComparison::estimateMissing() {
    const auto missing = std::ranges::find_if(
        m_rows, [this](const Row& row) { return !row.peak && &row != &m_rows[m_document->current()]; });
    const StageEstimatorPtr estimator = m_document->session()->estimator();
    if (missing == m_rows.end() || !estimator || m_query.busy()) {
        return;
    }
    const PlanDescription plan = missing->plan;
    m_query.run(
        [estimator, plan](const std::stop_token& stop) {
            Workers workers(1);
            const AppliedPlan applied = applyPlan(plan, estimator->layers(), estimator->profile().target);
            return estimator->estimate(applied.plan.splitPlan(), workers, stop);
        },
        [this, estimator, plan](const Outcome<PlanEstimate>& estimate) {
            if (!estimate) {
                return;
            }
            for (Row& row : m_rows) {
                if (estimator == m_document->session()->estimator() && sameEstimate(row.plan, plan)) {
                    takeEstimate(row, *estimate);
                }
            }
            // The refresh is queued, because m_query is still busy while this function runs.
            QMetaObject::invokeMethod(this, &PlanComparison::refresh, Qt::QueuedConnection);
        });
}

bool PlanComparison::complete() const {
    return std::ranges::all_of(m_rows, [](const Row& row) { return row.peak.has_value(); });
}

std::optional<double> PlanComparison::gapOf(const Row& row) const {
    const OptimumPtr optimum = m_document->session()->optimum();
    const size_t ipus = row.plan.ipus;
    if (!optimum || !row.headroom || ipus == 0 || optimum->tradeOff.empty()) {
        return std::nullopt;
    }
    const auto& best = optimum->tradeOff[std::min(ipus, optimum->tradeOff.size()) - 1];
    if (!best || best->peakTileBytes == 0) {
        return std::nullopt;
    }
    return static_cast<double>(*row.peak) / static_cast<double>(best->peakTileBytes) - 1;
}

struct PlanComparison::ColumnWords {
    const char* title; ///< in English
    const char* tip;
    ColumnType type;
    Cell (*cell)(const PlanComparison& plans, const Row& row);
};

const PlanComparison::ColumnWords& PlanComparison::columnAt(int column) {
    using Plans = const PlanComparison&;
    static const ColumnWords Columns[ColumnCount]{
        //: column titles of the list of plans; Crossing: bytes that cross the splits
        {QT_TR_NOOP("Plan"), QT_TR_NOOP("Name; the shown plan is bold"), ColumnType::Text,
         [](Plans, const Row& row) -> Cell { return row.plan.name; }},
        {QT_TR_NOOP("IPUs"), QT_TR_NOOP("Number of stages, and number of IPUs that the plan may use"),
         ColumnType::Text,
         [](Plans, const Row& row) -> Cell {
             //: %1 is the number of a plan's stages, %2 the number of IPUs
             return tr("%1 of %2").arg(row.stages).arg(row.plan.ipus).toStdString();
         }},
        {QT_TR_NOOP("Peak"), QT_TR_NOOP("Peak tile memory of the fullest stage"), ColumnType::Bytes,
         [](Plans, const Row& row) -> Cell { return row.peak; }},
        {QT_TR_NOOP("Headroom"), QT_TR_NOOP("Lowest headroom of any stage; a negative value is an overflow"),
         ColumnType::ByteChange, [](Plans, const Row& row) -> Cell { return row.headroom; }},
        {QT_TR_NOOP("Above optimum"),
         QT_TR_NOOP("How far the peak is above the peak of the best plan for the same number of IPUs"),
         ColumnType::Share, [](Plans plans, const Row& row) -> Cell { return plans.gapOf(row); }},
        {QT_TR_NOOP("Crossing"), QT_TR_NOOP("Bytes that cross the splits"), ColumnType::Bytes,
         [](Plans, const Row& row) -> Cell { return row.crossing; }}};
    return Columns[column];
}

QString PlanComparison::text(const Row& row, int column) const {
    return cellText(columnAt(column).cell(*this, row), columnAt(column).type);
}

QString PlanComparison::tip(const Row& row, int column) {
    if (column == HeadroomColumn && row.headroom) {
        return row.splitsWeight    ? tr("The plan splits a weight.")
               : *row.headroom < 0 ? tr("A stage does not fit on its IPU.")
                                   : tr("Every stage fits on its IPU.");
    }
    return exactText(row.plan.notes);
}

QVariant PlanComparison::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto number = static_cast<size_t>(index.row());
    const Row& row = m_rows[number];
    const bool shown = number == m_document->current();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::EditRole:
        return index.column() == NameColumn ? exactText(row.plan.name) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == NameColumn ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(shown);
        return font;
    }
    case Qt::AccessibleTextRole:
        //: for screen readers: marks the plan that the window shows
        return index.column() == NameColumn && shown ? tr("%1, shown").arg(text(row, NameColumn))
                                                     : text(row, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(tip(row, index.column()));
    default:
        return {};
    }
}

QVariant PlanComparison::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::ToolTipRole) {
        return plainToolTip(tr(columnAt(section).tip));
    }
    return role == Qt::DisplayRole ? tr(columnAt(section).title) : QVariant();
}

Qt::ItemFlags PlanComparison::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == NameColumn ? flags | Qt::ItemIsEditable : flags;
}

bool PlanComparison::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || index.column() != NameColumn) {
        return false;
    }
    m_document->rename(static_cast<size_t>(index.row()), value.toString().trimmed());
    return true;
}

Table PlanComparison::table() const {
    Table table{{{"plan", ColumnType::Text},
                 {"shown", ColumnType::Boolean},
                 {"stages", ColumnType::Integer},
                 {"ipus", ColumnType::Integer},
                 {"peak_tile_bytes", ColumnType::Integer},
                 {"headroom_bytes", ColumnType::Integer},
                 {"above_optimum", ColumnType::Real},
                 {"crossing_bytes", ColumnType::Integer}},
                {}};
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        table.rows.push_back({row.plan.name, i == m_document->current(), row.stages, row.plan.ipus, row.peak,
                              row.headroom, gapOf(row), row.crossing});
    }
    return table;
}

} // namespace tileline
