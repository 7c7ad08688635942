// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/profileprovider.h"

#include "core/convert/converter.h"
#include "core/convert/profilecache.h"

namespace tileline {

Outcome<ProfileSource> provideProfile(const ProfileSource& source, const ConvertSettings& settings,
                                      Progress progress, std::stop_token stop) {
    auto kind = TRY(detectSource(source.profile));
    if (kind != SourceKind::ForeignProfile) {
        return source;
    }
    const auto convert = [&](const std::filesystem::path& path) -> Outcome<Done> {
        TRY(convertProfile(source, path, settings.sdk, progress, stop));
        return Done{};
    };
    auto cached = TRY(ProfileCache(settings.cache).obtain(source, convert, progress, stop));
    return ProfileSource{cached, source.debug, source.profile};
}

} // namespace tileline
