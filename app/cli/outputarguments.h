// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/json.h"
#include "core/tables/tables.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tileline::cli {

/// A table as human-readable text: spaces align the columns, numbers are right-aligned, and an empty cell is
/// `-`. printable() escapes the text, so that control characters in a name cannot move the cursor.
std::string toAligned(const Table& table);

/// Checks whether an output may be written to `path`. An empty `path` (standard output) is always allowed.
/// Fails with BadArgument if the command has read the file at `path`, or if that file is a profile or debug
/// information, because such files take long to create. However, an output that is itself a profile
/// (`isProfile`) may replace a profile that Tileline wrote. Fails with WriteFailed if `path` is a device,
/// pipe or socket, because the command could hang.
Result<Done> checkOutput(const std::string& path, const std::string& option, bool isProfile = false);

/// The options that say where and in which format a command writes its result: -o, --format, --json.
class OutputArguments {
public:
    /// Adds only -o, for commands that have one output format. Returns the option.
    CLI::Option& addFile(CLI::App& command);
    /// Adds --raw-csv, for commands whose tables are always CSV.
    void addCsv(CLI::App& command, const char* description);
    bool isRawCsv() const { return m_rawCsv; }
    /// Adds -o, --format tsv|csv|json, --json and --raw-csv.
    void addTable(CLI::App& command) { addFormats(command, "tsv|csv|json"); }
    /// Adds -o, --format text|tsv|csv|json, --json and --raw-csv. The default is `text`, which is meant for
    /// people.
    void addReport(CLI::App& command) { addFormats(command, "text|tsv|csv|json"); }

    /// Adds --csv and --tsv in addition to --format and --json.
    void addShortForms(CLI::App& command);

    /// Adds -o, --format text|json and --json, for results that are not a table.
    void addDocument(CLI::App& command) { addFormats(command, "text|json"); }

    bool isText() const { return m_format == "text"; }
    bool isJson() const { return m_format == "json"; }
    /// Must not be called if isText() is true.
    TableFormat tableFormat() const;
    bool toFile() const { return !m_file.empty(); }
    const std::string& file() const { return m_file; }

    /// Writes `text` to the file (through a temporary file) or, without -o, to standard output. Returns
    /// `status` on success. Escapes the characters that printable() escapes, except line feeds and tabs. CSV
    /// with --raw-csv is written without escaping.
    Outcome<ExitStatus> write(std::string_view text, Context& context,
                              ExitStatus status = ExitStatus::Done) const;
    Outcome<ExitStatus> write(const Table& table, Context& context) const;
    /// Writes a table with a line for each of `rows`. The format must not be `text`.
    template <class Row>
    Outcome<ExitStatus> write(const Columns<Row>& columns, const std::vector<Row>& rows,
                              Context& context) const {
        const TableWriter writer(columns.columns(), tableFormat());
        return writeRows(
            writer.begin(), rows.size(), [&](size_t row) { return writer.row(row, columns.row(rows[row])); },
            writer.end(rows.size()), context);
    }
    /// Writes `report` in the selected format: the result of its json(), text() or table().
    template <class Report>
    Outcome<ExitStatus> writeReport(const Report& report, Context& context,
                                    ExitStatus status = ExitStatus::Done) const {
        return write(isJson()   ? toJsonText(report.json())
                     : isText() ? report.text()
                                : toText(report.table(), tableFormat()),
                     context, status);
    }
    /// Like write(), for texts that might be too long for memory. Writes `begin`, then `row(i)` for each i
    /// below `rows`, then `end`. None of these texts may end in the middle of a UTF-8 character.
    Outcome<ExitStatus> writeRows(const std::string& begin, size_t rows,
                                  const std::function<std::string(size_t)>& row, const std::string& end,
                                  Context& context) const;
    /// Like write(), but without any escaping.
    Outcome<ExitStatus> writeUnchanged(std::string_view text, Context& context,
                                       ExitStatus status = ExitStatus::Done) const;

private:
    /// Adds -o, --json, --format and, if csv is one of the formats, --raw-csv. `formats` lists the formats,
    /// separated by |; the first is the default.
    void addFormats(CLI::App& command, const std::string& formats);
    CLI::Option* addShortForm(CLI::App& command, const std::string& format);
    bool writesRaw() const { return m_rawCsv && m_format == "csv"; }

    std::string m_file;
    std::string m_format = "tsv";
    bool m_rawCsv = false;
};

/// The option --top: how many rows of a list are printed.
class TopRows {
public:
    /// `inText` is the number of rows in the text format if --top is not given.
    explicit TopRows(uint32_t inText)
        : m_inText(inText) {}
    void addTo(CLI::App& command, const char* help);
    /// The number of rows to print as text; SIZE_MAX means all rows.
    size_t count() const { return m_given.value_or(m_inText) == 0 ? SIZE_MAX : m_given.value_or(m_inText); }
    /// The number of rows to print in the format of `output`. Without --top, tables and JSON have all rows.
    size_t count(const OutputArguments& output) const {
        return m_given || output.isText() ? count() : SIZE_MAX;
    }

private:
    uint32_t m_inText;
    std::optional<uint32_t> m_given;
};

} // namespace tileline::cli
