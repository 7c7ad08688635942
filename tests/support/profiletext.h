// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <filesystem>
#include <string_view>

namespace tileline::test {

/// A profile from a few lines of text, for tests that are easy to read. Each line is a statement. Words are
/// separated by blanks, and `#` begins a comment. Programs, variables and so on have names; operations are
/// numbered.
///
///     tiles 2 per-ipu 2
///     steps load matmul store                            # program of each liveness step
///     class always 0-3                                   # intervals [start, end); several if wanted
///     class once 1-2
///     var weights class always bytes 100 50              # one lowered variable on each tile with bytes
///     var x class once bytes 0 8
///     code MatMul 40 40                                  # code bytes of a vertex by tile
///     vertex half MatMul 16                              # a vertex type: vertex name, size of its state
///     cs c0 half 3 3                                     # vertices of a type by tile; repeat for more types
///     program load DoExchange code 20 24 vars x
///     program matmul OnTileExecute cs c0 control 4 4 vars weights x
///     program store Sync
///     program main Sequence children load matmul store
///     root main
///     op layer.0/MatMul programs load matmul vars weights x steps 0-1 inputs x outputs y instance 7
///     op - programs store steps 2-2 tensor t             # "-": an empty name; steps include both ends
///     again 0                                            # operation 0 is listed once more
///     estimated matmul 90 30                             # cycles by tile
///     ran matmul 100-180 balance 0.8                     # the next step of the only run: cycles from and to
///     ran matmul 200-290 cycles 90 60                    # cycles by tile
///
/// Throws std::runtime_error with the line if the text is not valid.
ProfilePtr profileFromText(std::string_view text);

/// Writes a profile to `directory`/profile.tileline and returns the path.
std::filesystem::path writeTemporaryProfile(const Profile& profile, const std::filesystem::path& directory);

} // namespace tileline::test
