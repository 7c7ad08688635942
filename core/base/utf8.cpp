// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tileline {

namespace {

/// The number of bytes of the character from `byte` on, before `end`; 0 if they are not UTF-8 (Unicode, table
/// 3-7).
size_t lengthFrom(const uint8_t* byte, const uint8_t* end) {
    const uint8_t lead = *byte++;
    if (lead < 0x80) {
        return 1;
    }
    const ptrdiff_t following = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    if (lead < 0xC2 || lead > 0xF4 || end - byte < following) {
        return 0;
    }
    // Of the bytes that follow, the first one has a smaller range after some lead bytes.
    const uint8_t minimum = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const uint8_t maximum = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    const auto continues = [](uint8_t next) { return next >= 0x80 && next <= 0xBF; };
    return *byte >= minimum && *byte <= maximum && std::all_of(byte + 1, byte + following, continues)
               ? static_cast<size_t>(following) + 1
               : 0;
}

/// Skips plain ASCII, eight bytes at a time.
const uint8_t* skipAscii(const uint8_t* byte, const uint8_t* end) {
    uint64_t word = 0;
    while (static_cast<size_t>(end - byte) >= sizeof word) {
        std::memcpy(&word, byte, sizeof word);
        if ((word & 0x8080808080808080U) != 0) {
            break;
        }
        byte += sizeof word;
    }
    return byte;
}

} // namespace

bool isUtf8(std::string_view text) {
    const auto* byte = reinterpret_cast<const uint8_t*>(text.data());
    const auto* const end = byte + text.size();
    while (byte != end) {
        byte = skipAscii(byte, end);
        if (byte == end) {
            break;
        }
        const size_t length = lengthFrom(byte, end);
        if (length == 0) {
            return false;
        }
        byte += length;
    }
    return true;
}

size_t utf8Length(std::string_view text) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
    return text.empty() ? 0 : lengthFrom(bytes, bytes + text.size());
}

} // namespace tileline
