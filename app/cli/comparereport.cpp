// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparereport.h"

#include "app/cli/aligned.h"
#include "app/cli/planreport.h"
#include "core/output/comparisontables.h"
#include "core/wording/warningtext.h"

#include <algorithm>
#include <cmath>

namespace tileline::cli {

namespace {

Json ipuJson(const CompiledComparison& comparison, size_t position, const Json& figures) {
    const ComparedIpu& ipu = comparison.ipus[position];
    const Table differences = heldDifferencesTable({&ipu, 1});
    Json json = figures[position];
    json["estimated_step"] = ipu.planned ? Json(ipu.estimatedStep.value) : Json();
    json["actual_step"] = ipu.compiled ? Json(ipu.actualStep.value) : Json();
    for (const std::string key : {"category", "role", "cause"}) {
        json["by_" + key] = tableJson(differenceGroupsTable(differences, key));
    }
    json["differences"] = tableJson(Table(differences).without({"ipu"}));
    return json;
}

/// For people: only what is known of the fullest tiles, with errors in per cent.
Table shortIpus(const CompiledComparison& comparison) {
    Table table =
        comparedIpusTable(comparison).without({"estimated_bytes", "actual_bytes", "difference_bytes"});
    const size_t column = *table.find("error");
    table.columns[column].key = "error_percent";
    for (std::vector<Cell>& row : table.rows) {
        if (const auto* const error = std::get_if<double>(&row[column].value)) {
            row[column] = Cell(*error * 100);
        }
    }
    return table;
}

std::string errorText(const CompiledComparison& comparison) {
    const auto fullest = comparison.fullestIpu();
    if (!fullest) {
        return "The plan and the compiled pipeline have no IPU in common that holds anything.\n";
    }
    const double error = *comparison.errorAtFullest();
    return "The estimate is " + percentText(std::abs(error), 1) + (error < 0 ? " above" : " below") +
           " the fullest tile of the compiled pipeline, on IPU " +
           std::to_string(comparison.ipus[*fullest].ipu) +
           ". Mean error of all IPUs: " + percentText(*comparison.meanError(), 1) + ".\n";
}

std::string ipuText(const ComparedIpu& ipu, size_t top) {
    std::string text = "\nIPU " + std::to_string(ipu.ipu) + "\n";
    Table rows = heldDifferencesTable({&ipu, 1}).without({"ipu"});
    for (const char* key : {"category", "role", "cause"}) {
        text += toAligned(differenceGroupsTable(rows, key)) + "\n";
    }
    const size_t all = rows.rows.size();
    rows.rows.resize(std::min(top, all));
    text += toAligned(rows);
    if (all > top) {
        int64_t rest = 0;
        for (size_t i = top; i < all; ++i) {
            rest += ipu.rows[i].peak.difference();
        }
        text += std::to_string(all - top) + " more rows: a difference of " + std::to_string(rest) +
                " bytes on the fullest tile.\n";
    }
    return text;
}

} // namespace

std::string textOf(const ComparisonNote& note, const CompiledComparison& comparison) {
    const std::string planned = std::to_string(comparison.plannedIpus);
    const std::string count = std::to_string(note.count);
    switch (note.kind) {
    case ComparisonNote::Kind::MoreIpus:
        return "The compiled pipeline has " + count + " IPUs, the plan " + planned +
               ". The further ones have no estimate.";
    case ComparisonNote::Kind::FewerIpus:
        return "The compiled pipeline has " + count + " IPUs, the plan " + planned +
               ". The last ones of the plan have no counterpart.";
    case ComparisonNote::Kind::Replicas:
        return "The compiled pipeline has " + count + " replicas. Only the first one is compared.";
    case ComparisonNote::Kind::OtherTiles:
        return "The compiled pipeline has " + count +
               " tiles on each IPU, the profile of the plan has another number.";
    case ComparisonNote::Kind::NoTileMemory:
        return "The compiled profile lacks Poplar's totals by tile. Nothing is known of its unowned bytes "
               "and "
               "of gaps in its memory.";
    case ComparisonNote::Kind::NoOperations:
        return "The compiled profile has no operations. The code of all its programs is compared with that "
               "of the operations of the plan.";
    case ComparisonNote::Kind::FewNamesInCommon:
        break;
    }
    return "Only " + count +
           " % of the bytes of the compiled variables have names that the profile of the plan knows. "
           "Are the profiles of one model?";
}

Json CompiledReport::json() const {
    Json json = {
        {"compared", "plan"}, {"plan", planPath}, {"compiled", compiledPath}, {"profile", study.path}};
    json.update(settingJson(study));
    json["layers"] = layersJson(*study.layers);
    json["splits"] = Json::array();
    for (const LayerIndex split : estimate.plan.splits()) {
        json["splits"].push_back(layerJson(*study.layers, split));
    }
    json["planned_ipus"] = comparison.plannedIpus;
    json["compiled_ipus"] = comparison.compiledIpus;
    json["replicas"] = comparison.replicas;
    const auto fullest = comparison.fullestIpu();
    json["fullest_ipu"] = fullest ? Json(comparison.ipus[*fullest].ipu) : Json();
    json["error_at_fullest"] = optionalJson(comparison.errorAtFullest());
    json["mean_error"] = optionalJson(comparison.meanError());
    json["ipus"] = Json::array();
    const Json figures = tableJson(comparedIpusTable(comparison));
    for (size_t i = 0; i < comparison.ipus.size(); ++i) {
        json["ipus"].push_back(ipuJson(comparison, i, figures));
    }
    json["notes"] = Json::array();
    for (const ComparisonNote& note : comparison.notes) {
        json["notes"].push_back({{"code", idOf(note.kind)}, {"text", textOf(note, comparison)}});
    }
    return json;
}

std::string CompiledReport::text() const {
    std::string text = toAligned(shortIpus(comparison)) + "\n" + errorText(comparison);
    for (const ComparedIpu& ipu : comparison.ipus) {
        text += ipuText(ipu, top);
    }
    return text;
}

std::vector<std::pair<std::string, std::string>> ProfilesReport::notes() const {
    std::vector<std::pair<std::string, std::string>> notes;
    if (comparison.otherTiles) {
        notes.emplace_back("other_tiles", "The profiles have different numbers of tiles: " +
                                              std::to_string(first.profile->target.numTiles) + " and " +
                                              std::to_string(second.profile->target.numTiles) + ".");
    }
    if (comparison.fewNamesInCommon()) {
        notes.emplace_back("few_names_in_common",
                           "Only " + std::to_string(comparison.commonPerCent) +
                               " % of the bytes of variables have names that both profiles know. Are the "
                               "profiles of one model?");
    }
    return notes;
}

Json ProfilesReport::json() const {
    Json json = {{"compared", "profiles"}, {"first", first.path}, {"second", second.path}};
    for (const ComparedSection& section : comparison.sections) {
        json[std::string(section.id)] = tableJson(comparedSectionTable(section));
    }
    json["notes"] = Json::array();
    for (const auto& [code, text] : notes()) {
        json["notes"].push_back({{"code", code}, {"text", text}});
    }
    return json;
}

std::string ProfilesReport::text() const {
    std::string text;
    for (const ComparedSection& section : comparison.sections) {
        Table table = comparedSectionTable(section);
        const bool all = section.id == "figures" || section.id == "categories" || section.id == "roles";
        if (!all) {
            std::erase_if(table.rows, [](const std::vector<Cell>& row) {
                return std::get<std::string>(row.back().value) == idOf(ProfileChange::Same);
            });
        }
        const size_t rows = table.rows.size();
        text += (text.empty() ? "" : "\n") + std::string(section.id);
        if (rows == 0) {
            text += section.rows.empty() ? ": none\n" : ": nothing differs\n";
            continue;
        }
        table.rows.resize(all ? rows : std::min(top, rows));
        text += "\n" + toAligned(table);
        if (rows > table.rows.size()) {
            text += std::to_string(rows - table.rows.size()) + " more rows differ.\n";
        }
    }
    return text;
}

} // namespace tileline::cli
