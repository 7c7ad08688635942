// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tileline {

/// The exporter: a Python program that writes a Tileline profile through libpva. Its opening comment says how
/// to use it.
std::string_view exporterScript();

/// EXPORTER_VERSION of the script. It grows when the script writes something else for the same input.
int exporterVersion();

} // namespace tileline
