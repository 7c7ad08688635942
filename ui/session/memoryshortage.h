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

/// The error for data that did not fit into memory.
inline Error memoryError(std::string file = {}) {
    return {ErrorCode::TooLarge, std::move(file), {}, {}, MemoryText::tr("no memory left")};
}

/// Tells the windows that a computation failed for lack of memory, if no other part of the program shows the
/// failure. The program continues with the data that it has.
class MemoryShortage : public QObject {
    Q_OBJECT
public:
    /// The only instance. It lives in the thread of the first call, which must be the GUI thread.
    static MemoryShortage& instance();
    /// May be called from any thread. Emits occurred() in the GUI thread.
    static void report() noexcept;

signals:
    void occurred();
};

} // namespace tileline
