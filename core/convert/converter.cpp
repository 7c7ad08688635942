// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/converter.h"

#include "core/base/textfile.h"
#include "core/convert/childprocess.h"
#include "core/convert/exporterevent.h"
#include "core/convert/exporterscript.h"
#include "core/convert/filecopy.h"
#include "core/convert/scratchdirectory.h"
#include "core/profileio/sqliteheader.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

namespace tileline {

namespace {

namespace fs = std::filesystem;

constexpr size_t ShownCharacters = 200;

/// What the exporter reported, collected while it runs.
struct Conversation {
    bool started = false;
    bool done = false;
    std::vector<MissingPart> missing;
    std::optional<ExporterEvent> error;
    std::string nonsense; ///< the line that was not accepted

    bool take(std::string_view line, Progress& progress) {
        const std::optional<ExporterEvent> event = parseExporterEvent(line);
        if (!event || (!started && event->kind != ExporterEvent::Kind::Started)) {
            nonsense = line.substr(0, ShownCharacters);
            return false;
        }
        switch (event->kind) {
        case ExporterEvent::Kind::Started:
            started = true;
            break;
        case ExporterEvent::Kind::Progress:
            progress.report(Phase::Converting, event->fraction);
            break;
        case ExporterEvent::Kind::Missing:
            missing.push_back({event->part, event->consequence, event->count});
            break;
        case ExporterEvent::Kind::Failed:
            error = *event;
            break;
        case ExporterEvent::Kind::Finished:
            done = true;
            break;
        }
        return true;
    }
};

/// The end of standard error, on one line.
std::string lastWords(const std::string& text) {
    std::string line;
    for (const char c : text) {
        line += c == '\n' ? ' ' : c;
    }
    while (!line.empty() && line.back() == ' ') {
        line.pop_back();
    }
    return line.size() > ShownCharacters ? "… " + line.substr(line.size() - ShownCharacters) : line;
}

std::string withLastWords(std::string text, const ChildEnd& end) {
    const std::string words = lastWords(end.errorTail);
    return words.empty() ? text : text + ": " + words;
}

Error toolError(std::string expected, std::string actual, std::string remedy = {}) {
    return {ErrorCode::ExternalTool, {}, "exporter", std::move(expected), std::move(actual),
            std::move(remedy)};
}

ErrorCode codeOf(const std::string& exporterCode) {
    static constexpr std::array<std::pair<std::string_view, ErrorCode>, 4> Codes{{
        {"no-lowered-variables", ErrorCode::NoLoweredVariables},
        {"no-pva", ErrorCode::NoPoplarSdk},
        {"unwritable", ErrorCode::WriteFailed},
        {"out-of-range", ErrorCode::OutOfRange},
    }};
    for (const auto& [name, code] : Codes) {
        if (name == exporterCode) {
            return code;
        }
    }
    return ErrorCode::ExternalTool;
}

/// The error that the exporter itself reported.
Error reported(const ExporterEvent& event) {
    Error error{codeOf(event.code), {}, "exporter", {}, event.message};
    // For all other codes, this program's own remedy is better, because it mentions the preferences.
    if (error.code == ErrorCode::ExternalTool || error.code == ErrorCode::WriteFailed) {
        error.remedy = event.remedy;
    }
    return error;
}

Error killedBySignal(const ChildEnd& end) {
    const char* remedy =
        end.status == SIGKILL
            ? "The system may have run out of memory: try again with more of it free."
            : "libpva may not be able to read this profile: try the SDK that it was made with.";
    return toolError(
        "an exporter that runs to its end",
        withLastWords("killed by signal " + std::to_string(end.status) + " (" + ::strsignal(end.status) + ")",
                      end),
        remedy);
}

Error fellSilent(const ChildEnd& end, const SdkSettings& settings) {
    const std::string limit = std::to_string(settings.silenceLimit.count() / 1000) + " s";
    return toolError("a sign of progress every " + limit, withLastWords("none for " + limit, end),
                     "Try again; where the profile is very large, allow a longer silence.");
}

/// The error that the end of the exporter means; empty if the exporter succeeded.
std::optional<Error> judge(const ChildEnd& end, const Conversation& said, const SdkSettings& settings) {
    switch (end.how) {
    case ChildEnd::How::Silent:
        return fellSilent(end, settings);
    case ChildEnd::How::Rejected:
        return toolError("progress of the exporter", "\"" + said.nonsense + "\"",
                         "Check that the interpreter in the preferences is Python.");
    case ChildEnd::How::Signalled:
        return killedBySignal(end);
    case ChildEnd::How::Exited:
        break;
    }
    if (said.error) {
        return reported(*said.error);
    }
    if (!settings.activate.empty() && end.status == ActivationFailed) {
        return Error{ErrorCode::NoPoplarSdk,
                     {},
                     settings.activate,
                     "an activation script that succeeds",
                     withLastWords("it failed", end)};
    }
    if (end.status == 127 && !settings.activate.empty()) {
        return Error{ErrorCode::NoPoplarSdk,
                     {},
                     settings.python,
                     "an interpreter that can be started",
                     lastWords(end.errorTail)};
    }
    if (end.status != 0) {
        return toolError("exit status 0", withLastWords("exit status " + std::to_string(end.status), end));
    }
    if (!said.done) {
        return toolError("a result", withLastWords("it ended without one", end),
                         "Check that the interpreter in the preferences is Python 3.8 or newer.");
    }
    return std::nullopt;
}

/// The exporter has reported success: checks that there is a complete profile.
Result<Done> checkResult(const fs::path& made) {
    const Result<SourceKind> kind = detectSource(made);
    if (!kind || *kind != SourceKind::TilelineProfile) {
        return toolError("a Tileline profile", kind ? "another file" : kind.failure().actual);
    }
    auto header = TRY(readHeader(made));
    const Result<SqliteHeader> sqlite = readSqliteHeader(header);
    if (!sqlite) {
        return toolError("a complete Tileline profile", sqlite.failure().actual);
    }
    return Done{};
}

std::vector<std::string> exporterArguments(const ProfileSource& source, const fs::path& script,
                                           const fs::path& made) {
    // Absolute paths, because an activation script may change the directory, and because an absolute path
    // cannot be mistaken for an option.
    std::vector<std::string> arguments{script.string(), fs::absolute(source.profile).string()};
    if (source.debug) {
        arguments.push_back(fs::absolute(*source.debug).string());
    }
    arguments.insert(arguments.end(), {"-o", made.string(), "--json-progress"});
    return arguments;
}

Error cannotStartPython(Error error) {
    error.code = ErrorCode::NoPoplarSdk;
    return error;
}

} // namespace

Outcome<Conversion> convertProfile(const ProfileSource& source, const fs::path& output,
                                   const SdkSettings& settings, Progress progress, std::stop_token stop) {
    const fs::path target = fs::absolute(output);
    auto scratch = TRY(ScratchDirectory::make(target.parent_path()));
    const fs::path script = scratch.path() / "tileline_exporter.py";
    const fs::path made = scratch.path() / "profile.tileline";
    TRY(writeFileAtomically(script, exporterScript()));
    progress.report(Phase::Converting, 0);
    Conversation said;
    const ChildCommand command{sdkCommand(settings, exporterArguments(source, script, made)),
                               settings.silenceLimit};
    Outcome<ChildEnd> end = runChild(
        command, [&](std::string_view line) { return said.take(line, progress); }, stop);
    if (!end) {
        return end.failure().cancelled()
                   ? std::move(end).failure()
                   : Failure(cannotStartPython(end.failure().error())).inFile(source.profile.string());
    }
    if (std::optional<Error> error = judge(*end, said, settings)) {
        return Failure(std::move(*error)).inFile(source.profile.string());
    }
    TRY(checkResult(made));
    TRY(moveIntoPlace(made, target));
    progress.report(Phase::Converting, 1);
    return Conversion{std::move(said.missing)};
}

} // namespace tileline
