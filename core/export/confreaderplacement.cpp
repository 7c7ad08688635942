// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers.h"
#include "core/export/confreader.h"

#include <algorithm>
#include <set>

namespace tileline {

namespace {

/// Finds the layer entries of blocks, then the entries that stages begin with.
class Placement {
public:
    Placement(const PoptorchConf& conf, const ExportPlan& profile, const std::string& layerRegex)
        : m_conf(conf)
        , m_profile(profile)
        , m_layerRegex(layerRegex)
        , m_findings(conf.findings) {}

    Result<ConfPlan> run() {
        if (m_conf.stages.empty()) {
            return Error{ErrorCode::BadPlan,
                         {},
                         {},
                         "a line setExecutionStrategy(...) with named blocks",
                         m_conf.findings.empty() ? "none" : m_conf.findings.front().reason,
                         "Give an options file with named blocks, as tileline-cli export writes it."};
        }
        for (size_t stage = 0; stage < m_conf.stages.size(); ++stage) {
            placeStage(stage);
        }
        if (m_placedBlocks == 0) {
            return Error{ErrorCode::UnknownLayer,
                         {},
                         {},
                         "blocks that begin at layers of this profile",
                         "none of them does, as for " + m_conf.stages[0].blocks[0]};
        }
        return finish();
    }

private:
    void find(std::string what, std::string reason) {
        m_findings.push_back({0, std::move(what), std::move(reason)});
    }

    std::optional<LayerIndex> layerNamed(const std::optional<std::string>& name) const {
        const auto found = std::find(m_profile.layerNames.begin(), m_profile.layerNames.end(), name);
        return found == m_profile.layerNames.end()
                   ? std::nullopt
                   : std::optional(LayerIndex{static_cast<uint32_t>(found - m_profile.layerNames.begin())});
    }

    std::optional<LayerIndex> layerAt(const std::string& path) const {
        const auto found = std::find(m_profile.modulePaths.begin(), m_profile.modulePaths.end(), path);
        return path.empty() || found == m_profile.modulePaths.end()
                   ? std::nullopt
                   : std::optional(LayerIndex{static_cast<uint32_t>(found - m_profile.modulePaths.begin())});
    }

    std::optional<LayerIndex> layerOfName(const std::string& block) const {
        if (const auto layer = layerNamed(block)) {
            return layer;
        }
        if (const auto layer = layerAt(block)) {
            return layer;
        }
        if (block.starts_with("layer")) {
            if (const auto layer = layerNamed(block.substr(5))) {
                return layer;
            }
        }
        const auto matches = matchLayers(m_layerRegex, block);
        std::set<std::string> distinct;
        for (size_t i = 0; matches && i < matches->size(); ++i) {
            distinct.insert((*matches)[i].layer);
        }
        return distinct.size() == 1 ? layerNamed(*distinct.begin()) : std::nullopt;
    }

    std::optional<LayerIndex> layerOf(const std::string& block) {
        const auto known = m_conf.blocks.find(block);
        std::optional<LayerIndex> layer;
        if (known != m_conf.blocks.end() && known->second.knowsLayer) {
            layer = layerNamed(known->second.layer);
        } else if (known != m_conf.blocks.end()) {
            layer = layerAt(known->second.path);
        }
        layer = layer ? layer : layerOfName(block);
        if (layer && known != m_conf.blocks.end()) {
            m_paths[*layer] = known->second.path;
        }
        return layer;
    }

    void placeStage(size_t stage) {
        std::optional<LayerIndex> begin;
        for (const std::string& block : m_conf.stages[stage].blocks) {
            if (!m_seen.insert(block).second) {
                find("block " + block, "it stands in more than one stage");
                continue;
            }
            const std::optional<LayerIndex> layer = layerOf(block);
            if (!layer) {
                find("block " + block, "no layer of this profile belongs to it");
                continue;
            }
            ++m_placedBlocks;
            m_blockLayers.push_back({stage, *layer});
            begin = begin ? std::min(*begin, *layer) : *layer;
        }
        placeSplit(stage, begin);
        checkIpu(stage);
    }

    void placeSplit(size_t stage, std::optional<LayerIndex> begin) {
        const std::string name = "stage " + std::to_string(stage);
        if (!begin) {
            find(name, "none of its blocks could be placed: it joins the stage before it");
        } else if (stage == 0) {
            // The first stage begins with entry 0 whatever its first block is.
            if (begin->value > 1) {
                find(name, "it begins at layer " + m_profile.displayName(*begin) +
                               "; the layers before that one join it");
            }
        } else if (*begin <= (m_splits.empty() ? LayerIndex{0} : m_splits.back())) {
            find(name, "it begins before the stage that precedes it: left out");
        } else {
            m_splits.push_back(*begin);
            m_stageOfSplit.push_back(stage);
        }
    }

