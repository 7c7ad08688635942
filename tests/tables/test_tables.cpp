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
    /// Spreadsheets read such texts as formulas, which can send data away. Numbers are never changed.
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

    /// One list has the names of the columns and the functions for their cells.
    void columnsHaveTheirCells() {
        struct Row {
            std::string name;
            uint64_t bytes = 0;
            std::optional<double> share = {};
        };
        Columns<Row> columns{{{"name"}, &Row::name},
                             {{"bytes", ColumnType::Bytes}, [](const Row& row) { return row.bytes; }}};
        columns.add({{{"share", ColumnType::Share}, &Row::share}});
        const Table table = columns.table(std::vector<Row>{{"a", 3, 0.5}, {"b", 4}});
        QCOMPARE(toText(table, TableFormat::Csv), std::string("name,bytes,share\na,3,0.5\nb,4,\n"));
        QVERIFY(columns.cell({"c", 7}, 1) == Cell(uint64_t{7}));
        const Columns<uint32_t> squares{{{"square", ColumnType::Integer}, [](uint32_t i) { return i * i; }}};
        QCOMPARE(toText(squares.table(3U), TableFormat::Tsv), std::string("square\n0\n1\n4\n"));
    }

    void columnsArePicked() {
        QCOMPARE(toText(sample().only({"fits", "no such column", "bytes"}), TableFormat::Csv),
                 std::string("fits,bytes\ntrue,18446744073709551615\nfalse,-7\n,3\n"));
        QCOMPARE(toText(sample().without({"layer", "share"}), TableFormat::Csv),
                 std::string("bytes,fits\n18446744073709551615,true\n-7,false\n3,\n"));
        QCOMPARE(sample().find("share"), std::optional(size_t{2}));
        QVERIFY(!sample().find("Share"));
    }

    /// The largest group comes first; of two equal groups, the one with the smaller key.
    void rowsAreGrouped() {
        const Table table{{{"role"}, {"bytes", ColumnType::Bytes}},
                          {{"b", uint64_t{30}},
                           {"c", uint64_t{70}},
                           {Cell(), uint64_t{50}},
                           {"b", uint64_t{20}},
                           {"a", uint64_t{50}}}};
        const std::vector<RowGroup> groups = largestGroups(table, "role");
        QCOMPARE(groups.size(), size_t{4});
        const std::vector<std::pair<Cell, uint64_t>> expected{{"c", 70}, {{}, 50}, {"a", 50}, {"b", 50}};
        for (size_t i = 0; i < groups.size(); ++i) {
            QVERIFY(groups[i].key == expected[i].first && groups[i].bytes == expected[i].second);
        }
        QVERIFY(groups.back().rows == (std::vector<size_t>{0, 3}));
        const Table differences{{{"cause"}, {"bytes", ColumnType::ByteChange}},
                                {{"b", int64_t{-30}}, {"a", int64_t{5}}, {"b", int64_t{10}}}};
        QCOMPARE(toText(summed(differences), TableFormat::Csv), std::string("cause,bytes\nb,-20\na,5\n"));
    }
};

TILELINE_TEST(TestTables)
#include "test_tables.moc"
