// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/debugcontext.h"
#include "core/profileio/debug/stringpool.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace tileline {

/// A debug context while its file is being read: small, because there are millions, and with its names as
/// positions in a string table that may still be to come.
struct RawContext {
    uint64_t id = 0;
    uint64_t parent = 0;
    uint32_t file = NoId;     ///< position in the string table
    uint32_t function = NoId; ///< position in the string table
    uint32_t line = 0;
    uint32_t fields = NoId; ///< position in DebugStore::fields
    ContextLayer layer = ContextLayer::Other;
    bool discard = false;
};

/// The fields of a context that can be an operation.
struct RawFields {
    std::string operationName;
    std::string operationType;
    OperationDebug debug;
};

/// What a file of debug information said.
struct DebugStore {
    bool wantsOperations = false; ///< keep what operations are made of, not only where they come from
    bool filled = false;
    uint64_t fileBytes = 0; ///< of the file; no list in it can be longer
    std::vector<RawContext> contexts;
    std::vector<RawFields> fields;
    StringPool strings;
    std::vector<bool> wantedStrings; ///< by position in the string table: a context names it
};

/// Contexts ready for use, and how many name a parent that the file does not have.
struct LinkedContexts {
    std::shared_ptr<const DebugContexts> contexts;
    uint64_t unknownParents = 0;
    bool anyUsed = false;
};

/// Keeps the contexts that `used` names and all above them. Empties `store`. DuplicateId, UnknownId (a
/// string that is not there), CyclicContexts.
Outcome<LinkedContexts> linkContexts(DebugStore&& store, const std::vector<uint64_t>& used,
                                     const std::stop_token& stop);

} // namespace tileline
