// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/settingoptions.h"

#include "core/base/sequences.h"
#include "core/base/translatable.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace tileline {

namespace {

/// The translation context for texts of the window's tool bar.
struct ToolBarText {
    TILELINE_TR_FUNCTIONS(tileline::SettingToolBar)
};

/// The translation context for words that describe a setting within a sentence.
struct SettingWords {
    TILELINE_TR_FUNCTIONS(Setting)
};

constexpr OptionChoice Settings[] = {{"pipeline", ToolBarText::tr("Pipeline")},
                                     {"popliner", ToolBarText::tr("PopLiner")}};
constexpr OptionChoice Modes[] = {{"auto", ToolBarText::tr("automatic")},
                                  {"inference", ToolBarText::tr("inference")},
                                  {"training", ToolBarText::tr("training")}};
//: recomputation
constexpr OptionChoice Recomputes[] = {
    {"off", ToolBarText::tr("off"), SettingWords::tr("no recomputation")},
    {"inputs", ToolBarText::tr("inputs"),
     SettingWords::tr("everything recomputed except the inputs of stages")},
    {"layers", ToolBarText::tr("layers"),
     SettingWords::tr("everything recomputed except the inputs of layers")}};
constexpr OptionChoice Schedules[] = {
    {"poptorch", ToolBarText::tr("PopTorch")},
    {"grouped", ToolBarText::tr("TensorFlow: grouped"), SettingWords::tr("TensorFlow's grouped schedule")},
    {"interleaved", ToolBarText::tr("TensorFlow: interleaved"),
     SettingWords::tr("TensorFlow's interleaved schedule")},
    {"sequential", ToolBarText::tr("TensorFlow: sequential"),
     SettingWords::tr("TensorFlow's sequential schedule")},
    {"none", ToolBarText::tr("No pipeline: sharded or phased"), SettingWords::tr("no pipeline")}};
constexpr OptionChoice AccumulatorChoices[] = {
    {"auto", ToolBarText::tr("Added if the profile has none")},
    {"none", ToolBarText::tr("Not added"), SettingWords::tr("no gradient accumulators added")},
    {"add", ToolBarText::tr("Added"), SettingWords::tr("gradient accumulators added")}};
constexpr OptionChoice AccumulatorTypes[] = {
    {"same", ToolBarText::tr("As the weight")},
    {"float", ToolBarText::tr("Float"), SettingWords::tr("gradient accumulators in float")}};
constexpr OptionChoice OptimizerStates[] = {
    {"on-chip", ToolBarText::tr("On the IPU")},
    {"off-chip", ToolBarText::tr("Off chip"), SettingWords::tr("optimizer state off chip")}};
constexpr OptionChoice UnownedChoices[] = {
    {"none", ToolBarText::tr("Left out"), SettingWords::tr("without bytes that belong to no operation")},
    {"share", ToolBarText::tr("A share on each IPU (rule of thumb)")},
    {"all", ToolBarText::tr("All on each IPU (upper bound)"),
     SettingWords::tr("on each IPU, all bytes that belong to no operation")}};
//: where Output runs
constexpr OptionChoice Outputs[] = {
    {"auto", ToolBarText::tr("as the weights require")},
    {"last", ToolBarText::tr("last IPU"), SettingWords::tr("Output on the last IPU")},
    {"first", ToolBarText::tr("first IPU"), SettingWords::tr("Output on the first IPU")}};

/// Accesses the member that an option sets. The member belongs to SettingOptions or to one of its parts. The
/// value of the option is the value of the member divided by `Unit`.
template <auto Member, uint64_t Unit = 1>
struct Access;

template <class Part, class Value, Value Part::*Member, uint64_t Unit>
struct Access<Member, Unit> {
    static const void* tag() { return &OptionTypeTag<Value>; }
    static constexpr SettingOption::Type type() {
        return std::is_enum_v<Value>             ? SettingOption::Type::OneOf
               : std::is_same_v<Value, bool>     ? SettingOption::Type::Flag
               : std::is_floating_point_v<Value> ? SettingOption::Type::Real
                                                 : SettingOption::Type::Number;
    }
    static std::optional<double> get(const SettingOptions& all) {
        const Value& value = part(all).*Member;
        if constexpr (IsMaybe) {
            return value ? std::optional<double>(*value) : std::nullopt;
        } else {
            return static_cast<double>(value) / static_cast<double>(Unit);
        }
    }
    static void set(SettingOptions& all, std::optional<double> value) {
        if constexpr (IsMaybe) {
            part(all).*Member = value ? Value(static_cast<uint32_t>(*value)) : Value();
        } else {
            part(all).*Member = static_cast<Value>(*value * static_cast<double>(Unit));
        }
    }

private:
    static constexpr bool IsMaybe = std::is_same_v<Value, std::optional<uint32_t>>;

