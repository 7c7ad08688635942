// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sourcereader.h"

namespace tileline {

/// Reads Tileline profiles, version 1.
class TilelineReader : public SourceReader {
public:
    bool canRead(const FileHeader& header) const override;
    Result<Done> check(const FileHeader& header) const override;
    Outcome<Done> read(const FileHeader& header, LoadJob& job) const override;
};

/// Whether a Tileline profile was not made of `profile`: its target differs, or the number of variables,
/// compute sets or vertex types. Reads little of the file.
Outcome<bool> holdsAnotherProfile(const std::filesystem::path& file, const Profile& profile,
                                  const std::stop_token& stop);

} // namespace tileline