    void checkIpu(size_t stage) {
        uint32_t expected = static_cast<uint32_t>(stage);
        if (m_conf.options.strategy == ExecutionStrategy::SerialPhased) {
            expected = 0;
        } else if (m_conf.options.strategy == ExecutionStrategy::ParallelPhased) {
            expected %= 2;
        }
        const uint32_t ipu = m_conf.stages[stage].ipu.value_or(expected);
        if (ipu != expected) {
            find("stage " + std::to_string(stage), "it is on IPU " + std::to_string(ipu) +
                                                       "; a plan puts it on IPU " + std::to_string(expected));
        }
    }

    /// Blocks must lie in the run of layers that their stage became.
    void checkRuns(const SplitPlan& plan) {
        for (const auto& [stage, layer] : m_blockLayers) {
            const auto split = std::find(m_stageOfSplit.begin(), m_stageOfSplit.end(), stage);
            const size_t placed =
                split == m_stageOfSplit.end() ? 0 : size_t(split - m_stageOfSplit.begin()) + 1;
            const bool dropped = split == m_stageOfSplit.end() && stage != 0;
            if (!dropped && plan.stageOf(layer).index() != placed) {
                find("layer " + m_profile.displayName(layer),
                     "its stage is no run of neighbouring layers: it joins stage " +
                         std::to_string(plan.stageOf(layer).value));
            }
        }
    }

    void guessNaming(ExportPlan& plan, PoptorchExportOptions& options) {
        for (const BlockNaming naming : {BlockNaming::PerStage, BlockNaming::PerLayer}) {
            options.blocks = naming;
            const std::vector<PoptorchStage> stages = poptorchStages(plan, options);
            if (std::equal(stages.begin(), stages.end(), m_conf.stages.begin(), m_conf.stages.end(),
                           sameBlocks)) {
                return;
            }
        }
        options.blocks = BlockNaming::PerStage;
        find("blocks", "an export names them stage0, stage1, ... and begins them at the layers of this plan");
    }

    static bool sameBlocks(const PoptorchStage& stage, const ConfStage& conf) {
        return std::equal(
            stage.blocks.begin(), stage.blocks.end(), conf.blocks.begin(), conf.blocks.end(),
            [](const PoptorchBlock& block, const std::string& name) { return block.name == name; });
    }

    Result<ConfPlan> finish() {
        ConfPlan result;
        result.plan = m_profile;
        result.options = m_conf.options;
        auto plan = TRY(SplitPlan::make(m_profile.layerNames.size(), m_splits));
        result.plan.plan = plan;
        result.plan.fit.clear();
        result.plan.modulePaths.resize(m_profile.layerNames.size());
        for (const auto& [layer, path] : m_paths) {
            result.plan.modulePaths[layer.index()] = path;
        }
        checkRuns(plan);
        guessNaming(result.plan, result.options);
        followRules(result.plan, result.options);
        result.findings = std::move(m_findings);
        return result;
    }

    /// Numbers that are what the rules ask for go on following them.
    static void followRules(const ExportPlan& plan, PoptorchExportOptions& options) {
        const uint32_t length = pipelineLength(poptorchStages(plan, options));
        if (options.deviceIterations == leastDeviceIterations(options, length)) {
            options.deviceIterations.reset();
        }
        if (options.gradientAccumulation == leastGradientAccumulation(options, length)) {
            options.gradientAccumulation.reset();
        }
    }

    const PoptorchConf& m_conf;
    const ExportPlan& m_profile;
    const std::string& m_layerRegex;
    std::vector<ConfFinding> m_findings;
    std::map<LayerIndex, std::string> m_paths;
    std::set<std::string> m_seen;
    size_t m_placedBlocks = 0;
    std::vector<std::pair<size_t, LayerIndex>> m_blockLayers; ///< stage of the file, layer
    std::vector<LayerIndex> m_splits;
    std::vector<size_t> m_stageOfSplit;
};

} // namespace

Result<ConfPlan> placeStages(const PoptorchConf& conf, const ExportPlan& profile,
                             const std::string& layerRegex) {
    return Placement(conf, profile, layerRegex).run();
}

} // namespace tileline
