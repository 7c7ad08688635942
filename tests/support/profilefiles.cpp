// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/profilefiles.h"

#include "tests/support/fixtures.h"

#include <fstream>
#include <iterator>

namespace tileline::test {

namespace fs = std::filesystem;

namespace {

fs::path copyFile(const std::string& fixture, const char* name, const fs::path& directory,
                  const std::string& sql = {}) {
    const fs::path copy = directory / name;
    fs::copy_file(fixtureDirectory(fixture) / name, copy, fs::copy_options::overwrite_existing);
    fs::permissions(copy, fs::perms::owner_all);
    if (!sql.empty()) {
        runSql(copy, "PRAGMA synchronous = OFF; " + sql);
    }
    return copy;
}

} // namespace

fs::path copyProfile(const std::string& fixture, const fs::path& directory, const std::string& sql) {
    return copyFile(fixture, "profile.tileline", directory, sql);
}

fs::path copyReport(const std::string& fixture, const fs::path& directory, const std::string& sql) {
    copyFile(fixture, "debug.cbor", directory);
    return copyProfile(fixture, directory, sql);
}

fs::path copyPoplarReport(const std::string& fixture, const fs::path& directory, const std::string& sql) {
    copyFile(fixture, "debug.cbor", directory);
    return copyFile(fixture, "profile.pop", directory, sql);
}

void writeFile(const fs::path& path, std::string_view content) {
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

std::string readAll(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace tileline::test
