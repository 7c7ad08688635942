// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "core/tables/tables.h"

#include <span>

namespace tileline {

// Tables about comparisons. For a plan and the pipeline compiled from it, a difference is the actual number
// minus the estimated one. For two profiles, it is the second number minus the first.

/// A row for each IPU of a plan or of the pipeline compiled from it. If only one of them uses the IPU, the
/// cells of the other one and of the differences are empty. In the column `error`, 1 means 100 %.
Table comparedIpusTable(const CompiledComparison& comparison);

/// A row for each pass on each IPU of the plan, with the estimated and measured cycles of the IPU's stages.
Table comparedStagesTable(const std::vector<ComparedCycles>& stages);

/// A row for each HeldDifference. Rows are sorted by IPU, and then by the absolute difference on the fullest
/// tile, largest first.
Table heldDifferencesTable(std::span<const ComparedIpu> ipus);

/// Groups `differences`, the rows of heldDifferencesTable() for one IPU, by the column `key`. Each row of the
/// result contains the sums of one group.
Table differenceGroupsTable(const Table& differences, std::string_view key);

/// One row for each row of `section`. Each number has three cells: one for each profile, and the difference.
Table comparedSectionTable(const ComparedSection& section);

/// Joins two tables that have the same columns and come from two profiles. Rows with the same text in the
/// column `name` are joined: the first such row of one table to the first such row of the other table, the
/// second to the second, and so on. Each column that `measures` names becomes three columns, as in
/// comparedSectionTable(). The rows are sorted by the absolute difference in the first measure, largest
/// first. If `rows` is not null, it receives one number for each row of the result: the row's position in
/// `first`, or NoId if only `second` has the row.
Table joinedTable(const Table& first, const Table& second, std::string_view name,
                  std::span<const std::string_view> measures, std::vector<uint32_t>* rows = nullptr);

/// The whole comparison as one table, with a row for each compared number.
Table profileDifferencesTable(const ProfileComparison& comparison);

} // namespace tileline
