// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/expected.h"

#include <QByteArray>
#include <QProcess>
#include <QStringList>

#include <filesystem>
#include <string>
#include <vector>

namespace tileline::test {

using Json = nlohmann::json;

/// How a run of the real tileline-cli ended, and what it printed.
struct CliRun {
    int status = -1; ///< exit status; 128 + N if signal N ended the program; -1 if the program did not start
    QByteArray out;
    QByteArray error;

    /// Standard output as JSON; null if it is not JSON.
    Json json() const { return Json::parse(out.toStdString(), nullptr, false); }
};

/// A path as an argument.
QString pathText(const std::filesystem::path& path);

/// Runs tileline-cli and waits until it ends.
CliRun runCli(const QStringList& arguments);

/// Like run(), for arguments that need not be text.
CliRun runCliRaw(const std::vector<std::string>& arguments);

/// Runs a shell line in which $cli is tileline-cli, $generate is tileline-generate and $report is a profile.
/// Returns the line's exit status.
CliRun runShell(const QString& line, const QString& directory = {});

/// Writes a synthetic profile with tileline-generate. Returns false if that failed.
bool generateProfile(const QStringList& arguments);

/// Starts tileline-cli. The caller communicates with it.
void startCli(QProcess& process, const QStringList& arguments);

/// Path of a fixture's directory.
QString fixture(const std::string& name);

/// Adds a row for each fixture, with the column "fixture".
void addFixtureRows();

} // namespace tileline::test
