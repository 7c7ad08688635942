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

enum class LayerOrder : uint8_t {
    Steps,   ///< order of first appearance among the operations
    Natural, ///< sorted by name, with runs of digits compared as numbers
};

/// What happens to operations for which no layer was found.
enum class Unassigned : uint8_t {
    /// The operations go to the entry *none*, as in PopLiner. The entry *none* is in the first stage. Its
    /// operations add no variables to that stage.
    First,
    /// An operation without a layer joins the layer of the nearest earlier operation that has one. If no
    /// earlier operation has a layer, the operation joins the first layer.
    Position,
};

/// The options for finding layers in operation names. The defaults are PopLiner's.
struct LayerOptions {
    std::string layerRegex = R"((?:^|\/)(?:[L|l]ayer|blocks|encoder)[\/_\.]?(\d+))";
    std::string inputsRegex = "(word_embeddings|Embedding_Dict)";
    LayerOrder order = LayerOrder::Steps;
    Unassigned unassigned = Unassigned::First;

    bool operator==(const LayerOptions&) const = default;
};

/// How the layer of an operation was found, or why the operation has no layer.
enum class LayerNote : uint8_t {
    Matched,        ///< the operation's name matches the layer regex; noteText() is empty
    Tensor,         ///< tensor_filter
    InputNames,     ///< deduced_from_input_names
    FollowingOp,    ///< deduced_from_following_operation
    InputsRegex,    ///< inputs_regex_layer_0
    InputLayerCount ///< N_input_layers
};

/// The kind of an entry of the layer list. PopLiner's list has *none* and the layers; the list of the
/// pipeline setting has Input, the layers and Output (pipelineentries.h).
enum class EntryKind : uint8_t {
    None,  ///< operations without a layer; these operations add no variables
    Input, ///< operations before the first layer: embeddings, masks
    Layer,
    Output, ///< operations after the last layer: head, loss
};

/// An operation of the profile that has programs, with the name and the layer that were found for it.
struct LayeredOperation {
    OperationIndex operation; ///< position in Profile::operations
    DetailIndex detail;
    std::string name;                 ///< the name that PopLiner uses, see operationName() in layers.cpp
    LayerIndex layer = {};            ///< position in Layers::names
    EntryKind kind = EntryKind::None; ///< kind of the entry `layer`
    LayerNote note = LayerNote::Matched;
    uint32_t inputLayers = 0; ///< the number N in the note N_input_layers
    bool isTensor = false;
    /// Whether the operation has a layer. Operations without a layer add no variables to an estimate.
    bool inLayer() const { return kind != EntryKind::None; }
    /// PopLiner's note text; empty for Matched.
    std::string noteText() const;
};

/// A layer regex that Tileline proposes in place of the current one.
struct LayerProposal {
    std::string expression{}; ///< the regex; empty if none was found
    uint64_t perCent = 0;     ///< the percentage of the non-tensor operations whose names the regex matches
};

/// A problem with the layers that the user should know about.
struct LayerWarning {
    enum class Kind {
        /// Rules 2 to 5 of layers.cpp find a layer for less than half of the non-tensor operations. `count`
        /// is the percentage of these operations for which the rules find a layer.
        FewOperationsInLayers,
        /// Each of `count` Calls has inputs from several layers. `detail` is the first of these Calls.
        CallSpansLayers,
        SeveralIpusOrReplicas, ///< num_tiles differs from tiles_per_ipu
        NoLayers,              ///< the regex matches nothing
    };
    Kind kind{};
    uint64_t count = 0;
    std::string detail;
    LayerProposal proposal = {}; ///< only for FewOperationsInLayers and NoLayers; may be empty
};

