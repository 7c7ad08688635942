// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/debug/debugstore.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/reading/fileheader.h"
#include "core/profile/reading/loadmeter.h"
#include "core/profile/reading/profileloader.h"

#include <span>
#include <string_view>

namespace tileline {

/// The state of a running load, filled by the readers.
struct LoadJob {
    LoadMeter meter;
    ProfileBuilder builder{};
    bool operationsRead = false; ///< the profile has operation tables
    DebugStore debug{};          ///< the contents of the debug information
};

/// Reads the files of one format. Files are recognised by their content, never by their name.
class SourceReader {
public:
    virtual ~SourceReader() = default;
    /// Whether the file's first bytes belong to the format that this reader reads.
    virtual bool canRead(const FileHeader& header) const = 0;
    /// Checks the first bytes, before the file is read: is the version supported, is the file complete?
    virtual Result<Done> check(const FileHeader& header) const = 0;
    virtual Outcome<Done> read(const FileHeader& header, LoadJob& job) const = 0;
};

/// A format of the files that can be opened.
struct SourceFormat {
    std::string_view title; ///< for error texts, with an article if it needs one
    std::string_view names; ///< pattern of the usual file names, for dialogs only
    SourceKind kind;
    const SourceReader* reader;
};

/// All formats. The first one whose reader can read a file is used.
std::span<const SourceFormat> sourceFormats();

/// Whether the name of a file says that it is a profile.
bool isNamedAsProfile(const std::filesystem::path& path);

/// The format of a file; NotAProfile if there is none, Truncated if the file is empty.
Result<const SourceFormat*> findFormat(const FileHeader& header);

} // namespace tileline
