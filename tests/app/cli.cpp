// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"

#include "tests/support/fixtures.h"

#include <QTest>

#include <fstream>

namespace tileline::test {

CliRun runCli(const QStringList& arguments) {
    QProcess process;
    startCli(process, arguments);
    if (!process.waitForFinished(120000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    const int status =
        process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128 + process.exitCode();
    return {status, process.readAllStandardOutput(), process.readAllStandardError()};
}

void startCli(QProcess& process, const QStringList& arguments) {
    process.start(QStringLiteral(TILELINE_CLI), arguments);
    process.waitForStarted();
}

QString fixture(const std::string& name) {
    return QString::fromStdString(fixtureDirectory(name).string());
}

Json expectedOf(const std::string& name) {
    std::ifstream file(fixtureDirectory(name) / "expected.json");
    return Json::parse(file);
}

void addFixtureRows() {
    QTest::addColumn<QString>("fixture");
    for (const std::string& name : fixtureNames()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

} // namespace tileline::test
