// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/sequences.h"
#include "core/output/executiontables.h"
#include "core/wording/warningtext.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

namespace {

struct ExecutionArguments {
    ProfileArguments profile;
    OutputArguments output;
    std::optional<uint32_t> run;
    std::string source;
    std::string by;
    std::string trace;
};

constexpr const char* ExecutionFooter = R"(
Cycles are those of the tile that takes the longest. The default of --source is the first of these that the
profile has: `measured`, the measured steps of a run; `blocks`, recorded by light-weight profiling;
`estimated`, Poplar's estimates along the program steps, where IPUs have no common time.
Perfetto (ui.perfetto.dev) and chrome://tracing open the FILE that --trace writes.

Examples:
  tileline-cli execution report --by kind
  tileline-cli execution report --run 0 --json
  tileline-cli execution report --trace run.json)";

/// What the command prints about all runs of a trace, or about one run.
class ExecutionReport {
public:
    static Outcome<ExecutionReport> make(const Study& study, const ExecutionArguments& arguments,
                                         TraceSource source, Context& context) {
        ExecutionReport report;
        report.m_trace =
            TRY(ExecutionTrace::find(study.profile, study.layers, study.passes(), source, context.stop()));
        report.m_run = arguments.run;
        report.m_by = arguments.by;
        const auto& runs = report.m_trace->runs();
        const auto isWanted = [&](const ExecutionRun& run) {
            return !arguments.run || run.id == arguments.run;
        };
        if (arguments.run && std::ranges::none_of(runs, isWanted)) {
            return Error{ErrorCode::BadArgument, study.path, "--run", "the id of a run of this source",
                         std::to_string(*arguments.run)};
        }
        if (source != TraceSource::None) {
            report.m_figures = TRY(TraceFigures::find(*report.m_trace, arguments.run, context.stop()));
        }
        if (source == TraceSource::Blocks) {
            TraceBlocks blocks = traceBlocks(*study.profile);
            if (blocks.crossing) {
                const ExecutionBlock& first = study.profile->blocks[blocks.blocks[*blocks.crossing].block];
                context.note("blocks of tile " + std::to_string(first.tile) +
                             " partly overlap: the first such block begins inside another block, at cycle " +
                             std::to_string(first.cyclesFrom) + ", and ends after that block");
            }
            std::erase_if(blocks.blocks, [&](const TraceBlock& block) {
                return arguments.run && block.run != arguments.run;
            });
            report.m_blocks = std::move(blocks.blocks);
        }
        return report;
    }

    Outcome<ExitStatus> write(const OutputArguments& output, Context& context) const {
        const bool blocks = m_trace->source() == TraceSource::Blocks;
        if (output.isJson()) {
            return writeJson(output, context);
        }
        if (!output.isText()) {
            return !m_by.empty() ? output.write(sumColumns(*m_trace, by()), sums(), context)
                   : blocks      ? output.write(blockColumns(m_trace->profile()), m_blocks, context)
                                 : output.write(runColumns(), ipus(), context);
        }
        std::string text = headText();
        if (blocks) {
            text += "\n" + toAligned(blockColumns(m_trace->profile()).table(m_blocks));
        } else if (m_trace->source() != TraceSource::None) {
            text += "\n" + toAligned(runColumns().table(ipus())) +
                    (m_by.empty() ? "" : "\n" + toAligned(sumColumns(*m_trace, by()).table(sums()))) +
                    waitText();
        }
        return output.write(text, context);
    }

    Outcome<Done> writeTrace(const std::string& path, Context& context) const {
        TRY(checkOutput(path, "--trace"));
        return TraceEvents::writeFile(path, [&](TraceEvents& events) {
            return m_trace->source() == TraceSource::Blocks
                       ? writeBlocks(m_trace->profile(), m_blocks, events, context.stop())
                       : writeSteps(*m_trace, m_run, events, context.stop());
        });
    }

private:
    SumBy by() const {
        return m_by == "kind" ? SumBy::Kind : m_by == "entry" ? SumBy::Entry : SumBy::Program;
    }
    const std::vector<StepSum>& sums() const {
        return m_by == "kind" ? m_figures.kinds : m_by == "entry" ? m_figures.entries : m_figures.programs;
    }
    std::vector<IpuFigures> ipus() const {
        std::vector<IpuFigures> rows;
        for (const RunFigures& run : m_figures.runs) {
            rows.insert(rows.end(), run.ipus.begin(), run.ipus.end());
        }
        return rows;
    }

