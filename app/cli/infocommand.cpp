// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/sequences.h"
#include "core/wording/warningtext.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct InfoArguments {
    ProfileArguments profile;
    OutputArguments output;
};

Json targetOf(const Profile& profile) {
    const Target& target = profile.target;
    return {{"architecture", target.architecture},   {"ipus", target.numIpus},
            {"tiles_per_ipu", target.tilesPerIpu},   {"tiles", target.numTiles},
            {"bytes_per_tile", target.bytesPerTile}, {"clock_hz", target.clockHz},
            {"replicas", target.numReplicas}};
}

Json countsOf(const Profile& profile) {
    return {{"programs", profile.programs.size()},
            {"compute_sets", profile.computeSets.size()},
            {"vertex_types", profile.vertexTypes.size()},
            {"liveness_steps", profile.stepCount()},
            {"equivalence_classes", profile.equivalenceClasses.size()},
            {"variables", profile.variables.size()},
            {"lowered_variables", profile.lowered.size()},
            {"operations", profile.operations.size()},
            {"debug_contexts", profile.debug ? profile.debug->contexts.size() : 0},
            {"execution_runs", profile.executionRuns.size()},
            {"execution_steps", profile.executionSteps.size()}};
}

Json checksOf(const SelfCheckResult& checks) {
    const auto failureJson = [](const FailedIdentity& failure) {
        return Json{{"identity", nameOf(failure.identity)},
                    {"step", failure.step ? Json(failure.step->value) : Json()},
                    {"tile", failure.tile ? Json(failure.tile->value) : Json()},
                    {"category", failure.category.empty() ? Json() : Json(failure.category)},
                    {"stated", failure.stated},
                    {"computed", failure.computed},
                    {"places", failure.places},
                    {"voids_figures", decidesFigures(failure.identity)}};
    };
    return {{"checked", mapped(checks.checked, [](Identity identity) { return nameOf(identity); })},
            {"failed", mapped(checks.failed, failureJson)}};
}

Json infoOf(const Study& study, const SelfCheckResult& checks) {
    Json meta = Json::object();
    for (const auto& [key, value] : study.profile->meta) {
        meta[key] = value;
    }
    Json notes = Json::array();
    Json warnings = Json::array();
    for (const FailedIdentity& failure : checks.failed) {
        (decidesFigures(failure.identity) ? warnings : notes).push_back(textOf(failure));
    }
    for (const LoadNote& note : study.profile->notes) {
        (voidsPlan(note.kind) ? warnings : notes).push_back(textOf(note));
    }
    for (const LayerWarning& warning : study.layers->warnings) {
        warnings.push_back(textOf(warning));
    }
    return {{"profile", study.profile->path},
            {"target", targetOf(*study.profile)},
            {"counts", countsOf(*study.profile)},
            {"setting", idOf(study.setting.setting)},
            {"layers", layersJson(*study.layers)},
            {"tile_memory", mapped(study.profile->tileMemory, &TileMemoryCategory::name)},
            {"meta", std::move(meta)},
            {"self_checks", checksOf(checks)},
            {"notes", std::move(notes)},
            {"warnings", std::move(warnings)}};
}

std::string scalarText(const Json& value) {
    return value.is_null() ? "None" : printable(value.is_string() ? value.get<std::string>() : value.dump());
}

/// The information as text, with one line for each value. Nested values are indented.
std::string plainText(const Json& info) {
    std::string text;
    for (const auto& [key, value] : info.items()) {
        if (value.empty()) {
            continue;
        }
        text += printable(key) + ":";
        if (!value.is_structured()) {
            text += " " + scalarText(value) + "\n";
            continue;
        }
        text += "\n";
        for (const auto& [name, item] : value.items()) {
            text += "  " + (value.is_object() ? printable(name) + ": " : "") + scalarText(item) + "\n";
        }
    }
    return text;
}

Outcome<ExitStatus> run(const InfoArguments& arguments, Context& context) {
    auto study = TRY(arguments.profile.openQuietly(context));
    auto checks = TRY(runSelfChecks(*study.profile, context.workers(), context.stop()));
    Json info = infoOf(study, checks);
    if (arguments.output.isJson()) {
        return arguments.output.write(toJsonText(info), context);
    }
    info["self_checks"] = std::move(info["self_checks"]["checked"]); // failed checks are in notes or warnings
    return arguments.output.write(plainText(info), context);
}

} // namespace

void addInfoCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<InfoArguments>(
        app, "info", "What the profile holds: target, counts, layers, warnings",
        "Example: tileline-cli info report --json", run);
    arguments.profile.addTo(command, SettingArguments::Options::Entries);
    arguments.output.addDocument(command);
}

} // namespace tileline::cli
