// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/tileline/tilelinereader.h"

#include "core/profile/reading/sqliteheader.h"
#include "core/profile/tileline/profiletables.h"
#include "core/profile/tileline/tilelineformat.h"

namespace tileline {

bool TilelineReader::canRead(const FileHeader& header) const {
    return isSqlite(header) && applicationIdOf(header) == format::ApplicationId;
}

Result<Done> TilelineReader::check(const FileHeader& header) const {
    auto sqlite = TRY(readSqliteHeader(header));
    if (sqlite.userVersion == format::Version) {
        return Done{};
    }
    return Error{ErrorCode::UnsupportedVersion, header.path.string(), "user_version",
                 "version " + std::to_string(format::Version) + " of the format",
                 "version " + std::to_string(sqlite.userVersion)};
}

Outcome<Done> TilelineReader::read(const FileHeader& header, LoadJob& job) const {
    auto database = TRY(Database::openReadOnly(header.path, job.meter.stop()));
    ProfileTables tables{database, job, header.stamp.bytes};
    const auto operations = tables.checkSchema();
    if (!operations) {
        return located(operations.failure(), "the schema");
    }
    job.operationsRead = *operations;

    using Step = Outcome<Done> (ProfileTables::*)();
    struct Group {
        Phase phase;
        Step read;
    };
    const Group groups[] = {
        {Phase::ReadingPrograms, &ProfileTables::readTarget},
        {Phase::ReadingPrograms, &ProfileTables::readVertices},
        {Phase::ReadingLiveness, &ProfileTables::readLiveness},
        {Phase::ReadingVariables, &ProfileTables::readVariables},
        {Phase::ReadingPrograms, &ProfileTables::readPrograms},
        {Phase::ReadingPrograms, &ProfileTables::readTileMemory},
        {Phase::ReadingOperations, &ProfileTables::readOperations},
        {Phase::ReadingOperations, &ProfileTables::readExecution},
    };
    for (const Group& group : groups) {
        job.meter.enter(group.phase);
        TRY((tables.*group.read)());
    }
    job.meter.advanceTo(header.stamp.bytes);
    return Done{};
}

Outcome<bool> holdsAnotherProfile(const std::filesystem::path& file, const Profile& profile,
                                  const std::stop_token& stop) {
    auto database = TRY(Database::openReadOnly(file, stop));
    auto row =
        TRY(database.prepare("SELECT architecture, num_ipus, tiles_per_ipu, bytes_per_tile, num_replicas, "
                             "(SELECT count(*) FROM variable), (SELECT count(*) FROM compute_set), "
                             "(SELECT count(*) FROM vertex_type) FROM target"));
    auto found = TRY(row.step());
    if (!found) {
        return true;
    }
    const Target& target = profile.target;
    const uint64_t numbers[] = {
        target.numIpus,           target.tilesPerIpu,         target.bytesPerTile,       target.numReplicas,
        profile.variables.size(), profile.computeSets.size(), profile.vertexTypes.size()};
    bool same = row.text(0) == target.architecture;
    for (int i = 0; i < static_cast<int>(std::size(numbers)); ++i) {
        same = same && static_cast<uint64_t>(row.integer(i + 1)) == numbers[i];
    }
    return !same;
}

} // namespace tileline
