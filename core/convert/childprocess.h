// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// A program to run. Its standard input is empty.
struct ChildCommand {
    std::vector<std::string> arguments; ///< the program first; looked up in PATH unless it has a slash
    /// It is killed when it writes no line to standard output for so long. Zero: never.
    std::chrono::milliseconds silenceLimit{0};
};

/// How a program ended.
struct ChildEnd {
    enum class How {
        Exited,    ///< by itself; `status` is its exit status
        Signalled, ///< by the signal `status`
        Silent,    ///< killed, because it wrote nothing for the silence limit
        Rejected,  ///< killed, because a line was not accepted, or longer than MaxLine
    };
    How how = How::Exited;
    int status = 0;
    std::string errorTail; ///< the end of what it wrote to standard error
};

/// Maximum length of a line of standard output that is accepted, in bytes.
inline constexpr size_t MaxLine = 64 * 1024;

/// Takes a line of standard output, without its end. False: the program is killed.
using LineHandler = std::function<bool(std::string_view line)>;

/// Runs a program to its end. It gets a process group of its own, which is killed as a whole: at a request to
/// stop (within 50 ms), on silence, on a rejected line, and what is left of it when the program ended.
/// ExternalTool where it cannot be started.
Outcome<ChildEnd> runChild(const ChildCommand& command, const LineHandler& onLine, std::stop_token stop = {});

} // namespace tileline
