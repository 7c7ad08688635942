// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/tables.h"
#include "tests/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <limits>

using namespace tileline;

namespace {

Table sample() {
    return {{{"layer", ColumnType::Text},
             {"bytes", ColumnType::Integer},
             {"share", ColumnType::Real},
             {"fits", ColumnType::Boolean}},
            {{"plain", uint64_t{18446744073709551615U}, 0.1, true},
             {"a\tb\"c,d\\e\nf\r", int64_t{-7}, std::numeric_limits<double>::quiet_NaN(), false},
             {Cell(), uint32_t{3}, 2.0, Cell()}}};
}

} // namespace

class TestTables : public QObject {
    Q_OBJECT
private slots:
    void tsvEscapesWhatWouldBreakALine() {
        QCOMPARE(toText(sample(), TableFormat::Tsv), std::string("layer\tbytes\tshare\tfits\n"
                                                                 "plain\t18446744073709551615\t0.1\ttrue\n"
                                                                 "a\\tb\"c,d\\\\e\\nf\\r\t-7\tnan\tfalse\n"
                                                                 "\t3\t2\t\n"));
    }
    void csvQuotesAsTheRfcSays() {
        QCOMPARE(toText(sample(), TableFormat::Csv),
                 std::string("layer,bytes,share,fits\n"
                             "plain,18446744073709551615,0.1,true\n"
                             "\"a\\u0009b\"\"c,d\\e\\u000af\\u000d\",-7,nan,false\n"
                             ",3,2,\n"));
        QCOMPARE(toText(sample(), TableFormat::RawCsv), std::string("layer,bytes,share,fits\n"
                                                                    "plain,18446744073709551615,0.1,true\n"
                                                                    "\"a\tb\"\"c,d\\e\nf\r\",-7,nan,false\n"
                                                                    ",3,2,\n"));
    }
    /// Spreadsheets take them for formulas, which can send data away. Numbers are never changed.
    void textsAreNoFormulas() {
        const Table table{{{"=title"}, {"number"}},
                          {{"=1+1", -1},
                           {"+cmd|x", int64_t{-2}},
                           {"-1", -0.5},
                           {"@SUM(1)", Cell()},
                           {"\t=1", 1},
                           {"\r=1", 1},
                           {"\xc2\x9b", 1},
                           {"a=1", 1},
                           {"\\u", 1},
                           {"", 1}}};
        QCOMPARE(toText(table, TableFormat::Csv),
                 std::string("'=title,number\n'=1+1,-1\n'+cmd|x,-2\n'-1,-0.5\n'@SUM(1),\n"
                             "'\\u0009=1,1\n'\\u000d=1,1\n'\\u009b,1\na=1,1\n\\u,1\n,1\n"));
        QVERIFY(toText(table, TableFormat::RawCsv).starts_with("=title,number\n=1+1,-1\n+cmd|x,-2"));
        QVERIFY(toText(table, TableFormat::Clipboard).starts_with("'=title\tnumber\n'=1+1\t-1\n'+cmd|x\t"));
        QVERIFY(toText(table, TableFormat::Tsv).starts_with("=title\tnumber\n=1+1\t-1"));
    }
    void whatActsOnATerminalIsEscaped() {
        const Table table{{{"a"}}, {{"\x1b[2J\xe2\x80\xae\x7f"}}};
        QCOMPARE(toText(table, TableFormat::Tsv), std::string("a\n\\u001b[2J\\u202e\\u007f\n"));
        const std::string json = toText(table, TableFormat::Json);
        QCOMPARE(json, std::string("[\n  {\"a\": \"\\u001b[2J\\u202e\\u007f\"}\n]\n"));
        QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(json))[0]["a"].toString(),
                 QStringLiteral("\u001b[2J\u202e\u007f"));
    }
    void jsonReadsBack() {
        const std::string text = toText(sample(), TableFormat::Json);
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text));
        QVERIFY(document.isArray());
        const QJsonArray rows = document.array();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0].toObject()["share"].toDouble(), 0.1);
        QCOMPARE(rows[0].toObject()["fits"].toBool(), true);
        QCOMPARE(rows[1].toObject()["layer"].toString(), QString("a\tb\"c,d\\e\nf\r"));
        QVERIFY(rows[1].toObject()["share"].isNull());
        QVERIFY(rows[2].toObject()["layer"].isNull());
        QCOMPARE(rows[2].toObject()["bytes"].toInt(), 3);
    }
    void jsonReplacesWhatIsNoUtf8() {
        const Table table{{{"name"}}, {{std::string("\xFFx\0y", 4)}}};
        const QJsonDocument document =
            QJsonDocument::fromJson(QByteArray::fromStdString(toText(table, TableFormat::Json)));
        QCOMPARE(document.array()[0].toObject()["name"].toString(),
                 QChar(QChar::ReplacementCharacter) + QString("x") + QChar(0) + "y");
    }
    void emptyTables() {
        QCOMPARE(toText({{{"a"}}, {}}, TableFormat::Json), std::string("[]\n"));
        QCOMPARE(toText({{{"a"}}, {}}, TableFormat::Tsv), std::string("a\n"));
    }
    void formatNames() {
        QVERIFY(tableFormatOf("csv") == TableFormat::Csv);
        QVERIFY(!tableFormatOf("xml"));
    }
};

TILELINE_TEST(TestTables)
#include "test_tables.moc"
