// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tileline {

namespace {

/// How many bytes follow a lead byte, and the range of the first of them (Unicode, table 3-7).
struct Sequence {
    size_t following = 0;
    uint8_t minimum = 0x80;
    uint8_t maximum = 0xBF;
};

bool sequenceOf(uint8_t lead, Sequence& sequence) {
    if (lead < 0xC2 || lead > 0xF4) {
        return false;
    }
    sequence.following = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    sequence.minimum = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    sequence.maximum = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return true;
}

/// The number of bytes of the character from `byte` on, before `end`; 0 if they are not UTF-8.
size_t lengthFrom(const uint8_t* byte, const uint8_t* end) {
    const uint8_t lead = *byte++;
    if (lead < 0x80) {
        return 1;
    }
    Sequence sequence;
    if (!sequenceOf(lead, sequence) || static_cast<size_t>(end - byte) < sequence.following) {
        return 0;
    }
    for (size_t i = 0; i < sequence.following; ++i, ++byte) {
        if (*byte < sequence.minimum || *byte > sequence.maximum) {
            return 0;
        }
        sequence.minimum = 0x80;
        sequence.maximum = 0xBF;
    }
    return sequence.following + 1;
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
