// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/debugreaders.h"

#include "core/profile/debug/contextchains.h"
#include "core/profile/debug/debugoperations.h"

namespace tileline {

namespace {

/// Ids of all contexts that the profile refers to.
std::vector<uint64_t> usedContexts(const Profile& profile) {
    std::vector<uint64_t> used;
    for (const Program& program : profile.programs) {
        if (program.debugContext) {
            used.push_back(*program.debugContext);
        }
    }
    for (const Variable& variable : profile.variables) {
        if (variable.debugContext) {
            used.push_back(*variable.debugContext);
        }
        used.insert(used.end(), variable.furtherContexts.begin(), variable.furtherContexts.end());
    }
    for (const OperationDetail& detail : profile.operationDetails) {
        used.push_back(detail.uid);
    }
    return used;
}

/// The context of an operation: that of its first program with one, otherwise the context that its uid names.
uint32_t contextOf(const Profile& profile, const ContextChains& chains, DetailIndex detail) {
    for (const ProgramIndex program : profile.operationPrograms[detail.index()]) {
        const auto& id = profile.programs[program.index()].debugContext;
        const uint32_t context = id ? chains.operationOf(*id) : NoId;
        if (context != NoId) {
            return context;
        }
    }
    return chains.operationOf(profile.operationDetails[detail.index()].uid);
}

void locateOperations(const ContextChains& chains, ProfileBuilder& builder) {
    const Profile& profile = builder.profile();
    for (uint32_t i = 0; i < profile.operationDetails.size(); ++i) {
        const uint32_t context = contextOf(profile, chains, {i});
        if (context == NoId) {
            continue;
        }
        if (auto location = chains.locationOf(context)) {
            builder.setLocation({i}, std::move(*location));
        }
    }
}

/// Adds the operations of the frameworks. If there are none, named programs stand in for them. Returns the
/// note that says where operations come from.
Outcome<LoadNote::Kind> addOperations(const DebugContexts& contexts, ContextChains& chains,
                                      ProfileBuilder& builder, LoadMeter& meter) {
    auto kind = LoadNote::Kind::OperationsFromDebug;
    auto added = addOperationsFromDebug(contexts, chains, builder, meter);
    const auto none = [&added] {
        return !added && !added.failure().cancelled() &&
               added.failure().error().code == ErrorCode::NoOperations;
    };
    if (none()) {
        kind = LoadNote::Kind::OperationsFromPrograms;
        chains.useStandIns();
        added = addOperationsFromDebug(contexts, chains, builder, meter);
    }
    if (none()) {
        return LoadNote::Kind::NoOperations;
    }
    TRY(std::move(added));
    return kind;
}

/// Joins a profile and the contexts that it uses.
Outcome<Done> join(LoadJob& job) {
    ProfileBuilder& builder = job.builder;
    if (job.debug.truncatedAt) {
        const auto kind =
            job.operationsRead ? LoadNote::Kind::DebugTruncated : LoadNote::Kind::OperationsTruncated;
        builder.addNote({kind, 0, *job.debug.truncatedAt});
    }
    const uint64_t unknownParents = job.debug.links.unknownParents();
    auto resolved = TRY(resolveContexts(std::move(job.debug), job.meter.stop()));
    const DebugContexts& contexts = *resolved;
    ContextChains chains(contexts);
    if (!job.operationsRead) {
        const auto kind = TRY(addOperations(contexts, chains, builder, job.meter));
        builder.addNote({kind, kind == LoadNote::Kind::NoOperations ? uint64_t{1} : 0, {}});
    }
    locateOperations(chains, builder);
    if (contexts.contexts.empty()) {
        builder.addNote({LoadNote::Kind::DebugFromOtherProfile, 0, {}});
    }
    if (unknownParents > 0) {
        builder.addNote({LoadNote::Kind::UnknownParentContexts, unknownParents, {}});
    }
    builder.setDebug(std::move(resolved));
    return Done{};
}

} // namespace

Outcome<Done> readDebug(const SourceFile& file, LoadJob& job) {
    job.debug.wantsOperations = !job.operationsRead;
    TRY(readSource(file, job));
    auto done = [&]() -> Outcome<Done> {
        TRY(job.debug.links.mark(usedContexts(job.builder.profile()), job.meter.stop()));
        job.debug.linksAreKnown = true;
        TRY(readSource(file, job));
        return join(job);
    }();
    return done ? std::move(done) : Outcome<Done>(std::move(done).failure().inFile(file.name()));
}

void noteNoDebug(LoadJob& job) {
    if (!job.operationsRead) {
        job.builder.addNote({LoadNote::Kind::NoOperations, 0, {}});
    }
    job.builder.addNote({LoadNote::Kind::NoDebugInformation, 0, {}});
}

} // namespace tileline