/// The properties in which the two kinds of layer list differ. Code should test one of these properties, not
/// the kind of list.
struct LayerListTraits {
    bool ids;                ///< true: files name the entries by ids, see idOf(); false: by plain names
    bool pipeline;           ///< the entries form a pipeline from Input to Output, with transfers and times
    bool vertexBySize;       ///< vertex types that share a name but differ in size are counted separately
    const char* crossingKey; ///< key in tables and JSON for the bytes that cross a boundary
};
inline constexpr LayerListTraits PopLinerList{false, false, true, "crossing_bytes"};
inline constexpr LayerListTraits PipelineList{true, true, false, "transfer_bytes"};

/// The layers of a profile. Created by findLayers(). Immutable and shared between threads.
struct Layers {
    LayerOptions options;
    const LayerListTraits* list = &PopLinerList;
    /// By entry: its name. PopLiner's entry 0, *none*, has no name. The names of Input and Output are
    /// "@input" and "@output".
    std::vector<std::optional<std::string>> names;
    std::vector<EntryKind> kinds;             ///< by entry of the list
    std::vector<LayeredOperation> operations; ///< all operations with programs, in the profile's order
    std::vector<LayerWarning> warnings;

    size_t count() const { return names.size(); }
    /// The name to show for an entry; "None" for the entry *none*.
    const std::string& displayName(LayerIndex layer) const;
    /// In the pipeline setting: the name of an entry in files, options and JSON. The id of Input is "@input",
    /// and the id of Output is "@output". If a layer's own name begins with "@", the id begins with "@@".
    std::string idOf(LayerIndex entry) const;
    std::optional<LayerIndex> find(std::string_view name) const;
    /// The name of an entry in files, options and JSON: idOf() in the pipeline setting, the plain name in
    /// PopLiner's setting. Empty for *none*.
    std::optional<std::string> nameInFiles(LayerIndex entry) const;
    std::optional<LayerIndex> findNameInFiles(std::string_view name) const;
    /// Whether the number in a layer's name follows the number in the previous layer's name: "4" after "3",
    /// "block.4" after "block.3". Only a run of layers with successive numbers may be abbreviated to a range.
    bool countsOn(LayerIndex entry) const;
    LayerIndex last() const { return {static_cast<uint32_t>(names.size() - 1)}; }
};

using LayersPtr = std::shared_ptr<const Layers>;

/// Finds the layers. Errors: BadRegex (`item` contains the regex and the position in it), RegexTooSlow.
///
/// The operations are processed from the last to the first, because a Call takes the layer of the operation
/// that follows it. layers.cpp lists the rules in the order in which they apply. `standIns` says whether
/// programs that stand in for operations count as operations. PopLiner's setting passes false for `standIns`,
/// because PopLiner knows only operations of frameworks.
Outcome<LayersPtr> findLayers(const Profile& profile, const LayerOptions& options, std::stop_token stop = {},
                              bool standIns = true);

/// Whether `a` comes before `b` if runs of digits are compared as numbers.
bool naturalLess(std::string_view a, std::string_view b);

/// Proposes a regex that finds a layer wherever a certain word precedes a number: "stage" in
/// `model/stage.3/MatMul`. The regex uses the word that occurs in the names of the most operations. The word
/// must occur with at least two different numbers, and in at least a tenth of the operations. Numbers in the
/// last part of a name are ignored, because they distinguish operations, not layers.
LayerProposal proposeLayerRegex(const std::vector<LayeredOperation>& operations);

/// A range of steps that layerBands() gives to a layer.
struct LayerBand {
    LayerIndex layer;
    StepInterval steps;

    bool operator==(const LayerBand&) const = default;
};

/// The bands that a liveness chart shows in its background: each band colours the steps of one layer. In a
/// training profile, a layer has several bands (forward, backward).
///
/// A band belongs to a run of operations of one layer. The band begins at the first step of the run's first
/// operation, and ends where the next band begins. The last band ends after the last step of its operations.
/// Operations without a layer or without steps do not end a band. Operations that begin at or before the
/// start of a band do not end that band, because they repeat code that ran earlier. Bands are therefore
/// ascending and disjoint.
std::vector<LayerBand> layerBands(const Profile& profile, const Layers& layers);

} // namespace tileline
