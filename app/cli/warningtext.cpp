// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/warningtext.h"

#include "app/cli/aligned.h"

namespace tileline::cli {

std::string textOf(const LoadNote& note) {
    const std::string count = std::to_string(note.count);
    switch (note.kind) {
    case LoadNote::Kind::OperationsFromDebug:
        return "The profile has no operation tables: operations come from the debug information.";
    case LoadNote::Kind::NoDebugInformation:
        return "There is no debug information beside the profile: no source lines.";
    case LoadNote::Kind::DebugFromOtherProfile:
        return "The debug information names none of the profile's contexts: is it from another profile?";
    case LoadNote::Kind::NoExecution:
        return "The model was not run: there is no execution.";
    case LoadNote::Kind::SeveralIpusOrReplicas:
        return "The profile was made with replication or for several IPUs: the estimate does not hold.";
    case LoadNote::Kind::UnknownParentContexts:
        return count + " debug contexts have a parent that is not in the file.";
    case LoadNote::Kind::OperationsWithoutSteps:
        return count + " operations have programs that occur in no liveness step.";
    case LoadNote::Kind::NoOperations:
        return "There is no debug information with operations: there are no layers to split.";
    case LoadNote::Kind::NoLoweredVariables:
        return "The profile holds no lowered variables, so no memory estimate is possible. Compile again "
               "with "
               "the engine option autoReport.outputLoweredVars.";
    case LoadNote::Kind::NewerFormat:
        return "Poplar wrote version " + printable(note.detail) +
               " of its profile, which is newer than the versions that Tileline knows.";
    case LoadNote::Kind::MissingInSource:
        return "The exporter could not get this part: " + printable(note.detail);
    }
    return printable(note.detail);
}

std::string textOf(const LayerWarning& warning) {
    const std::string count = std::to_string(warning.count);
    switch (warning.kind) {
    case LayerWarning::Kind::FewOperationsInLayers:
        return "Layers were found for only " + count +
               " % of the operations. Check --layer-name-regex against the names that "
               "`tileline-cli operations` lists.";
    case LayerWarning::Kind::CallSpansLayers:
        return count + " calls have inputs from several layers (the first is " + printable(warning.detail) +
               "). Recompile with POPART_POPLINER_OUTLINER_REGEX set to the layer regex.";
    case LayerWarning::Kind::SeveralIpusOrReplicas:
        return "The profile was made with replication or for several IPUs: the estimate does not hold.";
    case LayerWarning::Kind::NoLayers:
        return "The layer regex matches no operation: there is nothing to split.";
    }
    return printable(warning.detail);
}

} // namespace tileline::cli
