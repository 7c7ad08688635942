// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>

using namespace tileline::test;

namespace fs = std::filesystem;

namespace {

/// A command and its arguments. Arguments that are paths in the directory of writeInputs() are its inputs.
const std::vector<QStringList>& rows() {
    const auto row = [](const char* words) { return QString(words).split(' '); };
    static const std::vector<QStringList> all{
        row("info report --debug else/debug.cbor"),
        row("tiles report --debug else/debug.cbor"),
        row("liveness report --debug else/debug.cbor"),
        row("operations report --debug else/debug.cbor"),
        row("layers report --debug else/debug.cbor"),
        row("segments report --debug else/debug.cbor"),
        row("execution report --debug else/debug.cbor"),
        row("insights report --debug else/debug.cbor"),
        row("memory-map report --debug else/debug.cbor --tile 0"),
        row("evaluate report --debug else/debug.cbor --plan m.tileplan"),
        row("timeline report --debug else/debug.cbor --plan m.tileplan --compare-plan n.tileplan"),
        row("explain report --debug else/debug.cbor --plan m.tileplan"),
        row("explain report --message message.txt"),
        row("solve report --debug else/debug.cbor --plan m.tileplan"),
        row("affinity report --debug else/debug.cbor"),
        row("communication report --debug else/debug.cbor"),
        row("diagnose report --debug else/debug.cbor"),
        row("summary report"),
        row("compare report else"),
        row("compare m.tileplan compiled --profile report"),
        row("report report --debug else/debug.cbor --plan m.tileplan --compare-plan n.tileplan"),
        row("export report --debug else/debug.cbor --plan m.tileplan --check-model model.txt"),
        row("export report --splits 2 --framework popart"),
        row("export report --splits 2 --framework optimum --base base.json"),
        row("import split.json report --debug else/debug.cbor"),
        row("plan show m.tileplan"),
        row("plan diff m.tileplan n.tileplan"),
        row("plan convert m.tileplan report --debug else/debug.cbor"),
        row("convert report --debug else/debug.cbor"),
        row("popliner report/profile.tileline else/debug.cbor --layer-breakdown"),
        row("popliner poplar/profile.pop poplar/debug.cbor"),
    };
    return all;
}

const QStringList Outputs{"--output", "--annotations", "--save-to-file", "--trace"};

/// An output may replace the document whose other keys it keeps.
constexpr const char* Base = "base.json";

using Contents = std::map<std::string, std::string>;

Contents contentsOf(const fs::path& directory) {
    Contents contents;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
        if (!entry.is_directory()) {
            contents[entry.path().string()] = readAll(entry.path());
        }
    }
    return contents;
}

void writeInputs(const fs::path& directory) {
    for (const char* name : {"report", "else", "poplar"}) {
        fs::create_directory(directory / name);
    }
    copyReport("bert-tiny-inf", directory / "report");
    fs::rename(directory / "report/debug.cbor", directory / "else/debug.cbor");
    copyProfile("bert-tiny-inf", directory / "else");
    copyPoplarReport("pipeline-marked-tiny", directory / "poplar");
    for (const char* plan : {"m.tileplan", "n.tileplan"}) {
        writeFile(directory / plan,
                  R"({"format": "tileplan", "version": 2, "plans": [{"name": "mine", "splits": ["2"]}]})");
    }
    writeFile(directory / "message.txt",
              "Out of memory on tile 3: 826928 bytes used but tiles only have 638976 bytes of memory\n");
    writeFile(directory / "model.txt", "Model(\n  (Embedding): Linear()\n  (Layer2): Linear()\n)\n");
    writeFile(directory / "split.json", R"({"layers_per_ipu": [2, 2]})");
    writeFile(directory / Base, R"({"other": 1})");
}

QString helpOf(const QStringList& command) {
    return QString::fromUtf8(runCli(command + QStringList{"--help"}).out);
}

QStringList matches(const QString& text, const char* expression) {
    QStringList found;
    auto all = QRegularExpression(expression, QRegularExpression::MultilineOption).globalMatch(text);
    while (all.hasNext()) {
        found += all.next().captured(1);
    }
    return found;
}

/// The commands that do something, with all words of their names.
std::vector<QStringList> commandsBelow(const QStringList& command) {
    const QString help = helpOf(command);
    const qsizetype list = help.indexOf("\nSubcommands:\n");
    if (list < 0) {
        return {command};
    }
    std::vector<QStringList> commands;
    const QString below = help.mid(list + 1);
    for (const QString& name : matches(below.left(below.indexOf("\n\n")), R"(^  ([a-z]+) )")) {
        const auto found = commandsBelow(command + QStringList{name});
        commands.insert(commands.end(), found.begin(), found.end());
    }
    return commands;
}

QStringList fileOptionsOf(const QString& help) {
    return matches(help, R"(^  (?:-\w,)?(--[a-z-]+) FILE\b)");
}

} // namespace

