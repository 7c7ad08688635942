// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/settingoptions.h"

#include <algorithm>
#include <array>

namespace tileline {

namespace {

template <class Value>
using OptionId = std::pair<std::string_view, Value>;

constexpr std::array<OptionId<Setting>, 2> Settings{
    {{"pipeline", Setting::Pipeline}, {"popliner", Setting::PopLiner}}};
constexpr std::array<OptionId<PassMode>, 3> Modes{
    {{"auto", PassMode::Auto}, {"inference", PassMode::Inference}, {"training", PassMode::Training}}};
constexpr std::array<OptionId<Recompute>, 3> Recomputes{
    {{"off", Recompute::Off}, {"inputs", Recompute::Inputs}, {"layers", Recompute::Layers}}};
constexpr std::array<OptionId<Schedule>, 5> Schedules{{{"poptorch", Schedule::PopTorch},
                                                       {"grouped", Schedule::Grouped},
                                                       {"interleaved", Schedule::Interleaved},
                                                       {"sequential", Schedule::Sequential},
                                                       {"none", Schedule::None}}};
constexpr std::array<OptionId<Accumulators>, 3> AccumulatorChoices{
    {{"auto", Accumulators::Auto}, {"none", Accumulators::None}, {"add", Accumulators::Add}}};
constexpr std::array<OptionId<Unowned>, 3> UnownedChoices{
    {{"none", Unowned::None}, {"share", Unowned::Share}, {"all", Unowned::All}}};
constexpr std::array<OptionId<OutputOn>, 2> Outputs{{{"last", OutputOn::Last}, {"first", OutputOn::First}}};

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
                                 ", so that the pipeline fills.";
}

bool accumulatesAlone(const PipelineOptions& options) {
    return options.accumulators == Accumulators::Add ||
           MicroBatches::of(options.microBatches, 1, true).count > 1;
}

template <>
const OptionIds<Setting>& optionIds() {
    static constexpr OptionIds<Setting> ids{"--setting", Settings};
    return ids;
}

template <>
const OptionIds<PassMode>& optionIds() {
    static constexpr OptionIds<PassMode> ids{"--mode", Modes};
    return ids;
}

template <>
const OptionIds<Recompute>& optionIds() {
    static constexpr OptionIds<Recompute> ids{"--recompute", Recomputes};
    return ids;
}

template <>
const OptionIds<Schedule>& optionIds() {
    static constexpr OptionIds<Schedule> ids{"--schedule", Schedules};
    return ids;
}

template <>
const OptionIds<Accumulators>& optionIds() {
    static constexpr OptionIds<Accumulators> ids{"--accumulators", AccumulatorChoices};
    return ids;
}

template <>
const OptionIds<Unowned>& optionIds() {
    static constexpr OptionIds<Unowned> ids{"--unowned", UnownedChoices};
    return ids;
}

template <>
const OptionIds<OutputOn>& optionIds() {
    static constexpr OptionIds<OutputOn> ids{"--output-on", Outputs};
    return ids;
}

Error unknownOption(std::string_view option, std::string ids, std::string_view actual) {
    return {ErrorCode::BadArgument, {}, std::string(option), "one of " + std::move(ids), std::string(actual)};
}

} // namespace tileline
