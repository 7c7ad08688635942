// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/settingarguments.h"
#include "app/cli/sourcearguments.h"
#include "core/study/study.h"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline {
struct PlanFile;
}

namespace tileline::cli {

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

/// The estimate of each layer by itself.
Outcome<std::vector<StageEstimate>> estimateLayers(const StageEstimator& estimator, Context& context);

/// Fills the interval table. TooLarge if there are too many layers for a table.
Outcome<Done> fillTable(const Study& study, Context& context);

} // namespace tileline::cli
