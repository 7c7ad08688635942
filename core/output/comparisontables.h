// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "core/tables/tables.h"

#include <span>

namespace tileline {

// Tables about comparisons. Between a plan and the pipeline compiled from it, a difference is the actual
// bytes minus the estimated bytes. Between two profiles, it is the second number minus the first.

/// A row for each IPU of a plan and of the pipeline that was compiled from it. If an IPU occurs in only one
/// of the two, the cells for the other one and the differences are empty. 1 in the column `error` is 100 %.
Table comparedIpusTable(const CompiledComparison& comparison);

/// A row for each HeldDifference: by IPU, then by difference on the fullest tile, largest first.
Table heldDifferencesTable(std::span<const ComparedIpu> ipus);

/// Groups `differences`, the rows of heldDifferencesTable() for one IPU, by the column `key`. Each row of the
/// result has the sums of a group.
Table differenceGroupsTable(const Table& differences, std::string_view key);

/// A row for each row of a section: each number in both profiles, and the difference of the two.
Table comparedSectionTable(const ComparedSection& section);

/// Joins two tables that have the same columns and come from two profiles. Rows with the same text in the
/// column `name` are joined; of several rows with the same text, the first of `first` with the first of
/// `second`, and so on. Each of the columns `measures` becomes three columns, as in comparedSectionTable().
/// The row with the largest difference in the first measure comes first. `rows`, if not null, gets the number
/// in `first` of each row of the result, or NoId for a row that only `second` has.
Table joinedTable(const Table& first, const Table& second, std::string_view name,
                  std::span<const std::string_view> measures, std::vector<uint32_t>* rows = nullptr);

/// The whole comparison as one table: a row for each number of each row of each section.
Table profileDifferencesTable(const ProfileComparison& comparison);

} // namespace tileline
