// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"

#include "core/frameworks/jsontext.h"
#include "core/frameworks/layercounts.h"
#include "core/frameworks/listtext.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace tileline {

namespace {

using OptimumJson = nlohmann::ordered_json;

constexpr const char* FileName = "ipu_config.json";

constexpr std::array<const char*, 6> KnownKeys{"layers_per_ipu",
                                               "ipus_per_replica",
                                               "matmul_proportion",
                                               "gradient_accumulation_steps",
                                               "recompute_checkpoint_every_layer",
                                               "optimizer_state_offchip"};

std::string keyOfMicroBatches(ExportMode mode) {
    return mode == ExportMode::Training ? "gradient_accumulation_steps" : "inference_device_iterations";
}

/// Returns a key without the prefix of a mode.
std::string_view plainKey(std::string_view key) {
    for (const std::string_view prefix : {"training_", "inference_"}) {
        if (key.starts_with(prefix)) {
            return key.substr(prefix.size());
        }
    }
    return key;
}

bool isKnown(std::string_view key) {
    return key == keyOfMicroBatches(ExportMode::Inference) ||
           std::ranges::find(KnownKeys, plainKey(key)) != KnownKeys.end();
}

/// The available memory proportions that a file states, and the key that states them.
struct Proportions {
    std::string key;
    std::vector<double> values; ///< one value, or one for each IPU; empty if the file states none
    bool isList = false;

    /// The value that all IPUs share; empty if there is no common value.
    std::optional<double> common() const {
        const bool equal = !values.empty() &&
                           std::ranges::all_of(values, [&](double value) { return value == values.front(); });
        return equal ? std::optional(values.front()) : std::nullopt;
    }
};

/// Reads the keys of one file for one mode.
class OptimumReader {
public:
    /// `text` is the text of the file, used to find the line and column of an error; it may be empty.
    OptimumReader(const OptimumJson& json, ExportMode mode, std::string_view text = {})
        : m_json(json)
        , m_prefix(mode == ExportMode::Training ? "training_" : "inference_")
        , m_text(text) {}

    /// `key` with the mode's prefix if the file has that key, otherwise `key` without a prefix.
    std::string keyFor(const char* key) const {
        return has(m_prefix + key) ? m_prefix + key : std::string(key);
    }

    Result<WrittenCounts> counts() const {
        const auto base = TRY(list("layers_per_ipu"));
        const auto ipus = TRY(positive("ipus_per_replica"));
        const std::string key = keyFor("layers_per_ipu");
        const auto ofMode = TRY(list(key));
        WrittenCounts written{ofMode, {}, key, keyFor("ipus_per_replica")};
        const auto ipusOfMode = TRY(positive(written.ipusKey));
        const auto length = static_cast<uint32_t>(std::min<size_t>(ofMode.size(), MaxIpus + 1));
        const bool follows = !ipus || *ipus == base.size();
        written.ipus = written.ipusKey != "ipus_per_replica" ? ipusOfMode
                       : follows                             ? std::optional(length)
                                                             : ipus;
        written.key = placed(key);
        return written;
    }

    Result<Proportions> proportions(size_t ipus) const {
        Proportions result{keyFor("matmul_proportion"), {}, false};
        if (!has(result.key)) {
            return result;
        }
        const OptimumJson& value = m_json[result.key];
        result.isList = value.is_array();
        for (const OptimumJson& each : result.isList ? value : OptimumJson::array({value})) {
            if (!each.is_number() || each.get<double>() <= 0 || each.get<double>() > 1) {
                return wrong(result.key, "numbers greater than 0 and at most 1", each);
            }
            result.values.push_back(each.get<double>());
        }
        if (result.isList && result.values.size() != 1 && result.values.size() != ipus) {
            return badPlan(placed(result.key),
                           "one number, or one for each of " + std::to_string(ipus) + " IPUs",
                           std::to_string(result.values.size()) + " numbers",
                           RemedyText::tr("Write one number for all IPUs."));
        }
        return result;
    }

