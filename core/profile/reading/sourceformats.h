// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/debug/debugstore.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/reading/profileloader.h"

#include <map>
#include <span>
#include <string_view>

namespace tileline {

/// The state of a load that is in progress. The readers fill it.
struct LoadJob {
    LoadMeter meter;
    ProfileBuilder builder{};
    bool operationsRead = false; ///< whether the profile lists operations; if not, the debug information does
    DebugStore debug{};          ///< the contents of the debug information
};

/// The loader finds out the format of a file from this many bytes at its beginning, never from its name.
inline constexpr size_t FirstBytes = 64 * 1024;

/// A file format that Tileline can open, with the functions of its reader.
struct SourceFormat {
    std::string_view title; ///< name of the format in errors, with an article where English needs one
    std::string_view names; ///< patterns of the usual file names, used only by dialogs
    SourceKind kind;
    /// Whether the first bytes of a file show that it has this format.
    bool (*canRead)(std::string_view firstBytes);
    /// Checks that the version is supported and that the file is complete, as far as the first bytes tell.
    /// Null if there is nothing to check.
    Result<Done> (*check)(const Source& source, std::string_view firstBytes);
    /// Reads a file into the builder of `job`, or into its debug store. Errors need not name the file.
    Outcome<Done> (*read)(const SourcePtr& source, LoadJob& job);
};

/// All formats. The first format that accepts a file reads it, so formats that accept more files come last.
std::span<const SourceFormat> sourceFormats();

/// Whether a file has the usual extension of a profile, such as ".pop".
bool isNamedAsProfile(const std::filesystem::path& path);

/// Finds the format of a file from its first bytes. Errors: NotAProfile for an unknown format, Truncated for
/// an empty file, or a system error.
Result<SourceFile> identify(SourcePtr source);
Result<SourceFile> identify(const std::filesystem::path& file);

/// Reads the file into `job`. Error: FileChanged if the file has changed, even if reading succeeded.
Outcome<Done> readSource(const SourceFile& file, LoadJob& job);

/// A rank for the profiles in a directory; the lowest rank is preferred. Profiles of other programs come
/// before profiles that Tileline wrote, because Tileline profiles are usually made from profiles of other
/// programs. Between profiles of the same kind, the order of sourceFormats() decides.
inline std::pair<bool, const SourceFormat*> preferenceOf(const SourceFormat& format) {
    return {format.kind == SourceKind::TilelineProfile, &format};
}

/// If a directory has profiles of several formats, only those of the most preferred format are kept. `file`
/// is the member of Entry that contains the entry's profile. An entry without a profile is kept; this member
/// then has no format.
template <class Entry>
void keepPreferred(std::vector<Entry>& entries, SourceFile Entry::*file) {
    std::map<std::filesystem::path, const SourceFormat*> best;
    const auto directoryOf = [&](const Entry& entry) {
        return std::filesystem::path((entry.*file).name()).parent_path();
    };
    for (const Entry& entry : entries) {
        if (const SourceFormat* const format = (entry.*file).format) {
            const SourceFormat*& known = best[directoryOf(entry)];
            known = known == nullptr || preferenceOf(*format) < preferenceOf(*known) ? format : known;
        }
    }
    std::erase_if(entries, [&](const Entry& entry) {
        return (entry.*file).format != nullptr && (entry.*file).format != best[directoryOf(entry)];
    });
}

// The following functions are the readers of all formats (see SourceFormat). The first reader is for Tileline
// profiles, version 1.
bool isTileline(std::string_view firstBytes);
Result<Done> checkTileline(const Source& source, std::string_view firstBytes);
Outcome<Done> readTileline(const SourcePtr& source, LoadJob& job);

/// Whether a Tileline profile was made from a profile other than `profile`: true if the two differ in their
/// target or in their number of variables, compute sets or vertex types. Reads only a small part of the file.
Outcome<bool> holdsAnotherProfile(const SourcePtr& source, const Profile& profile,
                                  const std::stop_token& stop);

// The reader of Poplar's own profile.pop, schema major version 3.
bool isPoplar(std::string_view firstBytes);
Result<Done> checkPoplar(const Source& source, std::string_view firstBytes);
Outcome<Done> readPoplar(const SourcePtr& source, LoadJob& job);

// The readers of Poplar's debug.cbor and of a debug.json with the same content. Both readers read a stream
// and keep only the parts that are used.
bool isCborDebug(std::string_view firstBytes);
bool isJsonDebug(std::string_view firstBytes);
Outcome<Done> readCborDebug(const SourcePtr& source, LoadJob& job);
Outcome<Done> readJsonDebug(const SourcePtr& source, LoadJob& job);

/// Reads the debug contexts that a profile uses, once the profile is read. Before that, readSource() must
/// have read the debug information for the first time; another thread can do so while the profile is read.
/// Derives the operations if the profile has none, sets the source locations of operations, and adds notes
/// about what is missing.
Outcome<Done> readDebug(const SourceFile& file, LoadJob& job);

} // namespace tileline
