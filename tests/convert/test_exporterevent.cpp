// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/conversioncommands.h"
#include "core/convert/exporterevent.h"
#include "core/convert/exporterscript.h"
#include "core/convert/sdksettings.h"
#include "tests/convert/poplarreport.h"
#include "tests/testmain.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tileline;
using namespace tileline::test;

class TestExporterEvent : public QObject {
    Q_OBJECT

private slots:
    void accepted() {
        QCOMPARE(parseExporterEvent(R"({"event": "start", "exporter": 1})")->kind,
                 ExporterEvent::Kind::Started);
        const auto progress = parseExporterEvent(R"({"event":"progress","phase":"tiles","fraction":0.25})");
        QCOMPARE(progress->kind, ExporterEvent::Kind::Progress);
        QCOMPARE(progress->fraction, 0.25);
        const auto missing =
            parseExporterEvent(R"({"event":"missing","part":"a.b","count":3,"consequence":"c"})");
        QCOMPARE(missing->part, std::string("a.b"));
        QCOMPARE(missing->consequence, std::string("c"));
        QCOMPARE(missing->count, uint64_t{3});
        const auto error = parseExporterEvent(R"({"event":"error","code":"x","message":"m","remedy":"r"})");
        QCOMPARE(error->code + error->message + error->remedy, std::string("xmr"));
    }

    void impossibleFractionsAreCut() {
        QCOMPARE(parseExporterEvent(R"({"event":"progress","fraction":7})")->fraction, 1.0);
        QCOMPARE(parseExporterEvent(R"({"event":"progress","fraction":-7})")->fraction, 0.0);
        QCOMPARE(parseExporterEvent(R"({"event":"progress","fraction":"7"})")->fraction, 0.0);
    }

    void nonsense_data() {
        QTest::addColumn<QByteArray>("line");
        for (const char* line : {"", "y", "{", "{}", "[1]", "null", R"({"event":7})", R"({"event":"dance"})",
                                 "{\"event\":\"start\"", "\xff\xfe", "Traceback (most recent call last):"}) {
            QTest::addRow("%s", line) << QByteArray(line);
        }
    }
    void nonsense() {
        QFETCH(QByteArray, line);
        QVERIFY(!parseExporterEvent(line.toStdString()));
    }

    void embeddedScriptIsTheFile() {
        QFile file(QStringLiteral(TILELINE_EXPORTER));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QByteArray(exporterScript().data(), static_cast<qsizetype>(exporterScript().size())),
                 file.readAll());
        QVERIFY(exporterScript().find("EXPORTER_VERSION = " + std::to_string(exporterVersion()) + "\n") !=
                std::string_view::npos);
    }

    void commandsAreQuoted() {
        const QTemporaryDir directory;
        const std::filesystem::path folder = directory.path().toStdString() + "/it's one";
        writePoplarReport("one-layer", folder);
        const auto commands = conversionCommands(folder / "profile.pop");
        QCOMPARE(commands.size(), size_t{2});
        const std::string quoted = "'" + directory.path().toStdString() + "/it'\\''s one/";
        QCOMPARE(commands[1], "python3 tileline_exporter.py " + quoted + "profile.pop' " + quoted +
                                  "debug.cbor' -o profile.tileline");
        QCOMPARE(conversionCommands("/nowhere/my.pop")[1],
                 std::string("python3 tileline_exporter.py /nowhere/my.pop -o my.tileline"));
    }

    void activationIsOptional() {
        QCOMPARE(sdkCommand({"py", ""}, {"a"}), (std::vector<std::string>{"py", "a"}));
        QCOMPARE(sdkCommand({"py", "enable"}, {"a"}).front(), std::string("bash"));
    }
};

TILELINE_TEST(TestExporterEvent)
#include "test_exporterevent.moc"