    Result<std::optional<uint32_t>> positive(const std::string& key) const {
        return value<uint32_t>(key, "a whole number of at least 1", [](const OptimumJson& json) {
            return json.is_number_unsigned() && json.get<uint64_t>() > 0 && json.get<uint64_t>() <= INT32_MAX;
        });
    }

    Result<std::optional<bool>> truth(const std::string& key) const {
        return value<bool>(key, "true or false", [](const OptimumJson& json) { return json.is_boolean(); });
    }

    bool has(const std::string& key) const {
        const auto found = m_json.find(key);
        // As in Python, an empty list and null are the same as no value.
        return found != m_json.end() && !found->is_null() && !(found->is_array() && found->empty());
    }

private:
    template <class Value, class Accepts>
    Result<std::optional<Value>> value(const std::string& key, const char* expected, Accepts accepts) const {
        if (!has(key)) {
            return std::optional<Value>();
        }
        if (!accepts(m_json[key])) {
            return wrong(key, expected, m_json[key]);
        }
        return std::optional(m_json[key].get<Value>());
    }

    Result<std::vector<int64_t>> list(const std::string& key) const {
        if (!has(key)) {
            return std::vector<int64_t>{-1};
        }
        const OptimumJson& value = m_json[key];
        if (!value.is_array()) {
            return wrong(key, RemedyText::tr("a list of whole numbers"), value);
        }
        std::vector<int64_t> numbers;
        for (const OptimumJson& each : value) {
            const bool large = each.is_number_unsigned() && each.get<uint64_t>() > INT32_MAX;
            if (!each.is_number_integer() || large) {
                return wrong(key, "whole numbers of at least -1", each);
            }
            numbers.push_back(each.get<int64_t>());
        }
        return numbers;
    }

    std::string placed(const std::string& key) const {
        const std::vector<size_t> places = findKeyedValues(m_text, key);
        return places.empty() ? key : key + ", " + placeIn(m_text, places.back());
    }

    Error wrong(const std::string& key, std::string expected, const OptimumJson& found) const {
        return badPlan(placed(key), std::move(expected), shownJson(found),
                       RemedyText::tr("Correct this value in the file."));
    }

    const OptimumJson& m_json;
    std::string m_prefix;
    std::string_view m_text;
};

/// Writes a plan into a file, and collects issues about data that cannot be written.
class OptimumWriter {
public:
    OptimumWriter(const ExportPlan& plan, const PoptorchExportOptions& options)
        : m_plan(plan)
        , m_options(options)
        , m_training(options.mode == ExportMode::Training)
        , m_json(objectOf(options.imported, "optimum")) {
        const auto counts = layerCountsOf(m_plan);
        if (!counts) {
            m_issues.push_back(notSayable(counts.failure()));
            return;
        }
        writeCounts(*counts);
        writeProportion(counts->size());
        writeMicroBatches();
        if (m_training) {
            if (m_plan.assumed) {
                writeAssumptions(m_plan.assumed->options, counts->size());
            }
            if (m_options.deviceIterations) {
                m_json["device_iterations"] = *m_options.deviceIterations;
            }
        }
        if (m_options.replicationFactor != 1) {
            m_json[m_training ? "replication_factor" : "inference_replication_factor"] =
                m_options.replicationFactor;
        }
        addUnsaid(m_issues, m_plan, m_options, FileName, false, true);
    }

    std::string text() const { return fileText(m_json); }
    std::vector<ExportIssue> takeIssues() { return std::move(m_issues); }

private:
    OptimumReader reader() const { return {m_json, m_options.mode}; }

    /// Whether the file already states `counts`, the number of layers on each IPU. If the model runs on one
    /// IPU, the file need not state the right number: any list with one number counts.
    bool saysCounts(const std::vector<uint32_t>& counts) const {
        const auto written = reader().counts();
        const auto modelled = static_cast<uint32_t>(modelLayers(m_plan).size());
        const auto resolved =
            written ? resolvedCounts(*written, modelled) : Result<std::vector<uint32_t>>(written.failure());
        return resolved && *resolved == counts &&
               (reader().has(reader().keyFor("layers_per_ipu")) ||
                reader().has(reader().keyFor("ipus_per_replica")));
    }

