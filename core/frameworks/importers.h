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

/// The maximum number of bytes of an imported text.
inline constexpr size_t ImportLimit = size_t{1} << 20;

/// A text from which a split is read. The text can come from anybody, so it is not trusted.
struct SplitText {
    std::string_view text;
    /// The JSON object that makes up the text; null if the text does not begin with a brace.
    std::shared_ptr<const nlohmann::ordered_json> json;
    std::string twice; ///< the first duplicate key of an object, written as in JSON; empty if there is none
};

/// Prepares a text for the importers. The result refers to `text`. Errors: TooLarge and, if the text begins
/// with a brace, the errors of readJsonText().
Result<SplitText> readSplitText(std::string_view text);

/// Reads the document at `path`, into which the exporter `id` will write a plan. If `replaces` is true,
/// errors warn that the export would overwrite the document. Errors: BadPlan if the file has no JSON object;
/// errors of file access.
Result<ImportedDocument> readDocument(const std::filesystem::path& path, std::string_view id, bool replaces);

/// The IPU on which Output runs, and the reason.
struct HeadPlace {
    OutputOn outputOn = OutputOn::Last;
    Phrase why = {}; ///< "Output runs on the first IPU, because ...": a translatable ImportNote
};

/// The profile and the options for which a split is read.
struct ImportTarget {
    const Profile& profile;
    const Layers& layers;
    /// A plan whose only stage holds the whole layer list. `assumed` is empty in PopLiner's setting; in the
    /// pipeline setting, `assumed` places Output where `head` says.
    ExportPlan blank;
    ExportMode mode = ExportMode::Inference;
    HeadPlace head;         ///< the place of Output if the text does not state it
    bool headGiven = false; ///< whether the user chose `head`; a text that contradicts it is then refused
};

/// A split that has been read and checked against the profile.
struct ImportedSplit {
    SplitPlan plan;
    HeadPlace head;
    std::optional<Recompute> recompute{};
    std::optional<OptimizerState> optimizerState{};
    std::optional<uint32_t> microBatches{};
    std::optional<double> memoryProportion{};
    /// The imported document; empty if an export cannot put another plan into it.
    ImportedDocument document{};
    std::vector<Phrase> notes{}; ///< notes for the user, translatable as ImportNote; names are escaped
    std::string_view importer{}; ///< id of the importer
};

/// A file format from which a split can be imported.
struct Importer {
    std::string_view id;   ///< also the id of the exporter for this format
    std::string_view help; ///< one line of help that describes the text
    bool (*recognises)(const SplitText& text);
    Outcome<ImportedSplit> (*read)(const SplitText& text, const ImportTarget& target,
                                   const std::stop_token& stop);
};

/// All importers. If several importers recognise a text, the first of them reads it.
std::span<const Importer> importers();

/// Reads a split with the importer `id` or, if no importer has this id, with the first importer that
/// recognises the text. Errors do not name a file; their `item` is the place in the text: a key, or line and
/// column.
Outcome<ImportedSplit> importSplit(std::string_view text, std::string_view id, const ImportTarget& target,
                                   const std::stop_token& stop = {});

/// The ImportTarget for importing a split into `profile`. `uses` is null in PopLiner's setting, and for a
/// profile without lowered variables. `outputOn` is the user's choice of the IPU on which Output runs; if it
/// is empty, the weights determine that IPU. The result refers to the arguments.
ImportTarget importTarget(const Profile& profile, const Layers& layers, const PipelineEntries* entries,
                          const PipelineUses* uses, const PipelineOptions& options,
                          std::optional<OutputOn> outputOn);

} // namespace tileline
