// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/contextchains.h"
#include "core/profile/reading/sourcereader.h"
#include "tests/fuzz/targets.h"

#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace tileline::fuzz {

namespace {

/// A file in memory, because the readers of debug information open files. It is reused for all inputs.
class DebugFile {
public:
    DebugFile()
        : m_file(::memfd_create("fuzz", MFD_CLOEXEC)) {}
    DebugFile(const DebugFile&) = delete;
    DebugFile& operator=(const DebugFile&) = delete;
    ~DebugFile() { ::close(m_file); }

    std::filesystem::path write(Input input) const {
        if (::ftruncate(m_file, 0) != 0 ||
            ::pwrite(m_file, input.data(), input.size(), 0) != static_cast<ssize_t>(input.size())) {
            std::abort();
        }
        return "/proc/self/fd/" + std::to_string(m_file);
    }

private:
    int m_file;
};

/// Reads debug information as a load without operation tables does: makes all of the readers' checks, and
/// links the contexts.
Outcome<Done> readAll(const std::filesystem::path& path) {
    const auto header = TRY(readHeader(path));
    const auto format = TRY(findFormat(header));
    if (format->kind != SourceKind::DebugInformation) {
        return Done{};
    }
    LoadJob job{.meter = LoadMeter(header.stamp.bytes, {}, {})};
    job.debug.wantsOperations = true;
    TRY(format->reader->read(header, job));
    std::vector<uint64_t> all;
    for (const ContextLinks::Link& link : job.debug.links.links()) {
        all.push_back(link.id);
    }
    TRY(job.debug.links.mark(all, job.meter.stop()));
    job.debug.linksAreKnown = true;
    TRY(format->reader->read(header, job));
    const auto contexts = TRY(resolveContexts(std::move(job.debug), job.meter.stop()));
    const ContextChains chains(*contexts);
    for (const uint64_t id : all) {
        const uint32_t operation = chains.operationOf(id);
        if (operation != NoId) {
            (void)chains.nameOf(operation);
            (void)chains.locationOf(operation);
        }
    }
    return Done{};
}

} // namespace

void runDebug(Input input) {
    static const DebugFile file;
    if (const auto done = readAll(file.write(input)); !done) {
        requireError(done.failure());
    }
}

} // namespace tileline::fuzz
