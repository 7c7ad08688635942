// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"

#include <random>
#include <string>
#include <vector>

/// Sample plans and names for the tests of this module.
namespace tileline::samples {

/// A plan with *none* and layers "0", "1", ... with the module paths m.layer.0, ..., split before the given
/// entries.
inline ExportPlan plan(size_t layers, std::vector<uint32_t> splits = {}) {
    ExportPlan result;
    result.layerNames.emplace_back();
    result.modulePaths.emplace_back();
    for (size_t i = 0; i < layers; ++i) {
        result.layerNames.emplace_back(std::to_string(i));
        result.modulePaths.push_back("m.layer." + std::to_string(i));
    }
    std::vector<LayerIndex> entries;
    for (const uint32_t split : splits) {
        entries.push_back({split});
    }
    result.plan = *SplitPlan::make(layers + 1, entries);
    return result;
}

/// A plan of the pipeline setting, with Input, layers "0", "1", ..., and Output, and the modules
/// m.embeddings, m.layer.0, ..., m.head. Its estimate assumes `options`.
inline ExportPlan pipelinePlan(size_t layers, std::vector<uint32_t> splits = {}, PipelineOptions options = {},
                               bool training = true) {
    ExportPlan result = plan(layers);
    result.layerNames.front() = "@input";
    result.modulePaths.front() = "m.embeddings";
    result.layerNames.emplace_back("@output");
    result.modulePaths.emplace_back("m.head");
    result.kinds.assign(layers + 2, EntryKind::Layer);
    result.kinds.front() = EntryKind::Input;
    result.kinds.back() = EntryKind::Output;
    std::vector<LayerIndex> entries;
    for (const uint32_t split : splits) {
        entries.push_back({split});
    }
    result.plan = *SplitPlan::make(layers + 2, entries);
    result.assumed = {options, training};
    return result;
}

/// A plan with `stages` stages: it is split before entry 2 and the entries that follow.
inline ExportPlan planWithStages(size_t layers, uint32_t stages) {
    std::vector<uint32_t> splits;
    for (uint32_t i = 1; i < stages; ++i) {
        splits.push_back(i + 1);
    }
    return plan(layers, splits);
}

/// A plan with up to 12 layers and random splits.
inline ExportPlan randomlySplit(std::mt19937& random) {
    const size_t layers = 1 + random() % 12;
    std::vector<uint32_t> splits;
    for (uint32_t entry = 2; entry <= layers; ++entry) {
        if (random() % 3 == 0) {
            splits.push_back(entry);
        }
    }
    return plan(layers, splits);
}

/// Names that try to break out of a string literal, a comment or a line.
inline std::vector<std::string> hostileNames() {
    using namespace std::string_literals;
    return {"\"",
            "'",
            "\\",
            "\\\"",
            "a\nb",
            "a\r\nimport os",
            "\0"s,
            "nul\0 in it"s,
            "\xE2\x80\xA8line separator",
            "\xE2\x80\xAEright to left",
            "\"); import os #",
            "\")\nimport os; os.system('true') #",
            "# coding: utf-7",
            "'''\"\"\"",
            "{0}%s${x}",
            "\\x41\\u0041\\N{DASH}",
            "\x7F\x1B[31m\x85",
            "\xFF\xFE",
            "\xC3",
            "\xED\xA0\x80",
            "\xF4\x90\x80\x80",
            "\xC0\x80",
            "\xF0\x9F\x98\x80",
            "\xC3\xA9t\xC3\xA9",
            " leading and trailing ",
            "",
            "\t\v\f",
            std::string(10240, 'x'),
            std::string(10240, '"')};
}

/// A name of random bytes. Bytes with a special meaning are frequent.
inline std::string randomName(std::mt19937& random) {
    static constexpr std::string_view Special = "\"'\\\n\r#;(){}[],.\0\t ux0aN";
    std::string name(random() % 24, '\0');
    for (char& c : name) {
        c = random() % 2 == 0 ? Special[random() % Special.size()] : static_cast<char>(random() % 256);
    }
    return name;
}

} // namespace tileline::samples
