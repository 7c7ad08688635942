// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <optional>
#include <string>
#include <vector>

namespace tileline {

/// One entry of the list of operations (table `operation`). The same code can be called several times, under
/// different names: then several entries share a detail.
struct Operation {
    DetailIndex detail;
    std::string name; ///< as in the profile; core/layers derives PopLiner's name from it
};

/// A place in the user's source.
struct SourceLocation {
    std::string file;
    std::string function;
    uint32_t line = 0; ///< 0 if unknown

    bool operator==(const SourceLocation&) const = default;
};

/// The fields of an operation's debug context that Tileline uses.
struct OperationDebug {
    std::vector<std::string> inputs;       ///< names of its inputs, in order
    std::vector<std::string> outputs;      ///< names of its outputs, in order
    std::string opid;                      ///< "domain.Type:version"; empty if unknown
    std::optional<std::string> instanceId; ///< as text; whole numbers have no decimal point
    std::optional<std::string> tensorId;   ///< set for a tensor
    std::string json;                      ///< all fields, as one JSON object
};

/// What is known about an operation (table `operation_detail`). Its programs and lowered variables are in
/// Profile::operationPrograms and Profile::operationVariables, at the same position.
struct OperationDetail {
    uint32_t uid = 0;
    /// First and last liveness step in which one of its programs runs (inclusive); empty if none of them runs
    /// in any step.
    std::optional<StepIndex> firstStep;
    std::optional<StepIndex> lastStep;
    OperationDebug debug;
    std::optional<SourceLocation> location; ///< from the debug information, if it was read
};

} // namespace tileline
