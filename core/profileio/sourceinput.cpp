// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/sourceinput.h"

namespace tileline {

Result<SourceInput> openInput(const std::filesystem::path& path) {
    auto header = TRY(readHeader(path));
    auto reader = TRY(findReader(header));
    TRY(reader->check(header));
    return SourceInput{std::move(header), reader};
}

Outcome<Done> readInput(const SourceInput& input, LoadJob& job) {
    const std::filesystem::path& path = input.header.path;
    auto done = input.reader->read(input.header, job);
    if (!done && done.failure().cancelled()) {
        return done;
    }
    TRY(checkUnchanged(path, input.header.stamp));
    return done ? std::move(done) : Outcome<Done>(std::move(done).failure().inFile(path.string()));
}

} // namespace tileline
