// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/estimate/operationfigures.h"
#include "core/output/popliner.h"
#include "core/profile/tileline/profilewriter.h"
#include "core/solve/solve.h"
#include "core/wording/warningtext.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

namespace {

/// The flags and default values of PopLiner 1.0.0.
struct PoplinerArguments {
    std::string format = "tsv";
    bool memoryTotals = false;
    bool solve = false;
    bool operationBreakdown = false;
    bool layerBreakdown = false;
    bool memoryAffinity = false;
    bool interlayerCommunication = false;
    int64_t numIpus = 16;
    int64_t memoryPerTile = 638976;
    std::string saveToFile;
    bool loadFromFile = false;
    LayerArguments layers;
    std::string profile;
    std::string debug;
    OutputArguments output;
};

constexpr const char* PoplinerFooter = R"(
Prints what PopLiner 1.0.0 prints, in its order: operation breakdown, layer breakdown, memory totals,
affinity, communication, solve. Saved analyses are Tileline profiles. Set the following variable when the profile is
made, and unset it afterwards; use the same value for --layer-name-regex:
  POPART_POPLINER_OUTLINER_REGEX='(?:^|\/)(?:[L|l]ayer|blocks|encoder)[\/_\.]?(\d+)'

Example: tileline-cli popliner --solve --num-ipus 4 --layer-breakdown report/profile.pop report/debug.cbor)";

/// Prints what the flags request.
class Popliner {
public:
    Popliner(const PoplinerArguments& arguments, Context& context)
        : m_arguments(arguments)
        , m_context(context)
        , m_delimiter(arguments.format == "csv" ? ',' : '\t') {}

    Outcome<ExitStatus> run() {
        if (m_arguments.loadFromFile && (!m_arguments.saveToFile.empty() || !m_arguments.debug.empty())) {
            return badArgument("--load-from-file", "neither --save-to-file nor a debug file with it",
                               m_arguments.debug.empty() ? "--save-to-file" : m_arguments.debug);
        }
        TRY(open());
        if (m_arguments.layerBreakdown || m_arguments.memoryTotals || m_arguments.solve) {
            TRY(addEstimator(m_study, m_context));
        }
        for (const auto& [asked, part] :
             {std::pair{m_arguments.operationBreakdown, &Popliner::addOperationBreakdown},
              {m_arguments.layerBreakdown, &Popliner::addLayerBreakdown},
              {m_arguments.memoryTotals, &Popliner::addMemoryTotals},
              {m_arguments.memoryAffinity || m_arguments.interlayerCommunication, &Popliner::addMatrices},
              {m_arguments.solve, &Popliner::addSolve}}) {
            TRY(asked ? (this->*part)() : Done{});
        }
        return m_arguments.output.writeUnchanged(m_text, m_context);
    }

private:
    Outcome<Done> open() {
        std::vector<std::filesystem::path> paths{m_arguments.profile};
        if (!m_arguments.debug.empty()) {
            paths.emplace_back(m_arguments.debug);
        }
        auto source = TRY(resolveSource(paths));
        auto profile = TRY(loadProfile(source, m_context.progress(), m_context.stop()));
        m_study = TRY(Study::open(std::move(profile), {m_arguments.layers.options(), {Setting::PopLiner, {}}},
                                  m_context.stop()));
        for (const LayerWarning& warning : m_study.layers->warnings) {
            m_context.warn(textOf(warning));
        }
        if (m_arguments.saveToFile.empty()) {
            return Done{};
        }
        TRY(checkOutput(m_arguments.saveToFile, "--save-to-file", true));
        return writeProfile(*m_study.profile, m_arguments.saveToFile, m_context.progress(), m_context.stop());
    }
    Outcome<Done> addOperationBreakdown() {
        auto figures =
            TRY(operationFigures(*m_study.profile, *m_study.layers, m_context.workers(), m_context.stop()));
        m_text += popliner::operationBreakdown(*m_study.layers, figures, m_delimiter) + "\n";
        return Done{};
    }
    Outcome<Done> addLayerBreakdown() {
        const LayerFigures figures = TRY(m_study.layerFigures(m_context.workers(), {}, m_context.stop()));
        m_text += popliner::layerBreakdown(*m_study.layers, figures.alone, m_delimiter) + "\n";
        return Done{};
    }
    Outcome<Done> addMemoryTotals() {
        const LayerRange all{{0}, m_study.layers->last()};
        auto estimate = TRY(m_study.estimator->estimate(all, m_context.workers(), m_context.stop()));
        m_text += popliner::memoryTotals(*m_study.profile, estimate, m_delimiter);
        return Done{};
    }
    Outcome<Done> addMatrices() {
        auto matrices =
            TRY(findLayerMatrices(*m_study.profile, *m_study.layers, MatrixParts::Blocks, m_context.stop()));
        m_text += m_arguments.memoryAffinity ? popliner::matrix(matrices.affinity) : "";
        m_text += m_arguments.interlayerCommunication ? popliner::matrix(matrices.communication) : "";
        return Done{};
    }
    Outcome<Done> addSolve() {
        IntervalTable* const table = m_study.table.get();
        const auto ipus = static_cast<uint32_t>(std::clamp<int64_t>(m_arguments.numIpus, 0, UINT32_MAX));
        const auto memory = static_cast<uint64_t>(std::max<int64_t>(m_arguments.memoryPerTile, 0));
        const StageCost cost = [&](LayerRange stage) -> Outcome<StageEstimate> {
            if (table == nullptr) {
                return m_study.estimator->estimate(stage, m_context.workers(), m_context.stop());
            }
            TRY(table->fillRow(stage.first, m_context.workers(), m_context.stop()));
            return *table->find(stage);
        };
        auto result = TRY(solveGreedy(m_study.estimator->layerCount(), ipus, memory, cost, m_context.stop()));
        m_text += popliner::solveJson(*m_study.layers, result) + "\n";
        if (!result.solved()) {
            m_context.warn("Unable to fit the model on these IPUs. The best effort was printed.");
        }
        return Done{};
    }
    const PoplinerArguments& m_arguments;
    Context& m_context;
    char m_delimiter;
    Study m_study;
    std::string m_text;
};

