// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/settingarguments.h"
#include "app/cli/sourcearguments.h"
#include "core/estimate/intervaltable.h"
#include "core/estimate/stageestimator.h"
#include "core/layers/layers.h"
#include "core/layers/pipelineentries.h"
#include "core/profile/reading/profileloader.h"

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

/// A profile and its layers, opened as the command line says.
struct OpenedProfile {
    std::string path; ///< as the user gave it
    ProfilePtr profile;
    LayersPtr layers; ///< the layer list of the setting
    SettingOptions setting{Setting::PopLiner, {}};
    PipelineEntriesPtr entries = {}; ///< null in PopLiner's setting

    bool isPipeline() const { return entries != nullptr; }
};

/// How layers are found, and in which setting.
struct OpenOptions {
    LayerOptions layers;
    SettingOptions setting;

    bool operator==(const OpenOptions&) const = default;
};

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
    using Settings = std::optional<SettingArguments::Options>;
    /// Adds one PROFILE. Without `settings`, the command knows only PopLiner's setting.
    void addTo(CLI::App& command, Settings settings = {});
    /// Adds one or more PROFILEs.
    void addSeveralTo(CLI::App& command, Settings settings = {});
    /// Adds only the options about layers and the setting, for a command that has paths of its own.
    void addOptions(CLI::App& command, Settings settings);

    const std::vector<std::string>& paths() const { return m_source.paths(); }
    const LayerArguments& layers() const { return m_layers; }
    const SettingArguments& setting() const { return m_setting; }
    /// The options on the command line, or else those of the plan file, which may be null.
    OpenOptions openOptions(const PlanFile* file = nullptr) const;

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
    Outcome<OpenedProfile> open(Context& context) const {
        return open(paths().front(), openOptions(), context);
    }
    Outcome<OpenedProfile> open(const std::string& path, const OpenOptions& options, Context& context) const;
    /// Prints no warnings.
    Outcome<OpenedProfile> openQuietly(const std::string& path, const OpenOptions& options,
                                       Context& context) const;

private:
    SourceArguments m_source;
    LayerArguments m_layers;
    SettingArguments m_setting;
    bool m_knowsSettings = false;
};

/// The estimator of an opened profile.
Outcome<StageEstimatorPtr> buildEstimator(const OpenedProfile& opened, Context& context);

/// The estimate of each layer by itself.
Outcome<std::vector<StageEstimate>> estimateLayers(const StageEstimator& estimator, Context& context);

/// The complete interval table. TooLarge if there are too many layers for a table.
Outcome<IntervalTablePtr> fillTable(StageEstimatorPtr estimator, const SplitPlan& plan, Context& context);

} // namespace tileline::cli
