// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/debugreaders.h"

#include "core/profile/debug/cborevents.h"
#include "core/profile/debug/contextreceiver.h"
#include "core/profile/reading/chunkedfile.h"
#include "core/profile/reading/jsonevents.h"

namespace tileline {

namespace {

/// Few contexts are shorter than this.
constexpr uint64_t UsualContextBytes = 40;

/// Whether the first bytes contain one of the two top-level keys.
bool namesItsKeys(const std::string& bytes) {
    return bytes.find("contexts") != std::string::npos || bytes.find("stringTable") != std::string::npos;
}

} // namespace

Result<Done> DebugReader::check(const FileHeader&) const {
    return Done{};
}

Outcome<Done> DebugReader::read(const FileHeader& header, LoadJob& job) const {
    job.meter.enter(Phase::ReadingDebug);
    auto file = TRY(ChunkedFile::open(header.path, job.meter));
    job.debug.fileBytes = header.stamp.bytes;
    if (!job.debug.linksAreKnown) {
        job.debug.links.reserve(header.stamp.bytes / UsualContextBytes);
    }
    ContextReceiver receiver(job.debug);
    auto parsed = parse(file, header, receiver);
    if (receiver.error()) {
        return *receiver.error();
    }
    if (parsed) {
        TRY(receiver.finish());
    } else if (parsed.failure().cancelled() || parsed.failure().error().code != ErrorCode::Truncated ||
               job.debug.links.empty()) {
        return parsed;
    } else {
        job.debug.truncatedAt = parsed.failure().error().item + " of " + header.path.filename().string();
    }
    return Done{};
}

bool CborDebugReader::canRead(const FileHeader& header) const {
    constexpr std::string_view selfDescribed = "\xd9\xd9\xf7";
    std::string_view bytes = header.bytes;
    if (bytes.starts_with(selfDescribed)) {
        bytes.remove_prefix(selfDescribed.size());
    }
    constexpr unsigned FirstMap = 0xA0;
    constexpr unsigned LastMap = 0xBF;
    const unsigned first = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
    return first >= FirstMap && first <= LastMap && namesItsKeys(header.bytes);
}

Outcome<Done> CborDebugReader::parse(ChunkedFile& file, const FileHeader& header,
                                     ContextReceiver& receiver) const {
    return parseCbor(file, header.stamp.bytes, receiver);
}

bool JsonDebugReader::canRead(const FileHeader& header) const {
    const size_t first = header.bytes.find_first_not_of(" \t\r\n");
    return first != std::string::npos && header.bytes[first] == '{' && namesItsKeys(header.bytes);
}

Outcome<Done> JsonDebugReader::parse(ChunkedFile& file, const FileHeader& header,
                                     ContextReceiver& receiver) const {
    const auto problem = parseJson(file, receiver);
    if (file.failure()) {
        return *file.failure();
    }
    if (!problem || receiver.error()) {
        return Done{};
    }
    const bool atEnd = problem->position >= header.stamp.bytes;
    return Error{atEnd ? ErrorCode::Truncated : ErrorCode::CorruptFile,
                 {},
                 "byte " + std::to_string(problem->position),
                 "JSON",
                 problem->message};
}

} // namespace tileline
