// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/profileloader.h"

#include "core/profileio/debug/debugjoin.h"
#include "core/profileio/debug/debugload.h"
#include "core/profileio/sourceinput.h"
#include "core/profileio/tileline/tilelinereader.h"

namespace tileline {

Result<SourceKind> detectSource(const std::filesystem::path& file) {
    auto input = TRY(openInput(file));
    return input.format->kind;
}

Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress, std::stop_token stop) {
    auto input = TRY(openInput(source.profile));
    uint64_t bytes = input.header.stamp.bytes;
    std::optional<SourceInput> debugInput;
    if (source.debug) {
        auto opened = TRY(openInput(*source.debug));
        bytes += opened.header.stamp.bytes;
        debugInput = std::move(opened);
    }
    LoadJob job{.meter = LoadMeter(bytes, std::move(progress), std::move(stop))};
    job.builder.setPath(source.profile.string());
    std::optional<DebugLoad> debug;
    if (debugInput) {
        debug.emplace(*debugInput, job.meter);
        job.schemaIsKnown = [&] { debug->begin(!job.operationsRead); };
    }
    TRY(readInput(input, job));
    if (debug) {
        debug->begin(!job.operationsRead);
        auto store = TRY(debug->finish());
        job.debug = std::move(store);
    }
    if (auto joined = joinDebug(job); !joined) {
        return std::move(joined).failure().inFile(source.debug.value_or(source.profile).string());
    }
    if (source.beside) {
        auto other = holdsAnotherProfile(*source.beside, job.builder.profile(), job.meter.stop());
        if (other && *other) {
            job.builder.addNote({LoadNote::Kind::OtherProfileBeside, 0, source.beside->string()});
        }
    }
    job.meter.enter(Phase::Checking);
    auto profile = job.builder.finish(job.meter.stop());
    return profile ? std::move(profile)
                   : Outcome<ProfilePtr>(std::move(profile).failure().inFile(source.profile.string()));
}

} // namespace tileline