    template <class All>
    static auto& part(All& all) {
        if constexpr (std::is_same_v<Part, SettingOptions>) {
            return all;
        } else if constexpr (std::is_same_v<Part, PipelineOptions>) {
            return all.pipeline;
        } else {
            return all.time;
        }
    }
};

/// Completes an option by adding the functions that read and set the option's member.
template <auto Member, uint64_t Unit = 1>
SettingOption option(SettingOption row) {
    using Of = Access<Member, Unit>;
    row.type = Of::type();
    row.valueType = Of::tag();
    row.get = Of::get;
    row.set = Of::set;
    return row;
}

} // namespace

MicroBatches MicroBatches::of(std::optional<uint32_t> asked, size_t stages, bool training) {
    constexpr uint32_t Default = 64;
    const uint32_t wanted = asked.value_or(stages > 1 ? Default : 1);
    return {std::max(wanted, static_cast<uint32_t>(training ? 2 * stages - 1 : stages)), wanted};
}

std::string MicroBatches::raisedText(bool training) const {
    return count == wanted ? ""
                           : std::string(training ? "Gradient accumulation is" : "Device iterations are") +
                                 " raised from " + std::to_string(wanted) + " to " + std::to_string(count) +
                                 " to fill the pipeline.";
}

bool accumulatesAlone(const PipelineOptions& options) {
    return options.accumulators == Accumulators::Add ||
           MicroBatches::of(options.microBatches, 1, true).count > 1;
}

std::span<const SettingOption> settingOptions() {
    static const SettingOption all[] = {
        option<&SettingOptions::setting>(
            {.key = "name",
             .affects = Affects::Layers,
             .help = "pipeline (the default): what a pipeline will hold after it is compiled from the plan; "
                     "popliner: what PopLiner estimates",
             .choices = Settings,
             .field = 1,
             .name = "setting",
             .title = ToolBarText::tr("&Setting"),
             .tip = ToolBarText::tr("Pipeline: what the IPUs will hold with the exported plan, including "
                                    "stashes and accumulators.\n"
                                    "PopLiner: byte for byte what PopLiner estimates.")}),
        option<&PipelineOptions::mode>(
            {.key = "mode",
             .affects = Affects::Layers,
             .help = "What to plan: auto|inference|training; auto (the default): training if the profile has "
                     "gradients, otherwise inference",
             .choices = Modes,
             .exportHasOwn = true,
             .field = 4,
             .name = "mode",
             .title = ToolBarText::tr("Mo&de"),
             .tip =
                 ToolBarText::tr("Automatic: training if the profile has gradients, otherwise inference.")}),
        option<&PipelineOptions::recompute>(
            {.key = "recompute",
             .help = "What the backward pass computes again. off: nothing; inputs (the default): everything "
                     "except what enters a stage; layers: everything except what enters a layer",
             .choices = Recomputes,
             .ofTraining = true,
             .field = 2,
             .name = "recompute",
             .title = ToolBarText::tr("&Recomputation"),
             .tip = ToolBarText::tr(
                 "What the backward pass computes again, so that the forward pass need not keep it.\n"
                 "Inputs: everything except what enters a stage, as PopTorch does. Layers: everything except "
                 "what enters a layer.")}),
        option<&PipelineOptions::schedule>(
            {.key = "schedule",
             .help = "The schedule, which determines how many copies of a stashed variable a stage keeps: "
                     "poptorch|grouped|interleaved|sequential|none; default poptorch",
             .choices = Schedules,
             .ofTraining = true,
             .title = ToolBarText::tr("&Schedule")}),
        option<&PipelineOptions::accumulators>(
            {.key = "accumulators",
             .help = "Whether to add gradient accumulators. auto (the default): if the profile has none; "
                     "none: never; add: always",
             .choices = AccumulatorChoices,
             .title = ToolBarText::tr("&Gradient accumulators")}),
        option<&PipelineOptions::accumulatorType>(
            {.key = "accumulator_type",
             .help = "Element type of the gradient accumulators that the estimate adds. same (the default): "
                     "the type of the weight; float: 4 bytes per element, twice as many as a weight in half "
                     "precision has",
             .choices = AccumulatorTypes,
             .ofTraining = true,
             .title = ToolBarText::tr("&Type of accumulators")}),
        option<&PipelineOptions::optimizerState>(
            {.key = "optimizer_state",
             .help = "Where the optimizer's state is. on-chip (the default): on the IPU; off-chip: in remote "
                     "memory, except the state of one weight at a time",
             .choices = OptimizerStates,
             .ofTraining = true,
             .title = ToolBarText::tr("O&ptimizer state")}),
        option<&PipelineOptions::unowned>(
            {.key = "unowned",
             .help = "How much each IPU holds of the always-live bytes that belong to no operation. "
                     "none: nothing; share (the default): the stack and a share of the rest; all: everything",
             .choices = UnownedChoices,
             .title = ToolBarText::tr("&Bytes that belong to no operation")}),
        option<&PipelineOptions::ioTiles>(
            {.key = "io_tiles",
             .help = "Tiles of each IPU that only exchange data with the host: an even number, at most half "
                     "of the tiles. The other tiles hold all the bytes. Default: 0",
             .minimum = 0,
             .maximum = UINT32_MAX,
             .step = 2,
             .name = "ioTiles",
             .title = ToolBarText::tr("&I/O tiles of each IPU")}),
        option<&PipelineOptions::outputOn>(
            {.key = "output_on",
             .help = "Where the head and the loss run. auto (the default): on the first IPU if Input and "
                     "Output share a weight in training, otherwise on the last IPU; last: on the last IPU; "
                     "first: on the first IPU, as an additional stage",
             .choices = Outputs,
             .field = 3,
             .name = "outputOn",
             .title = ToolBarText::tr("&Output on"),
             .tip = ToolBarText::tr("The IPU on which Output (head and loss) runs. If Output runs on the "
                                    "first IPU, it can share a weight with the embedding.")}),
        option<&PipelineOptions::allowSharedWeights>(
            {.key = "allow_shared_weights",
             .help = "Allow plans that split a weight over IPUs, which no framework compiles",
             .name = "allowSharedWeights",
             .title = ToolBarText::tr("&Allow weights split over IPUs"),
             .words = SettingWords::tr("weights may be split over IPUs")}),
        option<&PipelineOptions::microBatches>(
            {.key = "gradient_accumulation",
             .help =
                 "Micro-batches from one update of the weights to the next, or device iterations in "
                 "inference; at least the depth of the pipeline. Default: 64, or 1 for a plan of one stage",
             .minimum = 1,
             .maximum = UINT32_MAX,
             .exportHasOwn = true,
             .name = "microBatches",
             .title = ToolBarText::tr("&Micro-batches: gradient accumulation or device iterations"),
             .words = ToolBarText::tr("64, or 1 for a plan of one stage")}),
        option<&TimeOptions::microBatchSize>({.key = "micro_batch_size",
                                              .affects = Affects::Time,
                                              .help = "Samples in a micro-batch",
                                              .minimum = 1,
                                              .maximum = UINT32_MAX,
                                              .name = "microBatchSize",
                                              .title = ToolBarText::tr("&Samples in a micro-batch")}),
        option<&TimeOptions::linkBytesPerSecond, uint64_t{1} << 30U>(
            {.key = "link_gbps",
             .affects = Affects::Time,
             .help = "Gigabytes (2^30 bytes) per second from one IPU to another",
             .minimum = TimeOptions::MinGigabytesPerSecond,
             .maximum = TimeOptions::MaxGigabytesPerSecond,
             .unit = "GBPS",
             .suffix = " GiB/s",
             .name = "linkRate",
             .title = ToolBarText::tr("Rate of a &link between IPUs")}),
        option<&TimeOptions::linkIdleCycles>(
            {.key = "link_idle_cycles",
             .affects = Affects::Time,
             .help = "Cycles before a transfer's first byte",
             .minimum = 0,
             .maximum = TimeOptions::MaxIdleCycles,
             .step = 100,
             .name = "linkIdle",
             .title = ToolBarText::tr("&Cycles before a transfer's first byte")}),
    };
    return all;
}

