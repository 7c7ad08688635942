// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourceformats.h"

#include "core/base/sequences.h"

#include <algorithm>

namespace tileline {

std::span<const SourceFormat> sourceFormats() {
    using enum SourceKind;
    static constexpr SourceFormat formats[] = {
        {"a Tileline profile", "*.tileline", TilelineProfile, isTileline, checkTileline, readTileline},
        {"Poplar's own profile", "*.pop", ForeignProfile, isPoplar, checkPoplar, readPoplar},
        {"debug information in CBOR", "*.cbor", DebugInformation, isCborDebug, nullptr, readCborDebug},
        {"debug information in JSON", "*.json", DebugInformation, isJsonDebug, nullptr, readJsonDebug},
    };
    return formats;
}

std::string sourceFileNames() {
    return joinedTexts(sourceFormats(), " ", &SourceFormat::names);
}

bool isNamedAsProfile(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    const auto formats = sourceFormats();
    return !extension.empty() && std::ranges::any_of(formats, [&](const SourceFormat& format) {
        return format.kind != SourceKind::DebugInformation && format.names == "*" + extension;
    });
}

Result<SourceFile> identify(SourcePtr source) {
    std::string first(FirstBytes, '\0');
    first.resize(TRY(source->readAt(0, std::as_writable_bytes(std::span(first)))));
    source->close();
    const auto formats = sourceFormats();
    std::string titles;
    for (const SourceFormat& format : formats) {
        if (format.canRead(first)) {
            const auto checked = format.check == nullptr ? Done{} : format.check(*source, first);
            return SourceFile{std::move(source), &format,
                              checked ? std::nullopt : std::optional(checked.failure())};
        }
        titles += titles.empty() ? "" : &format == &formats.back() ? " or " : ", ";
        titles += format.title;
    }
    return Error{first.empty() ? ErrorCode::Truncated : ErrorCode::NotAProfile, source->name(), "byte 0",
                 std::move(titles), first.empty() ? "an empty file" : "something else"};
}

Result<SourceFile> identify(const std::filesystem::path& file) {
    return identify(TRY(localSource(file)));
}

Outcome<Done> readSource(const SourceFile& file, LoadJob& job) {
    auto done = file.damage ? Outcome<Done>(*file.damage) : file.format->read(file.source, job);
    if (!done && done.failure().cancelled()) {
        return done;
    }
    TRY(file.source->checkUnchanged());
    return done ? std::move(done) : Outcome<Done>(std::move(done).failure().inFile(file.name()));
}

} // namespace tileline
