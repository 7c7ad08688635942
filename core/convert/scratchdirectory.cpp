// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/scratchdirectory.h"

#include "core/base/textfile.h"

#include <cerrno>
#include <cstdlib>

namespace tileline {

Result<ScratchDirectory> ScratchDirectory::make(const std::filesystem::path& parent) {
    std::string name = (parent / (std::string(Prefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) {
        return writeError(parent, errno);
    }
    return ScratchDirectory(std::filesystem::path(name));
}

ScratchDirectory::~ScratchDirectory() {
    if (!m_path.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
}

ScratchDirectory::ScratchDirectory(ScratchDirectory&& other) noexcept
    : m_path(std::exchange(other.m_path, {})) {
}

} // namespace tileline
