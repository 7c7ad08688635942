// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzzedfile.h"

#include "core/profileio/debug/contextchains.h"
#include "core/profileio/sourcereader.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

namespace tileline::fuzz {

namespace {

/// A file in memory that has a name: SQLite follows links, and the link to a file without a name leads
/// nowhere.
class InputFile {
public:
    InputFile()
        : m_file(::mkstemp(m_path.data())) {}
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile() {
        ::close(m_file);
        ::unlink(m_path.c_str());
    }

    std::filesystem::path write(const uint8_t* data, size_t size) const {
        if (::ftruncate(m_file, 0) != 0 || ::pwrite(m_file, data, size, 0) != static_cast<ssize_t>(size)) {
            std::abort();
        }
        return m_path;
    }

private:
    std::string m_path = "/dev/shm/tileline-fuzz-XXXXXX";
    int m_file;
};

} // namespace

std::filesystem::path writeInput(const uint8_t* data, size_t size) {
    static const InputFile file;
    return file.write(data, size);
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
