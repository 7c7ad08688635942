// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tileline {

/// The exporter: a Python program that reads Poplar's own profile through libpva and writes a Tileline
/// profile. The comment at its beginning explains how to use it.
std::string_view exporterScript();

/// EXPORTER_VERSION of the script. It is increased when the script writes a different output for the same
/// input.
int exporterVersion();

} // namespace tileline
