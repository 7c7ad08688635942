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

/// A file that was read. While an InputFilePtr to it exists, TemporaryFile refuses to replace it, even if the
/// caller names it by a symbolic link or by another hard link.
struct InputFile {
    std::filesystem::path path;
    InputKind kind{};
};
using InputFilePtr = std::shared_ptr<const InputFile>;

InputFilePtr holdInput(std::filesystem::path path, InputKind kind);

/// Fails with BadArgument if `path` leads to a held file (see InputFile), unless the kind of that file is
/// `replaceable`.
Result<Done> checkNoInput(const std::filesystem::path& path, std::optional<InputKind> replaceable = {});

} // namespace tileline
