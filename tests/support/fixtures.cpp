// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"

#include "core/base/errortext.h"
#include "core/profile/reading/profileloader.h"

#include <algorithm>
#include <stdexcept>

namespace tileline::test {

const std::vector<std::string>& fixtureNames() {
    static const std::vector<std::string> names{"bert-tiny-inf",  "bert-tiny-train", "efficientnet-tiny",
                                                "no-layers",      "one-layer",       "replicated",
                                                "shuffled-layers"};
    return names;
}

const std::vector<std::string>& pipelineFixtureNames() {
    static const std::vector<std::string> names{"pipeline-marked-tiny", "pipeline-nameless-tiny"};
    return names;
}

const std::vector<std::string>& verdictFixtureNames() {
    static const std::vector<std::string> names{"pipeline-limits-tiny", "pipeline-recomputed-tiny"};
    return names;
}

std::filesystem::path fixtureDirectory(const std::string& name) {
    return std::filesystem::path(TILELINE_TEST_DATA) / name;
}

ProfilePtr loadFixture(const std::string& name) {
    return loadOrThrow({fixtureDirectory(name)});
}

Outcome<ProfilePtr> openProfile(const std::vector<std::filesystem::path>& paths, Progress progress,
                                std::stop_token stop) {
    const ProfileSource source = TRY(resolveSource(paths));
    return loadProfile(source, std::move(progress), std::move(stop));
}

ProfilePtr loadOrThrow(const std::vector<std::filesystem::path>& paths) {
    auto profile = openProfile(paths);
    if (!profile) {
        throw std::runtime_error(profile.failure().cancelled() ? "cancelled"
                                                               : describe(profile.failure().error()));
    }
    return *profile;
}

bool hasNote(const Profile& profile, LoadNote::Kind kind) {
    return std::any_of(profile.notes.begin(), profile.notes.end(),
                       [&](const LoadNote& note) { return note.kind == kind; });
}

} // namespace tileline::test
