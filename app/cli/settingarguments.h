// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetime.h"
#include "core/plan/settingoptions.h"

#include <functional>
#include <optional>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// The setting of the estimate and its options: --setting, --mode, --recompute, ...
class SettingArguments {
public:
    /// Which of the options a command has.
    enum class Options {
        All,
        ExceptMode, ///< `export` has options of its own for the mode and the number of micro-batches
        Entries,    ///< --setting and --mode, which say what the layers are; for commands without an estimate
    };
    void addTo(CLI::App& command, Options options);

    /// `base` with what the command line says.
    SettingOptions applyTo(SettingOptions base) const;
    /// BadArgument for --device-iterations in training.
    Result<Done> checkMode(bool training) const;
    /// The setting of --setting; empty if it was not given.
    std::optional<Setting> given() const { return m_setting; }

private:
    template <class Value, class Set>
    void addChoice(CLI::App& command, const char* text, Set set);
    void addEstimateOptions(CLI::App& command);
    void addMicroBatches(CLI::App& command);

    std::optional<Setting> m_setting;
    bool m_ofInference = false; ///< --device-iterations was given
    std::vector<std::function<void(PipelineOptions&)>> m_changes;
};

/// What the time of a plan depends on: --micro-batch-size, --link-gbps, --link-idle-cycles.
class TimeArguments {
public:
    void addTo(CLI::App& command);
    /// `base` with what the command line says.
    TimeOptions applyTo(TimeOptions base) const;

private:
    template <class Value>
    CLI::Option* addOption(CLI::App& command, const char* flag, Value& value, const char* text,
                           const char* type, void (*set)(TimeOptions&, Value));

    TimeOptions m_options; ///< what was given, or the defaults
    double m_gigabytesPerSecond = TimeOptions().gigabytesPerSecond();
    std::vector<std::function<void(TimeOptions&)>> m_changes; ///< sets what was given
};

} // namespace tileline::cli
