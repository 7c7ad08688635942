// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/profilearguments.h"

#include "app/cli/notes.h"
#include "core/planfile/planfile.h"
#include "core/wording/warningtext.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

void LayerArguments::addTo(CLI::App& command) {
    m_flags.push_back(
        command
            .add_option("--layer-name-regex", m_options.layerRegex,
                        "Finds layers in operation names; the capture groups are the layer's name")
            ->type_name("REGEX")
            ->capture_default_str());
    m_flags.push_back(command
                          .add_option("--inputs-regex-layer-0", m_options.inputsRegex,
                                      "Operations with an input that matches belong to the first layer")
                          ->type_name("REGEX")
                          ->capture_default_str());
    const auto setOrder = [this](const std::string& order) {
        m_options.order = order == "natural" ? LayerOrder::Natural : LayerOrder::Steps;
    };
    m_flags.push_back(command
                          .add_option_function<std::string>(
                              "--layer-order", setOrder,
                              "steps: layers as they first appear (the default); natural: sorted by name")
                          ->type_name("ORDER")
                          ->check(CLI::IsMember({"steps", "natural"}).description("")));
    for (CLI::Option* flag : m_flags) {
        flag->group("Layers");
    }
}

bool LayerArguments::given() const {
    return std::any_of(m_flags.begin(), m_flags.end(),
                       [](const CLI::Option* flag) { return flag->count() > 0; });
}

void ProfileArguments::addTo(CLI::App& command, SettingArguments::Options settings) {
    m_source.addTo(command);
    addOptions(command, settings);
}

void ProfileArguments::addSeveralTo(CLI::App& command, SettingArguments::Options settings) {
    m_source.addSeveralTo(command);
    addOptions(command, settings);
}

void ProfileArguments::addOptions(CLI::App& command, SettingArguments::Options settings) {
    m_layers.addTo(command);
    m_setting.addTo(command, settings);
}

StudyOptions ProfileArguments::openOptions(const PlanFile* file) const {
    StudyOptions options{m_layers.given() || file == nullptr ? m_layers.options() : file->layers,
                         m_setting.applyTo(file == nullptr ? SettingOptions() : file->setting)};
    // Only the plan files of version 1 know another place for operations outside layers.
    options.layers.unassigned = Unassigned::First;
    return options;
}

Outcome<Study> ProfileArguments::open(const std::string& path, const StudyOptions& options,
                                      Context& context) const {
    auto study = openQuietly(path, options, context);
    if (study) {
        printNotes(*study->profile, context);
        for (const LayerWarning& warning : study->layers->warnings) {
            context.warn(textOf(warning));
        }
    }
    return study;
}

Outcome<Study> ProfileArguments::openQuietly(const std::string& path, const StudyOptions& options,
                                             Context& context) const {
    auto profile = TRY(load(path, context));
    Study study = TRY(Study::open(std::move(profile), options, context.stop()));
    study.path = path;
    if (study.isPipeline()) {
        TRY(m_setting.checkMode(study.isTraining()));
    }
    return study;
}

Outcome<Done> addEstimator(Study& study, Context& context) {
    TRY(study.addEstimator(context.workers(), context.progress(), context.stop()));
    if (study.isTraining() && !study.estimator->uses()->weightsAreCertain() &&
        study.setting.pipeline.accumulators == Accumulators::Add) {
        return Error{ErrorCode::BadArgument,
                     {},
                     "--accumulators",
                     "a profile of training whose gradients name their weights",
                     "add",
                     "Use --accumulators none, and leave room for the accumulators."};
    }
    return Done{};
}

Outcome<Done> addFigures(Study& study, Context& context) {
    TRY(addEstimator(study, context));
    TRY(study.addFigures(context.stop()));
    study.checks = std::make_shared<const SelfCheckResult>(
        TRY(runSelfChecks(*study.profile, context.workers(), context.stop())));
    return Done{};
}

Outcome<std::vector<StageEstimate>> estimateLayers(const StageEstimator& estimator, Context& context) {
    std::vector<StageEstimate> layers;
    for (uint32_t layer = 0; layer < estimator.layerCount(); ++layer) {
        auto estimate =
            TRY(estimator.estimate(LayerRange{{layer}, {layer}}, context.workers(), context.stop()));
        layers.push_back(estimate);
    }
    return layers;
}

Outcome<Done> fillTable(const Study& study, Context& context) {
    const size_t layers = study.layers->count();
    if (!study.table) {
        return Error{ErrorCode::TooLarge,
                     study.profile->path,
                     "layers",
                     "few enough layers to estimate every run of them",
                     std::to_string(layers),
                     "Choose a --layer-name-regex that finds fewer layers."};
    }
    return study.table->fill(SplitPlan(layers), context.workers(), context.progress(), context.stop());
}

} // namespace tileline::cli
