// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profilebuilder.h"
#include "core/profileio/debug/debugstore.h"
#include "core/profileio/fileheader.h"
#include "core/profileio/loadmeter.h"
#include "core/profileio/profileloader.h"

#include <functional>
#include <span>

namespace tileline {

/// A load under way: what the readers fill.
struct LoadJob {
    LoadMeter meter;
    ProfileBuilder builder{};
    bool operationsRead = false; ///< the profile has operation tables
    /// To be called once operationsRead is known, long before the profile is read to its end.
    std::function<void()> schemaIsKnown{};
    DebugStore debug{}; ///< what debug information said
};

/// Reads one kind of file. Told apart by content, never by name.
class SourceReader {
public:
    virtual ~SourceReader() = default;
    virtual SourceKind kind() const = 0;
    /// Whether the file's first bytes are this reader's kind.
    virtual bool canRead(const FileHeader& header) const = 0;
    /// What its first bytes say is wrong with it: a version that is not known, a part that is missing.
    virtual Result<Done> check(const FileHeader& header) const = 0;
    virtual Outcome<Done> read(const FileHeader& header, LoadJob& job) const = 0;
};

/// The readers, in the order in which they are asked.
std::span<const SourceReader* const> sourceReaders();

/// The reader of a file; NotAProfile where there is none.
Result<const SourceReader*> findReader(const FileHeader& header);

} // namespace tileline
