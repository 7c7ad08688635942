// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/temporarydirectory.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace tileline::test {

TemporaryDirectory::TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tileline-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), pattern);
    }
    // What lies beside temporary directories must not count: a profile's debug information may be one
    // directory up.
    m_path = std::filesystem::path(pattern) / "files";
    std::filesystem::create_directory(m_path);
    using std::filesystem::perms;
    std::filesystem::permissions(m_path, perms::owner_all);
    std::filesystem::permissions(pattern, perms::owner_all | perms::group_exec | perms::others_exec);
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path.parent_path(), ignored);
}

} // namespace tileline::test