    void writeCounts(const std::vector<uint32_t>& counts) {
        if (saysCounts(counts)) {
            return;
        }
        const bool onlyInference = !m_training && reader().has("layers_per_ipu");
        const std::string prefix = m_training ? "training_" : "inference_";
        const auto key = [&](const char* plain) {
            return onlyInference ? prefix + plain : reader().keyFor(plain);
        };
        m_json[key("layers_per_ipu")] = counts;
        m_json[key("ipus_per_replica")] = counts.size();
    }

    void writeProportion(size_t ipus) {
        const auto& wanted = m_options.availableMemoryProportion;
        // The condition is written so that NaN counts as an error.
        if (wanted && !(*wanted > 0 && *wanted <= 1)) {
            m_issues.push_back({IssueSeverity::Error, ExportRule::MemoryProportion,
                                "The available memory proportion is " + pythonNumber(*wanted) + ".",
                                "Set it to more than 0 and at most 1."});
            return;
        }
        const auto there = reader().proportions(ipus);
        if (wanted && (!there || there->common() != wanted)) {
            m_json[reader().keyFor("matmul_proportion")] = *wanted;
        } else if (!wanted && !there) {
            Error error = there.failure();
            error.remedy = RemedyText::tr("Set one available memory proportion for all IPUs when you export, "
                                          "or correct the values in the file.");
            m_issues.push_back(notSayable(error));
        }
    }

    /// Keeps the file's number of micro-batches unless the user chose another number.
    void writeMicroBatches() {
        const std::string key = keyOfMicroBatches(m_options.mode);
        const auto ofFile = reader().positive(key);
        if (!ofFile) {
            m_issues.push_back(notSayable(ofFile.failure()));
            return;
        }
        const MicroBatches batches = microBatchesOf(m_plan, m_options, *ofFile);
        const uint32_t estimated = microBatchesOf(m_plan, m_options).count;
        noteRaised(m_issues, batches, m_options);
        if (batches.count != estimated && m_plan.assumed) {
            m_issues.push_back({IssueSeverity::Warning, ExportRule::Assumption,
                                key + " is " + std::to_string(batches.count) + ", but the estimate assumes " +
                                    std::to_string(estimated) + ".",
                                "Estimate the plan with the number of micro-batches in the exported file."});
        }
        if (*ofFile != batches.count && (*ofFile || m_training || batches.count > 1)) {
            m_json[key] = batches.count;
        }
    }

    /// Writes a flag. If the file lacks the flag's key, the key is added only if the flag is `true`.
    void writeFlag(const char* key, bool wanted) {
        const auto there = reader().truth(key);
        if ((there && there->value_or(false)) != wanted) {
            m_json[key] = wanted;
        }
    }

    /// Writes what the estimate assumes about memory in training.
    void writeAssumptions(const PipelineOptions& assumed, size_t ipus) {
        writeFlag("recompute_checkpoint_every_layer", assumed.recompute == Recompute::Layers);
        writeFlag("optimizer_state_offchip", assumed.optimizerState == OptimizerState::OffChip);
        if (assumed.recompute == Recompute::Off && ipus > 1) {
            m_issues.push_back({IssueSeverity::Warning, ExportRule::Assumption,
                                "The estimate assumes no recomputation, but Optimum always recomputes.",
                                "For the estimate, set the recomputation to 'inputs' or 'layers'."});
        }
    }

