// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"
#include "core/planfile/planfileapply.h"
#include "tests/frameworks/exportsamples.h"
#include "tests/testmain.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace tileline;

namespace {

Layers layersOf(const std::vector<std::string>& names) {
    Layers layers;
    layers.names.emplace_back();
    layers.names.insert(layers.names.end(), names.begin(), names.end());
    return layers;
}

PlanFile sample() {
    PlanFile file;
    file.profilePath = "reports/a \xFF";
    file.profile = {"0123456789abcdef", 8, 20, 30, 40};
    file.layers.layerRegex = "block(\\d+)";
    file.layers.order = LayerOrder::Natural;
    file.setting.setting = Setting::PopLiner;
    file.setting.pipeline = {PassMode::Training,
                             Recompute::Layers,
                             Schedule::Grouped,
                             Accumulators::Add,
                             AccumulatorType::Float,
                             OptimizerState::OffChip,
                             Unowned::All,
                             16,
                             OutputOn::First,
                             true,
                             48};
    file.setting.time = {3, 0, 1234.5};
    file.setting.time.linkBytesPerSecond = 11.25 * TimeOptions::BytesPerGigabyte;
    PlanDescription plan;
    plan.name = "first";
    plan.splits = {"3", "quote\"", "nul\0"};
    plan.ipus = 7;
    plan.memoryPerTile = 600000;
    plan.ipuMemory = {1, 0xFFFFFFFFFFU};
    plan.keepFree = 90;
    plan.pinned = {"3"};
    plan.forbidden = {"5", "bad \xC3"};
    plan.modules = {{std::nullopt, "bert.embeddings"}, {"3", "bert.layer.3"}};
    plan.exportOptions.mode = ExportMode::Training;
    plan.exportOptions.strategy = ExecutionStrategy::SerialPhased;
    plan.exportOptions.blocks = BlockNaming::PerLayer;
    plan.exportOptions.deviceIterations = 5;
    plan.exportOptions.replicationFactor = 2;
    plan.exportOptions.availableMemoryProportion = 0.1;
    plan.exportOptions.imported = {"optimum", R"({"seed":7,"layers_per_ipu":[1,2]})"};
    plan.exportOptions.extraLines = {OptionLine("randomSeed(1)", OptionSource::PlanFile),
                                     OptionLine("import \xFFos\n", OptionSource::PlanFile)};
    plan.notes = "two\nlines";
    file.plans = {plan, PlanDescription()};
    file.plans[1].name = "second";
    file.current = 1;
    return file;
}

QString described(const Error& error) {
    return QString::fromStdString(error.item + "|" + error.expected + "|" + error.actual);
}

} // namespace

