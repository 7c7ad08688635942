// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"
#include "core/profile/reading/valueevents.h"

#include <string_view>

namespace tileline {

/// Maximum nesting depth of debug information. Deeper input is refused.
inline constexpr size_t MaxNesting = 64;

/// Collects the fields of a debug context that Tileline uses. The caller passes each value of the map with
/// its key. `inputs` and `outputs` are only collected from arrays of texts.
class OperationFields {
public:
    /// A text or number directly in the map; `field` is its key. Anything else is left out.
    void add(std::string_view field, const ValueEvent& value);
    /// The same of an array that is the value of `field`: only texts count.
    void addElement(std::string_view field, const ValueEvent& value);

    /// Returns the fields found so far, and starts again with none.
    OperationDebug take();

private:
    OperationDebug m_debug;
};

/// Reads `operation_detail.debug_json`: the fields that Tileline uses, and all fields as JSON. WrongType if
/// it is not a JSON object, NestedTooDeep.
Result<OperationDebug> readOperationDebug(std::string_view json);

} // namespace tileline
