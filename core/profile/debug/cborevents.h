// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/reading/valueevents.h"

#include <cstdint>

namespace tileline {

class SourceStream;

/// Parses one CBOR value from a file of `fileBytes` bytes. Each part may have a definite or an indefinite
/// length. Does not recurse, and its buffer grows no larger than the longest string. Also succeeds if
/// `events` ended the parse. Truncated, CorruptFile (with the byte), TooLarge.
Outcome<Done> parseCbor(SourceStream& file, uint64_t fileBytes, ValueEvents& events);

} // namespace tileline
