// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/place.h"

namespace tileline {

std::string Place::text() const {
    std::string text(table);
    if (row) {
        text.append(", ").append(key).append(" ").append(std::to_string(*row));
    }
    if (!column.empty()) {
        text.append(", column ").append(column);
    }
    if (entry) {
        text.append(", entry ").append(std::to_string(*entry));
    }
    return text;
}

} // namespace tileline
