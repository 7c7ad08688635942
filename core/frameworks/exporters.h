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

/// A pure function that returns the text of one exported file.
using ExportText = std::string (*)(const ExportPlan& plan, const PoptorchExportOptions& options);

/// A function that checks an export before anything is written.
using ExportCheck = std::vector<ExportIssue> (*)(const ExportPlan& plan,
                                                 const PoptorchExportOptions& options);

/// A framework or file format to which a plan can be exported.
struct Exporter {
    std::string_view id;     ///< name on the command line and in preferences: lower-case letters and hyphens
    std::string_view title;  ///< title in the window; a name, so it is not translated
    std::string_view suffix; ///< end of the main file's name: ".json"
    std::string_view help;   ///< one line of help that describes the files
    ExportText text;         ///< writes the main file
    ExportText python;       ///< writes the Python file that accompanies the main file; null if there is none
    ExportCheck check = nullptr; ///< finds issues; an error prevents the export; null if there are no rules
    bool forPoptorch = false;    ///< whether all of PopTorch's options apply to this export
    bool planOnly = false;       ///< whether the export only lists the plan, and no framework reads it
    /// Whether the main file keeps everything in `PoptorchExportOptions::imported` that is not about the
    /// plan.
    bool keepsDocument = false;
};

/// All exporters. The first exporter is the default.
std::span<const Exporter> exporters();

/// The problems of an export: the rules of the format that it breaks and, for PopTorch, the points in which
/// it contradicts the output of print(model).
std::vector<ExportIssue> issuesOf(const Exporter& exporter, const ExportPlan& plan,
                                  const PoptorchExportOptions& options,
                                  const std::optional<std::string>& printedModel);

/// The exporter or importer with the id `id`; null if there is none.
template <class Format>
const Format* findById(std::span<const Format> all, std::string_view id) {
    const auto found = std::ranges::find(all, id, &Format::id);
    return found == all.end() ? nullptr : &*found;
}
inline const Exporter* findExporter(std::string_view id) {
    return findById(exporters(), id);
}

} // namespace tileline
