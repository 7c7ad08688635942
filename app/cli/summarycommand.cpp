// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "core/output/profilesummary.h"
#include "core/profile/reading/profileloader.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <mutex>
#include <new>

namespace tileline::cli {

namespace {

/// The maximum number of profiles in memory at a time. A loaded profile takes up to twice as many bytes as
/// its file, and loading a single profile already uses several threads.
constexpr size_t ProfilesAtOnce = 2;

struct SummaryArguments {
    std::vector<std::string> directories;
    OutputArguments output;
};

constexpr const char* SummaryFooter = R"(
Directories are searched with all their subdirectories. Links are followed, but each directory and each profile
counts once. The command does not look for layers, so it does not read debug information. A profile that cannot be read has a
row with its error. Exit status: 0, or 3 if no profile could be read.

Examples:
  tileline-cli summary .
  tileline-cli summary batch-1 batch-2 --csv -o reports.csv)";

/// Combines the progress of several profiles that are being loaded. Thread-safe.
class CommonProgress {
public:
    CommonProgress(size_t jobs, Progress progress)
        : m_fractions(jobs, 0)
        , m_progress(std::move(progress)) {}

    Progress ofJob(size_t job) {
        return Progress([this, job](Phase, double fraction) { report(job, fraction); });
    }
    void report(size_t job, double fraction) {
        const std::lock_guard lock(m_mutex);
        m_sum += fraction - m_fractions[job];
        m_fractions[job] = fraction;
        m_progress.report(Phase::ReadingReports, m_sum / static_cast<double>(m_fractions.size()));
    }

private:
    std::mutex m_mutex;
    std::vector<double> m_fractions;
    double m_sum = 0;
    Progress m_progress;
};

/// Reads one profile. Returns a row with the profile's figures or its error; returns Cancelled if stopped.
Outcome<SummaryRow> rowOf(const FoundReport& report, Progress progress, const std::stop_token& stop) {
    SummaryRow row{report.path.string(), {}, report.error};
    if (row.error) {
        return row;
    }
    try {
        const auto profile = [&]() -> Outcome<ProfilePtr> {
            return loadProfile({TRY(openSource(report.path))}, std::move(progress), stop);
        }();
        if (profile) {
            row.summary = summaryOf(**profile);
        } else if (profile.failure().cancelled()) {
            return Cancelled{};
        } else {
            row.error = profile.failure().error();
        }
    } catch (const std::bad_alloc&) {
        row.error = Error{ErrorCode::TooLarge, row.path, {}, {}, "no memory left"};
    }
    return row;
}

Outcome<std::vector<SummaryRow>> rowsOf(const std::vector<FoundReport>& reports, Context& context) {
    std::vector<SummaryRow> rows(reports.size());
    CommonProgress progress(reports.size(), context.progress());
    Workers readers(std::min(ProfilesAtOnce, std::max<size_t>(reports.size(), 1)));
    const auto read = [&](size_t begin, size_t end, size_t) {
        for (size_t i = begin; i < end; ++i) {
            // If the command is stopped during a load, the row stays empty, and all rows are dropped.
            if (auto row = rowOf(reports[i], progress.ofJob(i), context.stop())) {
                rows[i] = *std::move(row);
            }
            progress.report(i, 1);
        }
    };
    if (!readers.forEach(reports.size(), 1, read, context.stop()) || context.stop().stop_requested()) {
        return Cancelled{};
    }
    return rows;
}

Outcome<ExitStatus> run(const SummaryArguments& arguments, Context& context) {
    const std::vector<std::filesystem::path> roots(arguments.directories.begin(),
                                                   arguments.directories.end());
    const auto reports = TRY(findReports(roots, context.stop()));
    if (reports.empty()) {
        return errorIn(CLI::detail::join(arguments.directories, ", "), ErrorCode::NoProfileInDirectory,
                       "at least one profile in or below the given directories", "none");
    }
    const auto rows = TRY(rowsOf(reports, context));
    TRY(arguments.output.write(summaryTable(rows), context));
    const auto failed = std::ranges::count_if(rows, [](const auto& row) { return row.error.has_value(); });
    if (failed > 0) {
        context.warn(std::to_string(failed) + " of " + std::to_string(rows.size()) +
                     " profiles could not be read. The column \"error\" says why");
    }
    return static_cast<size_t>(failed) == rows.size() ? ExitStatus::BadInput : ExitStatus::Done;
}

} // namespace

void addSummaryCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<SummaryArguments>(
        app, "summary", "List all reports in or below some directories, one in each row", SummaryFooter, run);
    requireArgument(
        command.add_option("DIR", arguments.directories, "Directories with reports, or profiles"));
    arguments.output.addReport(command);
    arguments.output.addShortForms(command);
}

} // namespace tileline::cli
