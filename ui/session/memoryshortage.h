// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/translatable.h"

#include <QObject>

#include <new>

namespace tileline {

struct MemoryText {
    TILELINE_TR_FUNCTIONS(ErrorWording)
};

/// The error that is shown when data do not fit into memory.
inline Error memoryError(std::string file = {}) {
    return {ErrorCode::TooLarge, std::move(file), {}, {}, MemoryText::tr("no memory left")};
}

/// Tells the windows that a computation ran out of memory. Code calls report() where no other part of the
/// program shows this error. The program continues with the data that it already has.
class MemoryShortage : public QObject {
    Q_OBJECT
public:
    /// The only instance. The GUI thread must be the first to call this function, because the instance
    /// belongs to the thread of the first call.
    static MemoryShortage& instance() {
        static MemoryShortage shortage;
        return shortage;
    }
    /// May be called from any thread. Emits occurred() in the GUI thread.
    static void report() noexcept {
        try {
            // Passes the name of the signal. If Qt got a pointer to the signal, it would allocate a function
            // object, which clang-tidy reports as a leak.
            QMetaObject::invokeMethod(&instance(), "occurred");
        } catch (const std::bad_alloc&) {
            // No message is shown, because there is not even enough memory for a message.
        }
    }

signals:
    void occurred();
};

} // namespace tileline
