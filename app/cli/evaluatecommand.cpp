// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/planarguments.h"
#include "app/cli/planreport.h"
#include "core/base/sequences.h"
#include "core/base/textfile.h"
#include "core/explain/stageroles.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline::cli {

namespace {

Json rolesJson(const RoleBytes& bytes) {
    Json json = Json::object();
    for (size_t i = 0; i < RoleCount; ++i) {
        json[std::string(idOf(static_cast<Role>(i)))] = bytes.of[i];
    }
    return json;
}

/// The options --roles and --what-if.
struct RoleArguments {
    void addTo(CLI::App& command) {
        command.add_flag(
            "--roles", roles,
            "Also print what the bytes are for: weights, gradients, optimizer state, activations, ...");
        const auto addChanges = [this](const std::vector<std::string>& changes) {
            for (const std::string& change : changes) {
                if (!whatIf.add(change)) {
                    throw CLI::ValidationError("--what-if", change + " contradicts another --what-if");
                }
            }
        };
        takeOneOf(command.add_option_function<std::vector<std::string>>(
                      "--what-if", addChanges,
                      "Also print the peak after a change to the model, estimated by a rule of thumb. The "
                      "changes are optimizer-off-chip, half-accumulators, halve-activations and "
                      "double-activations. Several can be given"),
                  {modelChangeIds().begin(), modelChangeIds().end()}, "CHANGE")
            ->allow_extra_args(false);
    }
    bool given() const { return roles || whatIf.any(); }

    bool roles = false;
    ModelChanges whatIf;
};

/// The bytes of a plan's stages by role, and how changes to the model would affect the peaks.
class RoleReport {
public:
    static Outcome<RoleReport> make(const PlanReport& plan, const ModelChanges& whatIf, Context& context) {
        RoleReport report(plan);
        report.m_whatIf = whatIf;
        const VariableRoles roles(*plan.study.profile, *plan.study.layers);
        for (const PlacedStage& stage : plan.figures.estimate.placement.ipus) {
            report.m_stages.push_back(
                TRY(rolesOf(*plan.study.estimator, roles, stage, whatIf, context.workers(), context.stop())));
        }
        return report;
    }

    /// Adds the keys `roles`, `peak_roles` and `what_if` to the object that PlanReport::json() returned.
    void addTo(Json& json) const {
        for (size_t ipu = 0; ipu < m_stages.size(); ++ipu) {
            const StageRoles& roles = m_stages[ipu];
            Json& stage = json["stages"][ipu];
            stage["roles"] = rolesJson(roles.bytes);
            stage["peak_roles"] = rolesJson(roles.peakBytes);
            if (roles.changed) {
                stage["what_if"] = {{"peak_tile_bytes", roles.changed->tileBytes},
                                    {"peak_tile", roles.changed->tile.value},
                                    {"fits", optionalJson(fit(ipu).answer())}};
            }
        }
        if (m_whatIf.any()) {
            json["what_if"] = {{"changes", m_whatIf.ids()},
                               {"rule_of_thumb", true},
                               {"peak_tile_bytes", peak()},
                               {"fits", optionalJson(fit().answer())}};
        }
    }
    /// Adds columns to the table that PlanReport::table() returned: the bytes by role, and the peaks after
    /// the changes to the model.
    void addTo(Table& table) const {
        const auto addColumn = [&](const std::string& name, const auto& cellOf) {
            table.columns.push_back({name, ColumnType::Integer});
            for (size_t ipu = 0; ipu < m_stages.size(); ++ipu) {
                table.rows[ipu].emplace_back(cellOf(m_stages[ipu]));
            }
        };
        const auto addRoles = [&](const std::string& prefix, auto bytes) {
            for (size_t i = 0; i < RoleCount; ++i) {
                addColumn(prefix + std::string(idOf(static_cast<Role>(i))),
                          [&](const StageRoles& stage) { return (stage.*bytes).of[i]; });
            }
        };
        addRoles("roles.", &StageRoles::bytes);
        addRoles("peak_roles.", &StageRoles::peakBytes);
        if (m_whatIf.any()) {
            addColumn("what_if.peak_tile_bytes",
                      [](const StageRoles& stage) { return stage.changed->tileBytes; });
        }
    }
    /// The text that the command prints after the plan: the bytes by role if `withRoles` is set, and the new
    /// peaks if there are changes to the model.
    std::string text(bool withRoles) const {
        std::string text;
        if (withRoles) {
            text += "\nWhat the bytes are for\n" + toAligned(rolesTable(m_stages));
        }
        if (m_whatIf.any()) {
            text += "\nWhat if (a rule of thumb): " + CLI::detail::join(m_whatIf.ids(), ", ") + "\n" +
                    toAligned(changesTable());
            text += "Fullest tile: " + std::to_string(peak()) + " bytes instead of " +
                    std::to_string(m_plan.figures.estimate.peakTileBytes()) +
                    (!fit().known() ? ". It is not known whether the plan would fit.\n"
                     : fit().fits() ? ". The plan would fit.\n"
                                    : ". The plan would not fit.\n");
        }
        return text;
    }

private:
    Table changesTable() const {
        const std::vector<StageEstimate>& now = m_plan.figures.estimate.stages;
        return Columns<size_t>{
            {{"ipu", ColumnType::Integer}, [](size_t ipu) { return ipu; }},
            {{"peak_tile_bytes", ColumnType::Integer}, [&](size_t ipu) { return now[ipu].peakTileBytes; }},
            {{"what if", ColumnType::Integer}, [&](size_t ipu) { return m_stages[ipu].changed->tileBytes; }},
            {{"peak_tile", ColumnType::Integer},
             [&](size_t ipu) { return m_stages[ipu].changed->tile.value; }},
            {{"would fit", ColumnType::Boolean}, [&](size_t ipu) { return fit(ipu).answer(); }}}
            .table(m_stages.size());
    }
    uint64_t peak() const {
        return greatestOf(m_stages, [](const StageRoles& stage) { return stage.changed->tileBytes; });
    }
    Fit fit() const {
        Fit all = fit(0);
        for (size_t ipu = 1; ipu < m_stages.size() && all.fits(); ++ipu) {
            all = fit(ipu);
        }
        return all;
    }
    Fit fit(size_t ipu) const {
        return {m_stages[ipu].changed->tileBytes <= m_plan.memory.limitOf({static_cast<uint32_t>(ipu)}),
                m_plan.figures.warnings};
    }

