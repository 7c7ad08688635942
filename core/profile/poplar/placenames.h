// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <optional>

namespace tileline::poplar {

/// The builder names the places of errors as in a Tileline profile. Returns the error with the names of
/// profile.pop.
Error inPoplarNames(Error error);

/// The position in a list that the error's place names: "..., entry 17".
std::optional<uint64_t> entryOf(const Error& error);

} // namespace tileline::poplar
