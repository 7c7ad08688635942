// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/operation.h"
#include "core/profileio/valueevents.h"

#include <string_view>

namespace tileline {

/// The deepest nesting of debug information that makes any sense. What nests deeper is refused.
inline constexpr size_t MaxNesting = 64;

/// Picks the fields of a debug context that Tileline uses out of the values of a map: the caller tells it
/// the field, then the values. `inputs` counts where it is an array of texts.
class OperationFields {
public:
    /// A value directly in the map: `field` is its key.
    void text(std::string_view field, std::string_view value);
    void number(std::string_view field, const Number& value);
    /// A text in an array that is the value of `field`.
    void element(std::string_view field, std::string_view value);

    /// What was found so far; forgets it.
    OperationDebug take();

private:
    OperationDebug m_debug;
};

/// Reads `operation_detail.debug_json`: the fields that Tileline uses, and all of them as JSON. WrongType
/// where it is no JSON object, NestedTooDeep.
Result<OperationDebug> readOperationDebug(std::string_view json);

} // namespace tileline
