// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/settingarguments.h"

#include "app/cli/optionchecks.h"

#include <CLI/CLI.hpp>

#include <string>

namespace tileline::cli {

namespace {

constexpr const char* SettingGroup = "Setting";
constexpr const char* TimeGroup = "Time";

template <class Value>
std::vector<std::string> idsOf() {
    std::vector<std::string> ids;
    for (const auto& [id, value] : optionIds<Value>().values) {
        ids.emplace_back(id);
    }
    return ids;
}

} // namespace

template <class Value, class Set>
void SettingArguments::addChoice(CLI::App& command, const char* text, Set set) {
    const auto parse = [set](const std::string& id) {
        set(*parseOption<Value>(id)); // the parser has checked the name
    };
    command.add_option_function<std::string>(std::string(optionIds<Value>().option), parse, text)
        ->type_name("NAME")
        ->check(CLI::IsMember(idsOf<Value>()).description(""))
        ->group(SettingGroup);
}

void SettingArguments::addTo(CLI::App& command, Options options) {
    addChoice<Setting>(command,
                       "pipeline: what the pipeline will hold that is compiled from the plan (the default); "
                       "popliner: what PopLiner estimates",
                       [this](Setting setting) { m_setting = setting; });
    if (options != Options::ExceptMode) {
        addChoice<PassMode>(command,
                            "What is planned: auto|inference|training; auto, the default: as the profile is",
                            [this](PassMode mode) {
                                m_changes.emplace_back([mode](PipelineOptions& to) { to.mode = mode; });
                            });
    }
    if (options != Options::Entries) {
        addEstimateOptions(command);
    }
    if (options == Options::All) {
        addMicroBatches(command);
    }
}

void SettingArguments::addMicroBatches(CLI::App& command) {
    const auto add = [&](const char* flag, bool ofInference, const char* text) {
        const auto set = [this, ofInference](uint32_t count) {
            m_ofInference = ofInference;
            m_changes.emplace_back([count](PipelineOptions& to) { to.microBatches = count; });
        };
        CLI::Option* const option = command.add_option_function<uint32_t>(flag, set, text);
        return takeWholeNumber(option->type_name("N")->group(SettingGroup), 1, UINT32_MAX);
    };
    CLI::Option* const accumulation =
        add("--gradient-accumulation", false,
            "Micro-batches from one update of the weights to the next, in inference device iterations; at "
            "least the depth of the pipeline. Default: 64, for a plan of one stage 1");
    add("--device-iterations", true, "The same, in inference only")->excludes(accumulation);
}

Result<Done> SettingArguments::checkMode(bool training) const {
    return training && m_ofInference ? Result<Done>(Error{ErrorCode::BadArgument,
                                                          {},
                                                          "--device-iterations",
                                                          "--gradient-accumulation",
                                                          "training"})
                                     : Done{};
}

void SettingArguments::addEstimateOptions(CLI::App& command) {
    addChoice<Recompute>(command,
                         "What the backward pass computes again. off: nothing; inputs: all but what enters a "
                         "stage (the default); layers: all but what enters a layer",
                         [this](Recompute recompute) {
                             m_changes.emplace_back(
                                 [recompute](PipelineOptions& to) { to.recompute = recompute; });
                         });
    addChoice<Schedule>(command,
                        "How many copies of a stashed variable a stage keeps: "
                        "poptorch|grouped|interleaved|sequential|none; default poptorch",
                        [this](Schedule schedule) {
                            m_changes.emplace_back(
                                [schedule](PipelineOptions& to) { to.schedule = schedule; });
                        });
    addChoice<Accumulators>(
        command,
        "Gradient accumulators. auto: where the profile has none (the default); none: none; add: in any case",
        [this](Accumulators accumulators) {
            m_changes.emplace_back([accumulators](PipelineOptions& to) { to.accumulators = accumulators; });
        });
    addChoice<Unowned>(command,
                       "Always-live bytes of no operation on each IPU. none: none; share: the stack and a "
                       "share of the rest (the default); all: all of them",
                       [this](Unowned unowned) {
                           m_changes.emplace_back([unowned](PipelineOptions& to) { to.unowned = unowned; });
                       });
    addChoice<OutputOn>(command,
                        "Where the head and the loss run. last: on the last IPU (the default); first: on the "
                        "first IPU, as a further stage",
                        [this](OutputOn outputOn) {
                            m_changes.emplace_back(
                                [outputOn](PipelineOptions& to) { to.outputOn = outputOn; });
                        });
    command
        .add_flag_callback(
            "--allow-shared-weights",
            [this] { m_changes.emplace_back([](PipelineOptions& to) { to.allowSharedWeights = true; }); },
            "Allow plans that split a weight over IPUs, which no framework compiles")
        ->group(SettingGroup);
}

SettingOptions SettingArguments::applyTo(SettingOptions base) const {
    base.setting = m_setting.value_or(base.setting);
    for (const auto& change : m_changes) {
        change(base.pipeline);
    }
    return base;
}

template <class Value>
CLI::Option* TimeArguments::addOption(CLI::App& command, const char* flag, Value& value, const char* text,
                                      const char* type, void (*set)(TimeOptions&, Value)) {
    CLI::Option* const option =
        command.add_option(flag, value, text)->type_name(type)->capture_default_str()->group(TimeGroup);
    m_changes.emplace_back([option, &value, set](TimeOptions& to) {
        if (option->count() > 0) {
            set(to, value);
        }
    });
    return option;
}

void TimeArguments::addTo(CLI::App& command) {
    takeWholeNumber(addOption<uint32_t>(command, "--micro-batch-size", m_options.microBatchSize,
                                        "Samples in a micro-batch", "N",
                                        [](TimeOptions& to, uint32_t value) { to.microBatchSize = value; }),
                    1, UINT32_MAX);
    addOption<double>(command, "--link-gbps", m_gigabytesPerSecond,
                      "Gigabytes (2^30) a second from one IPU to another", "GBPS",
                      [](TimeOptions& to, double value) { to.setGigabytesPerSecond(value); })
        ->check(CLI::Range(TimeOptions::MinGigabytesPerSecond, TimeOptions::MaxGigabytesPerSecond)
                    .description(""));
    addOption<double>(command, "--link-idle-cycles", m_options.linkIdleCycles,
                      "Cycles of a transfer before the first byte", "N",
                      [](TimeOptions& to, double value) { to.linkIdleCycles = value; })
        ->check(CLI::Range(0.0, TimeOptions::MaxIdleCycles).description(""));
}

TimeOptions TimeArguments::applyTo(TimeOptions base) const {
    for (const auto& change : m_changes) {
        change(base);
    }
    return base;
}

} // namespace tileline::cli
