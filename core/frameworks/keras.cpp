// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"

#include "core/estimate/stageplacement.h"
#include "core/frameworks/jsontext.h"
#include "core/frameworks/layercounts.h"
#include "core/frameworks/listtext.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>

namespace tileline {

namespace {

using KerasJson = nlohmann::ordered_json;

constexpr const char* KerasId = "keras";
constexpr const char* Assignment = "pipeline_stage_assignment";
constexpr const char* Mapping = "device_mapping";
constexpr const char* BertStages = "pipeline_stages";
constexpr const char* BertMapping = "pipeline_device_mapping";
constexpr const char* BertObject = "ipu_config";
constexpr const char* InputName = "emb";
constexpr const char* LayerName = "hid";

/// The object that has TF2 BERT's keys; null if the file has no such object.
const KerasJson* bertObject(const KerasJson& json) {
    const auto inner = json.find(BertObject);
    const bool isInner = inner != json.end() && inner->is_object() && inner->contains(BertStages);
    return isInner ? &*inner : json.contains(BertStages) ? &json : nullptr;
}

using Numbers = std::vector<uint32_t>;

Error badList(std::string place, std::string expected, const KerasJson& found) {
    return badPlan(std::move(place), std::move(expected), shownJson(found),
                   RemedyText::tr("Correct the list."));
}

Result<std::optional<Numbers>> numbersAt(const KerasJson& json, const char* key) {
    if (!json.contains(key) || json[key].is_null()) {
        return std::optional<Numbers>();
    }
    const KerasJson& list = json[key];
    if (!list.is_array() || list.size() > MaxListItems) {
        return badList(key, RemedyText::tr("a list of whole numbers"), list);
    }
    for (const KerasJson& each : list) {
        if (!each.is_number_unsigned() || each.get<uint64_t>() > MaxListItems) {
            return badList(key, RemedyText::tr("whole numbers of at least 0"), each);
        }
    }
    return std::optional(list.get<Numbers>());
}

/// The stages in a file: the entry at which each stage after the first one begins, and the IPU of each stage.
struct KerasStages {
    std::vector<LayerIndex> begins;
    Numbers ipus;
    std::string mappingKey;
    std::vector<Phrase> notes{};
};

/// Converts the stages to a plan. A plan of Tileline runs stage i on IPU i, except that Output may run as the
/// last stage on the first IPU.
Result<ImportedSplit> splitOf(const KerasStages& stages, const ImportTarget& target) {
    const size_t count = stages.begins.size() + 1;
    if (stages.ipus.size() != count) {
        return badPlan(stages.mappingKey, "the IPU of each of " + std::to_string(count) + " stages",
                       listText(stages.ipus), RemedyText::tr("Give each stage an IPU."));
    }
    if (stages.ipus.front() != 0) {
        return badPlan(stages.mappingKey, RemedyText::tr("the first stage, which has Input, on IPU 0"),
                       listText(stages.ipus),
                       RemedyText::tr("A plan begins on IPU 0: number the IPUs in the order of the stages."));
    }
    const bool outputAlone = count > 1 && target.blank.kind(stages.begins.back()) == EntryKind::Output;
    const bool onFirst = count > 2 && stages.ipus.back() == 0;
    for (size_t stage = 0; stage < count; ++stage) {
        const bool last = stage + 1 == count;
        if (stages.ipus[stage] != stage && !(last && onFirst && outputAlone)) {
            return badPlan(
                stages.mappingKey,
                RemedyText::tr(
                    "stage i on IPU i, or on IPU 0 if it is the last stage and has nothing but Output"),
                listText(stages.ipus),
                RemedyText::tr("In a plan, the layers on an IPU follow each other. Merge the stages of an "
                               "IPU, or number the IPUs in the order of the stages."));
        }
    }
    ImportedSplit split;
    split.notes = stages.notes;
    std::vector<LayerIndex> begins = stages.begins;
    if (onFirst) {
        begins.pop_back();
    }
    Phrase why =
        onFirst ? ImportNote::tr("Output runs on the first IPU, because %1 says so.").arg(stages.mappingKey)
        : outputAlone
            ? ImportNote::tr("Output runs on the last IPU, because %1 says so.").arg(stages.mappingKey)
            : ImportNote::tr("Output runs on the last IPU, because the last stage has layers and Output.");
    split.head = {onFirst ? OutputOn::First : OutputOn::Last, std::move(why)};
    if (target.headGiven && hasMovableOutput(target.blank.kinds) && count > 1 &&
        target.head.outputOn != split.head.outputOn) {
        return badPlan("--output-on",
                       onFirst ? RemedyText::tr("first, as the file says")
                               : RemedyText::tr("last, as the file says"),
                       std::string(idOf(target.head.outputOn)),
                       RemedyText::tr("Leave out --output-on, or correct the file."));
    }
    split.plan = TRY(SplitPlan::make(target.blank.layerNames.size(), std::move(begins)));
    return split;
}

/// The stages that `assignment` describes. `assignment` has the stage number of each entry.
Result<KerasStages> stagesOf(const Numbers& assignment, const std::optional<Numbers>& mapping,
                             const ImportTarget& target) {
    const ExportPlan& plan = target.blank;
    const auto layers = static_cast<size_t>(std::ranges::count(plan.kinds, EntryKind::Layer));
    const bool onlyLayers = assignment.size() == layers && layers > 0 && layers != plan.layerNames.size();
    if (assignment.size() != plan.layerNames.size() && !onlyLayers) {
        return badPlan(Assignment,
                       "the stage of each of the " + std::to_string(plan.layerNames.size()) +
                           " entries of the layer list (see tileline-cli layers)" +
                           (layers > 0 ? ", or of the " + std::to_string(layers) + " layers among them" : ""),
                       std::to_string(assignment.size()) + " numbers",
                       RemedyText::tr("Give one number for each entry, not for each Keras layer."));
    }
    KerasStages stages{{}, {}, Mapping};
    uint32_t entry = 0;
    while (onlyLayers && plan.kind({entry}) != EntryKind::Layer) {
        ++entry;
    }
    for (size_t i = 0; i < assignment.size(); ++i, ++entry) {
        const auto stage = static_cast<uint32_t>(stages.begins.size());
        if (assignment[i] == stage + 1 && i > 0) {
            stages.begins.push_back({entry});
        } else if (assignment[i] != stage) {
            return badPlan(std::string(Assignment) + "[" + std::to_string(i) + "]",
                           RemedyText::tr("stage numbers from 0 that never decrease and have no gap"),
                           std::to_string(assignment[i]) + " after " + std::to_string(stage),
                           RemedyText::tr("Number the stages in the order in which the model runs them."));
        }
    }
    stages.ipus = mapping ? *mapping : mapped(stages.begins.size() + 1, std::identity());
    return stages;
}

/// Reads the stages from TF2 BERT's lists of names.
class BertStageReader {
public:
    explicit BertStageReader(const ImportTarget& target)
        : m_plan(target.blank)
        , m_layers(modelLayers(target.blank))
        , m_output(static_cast<uint32_t>(target.blank.layerNames.size() - 1))
        , m_stages{{}, {}, BertMapping} {}

