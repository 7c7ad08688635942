// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/convert/poplarreport.h"

#include "core/convert/scratchdirectory.h"
#include "tests/support/fixtures.h"

#include <chrono>
#include <cstdlib>
#include <fstream>

namespace tileline::test {

namespace fs = std::filesystem;

namespace {

/// Whether `wanted` is true for an entry below a directory. Files may appear and disappear meanwhile.
template <class Predicate>
bool holds(const fs::path& directory, const Predicate& wanted) {
    std::error_code error;
    for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        if (wanted(entry->path())) {
            return true;
        }
    }
    return false;
}

} // namespace

ProfileSource writePoplarReport(const std::string& fixture, const fs::path& directory) {
    fs::create_directories(directory);
    const ProfileSource source{directory / "profile.pop", directory / "debug.cbor"};
    const auto overwrite = fs::copy_options::overwrite_existing;
    fs::copy_file(fixtureDirectory(fixture) / "profile.tileline", source.profile, overwrite);
    fs::copy_file(fixtureDirectory(fixture) / "debug.cbor", *source.debug, overwrite);
    constexpr std::streamoff ApplicationIdOffset = 68; // in the header of an SQLite file
    std::fstream file(source.profile, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(ApplicationIdOffset);
    file.write("\0\0\0\0", 4);
    file.close();
    fs::last_write_time(source.profile, fs::file_time_type::clock::now() - std::chrono::hours(1));
    return source;
}

void useStandInPva() {
    ::setenv("PYTHONPATH", TILELINE_STANDIN_PVA, 1);
    ::setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    for (const char* name : {"PVA_WITHOUT", "PVA_SHORT", "PVA_FAULT"}) {
        ::unsetenv(name);
    }
}

void useNoPva() {
    ::unsetenv("PYTHONPATH");
}

bool isExporting(const fs::path& directory) {
    return holds(directory, [](const fs::path& path) { return path.extension() == ".part"; });
}

bool holdsConversion(const fs::path& cache) {
    return holds(cache, [](const fs::path& path) {
        return path.extension() == ".tileline" ||
               path.filename().string().starts_with(ScratchDirectory::Prefix);
    });
}

fs::path writeScript(const fs::path& path, const std::string& text) {
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms::owner_all);
    return path;
}

} // namespace tileline::test
