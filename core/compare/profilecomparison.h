// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/layers/layers.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// How a ComparedRow differs between the first profile and the second.
enum class ProfileChange : uint8_t { Same, Grew, Shrank, Appeared, Went, Moved };

/// The id that tables and JSON use for a change, for example "grew".
std::string_view idOf(ProfileChange change);

/// A number from each of two profiles; empty for a profile that lacks the number.
struct ComparedValue {
    std::optional<int64_t> first;
    std::optional<int64_t> second;

    /// The second number minus the first; a missing number counts as 0.
    int64_t difference() const { return second.value_or(0) - first.value_or(0); }
    bool operator==(const ComparedValue&) const = default;
};

/// The numbers that two profiles contain about one thing, such as a variable.
struct ComparedRow {
    std::string name;
    std::string kind;                  ///< role or type; empty in a section without roles or types
    std::vector<ComparedValue> values; ///< one number for each measure of the section
    bool isPosition = false; ///< whether the numbers are positions; if so, their difference is not shown
};

/// A table of many things, such as all variables, with the same measures for each of them.
struct ComparedSection {
    std::string_view id;                    ///< name in tables and JSON, such as "variables"
    std::string_view thing;                 ///< what each row is about, such as "variable"
    std::string_view kind;                  ///< what ComparedRow::kind contains, such as "role"; may be empty
    std::vector<std::string_view> measures; ///< names of the numbers, such as "bytes"
    std::vector<ComparedRow> rows{};
    size_t main = 0; ///< position of the measure that decides whether a row grew or shrank

    ProfileChange changeOf(const ComparedRow& row) const;
};

/// The differences between two profiles of one model, for example before and after a change.
///
///     section      a row for each   numbers
///     figures      figure           value
///     categories   category         bytes over all tiles, and on the fullest tile of each profile
///     roles        role             allocated bytes, and the bytes that are live in the step
///                                   with the most live bytes
///     variables    name             the same as for roles
///     operations   name             how often it is listed, the maximum of the not-always-live bytes
///                                   in its steps, cycles
///     programs     type             number of programs, bytes of exchange code
///     vertices     name             bytes of code
///     steps        step             number of the step, not-always-live bytes
///     tiles        tile             bytes with gaps, as Poplar counted them
///
/// Steps are aligned by the names of their operation, program and type: the i-th step with certain names in
/// one profile corresponds to the i-th step with these names in the other, unless that would break the order
/// of the steps. Rows of `figures`, `steps` and `tiles` are in the order of the profiles. In the other
/// sections, the row whose main measure differs most comes first (ComparedSection::main), whether it grew or
/// shrank.
struct ProfileComparison {
    std::vector<ComparedSection> sections;
    /// The tile counts of the first and the second profile, if they differ.
    std::optional<std::pair<uint64_t, uint64_t>> otherTiles;
    uint64_t commonPerCent = 100; ///< percentage of bytes in variables whose names occur in both profiles

    /// Whether the profiles are probably of different models.
    bool fewNamesInCommon() const { return commonPerCent < 50; }
    const ComparedSection& section(std::string_view id) const;
    /// For each step of the first profile: the corresponding step of the second profile, or NoId.
    std::vector<uint32_t> alignedSteps() const;
    /// Maps `values`, one for each step of the second profile, to the steps of the first profile. If a step
    /// of the first profile has no counterpart, the preceding value is repeated for it. If a step of the
    /// second profile has no counterpart, its value is compared with the value at the preceding step of the
    /// first profile, and the higher value is kept. So no peak is lost, except before the first step.
    std::vector<uint64_t> onFirstSteps(std::span<const uint64_t> values) const;
};

/// Compares two profiles. `firstLayers` and `secondLayers` are needed to find gradients and operations.
Outcome<ProfileComparison> compareProfiles(const Profile& first, const Layers& firstLayers,
                                           const Profile& second, const Layers& secondLayers,
                                           Progress progress = {}, const std::stop_token& stop = {});

} // namespace tileline
