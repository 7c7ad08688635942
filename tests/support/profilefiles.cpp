// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/profilefiles.h"

#include "tests/support/fixtures.h"

#include <fstream>
#include <iterator>
#include <set>

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

fs::path copyPlainReport(const fs::path& directory, bool layers) {
    constexpr uint64_t FirstLibraryContext = 9'000'000;
    constexpr size_t Blocks = 4;
    const fs::path path = copyPoplarReport("pipeline-marked-tiny", directory);
    fs::remove(directory / "debug.cbor");
    const ProfilePtr profile = loadFixture("pipeline-marked-tiny");
    std::set<uint64_t> ids;
    for (const Program& program : profile->programs) {
        if (program.debugContext) {
            ids.insert(*program.debugContext);
        }
    }
    std::string contexts;
    size_t number = 0;
    for (const uint64_t id : ids) {
        const std::string library = std::to_string(FirstLibraryContext + number);
        const size_t block = number * Blocks / ids.size();
        contexts += contexts.empty() ? "" : ",";
        contexts += R"({"id": )" + library + R"(, "layer": "poplibs", "api": "matMul", "name": )" +
                    std::to_string(layers ? 3 + block : 0) +
                    R"(, "location": {"fileName": 1, "functionName": 2, "lineNumber": )" +
                    std::to_string(10 + block) + "}}";
        contexts += R"(,{"id": )" + std::to_string(id) + R"(, "parentId": )" + library +
                    R"(, "layer": "poplar", "category": "program", "type": "Execute", "name": 0,)" +
                    R"( "location": {"fileName": 7, "functionName": 2, "lineNumber": 1}})";
        ++number;
    }
    writeFile(directory / "debug.json",
              R"({"contexts": [)" + contexts + R"(], "stringTable": ["", "models/model.cpp", "main",)" +
                  R"( "blocks.0/matMul", "blocks.1/matMul", "blocks.2/matMul", "blocks.3/matMul",)" +
                  R"( "poplin/MatMul.cpp"]})");
    return path;
}

void writeFile(const fs::path& path, std::string_view content) {
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

std::string readAll(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace tileline::test
