// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tileline {

/// How a Call names the programs that it runs.
enum class PoplarCalls : uint8_t {
    AsInProfile,          ///< by its function, if the profile names one, otherwise by its children
    Children,             ///< by its children
    Functions,            ///< by a function, which is invented if the profile names none
    FunctionsAndChildren, ///< by both
};

/// How files with Poplar's schema can differ.
struct PoplarVariant {
    uint32_t minor = 8;           ///< of the schema; before 8, tables that the estimate does not need are
                                  ///< left out
    bool loweredVariables = true; ///< false: as without the engine option autoReport.outputLoweredVars
    bool debugContexts = true;    ///< false: nothing refers to debug information
    PoplarCalls calls = PoplarCalls::AsInProfile;
    bool containerSteps = false;    ///< programs with children are liveness steps too, before their children
    bool execution = true;          ///< false: as if the model had never run
    bool danglingVariables = false; ///< lowered variables without a variable refer to one that has no row
    bool compilationSteps = false;  ///< programs are listed once for each of two compilation steps
};

} // namespace tileline
