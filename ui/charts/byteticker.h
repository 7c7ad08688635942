// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tileline {

/// Distance of the ticks of an axis of bytes that is `range` long, for about `count` ticks: 1, 2, 4, ... 512
/// of a binary unit with KiB, and 1, 2, 5, 10 ... with kB or bytes. At least 1.
double byteTickStep(double range, int count);

} // namespace tileline
