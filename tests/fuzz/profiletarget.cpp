// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/generatorrandom.h"
#include "core/profile/debug/debugjoin.h"
#include "core/profile/reading/sourceinput.h"
#include "tests/fuzz/targets.h"
#include "tests/fuzz/useprofile.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tileline::fuzz {

namespace {

/// Lets SQLite open the input by a name, on any number of connections, as the readers open a file: SQLite's
/// own file system in memory becomes the one that is used if a connection names none.
class InputDatabase {
public:
    static constexpr const char* Path = "/fuzzed-profile";

    InputDatabase() {
        // Fewer allocations, which are slow with a sanitizer.
        sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 512, 200);
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        sqlite3_initialize();
        sqlite3_vfs_register(sqlite3_vfs_find("memdb"), 1);
        // The contents exist as long as a connection does.
        if (sqlite3_open(Path, &m_owner) != SQLITE_OK ||
            sqlite3_file_control(m_owner, "main", SQLITE_FCNTL_FILE_POINTER, &m_file) != SQLITE_OK) {
            std::abort();
        }
    }
    InputDatabase(const InputDatabase&) = delete;
    InputDatabase& operator=(const InputDatabase&) = delete;
    ~InputDatabase() { sqlite3_close(m_owner); }

    void set(Input input) const {
        const sqlite3_io_methods& file = *m_file->pMethods;
        if (file.xTruncate(m_file, 0) != SQLITE_OK ||
            file.xWrite(m_file, input.data(), static_cast<int>(input.size()), 0) != SQLITE_OK) {
            std::abort();
        }
    }

private:
    sqlite3* m_owner = nullptr;
    sqlite3_file* m_file = nullptr;
};

/// Debug information of the profiles with which the corpus of Poplar's format began. Without it, such a
/// profile has no operations.
const SourceInput& debugOfSeeds() {
    static const SourceInput input = *openInput(TILELINE_FUZZ_CORPUS "/debugcbor/seed.cbor");
    return input;
}

/// Loads the input as loadProfile() loads a file.
Outcome<ProfilePtr> load(Input input) {
    static const InputDatabase database;
    database.set(input);
    FileHeader header{InputDatabase::Path, {}, {}};
    header.stamp.bytes = input.size();
    header.bytes = textOf(input.first(std::min(input.size(), FileHeader::HeaderBytes)));
    const SourceFormat* const format = TRY(findFormat(header));
    if (format->kind == SourceKind::DebugInformation) {
        return Error{ErrorCode::NotAProfile, {}, {}, "a profile", "debug information"};
    }
    TRY(format->reader->check(header));
    const bool hasDebug = format->kind == SourceKind::ForeignProfile;
    LoadJob job{.meter =
                    LoadMeter(input.size() + (hasDebug ? 2 * debugOfSeeds().header.stamp.bytes : 0), {}, {})};
    TRY(format->reader->read(header, job));
    if (hasDebug) {
        TRY(readDebug(debugOfSeeds(), job));
    } else {
        noteNoDebug(job);
    }
    return job.builder.finish();
}

} // namespace

void runProfile(Input input) {
    if (input.empty()) {
        return;
    }
    const auto profile = load(input);
    if (!profile) {
        requireError(profile.failure());
        return;
    }
    // Every input has choices of its own.
    GeneratorRandom random(hashText(textOf(input)));
    std::array<uint8_t, 64> bytes{};
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<uint8_t>(random.next()); });
    Choices choices(bytes);
    useProfile(*profile, choices, input);
}

} // namespace tileline::fuzz
