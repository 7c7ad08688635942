// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/debugcontext.h"

#include <string_view>

namespace tileline {

/// The layer with this name in the file; Other if the name is unknown.
ContextLayer contextLayerOf(std::string_view name);
/// The layer's name in the file; empty for Other.
std::string_view nameOf(ContextLayer layer);

/// The fields in a layer's contexts that hold the name and the type of the operation. Empty if no field does.
struct ContextFieldNames {
    std::string_view operationName;
    std::string_view operationType;
};
ContextFieldNames fieldNamesOf(ContextLayer layer);

} // namespace tileline