class TestPlanFile : public QObject {
    Q_OBJECT
private slots:
    void roundTrip() {
        const PlanFile file = sample();
        const std::string text = planFileText(file);
        QVERIFY(!QJsonDocument::fromJson(QByteArray::fromStdString(text)).isNull());
        const auto read = parsePlanFile(text);
        QVERIFY2(read, read ? "" : qPrintable(described(read.failure())));
        QVERIFY(*read == file);
        QCOMPARE(planFileText(*read), text);
    }
    /// Version 1 had PopLiner's estimate only, and a choice that the pipeline setting has replaced.
    void version1HasPopLinersSetting_data() {
        QTest::addColumn<QByteArray>("layers");
        QTest::addColumn<bool>("byPosition");
        QTest::newRow("without") << QByteArray("{}") << false;
        QTest::newRow("first") << QByteArray(R"({"unassigned": "first"})") << false;
        QTest::newRow("position") << QByteArray(R"({"unassigned": "position"})") << true;
    }
    void version1HasPopLinersSetting() {
        QFETCH(const QByteArray, layers);
        QFETCH(const bool, byPosition);
        const auto read = parsePlanFile(R"({"format": "tileplan", "version": 1, "plans": [{}], "layers": )" +
                                        layers.toStdString() + "}");
        QVERIFY2(read, read ? "" : qPrintable(described(read.failure())));
        QCOMPARE(read->setting.setting, byPosition ? Setting::Pipeline : Setting::PopLiner);
        QVERIFY(read->setting.pipeline == PipelineOptions());
        const auto again = parsePlanFile(planFileText(*read));
        QVERIFY(again->setting == read->setting);
    }
    void unknownOptionsOfTheSettingAreRefused() {
        const auto read = parsePlanFile(
            R"({"format": "tileplan", "version": 2, "plans": [{}], "setting": {"recompute": "some"}})");
        QVERIFY(!read);
        QCOMPARE(described(read.failure()),
                 QStringLiteral("setting.recompute|one of off, inputs, layers|\"some\""));
    }
    void timeIsOptionalAndChecked_data() {
        QTest::addColumn<QByteArray>("setting");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("none") << QByteArray("{}") << QString();
        QTest::newRow("least") << QByteArray(R"({"gradient_accumulation": 1, "link_idle_cycles": 0})")
                               << QString();
        QTest::newRow("no batch") << QByteArray(R"({"gradient_accumulation": 0})")
                                  << QStringLiteral(
                                         "setting.gradient_accumulation|a whole number of at least 1|0");
        QTest::newRow("half a sample")
            << QByteArray(R"({"micro_batch_size": 0.5})")
            << QStringLiteral("setting.micro_batch_size|a whole number of at least 1|0.5");
        QTest::newRow("no link") << QByteArray(R"({"link_gbps": 0})")
                                 << QStringLiteral("setting.link_gbps|a number from 1e-06 to 1000000.0|0");
        QTest::newRow("back in time")
            << QByteArray(R"({"link_idle_cycles": -1})")
            << QStringLiteral("setting.link_idle_cycles|a number from 0.0 to 1000000000000.0|-1");
        QTest::newRow("text") << QByteArray(R"({"link_gbps": "70"})")
                              << QStringLiteral("setting.link_gbps|a number from 1e-06 to 1000000.0|\"70\"");
    }
    void timeIsOptionalAndChecked() {
        QFETCH(const QByteArray, setting);
        QFETCH(const QString, refusal);
        const auto read = parsePlanFile(R"({"format": "tileplan", "version": 2, "plans": [{}], "setting": )" +
                                        setting.toStdString() + "}");
        QCOMPARE(read ? QString() : described(read.failure()), refusal);
        if (read) {
            QCOMPARE(read->setting.pipeline.microBatches,
                     setting == "{}" ? std::optional<uint32_t>() : std::optional(1U));
            QVERIFY(parsePlanFile(planFileText(*read))->setting == read->setting);
            QCOMPARE(read->setting.time.linkIdleCycles, setting == "{}" ? 3000.0 : 0.0);
            QCOMPARE(read->setting.time.gigabytesPerSecond(), 70.0);
        }
    }
    /// In the pipeline setting, plans name entries by id.
    void entriesOfThePipelineHaveIds() {
        Layers layers;
        layers.list = &PipelineList;
        layers.names = {"@input", "@input", "0", "@output"};
        layers.kinds = {EntryKind::Input, EntryKind::Layer, EntryKind::Layer, EntryKind::Output};
        PlanDescription plan;
        plan.splits = {"@@input", "@output"};
        plan.modules = {{"@input", "embeddings"}};
        const AppliedPlan applied = applyPlan(plan, layers, {});
        QVERIFY(applied.mismatches.empty());
        const std::vector<LayerIndex> expected{{1}, {3}};
        QVERIFY(std::equal(expected.begin(), expected.end(), applied.plan.splits().begin(),
                           applied.plan.splits().end()));
        QCOMPARE(applied.modules.front().first, LayerIndex{0});
        QCOMPARE(layerNamesOf(applied.plan.splits(), layers), plan.splits);
        // A plan has no split point before the first entry; the others stay.
        plan.splits = {"@input", "@output"};
        const AppliedPlan second = applyPlan(plan, layers, {});
        QCOMPARE(second.mismatches, (std::vector<PlanMismatch>{{PlanMismatch::Kind::Split, "@input"}}));
        QCOMPARE(second.plan.stageCount(), size_t{2});
    }
    /// A line that was typed in one run does not count as typed in the next. Refused lines are not lost.
    void linesOfAFileAreNotTyped() {
        PlanFile file = sample();
        auto& lines = file.plans[0].exportOptions.extraLines;
        lines = {OptionLine("logDir(\"x\")", OptionSource::Typed), OptionLine("evil", OptionSource::Typed)};
        QVERIFY(lines[0].call());
        const auto read = parsePlanFile(planFileText(file));
        QVERIFY(read);
        const auto& after = read->plans[0].exportOptions.extraLines;
        QCOMPARE(after.size(), size_t(2));
        QCOMPARE(after[0].source(), OptionSource::PlanFile);
        QVERIFY(!after[0].call());
        QCOMPARE(after[0].text(), std::string("logDir(\"x\")"));
        QCOMPARE(after[1].text(), std::string("evil"));
        QCOMPARE(planFileText(*read), planFileText(file));
    }
    void hostileNames() {
        std::mt19937 random(3);
        PlanFile file = sample();
        file.plans[0].splits = samples::hostileNames();
        for (int i = 0; i < 500; ++i) {
            file.plans[0].splits.push_back(samples::randomName(random));
        }
        const auto read = parsePlanFile(planFileText(file));
        QVERIFY(read);
        QVERIFY(*read == file);
    }
    void unknownKeysAreKept() {
        const std::string text =
            R"({"format": "tileplan", "version": 1, "colour": {"a": [1]}, "profile": {"owner": "x"},
            "plans": [{"name": "p", "later": true, "export": {"mode": "training", "new_option": 7}}]})";
        const auto read = parsePlanFile(text);
        QVERIFY(read);
        PlanFile changed = *read;
        changed.plans[0].exportOptions.mode = ExportMode::Inference;
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(planFileText(changed)));
        QCOMPARE(json["colour"]["a"][0].toInt(), 1);
        QCOMPARE(json["profile"]["owner"].toString(), "x");
        QCOMPARE(json["plans"][0]["later"].toBool(), true);
        QCOMPARE(json["plans"][0]["export"]["new_option"].toInt(), 7);
        QCOMPARE(json["plans"][0]["export"]["mode"].toString(), "inference");
        QVERIFY(*parsePlanFile(planFileText(changed)) == changed);
    }
    void minimalFile() {
        const auto read = parsePlanFile("{\"format\": \"tileplan\", \"version\": 1, \"plans\": [{}]}");
        QVERIFY(read);
        QCOMPARE(read->plans[0].ipus, 4U);
        QCOMPARE(read->layers.layerRegex, LayerOptions().layerRegex);
    }

    void badFiles_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QByteArray& text, ErrorCode code, const char* says) {
            QTest::newRow(name) << text << int(code) << QString(says);
        };
        const auto plan = [](const char* members) {
            return QByteArray("{\"format\": \"tileplan\", \"version\": 1, \"plans\": [{") + members + "}]}";
        };
        row("empty", "", ErrorCode::Truncated, "empty");
        row("truncated", QByteArray::fromStdString(planFileText(sample())).left(200), ErrorCode::Truncated,
            "byte");
        row("garbage",
            "\x7F"
            "ELF",
            ErrorCode::CorruptFile, "byte 1");
        row("two documents", "{} {}", ErrorCode::CorruptFile, "byte 4");
        row("other JSON", "[1, 2]", ErrorCode::BadPlan, "\"format\": \"tileplan\"");
        row("other format", "{\"format\": \"x\"}", ErrorCode::BadPlan, "tileplan");
        row("no version", "{\"format\": \"tileplan\"}", ErrorCode::BadPlan, "version");
        row("newer", "{\"format\": \"tileplan\", \"version\": 7, \"plans\": 3}",
            ErrorCode::UnsupportedVersion, "plan file version 2 or older|version 7");
        row("no plans", "{\"format\": \"tileplan\", \"version\": 1}", ErrorCode::BadPlan,
            "plans|a list of at least one");
        row("key twice", plan("\"ipus\": 1, \"ipus\": 2"), ErrorCode::BadPlan, "key \"ipus\"|each key once");
        row("key twice above", "{\"format\": \"tileplan\", \"version\": 1, \"plans\": [{}], \"plans\": [{}]}",
            ErrorCode::BadPlan, "key \"plans\"");
        row("split is a number", plan("\"splits\": [\"a\", 7]"), ErrorCode::BadPlan,
            "plans[0].splits[1]|text|7");
        row("splits is text", plan("\"splits\": \"a\""), ErrorCode::BadPlan, "plans[0].splits|a list");
        row("no IPUs", plan("\"ipus\": 0"), ErrorCode::BadPlan,
            "plans[0].ipus|a whole number of at least 1|0");
        row("many IPUs", plan("\"ipus\": 4294967296"), ErrorCode::BadPlan, "plans[0].ipus");
        row("too much free", plan("\"keep_free\": 91"), ErrorCode::BadPlan, "plans[0].keep_free");
        row("negative", plan("\"memory_per_tile\": -1"), ErrorCode::BadPlan, "plans[0].memory_per_tile");
        row("fraction", plan("\"ipus\": 2.5"), ErrorCode::BadPlan, "plans[0].ipus");
        row("mode", plan("\"export\": {\"mode\": \"both\"}"), ErrorCode::BadPlan,
            "plans[0].export.mode|inference or");
        row("export", plan("\"export\": []"), ErrorCode::BadPlan, "plans[0].export|an object");
        row("module", plan("\"modules\": [{\"layer\": 1}]"), ErrorCode::BadPlan, "plans[0].modules[0].layer");
        row("hex", plan("\"splits\": [{\"hex\": \"f\"}]"), ErrorCode::BadPlan, "plans[0].splits[0]");
        row("plan", "{\"format\": \"tileplan\", \"version\": 1, \"plans\": [3]}", ErrorCode::BadPlan,
            "plans[0]|an object");
        row("current", "{\"format\": \"tileplan\", \"version\": 1, \"current\": 1, \"plans\": [{}]}",
            ErrorCode::BadPlan, "current");
        row("deep", QByteArray(200000, '['), ErrorCode::BadPlan, "64 brackets");
        row("deep and closed", QByteArray(200000, '[') + QByteArray(200000, ']'), ErrorCode::BadPlan,
            "64 brackets");
        row("not UTF-8", plan("\"name\": \"\xFF\""), ErrorCode::CorruptFile, "byte");
    }
    void badFiles() {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        QFETCH(QString, says);
        const auto read = parsePlanFile(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(int(read.failure().code), code);
        QVERIFY2(described(read.failure()).contains(says), qPrintable(described(read.failure())));
    }
    void everyTruncationIsAnError() {
        const std::string text = planFileText(sample());
        for (size_t length = 0; length + 2 < text.size(); ++length) {
            QVERIFY(!parsePlanFile(text.substr(0, length)));
        }
    }
    void mutationsNeverBreakAnything() {
        std::mt19937 random(5);
        const std::string text = planFileText(sample());
        for (int i = 0; i < 3000; ++i) {
            std::string mutated = text;
            for (size_t change = 1 + random() % 3; change > 0; --change) {
                mutated[random() % mutated.size()] = "\"{}[],:0-9nte\\\xFF"[random() % 15];
            }
            if (const auto read = parsePlanFile(mutated)) {
                QVERIFY(*parsePlanFile(planFileText(*read)) == *read);
            }
        }
    }
    void aMillionSplits() {
        PlanFile file;
        file.plans.emplace_back();
        for (int i = 0; i < 1000000; ++i) {
            file.plans[0].splits.push_back(std::to_string(i));
        }
        const auto read = parsePlanFile(planFileText(file));
        QVERIFY(read);
        const AppliedPlan applied = applyPlan(read->plans[0], layersOf({"5", "7"}), {});
        QCOMPARE(applied.plan.stageCount(), size_t(3));
        QCOMPARE(applied.mismatches.size(), size_t(999998));
    }

    /// Contradictions in a plan file are resolved and reported.
    void contradictionsAreSaid() {
        PlanDescription plan;
        plan.ipus = 2;
        plan.splits = {"b", "c"};
        plan.pinned = {"d"};
        plan.forbidden = {"b"};
        const AppliedPlan applied = applyPlan(plan, layersOf({"a", "b", "c", "d"}), {});
        QCOMPARE(applied.plan.stageCount(), size_t(4));
        QCOMPARE(applied.plan.ipus(), 4U);
        using Kind = PlanMismatch::Kind;
        QVERIFY((applied.mismatches == std::vector<PlanMismatch>{{Kind::PinAdded, "d"},
                                                                 {Kind::ForbiddenLifted, "b"},
                                                                 {Kind::IpusRaised, "4"}}));
        for (const PlanMismatch& mismatch : applied.mismatches) {
            QVERIFY(!textOf(mismatch).empty());
        }
    }

    void appliesByLayerName() {
        PlanDescription plan;
        plan.splits = {"c", "x", "b", "c"};
        plan.pinned = {"c", "y"};
        plan.forbidden = {"d", "z"};
        plan.modules = {{std::nullopt, "m"}, {"b", "m.b"}, {"q", "m.q"}};
        const AppliedPlan applied = applyPlan(plan, layersOf({"a", "b", "c", "d"}), {});
        QCOMPARE(applied.plan.splits().size(), size_t(2));
        QVERIFY(applied.plan.splitPlan().isSplit({2}) && applied.plan.splitPlan().isSplit({3}));
        QVERIFY(std::ranges::equal(applied.plan.constraints().pinned(), std::vector<LayerIndex>{{3}}));
        QVERIFY(std::ranges::equal(applied.plan.constraints().forbidden(), std::vector<LayerIndex>{{4}}));
        QCOMPARE(applied.modules.size(), size_t(2));
        using Kind = PlanMismatch::Kind;
        QVERIFY((applied.mismatches == std::vector<PlanMismatch>{{Kind::Split, "x"},
                                                                 {Kind::OutOfOrder, "b"},
                                                                 {Kind::Twice, "c"},
                                                                 {Kind::Pin, "y"},
                                                                 {Kind::Forbidden, "z"},
                                                                 {Kind::Module, "q"}}));
        for (const PlanMismatch& mismatch : applied.mismatches) {
            QVERIFY(textOf(mismatch).find(mismatch.name) != std::string::npos);
        }
    }
    /// If a plan states no limit, its limit is the profile's.
    void theMemoryOfATileMayBeLeftOut() {
        const Layers layers = layersOf({"a", "b"});
        Target target;
        target.bytesPerTile = 262144;
        for (const char* said : {"", R"(, "memory_per_tile": null)"}) {
            const auto file = parsePlanFile(
                std::string(R"({"format": "tileplan", "version": 2, "plans": [{"ipu_memory": [9])") + said +
                "}]}");
            QVERIFY(file);
            const PlanDescription& plan = file->plans.front();
            QVERIFY(!plan.memoryPerTile);
            QVERIFY(*parsePlanFile(planFileText(*file)) == *file);
            const MemoryLimits expected{262144, {9}};
            QVERIFY(applyPlan(plan, layers, target).plan.memory() == expected);
            PlanDescription applied = plan;
            applied.setMemory(expected);
            QCOMPARE(applied.memoryPerTile, std::optional<uint64_t>(262144));
            const auto differences = diffPlans(plan, applied);
            QCOMPARE(differences.size(), size_t(1));
            QCOMPARE(differences[0].left + ">" + differences[0].right, std::string("the profile's>262144"));
        }
        QVERIFY(!parsePlanFile(R"({"format": "tileplan", "version": 2, "plans": [{"memory_per_tile": 0}]})"));
    }

    void profilesAreCompared() {
        const ProfileFingerprint one{"a", 1, 2, 3, 4};
        QVERIFY(!compareProfiles(one, one));
        QVERIFY(!compareProfiles({}, one));
        const auto other = compareProfiles(one, {"b", 1, 9, 3, 4});
        QVERIFY(other);
        QCOMPARE(textOf(*other),
                 std::string("The plan was made for another profile, steps 2 there, 9 here."));
    }

    void onlyAPlanOfAnotherProfileIsNotReplaced() {
        PlanFile file = sample();
        const auto replaces = [&](const std::string& content) {
            return bool(checkReplacesPlan(content, {"own", 1, 2, 3, 4}));
        };
        file.profile = {"own", 1, 2, 3, 4};
        QVERIFY(replaces(planFileText(file)));
        file.profile.hash.clear(); // written by hand
        QVERIFY(replaces(planFileText(file)));
        QVERIFY(replaces("") && replaces("{}") && replaces("no plan"));
        file.profile.hash = "other";
        QVERIFY(!replaces(planFileText(file)));
        QCOMPARE(checkReplacesPlan(planFileText(file), {"own", 1, 2, 3, 4}).failure().code,
                 ErrorCode::OtherProfile);
    }
    void differences() {
        const PlanDescription left = sample().plans[0];
        PlanDescription right = left;
        QVERIFY(diffPlans(left, right).empty());
        right.name = "other";
        right.splits[0] = "4";
        right.ipus = 8;
        right.modules[0].path = "elsewhere";
        right.exportOptions.deviceIterations.reset();
        const auto found = diffPlans(left, right);
        QVERIFY((found == std::vector<PlanDifference>{{"split", "3", ""},
                                                      {"split", "", "4"},
                                                      {"ipus", "7", "8"},
                                                      {"module of None", "bert.embeddings", "elsewhere"},
                                                      {"export.device_iterations", "5", "automatic"}}));
    }

    void files() {
        QTemporaryDir directory;
        const std::filesystem::path path = directory.filePath("a.tileplan").toStdString();
        QVERIFY(writePlanFile(path, sample()));
        const auto read = readPlanFile(path);
        QVERIFY(read && *read == sample());
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{");
        file.close();
        const auto broken = readPlanFile(path);
        QVERIFY(!broken);
        QCOMPARE(broken.failure().file, path.string());
        QCOMPARE(readPlanFile(directory.filePath("none").toStdString()).failure().code,
                 ErrorCode::FileNotFound);
    }

    /// Each plan has a row in the window, and 500,000 of them used to take minutes to read.
    void manyPlans() {
        PlanFile file = sample();
        file.plans.resize(MaxPlans, file.plans.front());
        QVERIFY(parsePlanFile(planFileText(file)));
        file.plans.push_back(file.plans.front());
        const auto refused = parsePlanFile(planFileText(file));
        QVERIFY(!refused);
        QCOMPARE(refused.failure().code, ErrorCode::BadPlan);
        QCOMPARE(refused.failure().item, std::string("plans"));
        QCOMPARE(refused.failure().actual, std::string("1001"));
    }

    /// Inputs that used to take quadratic time, or many times the memory of the text. Each took over a
    /// minute.
    void hostileJson_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("expected");
        const QByteArray plan = R"({"name":"p"},)";
        QTest::newRow("plans") << '[' + plan.repeated(500'000) + "{}]"
                               << "at most 1000 plans";
        QByteArray keys;
        for (int i = 0; i < 500'000; ++i) {
            keys += '"' + QByteArray::number(i) + "\":0,";
        }
        QTest::newRow("keys") << '{' + keys + "\"x\":0}"
                              << "at most 1000 keys in an object";
        QTest::newRow("values") << '[' + QByteArray("[],").repeated(2'000'000) + "[]]"
                                << "at most 2000000 values";
    }
    void hostileJson() {
        QFETCH(const QByteArray, value);
        QFETCH(const QString, expected);
        QElapsedTimer timer;
        timer.start();
        const auto read =
            parsePlanFile((R"({"format":"tileplan","version":2,"plans":)" + value + '}').toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.failure().expected), expected);
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    }
};

TILELINE_TEST(TestPlanFile)
#include "test_planfile.moc"
