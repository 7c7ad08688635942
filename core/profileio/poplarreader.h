// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/sourcereader.h"

namespace tileline {

/// Knows Poplar's own profile.pop, whose schema is not published: it can only be converted.
class PoplarReader : public SourceReader {
public:
    SourceKind kind() const override { return SourceKind::PoplarProfile; }
    bool canRead(const FileHeader& header) const override;
    Result<Done> check(const FileHeader& header) const override;
    Outcome<Done> read(const FileHeader& header, LoadJob& job) const override;
};

} // namespace tileline
