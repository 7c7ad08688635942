// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "core/memory/tileset.h"
#include "core/plan/settingoptions.h"
#include "core/profile/profile.h"
#include "core/profile/reading/profileloader.h"
#include "core/study/study.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tileline {
struct PlanFile;
} // namespace tileline

namespace tileline::cli {

/// The arguments that choose the profile: PROFILE (a file or a directory), --debug and
/// --profile-in-directory.
class SourceArguments {
public:
    /// Adds the argument PROFILE. If `several` is set, the user can give more than one profile.
    void addTo(CLI::App& command, bool several = false);

    const std::vector<std::string>& paths() const { return m_paths; }

    /// The files of the PROFILE at `path`. Fails if `path` is a directory with several profiles and the user
    /// chose none of them; the error lists these profiles, largest first.
    Result<ProfileSource> source(const std::string& path) const;
    /// The files that --watch observes for the PROFILE at `path`. They may be missing.
    std::vector<std::filesystem::path> filesOf(const std::string& path) const;
    Outcome<ProfilePtr> load(const std::string& path, Context& context) const;

private:
    std::vector<std::string> m_paths;
    std::string m_debug;
    std::string m_inDirectory;
};

/// The options --ipu, --tile and --tiles, which choose tiles of the profile.
class TileArguments {
public:
    void addTo(CLI::App& command);
    /// Adds --ipu, --tile and --tiles.
    void addListTo(CLI::App& command);
    /// Adds only --tile, which the user must give.
    void addTileTo(CLI::App& command);
    /// The tiles that --ipu and --tile choose; all tiles if neither option is given. Error: BadArgument.
    Result<TileRange> range(const Profile& profile) const;
    /// The tiles that --ipu, --tile and --tiles choose. Error: BadArgument.
    Result<TileSet> list(const Profile& profile) const;

private:
    std::optional<uint32_t> m_ipu;
    std::optional<uint32_t> m_tile;
    std::string m_list;
};

/// Fails with Truncated if the debug information ends too early, because layers may then be missing. Commands
/// that write files for other programs call this function unless --anyway is given.
Result<Done> checkComplete(const Profile& profile);

/// The options that control how layers are found: --layer-name-regex, --inputs-regex-layer-0, --layer-order.
class LayerArguments {
public:
    void addTo(CLI::App& command);
    const LayerOptions& options() const { return m_options; }
    /// Whether the command line contains any option for layers.
    bool given() const;

private:
    std::vector<CLI::Option*> m_flags;
    LayerOptions m_options;
};

/// The options that choose the setting of the estimate and its details: --setting, --mode, --recompute, ...
class SettingArguments {
public:
    /// Which of the setting's options a command offers.
    enum class Options {
        WithTime,   ///< all options
        All,        ///< all options that affect the memory
        ExceptMode, ///< for `export`, which has its own options for the mode and the number of micro-batches
        Entries,    ///< for commands without an estimate: only --setting and --mode, which affect the layers
    };
    /// The command must not outlive this object.
    void addTo(CLI::App& command, Options options);

    /// Returns `base` with the values from the command line in place of the old values.
    SettingOptions applyTo(SettingOptions base) const;
    /// Fails with BadArgument if --device-iterations is given for training.
    Result<Done> checkMode(bool training) const;
    /// The value of the option whose values have the type Value; empty if the option was not given.
    template <class Value>
    std::optional<Value> given() const {
        const auto found = std::ranges::find(m_given, &settingOptionOf<Value>(), &Given::first);
        return found == m_given.end() ? std::nullopt : std::optional(static_cast<Value>(found->second));
    }

private:
    using Given = std::pair<const SettingOption*, double>;

    CLI::Option* add(CLI::App& command, const SettingOption& option);
    void give(const SettingOption& option, double value) { m_given.emplace_back(&option, value); }

    std::vector<Given> m_given; ///< the options on the command line, with their values
    bool m_ofInference = false; ///< whether --device-iterations was given
};

/// The options that choose the profile and the setting, and those that control how layers are found.
class ProfileArguments : public SourceArguments {
public:
    void addTo(CLI::App& command, SettingArguments::Options settings, bool several = false);
    /// Adds only the options for layers and for the setting. Used by commands with their own arguments for
    /// paths.
    void addOptions(CLI::App& command, SettingArguments::Options settings);

    const SettingArguments& setting() const { return m_setting; }
    /// The options with which to open the profile. If `file` is not null, it supplies options that are
    /// missing on the command line.
    StudyOptions openOptions(const PlanFile* file = nullptr) const;

    /// Reads the profile and finds its layers. Prints warnings about the profile and the layers.
    Outcome<Study> open(Context& context) const { return open(paths().front(), openOptions(), context); }
    Outcome<Study> open(const std::string& path, const StudyOptions& options, Context& context) const;
    /// Like open(), but prints no warnings.
    Outcome<Study> openQuietly(Context& context) const {
        return openQuietly(paths().front(), openOptions(), context);
    }
    Outcome<Study> openQuietly(const std::string& path, const StudyOptions& options, Context& context) const;

private:
    LayerArguments m_layers;
    SettingArguments m_setting;
};

Outcome<Done> addEstimator(Study& study, Context& context);
/// Adds to `study` what is needed for the figures of a plan: estimator, warnings, cycles, self-checks.
Outcome<Done> addFigures(Study& study, Context& context);

/// Fills the interval table. Error: TooLarge if there are too many layers for a table.
Outcome<Done> fillTable(const Study& study, Context& context);

/// Prints the notes about the profile that matter for the figures of a plan.
void printNotes(const Profile& profile, Context& context);
/// Runs the self-checks of a profile. For each failed check, prints a warning if figures depend on the check,
/// and a note otherwise.
Outcome<Done> printSelfChecks(const Profile& profile, Context& context);

} // namespace tileline::cli
