// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzzedfile.h"

#include "core/profileio/debug/contextchains.h"
#include "core/profileio/sourcereader.h"

#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace tileline::fuzz {

const std::filesystem::path& writeInput(const uint8_t* data, size_t size) {
    static const int file = ::memfd_create("input", MFD_CLOEXEC);
    static const std::filesystem::path path = "/proc/self/fd/" + std::to_string(file);
    if (::ftruncate(file, 0) != 0 || ::pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) {
        std::abort();
    }
    return path;
}

void readDebugInformation(const std::filesystem::path& path) {
    const auto header = readHeader(path);
    const auto format = header ? findFormat(*header) : Result<const SourceFormat*>(header.failure());
    if (!format || (*format)->kind != SourceKind::DebugInformation) {
        return;
    }
    LoadJob job{.meter = LoadMeter(header->stamp.bytes, {}, {})};
    job.debug.wantsOperations = true;
    if (!(*format)->reader->read(*header, job)) {
        return;
    }
    std::vector<uint64_t> all;
    for (const ContextLinks::Link& link : job.debug.links.links()) {
        all.push_back(link.id);
    }
    if (!job.debug.links.mark(all, job.meter.stop())) {
        return;
    }
    job.debug.linksAreKnown = true;
    if (!(*format)->reader->read(*header, job)) {
        return;
    }
    const auto contexts = resolveContexts(std::move(job.debug), job.meter.stop());
    if (!contexts) {
        return;
    }
    const ContextChains chains(**contexts);
    for (const uint64_t id : all) {
        const uint32_t operation = chains.operationOf(id);
        if (operation != NoId) {
            (void)chains.nameOf(operation);
            (void)chains.locationOf(operation);
        }
    }
}

} // namespace tileline::fuzz
