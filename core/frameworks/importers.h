// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/translatable.h"
#include "core/estimate/pipelineuses.h"
#include "core/frameworks/poptorchplan.h"
#include "core/layers/layers.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// Maximum size of a text that is imported, in bytes.
inline constexpr size_t ImportLimit = size_t{1} << 20;

/// A text that somebody wrote, and from which a split is read.
struct SplitText {
    std::string_view text;
    /// Its JSON object; null if it does not begin with a brace.
    std::shared_ptr<const nlohmann::ordered_json> json;
    std::string twice; ///< a key that an object has twice, as JSON; empty if there is none
};

/// SplitText of a text. TooLarge, or the errors of readJsonText() if it begins with a brace. The result
/// refers to `text`.
Result<SplitText> readSplitText(std::string_view text);

/// The document at `path` that an export keeps, of the exporter `id`. `replaces`: the export replaces this
/// file. BadPlan if it is no JSON object, and the errors of reading.
Result<ImportedDocument> readDocument(const std::filesystem::path& path, std::string_view id, bool replaces);

/// Where Output runs, and why.
struct HeadPlace {
    OutputOn outputOn = OutputOn::Last;
    Phrase why = {}; ///< "Output runs on the first IPU, because ...": a translatable ImportNote
};

/// What a split is read for.
struct ImportTarget {
    const Profile& profile;
    const Layers& layers;
    /// The layer list with one stage. `assumed` is empty in PopLiner's setting; otherwise Output runs there
    /// as `head` says.
    ExportPlan blank;
    ExportMode mode = ExportMode::Inference;
    HeadPlace head;         ///< where Output runs if the text does not say it
    bool headGiven = false; ///< the user has said it, so a text that says something else is refused
};

/// What was read. Everything in it was checked against the profile.
struct ImportedSplit {
    SplitPlan plan;
    HeadPlace head;
    std::optional<Recompute> recompute{};
    std::optional<OptimizerState> optimizerState{};
    std::optional<uint32_t> microBatches{};
    std::optional<double> memoryProportion{};
    /// The document, if an export can write it again with another plan.
    ImportedDocument document{};
    std::vector<Phrase> notes{}; ///< translatable as ImportNote; names are escaped
    std::string_view importer{}; ///< id
};

/// A form in which splits are written.
struct Importer {
    std::string_view id;   ///< that of the exporter which writes the same
    std::string_view help; ///< what the text is, in one line of help
    bool (*recognises)(const SplitText& text);
    Outcome<ImportedSplit> (*read)(const SplitText& text, const ImportTarget& target,
                                   const std::stop_token& stop);
};

/// All importers. Of several that recognise a text, the first one reads it.
std::span<const Importer> importers();

/// Reads a split with the importer that is called `id`, or, if there is none, with the one that recognises
/// the text. Errors have no file; `item` is the place: a key, or line and column.
Outcome<ImportedSplit> importSplit(std::string_view text, std::string_view id, const ImportTarget& target,
                                   const std::stop_token& stop = {});

/// The target of an import into a profile. `uses` are the profile's in the pipeline setting, or null if it
/// has no lowered variables. `outputOn` is where the user says that Output runs; if empty, the weights
/// decide. The target refers to its arguments.
ImportTarget importTarget(const Profile& profile, const Layers& layers, const PipelineEntries* entries,
                          const PipelineUses* uses, const PipelineOptions& options,
                          std::optional<OutputOn> outputOn);

} // namespace tileline
