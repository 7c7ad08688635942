// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/planarguments.h"
#include "app/cli/planreport.h"
#include "core/base/sequences.h"
#include "core/output/timelinetables.h"
#include "core/output/traceevents.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace tileline::cli {

namespace {

struct TimelineArguments : PlanCommandArguments {
    PlanArguments compared;
    std::string trace;
};

constexpr const char* TimelineFooter = R"(
In each cycle of the pipeline, every IPU runs its stages for its own micro-batches. Then it waits for the
slowest IPU, and the IPUs exchange activations and gradients. The estimate includes neither syncs nor transfers
to and from the host. JSON has every cycle, block of work and transfer; tables have the blocks.
Perfetto (ui.perfetto.dev) and chrome://tracing open the FILE that --trace writes. With a second plan, the text
compares the two plans, JSON has both, and tables and FILE have only the first. Bubbles are the share of the
cycles in which IPUs wait.

Examples:
  tileline-cli timeline report --splits 6,12,18
  tileline-cli timeline report --splits 6,12,18 --gradient-accumulation 16 --json
  tileline-cli timeline report --splits 6,12,18 --compare-splits 5,11,18
  tileline-cli timeline report --splits 6,12,18 --trace plan.json)";

Json blockJson(const TimelineBlock& block) {
    return {{"cycle", block.cycle},
            {"ipu", block.ipu},
            {"stage", block.stage},
            {"pass", BlockPassIds[static_cast<size_t>(block.pass)]},
            {"micro_batch", optionalJson(block.microBatch)},
            {"from", block.from},
            {"to", block.to}};
}

/// The beginning of a timeline's JSON; jsonPart() makes the rest.
std::string jsonBegin(const PipelineTimeline& timeline) {
    const PipelineTime& time = timeline.time();
    const Json head = {{"period", time.period},
                       {"makespan", time.makespan},
                       {"utilisation", time.utilisation},
                       {"micro_batches", time.microBatches},
                       {"stages", timeline.stages()}};
    std::string begin = toJsonText(head);
    begin.resize(begin.size() - std::string_view("\n}\n").size());
    return begin;
}

/// Part `i` of a timeline's JSON. The JSON contains three lists, and each list has a part for each cycle and
/// a part for the weight updates. The caller closes the last list. `any`: whether this list has items so far.
std::string jsonPart(const PipelineTimeline& timeline, uint64_t i, bool& any) {
    const uint64_t cycles = timeline.cycleCount();
    const auto add = [&any](std::string& text, const Json& item) {
        text += (std::exchange(any, true) ? ",\n    " : "\n    ") + toJsonLine(item);
    };
    const uint64_t list = i <= cycles ? 0 : i <= 2 * cycles + 1 ? 1 : 2;
    const uint64_t number = i - list * (cycles + 1);
    std::string text;
    if (number == 0) {
        constexpr std::array<const char*, 3> Lists{",\n  \"cycles\": [", "\n  ],\n  \"blocks\": [",
                                                   "\n  ],\n  \"transfers\": ["};
        text = Lists[list];
        any = false;
    }
    if (list == 1) {
        for (const TimelineBlock& block : timeline.blocks(number)) {
            add(text, blockJson(block));
        }
        return text;
    }
    const PipelineTimeline::Cycle cycle = timeline.cycle(number);
    if (list == 0 && number < cycles) {
        add(text, {{"cycle", number}, {"from", cycle.from}, {"to", cycle.to}});
    } else if (list == 2 && cycle.transferFrom < cycle.to) {
        add(text, {{"cycle", number},
                   {"from", cycle.transferFrom},
                   {"to", cycle.to},
                   {"boundary", cycle.boundary}});
    }
    return text;
}

/// Writes one or two timelines as JSON, in parts. With only one timeline, `compared` is empty.
Outcome<ExitStatus> writeJson(const PipelineTimeline& plan, const std::optional<PipelineTimeline>& compared,
                              const OutputArguments& output, Context& context) {
    const uint64_t first = 3 * (plan.cycleCount() + 1);
    const uint64_t second = compared ? 3 * (compared->cycleCount() + 1) : 0;
    bool any = false;
    const auto part = [&](uint64_t i) {
        return i < first ? jsonPart(plan, i, any)
                         : (i == first ? "\n  ],\n  \"compared\": " + jsonBegin(*compared) : std::string()) +
                               jsonPart(*compared, i - first, any);
    };
    return output.writeRows(jsonBegin(plan), first + second, part, compared ? "\n  ]}\n}\n" : "\n  ]\n}\n",
                            context);
}

