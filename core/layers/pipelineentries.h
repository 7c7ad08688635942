// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/passes.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

class PipelineEntries;
using PipelineEntriesPtr = std::shared_ptr<const PipelineEntries>;

/// The entries of the pipeline setting, and the entry of each operation. The entries are Input (embeddings,
/// masks), the layers, and Output (head, loss). Entries without operations are left out. Immutable, and
/// created only by find().
///
/// A forward operation belongs to the entry into which its tensors flow. The order in which the profile lists
/// operations is not enough to find this entry: PopART may put the mask of layer 0 before the embedding, and
/// the labels of the loss anywhere. An operation *depends* if tensors flow into it, directly or through other
/// operations, from an operation that is in a layer by its own name. An operation *leads* to a layer if its
/// tensors flow, directly or through operations outside layers, into an operation that is in this layer by
/// its own name. An operation whose name has no layer is *late* if it depends and leads nowhere, or if a late
/// operation takes one of its outputs. The first matching row of this table applies; *ids* are those of the
/// operation's tensors, and an outlined operation counts as one without ids:
///
///     in a layer by its own name                                    that layer
///     no ids, before the first operation of row 1                   Input
///     no ids, after the last operation of row 1                     Output
///     depends, leads nowhere, after the last operation of row 1     Output
///     has ids, does not depend, leads to one layer after the first  that layer
///     has ids, does not depend, leads nowhere, is late              Output
///     has ids, does not depend, any other                           Input
///     any other        its layer by rules 2 to 5 (layers.cpp); else the entry of the operation before it
///
/// A backward operation belongs to the entry whose tensors it works on. The *home* of an id is the entry of
/// the first forward operation that has the id's root (passes.h) as an output. If there is no such operation,
/// the home is the entry of the first forward operation that has the root as an input. For a backward
/// operation, the following are tried in order until one gives exactly one entry: the operation's own name;
/// the homes of its marked inputs; the homes of its marked outputs; the homes of its other inputs; its layer
/// by rules 2 to 5; the entry of the previous backward operation; Output, or the last layer if Output has no
/// forward operation.
class PipelineEntries {
public:
    /// `layers` is PopLiner's layer list of the profile, with Unassigned::First.
    static Outcome<PipelineEntriesPtr> find(const Profile& profile, const Layers& layers,
                                            PassMode mode = PassMode::Auto, const std::stop_token& stop = {});

    const Passes& passes() const { return m_passes; }
    /// The entries as a layer list, with the entry of each operation. Layers::options are those of the list
    /// that was passed to find().
    const LayersPtr& layers() const { return m_layers; }
    /// Whether the operation is listed more than once, because its code is called repeatedly. Each listing
    /// has the ids of one call, but the steps of all calls.
    bool isOutlined(size_t operation) const { return m_outlined[operation] != 0; }
    /// Whether the operation is a tensor or copies to or from the host.
    bool isHost(size_t operation) const { return m_host[operation] != 0; }
    /// The step at which an entry's part of the forward pass begins. Variables that are live when an entry
    /// begins can cross the boundary before the entry. Of the following groups of the entry's operations, the
    /// first that has any steps decides: its earliest step is the result.
    ///
    ///   1. forward, in a layer by name, with an input that an earlier entry makes, not the host;
    ///   2. forward and in a layer by name;   3. forward, neither outlined nor host;
    ///   4. forward;                          5. all.
    std::optional<StepIndex> start(LayerIndex entry) const { return m_starts[entry.index()]; }

private:
    PipelineEntries(Passes passes)
        : m_passes(std::move(passes)) {}

    Passes m_passes;
    LayersPtr m_layers;
    std::vector<uint8_t> m_outlined; ///< by operation
    std::vector<uint8_t> m_host;     ///< by operation
    std::vector<std::optional<StepIndex>> m_starts;
};

} // namespace tileline
