// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/sourcereader.h"

#include "core/profileio/debug/debugreaders.h"
#include "core/profileio/poplarreader.h"
#include "core/profileio/tileline/tilelinereader.h"

#include <algorithm>
#include <array>

namespace tileline {

std::span<const SourceReader* const> sourceReaders() {
    static const TilelineReader tileline;
    static const PoplarReader poplar;
    static const CborDebugReader cbor;
    static const JsonDebugReader json;
    static const std::array<const SourceReader*, 4> readers{&tileline, &poplar, &cbor, &json};
    return readers;
}

Result<const SourceReader*> findReader(const FileHeader& header) {
    const auto readers = sourceReaders();
    const auto found = std::find_if(readers.begin(), readers.end(),
                                    [&](const auto* reader) { return reader->canRead(header); });
    if (found != readers.end()) {
        return *found;
    }
    const bool empty = header.bytes.empty();
    return Error{empty ? ErrorCode::Truncated : ErrorCode::NotAProfile, header.path.string(), "byte 0",
                 "an SQLite database, or debug information in CBOR or JSON",
                 empty ? "an empty file" : "something else"};
}

} // namespace tileline