    Result<KerasStages> read(const KerasJson& json) {
        const KerasJson& lists = json[BertStages];
        if (!lists.is_array() || lists.empty() || lists.size() > MaxIpus + 1) {
            return badList(BertStages, "a list of at most " + std::to_string(MaxIpus + 1) + " stages", lists);
        }
        for (size_t stage = 0; stage < lists.size(); ++stage) {
            TRY(readStage(lists[stage], stage));
        }
        if (m_read != m_layers.size()) {
            return badPlan(BertStages, layersExpected(), std::to_string(m_read) + " times",
                           RemedyText::tr("Correct the stages. If the layers are not those of the model, "
                                          "find others with --layer-name-regex."));
        }
        const auto mapping = TRY(numbersAt(json, BertMapping));
        if (!mapping) {
            return badPlan(BertMapping, RemedyText::tr("the IPU of each stage"), RemedyText::tr("nothing"),
                           RemedyText::tr("Add this key with a list, for example [0, 1, 2, 3, 0]."));
        }
        m_stages.ipus = *mapping;
        if (m_stagesWithParts > 1) {
            m_stages.notes.push_back(
                ImportNote::tr(
                    "Tileline treats Output as one entry and places all of it in the stage that contains %1.")
                    .arg(pythonLiteral(m_lastPart)));
        }
        return std::move(m_stages);
    }

private:
    Result<Done> readStage(const KerasJson& names, size_t stage) {
        m_place = std::string(BertStages) + "[" + std::to_string(stage) + "]";
        if (!names.is_array() || names.empty() || names.size() > MaxListItems) {
            return badList(m_place, RemedyText::tr("a list of names"), names);
        }
        std::optional<LayerIndex> begin;
        bool parts = false;
        for (const KerasJson& name : names) {
            if (!name.is_string()) {
                return badList(m_place, RemedyText::tr("names"), name);
            }
            const auto entry = TRY(entryOf(name.get<std::string>()));
            parts = parts || entry.value == m_output;
            begin = begin ? std::min(*begin, entry) : entry;
        }
        m_stagesWithParts += parts ? 1 : 0;
        if (stage == 0) {
            if (m_plan.kind({0}) == EntryKind::Input && !m_hasInput) {
                return badPlan(
                    m_place, RemedyText::tr("\"emb\" in the first stage"), shownJson(names),
                    RemedyText::tr("Put Input into the first stage, because a plan has Input on IPU 0."));
            }
            return Done{};
        }
        if (!m_stages.begins.empty() && *begin <= m_stages.begins.back()) {
            return badPlan(
                m_place, RemedyText::tr("the parts of Output in one stage, after the layers"),
                shownJson(names),
                RemedyText::tr("In a plan, Output is one entry: put all its parts into one stage. "
                               "As an exception, its first parts may be in the stage of the last layer."));
        }
        m_stages.begins.push_back(*begin);
        return Done{};
    }

