// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/printable.h"
#include "core/base/temporaryfile.h"
#include "core/base/textfile.h"
#include "core/profile/tileline/profilewriter.h"

#include <CLI/CLI.hpp>

#include <fstream>

namespace tileline::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* ConvertFooter =
    "The output holds the same data as the profile, is smaller, and opens faster. Debug information keeps\n"
    "Poplar's format: it is copied beside the output, unless it is there already.\n"
    "Example: tileline-cli convert report -o model.tileline";

struct ConvertArguments {
    SourceArguments source;
    OutputArguments output;
    bool anyway = false;
};

/// Reads a file in parts, and passes each part to `use`. Stops if `use` fails.
Outcome<Done> readParts(const fs::path& path, const std::stop_token& stop,
                        const std::function<Result<Done>(std::string_view part)>& use) {
    std::ifstream file(path, std::ios::binary);
    std::string part(1 << 20, '\0');
    while (file) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        file.read(part.data(), static_cast<std::streamsize>(part.size()));
        TRY(use(std::string_view(part).substr(0, static_cast<size_t>(file.gcount()))));
    }
    return file.eof() ? Outcome<Done>(Done{}) : systemError(path, errno);
}

Outcome<bool> sameContent(const fs::path& first, const fs::path& second, const std::stop_token& stop) {
    std::error_code error;
    if (fs::equivalent(first, second, error)) {
        return true;
    }
    if (fs::file_size(first, error) != fs::file_size(second, error)) {
        return false;
    }
    std::ifstream other(second, std::ios::binary);
    bool same = true;
    std::string expected;
    TRY(readParts(first, stop, [&](std::string_view part) -> Result<Done> {
        expected.resize(part.size());
        other.read(expected.data(), static_cast<std::streamsize>(expected.size()));
        same = same && other && expected == part;
        return Done{};
    }));
    return same;
}

/// Copies the debug information to a temporary file. TemporaryFile::commit() later moves the copy into the
/// directory of `output`, where readers of `output` look for debug information. The result is empty if the
/// directory of `output` already contains the same debug information. Fails if that directory contains other
/// debug information, because readers of `output` would read it by mistake.
Outcome<std::optional<TemporaryFile>> copyOfDebug(const fs::path& debug, const fs::path& output,
                                                  const std::stop_token& stop) {
    const fs::path wanted =
        output.parent_path() / (debug.extension() == ".json" ? "debug.json" : "debug.cbor");
    for (const char* name : {"debug.cbor", "debug.json"}) {
        const fs::path there = output.parent_path() / name;
        std::error_code ignored;
        if (!fs::exists(there, ignored)) {
            continue;
        }
        if (TRY(sameContent(debug, there, stop))) {
            return std::optional<TemporaryFile>();
        }
        return badArgument("--output", "a directory without the debug information of another profile",
                           printable(there.string()), "Choose another directory.");
    }
    auto copy = TRY(TemporaryFile::beside(wanted));
    TRY(readParts(debug, stop, [&](std::string_view part) { return copy.append(part); }));
    return std::optional(std::move(copy));
}

Outcome<ExitStatus> run(const ConvertArguments& arguments, Context& context) {
    const std::string& path = arguments.source.paths().front();
    const fs::path output = arguments.output.file();
    auto source = TRY(arguments.source.source(path));
    context.hold(source.profile.name(), InputKind::Profile);
    TRY(checkOutput(output, "--output", true));
    auto profile = TRY(arguments.source.load(path, context));
    if (!arguments.anyway) {
        TRY(checkComplete(*profile));
    }
    auto debug = TRY(source.debug ? copyOfDebug(source.debug->name(), output, context.stop())
                                  : std::optional<TemporaryFile>());
    TRY(writeProfile(*profile, output, context.progress(), context.stop()));
    if (debug) {
        TRY(debug->commit());
    }
    context.clearProgress();
    return ExitStatus::Done;
}

} // namespace

void addConvertCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<ConvertArguments>(
        app, "convert", "Write any profile in Tileline's own format", ConvertFooter, run);
    arguments.source.addTo(command);
    takeFileName(&arguments.output.addFile(command))->required();
    addAnyway(command, arguments.anyway, "the debug information ends too early and layers may be missing");
}

} // namespace tileline::cli