Outcome<ExitStatus> run(const PoplinerArguments& arguments, Context& context) {
    return Popliner(arguments, context).run();
}

} // namespace

void addPoplinerCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<PoplinerArguments>(
        app, "popliner", "Accept PopLiner's flags and print what PopLiner prints", PoplinerFooter, run);
    takeOneOf(command.add_option("--format", arguments.format, "Tabs (tsv) or commas (csv) between columns"),
              {"tsv", "csv"}, "FORM")
        ->capture_default_str();
    command.add_flag("--memory-totals", arguments.memoryTotals, "Print total memory by category");
    command.add_flag("--solve", arguments.solve, "Solve for split points");
    const auto number = [&command = command](const char* flag, int64_t& value, const char* type,
                                             const char* text) {
        takePythonNumber(command.add_option(flag, value, text)->type_name(type)->capture_default_str());
    };
    number("--num-ipus", arguments.numIpus, "N", "When solving, the maximum number of IPUs to use");
    number("--mem-per-tile", arguments.memoryPerTile, "BYTES", "When solving, the memory of a tile in bytes");
    command.add_flag("--operation-breakdown", arguments.operationBreakdown, "Print memory by operation");
    command.add_flag("--layer-breakdown", arguments.layerBreakdown, "Print memory by layer");
    command.add_flag("--memory-affinity", arguments.memoryAffinity,
                     "For each pair of layers, print the size of the variables that both layers use");
    command.add_flag("--interlayer-communication", arguments.interlayerCommunication,
                     "For each pair of layers, print the size of the variables that are made in the first "
                     "layer and last used in the second");
    takeFileName(command.add_option("--save-to-file", arguments.saveToFile,
                                    "Write the data that was read from PROFILE to this file"));
    command.add_flag("--load-from-file", arguments.loadFromFile,
                     "PROFILE is a file that --save-to-file wrote");
    arguments.layers.addTo(command);
    requireArgument(command.add_option("PROFILE", arguments.profile, "The profile, or a report directory"));
    CLI::Option* debug = command.add_option("DEBUG", arguments.debug,
                                            "The debug information, if it is not beside the profile");
    refuseEmpty(debug)->type_name("");
    arguments.output.addFile(command).group("Beyond PopLiner"); // PopLiner has no such option
}

} // namespace tileline::cli