const SettingTraits& traitsOf(Setting setting) {
    static constexpr SettingTraits All[] = {
        {SettingWords::tr("estimate of the pipeline"), SettingWords::tr("estimate, pipeline setting"), true,
         false, false},
        {SettingWords::tr("PopLiner's estimate"), SettingWords::tr("estimate, PopLiner's setting"), false,
         true, true}};
    return All[static_cast<size_t>(setting)];
}

bool haveSameEntries(const SettingOptions& left, const SettingOptions& right) {
    const auto all = settingOptions();
    return std::ranges::all_of(all, [&](const SettingOption& option) {
        return option.affects != Affects::Layers || option.get(left) == option.get(right);
    });
}

std::vector<const SettingOption*> settingOptionsInWindow() {
    auto all = mapped(settingOptions(), [](const SettingOption& option) { return &option; });
    const auto place = [](const SettingOption* option) {
        return option->field > 0 ? option->field : std::numeric_limits<int>::max();
    };
    std::ranges::stable_sort(all, {}, place);
    return all;
}

const SettingOption& settingOptionOf(const void* valueType) {
    const auto all = settingOptions();
    return *std::ranges::find(all, valueType, &SettingOption::valueType);
}

std::string SettingOption::flag() const {
    std::string text(key == "name" ? "setting" : key);
    std::ranges::replace(text, '_', '-');
    return "--" + text;
}

std::string SettingOption::ids() const {
    return joinedTexts(choices, ", ", &OptionChoice::id);
}

Result<size_t> SettingOption::parse(std::string_view id) const {
    const auto found = std::ranges::find(choices, id, &OptionChoice::id);
    if (found == choices.end()) {
        return errorAt(ErrorCode::BadArgument, flag(), "one of " + ids(), std::string(id));
    }
    return static_cast<size_t>(found - choices.begin());
}

} // namespace tileline
