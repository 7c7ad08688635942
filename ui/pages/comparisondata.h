// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"
#include "ui/tables/tabledata.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace tileline {

/// A table of a comparison, and what it is called.
struct ComparisonTable {
    QString title;
    TableDataPtr data;
};

/// A plan and its compiled pipeline: the IPUs, what they hold by category, role and cause, and everything by
/// itself.
std::vector<ComparisonTable> comparisonTables(const CompiledComparison& comparison);
/// Two profiles: a table for each section.
std::vector<ComparisonTable> comparisonTables(const ProfileComparison& comparison);

/// How far the estimate was off, in one sentence.
QString errorSentence(const CompiledComparison& comparison);
/// What a reader should know.
QStringList noteTexts(const CompiledComparison& comparison);
QStringList noteTexts(const ProfileComparison& comparison);

} // namespace tileline
