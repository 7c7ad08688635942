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

/// The two settings of the program. Each setting has its own way of estimating.
enum class Setting : uint8_t {
    Pipeline, ///< estimates the pipeline that will be compiled from the plan
    PopLiner, ///< estimates byte for byte as PopLiner does
};

/// The properties in which the settings differ. Code that depends on the setting should test a property in
/// SettingTraits.
struct SettingTraits {
    const char* estimateName;  ///< name of the setting's estimate, translated in the context Setting
    const char* estimateWords; ///< start of a sentence about the setting, translated in the context Setting
    /// If true, the layer list begins with Input and ends with Output, and the estimate is for a pipeline,
    /// with PipelineOptions, times, stashes and accumulators. If false, the layer list begins with *none*.
    bool pipeline;
    bool greedy;                ///< whether PopLiner's search, which fills IPUs one by one, is available
    bool ofFrameworkOperations; ///< if false, named programs can stand in for a framework's operations
};

const SettingTraits& traitsOf(Setting setting);

/// Which activations the backward pass recomputes, so that they need not be kept.
enum class Recompute : uint8_t {
    Off,    ///< recomputes nothing; activations that both passes use are kept
    Inputs, ///< recomputes all activations except the inputs of stages; PopTorch's default for pipelines
    Layers, ///< recomputes all activations except the inputs of layers
};

inline constexpr size_t RecomputeModes = 3;

/// The schedule of the pipeline, which determines how many copies of a stashed variable a stage keeps.
enum class Schedule : uint8_t {
    PopTorch,    ///< PopART's only schedule
    Grouped,     ///< TensorFlow
    Interleaved, ///< TensorFlow
    Sequential,  ///< TensorFlow; stages keep no copies
    None,        ///< sharded or phased execution; stages keep no copies
};

/// Whether the estimate adds gradient accumulators for the weights.
enum class Accumulators : uint8_t {
    Auto, ///< added if training accumulates gradients and the profile has no accumulators
    None,
    Add, ///< added whenever the profile's gradients show which variables are weights
};

/// The element type of the gradient accumulators that the estimate adds.
enum class AccumulatorType : uint8_t {
    Same,  ///< the type of the weight
    Float, ///< float, which takes twice the bytes of a weight in half precision
};

/// The memory that holds the optimizer's state.
enum class OptimizerState : uint8_t {
    OnChip,
    OffChip, ///< in remote memory; an IPU fetches the state of one weight at a time
};

/// The part of the unowned bytes (always-live bytes that no operation owns) that each IPU holds.
enum class Unowned : uint8_t {
    None,
    Share, ///< the stack, and a share of the rest that is proportional to the bytes of the IPU's operations
    All,   ///< all unowned bytes, as an upper bound
};

/// The IPU on which the entry Output runs.
enum class OutputOn : uint8_t {
    Auto, ///< in training, on the first IPU if Input and Output share a weight; otherwise on the last IPU
    Last,
    First
};

struct PipelineOptions {
    PassMode mode = PassMode::Auto;
    Recompute recompute = Recompute::Inputs;
    Schedule schedule = Schedule::PopTorch;
    Accumulators accumulators = Accumulators::Auto;
    AccumulatorType accumulatorType = AccumulatorType::Same;
    OptimizerState optimizerState = OptimizerState::OnChip;
    Unowned unowned = Unowned::Share;
    uint32_t ioTiles = 0; ///< number of I/O tiles of each IPU: even, and at most half of its tiles
    OutputOn outputOn = OutputOn::Auto;
    bool allowSharedWeights = false; ///< whether plans may split a weight over several IPUs
    /// The requested number of micro-batches (see MicroBatches); empty for the default.
    std::optional<uint32_t> microBatches = {};

    bool operator==(const PipelineOptions&) const = default;
};

/// The number of micro-batches that a plan runs in a row. In training, this is the gradient accumulation
/// factor; in inference, the number of device iterations. The estimate and all exports use this number.
struct MicroBatches {
    uint32_t count = 1;  ///< number of micro-batches of the plan: at least the depth of its pipeline
    uint32_t wanted = 1; ///< the requested number, or the default: 1 for a plan of one stage, otherwise 64

    /// Decides the number of micro-batches for a pipeline of `stages` forward stages. The depth of such a
    /// pipeline is `stages` in inference, and 2 * `stages` - 1 in training.
    static MicroBatches of(std::optional<uint32_t> asked, size_t stages, bool training);
    /// Says in an ASCII sentence that the number was raised from `wanted` to `count`; empty if the two are
    /// equal.
    std::string raisedText(bool training) const;
};

