// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/source.h"

#include <algorithm>

namespace tileline::test {

/// Bytes in memory that are read like a file. They must outlive the source.
class MemorySource : public Source {
public:
    MemorySource(std::string name, std::span<const std::byte> bytes)
        : Source(std::move(name), {.bytes = bytes.size()})
        , m_bytes(bytes) {}

    Result<size_t> readAt(uint64_t offset, std::span<std::byte> out) const override {
        const auto part = m_bytes.subspan(std::min<size_t>(offset, m_bytes.size()));
        const size_t count = std::min(part.size(), out.size());
        std::copy_n(part.begin(), count, out.begin());
        return count;
    }
    Result<FileStamp> stampNow() const override { return stamp(); }
    bool hasBeside(std::string_view) const override { return false; }

private:
    std::span<const std::byte> m_bytes;
};

} // namespace tileline::test
