// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/htmltext.h"
#include "core/base/utf8.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;

class TestHtmlText : public QObject {
    Q_OBJECT
private slots:
    void markupIsEscaped() {
        QCOMPARE(htmlText("<a href=\"x\" b='y'>&amp;</a>"),
                 std::string("&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;"));
        QCOMPARE(htmlText(""), std::string());
        QCOMPARE(htmlText("layer.3/MatMul_1:0"), std::string("layer.3/MatMul_1:0"));
    }

    void otherScriptsStay() {
        const std::string text = "größer \u05D0\u05D1 \u4E2D \U0001F600 \u200D\u0301 \uFFFD";
        QCOMPARE(htmlText(text), text);
    }

    void hiddenCharacters_data() {
        QTest::addColumn<QByteArray>("text");
        for (int byte = 0; byte < 0x20; ++byte) {
            QTest::addRow("control %d", byte) << QByteArray(1, static_cast<char>(byte));
        }
        QTest::newRow("delete") << QByteArray("\x7F");
        QTest::newRow("escape of C1") << QByteArray("\u009B");
        QTest::newRow("next line") << QByteArray("\u0085");
        QTest::newRow("line separator") << QByteArray("\u2028");
        for (const char* bidi : {"\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C", "\u202D",
                                 "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"}) {
            QTest::addRow("direction %s", QByteArray(bidi).toHex().constData()) << QByteArray(bidi);
        }
        QTest::newRow("zero width") << QByteArray("\u200B");
        QTest::newRow("byte order mark") << QByteArray("\uFEFF");
        QTest::newRow("tag") << QByteArray("\U000E0041");
    }
    void hiddenCharacters() {
        QFETCH(QByteArray, text);
        QCOMPARE(htmlText(("a" + text + "b").toStdString()), std::string("a\uFFFDb"));
    }

    void lineFeeds() {
        QCOMPARE(htmlText("a\nb\r\n", LineFeeds::Kept), std::string("a\nb\uFFFD\n"));
        QCOMPARE(htmlText("a\nb"), std::string("a\uFFFDb"));
    }

    /// Whatever the bytes are, the result is text.
    void bytesThatAreNoText() {
        QCOMPARE(htmlText("a\xFF"
                          "b"),
                 std::string("a\uFFFDb"));
        QCOMPARE(htmlText("\xC0\xBCscript>"), std::string("\uFFFD\uFFFDscript&gt;")); // an overlong <
        QCOMPARE(htmlText("\xED\xA0\x80"), std::string("\uFFFD\uFFFD\uFFFD"));        // a surrogate
        QCOMPARE(htmlText("a\xE2\x82"), std::string("a\uFFFD\uFFFD"));                // cut in two
        QCOMPARE(htmlText("\xE2<b>"), std::string("\uFFFD&lt;b&gt;"));
        for (int first = 0; first < 256; ++first) {
            for (int second = 0; second < 256; ++second) {
                const std::string html =
                    htmlText(std::string{static_cast<char>(first), static_cast<char>(second), '<'});
                QVERIFY(isUtf8(html));
                QVERIFY(html.ends_with("&lt;"));
            }
        }
    }
};

TILELINE_TEST(TestHtmlText)
#include "test_htmltext.moc"
