// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/plantext.h"

#include "core/base/printable.h"
#include "core/explain/remedies.h"
#include "core/output/reports.h"
#include "core/wording/layertext.h"
#include "core/wording/warningtext.h"

#include <algorithm>
#include <cstdio>

namespace tileline {

namespace {

std::string signedText(uint64_t now, uint64_t before) {
    return now < before ? "-" + std::to_string(before - now) : "+" + std::to_string(now - before);
}

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
               "The figures do not hold, see the warnings: whether the plan fits is not known.";
    }
    if (!buildable) {
        return text + ofLimit + where + "No framework compiles the plan: it splits a weight.";
    }
    return text + ofLimit + where + (fit.fits() ? "The plan fits." : "The plan does not fit.");
}

std::string idleIpusText(size_t stages, uint32_t ipus) {
    const IpuUse use = ipuUse(stages, ipus);
    if (use.idle() == 0) {
        return {};
    }
    const std::string used = "It uses " + std::to_string(use.used);
    const std::string of = std::to_string(use.of);
    return use.acquired ? used + " IPUs; " + of + " are acquired, as they come in powers of two."
                        : used + " of " + of + " IPUs.";
}

std::string timeText(const PipelineTime& time, bool measured) {
    char buffer[160];
    std::snprintf(buffer, sizeof buffer, "Period: %.0f cycles (%s); utilisation %s.", time.period,
                  measured ? "measured" : "estimated", percentText(time.utilisation, 1).c_str());
    return buffer;
}

Table rolesTable(std::span<const StageRoles> stages) {
    Table table;
    table.columns = {{"ipu", ColumnType::Integer}, {"bytes", ColumnType::Text}};
    std::vector<size_t> shown;
    for (size_t i = 0; i < RoleCount; ++i) {
        if (std::any_of(stages.begin(), stages.end(),
                        [i](const StageRoles& stage) { return stage.bytes.of[i] > 0; })) {
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
    text += !fit.known() ? ". The figures do not hold, see the warnings.\n"
                         : ", " +
                               (fit.fits() ? std::to_string(limit - total) + " less than the limit of "
                                           : std::to_string(total - limit) + " more than the limit of ") +
                               std::to_string(limit) + keptFreeText(memory, {explanation.ipu}) + ".\n";
    if (!explanation.program) {
        return text;
    }
    const Program& program = profile.programs[explanation.program->index()];
    text += "Its variables peak at step " + std::to_string(explanation.step.value) + ": program " +
            std::to_string(program.id) + ", " + printable(program.type) +
            (program.name.empty() ? "" : " " + printable(program.name));
    if (explanation.operation) {
        const LayeredOperation& operation = layers.operations[explanation.operation->index()];
        text += ", of " + printable(operation.name) + " (" + displayText(layers, operation.layer) + ")";
    }
    return text + ".\n";
}

Table groupTable(const PeakExplanation& explanation, const char* name,
                 const std::function<std::string(const StageItem&)>& keyOf) {
    Table table{{{name, ColumnType::Text},
                 {"bytes", ColumnType::Integer},
                 {"share", ColumnType::Real},
                 {"items", ColumnType::Integer}},
                {}};
    const auto total = static_cast<double>(std::max<uint64_t>(explanation.bytes.total(), 1));
    for (const ItemGroup& group : groupItems(explanation.items, keyOf)) {
        table.rows.push_back({group.key.empty() ? Cell() : Cell(group.key), group.bytes,
                              static_cast<double>(group.bytes) / total, group.items});
    }
    return table;
}

Table movesTable(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers) {
    Table table{{{"change", ColumnType::Text},
                 {"peak_tile_bytes", ColumnType::Integer},
                 {"change_bytes", ColumnType::Text},
                 {"neighbour_peak_tile_bytes", ColumnType::Integer},
                 {"neighbour_change_bytes", ColumnType::Text},
                 {"plan_peak_tile_bytes", ColumnType::Integer}},
                {}};
    const auto add = [&](const std::optional<EntryMove>& move, const char* verb, const char* preposition) {
        if (!move) {
            return;
        }
        const auto before = [&](uint32_t ipu) { return estimate.stages[ipu].peakTileBytes; };
        table.rows.push_back(
            {std::string(verb) + displayText(layers, move->entry) + preposition + "IPU " +
                 std::to_string(move->neighbour) + (move->buildable ? "" : " (splits a weight)"),
             move->peakTileBytes, signedText(move->peakTileBytes, before(explanation.ipu)),
             move->neighbourPeakBytes, signedText(move->neighbourPeakBytes, before(move->neighbour)),
             move->planPeakBytes});
    };
    add(explanation.giveFirst, "give ", " to ");
    add(explanation.giveLast, "give ", " to ");
    add(explanation.takeNext, "take ", " from ");
    return table;
}

} // namespace tileline
