// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "core/tables/tables.h"

#include <span>

namespace tileline {

// The tables of comparisons, which the command line and the window show. A difference is the actual bytes
// minus the estimated bytes, or the bytes of the second profile minus those of the first.

/// A row for each IPU of a plan and of the pipeline that was compiled from it. If one of them lacks an IPU,
/// its cells are empty. `error` is a share: 1 means 100 %.
Table comparedIpusTable(const CompiledComparison& comparison);

/// A row for each thing that an IPU holds, by IPU; the largest difference on the fullest tile comes first.
Table heldDifferencesTable(std::span<const ComparedIpu> ipus);

/// The sums of groups of `differences`, the rows of heldDifferencesTable() for one IPU. `key` is the column
/// that defines the groups.
Table differenceGroupsTable(const Table& differences, std::string_view key);

/// A row for each row of a section: the values of both profiles and the difference of each number.
Table comparedSectionTable(const ComparedSection& section);

/// Two tables with the same columns, of two profiles, as one. A row belongs to the row with the same text in
/// the first column `name`; of several such rows, the first to the first one, and so on. Each of `measures`
/// becomes three columns, as in comparedSectionTable(). The largest difference of the first measure comes
/// first. `rows`, if not null, gets the row of `first` for each row; NoId for those of `second` alone.
Table joinedTable(const Table& first, const Table& second, std::string_view name,
                  std::span<const std::string_view> measures, std::vector<uint32_t>* rows = nullptr);

/// The whole comparison as one table: a row for each number of each row of each section.
Table profileDifferencesTable(const ProfileComparison& comparison);

} // namespace tileline
