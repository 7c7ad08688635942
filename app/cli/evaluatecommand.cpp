// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/aligned.h"
#include "app/cli/commands.h"
#include "app/cli/filewatch.h"
#include "app/cli/memoryarguments.h"
#include "app/cli/outputarguments.h"
#include "app/cli/planarguments.h"
#include "app/cli/plandocument.h"
#include "app/cli/planreport.h"
#include "app/cli/profilearguments.h"
#include "app/cli/rolereport.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

namespace tileline::cli {

namespace {

struct EvaluateArguments {
    ProfileArguments profile;
    PlanArguments plan;
    MemoryArguments memory;
    TimeArguments time;
    OutputArguments output;
    RoleArguments roles;
    bool watch = false;
};

struct Prepared {
    FileStamps files; ///< their state before they were read
    Study study;
};

constexpr const char* EvaluateFooter = R"(
The figures are estimates. Graphcore's tests of PopLiner's allow 10.8 to 17.5 % too little on the
fullest tile. They lack the buffers and code of exchanges between IPUs.
Without --splits and --plan all layers are one stage. Several profiles give one table, for sweeps.
Exit status: 0 every plan fits and splits no weight, 1 one does not, 4 it is not known of one, because
a warning says that its figures do not hold.

Examples:
  tileline-cli evaluate report --splits 6,12,18
  tileline-cli evaluate report --splits 6 --memory-per-tile 600000 --json
  tileline-cli evaluate report --splits 6,@output --recompute layers --output-on first
  tileline-cli evaluate report --splits 6 --setting popliner
  tileline-cli evaluate report --splits 6 --roles --what-if optimizer-off-chip
  tileline-cli evaluate batch-1 batch-2 batch-4 --splits 12 --format csv -o sweep.csv
  tileline-cli evaluate report --plan model.tileplan --watch)";

class Evaluation {
public:
    Evaluation(const EvaluateArguments& arguments, Context& context)
        : m_arguments(arguments)
        , m_context(context) {}

    /// Reads the files that have not been read yet, and prints all plans.
    Outcome<ExitStatus> run();
    Outcome<ExitStatus> watch();

private:
    Outcome<Done> readPlan();
    Outcome<Done> prepare(const std::string& path);
    Outcome<Done> evaluate(const std::string& path);
    Outcome<Done> add(const PlanReport& report);
    std::string text() const;
    std::vector<std::filesystem::path> files() const;