/// Whether an estimate that adds gradient accumulators adds them even to a plan with one stage.
bool accumulatesAlone(const PipelineOptions& options);

/// A setting with its options. PopLiner's setting ignores `pipeline` and `time`, but keeps them in case the
/// user switches back.
struct SettingOptions {
    Setting setting = Setting::Pipeline;
    PipelineOptions pipeline;
    TimeOptions time = {};

    const SettingTraits& traits() const { return traitsOf(setting); }
    bool operator==(const SettingOptions&) const = default;
};

/// What must be computed again when the value of an option changes.
enum class Affects : uint32_t { Layers, Estimate, Time };

/// One of the values of an option that offers a choice.
struct OptionChoice {
    std::string_view id;         ///< name on the command line, in files and JSON
    const char* title = "";      ///< title in the window, translated in the context tileline::SettingToolBar
    const char* words = nullptr; ///< the value in a sentence, translated in the context Setting; may be null
};

/// All data about an option of a setting, for files, the command line, the window and the HTML page. The
/// value of an option is a number: the index of a choice, or 0 or 1 for a flag. An option without a value has
/// a default that depends on the plan.
struct SettingOption {
    enum class Type : uint32_t { OneOf, Flag, Number, Real };

    std::string_view key; ///< name in plan files and in JSON
    Affects affects = Affects::Estimate;
    Type type{};                                ///< derived from the type of the member that the option sets
    const char* help = "";                      ///< help text of the command line
    std::span<const OptionChoice> choices = {}; ///< choices in the order of the enum's values
    double minimum = 0;
    double maximum = 0;
    const char* unit = "N";    ///< unit of a number, shown in the help
    double step = 1;           ///< an arrow button in the window changes a number by this step
    const char* suffix = "";   ///< text that the window shows after a number
    bool exportHasOwn = false; ///< whether the export command has its own option in place of this one
    bool ofTraining = false;   ///< whether the option has an effect only in training
    int field = 0; ///< position in the window's tool bar; 0: the option is in the menu of the tool bar
    const char* name = nullptr; ///< object name of the option's widget in the window
    const char* title = "";     ///< title in the window, translated in the context tileline::SettingToolBar
    const char* tip = "";       ///< tip in the window, translated in the context tileline::SettingToolBar
    /// For a flag: as OptionChoice::words, used if the flag is set. For a number: the text that the window
    /// shows while the value is empty, translated in the context tileline::SettingToolBar.
    const char* words = nullptr;

    // The address of an OptionTypeTag, which identifies the type of the member that the option sets.
    const void* valueType = nullptr;
    std::optional<double> (*get)(const SettingOptions& all) = nullptr;
    void (*set)(SettingOptions& all, std::optional<double> value) = nullptr;

    /// Whether the HTML page lists the option. Options that the page shows elsewhere are not listed.
    bool inReports() const {
        return key != "name" && affects != Affects::Time && (type != Type::Number || !exportHasOwn);
    }
    const OptionChoice& choiceIn(const SettingOptions& all) const {
        return choices[static_cast<size_t>(*get(all))];
    }
    /// The name on the command line: "--io-tiles" for the key "io_tiles".
    std::string flag() const;
    /// The ids of the choices, separated by commas.
    std::string ids() const;
    /// The index of the choice whose id is `id`. Error: BadArgument.
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

/// The options of all settings, in the order in which files and the help list them. The first option is the
/// setting itself.
std::span<const SettingOption> settingOptions();

/// Whether `left` and `right` have the same value for every option that determines the layers.
bool haveSameEntries(const SettingOptions& left, const SettingOptions& right);

/// The options in the order in which the window shows them.
std::vector<const SettingOption*> settingOptionsInWindow();

template <class Value>
inline constexpr char OptionTypeTag = 0; ///< the address of this object identifies the type `Value`

/// The option with the given SettingOption::valueType.
const SettingOption& settingOptionOf(const void* valueType);
template <class Value>
const SettingOption& settingOptionOf() {
    return settingOptionOf(&OptionTypeTag<Value>);
}

/// The enum value whose id is `id`. Error: BadArgument (`item`: the flag; `expected`: the possible ids).
template <class Value>
Result<Value> parseOption(std::string_view id) {
    return static_cast<Value>(TRY(settingOptionOf<Value>().parse(id)));
}

template <class Value>
std::string_view idOf(Value value) {
    return settingOptionOf<Value>().choices[static_cast<size_t>(value)].id;
}

/// How many copies of a stashed variable a stage keeps in training, if `stagesAfter` forward stages follow
/// it. The rules are those of PopART and of TensorFlow's schedules.
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
