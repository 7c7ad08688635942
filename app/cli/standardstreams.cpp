// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/standardstreams.h"

#include "app/cli/context.h"
#include "core/base/textfile.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace tileline::cli {

void openStandardDescriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
            // open() returns the lowest free descriptor, which is `descriptor`. /dev/null is opened for the
            // wrong direction, so that using `descriptor` still fails with EBADF.
            (void)::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

Result<std::string> readInput(const std::string& file, size_t limit, Context& context) {
    context.hold(file == StandardInput ? "/dev/stdin" : file, InputKind::Other);
    return file == StandardInput ? readDescriptor(STDIN_FILENO, "standard input", limit)
                                 : readFile(file, limit);
}

Result<Done> writeToStandardOutput(std::string_view text) {
    const bool written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    return written ? Result<Done>(Done{}) : writeError("standard output", errno);
}

} // namespace tileline::cli
