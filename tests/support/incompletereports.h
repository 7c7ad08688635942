// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/profilefiles.h"

#include <QTest>

namespace tileline::test {

/// Adds a row for each kind of report for which no plan can be made. The column "remedy" has a part of the
/// text that the user sees.
inline void addIncompleteReports() {
    QTest::addColumn<QString>("sql");
    QTest::addColumn<bool>("debug");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("no lowered variables")
        << QStringLiteral("DELETE FROM vars_info") << true << QStringLiteral("autoReport.outputLoweredVars");
    QTest::newRow("no operations") << QString() << false << QStringLiteral("debug.cbor");
}

/// Writes the report of the current row to `directory`, made from the fixture pipeline-marked-tiny. Returns
/// the path of the profile.
inline std::filesystem::path writeIncompleteReport(const std::filesystem::path& directory) {
    QFETCH(QString, sql);
    QFETCH(bool, debug);
    auto profile = copyPoplarReport("pipeline-marked-tiny", directory, sql.toStdString());
    if (!debug) {
        std::filesystem::remove(directory / "debug.cbor");
    }
    return profile;
}

} // namespace tileline::test
