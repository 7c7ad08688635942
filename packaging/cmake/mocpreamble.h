// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// moc reads this file before every header. With some include orders, moc of Qt 6.4 does not find this macro
// of libstdc++ 12, and then cannot parse `namespace std`.
#define _GLIBCXX_VISIBILITY(visibility)