    explicit RoleReport(const PlanReport& plan)
        : m_plan(plan) {}

    const PlanReport& m_plan;
    ModelChanges m_whatIf;
    std::vector<StageRoles> m_stages;
};

/// The stamp of each file; the stamp is empty if the file does not exist.
using FileStamps = std::map<std::filesystem::path, std::optional<FileStamp>>;

FileStamps stampsOf(const std::vector<std::filesystem::path>& files) {
    FileStamps stamps;
    for (const auto& file : files) {
        const auto stamp = stampOf(file);
        stamps.emplace(file, stamp ? std::optional(*stamp) : std::nullopt);
    }
    return stamps;
}

constexpr std::chrono::milliseconds Interval(200);

/// Returns false if `stop` was requested during the pause.
bool pause(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, Interval, [] { return false; });
    return !stop.stop_requested();
}

/// Waits until the stamps of the files differ from `seen` and no longer change. Reads the stamps a few times
/// a second. Polling works on every file system, even if a file is missing for a moment or is replaced by a
/// rename. Returns false if `stop` was requested.
bool waitForChange(const std::vector<std::filesystem::path>& files, const FileStamps& seen,
                   const std::stop_token& stop) {
    FileStamps before = seen;
    while (pause(stop)) {
        FileStamps now = stampsOf(files);
        if (now == before && now != seen) {
            return true;
        }
        before = std::move(now);
    }
    return false;
}

struct EvaluateArguments : PlanCommandArguments {
    RoleArguments roles;
    bool watch = false;
};

struct Prepared {
    FileStamps files; ///< the state of the files before they were read
    Study study;
};

constexpr const char* EvaluateFooter = R"(
The figures are estimates. Graphcore's tests allow PopLiner's estimates to be 10.8 to 17.5 % too low on the
fullest tile of one stage; no such figure is known for the pipeline setting. The estimates do not include the
buffers and code of exchanges between IPUs.
Without --splits and --plan, all layers are one stage. Several profiles give one table, for sweeps.
Exit status: 0 every plan fits and splits no weight, 1 a plan does not fit or splits a weight, 4 it is not
known whether a plan fits, because a warning says that its figures are not reliable.

Examples:
  tileline-cli evaluate report --splits 6,12,18
  tileline-cli evaluate report --splits 6 --memory-per-tile 600000 --json
  tileline-cli evaluate report --splits 6,@output --recompute layers --output-on first
  tileline-cli evaluate report --splits 6 --setting popliner
  tileline-cli evaluate report --splits 6 --roles --what-if optimizer-off-chip
  tileline-cli evaluate batch-1 batch-2 batch-4 --splits 12 --format csv -o sweep.csv
  tileline-cli evaluate report --plan model.tileplan --watch)";

/// Evaluates a plan on one or more profiles: once, or again after every change to one of the files.
class Evaluation {
public:
    Evaluation(const EvaluateArguments& arguments, Context& context)
        : m_arguments(arguments)
        , m_context(context) {}

