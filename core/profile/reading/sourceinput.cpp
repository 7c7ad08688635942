// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourceinput.h"

namespace tileline {

Result<SourceInput> openInput(const std::filesystem::path& path) {
    auto header = TRY(readHeader(path));
    auto format = TRY(findFormat(header));
    TRY(format->reader->check(header));
    return SourceInput{std::move(header), format};
}

Outcome<Done> readInput(const SourceInput& input, LoadJob& job) {
    const std::filesystem::path& path = input.header.path;
    auto done = input.format->reader->read(input.header, job);
    if (!done && done.failure().cancelled()) {
        return done;
    }
    TRY(checkUnchanged(path, input.header.stamp));
    return done ? std::move(done) : Outcome<Done>(std::move(done).failure().inFile(path.string()));
}

} // namespace tileline
