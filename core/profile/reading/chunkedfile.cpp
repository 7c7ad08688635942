// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/chunkedfile.h"

#include "core/base/textfile.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace tileline {

namespace {

constexpr size_t ChunkBytes = 128 * 1024;

} // namespace

Result<ChunkedFile> ChunkedFile::open(const std::filesystem::path& path, LoadMeter& meter) {
    UniqueFd descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!descriptor) {
        return systemError(path, errno);
    }
    return ChunkedFile(std::move(descriptor), path, meter);
}

ChunkedFile::ChunkedFile(UniqueFd descriptor, std::filesystem::path path, LoadMeter& meter)
    : m_descriptor(std::move(descriptor))
    , m_path(std::move(path))
    , m_meter(&meter)
    , m_buffer(std::make_unique_for_overwrite<unsigned char[]>(ChunkBytes)) {
}

std::span<const unsigned char> ChunkedFile::next() {
    if (m_failure) {
        return {};
    }
    if (m_meter->stopRequested()) {
        m_failure = Cancelled{};
        return {};
    }
    ssize_t got = 0;
    do {
        got = ::read(m_descriptor.get(), m_buffer.get(), ChunkBytes);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        m_failure = systemError(m_path, errno);
        return {};
    }
    m_meter->advance(static_cast<uint64_t>(got));
    return {m_buffer.get(), static_cast<size_t>(got)};
}

} // namespace tileline
