// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planfile/planfile.h"
#include "core/profile/profile.h"

namespace tileline {

/// The fingerprint of a profile. The hash is FNV-1a, 64 bits. It covers, in this order: the target
/// (architecture, IPUs, tiles per IPU, tiles, bytes per tile, replicas); the numbers of steps, programs,
/// operations, variables and lowered variables; the sum of the lowered variables' bytes; and for each
/// operation its name, its first and last step, and the names of its inputs. Numbers are hashed as 8 bytes,
/// little-endian; texts are preceded by their length. Paths, metadata and other debug information are not
/// hashed, so that copying or reconverting a profile does not change its fingerprint.
ProfileFingerprint fingerprintOf(const Profile& profile);

} // namespace tileline
