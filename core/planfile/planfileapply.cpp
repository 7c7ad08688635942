// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfileapply.h"

#include "core/base/printable.h"
#include "core/frameworks/poptorchplan.h"
#include "core/frameworks/pythonliteral.h"
#include "core/plan/splitplan.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

namespace tileline {

namespace {

class Applying {
public:
    Applying(const PlanDescription& description, const Layers& layers, const Target& target)
        : m_description(description)
        , m_layers(layers)
        , m_memory(description.memory(target)) {
        for (uint32_t i = 0; i < layers.count(); ++i) {
            if (auto name = layers.nameInFiles({i})) {
                m_entries.emplace(*std::move(name), LayerIndex{i});
            }
        }
    }

    AppliedPlan run() {
        std::vector<PlanRepair> repairs;
        SplitPlan splits = splitPlan();
        m_result.plan = Plan::fitted(std::move(splits), constraints(), &repairs);
        /// For each PlanRepair::Kind: the matching kind of mismatch.
        static constexpr PlanMismatch::Kind Kinds[] = {
            PlanMismatch::Kind::PinAdded, PlanMismatch::Kind::ForbiddenLifted, PlanMismatch::Kind::IpusRaised,
            PlanMismatch::Kind::TooManyStages};
        for (const PlanRepair& repair : repairs) {
            mismatch(Kinds[static_cast<size_t>(repair.kind)], repair.kind == PlanRepair::Kind::IpusRaised
                                                                  ? std::to_string(m_result.plan.ipus())
                                                                  : m_layers.displayName(repair.layer));
        }
        for (const LayerModule& module : m_description.modules) {
            const auto layer = module.layer ? find(*module.layer) : std::optional(LayerIndex{0});
            if (layer) {
                m_result.modules.emplace_back(*layer, module.path);
            } else {
                mismatch(PlanMismatch::Kind::Module, *module.layer);
            }
        }
        return std::move(m_result);
    }

private:
    void mismatch(PlanMismatch::Kind kind, const std::string& name) {
        m_result.mismatches.push_back({kind, name});
    }

    std::optional<LayerIndex> find(const std::string& name) const {
        const auto found = m_entries.find(name);
        return found == m_entries.end() ? std::nullopt : std::optional(found->second);
    }
    /// The layer called `name`, if there is one and a plan may split before it; otherwise empty.
    std::optional<LayerIndex> boundary(const std::string& name) const {
        const auto found = find(name);
        return found && found->value > 0 ? found : std::nullopt;
    }

    SplitPlan splitPlan() {
        std::vector<LayerIndex> splits;
        std::vector<bool> taken(m_layers.count(), false);
        LayerIndex last;
        for (const std::string& name : m_description.splits) {
            const auto layer = boundary(name);
            if (!layer) {
                mismatch(PlanMismatch::Kind::Split, name);
            } else if (taken[layer->index()]) {
                mismatch(PlanMismatch::Kind::Twice, name);
            } else {
                taken[layer->index()] = true;
                splits.push_back(*layer);
                if (*layer < last) {
                    mismatch(PlanMismatch::Kind::OutOfOrder, name);
                }
                last = std::max(last, *layer);
            }
        }
        std::ranges::sort(splits);
        auto made = SplitPlan::make(m_layers.count(), std::move(splits));
        return made ? *std::move(made) : SplitPlan(m_layers.count());
    }

    PlanConstraints constraints() {
        PlanConstraints result(m_layers.count(), m_description.ipus, m_memory);
        const std::vector<LayerIndex> pinned = entries(m_description.pinned, PlanMismatch::Kind::Pin);
        for (const LayerIndex layer : entries(m_description.forbidden, PlanMismatch::Kind::Forbidden)) {
            result = result.withForbidden(layer);
        }
        for (const LayerIndex layer : pinned) {
            if (result.isForbidden(layer)) {
                mismatch(PlanMismatch::Kind::ForbiddenLifted, m_layers.displayName(layer));
            }
            result = result.withPinned(layer);
        }
        return result;
    }

    std::vector<LayerIndex> entries(const std::vector<std::string>& names, PlanMismatch::Kind kind) {
        std::vector<LayerIndex> found;
        for (const std::string& name : names) {
            if (const auto layer = boundary(name)) {
                found.push_back(*layer);
            } else {
                mismatch(kind, name);
            }
        }
        return found;
    }

