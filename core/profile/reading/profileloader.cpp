// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/profileloader.h"

#include "core/base/parallel.h"
#include "core/profile/reading/sourceformats.h"

namespace tileline {

namespace {

/// Reading the files takes this share of the progress. Computing further data takes the rest.
constexpr double ReadingShare = 0.94;

/// Adds notes about what is missing without debug information. `unreadable` is
/// ProfileSource::unreadableDebug.
void noteNoDebug(const std::string& unreadable, LoadJob& job) {
    if (!job.operationsRead) {
        job.builder.addNote({LoadNote::Kind::NoOperations, 0, unreadable});
    }
    job.builder.addNote({LoadNote::Kind::NoDebugInformation, 0, unreadable});
}

} // namespace

Result<SourceFile> openSource(const std::filesystem::path& file) {
    auto known = TRY(identify(file));
    return known.damage ? Result<SourceFile>(*known.damage) : known;
}

Result<SourceKind> detectSource(const std::filesystem::path& file) {
    return TRY(openSource(file)).format->kind;
}

Result<Done> checkNoSource(const std::filesystem::path& file) {
    if (!detectSource(file)) {
        return Done{};
    }
    return errorIn(file.string(), ErrorCode::BadArgument,
                   "a file that is neither a profile nor debug information", "one of them",
                   "Choose another file, or remove this one first.");
}

Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress, std::stop_token stop) {
    const uint64_t profileBytes = source.profile.source->bytes();
    const uint64_t debugBytes = source.debug ? source.debug->source->bytes() : 0;
    const uint64_t bytes = profileBytes + 2 * debugBytes; // debug information is read twice
    std::stop_source halt; // stops reading on request, and if the profile cannot be read
    const std::stop_callback forward(std::move(stop), [&halt] { halt.request_stop(); });
    LoadJob job{.meter = LoadMeter(bytes, std::move(progress), halt.get_token(), ReadingShare)};
    job.builder.setPath(source.profile.name());
    job.builder.setFileBytes(profileBytes);
    job.builder.setFiles(holdInput(source.profile.name(), InputKind::Profile),
                         source.debug ? holdInput(source.debug->name(), InputKind::DebugInformation)
                                      : nullptr);
    job.meter.enter(Phase::Opening);
    Outcome<Done> read = Done{};
    Outcome<Done> linked = Done{};
    Workers(2).forEach(source.debug ? 2 : 1, 1, [&](size_t task, size_t, size_t) {
        if (task == 1) {
            linked = readSource(*source.debug, job);
        } else if (read = readSource(source.profile, job); !read) {
            halt.request_stop();
        }
    });
    TRY(read);
    TRY(linked);
    job.meter.advanceTo(profileBytes + debugBytes);
    if (source.debug) {
        TRY(readDebug(*source.debug, job));
    } else {
        noteNoDebug(source.unreadableDebug, job);
    }
    if (source.beside) {
        auto other = holdsAnotherProfile(source.beside->source, job.builder.profile(), job.meter.stop());
        if (other && *other) {
            job.builder.addNote({LoadNote::Kind::OtherProfileBeside, 0, source.beside->name()});
        }
    }
    job.meter.enter(Phase::Checking);
    auto profile = job.builder.finish(job.meter.stop());
    job.meter.advanceWork(1);
    return profile ? std::move(profile)
                   : Outcome<ProfilePtr>(std::move(profile).failure().inFile(source.profile.name()));
}

} // namespace tileline
