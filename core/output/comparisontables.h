// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "core/tables/tables.h"

#include <span>

namespace tileline {

// The tables of comparisons, which the command line and the window show. Differences are the actual bytes
// without the estimated ones, or those of the second profile without those of the first.

/// A row for each IPU of a plan and of the pipeline that was compiled from it. Cells are empty where one of
/// the two does not have the IPU. `error` is up to 1.
Table comparedIpusTable(const CompiledComparison& comparison);

/// A row for each thing that an IPU holds, IPU by IPU, the largest difference on the fullest tile first.
Table heldDifferencesTable(std::span<const ComparedIpu> ipus);

/// The sums of groups of `differences`, the rows of heldDifferencesTable() for one IPU. `key`: the column
/// whose cell the rows of a group share.
Table differenceGroupsTable(const Table& differences, std::string_view key);

/// A row for each row of a section: side by side, with the difference of each number.
Table comparedSectionTable(const ComparedSection& section);

/// Everything as one table: a row for each number of each row of each section.
Table profileDifferencesTable(const ProfileComparison& comparison);

} // namespace tileline
