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
#include <vector>

namespace tileline {

/// Which of the two estimates is meant.
enum class Setting : uint8_t {
    Pipeline, ///< the pipeline that will be compiled from the plan
    PopLiner, ///< byte for byte what PopLiner estimates
};

/// What distinguishes the settings. Whoever has to tell them apart asks for one of these.
struct SettingTraits {
    const char* estimateName;  ///< whose estimate it is, translatable as Setting
    const char* estimateWords; ///< the beginning of a sentence on the setting, translatable as Setting
    /// The layers begin with Input and end with Output, and the estimate is of a pipeline that has
    /// PipelineOptions, times, stashes and accumulators. Otherwise they begin with *none*.
    bool pipeline;
    bool greedy;                ///< has PopLiner's search, which fills IPUs from the front
    bool ofFrameworkOperations; ///< stand-ins for operations are not enough
};

const SettingTraits& traitsOf(Setting setting);

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

/// The element type of the gradient accumulators that are added.
enum class AccumulatorType : uint8_t {
    Same,  ///< that of the weight
    Float, ///< twice the bytes of a weight of half precision
};

/// Where the optimizer's state is.
enum class OptimizerState : uint8_t {
    OnChip,
    OffChip, ///< in remote memory; the state of one weight at a time is fetched
};

/// How much of the always-live bytes that belong to no operation each IPU carries.
enum class Unowned : uint8_t {
    None,
    Share, ///< the stack, and of the rest as much as of the bytes that belong to operations
    All,   ///< all of them: an upper bound
};

/// Where the entry Output runs.
enum class OutputOn : uint8_t {
    Auto, ///< on the first IPU if, in training, a weight is used by both Input and Output; else on the last
    Last,
    First
};

/// The options of the pipeline setting.
struct PipelineOptions {
    PassMode mode = PassMode::Auto;
    Recompute recompute = Recompute::Inputs;
    Schedule schedule = Schedule::PopTorch;
    Accumulators accumulators = Accumulators::Auto;
    AccumulatorType accumulatorType = AccumulatorType::Same;
    OptimizerState optimizerState = OptimizerState::OnChip;
    Unowned unowned = Unowned::Share;
    uint32_t ioTiles = 0; ///< of each IPU, for exchange with the host only: even, at most half of its tiles
    OutputOn outputOn = OutputOn::Auto;
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

    const SettingTraits& traits() const { return traitsOf(setting); }
    bool operator==(const SettingOptions&) const = default;
};

/// What has to be worked out again when an option gets another value.
enum class Affects : uint32_t { Layers, Estimate, Time };

/// A value of an option that is a choice.
struct OptionChoice {
    std::string_view id;         ///< on the command line, in files and JSON
    const char* title = "";      ///< in the window, translatable as tileline::SettingToolBar
    const char* words = nullptr; ///< in a sentence on the setting, translatable as Setting; null: not said
};

/// All that files, the command line, the window and reports know of one option of a setting. Its value is a
/// number: the index of a choice, 0 or 1 of a flag. Empty: the default of a number that depends on the plan.
struct SettingOption {
    enum class Type : uint32_t { OneOf, Flag, Number, Real };

    std::string_view key; ///< in plan files and in JSON
    Affects affects = Affects::Estimate;
    Type type{};                                ///< follows from the member that the option sets
    const char* help = "";                      ///< of the command line
    std::span<const OptionChoice> choices = {}; ///< by the value of the enum
    double minimum = 0;
    double maximum = 0;
    const char* unit = "N";      ///< of a number, in the help
    double step = 1;             ///< of a number, in the window
    const char* suffix = "";     ///< behind a number, in the window
    bool exportHasOwn = false;   ///< the command that exports has an option of its own
    bool ofTraining = false;     ///< without meaning in inference
    int field = 0;               ///< position in the window's tool bar; 0: in its menu
    const char* name = nullptr;  ///< of the window's object
    const char* title = "";      ///< in the window, translatable as tileline::SettingToolBar; may be empty
    const char* tip = "";        ///< the same
    const char* words = nullptr; ///< of a flag that is set, as OptionChoice::words; or shown in place of a
                                 ///< number that is not given, translatable as tileline::SettingToolBar

    // The type of the member that the option sets.
    const void* valueType = nullptr;
    std::optional<double> (*get)(const SettingOptions& all) = nullptr;
    void (*set)(SettingOptions& all, std::optional<double> value) = nullptr;

    /// Whether HTML reports list it among the options: not if another part of the report has it.
    bool inReports() const {
        return key != "name" && affects != Affects::Time && (type != Type::Number || !exportHasOwn);
    }
    const OptionChoice& choiceIn(const SettingOptions& all) const {
        return choices[static_cast<size_t>(*get(all))];
    }
    /// On the command line: "--io-tiles" for the key "io_tiles".
    std::string flag() const;
    /// The ids of a choice, with commas between them.
    std::string ids() const;
    /// The index of a choice. BadArgument.
    Result<size_t> parse(std::string_view id) const;
    /// The value as JSON: an id, a Boolean, a number or null.
    template <class Json>
    Json json(const SettingOptions& all) const {
        const std::optional<double> value = get(all);
        switch (type) {
        case Type::OneOf:
            return choiceIn(all).id;
        case Type::Flag:
            return *value != 0;
        case Type::Number:
            return value ? Json(static_cast<uint32_t>(*value)) : Json();
        case Type::Real:
            break;
        }
        return *value;
    }
};

/// The options of all settings, in the order of files and help. The first one is the setting itself.
std::span<const SettingOption> settingOptions();

/// Whether the two agree in every option that says what the layers are.
bool haveSameEntries(const SettingOptions& left, const SettingOptions& right);

/// The options in the order in which the window shows them.
std::vector<const SettingOption*> settingOptionsInWindow();

template <class Value>
inline constexpr char OptionTypeTag = 0; ///< its address stands for the type

/// The option whose values are of an enum.
const SettingOption& settingOptionOf(const void* valueType);
template <class Value>
const SettingOption& settingOptionOf() {
    return settingOptionOf(&OptionTypeTag<Value>);
}

/// The value with an id. BadArgument: `item` is the flag, `expected` has the ids.
template <class Value>
Result<Value> parseOption(std::string_view id) {
    return static_cast<Value>(TRY(settingOptionOf<Value>().parse(id)));
}

template <class Value>
std::string_view idOf(Value value) {
    return settingOptionOf<Value>().choices[static_cast<size_t>(value)].id;
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
