// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Gives a struct a tr() that only marks a text for lupdate. The window translates the text later, in this
/// context. lupdate treats the macro as Qt's own Q_DECLARE_TR_FUNCTIONS (translations/CMakeLists.txt).
#define TILELINE_TR_FUNCTIONS(context)                                                                       \
    static constexpr const char* tr(const char* english) {                                                   \
        return english;                                                                                      \
    }
