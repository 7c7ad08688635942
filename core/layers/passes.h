// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace tileline {

/// Whether a profile is planned as inference or as training.
enum class PassMode : uint8_t {
    Auto, ///< training if an operation of the profile is marked
    Inference,
    Training,
};

/// Which operations of a profile belong to the backward pass. Immutable, and created only by find().
///
/// An operation is *marked* if one of its ids is marked (isMarkedId), if its type ends with `Grad`, or if its
/// name contains `gradients/` or `gradient_tape/`. Outlined code and copies to the host can belong to the
/// backward pass without being marked. The *turn* is the position at which the backward pass begins in the
/// list of operations. Of the positions with the highest score, the turn is the last. The score of a position
/// counts two kinds of operations: before the position, unmarked operations whose own names put them in a
/// layer; at or after the position, marked operations. In training, an operation is in the backward pass if
/// it is marked or if it is at or after the turn.
class Passes {
public:
    /// `layers` is PopLiner's layer list.
    static Passes find(const Profile& profile, const Layers& layers, PassMode mode = PassMode::Auto);

    bool training() const { return m_training; }
    /// Whether any operation of the profile is marked, regardless of the mode.
    bool profileIsTraining() const { return m_profileIsTraining; }
    /// The position of the turn, from 0 to the number of operations. In inference, the turn is at the end.
    uint32_t turn() const { return m_turn; }
    /// The earliest step of all marked operations at or after the turn. Empty in inference, and if none of
    /// these operations has steps.
    std::optional<StepIndex> pivot() const { return m_pivot; }
    /// `operation` is a position in Layers::operations.
    bool isMarked(size_t operation) const { return m_marked[operation] != 0; }
    bool isBackward(size_t operation) const {
        return m_training && (m_marked[operation] != 0 || operation >= m_turn);
    }
    /// True for *updates*: operations of the backward pass that change weights or optimizer state. An update
    /// runs once for all micro-batches. An operation is an update if the id of an output contains
    /// `UpdatedVar___` or a mark of optimizer state, or if the operation's type ends with `Update` or
    /// `Updater`.
    bool isUpdate(size_t operation) const { return m_updates[operation] != 0 && isBackward(operation); }

private:
    Passes() = default;

    std::vector<uint8_t> m_marked;  ///< by operation
    std::vector<uint8_t> m_updates; ///< by operation
    uint32_t m_turn = 0;
    std::optional<StepIndex> m_pivot;
    bool m_profileIsTraining = false;
    bool m_training = false;
};

/// True if the operation is not a tensor and its own name matches exactly one layer.
inline bool isNamed(const LayeredOperation& operation) {
    return operation.note == LayerNote::Matched && !operation.isTensor;
}

/// Whether the profile was itself compiled with recomputation. A profile with recomputation does not show
/// which operations a pipeline would recompute: the turn is found too close to the end, and operations of
/// Output are assigned to Input.
///
/// A profile counts as recomputed if more than 5 % of all operations make a tensor a second time
/// (isRecomputedId). A profile also counts as recomputed if, among the unmarked operations whose own names
/// put them in a layer, more than a third run again. The steps of an operation's programs form runs of
/// consecutive steps. An operation *runs again* if its first run of steps ends before the step of the first
/// gradient and its last run of steps begins at or after that step. The step of the first gradient is the
/// earliest step of all operations that output a gradient.
Outcome<bool> isAlreadyRecomputed(const Profile& profile, const Layers& layers, const Passes& passes,
                                  const std::stop_token& stop = {});

/// PopART reserves some prefixes of tensor ids: `Gradient___`, `Accl___`, `Accl1___`, `Accl2___`, `Accl3___`,
/// `Accum___` and `UpdatedVar___`. The prefixes may occur anywhere in an id. The suffix `__re` marks a tensor
/// that is computed a second time; `__t` and digits may follow this suffix. These prefixes and this suffix
/// are the *marks* of the backward pass (willow tensornames.hpp).
bool isMarkedId(std::string_view id);
/// Whether the id has the suffix `__re`.
bool isRecomputedId(std::string_view id);

/// Whether the name of an operation or variable contains a name scope that TensorFlow uses for gradients.
bool isInGradientScope(std::string_view name);

inline constexpr std::string_view GradientMark = "Gradient___";
/// The last reserved prefix in an id; empty if there is none.
std::string_view lastMarkOf(std::string_view id);
/// Whether `mark` is one of the marks of optimizer state: `Accl1___`, `Accl2___`, `Accl3___`.
bool isStateMark(std::string_view mark);

/// Whether the id belongs to an updated weight or to updated optimizer state.
bool isUpdateId(std::string_view id);

/// The forward tensor or weight to which an id belongs: the text after its last mark, without `__re`.
std::string_view rootOfId(std::string_view id);

/// The text after the last `Gradient___`: the weight or tensor whose gradient has the id. Empty if the id has
/// no such mark.
std::optional<std::string_view> gradientOf(std::string_view id);

/// Whether a variable's name shows that the variable contains accumulated gradients.
bool isAccumulatorName(std::string_view name);
/// Whether a pipeline can keep copies of a variable with this name: the name has no mark and is not the name
/// of a stash.
bool isActivationName(std::string_view name);

} // namespace tileline
