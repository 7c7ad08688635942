// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/profileloader.h"

#include "core/profile/debug/debugjoin.h"
#include "core/profile/reading/sourceinput.h"
#include "core/profile/tileline/tilelinereader.h"

namespace tileline {

namespace {

/// The part of the progress for reading the files. The rest is for what is derived from both.
constexpr double ReadingShare = 0.96;

} // namespace

Result<SourceKind> detectSource(const std::filesystem::path& file) {
    auto input = TRY(openInput(file));
    return input.format->kind;
}

Result<Done> checkNoSource(const std::filesystem::path& file) {
    if (!detectSource(file)) {
        return Done{};
    }
    return Error{ErrorCode::BadArgument,
                 file.string(),
                 {},
                 "a file that is neither a profile nor debug information",
                 "one of them",
                 "Choose another file, or remove this one first."};
}

Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress, std::stop_token stop) {
    auto input = TRY(openInput(source.profile));
    uint64_t bytes = input.header.stamp.bytes;
    std::optional<SourceInput> debugInput;
    if (source.debug) {
        auto opened = TRY(openInput(*source.debug));
        bytes += 2 * opened.header.stamp.bytes; // it is read twice
        debugInput = std::move(opened);
    }
    LoadJob job{.meter = LoadMeter(bytes, std::move(progress), std::move(stop), ReadingShare)};
    job.builder.setPath(source.profile.string());
    job.builder.setFiles(holdInput(source.profile, InputKind::Profile),
                         source.debug ? holdInput(*source.debug, InputKind::DebugInformation) : nullptr);
    TRY(readInput(input, job));
    if (debugInput) {
        TRY(readDebug(*debugInput, job));
    } else {
        noteNoDebug(job);
    }
    if (source.beside) {
        auto other = holdsAnotherProfile(*source.beside, job.builder.profile(), job.meter.stop());
        if (other && *other) {
            job.builder.addNote({LoadNote::Kind::OtherProfileBeside, 0, source.beside->string()});
        }
    }
    job.meter.enter(Phase::Checking);
    auto profile = job.builder.finish(job.meter.stop());
    job.meter.advanceWork(1);
    return profile ? std::move(profile)
                   : Outcome<ProfilePtr>(std::move(profile).failure().inFile(source.profile.string()));
}

} // namespace tileline
