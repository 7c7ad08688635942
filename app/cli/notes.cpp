// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/notes.h"

#include "core/wording/warningtext.h"

namespace tileline::cli {

void printNotes(const Profile& profile, Context& context) {
    for (const LoadNote& note : profile.notes) {
        if (voidsPlan(note.kind)) {
            context.warn(textOf(note));
        } else if (note.kind == LoadNote::Kind::OtherProfileBeside) {
            context.note(textOf(note));
        }
    }
}

Outcome<Done> printSelfChecks(const Profile& profile, Context& context) {
    auto checks = TRY(runSelfChecks(profile, context.workers(), context.stop()));
    for (const FailedIdentity& failure : checks.failed) {
        decidesFigures(failure.identity) ? context.warn(textOf(failure)) : context.note(textOf(failure));
    }
    return Done{};
}

} // namespace tileline::cli
