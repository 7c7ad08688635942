// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/sourceinput.h"

namespace tileline {

Result<SourceInput> openInput(const std::filesystem::path& path) {
    auto head = TRY(readHead(path));
    auto reader = TRY(findReader(head));
    TRY(reader->check(head));
    return SourceInput{std::move(head), reader};
}

Outcome<Done> readInput(const SourceInput& input, LoadJob& job) {
    const std::filesystem::path& path = input.head.path;
    auto done = input.reader->read(input.head, job);
    if (!done && done.failure().cancelled()) {
        return done;
    }
    TRY(checkUnchanged(path, input.head.stamp));
    return done ? std::move(done) : Outcome<Done>(std::move(done).failure().inFile(path.string()));
}

} // namespace tileline
