// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/sourcereader.h"

namespace tileline {

class ChunkedFile;
class ContextReceiver;

/// Reads debug information, in whichever notation: as a stream, keeping only what is used.
class DebugReader : public SourceReader {
public:
    SourceKind kind() const override { return SourceKind::DebugInformation; }
    Result<Done> check(const FileHeader& header) const override;
    Outcome<Done> read(const FileHeader& header, LoadJob& job) const override;

private:
    /// Sends the file's values to `receiver`, which may end the parse early.
    virtual Outcome<Done> parse(ChunkedFile& file, const FileHeader& header,
                                ContextReceiver& receiver) const = 0;
};

/// debug.cbor as Poplar writes it.
class CborDebugReader : public DebugReader {
public:
    bool canRead(const FileHeader& header) const override;

private:
    Outcome<Done> parse(ChunkedFile& file, const FileHeader& header,
                        ContextReceiver& receiver) const override;
};

/// debug.json: the same content as JSON.
class JsonDebugReader : public DebugReader {
public:
    bool canRead(const FileHeader& header) const override;

private:
    Outcome<Done> parse(ChunkedFile& file, const FileHeader& header,
                        ContextReceiver& receiver) const override;
};

} // namespace tileline
