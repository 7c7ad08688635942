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
    std::vector<std::string> arguments; ///< the first is the program; looked up in PATH unless it has a slash
    /// The program is killed if it writes no line to standard output for this long. Zero: no limit.
    std::chrono::milliseconds silenceLimit{0};
};

/// How a program ended.
struct ChildEnd {
    enum class How {
        Exited,    ///< by itself; `status` is its exit status
        Signalled, ///< by the signal `status`
        Silent,    ///< killed, because it wrote no line within the silence limit
        Rejected,  ///< killed, because a line was not accepted or was longer than MaxLine
    };
    How how = How::Exited;
    int status = 0;
    std::string errorTail; ///< the end of its standard error output
};

/// Maximum length of an accepted line of standard output, in bytes.
inline constexpr size_t MaxLine = 64 * 1024;

/// Receives a line of standard output, without its line feed. If it returns false, the program is killed.
using LineHandler = std::function<bool(std::string_view line)>;

/// Runs a program to its end. The program gets its own process group. The whole group is killed on a stop
/// request (within 50 ms), on silence and on a rejected line. When the program has ended, the rest of its
/// group is killed. ExternalTool if the program cannot be started.
Outcome<ChildEnd> runChild(const ChildCommand& command, const LineHandler& onLine, std::stop_token stop = {});

} // namespace tileline
