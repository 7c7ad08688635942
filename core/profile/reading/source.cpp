// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/source.h"

#include <mutex>

namespace tileline {

namespace {

namespace fs = std::filesystem;

constexpr size_t ChunkBytes = 128 * 1024;

class LocalSource : public Source {
public:
    LocalSource(const fs::path& path, const FileStamp& stamp)
        : Source(path.string(), stamp) {}

    Result<size_t> readAt(uint64_t offset, std::span<std::byte> out) const override {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_file) {
                m_file = TRY(openFile(name()));
            }
        }
        return tileline::readAt(m_file.get(), name(), offset, out);
    }
    void close() const override { m_file.reset(); }
    Result<FileStamp> stampNow() const override { return stampOf(name()); }
    bool hasBeside(std::string_view suffix) const override {
        const auto beside = stampOf(name() + std::string(suffix));
        return beside && beside->bytes > 0;
    }

private:
    mutable std::mutex m_mutex; ///< guards opening
    mutable UniqueFd m_file;
};

std::string nameOf(fs::file_type type) {
    return type == fs::file_type::directory ? "a directory"
           : type == fs::file_type::fifo    ? "a named pipe"
           : type == fs::file_type::socket  ? "a socket"
                                            : "a device";
}

} // namespace

Result<Done> Source::checkUnchanged() const {
    const auto now = stampNow();
    if (now && *now == m_stamp) {
        return Done{};
    }
    std::string found = "it is gone";
    if (now) {
        found = now->bytes == bytes()
                    ? "it was written to"
                    : std::to_string(now->bytes) + " bytes, it had " + std::to_string(bytes());
    }
    return Error{ErrorCode::FileChanged, m_name, {}, "a file that does not change while it is read", found};
}

Result<SourcePtr> localSource(const fs::path& path) {
    const FileStamp stamp = TRY(stampOf(path));
    if (stamp.type != fs::file_type::regular) {
        return Error{ErrorCode::NotAProfile, path.string(), {}, "a regular file", nameOf(stamp.type)};
    }
    return SourcePtr(std::make_shared<const LocalSource>(path, stamp));
}

SourceStream::SourceStream(const Source& source, LoadMeter& meter)
    : m_source(source)
    , m_meter(meter)
    , m_buffer(std::make_unique_for_overwrite<unsigned char[]>(ChunkBytes)) {
}

std::span<const unsigned char> SourceStream::next() {
    if (m_failure) {
        return {};
    }
    if (m_meter.stopRequested()) {
        m_failure = Cancelled{};
        return {};
    }
    const auto got =
        m_source.readAt(m_position, std::as_writable_bytes(std::span(m_buffer.get(), ChunkBytes)));
    if (!got) {
        m_failure = got.failure();
        return {};
    }
    m_position += *got;
    m_meter.advance(*got);
    return {m_buffer.get(), *got};
}

} // namespace tileline