    std::string headText() const {
        const TraceSource source = m_trace->source();
        if (source == TraceSource::None) {
            return "No execution: the profile has neither runs nor estimated cycles. A model that ran out of "
                   "memory was never run.\nTo record an execution, compile and run with the engine option "
                   "autoReport.outputExecutionProfile. For estimates only, use "
                   "profiler.includeCycleEstimates.\n";
        }
        std::string text = std::string("source: ") + idOf(source) + "\n";
        if (source == TraceSource::Estimated) {
            text += "Poplar's estimates: each loop body is counted once, the IPUs have no common time, and "
                    "no waits are included.\n";
        }
        text += "clock_hz: " + std::to_string(m_trace->profile().target.clockHz) + "\n";
        for (const ExecutionRun& run : m_trace->runs()) {
            if (!m_run || run.id == *m_run) {
                text += "run " + std::to_string(run.id) + ": " + printable(run.name) +
                        (run.elapsedUs ? ", " + std::to_string(*run.elapsedUs) + " us" : "") + "\n";
            }
        }
        return text;
    }

    /// A table as text: for each pair of IPUs, how often and for how many cycles one IPU waits for the other.
    std::string waitText() const {
        std::map<std::tuple<uint32_t, uint32_t, std::optional<uint32_t>>, std::pair<uint64_t, uint64_t>>
            causes;
        for (const Wait& wait : m_figures.waits) {
            auto& [waits, cycles] = causes[{wait.run, wait.ipu, wait.causeIpu}];
            ++waits;
            cycles += wait.to - wait.from;
        }
        Table table;
        for (const char* key : {"run", "ipu", "waits_for_ipu", "waits", "cycles"}) {
            table.columns.push_back({key, ColumnType::Integer});
        }
        for (const auto& [key, sum] : causes) {
            const auto& [run, ipu, cause] = key;
            table.rows.push_back({run, ipu, cause, sum.first, sum.second});
        }
        return causes.empty() ? std::string() : "\n" + toAligned(table);
    }

    static Json ipuJson(const IpuFigures& ipu) {
        Json waiting;
        for (size_t cause = 0; cause < WaitCauseIds.size(); ++cause) {
            waiting[WaitCauseIds[cause]] = ipu.waitingBy[cause];
        }
        Json kinds;
        for (size_t kind = 0; kind < StepKindCount; ++kind) {
            kinds[std::string(idOf(static_cast<StepKind>(kind)))] = ipu.byKind[kind];
        }
        return {{"ipu", ipu.ipu},
                {"steps", ipu.steps},
                {"cycles_from", optionalJson(ipu.from)},
                {"cycles_to", optionalJson(ipu.to)},
                {"working", ipu.working},
                {"waiting", ipu.waiting()},
                {"waiting_by", std::move(waiting)},
                {"by_kind", std::move(kinds)},
                {"tile_balance", optionalJson(ipu.tileBalance)},
                {"parallel_efficiency", optionalJson(ipu.parallelEfficiency)},
                {"bytes_in", optionalJson(ipu.bytesIn)},
                {"bytes_out", optionalJson(ipu.bytesOut)}};
    }
    static Json runJson(const RunFigures& run) {
        const ExecutionRun& known = *run.run;
        return {{"id", known.id},
                {"name", known.name},
                {"steps", run.steps},
                {"start_us", optionalJson(known.startUs)},
                {"elapsed_us", optionalJson(known.elapsedUs)},
                {"ipus", mapped(run.ipus, ipuJson)}};
    }

