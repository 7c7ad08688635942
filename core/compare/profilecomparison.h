// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/layers/layers.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// What became of something in the second of two profiles.
enum class ProfileChange : uint8_t { Same, Grew, Shrank, Appeared, Went, Moved };

/// "grew"
std::string_view idOf(ProfileChange change);

/// A number of two profiles; empty in the one that lacks it.
struct ComparedValue {
    std::optional<int64_t> first;
    std::optional<int64_t> second;

    /// What is missing counts as 0.
    int64_t difference() const { return second.value_or(0) - first.value_or(0); }
    bool operator==(const ComparedValue&) const = default;
};

/// One thing in two profiles.
struct ComparedRow {
    std::string name;
    std::string kind;                  ///< role, type; empty where the section has none
    std::vector<ComparedValue> values; ///< by measure of the section
    bool isPosition = false;           ///< a step or a tile, whose numbers have no difference
};

/// The same numbers of many things.
struct ComparedSection {
    std::string_view id;                    ///< "variables"
    std::string_view thing;                 ///< what a row is: "variable"
    std::string_view kind;                  ///< what ComparedRow::kind is: "role"; empty if there is none
    std::vector<std::string_view> measures; ///< "bytes"
    std::vector<ComparedRow> rows{};
    size_t main = 0; ///< the measure that says whether a row grew

    ProfileChange changeOf(const ComparedRow& row) const;
};

/// What differs between two profiles of one model: before and after a change, or of two versions of Poplar.
///
///     section      a row for each   numbers
///     figures      figure           value
///     categories   category         bytes over all tiles, and on the fullest tile of each profile
///     roles        role             allocated bytes, and those live in the step with the most live bytes
///     variables    name             the same
///     operations   name             how often it is listed, the maximum of the not-always-live bytes in its
///                                   steps, cycles
///     programs     type             number, bytes of exchange code
///     vertices     name             bytes of code
///     steps        step             number of the step, not-always-live bytes
///     tiles        tile             bytes with gaps, as Poplar counted them
///
/// Steps are aligned: the i-th step of an operation and a program of some name is the i-th such step of the
/// other profile, as far as this keeps the order. Rows are in the order of the profiles in `figures`, `steps`
/// and `tiles`; otherwise the largest difference comes first: of the first number, or of the bytes
/// in the steps of an operation.
struct ProfileComparison {
    std::vector<ComparedSection> sections;
    std::optional<std::pair<uint64_t, uint64_t>> otherTiles; ///< the numbers of tiles, if they differ
    uint64_t commonPerCent = 100; ///< of the bytes of variables: how many have a name of both

    /// Whether the profiles are hardly of one model.
    bool fewNamesInCommon() const { return commonPerCent < 50; }
    const ComparedSection& section(std::string_view id) const;
};

/// `firstLayers` and `secondLayers` are the layers of the profiles, which tell gradients and operations.
Outcome<ProfileComparison> compareProfiles(const Profile& first, const Layers& firstLayers,
                                           const Profile& second, const Layers& secondLayers,
                                           Progress progress = {}, const std::stop_token& stop = {});

} // namespace tileline
