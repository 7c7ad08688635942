// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"
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

    void hiddenCharactersAreShown() {
        QCOMPARE(htmlText("a\x1B[0m\u202E<b>"), std::string("a\\u001b[0m\\u202e&lt;b&gt;"));
    }

    void lineFeeds() {
        QCOMPARE(htmlText("a\nb\r\n", LineFeeds::Kept), std::string("a\nb\\u000d\n"));
        QCOMPARE(htmlText("a\nb"), std::string("a\\u000ab"));
    }

    /// Whatever the bytes are, the result is plain text.
    void bytesThatAreNoText() {
        QCOMPARE(htmlText("\xC0\xBCscript>"), std::string("\\xc0\\xbcscript&gt;")); // an overlong <
        QCOMPARE(htmlText("\xE2<b>"), std::string("\\xe2&lt;b&gt;"));
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
