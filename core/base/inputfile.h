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

/// A file that was read. While an InputFilePtr refers to the file, TemporaryFile refuses to replace the file,
/// even if the caller passes a symbolic link or another hard link to it.
struct InputFile {
    std::filesystem::path path;
    InputKind kind{};
};
using InputFilePtr = std::shared_ptr<const InputFile>;

InputFilePtr holdInput(std::filesystem::path path, InputKind kind);

/// Fails with BadArgument if an InputFilePtr refers to the file at `path`, unless the kind of that file
/// equals `replaceable`.
Result<Done> checkNoInput(const std::filesystem::path& path, std::optional<InputKind> replaceable = {});

} // namespace tileline
