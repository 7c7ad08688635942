// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/debugstore.h"
#include "core/profile/reading/sourceformats.h"
#include "tests/fuzz/targets.h"
#include "tests/support/memorysource.h"

namespace tileline::fuzz {

namespace {

/// Reads debug information as a load without operation tables does: makes all of the readers' checks, and
/// links the contexts.
Outcome<Done> readAll(Input input) {
    const SourceFile file =
        TRY(identify(std::make_shared<const test::MemorySource>("/fuzzed", std::as_bytes(input))));
    if (file.format->kind != SourceKind::DebugInformation) {
        return Done{};
    }
    LoadJob job{.meter = LoadMeter(input.size(), {}, {})};
    job.debug.wantsOperations = true;
    TRY(readSource(file, job));
    std::vector<uint64_t> all;
    for (const ContextLinks::Link& link : job.debug.links.links()) {
        all.push_back(link.id);
    }
    TRY(job.debug.links.mark(all, job.meter.stop()));
    job.debug.linksAreKnown = true;
    TRY(readSource(file, job));
    const auto contexts = TRY(resolveContexts(std::move(job.debug), job.meter));
    const ContextChains chains(*contexts);
    for (const uint64_t id : all) {
        const uint32_t operation = chains.operationOf(id);
        if (operation != NoId) {
            (void)chains.nameOf(operation);
            (void)chains.locationOf(operation);
        }
    }
    return Done{};
}

} // namespace

void runDebug(Input input) {
    if (const auto done = readAll(input); !done) {
        requireError(done.failure());
    }
}

} // namespace tileline::fuzz
