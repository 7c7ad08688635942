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
#include <vector>

namespace tileline {

/// The figures of a profile that tell it apart from others at a glance. What the profile does not say is
/// empty. Bytes are as Poplar counted them, with gaps, before any split.
struct ProfileSummary {
    struct Tiles {
        TileId fullest; ///< the first one
        uint64_t fullestBytes = 0;
        uint32_t over = 0;      ///< tiles that hold more than they have
        uint64_t bytesOver = 0; ///< what does not fit, summed over these tiles
    };
    struct Peak {
        StepIndex step;     ///< the first one
        uint64_t bytes = 0; ///< live in it, over all tiles
    };
    /// Measured: of the profile's first run, from the first to the last step, on the IPU that takes the
    /// longest. Estimated: of all program steps one after the other, the body of a loop once.
    struct Cycles {
        uint64_t count = 0;
        bool measured = false;
    };

    std::string model; ///< what the profile calls it (meta data `graph` or `framework`)
    std::string poplarVersion;
    Target target;
    std::optional<Tiles> tiles;
    std::optional<uint64_t> alwaysLive; ///< bytes, over all tiles
    std::optional<Peak> peak;
    std::optional<Cycles> cycles;
};

ProfileSummary summaryOf(const Profile& profile);

/// A profile in a list of many, or the reason why it could not be read.
struct SummaryRow {
    std::string path;
    std::optional<ProfileSummary> summary;
    std::optional<Error> error{};
};

/// A row for each profile. Of one that could not be read, all cells are empty but `path` and `error`.
Table summaryTable(std::span<const SummaryRow> rows);

} // namespace tileline
