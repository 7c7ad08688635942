// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/generatorrandom.h"
#include "core/profile/reading/sourceformats.h"
#include "tests/fuzz/sqlitememory.h"
#include "tests/fuzz/useprofile.h"
#include "tests/support/memorysource.h"

#include <algorithm>
#include <array>

namespace tileline::fuzz {

namespace {

/// Debug information of the profiles with which the corpus of Poplar's format began. Without it, such a
/// profile has no operations.
const SourceFile& debugOfSeeds() {
    static const SourceFile file = *openSource(TILELINE_FUZZ_CORPUS "/debugcbor/seed.cbor");
    return file;
}

Outcome<ProfilePtr> load(Input input) {
    [[maybe_unused]] static const bool configured = giveSqliteOwnMemory();
    ProfileSource source{
        TRY(identify(std::make_shared<const test::MemorySource>("/fuzzed", std::as_bytes(input))))};
    if (source.profile.format->kind == SourceKind::DebugInformation) {
        return Error{ErrorCode::NotAProfile, {}, {}, "a profile", "debug information"};
    }
    if (source.profile.format->kind == SourceKind::ForeignProfile) {
        source.debug = debugOfSeeds();
    }
    return loadProfile(source);
}

} // namespace

void runProfile(Input input) {
    if (input.empty()) {
        return;
    }
    const auto profile = load(input);
    if (!profile) {
        requireError(profile.failure());
        return;
    }
    // Every input has choices of its own.
    GeneratorRandom random(hashText(textOf(input)));
    std::array<uint8_t, 64> bytes{};
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<uint8_t>(random.next()); });
    Choices choices(bytes);
    useProfile(*profile, choices, input);
}

} // namespace tileline::fuzz
