// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"
#include "core/frameworks/optionline.h"
#include "tests/frameworks/checkconf.h"
#include "tests/frameworks/exportsamples.h"
#include "tests/frameworks/optionlines.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <type_traits>

using namespace tileline;

namespace {

constexpr OptionSource Sources[]{OptionSource::PlanFile, OptionSource::Typed};

/// A line with one change, as an attacker would try it.
std::string changed(const std::string& line, const std::vector<std::string>& others, std::mt19937& random) {
    static const std::vector<std::string> Pieces{
        "(",         ")",           "[",    "]",          "{",           "}",         "\"",        "'",
        "\\",        "\n",          "#",    ";",          ",",           ".",         ":",         "=",
        "*",         "-",           "+",    " ",          "0",           "1e9",       "_",         "()",
        "poptorch.", "poptorch.os", "True", "None",       "f\"\"",       "b''",       "lambda:0",  "x=",
        "\xC2\xA0",  "\t",          "\"\"", " for x in ", " if 1 else ", "__class__", "open('x')", "\\\"",
        "{**",       "0x1",         "\x00"};
    std::string result = line;
    const size_t at = random() % (result.size() + 1);
    switch (random() % 4) {
    case 0:
        return result.insert(at, Pieces[random() % Pieces.size()]);
    case 1:
        return result.erase(at, 1 + random() % 4);
    case 2:
        return result.replace(at, 1, Pieces[random() % Pieces.size()]);
    default: {
        const std::string& other = others[random() % others.size()];
        return result.substr(0, at) + other.substr(random() % (other.size() + 1));
    }
    }
}

} // namespace

/// What is allowed in an options file, which PopTorch runs as Python.
class TestOptionLine : public QObject {
    Q_OBJECT
private slots:
    void goodLines() {
        test::ConfWalk walk;
        for (const OptionSource source : Sources) {
            for (const std::string& line : samples::goodLines()) {
                const OptionLine option(line, source);
                QVERIFY2(option.call(), (line + " " + option.refusal()).c_str());
                QVERIFY(option.refusal().empty());
                QCOMPARE(option.text(), line);
                QCOMPARE(QString::fromStdString(*option.call()), QString::fromStdString(line).trimmed());
                walk.add(*option.call() + "\n");
            }
        }
        QCOMPARE(walk.problem(), QString());
    }

    /// Lines that use files are accepted only if the user typed them.
    void linesThatUseFiles() {
        test::ConfWalk walk;
        for (const std::string& line : samples::fileLines()) {
            const OptionLine typed(line, OptionSource::Typed);
            QVERIFY2(typed.call(), typed.refusal().c_str());
            walk.add(*typed.call() + "\n");
            const OptionLine read(line, OptionSource::PlanFile);
            QVERIFY2(!read.call(), line.c_str());
            QVERIFY(read.call().failure().remedy.find("type it again") != std::string::npos);
            QVERIFY(typed != read);
        }
        QCOMPARE(walk.problem(), QString());
    }

    void badLines() {
        for (const OptionSource source : Sources) {
            for (const std::string& line : samples::badLines()) {
                const OptionLine option(line, source);
                QVERIFY2(!option.call(), line.c_str());
                const Error& error = option.call().failure();
                QCOMPARE(error.code, ErrorCode::ExportRule);
                QVERIFY(error.item.starts_with("column "));
                QVERIFY(!error.expected.empty() && !error.actual.empty() && !error.remedy.empty());
                QCOMPARE(option.text(), line);
                // The text that is shown must be harmless, too.
                for (const std::string& shown : {option.shown(), option.refusal()}) {
                    QVERIFY(
                        std::all_of(shown.begin(), shown.end(), [](char c) { return c >= ' ' && c <= '~'; }));
                }
                PoptorchExportOptions options;
                options.extraLines = {option};
                QCOMPARE(poptorchConf(samples::plan(2), options), poptorchConf(samples::plan(2), {}));
            }
        }
    }

