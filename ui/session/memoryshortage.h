// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/translatable.h"

#include <QObject>

namespace tileline {

/// Marks a text for translation.
struct MemoryText {
    TILELINE_TR_FUNCTIONS(ErrorWording)
};

/// The text of an error about something that did not fit into the memory.
inline Error memoryError(std::string file = {}) {
    return {ErrorCode::TooLarge, std::move(file), {}, {}, MemoryText::tr("no memory left")};
}

/// Tells the windows that something could not be computed because there was not enough memory, and that
/// nobody else says so. The program goes on with what it has.
class MemoryShortage : public QObject {
    Q_OBJECT
public:
    /// Lives in the thread that calls this first, which is the thread of the windows.
    static MemoryShortage& instance();
    /// May be called from any thread. Emits occurred() in the thread of the windows.
    static void report() noexcept;

signals:
    void occurred();
};

} // namespace tileline