Outcome<ExitStatus> writeTable(const PipelineTimeline& timeline, const OutputArguments& output,
                               Context& context) {
    const Columns<TimelineBlock> columns = timelineColumns();
    const TableWriter writer(columns.columns(), output.tableFormat());
    const auto row = [&](uint64_t cycle) {
        return joinedTexts(timeline.blocks(cycle), "",
                           [&](const TimelineBlock& block) { return writer.row(0, columns.row(block)); });
    };
    return output.writeRows(writer.begin(), timeline.cycleCount() + 1, row, writer.end(0), context);
}

/// Writes the blocks of a timeline to `events`, each block on the lane of its IPU.
Outcome<Done> writeBlocks(const PipelineTimeline& timeline, double microseconds, TraceEvents& events,
                          const std::stop_token& stop) {
    for (uint64_t cycle = 0; cycle <= timeline.cycleCount(); ++cycle) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        for (const TimelineBlock& block : timeline.blocks(cycle)) {
            const std::string_view pass = BlockPassIds[static_cast<size_t>(block.pass)];
            const std::string arguments = toJsonLine({{"cycles", block.to - block.from},
                                                      {"cycle", block.cycle},
                                                      {"stage", block.stage},
                                                      {"micro_batch", optionalJson(block.microBatch)}});
            TRY(events.span({block.ipu, 0,
                             block.microBatch ? std::string(pass) + " " + std::to_string(*block.microBatch)
                                              : std::string(pass),
                             pass, block.from * microseconds, block.to * microseconds},
                            std::string_view(arguments).substr(1, arguments.size() - 2)));
        }
    }
    TRY(events.end());
    return Done{};
}

Outcome<ExitStatus> run(const TimelineArguments& arguments, Context& context) {
    TRY(checkOutput(arguments.trace, "--trace"));
    const auto [study, plan, description, memory, figures] = TRY(openWithPlan(arguments, context));
    printWarnings(figures.warnings, study, context);
    const auto timeline = study.timelineOf(figures.estimate);
    if (!timeline) {
        return study.isPipeline() ? ProgramCycles(*study.profile).missing().inFile(study.path)
                                  : Error{ErrorCode::NoCycles, study.path, "--setting",
                                          "pipeline",          "popliner", "Leave out --setting."};
    }
    const auto other = TRY(arguments.compared.compared(study, context));
    const auto compared = other ? study.timelineOf(other->estimate) : std::nullopt;
    if (!arguments.trace.empty()) {
        TRY(checkOutput(arguments.trace,
                        "--trace")); // again, because more files have been read since
        const uint64_t clockHz = study.profile->target.clockHz;
        context.clearProgress();
        TRY(TraceEvents::writeFile(arguments.trace, [&](TraceEvents& events) {
            return writeBlocks(*timeline, clockHz > 0 ? 1e6 / static_cast<double>(clockHz) : 1, events,
                               context.stop());
        }));
    }
    if (arguments.output.isText()) {
        const std::string raised = figures.microBatches.raisedText(study.isTraining());
        return arguments.output.write(
            timeText(*figures.time, figures.timeIsMeasured) + "\n" + (raised.empty() ? "" : raised + "\n") +
                "\n" + toAligned(phasesTable(*timeline)) + "\n" + toAligned(ipuTimesTable(*timeline)) +
                (compared ? "\n" + toAligned(plansTable({{"plan", *timeline}, {"compared", *compared}}))
                          : ""),
            context);
    }
    return arguments.output.isJson() ? writeJson(*timeline, compared, arguments.output, context)
                                     : writeTable(*timeline, arguments.output, context);
}

} // namespace

void addTimelineCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<TimelineArguments>(
        app, "timeline", "How the pipeline of a plan would run: what each IPU does, and when", TimelineFooter,
        run);
    arguments.profile.addTo(command, SettingArguments::Options::WithTime);
    arguments.plan.addTo(command);
    arguments.compared.addTo(command, PlanArguments::ComparedPrefix);
    arguments.memory.addTo(command);
    arguments.output.addReport(command);
    takePath(command.add_option("--trace", arguments.trace,
                                "Also write all blocks to FILE in the Trace Event format"));
}

} // namespace tileline::cli