/// No output of a command replaces a file that the command has read.
class TestCliInputs : public QObject {
    Q_OBJECT

private slots:
    /// Every new command, and every new option that takes a file, needs a row.
    void everyCommandHasARow() {
        const auto commands = commandsBelow({});
        QVERIFY(commands.size() > 20);
        for (const QStringList& command : commands) {
            const QStringList options = fileOptionsOf(helpOf(command));
            QStringList covered = Outputs;
            bool found = false;
            for (const QStringList& row : rows()) {
                if (row.mid(0, command.size()) == command) {
                    found = true;
                    covered += row;
                }
            }
            QVERIFY2(found || !options.contains("--output"), qPrintable(command.join(' ')));
            for (const QString& option : options) {
                QVERIFY2(covered.contains(option), qPrintable(command.join(' ') + " " + option));
            }
        }
    }

    void outputsReplaceNoInput_data() {
        QTest::addColumn<QStringList>("words");
        for (const QStringList& row : rows()) {
            QTest::newRow(qPrintable(row.join(' '))) << row;
        }
    }
    void outputsReplaceNoInput() {
        QFETCH(const QStringList, words);
        const TemporaryDirectory directory;
        writeInputs(directory.path());
        if (words.contains("compiled")) {
            QVERIFY(generateProfile({"bert-base", "--layers", "4", "--tiles", "8", "--ipus", "2", "-o",
                                     pathText(directory / "compiled")}));
        }
        QStringList arguments;
        std::vector<fs::path> inputs;
        for (const QString& word : words) {
            const fs::path path = directory / word.toStdString();
            // The first word is a command, even if a directory has the same name.
            if (arguments.isEmpty() || !fs::exists(path)) {
                arguments += word;
                continue;
            }
            arguments += pathText(path);
            if (fs::is_regular_file(path)) {
                inputs.push_back(path);
            } else {
                std::copy(fs::directory_iterator(path), {}, std::back_inserter(inputs));
            }
        }
        QVERIFY(!inputs.empty());
        const QStringList options = fileOptionsOf(helpOf(words.mid(0, words[0] == "plan" ? 2 : 1)));
        for (const QString& option : Outputs) {
            const bool python = option == "--annotations" && words.contains("optimum");
            if (!options.contains(option) || python) {
                continue;
            }
            const fs::path fresh = directory / "fresh";
            const CliRun normal = runCli(arguments + QStringList{option, pathText(fresh)});
            QVERIFY2((normal.status == 0 || normal.status == 1) && fs::remove(fresh), normal.error);
            fs::remove(directory / "debug.cbor"); // convert copies it beside its output
            for (const fs::path& input : inputs) {
                if (input.filename() != Base) {
                    fs::create_symlink(input, directory / "symbolic");
                    fs::create_hard_link(input, directory / "hard");
                    for (const fs::path& path : {input, directory / "symbolic", directory / "hard"}) {
                        refuses(arguments + QStringList{option, pathText(path)}, directory.path());
                    }
                    fs::remove(directory / "symbolic");
                    fs::remove(directory / "hard");
                }
            }
        }
    }

    /// Standard input is an input, too.
    void theFileOnStandardInput() {
        const TemporaryDirectory directory;
        writeInputs(directory.path());
        const Contents before = contentsOf(directory.path());
        const CliRun run =
            runShell("$cli import - report -o split.json < split.json", pathText(directory.path()));
        QCOMPARE(run.status, 2);
        QVERIFY(contentsOf(directory.path()) == before);
    }

    void theDocumentWhoseKeysAreKept() {
        const TemporaryDirectory directory;
        writeInputs(directory.path());
        const CliRun run =
            runShell("$cli export report --splits 2 --framework optimum --base base.json -o base.json",
                     pathText(directory.path()));
        QCOMPARE(run.status, 0);
        const std::string written = readAll(directory / Base);
        QVERIFY(written.find("\"other\"") != std::string::npos);
        QVERIFY(written.find("layers_per_ipu") != std::string::npos);
    }

    /// A conversion can be repeated: it replaces its own earlier output, and no other profile.
    void aConversionCanBeRepeated() {
        const TemporaryDirectory directory;
        writeInputs(directory.path());
        for (const char* line :
             {"$cli convert poplar -o made.tileline", "$cli popliner poplar --save-to-file made.tileline"}) {
            for (int round = 0; round < 2; ++round) {
                const CliRun run = runShell(line, pathText(directory.path()));
                QVERIFY2(run.status == 0, run.error);
            }
            const Contents before = contentsOf(directory.path());
            const CliRun own =
                runShell("$cli convert made.tileline -o made.tileline", pathText(directory.path()));
            QCOMPARE(own.status, 2);
            const CliRun foreign = runShell(QString(line).replace("made.tileline", "else/debug.cbor"),
                                            pathText(directory.path()));
            QCOMPARE(foreign.status, 2);
            QVERIFY(contentsOf(directory.path()) == before);
        }
    }

private:
    static void refuses(const QStringList& arguments, const fs::path& directory) {
        const Contents before = contentsOf(directory);
        const CliRun run = runCli(arguments);
        const QByteArray what = arguments.join(' ').toUtf8() + '\n' + run.error;
        QVERIFY2(contentsOf(directory) == before, what);
        QVERIFY2(run.status == 2, what);
        QVERIFY2(run.error.contains(arguments[arguments.size() - 2].toUtf8()), what);
        QVERIFY2(run.error.contains(arguments.last().toUtf8()), what);
        QVERIFY2(run.error.contains("Choose another file"), what);
    }
};

TILELINE_TEST(TestCliInputs)
#include "test_cliinputs.moc"
