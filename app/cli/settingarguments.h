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

/// The setting of the estimate and its options: --setting, --mode, --recompute, ...
class SettingArguments {
public:
    /// Which options of the setting a command has.
    enum class Options {
        WithTime,   ///< all options
        All,        ///< all options on which the memory depends
        ExceptMode, ///< for `export`, which has its own options for the mode and the number of micro-batches
        Entries,    ///< --setting and --mode, which determine the layers; for commands without an estimate
    };
    /// The command must not outlive this object.
    void addTo(CLI::App& command, Options options);

    /// A copy of `base` in which the values given on the command line replace the original ones.
    SettingOptions applyTo(SettingOptions base) const;
    /// Fails with BadArgument if --device-iterations is given for training.
    Result<Done> checkMode(bool training) const;
    /// The setting that --setting names; empty if the option was not given.
    std::optional<Setting> given() const;

private:
    CLI::Option* add(CLI::App& command, const SettingOption& option);
    void give(const SettingOption& option, double value) { m_given.emplace_back(&option, value); }

    std::vector<std::pair<const SettingOption*, double>> m_given; ///< the values of the command line
    bool m_ofInference = false;                                   ///< whether --device-iterations was given
};

} // namespace tileline::cli
