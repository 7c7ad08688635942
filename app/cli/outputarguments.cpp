// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/outputarguments.h"

#include "app/cli/optionchecks.h"
#include "app/cli/standardstreams.h"
#include "core/base/sequences.h"
#include "core/base/temporaryfile.h"
#include "core/base/textfile.h"
#include "core/profile/reading/profileloader.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace tileline::cli {

namespace {

/// A long text is written in parts of about this many bytes.
constexpr size_t PartBytes = size_t{1} << 16;

/// The heading of a column. "share" is replaced with "percent", because shares are printed as percentages.
std::string headingOf(const Column& column) {
    if (column.type != ColumnType::Share) {
        return column.key;
    }
    const bool isShare = column.key.ends_with("share");
    return column.key.substr(0, column.key.size() - (isShare ? std::string_view("share").size() : 0)) +
           (isShare ? "percent" : "_percent");
}

std::string cellText(const Cell& cell, ColumnType type) {
    if (const auto* text = std::get_if<std::string>(&cell.value)) {
        return printable(*text);
    }
    if (const auto* yes = std::get_if<bool>(&cell.value)) {
        return *yes ? "yes" : "no";
    }
    if (const auto* number = std::get_if<int64_t>(&cell.value)) {
        return std::to_string(*number);
    }
    if (const auto* number = std::get_if<uint64_t>(&cell.value)) {
        return std::to_string(*number);
    }
    if (const auto* number = std::get_if<double>(&cell.value)) {
        char buffer[32];
        std::snprintf(buffer, sizeof buffer, "%.2f", type == ColumnType::Share ? *number * 100 : *number);
        return buffer;
    }
    return "-";
}

/// The width of a text: its number of code points. For names of layers and operations, this is close enough
/// to the number of terminal columns.
size_t widthOf(const std::string& text) {
    return static_cast<size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

using Row = std::vector<std::string>;

std::vector<Row> textsOf(const Table& table) {
    std::vector<Row> rows;
    rows.reserve(table.rows.size() + 1);
    rows.push_back(mapped(table.columns, headingOf));
    for (const auto& cells : table.rows) {
        Row row;
        for (size_t i = 0; i < cells.size(); ++i) {
            row.push_back(cellText(cells[i], table.columns[i].type));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

void appendRow(std::string& text, const Row& row, const Table& table, const std::vector<size_t>& widths) {
    const size_t begin = text.size();
    for (size_t i = 0; i < row.size(); ++i) {
        const std::string gap(widths[i] - widthOf(row[i]), ' ');
        const bool left = isText(table.columns[i].type);
        text += (i == 0 ? "" : "  ") + (left ? row[i] + gap : gap + row[i]);
    }
    text.erase(std::max(begin, text.find_last_not_of(' ') + 1));
    text += '\n';
}

} // namespace

std::string toAligned(const Table& table) {
    const std::vector<Row> rows = textsOf(table);
    std::vector<size_t> widths(table.columns.size(), 0);
    for (const Row& row : rows) {
        for (size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], widthOf(row[i]));
        }
    }
    std::string text;
    for (const Row& row : rows) {
        appendRow(text, row, table, widths);
    }
    return text;
}

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
        "Write the output to FILE as soon as the output is complete; the FILE - (the default) stands for the "
        "standard output");
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
                         "Do not put an apostrophe in front of CSV texts that a spreadsheet would treat as a "
                         "formula, such as texts that begin with =");
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
    takeWholeNumber(command.add_option("--top", m_given, help), 0, UINT32_MAX);
}

} // namespace tileline::cli
