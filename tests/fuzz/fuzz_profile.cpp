// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/profileloader.h"
#include "tests/fuzz/fuzzedfile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    (void)tileline::loadProfile({tileline::fuzz::writeInput(data, size), {}});
    return 0;
}
