// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/messageexplanation.h"
#include "core/memory/origins.h"
#include "core/memory/tilememory.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace tileline;
using namespace tileline::test;

namespace {

/// "tile_full 3 826928 638976", "exchange_too_large 0 - - name", with the path at the end.
QString readable(const PoplarMessage& message) {
    QStringList lines;
    for (const MemoryComplaint& complaint : message.complaints) {
        const auto number = [](const auto& value) { return value ? QString::number(*value) : QString("-"); };
        const auto tile = complaint.tile ? std::optional(complaint.tile->value) : std::nullopt;
        const auto kind = idOf(complaint.kind);
        lines += QString("%1 %2 %3 %4 %5")
                     .arg(QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())), number(tile),
                          number(complaint.bytesUsed), number(complaint.bytesPerTile),
                          QString::fromStdString(complaint.exchange))
                     .trimmed();
    }
    if (!message.profilePath.empty()) {
        lines += "path " + QString::fromStdString(message.profilePath);
    }
    return lines.join(';');
}

MemoryComplaint tileFull(uint32_t tile, uint64_t used, uint64_t has) {
    return {MemoryComplaint::Kind::TileFull, TileId{tile}, used, has};
}

PoplarMessage messageOf(MemoryComplaint complaint) {
    PoplarMessage message;
    message.complaints = {std::move(complaint)};
    return message;
}

} // namespace

