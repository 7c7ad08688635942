// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errortext.h"

#include "core/base/printable.h"

namespace tileline {

ErrorWording wordingOf(ErrorCode code) {
    switch (code) {
    case ErrorCode::FileNotFound:
        return {"The file does not exist", "Check the path; the report may have been moved or deleted."};
    case ErrorCode::PermissionDenied:
        return {"Permission denied",
                "Change the permissions of the file or directory, or choose another one."};
    case ErrorCode::NoProfileInDirectory:
        return {"The directory holds no profile",
                "Choose the report directory that holds profile.pop or a .tileline file."};
    case ErrorCode::SeveralProfiles:
        return {"The directory holds several profiles", "Open one of them by its own path."};
    case ErrorCode::NotAProfile:
        return {"The file is not a profile", "Open a .tileline file, or the report directory it lies in."};
    case ErrorCode::ForeignProfile:
        return {
            "The file is a database, but not a Tileline profile",
            "If it is Poplar's own profile.pop, convert it with tileline-cli convert on a machine with the "
            "Poplar SDK."};
    case ErrorCode::UnsupportedVersion:
        return {"The version is not supported", "Update Tileline, or export the profile again."};
    case ErrorCode::Truncated:
        return {"The file ends too early", "Copy or export it again; the disk may have been full."};
    case ErrorCode::CorruptFile:
        return {"The file is damaged", "Copy or export it again."};
    case ErrorCode::FileChanged:
        return {"The file changed while it was read", "Wait until it has been written, then open it again."};
    case ErrorCode::MissingTable:
        return {"A table is missing", "Export the profile again with the current exporter."};
    case ErrorCode::MissingColumn:
        return {"A column is missing", "Export the profile again with the current exporter."};
    case ErrorCode::MissingRow:
        return {"A table has no row", "Export the profile again."};
    case ErrorCode::WrongType:
        return {"A value has the wrong type", "Export the profile again."};
    case ErrorCode::BlobLength:
        return {"A blob has an impossible length", "The file is damaged or half written: export it again."};
    case ErrorCode::UnknownId:
        return {"An id names nothing", "The file is incomplete: export it again."};
    case ErrorCode::DuplicateId:
        return {"An id occurs twice", "The file is inconsistent: export it again."};
    case ErrorCode::OutOfRange:
        return {"A value is out of range", "The file is damaged: export it again."};
    case ErrorCode::CyclicPrograms:
        return {"A program contains itself", "The file is inconsistent: export it again."};
    case ErrorCode::CyclicContexts:
        return {"A debug context is its own ancestor",
                "Write the debug information again, or open the profile alone."};
    case ErrorCode::NoLoweredVariables:
        return {"The profile holds no lowered variables, so no memory estimate is possible",
                "Compile again with POPLAR_ENGINE_OPTIONS='{\"autoReport.all\":\"true\", "
                "\"autoReport.outputLoweredVars\":\"true\"}'."};
    case ErrorCode::NoOperations:
        return {"The profile holds no operations, and there is no debug information to take them from",
                "Put the debug.cbor of the same compilation beside the profile."};
    case ErrorCode::NestedTooDeep:
        return {"The debug information is nested too deep", "The file is damaged: write it again."};
    case ErrorCode::WrongShape:
        return {"The file is not Poplar debug information",
                "Choose the debug.cbor that Poplar wrote beside the profile."};
    case ErrorCode::BadRegex:
        return {"The regular expression is not valid", "Correct it at the position that is named."};
    case ErrorCode::RegexTooSlow:
        return {"The regular expression takes too long", "Use one without nested repetitions."};
    case ErrorCode::UnknownLayer:
        return {"There is no such layer",
                "List the layers with tileline-cli layers, or check the layer options."};
    case ErrorCode::BadPlan:
        return {"The split plan is not valid", "Give split points in the order of the layers, each once."};
    case ErrorCode::Infeasible:
        return {"No plan obeys all constraints", "Allow more IPUs or more memory, or remove pins."};
    case ErrorCode::ExportRule:
        return {"PopTorch would refuse this export", "Change the option that is named."};
    case ErrorCode::BadArgument:
        return {"The value is not valid", "See --help."};
    case ErrorCode::WriteFailed:
        return {"The file could not be written", "Check the free space and choose another place."};
    case ErrorCode::TooLarge:
        return {"The file is too large", "Choose another one."};
    case ErrorCode::ExternalTool:
        return {"An external program failed", "Check that it is installed and works by itself."};
    case ErrorCode::NoPoplarSdk:
        return {"Poplar's own profiles are read through the Poplar SDK, and it was not found",
                "Convert the profile where the SDK is: tileline-cli convert --print-exporter prints what to "
                "run. Or name the SDK's Python and its activation script."};
    case ErrorCode::SystemError:
        return {"The operating system refused", "See the reason that is given."};
    }
    return {"Unknown error", "Report it."};
}

std::string describe(const Error& error) {
    const ErrorWording wording = wordingOf(error.code);
    std::string text = wording.summary;
    const auto line = [&](const char* label, const std::string& value) {
        if (!value.empty()) {
            text += std::string("\n  ") + label + printable(value, LineFeeds::Kept);
        }
    };
    line("file:     ", printable(error.file));
    line("place:    ", error.item);
    line("expected: ", error.expected);
    line("found:    ", error.actual);
    line("remedy:   ", error.remedy.empty() ? wording.remedy : error.remedy);
    return text;
}

} // namespace tileline
