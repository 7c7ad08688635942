// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/profilearguments.h"

#include "app/cli/warningtext.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

void LayerArguments::addTo(CLI::App& command, Flags flags) {
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
    if (flags == Flags::All) {
        addUnassigned(command);
    }
    for (CLI::Option* flag : m_flags) {
        flag->group("Layers");
    }
}

void LayerArguments::addUnassigned(CLI::App& command) {
    const auto setMode = [this](const std::string& mode) {
        m_options.unassigned = mode == "position" ? Unassigned::Position : Unassigned::First;
    };
    m_flags.push_back(command
                          .add_option_function<std::string>(
                              "--unassigned", setMode,
                              "Operations outside any layer. first: all on the first stage, without their "
                              "variables, as PopLiner does (the default); position: in the layer of the "
                              "operation in a layer before them, with their variables")
                          ->type_name("MODE")
                          ->check(CLI::IsMember({"first", "position"}).description("")));
}

bool LayerArguments::given() const {
    return std::any_of(m_flags.begin(), m_flags.end(),
                       [](const CLI::Option* flag) { return flag->count() > 0; });
}

void ProfileArguments::addTo(CLI::App& command) {
    m_source.addTo(command);
    m_layers.addTo(command);
}

void ProfileArguments::addSeveralTo(CLI::App& command) {
    m_source.addSeveralTo(command);
    m_layers.addTo(command);
}

Outcome<OpenedProfile> ProfileArguments::open(const std::string& path, const LayerOptions& layers,
                                              Context& context) const {
    auto opened = openQuietly(path, layers, context);
    if (opened) {
        printNotes(*opened->profile, context);
        for (const LayerWarning& warning : opened->layers->warnings) {
            context.warn(textOf(warning));
        }
    }
    return opened;
}

Outcome<OpenedProfile> ProfileArguments::openQuietly(const std::string& path, const LayerOptions& options,
                                                     Context& context) const {
    auto profile = TRY(load(path, context));
    auto layers = TRY(findLayers(*profile, options, context.stop()));
    return OpenedProfile{path, std::move(profile), std::move(layers)};
}

Outcome<StageEstimatorPtr> buildEstimator(const OpenedProfile& opened, Context& context) {
    TRY(StageEstimator::checkPossible(*opened.profile));
    return StageEstimator::build(opened.profile, opened.layers, context.workers(), context.progress(),
                                 context.stop());
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
