// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/textfile.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace tileline {

/// The progress of a load, in bytes read from all files, and the load's stop token. Several threads may use a
/// meter at the same time.
class LoadMeter {
public:
    /// Reading takes the share `readingShare` (0 to 1) of the progress.
    LoadMeter(uint64_t totalBytes, Progress progress, std::stop_token stop, double readingShare = 1)
        : m_total(std::max<uint64_t>(totalBytes, 1))
        , m_readingShare(readingShare)
        , m_progress(std::move(progress))
        , m_stop(std::move(stop)) {}

    void enter(Phase phase) {
        m_phase = phase;
        report();
    }
    void advance(uint64_t bytes) {
        constexpr uint64_t BytesOfReport = uint64_t{64} << 10U;
        const uint64_t done = m_done += bytes;
        if (done / BytesOfReport != (done - bytes) / BytesOfReport) {
            report();
        }
    }
    /// Counts the first `bytes` bytes as read, even if the reader skipped some of them, such as free pages
    /// and indices.
    void advanceTo(uint64_t bytes) {
        m_done = std::max<uint64_t>(m_done, bytes);
        report();
    }
    /// Reports the progress of the work that follows reading, from 0 to 1.
    void advanceWork(double fraction) {
        m_work = fraction;
        report();
    }
    /// Counts the bytes of rows, texts and BLOBs. Returns false once the count exceeds the size of the files.
    /// Without this limit, rows that share pages in a damaged file could fill the memory.
    bool take(uint64_t bytes) {
        m_taken += bytes;
        return m_taken <= m_total;
    }
    /// Counts the memory for data that takes more bytes in the profile than in the file, because the file
    /// stores it compressed or only once. Error: TooLarge if the memory far exceeds the size of the files.
    Result<Done> spend(uint64_t bytes, const Location& place = {}) {
        constexpr uint64_t FreeBytes = uint64_t{64} << 20U;
        m_spent += bytes;
        if (m_spent <= FreeBytes + 2 * m_total) {
            return Done{};
        }
        return errorAt(ErrorCode::TooLarge, place,
                       "arrays, lists and texts that expand to at most " +
                           std::to_string(FreeBytes + 2 * m_total) + " bytes",
                       "more");
    }
    bool stopRequested() const { return m_stop.stop_requested(); }
    const std::stop_token& stop() const { return m_stop; }

private:
    void report() {
        const std::unique_lock lock(m_reporting, std::try_to_lock);
        if (!lock.owns_lock()) {
            return; // another thread is reporting
        }
        const double fraction = static_cast<double>(m_done) / static_cast<double>(m_total);
        m_progress.report(m_phase, m_readingShare * std::min(fraction, 1.0) + (1 - m_readingShare) * m_work);
    }

    uint64_t m_total;
    std::atomic<uint64_t> m_done = 0;
    std::atomic<uint64_t> m_taken = 0;
    std::atomic<uint64_t> m_spent = 0;
    double m_readingShare;
    std::atomic<double> m_work = 0;
    std::atomic<Phase> m_phase = Phase::Opening;
    std::mutex m_reporting; ///< held while m_progress is used
    Progress m_progress;
    std::stop_token m_stop;
};

/// The bytes of a profile or of debug information, independent of where they are stored. Several threads may
/// read a source at the same time. The file itself is never locked or changed.
class Source {
public:
    virtual ~Source() = default;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    /// The path as the user gave it. Errors name this path.
    const std::string& name() const { return m_name; }
    /// The file's stamp at the time when localSource() found the file.
    const FileStamp& stamp() const { return m_stamp; }
    uint64_t bytes() const { return m_stamp.bytes; }

    /// Reads out.size() bytes from `offset` on; fewer only at the end of the file.
    virtual Result<size_t> readAt(uint64_t offset, std::span<std::byte> out) const = 0;
    /// Closes the file until the next read, so that thousands of sources can exist at the same time. Must not
    /// be called while another thread reads.
    virtual void close() const {}
    /// The file's current stamp, for code that watches a source for changes.
    virtual Result<FileStamp> stampNow() const = 0;
    /// Whether there is a non-empty file whose name is the source's name followed by `suffix`.
    virtual bool hasBeside(std::string_view suffix) const = 0;

    /// Error: FileChanged if the file has changed since it was found, or no longer exists.
    Result<Done> checkUnchanged() const;

protected:
    Source(std::string name, FileStamp stamp)
        : m_name(std::move(name))
        , m_stamp(stamp) {}

private:
    std::string m_name;
    FileStamp m_stamp;
};

using SourcePtr = std::shared_ptr<const Source>;

/// The source for a file on this machine. The file is opened only when it is read. Errors: FileNotFound,
/// PermissionDenied, or NotAProfile for anything other than a regular file. Directories, pipes and devices
/// are never opened.
Result<SourcePtr> localSource(const std::filesystem::path& path);

struct SourceFormat;

/// A source of a known format.
struct SourceFile {
    SourcePtr source;
    const SourceFormat* format = nullptr;
    std::optional<Error> damage{}; ///< set if the first bytes show that the file cannot be read

    const std::string& name() const { return source->name(); }
};

/// Reads a source piece by piece. Counts each piece in the load meter, and checks for a stop request before
/// reading a piece.
class SourceStream {
public:
    SourceStream(const Source& source, LoadMeter& meter);

    /// The next piece, valid until the next call; empty at the end, after a failure, and once a stop is
    /// requested.
    std::span<const unsigned char> next();
    /// The reason why reading ended before the end of the source; empty if all was read.
    const std::optional<Failure>& failure() const { return m_failure; }

private:
    const Source& m_source;
    LoadMeter& m_meter;
    std::unique_ptr<unsigned char[]> m_buffer;
    uint64_t m_position = 0;
    std::optional<Failure> m_failure;
};

} // namespace tileline
