// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/profile/profile.h"
#include "core/tables/tables.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tileline {

/// The figures by which users tell profiles apart at a glance. All figures describe the profile as it is,
/// before any split. A figure is empty if the profile does not contain it.
struct ProfileSummary {
    struct Tiles {
        TileId fullest;            ///< the first of the fullest tiles
        uint64_t fullestBytes = 0; ///< bytes on that tile as Poplar counted them, with gaps
        uint32_t over = 0;         ///< number of tiles whose contents exceed the tile's memory
        uint64_t bytesOver = 0;    ///< the bytes that do not fit on their tile, summed over all tiles
    };
    struct Peak {
        StepIndex step;     ///< the first of the steps with the most live bytes
        uint64_t bytes = 0; ///< live bytes in the step, summed over all tiles
    };
    /// Measured cycles are the time from the first to the last step of the first run, on the slowest IPU.
    /// Estimated cycles are the sum over all program steps, with the body of a loop counted once.
    struct Cycles {
        uint64_t count = 0;
        bool measured = false;
    };

    std::string model; ///< the model's name in the profile (meta data `graph` or `framework`)
    std::string poplarVersion;
    Target target;
    std::optional<Tiles> tiles;
    std::optional<uint64_t> alwaysLive; ///< always-live bytes, summed over all tiles
    std::optional<Peak> peak;
    std::optional<Cycles> cycles;
};

ProfileSummary summaryOf(const Profile& profile);

/// The summary of one of several profiles, or the reason why the profile could not be read.
struct SummaryRow {
    std::string path;
    std::optional<ProfileSummary> summary;
    std::optional<Error> error{};
};

/// A row for each profile. If a profile could not be read, only `path` and `error` have a value.
Table summaryTable(std::span<const SummaryRow> rows);

} // namespace tileline
