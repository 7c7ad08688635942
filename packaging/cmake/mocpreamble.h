// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Read by moc before every header: moc of Qt 6.4 does not find this macro of libstdc++ 12 in some orders of
// includes, and then can't parse `namespace std`.
#define _GLIBCXX_VISIBILITY(visibility)
