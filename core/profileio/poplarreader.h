// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/sourcereader.h"

namespace tileline {

/// Recognises Poplar's own profile.pop. Its schema is not published, so read() fails with ForeignProfile; the
/// file has to be converted.
class PoplarReader : public SourceReader {
public:
    bool canRead(const FileHeader& header) const override;
    Result<Done> check(const FileHeader& header) const override;
    Outcome<Done> read(const FileHeader& header, LoadJob& job) const override;
};

} // namespace tileline
