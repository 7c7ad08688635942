// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourceformats.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;

namespace {

std::vector<uint64_t> idsOf(const ContextLinks& links) {
    std::vector<uint64_t> ids;
    for (const ContextLinks::Link& link : links.links()) {
        ids.push_back(link.id);
    }
    return ids;
}

/// What the readers read from a file, all contexts. Throws if they refuse it.
DebugStore readStore(const std::filesystem::path& path) {
    const auto file = openSource(path);
    LoadJob job{.meter = LoadMeter(file ? file->source->bytes() : 0, {}, {})};
    job.debug.wantsOperations = true;
    const auto read = [&] { return file && readSource(*file, job); };
    if (!read() || !job.debug.links.mark(idsOf(job.debug.links), {})) {
        throw std::runtime_error("refused");
    }
    job.debug.linksAreKnown = true;
    if (!read()) {
        throw std::runtime_error("refused");
    }
    return std::move(job.debug);
}

DebugStore readText(const std::string& content) {
    const TemporaryDirectory directory;
    writeFile(directory / "debug", content);
    return readStore(directory / "debug");
}

/// Encodes a text in CBOR.
std::string text(const std::string& text) {
    return static_cast<char>(0x60 + text.size()) + text;
}

} // namespace

/// Reads the same debug information in each of its encodings.
class TestDebugFormats : public QObject {
    Q_OBJECT
private slots:
    void json() {
        check(readText(R"({"ignored": {"contexts": 5}, "contexts": [
            {"id": 7, "parentId": 3.0, "layer": "popart", "opid": "ai.onnx.Add:1", "inputs": ["a"], "discard": 1,
             "n": [1, -2, 2.5, 1e3, true, null, {"k": "\u00e4"}],
             "location": {"fileName": 1, "functionName": 0, "lineNumber": 12.0, "other": []}},
            {"layer": "poplar"}], "stringTable": ["f", "m.py"]})"));
    }

    /// Definite lengths, and whole numbers as floats of 16, 32 and 64 bits.
    void definiteCbor() {
        using namespace std::string_literals;
        const std::string location = text("location") + "\xA4" + text("fileName") + "\x01" +
                                     text("functionName") + "\x00"s + text("lineNumber") +
                                     "\xFB\x40\x28\x00\x00\x00\x00\x00\x00"s + text("other") + "\x80";
        const std::string numbers = text("n") + "\x87\x01\x21\xF9\x41\x00\xFA\x44\x7A\x00\x00\xF5\xF6\xA1"s +
                                    text("k") + text("\xC3\xA4");
        const std::string context = "\xA8" + text("id") + "\x07" + text("parentId") + "\xF9\x42\x00"s +
                                    text("layer") + text("popart") + text("opid") + text("ai.onnx.Add:1") +
                                    text("inputs") + "\x81" + text("a") + text("discard") + "\x01" + numbers +
                                    location;
        const std::string other = "\xA1" + text("layer") + text("poplar");
        const std::string strings = text("stringTable") + "\x82" + text("f") + text("m.py");
        check(readText("\xA2" + text("contexts") + "\x82" + context + other + strings));
        // With the tag of self-described CBOR, and with a tag before a value.
        check(readText("\xD9\xD9\xF7\xA2" + text("contexts") + "\xC1\x82" + context + other + strings));
    }

    /// Indefinite maps and arrays, and texts in chunks. The string table comes first.
    void indefiniteCbor() {
        using namespace std::string_literals;
        const std::string location = text("location") + "\xBF" + text("fileName") + "\x18\x01" +
                                     text("functionName") + "\x19\x00\x00"s + text("lineNumber") +
                                     "\x1A\x00\x00\x00\x0C"s + text("other") + "\x9F\xFF" + "\xFF";
        const std::string numbers = text("n") + "\x9F\x01\x38\x01\xF9\x41\x00\x19\x03\xE8\xF5\xF7\xBF"s +
                                    text("k") + "\x7F" + text("\xC3\xA4") + "\xFF\xFF\xFF";
        const std::string context = "\xBF\x7F" + text("i") + text("d") + "\xFF\x07" + text("parentId") +
                                    "\x1B\x00\x00\x00\x00\x00\x00\x00\x03"s + text("layer") + "\x7F" +
                                    text("pop") + text("art") + "\xFF" + text("opid") +
                                    text("ai.onnx.Add:1") + text("inputs") + "\x9F\x7F" + text("a") +
                                    "\xFF\xFF" + text("discard") + "\xF5" + numbers + location + "\xFF";
        const std::string other =
            "\xBF" + text("layer") + text("poplar") + text("bytes") + "\x5F\x41\x00\xFF\xFF"s;
        const std::string strings = text("stringTable") + "\x9F" + text("f") + text("m.py") + "\xFF";
        check(readText("\xBF" + strings + text("contexts") + "\x9F" + context + other + "\xFF\xFF"), "true");
    }

    void onlyWantedStringsAreKept() {
        const DebugStore store = readText(
            R"({"contexts": [{"id": 1, "location": {"fileName": 2}}], "stringTable": ["a", "b", "c"]})");
        QCOMPARE(store.strings.size(), size_t{3});
        QVERIFY(store.strings[0].empty());
        QCOMPARE(store.strings[2], std::string_view("c"));
    }

    /// The user's source line comes from the poptorch context, even if nearer contexts have lines of their
    /// own.
    void locations() {
        const TemporaryDirectory directory;
        copyReport("bert-tiny-train", directory.path(), DropOperations);
        const ProfilePtr profile = loadOrThrow({directory.path()});
        size_t fromPoptorch = 0;
        for (size_t i = 0; i < profile->operationDetails.size(); ++i) {
            const OperationDetail& detail = profile->operationDetails[i];
            QVERIFY(detail.location);
            QCOMPARE(detail.location->file, std::string("model.py"));
            const DebugContext* context = profile->debug->find(detail.uid);
            QVERIFY(context);
            while (context->parent != 0 && context->layer != ContextLayer::Poptorch) {
                context = profile->debug->find(context->parent);
            }
            if (context->layer == ContextLayer::Poptorch) {
                ++fromPoptorch;
                QCOMPARE(detail.location->line, context->location.line);
            }
        }
        QVERIFY(fromPoptorch > 100);
        // The locations are the same with operation tables.
        copyReport("bert-tiny-train", directory.path());
        const ProfilePtr tables = loadOrThrow({directory.path()});
        for (size_t i = 0; i < profile->operationDetails.size(); ++i) {
            QCOMPARE(tables->operationDetails[i].location, profile->operationDetails[i].location);
        }
    }

    /// A chain of a million parents must work like a million separate contexts.
    void deepParents() {
        const TemporaryDirectory directory;
        copyProfile("one-layer", directory.path(),
                    std::string(DropOperations) + "UPDATE program SET debug_context = 1");
        std::string json = R"({"stringTable": [], "contexts": [)";
        constexpr int Depth = 300'000;
        for (int id = 1; id < Depth; ++id) {
            json += "{\"id\":" + std::to_string(id) + ",\"parentId\":" + std::to_string(id + 1) + "},";
        }
        json += "{\"id\":" + std::to_string(Depth) + R"(,"layer":"popart","instanceId":"7"}]})";
        writeFile(directory / "debug.json", json);
        const ProfilePtr profile = loadOrThrow({directory.path()});
        QCOMPARE(profile->operationDetails.size(), size_t{1});
        QCOMPARE(profile->operationDetails[0].debug.instanceId, std::optional<std::string>("7"));
        QCOMPARE(profile->operationDetails[0].uid, uint32_t{Depth});
    }

    /// Context ids can exceed 32 bits. Operations then get consecutive numbers as uids.
    void largeContextIds() {
        const TemporaryDirectory directory;
        copyProfile(
            "one-layer", directory.path(),
            std::string(DropOperations) +
                "UPDATE program SET debug_context = 9000000000 + (id % 2); DELETE FROM execution_step");
        writeFile(directory / "debug.json",
                  R"({"stringTable": [], "contexts": [{"id": 9000000000, "layer": "xla_op", "op_name": "a"},
                      {"id": 9000000001, "layer": "onnx", "opName": "b"}]})");
        const ProfilePtr profile = loadOrThrow({directory.path()});
        QCOMPARE(profile->operationDetails.size(), size_t{2});
        QCOMPARE(profile->operationDetails[1].uid, uint32_t{1});
        QVERIFY(profile->operations.size() > 10);
        QVERIFY(profile->operations[0].name == "a" || profile->operations[0].name == "b");
    }

private:
    static void check(const DebugStore& store, const std::string& discard = "1") {
        QCOMPARE(store.contexts.size(), size_t{1}); // the other context has no id
        const DebugContext& context = store.contexts.front();
        QCOMPARE(context.id, uint64_t{7});
        QCOMPARE(context.parent, uint64_t{3});
        QCOMPARE(context.layer, ContextLayer::Popart);
        QVERIFY(context.discard);
        QCOMPARE(context.location.line, uint32_t{12});
        QCOMPARE(store.strings[store.texts.front().file], std::string_view("m.py"));
        QCOMPARE(store.strings[store.texts.front().function], std::string_view("f"));
        QCOMPARE(context.operationType, std::string("ai.onnx.Add:1"));
        QCOMPARE(context.debug.inputs, std::vector<std::string>{"a"});
        const std::string json = R"({"opid":"ai.onnx.Add:1","inputs":["a"],"discard":)" + discard +
                                 R"(,"n":[1,-2,2.5,1000,true,null,{"k":"ä"}]})";
        QCOMPARE(QString::fromStdString(context.debug.json), QString::fromStdString(json));
    }
};

TILELINE_TEST(TestDebugFormats)
#include "test_debugformats.moc"
