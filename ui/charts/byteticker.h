// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tileline {

/// Distance in bytes between two ticks of an axis that spans `range` bytes and should have about `count`
/// ticks. A power of two if sizes are shown in KiB; otherwise 1, 2 or 5 times a power of ten. At least 1.
double byteTickStep(double range, int count);

} // namespace tileline
