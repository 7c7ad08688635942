// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/importers.h"

#include "core/base/textfile.h"
#include "core/estimate/stageplacement.h"
#include "core/frameworks/exporters.h"
#include "core/frameworks/formats.h"
#include "core/frameworks/jsontext.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <nlohmann/json.hpp>

namespace tileline {

namespace {

/// The maximum depth of an imported document. The document is later stored a few levels down in a plan file,
/// which may have at most 64 levels.
constexpr int MaximumImportDepth = 32;

/// The IPU on which Output runs if a model's files do not state it. Output runs on the first IPU if Input and
/// Output use the same weight, because no framework splits a weight; otherwise, on the last IPU. A profile
/// without gradients does not show whether a variable that Input and Output share is a weight. Such a
/// variable counts as a weight if it has more than half of the bytes of Output's weights. `uses` is null in
/// PopLiner's setting, and for a profile without lowered variables.
HeadPlace defaultHeadPlace(const Profile& profile, const Layers& entries, const PipelineUses* uses) {
    const auto onLast = [](Phrase why) { return HeadPlace{OutputOn::Last, std::move(why)}; };
    if (!hasMovableOutput(entries.kinds) || entries.kinds.front() != EntryKind::Input) {
        return onLast(ImportNote::tr(
            "Output runs on the last IPU, because the layer list does not have both Input and Output."));
    }
    if (uses == nullptr) {
        return onLast(ImportNote::tr("Output runs on the last IPU, because the profile does not tell which "
                                     "weights Input and Output share."));
    }
    const PipelineWeight* largest = nullptr;
    uint64_t ofOutput = 0;
    for (const PipelineWeight& weight : uses->weightList()) {
        if (weight.entries.back() != entries.last()) {
            continue;
        }
        ofOutput += weight.bytes;
        const bool shared = weight.entries.front() == LayerIndex{0};
        if (shared && (largest == nullptr || weight.bytes > largest->bytes)) {
            largest = &weight;
        }
    }
    if (largest == nullptr || (!uses->weightsAreCertain() && largest->bytes * 2 <= ofOutput)) {
        return onLast(
            ImportNote::tr("Output runs on the last IPU, because Input and Output share no weight."));
    }
    return {OutputOn::First,
            ImportNote::tr("Output runs on the first IPU, because Input and Output share the weight %1.")
                .arg(pythonLiteral(profile.variables[largest->variable.index()].name))};
}

} // namespace

std::span<const Importer> importers() {
    static const Importer all[] = {
        {"keras",
         "device_mapping and the list for set_pipeline_stage_assignment, or TF2 BERT's pipeline_stages",
         recognisesKeras, readKeras},
        {"optimum", "an ipu_config.json", recognisesOptimum, readOptimum},
        {"layers-per-ipu", "layers_per_ipu: [3, 7, 7, 7], the option --layers-per-ipu, or the list alone",
         recognisesLayersPerIpu, readLayersPerIpu},
        {"pipeline-splits", "pipeline_splits, a list of the names at which stages begin, or the list alone",
         recognisesPipelineSplits, readPipelineSplits},
    };
    return all;
}

Result<SplitText> readSplitText(std::string_view text) {
    if (text.size() > ImportLimit) {
        return errorAt(ErrorCode::TooLarge, "", "at most " + std::to_string(ImportLimit) + " bytes",
                       std::to_string(text.size()) + " bytes",
                       RemedyText::tr("Use only the part of the text that splits the model."));
    }
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3); // skip the byte order mark that Windows editors write
    }
    const size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) {
        return badPlan("the text", RemedyText::tr("how a model is split"), RemedyText::tr("nothing"),
                       RemedyText::tr("Use a text such as layers_per_ipu: [3, 7, 7, 7]."));
    }
    if (text[begin] != '{') {
        return SplitText{text, nullptr, {}};
    }
    auto json = std::make_shared<nlohmann::ordered_json>();
    auto twice = readJsonText(text, *json, MaximumImportDepth);
    if (!twice) {
        Error error = std::move(twice).failure();
        error.remedy = RemedyText::tr(
            "Correct the JSON at this place. JSON allows neither comments nor a comma after the last value.");
        return error;
    }
    return SplitText{text, std::move(json), *std::move(twice)};
}

Result<ImportedDocument> readDocument(const std::filesystem::path& path, std::string_view id, bool replaces) {
    auto text = TRY(readFile(path, ImportLimit));
    auto split = readSplitText(text);
    if (!split || !split->json) {
        Error error = split ? badPlan("line 1, column 1", RemedyText::tr("a JSON object"),
                                      RemedyText::tr("another text"), {})
                            : std::move(split).failure();
        error.remedy = replaces ? RemedyText::tr("Correct the file, or write to another file. The export "
                                                 "would overwrite all that is in this file.")
                                : RemedyText::tr("Correct the file.");
        return std::move(error).inFile(path.string());
    }
    return ImportedDocument{std::string(id), std::move(text)};
}

Outcome<ImportedSplit> importSplit(std::string_view text, std::string_view id, const ImportTarget& target,
                                   const std::stop_token& stop) {
    const SplitText split = TRY(readSplitText(text));
    const auto all = importers();
    const Importer* importer = findById(all, id);
    for (size_t i = 0; i < all.size() && importer == nullptr; ++i) {
        importer = all[i].recognises(split) ? &all[i] : nullptr;
    }
    if (importer == nullptr) {
        return badPlan(
            "the text",
            RemedyText::tr("a key that splits a model: layers_per_ipu, pipeline_stages, pipeline_splits"),
            pythonLiteral(split.text.substr(0, 40)),
            RemedyText::tr("Use an ipu_config.json, or the line of code that splits the model."));
    }
    auto result = TRY(importer->read(split, target, stop));
    result.importer = importer->id;
    if (split.json && findExporter(importer->id)->keepsDocument) {
        result.document = {std::string(importer->id), lineText(*split.json)};
        if (!split.twice.empty()) {
            result.notes.push_back(
                ImportNote::tr("The key %1 occurs twice. The last value counts, as in Python.")
                    .arg(split.twice));
        }
    }
    return result;
}

ImportTarget importTarget(const Profile& profile, const Layers& layers, const PipelineEntries* entries,
                          const PipelineUses* uses, const PipelineOptions& options,
                          std::optional<OutputOn> outputOn) {
    ImportTarget target{profile,
                        layers,
                        exportPlanOf(layers, SplitPlan(layers.count())),
                        ExportMode::Inference,
                        {},
                        outputOn.has_value()};
    target.head =
        !outputOn ? defaultHeadPlace(profile, layers, uses)
        : *outputOn == OutputOn::First
            ? HeadPlace{OutputOn::First, ImportNote::tr("Output runs on the first IPU, as you chose.")}
            : HeadPlace{OutputOn::Last, ImportNote::tr("Output runs on the last IPU, as you chose.")};
    setEstimate(target.blank, profile, entries, options);
    if (target.blank.assumed) {
        target.blank.assumed->options.outputOn = target.head.outputOn;
        target.mode = target.blank.assumed->training ? ExportMode::Training : ExportMode::Inference;
    }
    return target;
}

} // namespace tileline
