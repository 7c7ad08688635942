// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errortext.h"

#include "core/base/printable.h"
#include "core/base/translatable.h"

#include <iterator>

namespace tileline {

namespace {

struct Text {
    TILELINE_TR_FUNCTIONS(ErrorWording)
};

/// The remedy for a file whose schema this program does not know.
constexpr const char* UseExporter = Text::tr(
    "Write the profile again through the Poplar SDK with tileline_exporter.py, which is installed with "
    "the documentation.");

/// The wording of each error, in the order of ErrorCode.
constexpr ErrorWording Wordings[] = {
    {Text::tr("The file does not exist"),
     Text::tr("Check the path; the report may have been moved or deleted.")},
    {Text::tr("Permission denied"),
     Text::tr("Change the permissions of the file or directory, or choose another one.")},
    {Text::tr("The directory contains no profile"),
     Text::tr("Choose the report directory that contains profile.pop or a .tileline file.")},
    {Text::tr("The directory contains several profiles"), Text::tr("Open one of them by its own path.")},
    {Text::tr("The file is not a profile"),
     Text::tr("Open the report directory that Poplar wrote, or the profile in it.")},
    {Text::tr("The version is not supported"),
     Text::tr("Update Tileline, or write the profile again through the Poplar SDK with "
              "tileline_exporter.py, which is installed with the documentation.")},
    {Text::tr("The file ends too early"),
     Text::tr("Copy or export the file again; the disk may have been full.")},
    {Text::tr("The file is damaged"), Text::tr("Copy or export the file again.")},
    {Text::tr("The file changed while it was read"),
     Text::tr("Wait until the file is completely written, then open it again.")},
    {Text::tr("A table is missing"), UseExporter},
    {Text::tr("A column is missing"), UseExporter},
    {Text::tr("A table has no row"), Text::tr("Export the profile again.")},
    {Text::tr("A value has the wrong type"), Text::tr("Export the profile again.")},
    {Text::tr("A blob has an impossible length"),
     Text::tr("The file is damaged or incomplete: export it again.")},
    {Text::tr("An id refers to nothing"), Text::tr("The file is incomplete: export it again.")},
    {Text::tr("An id occurs twice"), Text::tr("The file is inconsistent: export it again.")},
    {Text::tr("A value is out of range"), Text::tr("The file is damaged: export it again.")},
    {Text::tr("A program contains itself"), Text::tr("The file is inconsistent: export it again.")},
    {Text::tr("A debug context is its own ancestor"),
     Text::tr("Write the debug information again, or move debug.cbor away to open the profile without it.")},
    {Text::tr("The profile contains no lowered variables, so no memory estimate is possible"),
     Text::tr("Compile again with POPLAR_ENGINE_OPTIONS='{\"autoReport.all\":\"true\", "
              "\"autoReport.outputLoweredVars\":\"true\"}'.")},
    {Text::tr("The profile has cycle counts for too few programs to tell how fast a plan runs"),
     Text::tr("Compile with the engine option profiler.includeCycleEstimates, compile for the IPU Model, or "
              "profile an execution.")},
    {Text::tr("There are no operations, so there are no layers to split"),
     Text::tr("Put the debug.cbor of the same compilation beside the profile. A program that was "
              "not made by a framework has no operations.")},
    {Text::tr("The debug information is nested too deeply"),
     Text::tr("The file is damaged: write it again.")},
    {Text::tr("The file is not Poplar debug information"),
     Text::tr("Choose the debug.cbor that Poplar wrote beside the profile.")},
    {Text::tr("The regular expression is not valid"),
     Text::tr("Correct the expression at the position shown.")},
    {Text::tr("The regular expression takes too long"),
     Text::tr("Use a regular expression without nested repetitions.")},
    {Text::tr("There is no such layer"),
     Text::tr("List the layers with tileline-cli layers, or check the layer options.")},
    {Text::tr("The split plan is not valid"),
     Text::tr("State each split point once, in the order of the layers.")},
    {Text::tr("The file holds a plan for another profile"), Text::tr("Choose another file.")},
    {Text::tr("No plan obeys all constraints"), Text::tr("Allow more IPUs or more memory, or remove pins.")},
    {Text::tr("The export is refused"), Text::tr("Change the option that the message names.")},
    {Text::tr("The value is not valid"), Text::tr("See --help.")},
    {Text::tr("The file could not be written"),
     Text::tr("Check the free disk space, or choose another directory.")},
    {Text::tr("The file is too large"), Text::tr("Choose a smaller file.")},
    {Text::tr("The operating system refused"), Text::tr("See the reason that is given.")},
};

} // namespace

ErrorWording wordingOf(ErrorCode code) {
    static_assert(std::size(Wordings) == static_cast<size_t>(ErrorCode::SystemError) + 1);
    const auto position = static_cast<size_t>(code);
    return position < std::size(Wordings) ? Wordings[position]
                                          : ErrorWording{Text::tr("Unknown error"), Text::tr("Report it.")};
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

std::string describeBriefly(const Error& error) {
    std::string text = wordingOf(error.code).summary;
    const auto add = [&](const char* before, const std::string& value) {
        if (!value.empty()) {
            text += before + printable(value);
        }
    };
    add(": ", error.item);
    add(error.item.empty() ? ": expected " : ", expected ", error.expected);
    add(error.item.empty() && error.expected.empty() ? ": found " : ", found ", error.actual);
    return text;
}

} // namespace tileline
