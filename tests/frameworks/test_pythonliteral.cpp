// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"
#include "core/frameworks/pythonliteral.h"
#include "tests/frameworks/exportsamples.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <set>

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

    /// test_poptorchpython checks the meaning of the literals in Python.
    void anyTextIsPrintableAndStaysDifferent() {
        std::mt19937 random(1);
        std::set<std::string> names;
        for (const std::string& name : samples::hostileNames()) {
            names.insert(name);
        }
        for (int i = 0; i < 2000; ++i) {
            names.insert(samples::randomName(random));
        }
        std::set<std::string> literals;
        for (const std::string& name : names) {
            const std::string literal = pythonLiteral(name);
            QVERIFY(
                std::all_of(literal.begin(), literal.end(), [](char c) { return c >= 0x20 && c < 0x7F; }));
            literals.insert(literal);
        }
        QCOMPARE(literals.size(), names.size());
    }

    void utf8() {
        QVERIFY(isUtf8("a\xC3\xA9\xF0\x9F\x98\x80"));
        QVERIFY(!isUtf8("a\xC3"));
    }
    void numbers() {
        QCOMPARE(pythonNumber(0.6), std::string("0.6"));
        QCOMPARE(pythonNumber(1), std::string("1"));
    }
};

TILELINE_TEST(TestPythonLiteral)
#include "test_pythonliteral.moc"
