// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/planwarnings.h"
#include "core/layers/layers.h"
#include "core/layers/modulepaths.h"
#include "core/memory/roles.h"
#include "core/profile/profilebuilder.h"
#include "tests/fuzz/targets.h"

#include <string>
#include <vector>

namespace tileline::fuzz {

namespace {

/// More operations would only cost time.
constexpr size_t MaxOperations = 10;

std::vector<std::string> fieldsOf(std::string_view text, char separator, size_t maximum) {
    std::vector<std::string> parts;
    while (parts.size() + 1 < maximum && text.find(separator) != std::string_view::npos) {
        parts.emplace_back(text.substr(0, text.find(separator)));
        text.remove_prefix(parts.back().size() + 1);
    }
    parts.emplace_back(text.substr(0, text.find(separator)));
    return parts;
}

void mustBe(const Result<Done>& done) {
    require(static_cast<bool>(done), "the profile of the operations can be built");
}

/// A profile with an operation for each line, each with a program that runs in a step of its own.
ProfilePtr profileOf(std::span<const std::string> lines) {
    ProfileBuilder builder;
    Target target;
    target.tilesPerIpu = target.numTiles = 1;
    mustBe(builder.setTarget(target));
    const auto count = static_cast<uint32_t>(lines.size());
    for (uint32_t i = 0; i < count; ++i) {
        mustBe(builder.addStep(i, 0));
    }
    for (uint32_t i = 0; i < count; ++i) {
        Program program;
        program.id = i;
        program.type = "OnTileExecute";
        mustBe(builder.addProgram(std::move(program), std::nullopt, {}, {}));
    }
    for (uint32_t i = 0; i < count; ++i) {
        const std::vector<std::string> fields = fieldsOf(lines[i], '\t', 4);
        OperationDetail detail;
        detail.uid = i;
        detail.firstStep = detail.lastStep = StepIndex{i};
        if (fields.size() > 1 && !fields[1].empty()) {
            detail.debug.inputs = {fields[1]};
        }
        if (fields.size() > 2 && !fields[2].empty()) {
            detail.debug.outputs = {fields[2]};
        }
        if (fields.size() > 3) {
            detail.debug.opid = fields[3];
        }
        const std::array<uint32_t, 1> programs{i};
        mustBe(builder.addOperationDetail(std::move(detail), std::span<const uint32_t>(programs),
                                          std::span<const uint32_t>()));
        mustBe(builder.addOperation(i, fields[0]));
    }
    auto profile = builder.finish();
    require(static_cast<bool>(profile), "the profile of the operations is valid");
    return *profile;
}

void requireNames(const Layers& layers) {
    for (uint32_t i = 0; i < layers.count(); ++i) {
        const LayerIndex layer{i};
        require(!layers.names[i] || !layers.list->ids || layers.findNameInFiles(layers.idOf(layer)) == layer,
                "an id finds its entry");
        const auto name = layers.nameInFiles(layer);
        require(!name || layers.findNameInFiles(*name) == layer, "a name finds its entry");
        (void)layers.countsOn(layer);
        require(!layers.displayName(layer).empty() || layers.names[i], "an entry can be shown");
    }
    for (const LayeredOperation& operation : layers.operations) {
        require(operation.layer.index() < layers.count(), "an operation is in an entry");
        (void)operation.noteText();
    }
    require(guessModulePaths(layers).size() == layers.count(), "each entry has a module path");
}

void requireOrder(const Layers& layers) {
    if (layers.options.order != LayerOrder::Natural) {
        return;
    }
    for (size_t i = 2; i < layers.count(); ++i) {
        require(!naturalLess(*layers.names[i], *layers.names[i - 1]), "layers are in their natural order");
    }
}

Outcome<Done> findAll(const Profile& profile, const LayerOptions& options, const Parts& parts) {
    const auto layers = TRY(findLayers(profile, options));
    if (parts.include(0)) {
        requireNames(*layers);
        requireOrder(*layers);
        (void)proposeLayerRegex(layers->operations);
    }
    if (parts.include(1)) {
        const WeightNames weights(profile, *layers);
        (void)weights.any();
        (void)TRY(findWarnings(profile, *layers, nullptr));
    }
    for (const uint32_t part : {2U, 3U}) {
        if (parts.include(part)) {
            const auto entries =
                TRY(PipelineEntries::find(profile, *layers, part == 2 ? PassMode::Auto : PassMode::Training));
            requireNames(*entries->layers());
            (void)TRY(findMergedLayers(*entries->layers(), entries->passes()));
            (void)TRY(findWarnings(profile, *entries->layers(), entries.get()));
        }
    }
    return Done{};
}

} // namespace

void runLayers(Input input) {
    std::vector<std::string> lines = fieldsOf(textOf(input), '\n', MaxOperations + 2);
    LayerOptions options;
    options.layerRegex = lines[0];
    if (lines.size() > 1) {
        options.inputsRegex = lines[1];
    }
    options.order = input.size() % 2 == 0 ? LayerOrder::Natural : LayerOrder::Steps;
    const size_t first = std::min<size_t>(lines.size(), 2);
    const ProfilePtr profile = profileOf(std::span(lines).subspan(first));
    if (const auto done = findAll(*profile, options, Parts(input, 4)); !done) {
        requireError(done.failure());
    }
}

} // namespace tileline::fuzz
