// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/sourcereader.h"

namespace tileline {

/// Brings a profile and its debug information together once both are read: links the contexts that the
/// profile uses, finds the operations where the profile has none, says where in the user's source operations
/// come from, and notes what is missing. Errors are about the debug information.
Outcome<Done> joinDebug(LoadJob& job);

} // namespace tileline
