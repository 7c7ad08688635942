// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace tileline {

/// `text` as a JSON string, in quotes. Bytes that are not valid UTF-8 are replaced.
std::string jsonString(std::string_view text);

/// Writes a trace in the Trace Event format, which Perfetto and chrome://tracing can open. The file is
/// written in parts, so a trace can be larger than main memory.
class TraceEvents {
public:
    using Append = std::function<Result<Done>(std::string_view)>;
    /// Writes a trace file. Calls `write` with a TraceEvents object, to which `write` adds the events.
    static Outcome<Done> writeFile(const std::string& path,
                                   const std::function<Outcome<Done>(TraceEvents&)>& write);
    explicit TraceEvents(Append append)
        : m_append(std::move(append)) {}

    struct Span {
        uint32_t ipu = 0;  ///< shown as a process
        uint32_t lane = 0; ///< shown as a thread; spans of a lane must not overlap
        std::string_view name;
        std::string_view category;
        double from = 0; ///< microseconds
        double to = 0;
    };
    /// `arguments` is a JSON object without its braces; viewers show its members as the span's details.
    Result<Done> span(const Span& span, std::string_view arguments);
    Result<Done> end();

private:
    /// Writes the name of the process (IPU) or thread (lane) of a span, unless it has already been written.
    Result<Done> name(bool thread, const Span& of);
    Result<Done> add(const std::string& event);

    Append m_append;
    std::string m_part;
    bool m_any = false;
    /// The IPUs and lanes whose names have been written. For an IPU itself, the lane number is empty.
    std::set<std::pair<uint32_t, std::optional<uint32_t>>> m_named;
};

} // namespace tileline
