// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/debugcontext.h"

#include <string_view>

namespace tileline {

/// The layer of a context by its name in the file; Other for what is not known.
ContextLayer contextLayerOf(std::string_view name);
/// The name in the file; empty for Other.
std::string_view nameOf(ContextLayer layer);

/// Which fields of a layer's contexts say the name and the type of the operation; empty: none does.
struct ContextFieldNames {
    std::string_view operationName;
    std::string_view operationType;
};
ContextFieldNames fieldNamesOf(ContextLayer layer);

} // namespace tileline
