// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/peakmemory.h"

#include "tests/benchmarks/benchmarkmodels.h"

#include <cstdio>
#include <memory>
#include <string>
#include <sys/resource.h>

namespace tileline::benchmarks {

size_t peakBytesOfLoad(const std::filesystem::path& directory) {
    const std::string command = std::filesystem::read_symlink("/proc/self/exe").string() + " " +
                                PeakArgument + " '" + directory.string() + "'";
    const std::unique_ptr<FILE, decltype(&pclose)> child(popen(command.c_str(), "r"), &pclose);
    size_t bytes = 0;
    return child && std::fscanf(child.get(), "%zu", &bytes) == 1 ? bytes : 0;
}

int printPeakOfLoad(const std::filesystem::path& directory) {
    const ProfilePtr profile = valueOrExit(loadFrom(directory));
    struct rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%zu\n", static_cast<size_t>(usage.ru_maxrss) * 1024);
    return 0;
}

} // namespace tileline::benchmarks
