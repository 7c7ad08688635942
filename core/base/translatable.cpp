// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"

namespace tileline {

std::string withValues(std::string_view text, const std::vector<std::string>& values) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
        const size_t number =
            text[i] == '%' && i + 1 < text.size() ? static_cast<size_t>(text[i + 1] - '1') : values.size();
        if (number < values.size()) {
            result += values[number];
            ++i;
        } else {
            result += text[i];
        }
    }
    return result;
}

} // namespace tileline
