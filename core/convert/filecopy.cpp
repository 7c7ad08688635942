// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/filecopy.h"

#include "core/base/temporaryfile.h"
#include "core/base/textfile.h"
#include "core/base/uniquefd.h"
#include "core/convert/scratchdirectory.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

namespace tileline {

namespace {

namespace fs = std::filesystem;

/// Number of bytes to copy between two checks for a stop request.
constexpr size_t BlockBytes = 16 * 1024 * 1024;
constexpr mode_t NewFile = 0666;

/// Copies the next block, with the return value of read() and write(). copy_file_range() does not support all
/// pairs of file systems.
ssize_t copyBlock(int from, int to) {
    const ssize_t copied = ::copy_file_range(from, nullptr, to, nullptr, BlockBytes, 0);
    const bool possible =
        copied >= 0 || (errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP);
    return possible ? copied : ::sendfile(to, from, nullptr, BlockBytes);
}

Outcome<Done> copyContent(const fs::path& from, const fs::path& to, const std::stop_token& stop) {
    const UniqueFd input(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
    if (!input) {
        return Failure(systemError(from, errno));
    }
    const UniqueFd output(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NewFile));
    if (!output) {
        return Failure(writeError(to, errno));
    }
    for (;;) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        const ssize_t copied = copyBlock(input.get(), output.get());
        if (copied < 0 && errno == EINTR) {
            continue;
        }
        if (copied < 0) {
            return Failure(writeError(to, errno));
        }
        if (copied == 0) {
            return ::fsync(output.get()) == 0 ? Outcome<Done>(Done{}) : Failure(writeError(to, errno));
        }
    }
}

} // namespace

Result<Done> moveIntoPlace(const fs::path& made, const fs::path& to) {
    TRY(checkReplaceable(to));
    std::error_code error;
    fs::rename(made, to, error);
    return error ? Result<Done>(writeError(to, error.value())) : Result<Done>(Done{});
}

Outcome<Done> copyFileAtomically(const fs::path& from, const fs::path& to, std::stop_token stop) {
    const fs::path target = fs::absolute(to);
    auto scratch = TRY(ScratchDirectory::make(target.parent_path()));
    const fs::path copy = scratch.path() / target.filename();
    TRY(copyContent(from, copy, stop));
    Result<Done> moved = moveIntoPlace(copy, target);
    return moved ? Outcome<Done>(Done{}) : Failure(std::move(moved).failure());
}

} // namespace tileline
