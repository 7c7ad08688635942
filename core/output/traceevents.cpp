// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/traceevents.h"

#include "core/base/printable.h"
#include "core/base/temporaryfile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr size_t EventBytes = size_t{1} << 16U; ///< number of bytes that are written at a time

/// A time in microseconds, exact to the picosecond, so that no gaps arise between adjacent spans in the file.
std::string microsecondText(int64_t picoseconds) {
    std::string digits = std::to_string(picoseconds % 1'000'000);
    return std::to_string(picoseconds / 1'000'000) + "." + std::string(6 - digits.size(), '0') + digits;
}

int64_t picosecondsOf(double microseconds) {
    return std::llround(std::min(microseconds * 1e6, 9e18));
}

} // namespace

Outcome<Done> TraceEvents::writeFile(const std::string& path,
                                     const std::function<Outcome<Done>(TraceEvents&)>& write) {
    auto file = TRY(TemporaryFile::beside(path));
    TraceEvents events([&](std::string_view text) { return file.append(printable(text, LineFeeds::Kept)); });
    TRY(write(events));
    TRY(file.commit());
    return Done{};
}

std::string jsonString(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<Done> TraceEvents::add(const std::string& event) {
    m_part += std::exchange(m_any, true) ? ",\n" : "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    m_part += event;
    return m_part.size() < EventBytes ? Result<Done>(Done{}) : m_append(std::exchange(m_part, {}));
}

Result<Done> TraceEvents::name(bool thread, const Span& of) {
    if (!m_named.emplace(of.ipu, thread ? std::optional(of.lane) : std::nullopt).second) {
        return Done{};
    }
    return add(std::string("{\"ph\":\"M\",\"name\":\"") + (thread ? "thread" : "process") +
               "_name\",\"pid\":" + std::to_string(of.ipu) + ",\"tid\":" + std::to_string(of.lane) +
               ",\"args\":{\"name\":\"" + (thread ? "lane " : "IPU ") +
               std::to_string(thread ? of.lane : of.ipu) + "\"}}");
}

Result<Done> TraceEvents::span(const Span& span, std::string_view arguments) {
    TRY(name(false, span));
    TRY(name(true, span));
    const int64_t from = picosecondsOf(span.from);
    return add("{\"ph\":\"X\",\"name\":" + jsonString(span.name) + ",\"cat\":" + jsonString(span.category) +
               ",\"pid\":" + std::to_string(span.ipu) + ",\"tid\":" + std::to_string(span.lane) + ",\"ts\":" +
               microsecondText(from) + ",\"dur\":" + microsecondText(picosecondsOf(span.to) - from) +
               ",\"args\":{" + std::string(arguments) + "}}");
}

Result<Done> TraceEvents::end() {
    return m_append(m_part + (m_any ? "\n]}\n" : "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[]}\n"));
}

} // namespace tileline
