// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/debugreaders.h"

#include "core/profile/debug/contextreceiver.h"
#include "core/profile/reading/valueevents.h"

namespace tileline {

namespace {

/// Few contexts are shorter than this.
constexpr uint64_t UsualContextBytes = 40;

/// Fills the debug store with the values that `parse` sends to its argument, which may end the parse early.
template <class Parse>
Outcome<Done> readContexts(const Source& source, LoadJob& job, const Parse& parse) {
    job.meter.enter(Phase::ReadingDebug);
    job.debug.fileBytes = source.bytes();
    if (!job.debug.linksAreKnown) {
        job.debug.links.reserve(source.bytes() / UsualContextBytes);
    }
    SourceStream stream(source, job.meter);
    ContextReceiver receiver(job.debug);
    Outcome<Done> parsed = parse(stream, receiver);
    if (receiver.error()) {
        return *receiver.error();
    }
    if (parsed) {
        TRY(receiver.finish());
    } else if (parsed.failure().cancelled() || parsed.failure().error().code != ErrorCode::Truncated ||
               job.debug.links.empty()) {
        return parsed;
    } else {
        job.debug.truncatedAt =
            parsed.failure().error().item + " of " + std::filesystem::path(source.name()).filename().string();
    }
    return Done{};
}

} // namespace

bool isCborDebug(std::string_view firstBytes) {
    constexpr std::string_view SelfDescribed = "\xd9\xd9\xf7";
    const std::string_view bytes =
        firstBytes.substr(firstBytes.starts_with(SelfDescribed) ? SelfDescribed.size() : 0);
    constexpr unsigned FirstMap = 0xA0;
    constexpr unsigned LastMap = 0xBF;
    const unsigned first = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
    return first >= FirstMap && first <= LastMap &&
           (bytes.find("contexts") != std::string_view::npos ||
            bytes.find("stringTable") != std::string_view::npos);
}

Outcome<Done> readCborDebug(const SourcePtr& source, LoadJob& job) {
    return readContexts(*source, job, [&](SourceStream& stream, ContextReceiver& receiver) {
        return parseCbor(stream, source->bytes(), receiver);
    });
}

bool isJsonDebug(std::string_view firstBytes) {
    const size_t first = firstBytes.find_first_not_of(" \t\r\n");
    // In quotes: another format in JSON may have the words in a text.
    return first != std::string_view::npos && firstBytes[first] == '{' &&
           (firstBytes.find("\"contexts\"") != std::string_view::npos ||
            firstBytes.find("\"stringTable\"") != std::string_view::npos);
}

Outcome<Done> readJsonDebug(const SourcePtr& source, LoadJob& job) {
    const auto parse = [&](SourceStream& stream, ContextReceiver& receiver) -> Outcome<Done> {
        const auto problem = parseJson(stream, receiver);
        if (stream.failure()) {
            return *stream.failure();
        }
        if (!problem || receiver.error()) {
            return Done{};
        }
        const bool atEnd = problem->position >= source->bytes();
        return Error{atEnd ? ErrorCode::Truncated : ErrorCode::CorruptFile,
                     {},
                     "byte " + std::to_string(problem->position),
                     "JSON",
                     problem->message};
    };
    return readContexts(*source, job, parse);
}

} // namespace tileline
