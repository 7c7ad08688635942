// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// Order of the layer list after *none*.
enum class LayerOrder : uint8_t {
    Steps,   ///< first appearance among the operations
    Natural, ///< sorted by name, runs of digits as numbers
};

/// What happens to operations for which no layer was found.
enum class Unassigned : uint8_t {
    First,    ///< as in PopLiner: all on the first stage (entry *none*), their variables ignored
    Position, ///< the layer of the last operation before it that has one (else the first); variables count
};

/// How layers are found in operation names. The defaults are PopLiner's.
struct LayerOptions {
    std::string layerRegex = R"((?:^|\/)(?:[L|l]ayer|blocks|encoder)[\/_\.]?(\d+))";
    std::string inputsRegex = "(word_embeddings|Embedding_Dict)";
    LayerOrder order = LayerOrder::Steps;
    Unassigned unassigned = Unassigned::First;

    bool operator==(const LayerOptions&) const = default;
};

/// How the layer of an operation, or the lack of one, was determined.
enum class LayerNote : uint8_t {
    Matched,        ///< its name matches the layer regex; has no note text
    Tensor,         ///< tensor_filter
    InputNames,     ///< deduced_from_input_names
    FollowingOp,    ///< deduced_from_following_operation
    InputsRegex,    ///< inputs_regex_layer_0
    InputLayerCount ///< N_input_layers
};

/// What an entry of the layer list stands for. PopLiner's list is *none* and the layers; the list of the
/// pipeline setting is Input, the layers and Output (pipelineentries.h).
enum class EntryKind : uint8_t {
    None,  ///< the operations without a layer, which bring no variables
    Input, ///< what runs before the first layer: embeddings, masks
    Layer,
    Output, ///< what runs after the last layer: head, loss
};

/// An operation of the profile that has programs, with its final name and its layer.
struct LayeredOperation {
    OperationIndex operation; ///< position in Profile::operations
    DetailIndex detail;
    std::string name;                 ///< PopLiner's name: with Tensor, Anonymous, (instanceId), /tensorId
    LayerIndex layer;                 ///< entry of Layers::names
    EntryKind kind = EntryKind::None; ///< of that entry
    LayerNote note = LayerNote::Matched;
    uint32_t inputLayers = 0; ///< N of N_input_layers
    bool isTensor = false;
    /// Whether the operation has a layer. Operations in *none* add no variables to an estimate.
    bool inLayer() const { return kind != EntryKind::None; }
    /// PopLiner's note text; empty for Matched.
    std::string noteText() const;
};

/// A layer regex that finds more layers than the one in use.
struct LayerProposal {
    std::string expression{}; ///< empty if there is none
    uint64_t perCent = 0;     ///< of the operations that are no tensors: how many have a match in their names
};

/// Something about the layers that the user should know.
struct LayerWarning {
    enum class Kind {
        FewOperationsInLayers, ///< rules 2 to 5 settle under half of the non-tensors (count: per cent)
        CallSpansLayers, ///< a Call has inputs from several layers (count: calls; detail: the first's name)
        SeveralIpusOrReplicas, ///< num_tiles differs from tiles_per_ipu
        NoLayers,              ///< the regex matches nothing
    };
    Kind kind{};
    uint64_t count = 0;
    std::string detail;
    LayerProposal proposal = {}; ///< for the first warning of few or no layers
};

/// What distinguishes one kind of layer list from another. Whoever has to tell them apart asks for one of
/// these.
struct LayerListTraits {
    bool ids;          ///< entries have ids in files, see idOf(); otherwise plain names, and *none* has none
    bool pipeline;     ///< the entries run as a pipeline, from Input to Output, with transfers and times
    bool vertexBySize; ///< vertex types with one name and several sizes count separately
    const char* crossingKey; ///< the bytes at a boundary, in tables and JSON
};
inline constexpr LayerListTraits PopLinerList{false, false, true, "crossing_bytes"};
inline constexpr LayerListTraits PipelineList{true, true, false, "transfer_bytes"};

/// The layers of a profile. Made by findLayers, immutable, shared between threads.
struct Layers {
    LayerOptions options;
    const LayerListTraits* list = &PopLinerList;
    /// The layer list. PopLiner's entry 0 is *none* and has no name. Input and Output are named like their
    /// ids, see idOf().
    std::vector<std::optional<std::string>> names;
    std::vector<EntryKind> kinds;             ///< by entry of the list
    std::vector<LayeredOperation> operations; ///< in order; operations without programs are dropped
    std::vector<LayerWarning> warnings;

    size_t count() const { return names.size(); }
    /// "None" for *none*.
    const std::string& displayName(LayerIndex layer) const;
    /// The name of an entry of the pipeline setting in files, options and JSON: "@input" and "@output". A
    /// layer whose own name begins with "@" gets another "@" in front.
    std::string idOf(LayerIndex entry) const;
    std::optional<LayerIndex> find(std::string_view name) const;
    /// The name of an entry in files, options and JSON, in either list: idOf() in the list of the pipeline
    /// setting, and the plain name in PopLiner's list, where *none* has no name.
    std::optional<std::string> nameInFiles(LayerIndex entry) const;
    std::optional<LayerIndex> findNameInFiles(std::string_view name) const;
    /// Whether the name of a layer continues that of the entry before it: "4" after "3", "block.4" after
    /// "block.3". Only then may a list name the first and the last layer for all layers between them.
    bool countsOn(LayerIndex entry) const;
    LayerIndex last() const { return {static_cast<uint32_t>(names.size() - 1)}; }
};

using LayersPtr = std::shared_ptr<const Layers>;

/// Finds the layers. BadRegex (`item` has the regex and the position in it) or RegexTooSlow.
///
/// Walks the operations from the last to the first, because a Call takes the layer of the operation that
/// follows it. layers.cpp has the rules, in the order in which they apply.
/// `standIns`: programs that stand in for operations count as such. They never do in PopLiner's setting,
/// which knows operations of frameworks only.
Outcome<LayersPtr> findLayers(const Profile& profile, const LayerOptions& options, std::stop_token stop = {},
                              bool standIns = true);

/// Whether a < b, comparing runs of digits as numbers.
bool naturalLess(std::string_view a, std::string_view b);

/// Looks for the word that numbers most operations: "stage" in `model/stage.3/MatMul`. Words that number
/// fewer than two layers, or fewer than a tenth of the operations, are not proposed. The last part of a name
/// is the operation's own; numbers there tell operations apart, not layers.
LayerProposal proposeLayerRegex(const std::vector<LayeredOperation>& operations);

/// A range of steps in which one layer runs and no other.
struct LayerBand {
    LayerIndex layer;
    StepInterval steps;

    bool operator==(const LayerBand&) const = default;
};

/// The layers over the program steps, which a liveness chart shows in the background. In a training profile a
/// layer has several bands (forward, backward).
///
/// A band begins at the first step of the first operation in a run of operations of one layer. It ends where
/// the next band begins, or else at the end of the last operation's last step. Operations without a layer or
/// without steps do not end a band. Nor does an operation that begins at or before the start of the current
/// band (code that is called or listed again). So bands are ascending and disjoint.
std::vector<LayerBand> layerBands(const Profile& profile, const Layers& layers);

} // namespace tileline