    std::string layersExpected() const {
        return "\"hid\" " + std::to_string(m_layers.size()) + " times, once for each layer of the profile";
    }

    Error wrong(std::string expected, std::string actual) const {
        return badPlan(m_place, std::move(expected), std::move(actual),
                       RemedyText::tr("Correct the stages."));
    }

    Result<LayerIndex> entryOf(const std::string& name) {
        if (name == InputName) {
            if (m_plan.kind({0}) == EntryKind::Layer) {
                return wrong(RemedyText::tr("no \"emb\": the profile has no Input"), "\"emb\"");
            }
            if (m_hasInput || m_read > 0 || !m_lastPart.empty()) {
                return wrong(RemedyText::tr("\"emb\" once, before all other names"), "\"emb\"");
            }
            m_hasInput = true;
            return LayerIndex{0};
        }
        if (name == LayerName) {
            if (!m_lastPart.empty()) {
                return wrong(RemedyText::tr("all layers before the parts of Output"),
                             "\"hid\" after " + pythonLiteral(m_lastPart));
            }
            if (m_read == m_layers.size()) {
                return badPlan(
                    m_place, layersExpected(), "more",
                    RemedyText::tr("Correct the stages, or find other layers with --layer-name-regex."));
            }
            return m_layers[m_read++];
        }
        if (m_plan.kind({m_output}) != EntryKind::Output) {
            return wrong(RemedyText::tr("only \"emb\" and \"hid\": the profile has no Output"),
                         pythonLiteral(name));
        }
        m_lastPart = name.substr(0, 60);
        return LayerIndex{m_output};
    }