    const EvaluateArguments& m_arguments;
    Context& m_context;
    std::optional<PlanFile> m_planFile;
    const PlanDescription* m_plan = nullptr; ///< in m_planFile
    StudyOptions m_options;
    std::map<std::string, Prepared> m_prepared; ///< opened with m_options
    Table m_table;
    Json m_json;
    std::string m_summary;
    ExitStatus m_status = ExitStatus::Done;
};

Outcome<Done> Evaluation::readPlan() {
    auto file = TRY(m_arguments.plan.read(m_context));
    m_planFile = std::move(file);
    StudyOptions options = m_arguments.profile.openOptions(m_planFile ? &*m_planFile : nullptr);
    options.setting.time = m_arguments.time.applyTo(options.setting.time);
    if (options != m_options) {
        m_prepared.clear();
        m_options = options;
    }
    if (m_planFile) {
        noteOldSetting(*m_planFile, options, m_context);
        m_plan = TRY(m_arguments.plan.choose(*m_planFile));
    }
    return Done{};
}

Outcome<Done> Evaluation::prepare(const std::string& path) {
    FileStamps files(m_arguments.profile.filesOf(path));
    const auto known = m_prepared.find(path);
    if (known != m_prepared.end() && known->second.files == files) {
        return Done{};
    }
    auto study = TRY(m_arguments.profile.open(path, m_options, m_context));
    TRY(addFigures(study, m_context));
    m_prepared.insert_or_assign(path, Prepared{std::move(files), std::move(study)});
    return Done{};
}

Outcome<Done> Evaluation::evaluate(const std::string& path) {
    TRY(prepare(path));
    const Study& study = m_prepared.at(path).study;
    auto plan = TRY(m_arguments.plan.plan(m_planFile, study, m_context));
    const auto figures = TRY(study.figures(plan.splitPlan(), m_context.workers(), m_context.stop()));
    const MemoryLimits memory = m_arguments.memory.limits(study.profile->target, m_plan);
    const PlanReport report{study, figures, memory, plan.ipus()};
    report.warn(m_context);
    return add(report);
}

Outcome<Done> Evaluation::add(const PlanReport& report) {
    const bool several = m_arguments.profile.paths().size() > 1;
    Table table = report.table();
    Json json = report.json();
    std::string summary = report.summary();
    if (m_arguments.roles.given() || m_arguments.output.isJson()) {
        const RoleReport roles = TRY(RoleReport::make(report, m_arguments.roles.whatIf(), m_context));
        roles.addTo(json);
        summary += roles.text(m_arguments.roles.roles());
        if (!m_arguments.output.isText()) {
            roles.addTo(table);
        }
    }
    m_table.columns.clear();
    if (several) {
        m_table.columns.push_back({"profile", ColumnType::Text});
    }
    m_table.columns.insert(m_table.columns.end(), table.columns.begin(), table.columns.end());
    for (const auto& cells : table.rows) {
        std::vector<Cell>& row = m_table.rows.emplace_back();
        if (several) {
            row.emplace_back(report.study.path);
        }
        row.insert(row.end(), cells.begin(), cells.end());
    }
    m_json.push_back(std::move(json));
    m_summary += (several ? printable(report.study.path) + ": " : "") + summary;
    m_status = std::max(m_status, report.status());
    return Done{};
}

std::string Evaluation::text() const {
    if (m_arguments.output.isJson()) {
        return toJsonText(m_json.size() == 1 ? m_json.front() : m_json);
    }
    if (m_arguments.output.isText()) {
        return toAligned(m_table) + "\n" + m_summary;
    }
    return toText(m_table, m_arguments.output.tableFormat());
}

Outcome<ExitStatus> Evaluation::run() {
    m_table = {};
    m_json = Json::array();
    m_summary.clear();
    m_status = ExitStatus::Done;
    TRY(readPlan());
    for (const std::string& path : m_arguments.profile.paths()) {
        TRY(evaluate(path));
    }
    return m_arguments.output.write(text(), m_context, m_status);
}

/// All files that the result depends on.
std::vector<std::filesystem::path> Evaluation::files() const {
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

Outcome<ExitStatus> Evaluation::watch() {
    for (;;) {
        // Taken before the files are read, so that a change during reading is noticed.
        const FileStamps seen(files());
        const auto status = run();
        if (!status && status.failure().cancelled()) {
            return status;
        }
        if (!status) {
            // The next change of a file may correct the error.
            m_context.reportError(status.failure().error());
        }
        if (!waitForChange(seen, m_context.stop())) {
            return Cancelled{};
        }
    }
}

} // namespace

void addEvaluateCommand(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("evaluate", "Estimate what each IPU's fullest tile would hold under a plan");
    auto arguments = std::make_shared<EvaluateArguments>();
    arguments->profile.addSeveralTo(*command, SettingArguments::Options::All);
    arguments->plan.addNamedTo(*command);
    arguments->memory.addTo(*command);
    arguments->time.addTo(*command);
    arguments->output.addReport(*command);
    arguments->roles.addTo(*command);
    command->add_flag("--watch", arguments->watch,
                      "Evaluate again whenever a profile, its debug information or the plan file changes, "
                      "until interrupted");
    command->footer(EvaluateFooter);
    context.onRun(*command, [arguments, &context] {
        Evaluation evaluation(*arguments, context);
        return arguments->watch ? evaluation.watch() : evaluation.run();
    });
}

} // namespace tileline::cli
