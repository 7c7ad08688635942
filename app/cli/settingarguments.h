// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/settingoptions.h"

#include <optional>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// Options of a setting that the command line gives.
class OptionArguments {
public:
    /// Adds the flag of an option to a command, which must not outlive this object.
    CLI::Option* add(CLI::App& command, const SettingOption& option);

    /// Sets what was given.
    void applyTo(SettingOptions& all) const;
    void give(const SettingOption& option, double value) { m_given.emplace_back(&option, value); }
    const std::vector<std::pair<const SettingOption*, double>>& given() const { return m_given; }

private:
    std::vector<std::pair<const SettingOption*, double>> m_given;
};

/// The setting of the estimate and its options: --setting, --mode, --recompute, ...
class SettingArguments {
public:
    /// Which of the options a command has.
    enum class Options {
        WithTime,   ///< all of them
        All,        ///< all that the memory depends on
        ExceptMode, ///< `export` has options of its own for the mode and the number of micro-batches
        Entries,    ///< --setting and --mode, which say what the layers are; for commands without an estimate
    };
    void addTo(CLI::App& command, Options options);

    /// `base` with what the command line says.
    SettingOptions applyTo(SettingOptions base) const;
    /// BadArgument for --device-iterations in training.
    Result<Done> checkMode(bool training) const;
    /// The setting of --setting; empty if it was not given.
    std::optional<Setting> given() const;

private:
    OptionArguments m_options;
    bool m_ofInference = false; ///< --device-iterations was given
};

} // namespace tileline::cli
