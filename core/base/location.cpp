// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/location.h"

namespace tileline {

std::string Location::text() const {
    std::string text(table);
    const auto add = [&text](std::string_view what, std::string_view value) {
        text.append(text.empty() ? "" : ", ").append(what).append(what.empty() ? "" : " ").append(value);
    };
    if (row) {
        add(key, std::to_string(*row));
    }
    if (!column.empty()) {
        add("column", column);
    }
    if (entry) {
        add("entry", std::to_string(*entry));
    }
    return text;
}

} // namespace tileline
