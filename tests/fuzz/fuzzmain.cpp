// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One program for all targets, because each would contain all of the core. Its name says which target is
// meant: fuzz_planfile is a link to it.
#include "tests/fuzz/targets.h"

#include <cstdio>
#include <cstdlib>

namespace {

const tileline::fuzz::FuzzTarget* chosen = nullptr;

} // namespace

extern "C" int LLVMFuzzerInitialize(const int* /*argc*/, char*** argv) {
    const std::string_view program = (*argv)[0];
    const size_t begin = program.rfind("fuzz_");
    chosen =
        begin == std::string_view::npos ? nullptr : tileline::fuzz::findTarget(program.substr(begin + 5));
    if (chosen == nullptr) {
        std::fprintf(stderr, "Call this program as fuzz_TARGET, where TARGET is one of\n");
        for (const auto& target : tileline::fuzz::targets()) {
            std::fprintf(stderr, "  %s\n", std::string(target.name).c_str());
        }
        std::exit(2);
    }
    tileline::fuzz::Parts::drawOne();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    chosen->run({data, size});
    return 0;
}
