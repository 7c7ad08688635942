// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"
#include "core/export/pythoncall.h"
#include "core/export/pythonliteral.h"
#include "tests/export/exportsamples.h"

#include <QTest>

using namespace tileline;

class TestPythonLiteral : public QObject {
    Q_OBJECT
private slots:
    void escapes_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("literal");
        QTest::newRow("plain") << QByteArray("bert.layer-3/x y") << QByteArray("\"bert.layer-3/x y\"");
        QTest::newRow("quote") << QByteArray("a\"b'c") << QByteArray("\"a\\\"b'c\"");
        QTest::newRow("backslash") << QByteArray("a\\n") << QByteArray("\"a\\\\n\"");
        QTest::newRow("control") << QByteArray("\n\r\t\0\x7F", 5)
                                 << QByteArray("\"\\n\\x0d\\x09\\x00\\x7f\"");
        QTest::newRow("latin") << QByteArray("\xC3\xA9") << QByteArray("\"\\xe9\"");
        QTest::newRow("line separator") << QByteArray("\xE2\x80\xA8") << QByteArray("\"\\u2028\"");
        QTest::newRow("emoji") << QByteArray("\xF0\x9F\x98\x80") << QByteArray("\"\\U0001f600\"");
        QTest::newRow("stray byte") << QByteArray("\xFFz") << QByteArray("\"\\udcffz\"");
        QTest::newRow("overlong") << QByteArray("\xC0\x80") << QByteArray("\"\\udcc0\\udc80\"");
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("\"\\udced\\udca0\\udc80\"");
        QTest::newRow("beyond Unicode")
            << QByteArray("\xF4\x90\x80\x80") << QByteArray("\"\\udcf4\\udc90\\udc80\\udc80\"");
        QTest::newRow("cut off") << QByteArray("\xE2\x80") << QByteArray("\"\\udce2\\udc80\"");
    }
    void escapes() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, literal);
        QCOMPARE(QByteArray::fromStdString(pythonLiteral(text.toStdString())), literal);
    }

    void readsBackWhatItWrote() {
        std::mt19937 random(1);
        std::vector<std::string> names = samples::hostileNames();
        for (int i = 0; i < 2000; ++i) {
            names.push_back(samples::randomName(random));
        }
        for (const std::string& name : names) {
            const std::string literal = pythonLiteral(name);
            QVERIFY(
                std::all_of(literal.begin(), literal.end(), [](char c) { return c >= 0x20 && c < 0x7F; }));
            std::string_view text = literal;
            const auto read = takeStringLiteral(text);
            QVERIFY(read && text.empty());
            QCOMPARE(QByteArray::fromStdString(*read), QByteArray::fromStdString(name));
        }
    }

    void utf8() {
        QVERIFY(isUtf8("a\xC3\xA9\xF0\x9F\x98\x80"));
        QVERIFY(!isUtf8("a\xC3"));
    }
    void numbers() {
        QCOMPARE(pythonNumber(0.6), std::string("0.6"));
        QCOMPARE(pythonNumber(1), std::string("1"));
    }

    void optionLines_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* line, bool good) { QTest::newRow(line) << QString(line) << good; };
        row("deviceIterations(4)", true);
        row("Training.gradientAccumulation( 8 )  # a comment", true);
        row("setExecutionStrategy(poptorch.PipelinedExecution(poptorch.Stage('a', \"b\").ipu(0)))", true);
        row("outputMode(poptorch.OutputMode.All)", true);
        row("foo(x=1, y=-2.5e-3, z=[1, (2,), {\"a\": None}], w=True,)", true);
        row("TensorLocations.setWeightLocation(poptorch.TensorLocationSettings().useOnChipStorage(True))",
            true);
        row("foo", false);
        row("foo.bar", false);
        row("foo(1", false);
        row("foo(1))", false);
        row("foo(1); import os", false);
        row("foo(1) \\", false);
        row("foo(\"a)", false);
        row("foo(__import__(\"os\"))", false);
        row("foo(open(\"x\"))", false);
        row("foo(poptorch.os.system(\"x\"))", false);
        row("foo(poptorch._impl.x())", false);
        row("__class__.x()", false);
        row("foo(poptorch)", false);
        row("foo(1 + 2)", false);
        row("foo(\"\"\"a\"\"\")", false);
        row("foo(\"a\" \"b\")", false);
        row("foo(f\"{x}\")", false);
        row("foo(lambda: 1)", false);
        row("foo(99999999999999999999)", false);
        row("foo(1e999)", false);
        row("= 1", false);
        row("(1)", false);
    }
    void optionLines() {
        QFETCH(QString, line);
        QFETCH(bool, good);
        QCOMPARE(static_cast<bool>(parseOptionLine(line.toStdString())), good);
    }
    void deepNestingIsRefused() {
        const std::string line = "foo(" + std::string(100000, '[');
        const auto parsed = parseOptionLine(line);
        QVERIFY(!parsed);
        QCOMPARE(parsed.failure().code, ErrorCode::ExportRule);
        std::string calls = "foo(";
        for (int i = 0; i < 100000; ++i) {
            calls += "poptorch.A(";
        }
        QVERIFY(!parseOptionLine(calls));
    }
};

QTEST_APPLESS_MAIN(TestPythonLiteral)
#include "test_pythonliteral.moc"
