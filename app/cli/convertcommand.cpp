// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/outputarguments.h"
#include "app/cli/sourcearguments.h"
#include "core/base/printable.h"
#include "core/convert/converter.h"
#include "core/convert/exporterscript.h"
#include "core/convert/filecopy.h"
#include "core/convert/profilecache.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

constexpr const char* ConvertFooter = R"(
Poplar's own profile.pop is read by libpva, a Python module of the Poplar SDK. The other commands take
report directories too, and convert what they need by themselves; what was converted is kept. On a machine
without the SDK, convert where it is:

  tileline-cli convert --print-exporter > tileline_exporter.py
  python3 tileline_exporter.py report/profile.pop report/debug.cbor -o report.tileline

Example: tileline-cli convert report -o report.tileline --activate poplar_sdk/enable)";

struct ConvertArguments {
    SourceArguments source;
    OutputArguments output;
    bool printExporter = false;
    bool noCache = false;
};

Error missingArgument(const char* name, const char* what) {
    return {ErrorCode::BadArgument, {}, name, what, "nothing"};
}

Result<ProfileSource> poplarSource(const SourceArguments& arguments) {
    if (arguments.paths().empty()) {
        return missingArgument("PROFILE", "a profile, or a report directory");
    }
    auto source = arguments.source(arguments.paths().front());
    if (!source) {
        return source;
    }
    const auto kind = detectSource(source->profile);
    if (kind && *kind == SourceKind::TilelineProfile) {
        return Error{ErrorCode::BadArgument,     source->profile.string(), "PROFILE",
                     "Poplar's own profile.pop", "a Tileline profile",     "Use it as it is."};
    }
    return source;
}

/// Refuses an output that would overwrite the source, which cannot be made again.
Result<Done> checkNotTheSource(const ProfileSource& source, const std::filesystem::path& output) {
    std::error_code ignored;
    if (!std::filesystem::equivalent(output, source.profile, ignored) &&
        !(source.debug && std::filesystem::equivalent(output, *source.debug, ignored))) {
        return Done{};
    }
    return Error{ErrorCode::BadArgument,
                 {},
                 "--output",
                 "another file than what is converted",
                 printable(output.string()),
                 "Choose another file."};
}

Outcome<Done> convert(const ProfileSource& source, const std::filesystem::path& output,
                      const SdkSettings& settings, Context& context) {
    auto made = TRY(convertProfile(source, output, settings, context.progress(), context.stop()));
    for (const MissingPart& part : made.missing) {
        context.warn("libpva gave no " + part.part + ": " + part.consequence);
    }
    return Done{};
}

Outcome<Done> convertThroughCache(const ProfileSource& source, const std::filesystem::path& output,
                                  const ConvertSettings& settings, Context& context) {
    const auto make = [&](const std::filesystem::path& path) {
        return convert(source, path, settings.sdk, context);
    };
    auto cached = TRY(ProfileCache(settings.cache).obtain(source, make, context.progress(), context.stop()));
    return copyFileAtomically(cached, output, context.stop());
}

Outcome<ExitStatus> run(const ConvertArguments& arguments, Context& context) {
    if (arguments.printExporter) {
        return arguments.output.write(exporterScript(), context);
    }
    if (!arguments.output.toFile()) {
        return missingArgument("--output", "the file to write");
    }
    auto source = TRY(poplarSource(arguments.source));
    const ConvertSettings& settings = arguments.source.convertSettings();
    const std::filesystem::path& output = arguments.output.file();
    TRY(checkNotTheSource(source, output));
    TRY(arguments.noCache ? convert(source, output, settings.sdk, context)
                          : convertThroughCache(source, output, settings, context));
    return ExitStatus::Done;
}

} // namespace

void addConvertCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("convert", "Poplar's own profile, as a Tileline profile");
    auto arguments = std::make_shared<ConvertArguments>();
    arguments->source.addTo(*command).required(false);
    arguments->output.addFile(*command);
    command->add_flag("--no-cache", arguments->noCache, "Convert anew, and keep nothing but the output");
    command->add_flag("--print-exporter", arguments->printExporter,
                      "Print the exporter, a Python program, to carry to where the SDK is");
    command->footer(ConvertFooter);
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
