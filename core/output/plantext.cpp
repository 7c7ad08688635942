// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/plantext.h"

#include "core/base/printable.h"
#include "core/explain/remedies.h"
#include "core/wording/layertext.h"

#include <algorithm>
#include <cstdio>

namespace tileline {

namespace {

std::string entriesText(const Layers& layers, const PlacedStage& stage) {
    const std::string text = rangeText(layers, stage.entries);
    return stage.withOutput ? text + ", " + displayText(layers, layers.last()) : text;
}

} // namespace

std::string keptFreeText(const MemoryLimits& memory, StageIndex ipu) {
    return memory.keepFree == 0 ? std::string()
                                : " bytes, " + std::to_string(memory.keepFree) + " % of " +
                                      std::to_string(memory.memoryOf(ipu)) + " kept free";
}

std::string planVerdictText(const PlanEstimate& estimate, const MemoryLimits& memory, Fit fit,
                            bool buildable) {
    const uint32_t ipu = fullestIpu(estimate, memory);
    const uint64_t peak = estimate.stages[ipu].peakTileBytes;
    const uint64_t limit = memory.limitOf({ipu});
    const std::string share = percentText(static_cast<double>(peak), static_cast<double>(limit));
    const std::string keptFree = keptFreeText(memory, {ipu});
    const std::string ofLimit =
        " of " + std::to_string(limit) + " bytes" + (limit > 0 ? " (" + share + ")" : "");
    const std::string where = ", on IPU " + std::to_string(ipu) +
                              (keptFree.empty() ? "" : " (limit " + std::to_string(limit) + keptFree + ")") +
                              ". ";
    const std::string text = "Fullest tile: " + std::to_string(peak);
    if (!fit.known()) {
        return text + " bytes" + where +
               "It is not known whether the plan fits, because the figures are not reliable (see the "
               "warnings).";
    }
    return text + ofLimit + where +
           (!buildable   ? "No framework compiles the plan: it splits a weight."
            : fit.fits() ? "The plan fits."
                         : "The plan does not fit.");
}

std::string idleIpusText(size_t stages, uint32_t ipus) {
    const IpuUse use = ipuUse(stages, ipus);
    if (use.idle() == 0) {
        return {};
    }
    const std::string used = "It uses " + std::to_string(use.used);
    const std::string of = std::to_string(use.of);
    return use.acquired ? used + " IPUs; " + of + " are acquired, because IPUs are acquired in powers of two."
                        : used + " of " + of + " IPUs.";
}

std::string timeText(const PipelineTime& time, bool measured) {
    char buffer[160];
    // A measured run also includes host transfers, syncs and waiting. Therefore, the text says that the
    // period covers only compute and exchange.
    std::snprintf(buffer, sizeof buffer, "Period%s: %.0f cycles (%s); utilisation %s.",
                  measured ? " of compute and exchange" : "", time.period,
                  measured ? "measured" : "estimated", percentText(time.utilisation, 1).c_str());
    return buffer;
}

Table rolesTable(std::span<const StageRoles> stages) {
    Table table;
    table.columns = {{"ipu", ColumnType::Integer}, {"bytes"}};
    std::vector<size_t> shown;
    for (size_t i = 0; i < RoleCount; ++i) {
        if (std::ranges::any_of(stages, [i](const StageRoles& stage) { return stage.bytes.of[i] > 0; })) {
            shown.push_back(i);
            table.columns.push_back({std::string(idOf(static_cast<Role>(i))), ColumnType::Integer});
        }
    }
    table.columns.push_back({"total", ColumnType::Integer});
    for (size_t ipu = 0; ipu < stages.size(); ++ipu) {
        for (const auto& [where, bytes] :
             {std::pair{"all tiles", &stages[ipu].bytes}, {"fullest tile", &stages[ipu].peakBytes}}) {
            std::vector<Cell>& row = table.rows.emplace_back(std::vector<Cell>{ipu, where});
            for (const size_t role : shown) {
                row.emplace_back(bytes->of[role]);
            }
            row.emplace_back(bytes->total());
        }
    }
    return table;
}

std::string peakText(const PeakExplanation& explanation, const Profile& profile, const Layers& layers,
                     const MemoryLimits& memory, const std::vector<PlanWarning>& warnings) {
    const uint64_t total = explanation.bytes.total();
    const uint64_t limit = memory.limitOf({explanation.ipu});
    const Fit fit(total <= limit, warnings);
    std::string text = "IPU " + std::to_string(explanation.ipu) + " (" +
                       entriesText(layers, explanation.stage) + "): " + std::to_string(total) +
                       " bytes on tile " + std::to_string(explanation.tile.value);
    text += !fit.known() ? ". The figures are not reliable (see the warnings).\n"
                         : ", " +
                               (fit.fits() ? std::to_string(limit - total) + " less than the limit of "
                                           : std::to_string(total - limit) + " more than the limit of ") +
                               std::to_string(limit) + keptFreeText(memory, {explanation.ipu}) + ".\n";
    if (!explanation.program) {
        return text;
    }
    const Program& program = profile.programs[explanation.program->index()];
    text += "The tile's variables peak at step " + std::to_string(explanation.step.value) + ": program " +
            std::to_string(program.id) + ", " + printable(program.type) +
            (program.name.empty() ? "" : " " + printable(program.name));
    if (explanation.operation) {
        const LayeredOperation& operation = layers.operations[explanation.operation->index()];
        text += ", of " + printable(operation.name) + " (" + displayText(layers, operation.layer) + ")";
    }
    return text + ".\n";
}

std::vector<const EntryMove*> movesOf(const PeakExplanation& explanation) {
    std::vector<const EntryMove*> moves;
    for (const auto* move : {&explanation.giveFirst, &explanation.giveLast, &explanation.takeNext}) {
        if (*move) {
            moves.push_back(&**move);
        }
    }
    return moves;
}

Table movesTable(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers) {
    using Row = const EntryMove*;
    const auto change = [&](uint64_t now, uint32_t ipu) {
        return static_cast<int64_t>(now - estimate.stages[ipu].peakTileBytes);
    };
    return Columns<Row>{
        //: title of a column with texts such as "give layer 4 to IPU 2"
        {{"change", ColumnType::Text, ColumnText::tr("Move")},
         [&](Row move) {
             const bool taken = explanation.takeNext && move == &*explanation.takeNext;
             return (taken ? "take " : "give ") + displayText(layers, move->entry) +
                    (taken ? " from IPU " : " to IPU ") + std::to_string(move->neighbour) +
                    (move->buildable ? "" : " (splits a weight)");
         }},
        {{"peak_tile_bytes", ColumnType::Bytes, ColumnText::tr("This IPU")},
         [](Row move) { return move->peakTileBytes; }},
        {{"change_bytes", ColumnType::ByteChange, ColumnText::tr("Change")},
         [&](Row move) { return change(move->peakTileBytes, explanation.ipu); }},
        {{"neighbour_peak_tile_bytes", ColumnType::Bytes, ColumnText::tr("Neighbour")},
         [](Row move) { return move->neighbourPeakBytes; }},
        {{"neighbour_change_bytes", ColumnType::ByteChange, ColumnText::tr("Change of the neighbour")},
         [&](Row move) { return change(move->neighbourPeakBytes, move->neighbour); }},
        {{"plan_peak_tile_bytes", ColumnType::Bytes, ColumnText::tr("Fullest IPU")},
         [](Row move) { return move->planPeakBytes; }},
        {{"buildable", ColumnType::Boolean, ColumnText::tr("Frameworks compile it")},
         [](Row move) { return move->buildable; }}}
        .table(movesOf(explanation));
}

Table movesText(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers) {
    Table table = movesTable(explanation, estimate, layers).without({"buildable"});
    for (size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].type == ColumnType::ByteChange) {
            table.columns[i].type = ColumnType::Text;
            for (auto& row : table.rows) {
                const auto bytes = std::get<int64_t>(row[i].value);
                row[i] = Cell((bytes < 0 ? "" : "+") + std::to_string(bytes));
            }
        }
    }
    return table;
}

} // namespace tileline
