// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/profileprovider.h"

#include "core/convert/converter.h"
#include "core/convert/profilecache.h"

namespace tileline {

Outcome<ProfileSource> provideProfile(const ProfileSource& source, const ConvertSettings& settings,
                                      Progress progress, std::stop_token stop) {
    const Result<SourceKind> kind = detectSource(source.profile);
    if (!kind) {
        return Failure(kind.failure());
    }
    if (*kind != SourceKind::PoplarProfile) {
        return source;
    }
    const auto convert = [&](const std::filesystem::path& path) -> Outcome<Done> {
        const Outcome<Conversion> made = convertProfile(source, path, settings.sdk, progress, stop);
        if (!made) {
            return made.failure();
        }
        return Done{};
    };
    const Outcome<std::filesystem::path> cached =
        ProfileCache(settings.cache).obtain(source, convert, progress, stop);
    if (!cached) {
        return cached.failure();
    }
    return ProfileSource{*cached, source.debug, source.profile};
}

} // namespace tileline
