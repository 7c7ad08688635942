// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"

#include "tests/support/fixtures.h"

#include <QTest>

namespace tileline::test {

namespace {

CliRun endOf(QProcess& process) {
    if (!process.waitForFinished(120000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    const int status =
        process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128 + process.exitCode();
    return {status, process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Quotes any bytes except NUL for bash.
QString quoted(const std::string& bytes) {
    QString text("$'");
    for (const char byte : bytes) {
        text += QStringLiteral("\\%1").arg(static_cast<unsigned char>(byte), 3, 8, QChar('0'));
    }
    return text + "'";
}

} // namespace

QString pathText(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

CliRun runCli(const QStringList& arguments) {
    QProcess process;
    startCli(process, arguments);
    return endOf(process);
}

CliRun runCliRaw(const std::vector<std::string>& arguments) {
    QString line("exec \"$cli\"");
    for (const std::string& argument : arguments) {
        line += " " + quoted(argument);
    }
    return runShell(line);
}

CliRun runShell(const QString& line, const QString& directory) {
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("cli", QStringLiteral(TILELINE_CLI));
    environment.insert("generate", QStringLiteral(TILELINE_GENERATE));
    environment.insert("report", fixture("bert-tiny-inf"));
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(directory);
    // Without -p, bash would give up the effective user under which a test runs.
    shell.start("/bin/bash", {"-p", "-c", line});
    return endOf(shell);
}

bool generateProfile(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(TILELINE_GENERATE), arguments);
    return endOf(process).status == 0;
}

void startCli(QProcess& process, const QStringList& arguments) {
    process.start(QStringLiteral(TILELINE_CLI), arguments);
    process.waitForStarted();
}

QString fixture(const std::string& name) {
    return QString::fromStdString(fixtureDirectory(name).string());
}

void addFixtureRows() {
    QTest::addColumn<QString>("fixture");
    for (const std::string& name : fixtureNames()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

} // namespace tileline::test
