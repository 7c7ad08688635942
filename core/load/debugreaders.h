// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/sourcereader.h"

namespace tileline {

/// Reads debug.cbor as Poplar writes it.
class CborDebugReader : public SourceReader {
public:
    SourceKind kind() const override { return SourceKind::DebugInformation; }
    bool canRead(const FileHead& head) const override;
    Result<Done> check(const FileHead& head) const override;
    Outcome<Done> read(const FileHead& head, LoadJob& job) const override;
};

/// Reads debug.json: the same content as JSON.
class JsonDebugReader : public SourceReader {
public:
    SourceKind kind() const override { return SourceKind::DebugInformation; }
    bool canRead(const FileHead& head) const override;
    Result<Done> check(const FileHead& head) const override;
    Outcome<Done> read(const FileHead& head, LoadJob& job) const override;
};

} // namespace tileline
