// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchcheck.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// Writes one file of an export. A pure function.
using ExportText = std::string (*)(const ExportPlan& plan, const PoptorchExportOptions& options);

/// Checks an export before it is written.
using ExportCheck = std::vector<ExportIssue> (*)(const ExportPlan& plan,
                                                 const PoptorchExportOptions& options);

/// A framework or file format that a plan can be exported to.
struct Exporter {
    std::string_view id;         ///< on the command line and in settings: lower-case letters and hyphens
    std::string_view title;      ///< in the window; a name, so it is not translated
    std::string_view suffix;     ///< of the main file's name: ".json"
    std::string_view help;       ///< what the files are, in one line of help
    ExportText text;             ///< the main file
    ExportText python;           ///< the Python file that goes with it, or null
    ExportCheck check = nullptr; ///< the files are written only if it finds no error; null: no rules
    bool forPoptorch = false;    ///< takes all of PopTorch's options
    bool planOnly = false;       ///< writes the plan itself, for no framework
    /// Writes `PoptorchExportOptions::imported` again, so that what else such a file has is kept.
    bool keepsDocument = false;
};

/// All exporters. The first one is the default.
std::span<const Exporter> exporters();

/// The reasons against an export: by the rules of its form, and, if it is for PopTorch, by what print(model)
/// printed.
std::vector<ExportIssue> issuesOf(const Exporter& exporter, const ExportPlan& plan,
                                  const PoptorchExportOptions& options,
                                  const std::optional<std::string>& printedModel);

/// The one of exporters() or importers() with that id, or null.
template <class Format>
const Format* findById(std::span<const Format> all, std::string_view id) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Format& format) { return format.id == id; });
    return found == all.end() ? nullptr : &*found;
}
inline const Exporter* findExporter(std::string_view id) {
    return findById(exporters(), id);
}

} // namespace tileline