/// What Poplar's messages about memory state, and what a profile shows about them.
class TestPoplarMessage : public QObject {
    Q_OBJECT
private slots:
    void messages_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, QByteArray text, const char* expected) {
            QTest::newRow(name) << std::move(text) << QString(expected);
        };
        row("as Poplar throws it",
            "terminate called after throwing an instance of 'poplar::graph_memory_allocation_error'\n"
            "  what():  Out of memory on tile 1: 674752 bytes used but tiles only have 638976 bytes of "
            "memory\n",
            "tile_full 1 674752 638976");
        row("as TensorFlow says it",
            "Memory allocation error : Out of memory on tile 0: 876476 bytes used but tiles only have 638976 "
            "bytes of memory",
            "tile_full 0 876476 638976");
        row("with a profile",
            "what():  Out of memory: Cannot fit all variable data onto one or more tiles. Profile saved to: "
            "./report_OOM/profile.pop\n",
            "data_does_not_fit - - -;path ./report_OOM/profile.pop");
        row("an exchange",
            "Tile 0 receives more data than it has total memory in exchange "
            "'cs19_98/scatterAdd/multiUpdateAdd_ExchangePre'",
            "exchange_too_large 0 - - cs19_98/scatterAdd/multiUpdateAdd_ExchangePre");
        row("an exchange without a name", "Tile 7 receives more data than it has total memory",
            "exchange_too_large 7 - -");
        row("code",
            "tile 0 _poplar_start must be 0 not 638976 bytes from the start of memory. Typically this error "
            "occurs when there is too much code to fit in code memory.",
            "code_too_large 0 638976 -");
        row("in a log",
            "2022-06-21 12:00:01.5 PL:POPLIN  31 [info] tile 3 planned\n"
            "[12:00:02.123] [poptorch:cpp] [critical] Out of memory on tile 3: 826928 bytes used but\n"
            "    tiles only have 638976 bytes of memory\r\nError raised in:\n  [0] Compiler::compile\n",
            "tile_full 3 826928 638976");
        row("several, and one of them twice",
            "Out of memory on tile 5: 700000 bytes used but tiles only have 638976 bytes of memory\n"
            "Out of memory on tile 2: 900000 bytes used but tiles only have 638976 bytes of memory\n"
            "Out of memory on tile 5: 700000 bytes used but tiles only have 638976 bytes of memory\n",
            "tile_full 5 700000 638976;tile_full 2 900000 638976");
        row("the end is missing", "Out of memory on tile 5: 700000 byt", "tile_full 5 700000 -");
        row("no numbers", "out of memory on tile: all of it", "");
        row("a number that is too large",
            "Out of memory on tile 99999999999999999999: 1 bytes used but tiles only have 2 bytes", "");
        row("bytes that are too many",
            "Out of memory on tile 4: 99999999999999999999999 bytes used but tiles only have 2 bytes",
            "tile_full 4 - -");
        row("another error",
            "poplar_stream_memory_allocation_error: Out of memory. Single stream of length 1", "");
        row("nothing", "", "");
        row("markup", "<b>Tile 1 receives more data than it has total memory in exchange '<img src=x>'</b>",
            "exchange_too_large 1 - - <img src=x>");
    }
    void messages() {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(readable(parsePoplarMessage(text.toStdString())), expected);
    }
    void paths_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("path");
        const auto row = [](const char* text, const char* path) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(path);
        };
        row("Profile saved to: /data/run 3/profile.pop", "/data/run 3/profile.pop");
        row("Profile saved to: report/profile.pop.", "report/profile.pop");
        row("Profile saved to: report/profile.pop\x1B[0m more", "report/profile.pop");
        row("Profile saved to: \"report/profile.pop\" [0] popart::compile", "report/profile.pop");
        row("...Profile saved to: report/profile.pop\\nError raised in:", "report/profile.pop");
        row("profile saved to:\n  report/profile.pop", "report/profile.pop");
        row("Profile saved to: a.population/profile.pop", "a.population/profile.pop");
        row("Profile saved to: report/training/", "report/training/");
        row("Profile saved to: one.pop\nProfile saved to: two.pop\n", "two.pop");
        row("Profile saved to:", "");
        row("Profile saved to: '", "");
        row("Profile saved to: ''", "");
    }
    void paths() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, path);
        QCOMPARE(QByteArray::fromStdString(parsePoplarMessage(text.toStdString()).profilePath), path);
    }
    /// The complaint that is explained is the worst one about a tile.
    void mainComplaint() {
        PoplarMessage message = parsePoplarMessage(
            "Out of memory: Cannot fit all variable data onto one or more tiles.\n"
            "Out of memory on tile 5: 700000 bytes used but tiles only have 638976 bytes of memory\n"
            "Out of memory on tile 2: 900000 bytes used but tiles only have 638976 bytes of memory\n");
        QCOMPARE(message.complaints.size(), size_t(3));
        QCOMPARE(message.main()->tile->value, 2U);
        message.complaints.clear();
        QVERIFY(message.main() == nullptr);
    }
    /// Texts that try to take very long or to overflow something.
    void hostileTexts() {
        const auto repeated = [](const std::string& part) {
            std::string text;
            while (text.size() < 2 * MessageLimit) {
                text += part;
            }
            return text;
        };
        for (const std::string& text :
             {repeated("tile "), repeated("Tile 0 receives more data than it has total memory in exchange '"),
              repeated("Out of memory on tile "), repeated(" "), repeated("Profile saved to: "),
              repeated("Profile saved to: x.popx"), repeated(std::string("\0\x1B", 2)), repeated(".pop"),
              "Profile saved to: " + repeated("a/")}) {
            const PoplarMessage message = parsePoplarMessage(text);
            QVERIFY(message.complaints.size() <= PoplarMessage::MaxComplaints);
            QVERIFY(message.profilePath.size() <= 4096);
        }
        std::string many;
        for (int tile = 0; tile < 1000; ++tile) {
            many +=
                "Out of memory on tile " + std::to_string(tile) + ": 2 bytes used but tiles only have 1\n";
        }
        QCOMPARE(parsePoplarMessage(many).complaints.size(), PoplarMessage::MaxComplaints);
        // Text after the limit is not read.
        const std::string late = std::string(MessageLimit, 'x') + "Profile saved to: a.pop";
        QVERIFY(!parsePoplarMessage(late).recognised());
        std::mt19937_64 random(7);
        const std::string words[] = {"tile ",
                                     "Out of memory on tile ",
                                     "1",
                                     ":",
                                     " ",
                                     "'",
                                     "\n",
                                     "receives more data",
                                     "Profile saved to: ",
                                     ".pop",
                                     "bytes used but tiles only have "};
        for (int i = 0; i < 2000; ++i) {
            std::string text;
            for (int word = 0; word < 12; ++word) {
                text += words[random() % std::size(words)];
            }
            parsePoplarMessage(text);
        }
    }

    void explainsTheTileOfTheMessage() {
        const TemporaryDirectory directory;
        copyReport("bert-tiny-train", directory.path(), "UPDATE target SET bytes_per_tile = 190000");
        const ProfilePtr profile = loadOrThrow({directory.path()});
        const auto explanation = explainMessage(*profile, messageOf(tileFull(3, 1, 190000)));
        QVERIFY(explanation);
        QCOMPARE(explanation->tile.value, 3U);
        QVERIFY(explanation->isNamed && explanation->contradictsMessage());
        const uint64_t total = at(profile->findTileMemory("total.includingGaps")->bytes, 3);
        QCOMPARE(*explanation->bytes, total);
        QCOMPARE(explanation->over(), total > 190000 ? total - 190000 : 0);
        const uint64_t sum =
            std::accumulate(explanation->categories.begin(), explanation->categories.end(), uint64_t{0},
                            [](uint64_t bytes, const auto& category) { return bytes + category.bytes; });
        QCOMPARE(sum, total);
        for (size_t i = 1; i < explanation->categories.size(); ++i) {
            QVERIFY(explanation->categories[i - 1].bytes >= explanation->categories[i].bytes);
        }
        QVERIFY(explanation->contents == *tileContents(*profile, TileId{3}));
        QVERIFY(explanation->tilesOver > 0 && explanation->bytesOver >= explanation->over());
        // With and without gaps.
        const uint64_t used = at(profile->findTileMemory("total.excludingGaps")->bytes, 3);
        QVERIFY(used < total);
        for (const uint64_t bytes : {total, used}) {
            const auto agrees = explainMessage(*profile, messageOf(tileFull(3, bytes, 190000)));
            QVERIFY(agrees && !agrees->contradictsMessage());
        }
        QVERIFY(explainMessage(*profile, messageOf(tileFull(3, total, 638976)))->contradictsMessage());
    }
    void explainsTheFullestTileIfNoneIsNamed() {
        const ProfilePtr profile = loadFixture("bert-tiny-train");
        PoplarMessage message;
        message.profilePath = "somewhere/profile.pop";
        for (const bool withComplaint : {false, true}) {
            if (withComplaint) {
                message.complaints = {{MemoryComplaint::Kind::DataDoesNotFit}};
            }
            const auto explanation = explainMessage(*profile, message);
            QVERIFY(explanation);
            QVERIFY(explanation->tile == tileMemoryOf(*profile).peakTile());
            QVERIFY(!explanation->isNamed && !explanation->contradictsMessage());
        }
    }
    void refusesATileThatTheProfileDoesNotHave() {
        const ProfilePtr profile = loadFixture("one-layer");
        const auto explanation = explainMessage(*profile, messageOf(tileFull(4000000000U, 2, 1)));
        QVERIFY(!explanation && !explanation.failure().cancelled());
        QVERIFY(explanation.failure().error().code == ErrorCode::OutOfRange);
    }
    void findsTheExchange() {
        const ProfilePtr profile = loadFixture("bert-tiny-train");
        std::optional<ProgramIndex> exchange;
        for (uint32_t i = 0; i < profile->programs.size() && !exchange; ++i) {
            const bool isExchange = profile->programs[i].kind == ProgramKind::DoExchange;
            if (isExchange && !programName(*profile, {i}).empty() && !profile->programVariables[i].empty()) {
                exchange = ProgramIndex{i};
            }
        }
        QVERIFY(exchange);
        const std::string name = programName(*profile, *exchange);
        const LoweredIndex row = profile->programVariables[exchange->index()].front();
        const TileId tile = profile->lowered.tileOf(row);
        uint64_t bytes = 0;
        for (const LoweredIndex each : profile->programVariables[exchange->index()]) {
            bytes += profile->lowered.tileOf(each) == tile ? profile->lowered.bytes[each.index()] : 0;
        }
        // Messages put the names of compute sets in front.
        for (const std::string& wanted : {name, "cs1_2/" + name}) {
            const auto explanation = explainMessage(
                *profile, messageOf({MemoryComplaint::Kind::ExchangeTooLarge, tile, {}, {}, wanted}));
            QVERIFY(explanation);
            const auto& found = explanation->exchanges;
            const auto it = std::find_if(found.begin(), found.end(),
                                         [&](const auto& each) { return each.program == *exchange; });
            QVERIFY(it != found.end());
            QCOMPARE(it->dataBytes, bytes);
            QCOMPARE(it->codeBytes,
                     uint64_t{at(profile->programs[exchange->index()].codeBytes, tile.index())});
            QCOMPARE(QString::fromStdString(it->name), QString::fromStdString(name));
        }
        const auto none = explainMessage(
            *profile, messageOf({MemoryComplaint::Kind::ExchangeTooLarge, tile, {}, {}, "x" + name}));
        QVERIFY(none && none->exchanges.empty());
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = explainMessage(*profile, messageOf(tileFull(0, 2, 1)), stop.get_token());
        QVERIFY(!stopped && stopped.failure().cancelled());
    }
};

TILELINE_TEST(TestPoplarMessage)
#include "test_poplarmessage.moc"
