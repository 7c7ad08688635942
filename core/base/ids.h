// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace tileline {

/// A 32-bit index. Each kind of index has its own type, so that the compiler rejects an index of the wrong
/// kind. In memory, a column of ids has the same layout as a column of `uint32_t`, the type of ids in profile
/// files.
template <class Tag>
struct Id {
    uint32_t value = 0;

    constexpr auto operator<=>(const Id&) const = default;
    constexpr size_t index() const { return value; }
    constexpr Id next() const { return {value + 1}; }
};

/// In a column of ids, this value means "none".
inline constexpr uint32_t NoId = 0xFFFFFFFFU;

using TileId = Id<struct TileTag>; ///< number of a tile, counted over all IPUs from the first tile of IPU 0
using StepIndex = Id<struct StepTag>;             ///< number of a liveness step, from 0
using ProgramIndex = Id<struct ProgramTag>;       ///< position in Profile::programs, not the id in the file
using ComputeSetIndex = Id<struct ComputeSetTag>; ///< position in Profile::computeSets
using VertexTypeIndex = Id<struct VertexTypeTag>; ///< position in Profile::vertexTypes
using VertexNameIndex = Id<struct VertexNameTag>; ///< position in Profile::vertexCode
using ClassIndex = Id<struct ClassTag>;           ///< position in Profile::equivalenceClasses
using VariableIndex = Id<struct VariableTag>;     ///< position in Profile::variables (unlowered)
using LoweredIndex = Id<struct LoweredTag>;       ///< row in Profile::lowered, which is ordered by tile
using OperationIndex = Id<struct OperationTag>;   ///< position in Profile::operations or Layers::operations
using DetailIndex = Id<struct DetailTag>;         ///< position in Profile::operationDetails
/// The position of an entry in the layer list. In PopLiner's setting, entry 0 is *none*. In the pipeline
/// setting, entry 0 is Input, or the first layer if Input has no operations.
using LayerIndex = Id<struct LayerTag>;
using StageIndex = Id<struct StageTag>; ///< position of a stage in a plan; also the number of the stage's IPU

/// A half-open range of liveness steps: [start, end).
struct StepInterval {
    StepIndex start;
    StepIndex end;

    constexpr auto operator<=>(const StepInterval&) const = default;
    constexpr bool contains(StepIndex step) const { return start <= step && step < end; }
    constexpr bool empty() const { return end <= start; }
};

} // namespace tileline

template <class Tag>
struct std::hash<tileline::Id<Tag>> {
    size_t operator()(tileline::Id<Tag> id) const noexcept { return std::hash<uint32_t>{}(id.value); }
};
