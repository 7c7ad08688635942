// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/outputarguments.h"

#include "app/cli/aligned.h"
#include "app/cli/optionchecks.h"
#include "app/cli/standardstreams.h"
#include "core/base/temporaryfile.h"
#include "core/base/textfile.h"
#include "core/profile/reading/profileloader.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

/// How many bytes of a long text are written at a time.
constexpr size_t PartBytes = size_t{1} << 16;

} // namespace

Result<Done> checkOutput(const std::string& path, const std::string& option, bool isProfile) {
    if (path.empty()) {
        return Done{};
    }
    auto checked = checkReplaceable(path);
    const auto kind = detectSource(path);
    if (checked && kind && !(isProfile && *kind == SourceKind::TilelineProfile)) {
        checked = checkNoSource(path);
    }
    if (checked || checked.failure().code != ErrorCode::BadArgument) {
        return checked;
    }
    Error error = std::move(checked).failure();
    error.file.clear();
    error.item = option;
    error.actual = printable(path) + ", " + error.actual;
    return error;
}

CLI::Option& OutputArguments::addFile(CLI::App& command) {
    CLI::Option* output = command.add_option_function<std::string>(
        "-o,--output", [this](const std::string& file) { m_file = file == "-" ? std::string() : file; },
        "Write the output to FILE, once it is complete; - is standard output (the default)");
    return *refuseEmpty(output)->type_name("FILE");
}

void OutputArguments::addFormats(CLI::App& command, const std::string& formats) {
    addFile(command);
    m_format = formats.substr(0, formats.find('|'));
    auto* format = takeOneOf(command.add_option("--format", m_format, "Form of the answer: " + formats),
                             CLI::detail::split(formats, '|'), "FORM")
                       ->capture_default_str();
    addShortForm(command, "json")->excludes(format);
    if (formats.find("csv") != std::string::npos) {
        command.add_flag("--raw-csv", m_rawCsv,
                         "Write texts to CSV unchanged, although a spreadsheet reads =... as a formula");
    }
}

void OutputArguments::addCsv(CLI::App& command, const char* description) {
    m_format = "csv";
    command.add_flag("--raw-csv", m_rawCsv, description);
}

void OutputArguments::addShortForms(CLI::App& command) {
    for (const char* name : {"csv", "tsv"}) {
        addShortForm(command, name)
            ->excludes(command.get_option("--format"))
            ->excludes(command.get_option("--json"));
    }
    command.get_option("--tsv")->excludes(command.get_option("--csv"));
}

CLI::Option* OutputArguments::addShortForm(CLI::App& command, const std::string& format) {
    return command.add_flag_callback(
        "--" + format, [this, format] { m_format = format; }, "The same as --format " + format);
}

TableFormat OutputArguments::tableFormat() const {
    const TableFormat format = tableFormatOf(m_format).value_or(TableFormat::Tsv);
    return format == TableFormat::Csv && m_rawCsv ? TableFormat::RawCsv : format;
}

Outcome<ExitStatus> OutputArguments::write(std::string_view text, Context& context, ExitStatus status) const {
    return writeUnchanged(writesRaw() ? text : printable(text, LineFeeds::KeptWithTabs), context, status);
}

Outcome<ExitStatus> OutputArguments::writeUnchanged(std::string_view text, Context& context,
                                                    ExitStatus status) const {
    context.clearProgress();
    TRY(checkOutput(m_file, "--output"));
    TRY(m_file.empty() ? writeToStandardOutput(text) : writeFileAtomically(m_file, text));
    return status;
}

Outcome<ExitStatus> OutputArguments::write(const Table& table, Context& context) const {
    if (isText()) {
        return write(toAligned(table), context);
    }
    const TableWriter writer(table.columns, tableFormat());
    return writeRows(
        writer.begin(), table.rows.size(), [&](size_t row) { return writer.row(row, table.rows[row]); },
        writer.end(table.rows.size()), context);
}

Outcome<ExitStatus> OutputArguments::writeRows(const std::string& begin, size_t rows,
                                               const std::function<std::string(size_t)>& row,
                                               const std::string& end, Context& context) const {
    context.clearProgress();
    TRY(checkOutput(m_file, "--output"));
    std::optional<TemporaryFile> file;
    if (!m_file.empty()) {
        file.emplace(TRY(TemporaryFile::beside(m_file)));
    }
    std::string part = begin;
    for (size_t i = 0; i <= rows; ++i) {
        part += i < rows ? row(i) : end;
        if (i < rows && part.size() < PartBytes) {
            continue;
        }
        if (context.stop().stop_requested()) {
            return Cancelled{};
        }
        const std::string shown = writesRaw() ? std::move(part) : printable(part, LineFeeds::KeptWithTabs);
        TRY(file ? file->append(shown) : writeToStandardOutput(shown));
        part.clear();
    }
    if (file) {
        TRY(file->commit());
    }
    return ExitStatus::Done;
}

void TopRows::addTo(CLI::App& command, const char* help) {
    takeWholeNumber(command.add_option("--top", m_given, help), 0, UINT32_MAX)->type_name("N");
}

} // namespace tileline::cli