    const PlanDescription& m_description;
    const Layers& m_layers;
    const MemoryLimits m_memory;
    std::unordered_map<std::string, LayerIndex> m_entries; ///< by name
    AppliedPlan m_result;
};

std::string difference(const char* what, uint64_t theirs, uint64_t ours) {
    return theirs == ours ? std::string()
                          : std::string(", ") + what + " " + std::to_string(theirs) + " there, " +
                                std::to_string(ours) + " here";
}

} // namespace

std::string textOf(const PlanMismatch& mismatch) {
    /// For each kind of mismatch: the parts of its sentence before and after the name.
    static constexpr std::pair<const char*, const char*> Sentences[] = {
        {"The split before layer ", " was left out: there is no such layer."},
        {"The pin before layer ", " was left out: there is no such layer."},
        {"The forbidden split before layer ", " was left out: there is no such layer."},
        {"The module path of layer ", " was left out: there is no such layer."},
        {"The split before layer ", " is listed twice."},
        {"The split before layer ", " was listed out of order. The splits are now sorted."},
        {"A split was added before layer ", ", because a pin demands it."},
        {"The plan splits before layer ", ", although this split was forbidden: it is allowed now."},
        {"The plan has more stages than IPUs: it is for ", " IPUs now."},
        {"The split before layer ", " was left out: a plan has at most 64 stages."},
        {"The plan is from an older version of Tileline, which placed operations outside layers by their "
         "position. The "
         "plan is now shown in the "
         "pipeline setting, so its figures differ from those of that version.",
         ""},
        {"The plan was made for another profile", "."},
    };
    static_assert(MaxIpus == 64);
    const auto& [begin, end] = Sentences[static_cast<size_t>(mismatch.kind)];
    const bool isLayer = std::string_view(begin).ends_with("layer ");
    return begin + (isLayer ? pythonLiteral(mismatch.name) : mismatch.name) + end;
}

AppliedPlan applyPlan(const PlanDescription& description, const Layers& layers, const Target& target) {
    return Applying(description, layers, target).run();
}

std::optional<PlanMismatch> compareProfiles(const ProfileFingerprint& plan,
                                            const ProfileFingerprint& profile) {
    if (plan.hash.empty() || plan.hash == profile.hash) {
        return std::nullopt;
    }
    const std::string differences =
        difference("tiles", plan.tiles, profile.tiles) + difference("steps", plan.steps, profile.steps) +
        difference("operations", plan.operations, profile.operations) +
        difference("lowered variables", plan.loweredVariables, profile.loweredVariables);
    return PlanMismatch{PlanMismatch::Kind::Profile,
                        differences.empty() ? ", of the same size" : differences};
}

Result<Done> checkReplacesPlan(const std::string& content, const ProfileFingerprint& profile) {
    const auto file = parsePlanFile(content);
    const auto other = file ? compareProfiles(file->profile, profile) : std::nullopt;
    if (!other) {
        return Done{};
    }
    return Error{ErrorCode::OtherProfile, {}, {}, "a plan for this profile, or no plan", textOf(*other)};
}

std::vector<std::string> layerNamesOf(std::span<const LayerIndex> entries, const Layers& layers) {
    std::vector<std::string> names;
    for (const LayerIndex entry : entries) {
        if (auto name = layers.nameInFiles(entry)) {
            names.push_back(*std::move(name));
        }
    }
    return names;
}

PlanDescription describedPlan(const PlanDescription& base, const Plan& plan, const Layers& layers) {
    PlanDescription description = base;
    description.splits = layerNamesOf(plan.splits(), layers);
    description.ipus = plan.ipus();
    description.setMemory(plan.memory());
    description.pinned = layerNamesOf(plan.constraints().pinned(), layers);
    description.forbidden = layerNamesOf(plan.constraints().forbidden(), layers);
    return description;
}

ExportPlan exportPlanOf(const AppliedPlan& applied, const Layers& layers) {
    ExportPlan plan = exportPlanOf(layers, applied.plan.splitPlan());
    for (const auto& [layer, path] : applied.modules) {
        plan.modulePaths[layer.index()] = path;
    }
    return plan;
}

SettingOptions settingOf(const ImportedSplit& split, SettingOptions setting) {
    if (setting.traits().pipeline) {
        setting.pipeline.outputOn = split.head.outputOn;
    }
    setting.pipeline.recompute = split.recompute.value_or(setting.pipeline.recompute);
    setting.pipeline.optimizerState = split.optimizerState.value_or(setting.pipeline.optimizerState);
    setting.pipeline.microBatches = split.microBatches ? split.microBatches : setting.pipeline.microBatches;
    return setting;
}

PlanDescription descriptionOf(const ImportedSplit& split, const Layers& layers, ExportMode mode,
                              const MemoryLimits& memory, const std::string& source) {
    const std::string file = printable(std::filesystem::path(source).filename().string());
    PlanDescription plan;
    plan.name = file.empty() ? std::string(split.importer) : file;
    plan.splits = layerNamesOf(split.plan.splits(), layers);
    plan.ipus = static_cast<uint32_t>(split.plan.stageCount());
    plan.setMemory(memory);
    plan.exportOptions.mode = mode;
    (mode == ExportMode::Training ? plan.exportOptions.gradientAccumulation
                                  : plan.exportOptions.deviceIterations) = split.microBatches;
    plan.exportOptions.availableMemoryProportion = split.memoryProportion;
    plan.exportOptions.imported = split.document;
    plan.notes = "Imported" + (file.empty() ? std::string() : " from " + file) + " (" +
                 std::string(split.importer) + ").\n" + englishText(split.head.why);
    for (const Phrase& note : split.notes) {
        plan.notes += "\n" + englishText(note);
    }
    return plan;
}

} // namespace tileline
