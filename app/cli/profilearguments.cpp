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

void ProfileArguments::addTo(CLI::App& command, Settings settings) {
    m_source.addTo(command);
    addOptions(command, settings);
}

void ProfileArguments::addSeveralTo(CLI::App& command, Settings settings) {
    m_source.addSeveralTo(command);
    addOptions(command, settings);
}

void ProfileArguments::addOptions(CLI::App& command, Settings settings) {
    m_layers.addTo(command);
    m_knowsSettings = settings.has_value();
    if (settings) {
        m_setting.addTo(command, *settings);
    }
}

OpenOptions ProfileArguments::openOptions(const PlanFile* file) const {
    OpenOptions options{m_layers.given() || file == nullptr ? m_layers.options() : file->layers,
                        m_setting.applyTo(file == nullptr ? SettingOptions() : file->setting)};
    // Only the plan files of version 1 know another place for operations outside layers.
    options.layers.unassigned = Unassigned::First;
    if (!m_knowsSettings) {
        options.setting.setting = Setting::PopLiner;
    }
    return options;
}

Outcome<OpenedProfile> ProfileArguments::open(const std::string& path, const OpenOptions& options,
                                              Context& context) const {
    auto opened = openQuietly(path, options, context);
    if (opened) {
        printNotes(*opened->profile, context);
        for (const LayerWarning& warning : opened->layers->warnings) {
            context.warn(textOf(warning));
        }
    }
    return opened;
}

Outcome<OpenedProfile> ProfileArguments::openQuietly(const std::string& path, const OpenOptions& options,
                                                     Context& context) const {
    auto profile = TRY(load(path, context));
    auto layers = TRY(findLayers(*profile, options.layers, context.stop(),
                                 options.setting.traits().pipeline || !m_knowsSettings));
    OpenedProfile opened{path, std::move(profile), std::move(layers), options.setting};
    if (options.setting.traits().pipeline) {
        opened.entries = TRY(PipelineEntries::find(*opened.profile, *opened.layers,
                                                   options.setting.pipeline.mode, context.stop()));
        opened.layers = opened.entries->layers();
        TRY(m_setting.checkMode(opened.entries->passes().training()));
    }
    return opened;
}

Outcome<StageEstimatorPtr> buildEstimator(const OpenedProfile& opened, Context& context) {
    TRY(StageEstimator::checkPossible(*opened.profile, opened.setting.setting));
    if (!opened.isPipeline()) {
        return StageEstimator::build(opened.profile, opened.layers, context.workers(), context.progress(),
                                     context.stop());
    }
    return StageEstimator::build(opened.profile, opened.entries, opened.setting.pipeline, context.workers(),
                                 context.progress(), context.stop());
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
    TRY(table->fill(plan, context.workers(), context.progress(), context.stop()));
    return table;
}

} // namespace tileline::cli
