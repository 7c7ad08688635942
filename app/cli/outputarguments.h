// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "core/tables/tables.h"

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace tileline::cli {

/// Whether an answer may take the place of what is at `path`. BadArgument where that is a profile or debug
/// information, which take long to make.
Result<Done> checkOutput(const std::string& path, const std::string& option);

/// Where a command's answer goes, and in which form: -o FILE, --format, --json.
class OutputArguments {
public:
    /// Adds -o only: for commands whose answer has one form.
    void addFile(CLI::App& command);
    /// Adds -o, --format tsv|csv|json and --json.
    void addTable(CLI::App& command);
    /// The same with a form for people, which is the default: --format text|tsv|csv|json.
    void addReport(CLI::App& command);

    /// -o, --format text|json and --json: for what is no table.
    void addDocument(CLI::App& command);

    /// Whether the form for people is asked for.
    bool isText() const { return m_format == "text"; }
    bool isJson() const { return m_format == "json"; }
    /// Not where isText().
    TableFormat tableFormat() const;
    bool toFile() const { return !m_file.empty(); }
    const std::string& file() const { return m_file; }

    /// Writes to the file, through a temporary one, or to standard output. `status` where that worked.
    Outcome<ExitStatus> write(std::string_view text, Context& context,
                              ExitStatus status = ExitStatus::Done) const;
    Outcome<ExitStatus> write(const Table& table, Context& context) const;

private:
    void addFormats(CLI::App& command, const std::string& formats);

    std::string m_file;
    std::string m_format = "tsv";
};

} // namespace tileline::cli
