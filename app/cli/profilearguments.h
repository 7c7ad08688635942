// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/settingarguments.h"
#include "core/profile/profile.h"
#include "core/profile/reading/profileloader.h"
#include "core/study/study.h"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline {
struct PlanFile;
} // namespace tileline

namespace tileline::cli {

/// Which profile to read: PROFILE (a file or a directory), --debug FILE, --profile-in-directory NAME.
class SourceArguments {
public:
    /// Adds one PROFILE. Returns the option, so that the command can add its own checks.
    CLI::Option& addTo(CLI::App& command);
    /// Adds one or more PROFILEs.
    CLI::Option& addSeveralTo(CLI::App& command);

    const std::vector<std::string>& paths() const { return m_paths; }

    /// The files that a PROFILE refers to. If a directory holds several profiles and none is chosen, the
    /// error lists them, the largest first.
    Result<ProfileSource> source(const std::string& path) const;
    /// The files that a PROFILE depends on: the profile and its debug information, whether or not they exist.
    std::vector<std::filesystem::path> filesOf(const std::string& path) const;
    Outcome<ProfilePtr> load(const std::string& path, Context& context) const;

private:
    CLI::Option& addOptions(CLI::App& command, CLI::Option& profile);

    std::vector<std::string> m_paths;
    std::string m_debug;
    std::string m_inDirectory;
};

/// Truncated if the debug information ends too early, so that layers may be missing. For commands that write
/// what others will rely on; --anyway leaves the check out.
Result<Done> checkComplete(const Profile& profile);

/// The options that find layers: --layer-name-regex, --inputs-regex-layer-0, --layer-order.
class LayerArguments {
public:
    void addTo(CLI::App& command);
    const LayerOptions& options() const { return m_options; }
    /// Whether the command line has any of these options.
    bool given() const;

private:
    std::vector<CLI::Option*> m_flags;
    LayerOptions m_options;
};

/// Which profile to read, and how to find its layers.
class ProfileArguments {
public:
    /// Adds one PROFILE.
    void addTo(CLI::App& command, SettingArguments::Options settings);
    /// Adds one or more PROFILEs.
    void addSeveralTo(CLI::App& command, SettingArguments::Options settings);
    /// Adds only the options about layers and the setting, for a command that has paths of its own.
    void addOptions(CLI::App& command, SettingArguments::Options settings);

    const std::vector<std::string>& paths() const { return m_source.paths(); }
    const LayerArguments& layers() const { return m_layers; }
    const SettingArguments& setting() const { return m_setting; }
    /// The options on the command line, or else those of the plan file, which may be null.
    StudyOptions openOptions(const PlanFile* file = nullptr) const;

    /// The files that a PROFILE depends on, whether or not they exist.
    std::vector<std::filesystem::path> filesOf(const std::string& path) const {
        return m_source.filesOf(path);
    }
    /// Reads the profile (the first one, if several are given).
    Outcome<ProfilePtr> load(Context& context) const { return load(paths().front(), context); }
    Outcome<ProfilePtr> load(const std::string& path, Context& context) const {
        return m_source.load(path, context);
    }
    /// Reads the profile and finds its layers. Prints warnings about both.
    Outcome<Study> open(Context& context) const { return open(paths().front(), openOptions(), context); }
    Outcome<Study> open(const std::string& path, const StudyOptions& options, Context& context) const;
    /// Prints no warnings.
    Outcome<Study> openQuietly(const std::string& path, const StudyOptions& options, Context& context) const;

private:
    SourceArguments m_source;
    LayerArguments m_layers;
    SettingArguments m_setting;
};

/// Makes what the estimate of a stage needs.
Outcome<Done> addEstimator(Study& study, Context& context);
/// Makes what the figures of plans need.
Outcome<Done> addFigures(Study& study, Context& context);

/// Fills the interval table. TooLarge if there are too many layers for a table.
Outcome<Done> fillTable(const Study& study, Context& context);

/// Prints the notes that a user must see with the figures of a plan, and nothing about what a profile lacks.
void printNotes(const Profile& profile, Context& context);
/// Runs the self-checks of a profile and prints what does not hold: as a warning where figures depend on it,
/// otherwise as a note.
Outcome<Done> printSelfChecks(const Profile& profile, Context& context);

} // namespace tileline::cli
