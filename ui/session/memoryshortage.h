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

/// The error for data that did not fit into the memory.
inline Error memoryError(std::string file = {}) {
    return {ErrorCode::TooLarge, std::move(file), {}, {}, MemoryText::tr("no memory left")};
}

/// Tells the windows about a computation that failed because there was not enough memory, if no other part of
/// the program shows this. The program goes on with the data that it has.
class MemoryShortage : public QObject {
    Q_OBJECT
public:
    /// The only instance. It lives in the thread that calls this first, which must be that of the windows.
    static MemoryShortage& instance();
    /// May be called from any thread. Emits occurred() in the thread of the windows.
    static void report() noexcept;

signals:
    void occurred();
};

} // namespace tileline
