// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/operationspage.h"

#include "core/estimate/operationfigures.h"
#include "core/output/reports.h"
#include "ui/pages/comparisonbox.h"
#include "ui/text/warningtext.h"

#include <algorithm>

namespace tileline {

namespace {

/// A table of all operations, or only of the operations on one IPU. The key of a row is the operation's
/// position in Layers::operations.
Outcome<TableDataPtr> makeOperations(const Profile& profile, const Layers& layers,
                                     const std::optional<ShownStage>& stage,
                                     std::optional<StageIndex> reportIpu, const std::stop_token& stop) {
    Workers workers(1);
    const auto tiles = reportIpu ? std::optional(TileRange::ofIpu(profile, reportIpu->value))
                       : profile.target.hasSeveralIpus() ? std::optional(TileRange::ofModel(profile))
                                                         : std::nullopt;
    auto figures = TRY(operationFigures(profile, layers, workers, stop, tiles));
    // Operations that have no bytes on the shown IPUs of the report are left out.
    const auto isShown = [&, bytes = tiles ? figures : decltype(figures)()](uint32_t i) {
        return tiles ? bytes[i].total() > 0
                     : !stage || stage->placed.holds(layers.operations[i].layer, layers.last());
    };
    auto cycles = TRY(OperationCycleFigures::find(profile, layers, stop));
    Table all =
        operationsTable(profile, layers, figures, cycles)
            .only({"position", "name", "layer", "software_layer", "total", "cycles", "cycles_measured",
                   "cycles_estimated", "flops", "tile_balance", "variables", "vertex_code", "vertex_state",
                   "exchange_code", "control_code", "first_step", "last_step", "source", "note"});
    if (std::ranges::none_of(profile.computeSets, [](const auto& set) { return set.flops.has_value(); })) {
        all = std::move(all).without({"flops"});
    }
    auto data = std::make_shared<TableData>(TableData{{std::move(all.columns), {}}, {}});
    for (uint32_t i = 0; i < layers.operations.size(); ++i) {
        if (isShown(i)) {
            data->table.rows.push_back(std::move(all.rows[i]));
            data->keys.push_back(i);
        }
    }
    return TableDataPtr(std::move(data));
}

} // namespace

OperationsPage::OperationsPage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see its operations.")) {
    m_note->setObjectName(QStringLiteral("standIns"));
    content()->addLayout(rowOf({makeStageBox(tr("Whole model")), {m_note, 1}, Part::stretch(0)}));
    content()->addWidget(m_table, 1);
    m_table->hideAtFirst({"cycles", "last_step", "note"});
    m_table->showSums();
    connect(m_table, &TablePanel::keySelected, this, &OperationsPage::selectOperation);
    connect(session->comparison(), &Comparison::changed, this, &OperationsPage::invalidate);
    selection->follow<OperationIndex>(this, &OperationsPage::followOperation);
    selection->follow<LayerIndex>(this, &OperationsPage::followLayer);
}

void OperationsPage::refresh() {
    const LoadNote* const standIns = session()->profile()->findNote(LoadNote::Kind::OperationsFromPrograms);
    m_note->setVisible(standIns != nullptr);
    m_note->setText(standIns ? warningText(*standIns).text : QString());
    if (standIns && session()->layers()->operations.empty()) {
        showMessage(tr("The profile has no operations that PopLiner recognises"),
                    tr("Choose the pipeline setting: it shows named programs instead."));
        return;
    }
    if (session()->layers()->operations.empty()) {
        showMessage(
            tr("The profile has no operations with programs"),
            tr("Put the debug.cbor of the same compilation beside the profile, and open the profile again."));
        return;
    }
    m_table->showWorking();
    compute(
        m_task,
        [profile = session()->profile(), layers = session()->layers(), shown = stage(), ipu = reportIpu(),
         compared = session()->comparison()->report()](const std::stop_token& stop) -> Outcome<TableDataPtr> {
            auto table = TRY(makeOperations(*profile, *layers, shown, ipu, stop));
            if (compared && !shown && compared->hasIpu(ipu)) {
                const Study& other = compared->study;
                table = withOther(table, TRY(makeOperations(*other.profile, *other.layers, {}, ipu, stop)),
                                  "name",
                                  {"total", "cycles", "variables", "vertex_code", "vertex_state",
                                   "exchange_code", "control_code"});
            }
            return table;
        },
        [this](TableDataPtr table) {
            m_table->setData(std::move(table));
            followOperation();
            followLayer();
        });
}

void OperationsPage::selectOperation(std::optional<uint32_t> operation) {
    const LayersPtr layers = session()->layers();
    if (!operation || !layers || *operation >= layers->operations.size()) {
        return;
    }
    const LayeredOperation& chosen = layers->operations[*operation];
    const auto& step = session()->profile()->operationDetails[chosen.detail.index()].firstStep;
    selection()->choose({OperationIndex{*operation}, chosen.layer, step});
}

void OperationsPage::followOperation() {
    const auto operation = selection()->chosen<OperationIndex>();
    m_table->selectKey(operation ? std::optional(operation->value) : std::nullopt);
}

/// Selects the first operation of a layer that was selected on another page.
void OperationsPage::followLayer() {
    const auto layer = selection()->chosen<LayerIndex>();
    const LayersPtr layers = session()->layers();
    if (!layer || !layers) {
        return;
    }
    const auto& operations = layers->operations;
    const auto chosen = selection()->chosen<OperationIndex>();
    if (chosen && chosen->index() < operations.size() && operations[chosen->index()].layer == *layer) {
        return;
    }
    const auto first = std::ranges::find(operations, *layer, &LayeredOperation::layer);
    if (first != operations.end()) {
        m_table->selectKey(static_cast<uint32_t>(first - operations.begin()));
    }
}

} // namespace tileline