    const ExportPlan& m_plan;
    std::vector<LayerIndex> m_layers;
    uint32_t m_output;
    size_t m_read = 0; ///< number of layers read so far
    bool m_hasInput = false;
    std::string m_lastPart;       ///< the last part of Output that was read
    size_t m_stagesWithParts = 0; ///< number of stages with parts of Output
    std::string m_place;
    KerasStages m_stages;
};

Result<KerasStages> stagesOfJson(const KerasJson& json, const ImportTarget& target) {
    if (const KerasJson* const bert = bertObject(json)) {
        return BertStageReader(target).read(*bert);
    }
    const auto assignment = TRY(numbersAt(json, Assignment));
    if (!assignment) {
        return badPlan(Assignment, RemedyText::tr("the stage of each entry"), RemedyText::tr("nothing"),
                       RemedyText::tr("Add this key with a list, for example [0, 0, 1, 1]."));
    }
    return stagesOf(*assignment, TRY(numbersAt(json, Mapping)), target);
}

Result<std::optional<Numbers>> numbersInText(std::string_view text, const char* key) {
    const std::vector<size_t> values = findKeyedValues(text, key);
    if (values.empty()) {
        return std::optional<Numbers>();
    }
    const std::string place = std::string(key) + ", " + placeIn(text, values.front());
    if (values.size() > 1) {
        return badPlan(place, RemedyText::tr("one list"), std::to_string(values.size()),
                       RemedyText::tr("Remove the lists that do not belong to the profiled model."));
    }
    Numbers numbers;
    for (const ListItem& item : TRY(readList(text, values.front(), false))) {
        const auto number = numberIn<uint32_t>(item.text);
        if (!number) {
            return badPlan(std::string(key) + ", " + placeIn(text, item.offset),
                           RemedyText::tr("whole numbers of at least 0"),
                           pythonLiteral(item.text.substr(0, 40)), RemedyText::tr("Correct the list."));
        }
        numbers.push_back(*number);
    }
    return std::optional(std::move(numbers));
}

Result<KerasStages> stagesOfText(std::string_view text, const ImportTarget& target) {
    auto assignment = TRY(numbersInText(text, "set_pipeline_stage_assignment"));
    if (!assignment) {
        assignment = TRY(numbersInText(text, Assignment));
    }
    if (!assignment) {
        return badPlan(
            placeIn(text, 0), "the list of set_pipeline_stage_assignment()",
            pythonLiteral(text.substr(0, 20)),
            RemedyText::tr("Pass the list, for example set_pipeline_stage_assignment([0, 0, 1, 1])."));
    }
    return stagesOf(*assignment, TRY(numbersInText(text, Mapping)), target);
}

/// The names that a file uses for the parts of Output; if the file has no such names, the usual names.
std::vector<std::string> partsOf(const KerasJson& stages) {
    std::vector<std::string> parts;
    for (const KerasJson& stage : stages.is_array() ? stages : KerasJson::array()) {
        for (const KerasJson& name : stage.is_array() ? stage : KerasJson::array()) {
            if (name.is_string() && name != InputName && name != LayerName) {
                parts.push_back(name.get<std::string>());
            }
        }
    }
    return parts.empty() ? std::vector<std::string>{"enc_out", "pool", "heads"} : parts;
}

/// Whether the stages in a file equal the stages of the plan.
bool saysPlan(const KerasJson& json, const ExportPlan& plan) {
    const Profile profile;
    const Layers layers;
    const ImportTarget target{profile, layers, plan, ExportMode::Inference, {}, false};
    const auto stages = stagesOfJson(json, target);
    const auto split = stages ? splitOf(*stages, target) : Result<ImportedSplit>(stages.failure());
    if (!split) {
        return false;
    }
    ExportPlan said = plan;
    said.plan = split->plan;
    if (said.assumed) {
        said.assumed->options.outputOn = split->head.outputOn;
    }
    const StagePlacement placement = plan.placement();
    const StagePlacement other = said.placement();
    return other.stages == placement.stages && other.ipus.size() == placement.ipus.size();
}

void writeBert(KerasJson& json, const ExportPlan& plan, const Numbers& ipus) {
    KerasJson& object = json.contains(BertObject) && json[BertObject].is_object() ? json[BertObject] : json;
    const std::vector<std::string> parts = partsOf(object[BertStages]);
    const std::vector<LayerIndex> layers = modelLayers(plan);
    std::vector<std::vector<std::string>> stages(ipus.size());
    forEachEntry(plan, [&](LayerIndex entry, uint32_t stage, uint32_t) {
        std::vector<std::string>& names = stages[stage];
        const EntryKind kind = plan.kind(entry);
        if (kind == EntryKind::Output) {
            names.insert(names.end(), parts.begin(), parts.end());
        } else if (kind != EntryKind::Layer) {
            names.emplace_back(InputName);
        } else if (std::ranges::binary_search(layers, entry)) {
            names.emplace_back(LayerName);
        }
    });
    object[BertStages] = stages;
    object[BertMapping] = ipus;
}

} // namespace

std::string kerasJson(const ExportPlan& plan, const PoptorchExportOptions& options) {
    KerasJson json = objectOf(options.imported, KerasId);
    const bool hasBert = bertObject(json) != nullptr;
    const bool hasAssignment = json.contains(Assignment);
    Numbers assignment;
    Numbers ipus; // by stage: its IPU
    forEachEntry(plan, [&](LayerIndex, uint32_t stage, uint32_t ipu) {
        assignment.push_back(stage);
        ipus.resize(stage + 1, ipu);
    });
    if (hasAssignment || !hasBert) {
        json[Assignment] = assignment;
        json[Mapping] = ipus;
    }
    // layerCountsOf() fails if the plan splits a layer of the model, which TF2 BERT's lists cannot express.
    if ((hasBert || !hasAssignment) && layerCountsOf(plan) && !(hasBert && saysPlan(json, plan))) {
        writeBert(json, plan, ipus);
    }
    return fileText(json);
}

std::vector<ExportIssue> checkKeras(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::vector<ExportIssue> issues;
    const bool ofBert = bertObject(objectOf(options.imported, KerasId)) != nullptr;
    if (const auto counts = layerCountsOf(plan); !counts && ofBert) {
        issues.push_back(notSayable(counts.failure()));
    }
    addUnsaid(issues, plan, options, "The file for Keras", true);
    return issues;
}

bool recognisesKeras(const SplitText& text) {
    if (text.json) {
        return bertObject(*text.json) != nullptr || text.json->contains(Assignment) ||
               text.json->contains(Mapping);
    }
    constexpr std::array<const char*, 3> Keys{"set_pipeline_stage_assignment", Assignment, Mapping};
    return std::ranges::any_of(Keys,
                               [&](const char* key) { return !findKeyedValues(text.text, key).empty(); });
}

Outcome<ImportedSplit> readKeras(const SplitText& text, const ImportTarget& target, const std::stop_token&) {
    const auto stages = TRY(text.json ? stagesOfJson(*text.json, target) : stagesOfText(text.text, target));
    return TRY(splitOf(stages, target));
}

} // namespace tileline