    /// Reads the files that are new or have changed, and prints the evaluation of the plan on every profile.
    Outcome<ExitStatus> run() {
        m_table = {};
        m_json = Json::array();
        m_summary.clear();
        m_status = ExitStatus::Done;
        TRY(readPlan());
        for (const std::string& path : m_arguments.profile.paths()) {
            TRY(evaluate(path));
        }
        return m_arguments.output.writeReport(*this, m_context, m_status);
    }
    Outcome<ExitStatus> watch() {
        for (;;) {
            // Lists the files before they are read, so that a change during reading is noticed.
            const std::vector<std::filesystem::path> watched = files();
            const FileStamps seen = stampsOf(watched);
            const auto status = run();
            if (!status && status.failure().cancelled()) {
                return status;
            }
            if (!status) {
                // The command keeps watching: the next change to a file may remove the cause of the error.
                m_context.reportError(status.failure().error());
            }
            if (!waitForChange(watched, seen, m_context.stop())) {
                return Cancelled{};
            }
        }
    }

    Json json() const { return m_json.size() == 1 ? m_json.front() : m_json; }
    std::string text() const { return toAligned(m_table) + "\n" + m_summary; }
    const Table& table() const { return m_table; }

private:
    Outcome<Done> readPlan() {
        m_planFile = TRY(m_arguments.plan.read(m_context));
        const StudyOptions options = m_arguments.profile.openOptions(m_planFile.get());
        if (options != m_options) {
            m_prepared.clear();
            m_options = options;
        }
        noteOldSetting(m_planFile.get(), options, m_context);
        m_plan = TRY(m_arguments.plan.choose(m_planFile));
        return Done{};
    }
    Outcome<Done> prepare(const std::string& path) {
        FileStamps files = stampsOf(m_arguments.profile.filesOf(path));
        const auto known = m_prepared.find(path);
        if (known != m_prepared.end() && known->second.files == files) {
            return Done{};
        }
        auto study = TRY(m_arguments.profile.open(path, m_options, m_context));
        TRY(addFigures(study, m_context));
        m_prepared.insert_or_assign(path, Prepared{std::move(files), std::move(study)});
        return Done{};
    }
    Outcome<Done> evaluate(const std::string& path) {
        TRY(prepare(path));
        const Study& study = m_prepared.at(path).study;
        auto plan = TRY(m_arguments.plan.plan(m_planFile, study, m_context));
        const auto figures = TRY(study.figures(plan.splitPlan(), m_context.workers(), m_context.stop()));
        const MemoryLimits memory = m_arguments.memory.limits(study.profile->target, m_plan);
        const PlanReport report{study, figures, memory, plan.ipus()};
        printWarnings(figures.warnings, study, m_context);
        return add(report);
    }
    Outcome<Done> add(const PlanReport& report) {
        const bool several = m_arguments.profile.paths().size() > 1;
        Table table = report.table();
        Json json = report.json();
        std::string summary = report.summary();
        if (m_arguments.roles.given() || m_arguments.output.isJson()) {
            const RoleReport roles = TRY(RoleReport::make(report, m_arguments.roles.whatIf, m_context));
            roles.addTo(json);
            summary += roles.text(m_arguments.roles.roles);
            if (!m_arguments.output.isText()) {
                roles.addTo(table);
            }
        }
        if (several) {
            table.columns.insert(table.columns.begin(), {"profile"});
            for (std::vector<Cell>& row : table.rows) {
                row.insert(row.begin(), report.study.path);
            }
        }
        m_table.columns = table.columns;
        std::ranges::move(table.rows, std::back_inserter(m_table.rows));
        m_json.push_back(std::move(json));
        m_summary += (several ? printable(report.study.path) + ": " : "") + summary;
        m_status = std::max(m_status, report.status());
        return Done{};
    }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> files;
        for (const std::string& path : m_arguments.profile.paths()) {
            const auto some = m_arguments.profile.filesOf(path);
            files.insert(files.end(), some.begin(), some.end());
        }
        if (!m_arguments.plan.file().empty()) {
            files.emplace_back(m_arguments.plan.file());
        }
        return files;
    }

    const EvaluateArguments& m_arguments;
    Context& m_context;
    PlanFilePtr m_planFile;
    const PlanDescription* m_plan = nullptr; ///< points into *m_planFile
    StudyOptions m_options;
    std::map<std::string, Prepared> m_prepared; ///< profiles by path, opened with m_options
    Table m_table;
    Json m_json;
    std::string m_summary;
    ExitStatus m_status = ExitStatus::Done;
};

Outcome<ExitStatus> run(const EvaluateArguments& arguments, Context& context) {
    Evaluation evaluation(arguments, context);
    return arguments.watch ? evaluation.watch() : evaluation.run();
}

} // namespace

void addEvaluateCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<EvaluateArguments>(
        app, "evaluate", "Estimate what each IPU's fullest tile would hold under a plan", EvaluateFooter,
        run);
    arguments.profile.addTo(command, SettingArguments::Options::WithTime, true);
    arguments.plan.addTo(command);
    arguments.memory.addTo(command);
    arguments.output.addReport(command);
    arguments.roles.addTo(command);
    command.add_flag("--watch", arguments.watch,
                     "Evaluate again whenever a profile, its debug information or the plan file changes, "
                     "until the command is interrupted");
}

} // namespace tileline::cli
