// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profileio/valueevents.h"

#include <cstdint>

namespace tileline {

class ChunkedFile;

/// Parses one CBOR value from a file of `fileBytes`, definite or indefinite in all its parts, without
/// recursion, in a buffer that grows no further than the longest string. Succeeds, too, where `events` ended
/// the parse. Truncated, CorruptFile (with the byte), TooLarge.
Outcome<Done> parseCbor(ChunkedFile& file, uint64_t fileBytes, ValueEvents& events);

} // namespace tileline
