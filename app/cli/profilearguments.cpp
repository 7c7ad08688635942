// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/profilearguments.h"

#include "app/cli/warningtext.h"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace tileline::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* LayersGroup = "Layers";

Error noSuchProfile(const fs::path& directory, const std::string& name,
                    const std::vector<ProfileCandidate>& candidates) {
    std::string found;
    for (const ProfileCandidate& candidate : candidates) {
        found += (found.empty() ? "" : ", ") + candidate.profile.lexically_relative(directory).string();
    }
    return {ErrorCode::BadArgument,
            {},
            "--profile-in-directory",
            "one of the profiles in " + directory.string() + ": " + found,
            name};
}

/// The profile in `directory` that is called `name`: its path within it, or that of its folder.
Result<ProfileSource> choose(const fs::path& directory, const std::string& name) {
    auto candidates = findProfiles(directory);
    if (!candidates) {
        return std::move(candidates).failure();
    }
    const fs::path wanted = fs::path(name).lexically_normal();
    for (const ProfileCandidate& candidate : *candidates) {
        const fs::path inside = candidate.profile.lexically_relative(directory);
        if (inside == wanted || inside.parent_path() == wanted) {
            return ProfileSource{candidate.profile, candidate.debug};
        }
    }
    return noSuchProfile(directory, name, *candidates);
}

} // namespace

void LayerArguments::addTo(CLI::App& command, Flags flags) {
    command
        .add_option("--layer-name-regex", m_options.layerRegex,
                    "Finds layers in operation names; the capture groups are the layer's name")
        ->type_name("REGEX")
        ->capture_default_str()
        ->group(LayersGroup);
    command
        .add_option("--inputs-regex-layer-0", m_options.inputsRegex,
                    "Operations with an input that matches belong to the first layer")
        ->type_name("REGEX")
        ->capture_default_str()
        ->group(LayersGroup);
    command
        .add_option_function<std::string>(
            "--layer-order",
            [this](const std::string& order) {
                m_options.order = order == "natural" ? LayerOrder::Natural : LayerOrder::Steps;
            },
            "steps: layers as they first appear (the default); natural: sorted by name")
        ->type_name("ORDER")
        ->check(CLI::IsMember({"steps", "natural"}).description(""))
        ->group(LayersGroup);
    if (flags == Flags::All) {
        addUnassigned(command);
    }
}

void LayerArguments::addUnassigned(CLI::App& command) {
    command
        .add_option_function<std::string>(
            "--unassigned",
            [this](const std::string& mode) {
                m_options.unassigned = mode == "position" ? Unassigned::Position : Unassigned::First;
            },
            "Operations outside any layer. first: all on the first stage, without their variables, as "
            "PopLiner does (the default); position: in the layer of the operation in a layer before them, "
            "with their variables")
        ->type_name("MODE")
        ->check(CLI::IsMember({"first", "position"}).description(""))
        ->group(LayersGroup);
}

void ProfileArguments::addTo(CLI::App& command) {
    addOptions(command,
               *command.add_option("PROFILE", m_paths, "A profile, or a report directory")->expected(1));
}

void ProfileArguments::addSeveralTo(CLI::App& command) {
    addOptions(command, *command.add_option("PROFILE", m_paths, "Profiles, or report directories"));
}

void ProfileArguments::addOptions(CLI::App& command, CLI::Option& profile) {
    profile.required()->type_name("");
    command.add_option("--debug", m_debug, "Debug information (debug.cbor), where it is not beside PROFILE")
        ->type_name("FILE");
    command
        .add_option("--profile-in-directory", m_inDirectory,
                    "Which profile of a directory that holds several: its path within, or its folder's")
        ->type_name("NAME");
    m_layers.addTo(command);
}

Result<ProfileSource> ProfileArguments::source(const std::string& path) const {
    std::error_code ignored;
    if (!m_inDirectory.empty() && fs::is_directory(path, ignored)) {
        auto chosen = choose(path, m_inDirectory);
        if (chosen && !m_debug.empty()) {
            chosen->debug = m_debug;
        }
        return chosen;
    }
    std::vector<fs::path> paths{path};
    if (!m_debug.empty()) {
        paths.emplace_back(m_debug);
    }
    return resolveSource(paths);
}

Outcome<ProfilePtr> ProfileArguments::load(const std::string& path, Context& context) const {
    auto files = source(path);
    if (!files) {
        return std::move(files).failure();
    }
    return loadProfile(*files, context.progress(), context.stop());
}

Outcome<OpenedProfile> ProfileArguments::open(const std::string& path, Context& context) const {
    auto opened = openQuietly(path, context);
    if (opened) {
        for (const LayerWarning& warning : opened->layers->warnings) {
            context.warn(textOf(warning));
        }
    }
    return opened;
}

Outcome<OpenedProfile> ProfileArguments::openQuietly(const std::string& path, Context& context) const {
    auto profile = load(path, context);
    if (!profile) {
        return std::move(profile).failure();
    }
    auto layers = findLayers(**profile, m_layers.options(), context.stop());
    if (!layers) {
        return std::move(layers).failure();
    }
    return OpenedProfile{path, std::move(*profile), std::move(*layers)};
}

Outcome<StageEstimatorPtr> buildEstimator(const OpenedProfile& opened, Context& context) {
    return StageEstimator::build(opened.profile, opened.layers, context.workers(), context.progress(),
                                 context.stop());
}

Outcome<std::vector<StageEstimate>> estimateLayers(const StageEstimator& estimator, Context& context) {
    std::vector<StageEstimate> layers;
    for (uint32_t layer = 0; layer < estimator.layerCount(); ++layer) {
        const auto estimate =
            estimator.estimate(LayerRange{{layer}, {layer}}, context.workers(), context.stop());
        if (!estimate) {
            return estimate.failure();
        }
        layers.push_back(*estimate);
    }
    return layers;
}

Outcome<IntervalTablePtr> fillTable(StageEstimatorPtr estimator, const SplitPlan& plan, Context& context) {
    const size_t layers = estimator->layerCount();
    if (!IntervalTable::feasible(layers)) {
        return Error{ErrorCode::TooLarge,
                     estimator->profile().path,
                     "layers",
                     "few enough layers to estimate every run of them",
                     std::to_string(layers),
                     "Choose a --layer-name-regex that finds fewer layers."};
    }
    auto table = std::make_shared<IntervalTable>(std::move(estimator));
    const auto filled = table->fill(plan, context.workers(), context.progress(), context.stop());
    if (!filled) {
        return filled.failure();
    }
    return table;
}

} // namespace tileline::cli
