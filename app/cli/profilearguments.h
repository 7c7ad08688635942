// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/sourcearguments.h"
#include "core/analysis/layers.h"
#include "core/partition/intervaltable.h"
#include "core/partition/stageestimator.h"
#include "core/profileio/profileloader.h"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// A profile and its layers, opened as the command line says.
struct OpenedProfile {
    std::string path; ///< as the user gave it
    ProfilePtr profile;
    LayersPtr layers;
};

/// The options that find layers: --layer-name-regex, --inputs-regex-layer-0, --layer-order, --unassigned.
class LayerArguments {
public:
    /// All of these options, or only those that PopLiner has.
    enum class Flags { All, Popliner };
    void addTo(CLI::App& command, Flags flags = Flags::All);
    const LayerOptions& options() const { return m_options; }
    /// Whether the command line has any of these options.
    bool given() const;

private:
    void addUnassigned(CLI::App& command);

    std::vector<CLI::Option*> m_flags;
    LayerOptions m_options;
};

/// Which profile to read, and how to find its layers.
class ProfileArguments {
public:
    /// Adds one PROFILE.
    void addTo(CLI::App& command);
    /// Adds one or more PROFILEs.
    void addSeveralTo(CLI::App& command);

    const std::vector<std::string>& paths() const { return m_source.paths(); }
    const LayerArguments& layers() const { return m_layers; }
    const LayerOptions& layerOptions() const { return m_layers.options(); }

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
    Outcome<OpenedProfile> open(Context& context) const { return open(paths().front(), context); }
    Outcome<OpenedProfile> open(const std::string& path, Context& context) const {
        return open(path, layerOptions(), context);
    }
    /// Uses other layer options, those of a plan file.
    Outcome<OpenedProfile> open(const std::string& path, const LayerOptions& layers, Context& context) const;
    /// Prints no warnings.
    Outcome<OpenedProfile> openQuietly(const std::string& path, const LayerOptions& layers,
                                       Context& context) const;

private:
    SourceArguments m_source;
    LayerArguments m_layers;
};

/// The estimator of an opened profile.
Outcome<StageEstimatorPtr> buildEstimator(const OpenedProfile& opened, Context& context);

/// The estimate of each layer by itself.
Outcome<std::vector<StageEstimate>> estimateLayers(const StageEstimator& estimator, Context& context);

/// The complete interval table. TooLarge if there are too many layers for a table.
Outcome<IntervalTablePtr> fillTable(StageEstimatorPtr estimator, const SplitPlan& plan, Context& context);

} // namespace tileline::cli
