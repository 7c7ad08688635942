// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace tileline {

/// The kind of a file that was read.
enum class InputKind { Profile, DebugInformation, PlanFile, Other };

/// A file that was read. While an InputFilePtr to it exists, TemporaryFile refuses to replace it, whether by
/// its path, a symbolic link to it, or another hard link.
struct InputFile {
    std::filesystem::path path;
    InputKind kind{};
};
using InputFilePtr = std::shared_ptr<const InputFile>;

InputFilePtr holdInput(std::filesystem::path path, InputKind kind);

/// Fails with BadArgument if `path` leads to a file that is held (see InputFile) as any kind but
/// `replaceable`.
Result<Done> checkNoInput(const std::filesystem::path& path, std::optional<InputKind> replaceable = {});

} // namespace tileline
