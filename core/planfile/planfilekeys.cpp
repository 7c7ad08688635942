// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfilekeys.h"

#include "core/plan/settingoptions.h"

#include <nlohmann/json.hpp>

namespace tileline {

namespace {

PlanJson remainder(const PlanJson& object, const PlanJson& known) {
    PlanJson rest = PlanJson::object();
    for (const auto& [key, value] : object.items()) {
        const auto entry = known.find(key);
        if (entry == known.end()) {
            rest[key] = value;
        } else if (entry->is_object() && value.is_object()) {
            PlanJson inner = remainder(value, *entry);
            if (!inner.empty()) {
                rest[key] = std::move(inner);
            }
        }
    }
    return rest;
}

void merge(PlanJson& object, const PlanJson& rest) {
    for (const auto& [key, value] : rest.items()) {
        if (object.contains(key) && object[key].is_object() && value.is_object()) {
            merge(object[key], value);
        } else if (!object.contains(key)) {
            object[key] = value;
        }
    }
}

PlanJson keys(std::initializer_list<const char*> names) {
    PlanJson object = PlanJson::object();
    for (const char* name : names) {
        object[name] = nullptr;
    }
    return object;
}

} // namespace

const PlanJson& knownFileKeys() {
    static const PlanJson Known = [] {
        PlanJson known = keys({"format", "version", "current", "plans"});
        known["profile"] = keys({"path", "hash", "tiles", "steps", "operations", "lowered_variables"});
        known["layers"] = keys({"name_regex", "inputs_regex", "order", "unassigned"});
        for (const SettingOption& option : settingOptions()) {
            known["setting"][std::string(option.key)] = nullptr;
        }
        return known;
    }();
    return Known;
}

const PlanJson& knownPlanKeys() {
    static const PlanJson Known = [] {
        PlanJson known = keys({"name", "splits", "ipus", "memory_per_tile", "ipu_memory", "keep_free",
                               "pinned", "forbidden", "modules", "notes"});
        known["export"] =
            keys({"mode", "strategy", "blocks", "device_iterations", "gradient_accumulation",
                  "replication_factor", "available_memory_proportion", "extra_lines", "imported"});
        return known;
    }();
    return Known;
}

std::string unknownKeysOf(const PlanJson& object, const PlanJson& known) {
    const PlanJson rest = remainder(object, known);
    // nlohmann::json sorts the keys, so that the order of the keys in the file does not change the text.
    return rest.empty() ? std::string() : nlohmann::json(rest).dump();
}

void addUnknownKeys(PlanJson& object, const std::string& unknown) {
    if (!unknown.empty()) {
        merge(object, PlanJson::parse(unknown));
    }
}

} // namespace tileline
