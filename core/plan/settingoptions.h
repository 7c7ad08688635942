// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/passes.h"
#include "core/plan/timeoptions.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tileline {

/// Which of the two estimates is meant.
enum class Setting : uint8_t {
    Pipeline, ///< the pipeline that will be compiled from the plan
    PopLiner, ///< byte for byte what PopLiner estimates
};

/// What the backward pass computes again instead of keeping it from the forward pass.
enum class Recompute : uint8_t {
    Off,    ///< nothing; activations that both passes use are kept
    Inputs, ///< everything but what enters a stage; PopTorch's default for pipelines
    Layers, ///< everything but what enters a layer
};

/// The number of modes of recomputation.
inline constexpr size_t RecomputeModes = 3;

/// The schedule of the pipeline, which says how many copies of a stashed variable a stage keeps.
enum class Schedule : uint8_t {
    PopTorch,    ///< PopART's only schedule
    Grouped,     ///< TensorFlow
    Interleaved, ///< TensorFlow
    Sequential,  ///< TensorFlow; keeps no copies
    None,        ///< sharded or phased execution; keeps no copies
};

/// Whether gradient accumulators are added to the weights.
enum class Accumulators : uint8_t {
    Auto, ///< where training accumulates gradients and the profile has no accumulators yet
    None,
    Add, ///< in any case
};

/// How much of the always-live bytes that belong to no operation each IPU carries.
enum class Unowned : uint8_t {
    None,
    Share, ///< the stack, and of the rest as much as of the bytes that belong to operations
    All,   ///< all of them: an upper bound
};

/// Where the entry Output runs.
enum class OutputOn : uint8_t { Last, First };

/// The options of the pipeline setting.
struct PipelineOptions {
    PassMode mode = PassMode::Auto;
    Recompute recompute = Recompute::Inputs;
    Schedule schedule = Schedule::PopTorch;
    Accumulators accumulators = Accumulators::Auto;
    Unowned unowned = Unowned::Share;
    OutputOn outputOn = OutputOn::Last;
    bool allowSharedWeights = false; ///< plans may split a weight over several IPUs
    /// See MicroBatches; empty: the default.
    std::optional<uint32_t> microBatches = {};

    bool operator==(const PipelineOptions&) const = default;
};

/// The micro-batches that a plan works on at a time: the gradient accumulation of training, the device
/// iterations of inference. The estimate and all exports take the number from here.
struct MicroBatches {
    uint32_t count = 1;  ///< what the plan has: at least the depth of its pipeline
    uint32_t wanted = 1; ///< what was asked for, or the default: 64, for a plan of one stage 1

    /// For a pipeline of `stages` forward stages. Training has all but the last of them twice.
    static MicroBatches of(std::optional<uint32_t> asked, size_t stages, bool training);
    /// A sentence if there are more than wanted, in ASCII; otherwise empty.
    std::string raisedText(bool training) const;
};

/// Whether the weights of a plan of one stage have gradient accumulators, where any are added.
bool accumulatesAlone(const PipelineOptions& options);

/// A setting with its options. `pipeline` and `time` have no meaning in PopLiner's setting, but are kept, so
/// that one can switch back.
struct SettingOptions {
    Setting setting = Setting::Pipeline;
    PipelineOptions pipeline;
    TimeOptions time = {};

    bool operator==(const SettingOptions&) const = default;
};

/// An option and its values by id, for the command line, files and JSON: `--recompute inputs`.
template <class Value>
struct OptionIds {
    std::string_view option; ///< "--recompute"
    std::span<const std::pair<std::string_view, Value>> values;
};

/// The ids of each type of option; the first value is not necessarily the default.
template <class Value>
const OptionIds<Value>& optionIds();
template <>
const OptionIds<Setting>& optionIds();
template <>
const OptionIds<PassMode>& optionIds();
template <>
const OptionIds<Recompute>& optionIds();
template <>
const OptionIds<Schedule>& optionIds();
template <>
const OptionIds<Accumulators>& optionIds();
template <>
const OptionIds<Unowned>& optionIds();
template <>
const OptionIds<OutputOn>& optionIds();

/// BadArgument for a value that does not exist: `item` is the option, `expected` has the ids.
Error unknownOption(std::string_view option, std::string ids, std::string_view actual);

/// The value with an id. BadArgument.
template <class Value>
Result<Value> parseOption(std::string_view id) {
    std::string ids;
    for (const auto& [name, value] : optionIds<Value>().values) {
        if (name == id) {
            return value;
        }
        ids += ids.empty() ? "" : ", ";
        ids += name;
    }
    return unknownOption(optionIds<Value>().option, std::move(ids), id);
}

template <class Value>
std::string_view idOf(Value value) {
    for (const auto& [name, candidate] : optionIds<Value>().values) {
        if (candidate == value) {
            return name;
        }
    }
    return {};
}

/// The number of copies of a stashed variable on a stage of a training pipeline; `stagesAfter` forward stages
/// follow it. PopART's own rule, and those of TensorFlow's schedules.
constexpr uint32_t stashCopies(Schedule schedule, uint32_t stagesAfter) {
    switch (schedule) {
    case Schedule::PopTorch:
        return stagesAfter == 0 ? 0 : 2 * stagesAfter + 1;
    case Schedule::Grouped:
        return 2 * stagesAfter;
    case Schedule::Interleaved:
        return stagesAfter;
    case Schedule::Sequential:
    case Schedule::None:
        break;
    }
    return 0;
}

} // namespace tileline
