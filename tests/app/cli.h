// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tileline::test {

using Json = nlohmann::json;

/// How a run of the real tileline-cli ended, and what it printed.
struct CliRun {
    int status = -1; ///< exit status; 128 + N where signal N ended it; -1 where it did not start
    QByteArray out;
    QByteArray error;

    /// Standard output as JSON; null where it is none.
    Json json() const { return Json::parse(out.toStdString(), nullptr, false); }
};

/// Runs tileline-cli to its end.
CliRun runCli(const QStringList& arguments);

/// The same with arguments that need not be text.
CliRun runCliRaw(const std::vector<std::string>& arguments);

/// Runs a line of shell in which $cli is tileline-cli, $generate tileline-generate and $report a profile; the
/// exit status is the line's.
CliRun runShell(const QString& line, const QString& directory = {});

/// Writes a synthetic profile with tileline-generate; false where that failed.
bool generateProfile(const QStringList& arguments);

/// Starts tileline-cli; the caller talks to it.
void startCli(QProcess& process, const QStringList& arguments);

/// Path of a fixture's directory.
QString fixture(const std::string& name);

/// A fixture's expected.json.
Json expectedOf(const std::string& name);

/// A row for each fixture, column "fixture".
void addFixtureRows();

} // namespace tileline::test
