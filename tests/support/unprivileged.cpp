// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unprivileged.h"

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace tileline::test {

namespace {

/// The user "nobody", who by convention owns no files.
constexpr uid_t Nobody = 65534;

} // namespace

Unprivileged::Unprivileged()
    : m_before(::geteuid()) {
    if (m_before == 0 && ::seteuid(Nobody) != 0) {
        throw std::system_error(errno, std::generic_category(), "seteuid");
    }
}

Unprivileged::~Unprivileged() {
    if (m_before == 0) {
        (void)!::seteuid(m_before);
    }
}

} // namespace tileline::test
