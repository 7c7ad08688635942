// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sourcereader.h"

namespace tileline {

/// Reads Poplar's own profile.pop, schema major 3.
class PoplarReader : public SourceReader {
public:
    bool canRead(const FileHeader& header) const override;
    Result<Done> check(const FileHeader& header) const override;
    Outcome<Done> read(const FileHeader& header, LoadJob& job) const override;
};

} // namespace tileline
