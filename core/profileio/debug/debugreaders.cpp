// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/debug/debugreaders.h"

#include "core/profileio/chunkedfile.h"
#include "core/profileio/debug/cborevents.h"
#include "core/profileio/debug/contextreceiver.h"
#include "core/profileio/jsonevents.h"

namespace tileline {

namespace {

/// Whether one of the two keys is among the first bytes.
bool namesItsKeys(const std::string& bytes) {
    return bytes.find("contexts") != std::string::npos || bytes.find("stringTable") != std::string::npos;
}

} // namespace

Result<Done> DebugReader::check(const FileHead&) const {
    return Done{};
}

Outcome<Done> DebugReader::read(const FileHead& head, LoadJob& job) const {
    job.meter.enter(Phase::ReadingDebug);
    auto file = TRY(ChunkedFile::open(head.path, job.meter));
    job.debug.fileBytes = head.stamp.bytes;
    ContextReceiver receiver(job.debug);
    TRY(parse(file, head, receiver));
    if (receiver.error()) {
        return *receiver.error();
    }
    TRY(receiver.finish());
    job.debug.filled = true;
    return Done{};
}

bool CborDebugReader::canRead(const FileHead& head) const {
    constexpr std::string_view selfDescribed = "\xd9\xd9\xf7";
    std::string_view bytes = head.bytes;
    if (bytes.starts_with(selfDescribed)) {
        bytes.remove_prefix(selfDescribed.size());
    }
    constexpr unsigned FirstMap = 0xA0;
    constexpr unsigned LastMap = 0xBF;
    const unsigned first = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
    return first >= FirstMap && first <= LastMap && namesItsKeys(head.bytes);
}

Outcome<Done> CborDebugReader::parse(ChunkedFile& file, const FileHead& head,
                                     ContextReceiver& receiver) const {
    return parseCbor(file, head.stamp.bytes, receiver);
}

bool JsonDebugReader::canRead(const FileHead& head) const {
    const size_t first = head.bytes.find_first_not_of(" \t\r\n");
    return first != std::string::npos && head.bytes[first] == '{' && namesItsKeys(head.bytes);
}

Outcome<Done> JsonDebugReader::parse(ChunkedFile& file, const FileHead& head,
                                     ContextReceiver& receiver) const {
    const auto problem = parseJson(file, receiver);
    if (file.failure()) {
        return *file.failure();
    }
    if (!problem || receiver.error()) {
        return Done{};
    }
    const bool atEnd = problem->position >= head.stamp.bytes;
    return Error{atEnd ? ErrorCode::Truncated : ErrorCode::CorruptFile,
                 {},
                 "byte " + std::to_string(problem->position),
                 "JSON",
                 problem->message};
}

} // namespace tileline
