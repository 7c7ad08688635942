// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourcereader.h"

#include "core/profile/debug/debugreaders.h"
#include "core/profile/poplar/poplarreader.h"
#include "core/profile/tileline/tilelinereader.h"

#include <algorithm>

namespace tileline {

std::span<const SourceFormat> sourceFormats() {
    static const TilelineReader tileline;
    static const PoplarReader poplar;
    static const CborDebugReader cbor;
    static const JsonDebugReader json;
    static const SourceFormat formats[] = {
        {"a Tileline profile", "*.tileline", SourceKind::TilelineProfile, &tileline},
        {"Poplar's own profile", "*.pop", SourceKind::ForeignProfile, &poplar},
        {"debug information in CBOR", "*.cbor", SourceKind::DebugInformation, &cbor},
        {"debug information in JSON", "*.json", SourceKind::DebugInformation, &json},
    };
    return formats;
}

std::string sourceFileNames() {
    std::string names;
    for (const SourceFormat& format : sourceFormats()) {
        names.append(names.empty() ? "" : " ").append(format.names);
    }
    return names;
}

bool isNamedAsProfile(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    const auto formats = sourceFormats();
    return !extension.empty() && std::any_of(formats.begin(), formats.end(), [&](const SourceFormat& format) {
        return format.kind != SourceKind::DebugInformation && format.names == "*" + extension;
    });
}

Result<const SourceFormat*> findFormat(const FileHeader& header) {
    const auto formats = sourceFormats();
    std::string titles;
    for (const SourceFormat& format : formats) {
        if (format.reader->canRead(header)) {
            return &format;
        }
        titles += titles.empty() ? "" : &format == &formats.back() ? " or " : ", ";
        titles += format.title;
    }
    const bool empty = header.bytes.empty();
    return Error{empty ? ErrorCode::Truncated : ErrorCode::NotAProfile, header.path.string(), "byte 0",
                 std::move(titles), empty ? "an empty file" : "something else"};
}

} // namespace tileline
