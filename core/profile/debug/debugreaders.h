// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sourcereader.h"

namespace tileline {

class ChunkedFile;
class ContextReceiver;

/// Reads debug information as a stream and keeps only the parts that are used. Derived classes parse CBOR or
/// JSON.
class DebugReader : public SourceReader {
public:
    Result<Done> check(const FileHeader& header) const override;
    Outcome<Done> read(const FileHeader& header, LoadJob& job) const override;

private:
    /// Sends the values in the file to `receiver`, which may end the parse early.
    virtual Outcome<Done> parse(ChunkedFile& file, const FileHeader& header,
                                ContextReceiver& receiver) const = 0;
};

/// Reads a debug.cbor as Poplar writes it.
class CborDebugReader : public DebugReader {
public:
    bool canRead(const FileHeader& header) const override;

private:
    Outcome<Done> parse(ChunkedFile& file, const FileHeader& header,
                        ContextReceiver& receiver) const override;
};

/// Reads a debug.json, which has the same content in JSON.
class JsonDebugReader : public DebugReader {
public:
    bool canRead(const FileHeader& header) const override;

private:
    Outcome<Done> parse(ChunkedFile& file, const FileHeader& header,
                        ContextReceiver& receiver) const override;
};

} // namespace tileline
