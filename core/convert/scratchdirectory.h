// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace tileline {

/// A temporary directory beside a file that is being made. The destructor removes it with all its contents.
class ScratchDirectory {
public:
    /// The names of scratch directories begin with this prefix, by which those of a killed program are
    /// recognised.
    static constexpr std::string_view Prefix = ".tileline-scratch-";

    static Result<ScratchDirectory> make(const std::filesystem::path& parent);
    ~ScratchDirectory();
    ScratchDirectory(ScratchDirectory&& other) noexcept;
    ScratchDirectory& operator=(ScratchDirectory&&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    explicit ScratchDirectory(std::filesystem::path path)
        : m_path(std::move(path)) {}

    std::filesystem::path m_path;
};

} // namespace tileline