    /// A list in the JSON output. The items are made one by one, because the list may be too long for memory.
    struct JsonList {
        const char* key;
        size_t size;
        std::function<std::string(size_t)> item; ///< returns the separator, if any, and an item as text
    };
    template <class Row>
    static JsonList listOf(const char* key, const Columns<Row>& columns, const std::vector<Row>& rows) {
        return {key, rows.size(),
                [columns, &rows, writer = TableWriter(columns.columns(), TableFormat::Json)](size_t row) {
                    return writer.row(row, columns.row(rows[row]));
                }};
    }
    Outcome<ExitStatus> writeJson(const OutputArguments& output, Context& context) const {
        const JsonList lists[]{{"runs", m_figures.runs.size(),
                                [this](size_t run) {
                                    return (run > 0 ? ",\n  " : "\n  ") +
                                           toJsonLine(runJson(m_figures.runs[run]));
                                }},
                               listOf("entries", sumColumns(*m_trace, SumBy::Entry), m_figures.entries),
                               listOf("programs", sumColumns(*m_trace, SumBy::Program), m_figures.programs),
                               listOf("waits", waitColumns(), m_figures.waits),
                               listOf("blocks", blockColumns(m_trace->profile()), m_blocks)};
        // Each list has a row for its key, and a row for each item.
        const size_t rows = std::size(lists) + sumOf(lists, &JsonList::size);
        // writeRows() requests the rows in order, so `list` only moves forward.
        const auto* list = std::begin(lists);
        size_t begin = 0; // the row at which *list begins
        const auto end = [](const JsonList& ended) { return ended.size > 0 ? "\n]" : "]"; };
        const auto row = [&](size_t i) {
            std::string text;
            if (i - begin > list->size) {
                text = end(*list);
                begin += list->size + 1;
                ++list;
            }
            return i == begin ? text + ",\n\"" + list->key + "\": [" : list->item(i - begin - 1);
        };
        return output.writeRows("{\"source\": \"" + std::string(idOf(m_trace->source())) +
                                    "\",\n\"clock_hz\": " + std::to_string(m_trace->profile().target.clockHz),
                                rows, row, end(lists[std::size(lists) - 1]) + std::string("}\n"), context);
    }

    std::optional<ExecutionTrace> m_trace;
    std::optional<uint32_t> m_run;
    std::string m_by;
    TraceFigures m_figures;
    std::vector<TraceBlock> m_blocks;
};

Outcome<ExitStatus> run(const ExecutionArguments& arguments, Context& context) {
    const Study study = TRY(arguments.profile.openQuietly(context));
    printNotes(*study.profile, context);
    for (const LayerWarning& warning : study.layers->warnings) {
        // The warning about several IPUs or replicas applies only to estimates, not to traces.
        if (warning.kind != LayerWarning::Kind::SeveralIpusOrReplicas) {
            context.warn(textOf(warning));
        }
    }
    TraceSource source = firstSourceOf(*study.profile);
    if (!arguments.source.empty()) {
        const auto* const named = std::ranges::find(TraceSourceIds, arguments.source);
        source = static_cast<TraceSource>(named - TraceSourceIds.begin());
        if (!hasSource(*study.profile, source)) {
            return Error{ErrorCode::BadArgument, study.path, "--source", "a source that the profile has",
                         arguments.source};
        }
    }
    const ExecutionReport report = TRY(ExecutionReport::make(study, arguments, source, context));
    if (!arguments.trace.empty()) {
        context.clearProgress();
        TRY(report.writeTrace(arguments.trace, context));
    }
    return report.write(arguments.output, context);
}

} // namespace

void addExecutionCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<ExecutionArguments>(
        app, "execution", "When programs ran on each IPU, and what the IPU waited for", ExecutionFooter, run);
    arguments.profile.addTo(command, SettingArguments::Options::Entries);
    takeWholeNumber(command.add_option("--run", arguments.run, "Only the run with this id"), 0, UINT32_MAX,
                    "ID");
    takeOneOf(command.add_option("--source", arguments.source, "measured, blocks or estimated"),
              {TraceSourceIds.begin(), TraceSourceIds.end() - 1});
    takeOneOf(command.add_option("--by", arguments.by, "Print sums of the steps by kind, entry or program"),
              {"kind", "entry", "program"});
    takePath(command.add_option("--trace", arguments.trace,
                                "Also write all steps to FILE in the Trace Event format"));
    arguments.output.addReport(command);
}

} // namespace tileline::cli