    const ExportPlan& m_plan;
    const PoptorchExportOptions& m_options;
    bool m_training;
    OptimumJson m_json;
    std::vector<ExportIssue> m_issues;
};

/// A note that lists the unknown keys, which are kept; empty if all keys are known.
std::optional<Phrase> keptKeys(const OptimumJson& json) {
    constexpr size_t Shown = 12;
    std::string names;
    size_t kept = 0;
    for (const auto& [key, value] : json.items()) {
        if (!isKnown(key)) {
            names += kept < Shown ? (kept > 0 ? ", " : "") + pythonLiteral(key.substr(0, 60)) : std::string();
            ++kept;
        }
    }
    if (kept == 0) {
        return std::nullopt;
    }
    return kept > Shown ? ImportNote::tr(
                              "Keys that are kept for the export but are not used otherwise: %1 and %2 more.")
                              .arg(names, std::to_string(kept - Shown))
                        : ImportNote::tr("Keys that are kept for the export but are not used otherwise: %1.")
                              .arg(names);
}

} // namespace

std::string optimumJson(const ExportPlan& plan, const PoptorchExportOptions& options) {
    return OptimumWriter(plan, options).text();
}

std::vector<ExportIssue> checkOptimum(const ExportPlan& plan, const PoptorchExportOptions& options) {
    return OptimumWriter(plan, options).takeIssues();
}

bool recognisesOptimum(const SplitText& text) {
    if (!text.json) {
        return false;
    }
    return std::ranges::any_of(text.json->items(), [](const auto& item) { return isKnown(item.key()); });
}

Outcome<ImportedSplit> readOptimum(const SplitText& text, const ImportTarget& target,
                                   const std::stop_token&) {
    if (!text.json) {
        return badPlan(placeIn(text.text, 0), RemedyText::tr("a JSON object, as in ipu_config.json"),
                       pythonLiteral(text.text.substr(0, 20)),
                       RemedyText::tr("Give the whole ipu_config.json."));
    }
    const OptimumReader reader(*text.json, target.mode, text.text);
    const auto written = TRY(reader.counts());
    const auto counts = TRY(resolvedCounts(written, static_cast<uint32_t>(modelLayers(target.blank).size())));
    const auto proportions = TRY(reader.proportions(counts.size()));
    ImportedSplit split;
    split.plan = TRY(planWithCounts(target.blank, counts, written.key));
    split.head = target.head;
    split.memoryProportion = proportions.common();
    split.microBatches = TRY(reader.positive(keyOfMicroBatches(target.mode)));
    const auto recompute = TRY(reader.truth("recompute_checkpoint_every_layer"));
    const auto offChip = TRY(reader.truth("optimizer_state_offchip"));
    if (target.mode == ExportMode::Training) {
        split.recompute = recompute.value_or(false) ? Recompute::Layers : Recompute::Inputs;
        if (offChip) {
            split.optimizerState = *offChip ? OptimizerState::OffChip : OptimizerState::OnChip;
        }
    }
    split.notes.push_back((target.mode == ExportMode::Training ? ImportNote::tr("%1 is %2 for training.")
                                                               : ImportNote::tr("%1 is %2 for inference."))
                              .arg(reader.keyFor("layers_per_ipu"), listText(counts)));
    if (counts.size() == 1 && written.counts.size() == 1 && written.counts.front() != -1 &&
        written.counts.front() != counts.front()) {
        split.notes.push_back(
            ImportNote::tr("With one IPU, the list is ignored: all layers run on that IPU."));
    }
    if (proportions.isList && proportions.values.size() == 1 && counts.size() > 1) {
        split.notes.push_back(
            ImportNote::tr("%1 is a list of one number. Newer versions of Optimum ignore such a "
                           "list: write the number without brackets.")
                .arg(proportions.key));
    }
    if (!proportions.values.empty() && !proportions.common()) {
        split.notes.push_back(ImportNote::tr("%1 differs between IPUs. It is kept for the export to Optimum; "
                                             "the estimate uses the profile's own proportion.")
                                  .arg(proportions.key));
    }
    if (auto kept = keptKeys(*text.json)) {
        split.notes.push_back(*std::move(kept));
    }
    return split;
}

} // namespace tileline
