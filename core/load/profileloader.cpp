// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/profileloader.h"

#include "core/load/debugjoin.h"
#include "core/load/debugload.h"
#include "core/load/sourceinput.h"

namespace tileline {

Result<SourceKind> detectSource(const std::filesystem::path& file) {
    const auto input = openInput(file);
    if (!input) {
        return input.failure();
    }
    return input->reader->kind();
}

Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress, std::stop_token stop) {
    auto input = openInput(source.profile);
    if (!input) {
        return std::move(input).failure();
    }
    uint64_t bytes = input->head.stamp.bytes;
    std::optional<SourceInput> debugInput;
    if (source.debug) {
        auto opened = openInput(*source.debug);
        if (!opened) {
            return std::move(opened).failure();
        }
        bytes += opened->head.stamp.bytes;
        debugInput = std::move(*opened);
    }
    LoadJob job{.meter = LoadMeter(bytes, std::move(progress), std::move(stop))};
    job.builder.setPath((source.origin.empty() ? source.profile : source.origin).string());
    std::optional<DebugLoad> debug;
    if (debugInput) {
        debug.emplace(*debugInput, job.meter);
        job.schemaIsKnown = [&] { debug->begin(!job.operationsRead); };
    }
    if (auto done = readInput(*input, job); !done) {
        return std::move(done).failure();
    }
    if (debug) {
        debug->begin(!job.operationsRead);
        auto store = debug->finish();
        if (!store) {
            return std::move(store).failure();
        }
        job.debug = std::move(*store);
    }
    if (auto joined = joinDebug(job); !joined) {
        return std::move(joined).failure().inFile(source.debug.value_or(source.profile).string());
    }
    job.meter.enter(Phase::Checking);
    auto profile = job.builder.finish(job.meter.stop());
    return profile ? std::move(profile)
                   : Outcome<ProfilePtr>(std::move(profile).failure().inFile(source.profile.string()));
}

Outcome<ProfilePtr> openProfile(const std::vector<std::filesystem::path>& paths, Progress progress,
                                std::stop_token stop) {
    const auto source = resolveSource(paths);
    if (!source) {
        return source.failure();
    }
    return loadProfile(*source, std::move(progress), std::move(stop));
}

} // namespace tileline