    void sayWhatIsWrong_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("refusal");
        const auto row = [](const char* line, const char* refusal) {
            QTest::newRow(line) << QString(line) << QString(refusal);
        };
        row("foo(1)", "column 1: expected an option of PopTorch that takes literals, found \"foo(1)\"");
        row("randomSeed(1.5)", "column 12: expected a whole number, found \"1.5)\"");
        row("randomSeed(True)", "column 12: expected random_seed: int, found \"True)\"");
        row("randomSeed(1) # x",
            "column 15: expected the end of the line: a line may contain only one call, found \"# x\"");
        row("useIpuId(",
            "column 10: expected a literal, or a PopTorch value such as poptorch.OutputMode.All, "
            "found the end of the line");
        row("deviceIterations(4)", "column 1: expected an option that the export does not set itself, found "
                                   "deviceIterations");
        row("logDir(\"x\")", "column 1: expected an option that does not make PopTorch use files, found "
                             "logDir, which uses files and was not typed by you");
    }
    void sayWhatIsWrong() {
        QFETCH(QString, line);
        QFETCH(QString, refusal);
        QCOMPARE(QString::fromStdString(OptionLine(line.toStdString(), OptionSource::PlanFile).refusal()),
                 refusal);
    }

    void longLines() {
        for (const char* piece : {"[", "poptorch.", "\"", "a", "(", "-", "1", " "}) {
            std::string line = "modelName(";
            for (int i = 0; i < 200000; ++i) {
                line += piece;
            }
            const OptionLine option(line, OptionSource::Typed);
            QVERIFY(!option.call());
            QVERIFY(option.shown().size() < 1000);
        }
    }

    /// Python's own parser finds an allowed call in every changed line that the check accepts.
    void changedLines() {
        std::mt19937 random(20261121);
        std::vector<std::string> lines = samples::goodLines();
        for (const auto& more : {samples::fileLines(), samples::badLines()}) {
            lines.insert(lines.end(), more.begin(), more.end());
        }
        std::string conf;
        int passed = 0;
        constexpr int Changes = 60000;
        for (int i = 0; i < Changes; ++i) {
            std::string line = changed(lines[random() % lines.size()], lines, random);
            if (random() % 2 == 0) {
                line = changed(line, lines, random);
            }
            const OptionLine option(line, OptionSource::Typed);
            if (option.call()) {
                conf += *option.call() + "\n";
                ++passed;
            }
        }
        QVERIFY2(passed > 300 && passed < Changes / 2, qPrintable(QString::number(passed)));
        test::ConfWalk walk;
        walk.add(conf);
        QCOMPARE(walk.problem(), QString());
    }

    /// Checks that ConfWalk refuses bad lines. Otherwise the tests that use it would prove nothing.
    void theWalkRefuses() {
        for (const char* line :
             {"enableProfiling(poptorch.Options().loadFromFile(\"x\"))", "Training.x(1)",
              "clone().randomSeed(9)", "outputMode(poptorch.os.path)", "modelName(f\"{1}\")",
              "modelName(b\"x\")", "randomSeed(1 + 2)", "_Popart.set(\"autoRecomputation\", 5)",
              "_Popart.set(\"cachePath\", 1)", "randomSeed(1); import os", "useIpuModel(**{})",
              "sourceLocationExcludes([x for x in \"ab\"])",
              "setExecutionStrategy(poptorch.ShardedExecution(open(\"x\")))"}) {
            test::ConfWalk walk;
            walk.add(std::string(line) + "\n");
            QVERIFY2(!walk.problem().isEmpty(), line);
        }
    }
};

static_assert(!std::is_default_constructible_v<OptionLine>);
static_assert(!std::is_convertible_v<std::string, OptionLine>);

TILELINE_TEST(TestOptionLine)
#include "test_optionline.moc"
