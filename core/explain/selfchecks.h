// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

namespace tileline {

/// Rules that the figures in a profile must satisfy.
enum class Identity : uint8_t {
    StepBytes,         ///< not-always-live bytes of a step = bytes of its not-always-live variables
    AlwaysLive,        ///< always-live bytes of a tile = bytes of its always-live variables
    NotAlwaysLive,     ///< not-always-live bytes of a tile = peak of its variables that are not always live
    UnionOfAddresses,  ///< bytes of a tile, without gaps = number of addresses that its variables use
    HighestAddress,    ///< bytes of a tile, with gaps = address at which its last variable ends
    SeparateAddresses, ///< variables that are live together have no address in common
    CategoryBytes,     ///< bytes of a category on a tile = bytes of the variables in that category
    VertexState,       ///< vertex state of a tile = sum of the sizes of its vertices
    ComputeSetMemory,  ///< memory of compute sets on a tile = vertex state + copy descriptors + vertex fields
};
inline constexpr size_t IdentityCount = 9;

/// Whether the estimate and the liveness depend on the figures that `identity` checks. If so, a failed check
/// makes the estimate and the liveness invalid.
constexpr bool decidesFigures(Identity identity) {
    return identity == Identity::StepBytes || identity == Identity::AlwaysLive;
}

/// An identity that does not hold, with the first step or tile at which it fails.
struct FailedIdentity {
    Identity identity{};
    std::optional<StepIndex> step{};
    std::optional<TileId> tile{};
    std::string category{}; ///< for CategoryBytes: the first category that fails on the tile
    uint64_t stated = 0;    ///< bytes that the profile states
    /// The same bytes as computed by the check. For SeparateAddresses: an address that two variables use.
    uint64_t computed = 0;
    uint64_t places = 0; ///< number of steps or tiles at which the identity fails
};

struct SelfCheckResult {
    std::vector<Identity> checked; ///< the identities for which the profile has all figures
    std::vector<FailedIdentity> failed;
};
using SelfCheckResultPtr = std::shared_ptr<const SelfCheckResult>;

/// Checks every identity for which the profile has all figures. If the profile has no addresses (or all of
/// them are 0), only StepBytes is checked, because formats without addresses leave out the variables that
/// contain code. The checks take a few per cent of the loading time.
Outcome<SelfCheckResult> runSelfChecks(const Profile& profile, Workers& workers, std::stop_token stop = {});

} // namespace tileline
