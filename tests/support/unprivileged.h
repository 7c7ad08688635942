// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace tileline::test {

/// Within its scope this process, and those that it starts, may do no more than any user: tests of
/// permissions mean nothing to root. Where it is not run by root it changes nothing.
class Unprivileged {
public:
    Unprivileged();
    ~Unprivileged();
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;

private:
    uid_t m_before;
};

} // namespace tileline::test
