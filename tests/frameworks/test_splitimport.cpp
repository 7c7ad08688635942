// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errortext.h"
#include "core/base/textfile.h"
#include "core/frameworks/exporters.h"
#include "core/frameworks/importers.h"
#include "core/frameworks/layercounts.h"
#include "core/frameworks/listtext.h"
#include "tests/frameworks/exportsamples.h"
#include "tests/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <filesystem>

using namespace tileline;

namespace {

/// The data that an import needs from a profile with Input, layers "0", "1", ... and Output.
class SplitSubject {
public:
    explicit SplitSubject(size_t layers, bool training = true, std::optional<OutputOn> outputOn = {}) {
        target.blank = samples::pipelinePlan(layers, {}, {}, training);
        target.mode = training ? ExportMode::Training : ExportMode::Inference;
        target.head = {outputOn.value_or(OutputOn::Last), "because the test says so"};
        target.headGiven = outputOn.has_value();
        target.blank.assumed->options.outputOn = target.head.outputOn;
    }

    Outcome<ImportedSplit> read(const std::string& text, std::string_view id = {}) const {
        return importSplit(text, id, target);
    }

    /// The plan, ready for the exporter of the same format.
    ExportPlan exported(const ImportedSplit& split, PoptorchExportOptions& options) const {
        ExportPlan plan = target.blank;
        plan.plan = split.plan;
        plan.assumed->options.outputOn = split.head.outputOn;
        plan.assumed->options.recompute = split.recompute.value_or(Recompute::Inputs);
        plan.assumed->options.optimizerState = split.optimizerState.value_or(OptimizerState::OnChip);
        options.mode = target.mode;
        (options.mode == ExportMode::Training ? options.gradientAccumulation : options.deviceIterations) =
            split.microBatches;
        options.availableMemoryProportion = split.memoryProportion;
        options.imported = split.document;
        return plan;
    }

private:
    Profile m_profile;
    Layers m_layers;

public:
    ImportTarget target{m_profile, m_layers, samples::plan(1), ExportMode::Inference, {}, false};
};

std::string errorOf(const Outcome<ImportedSplit>& read) {
    return read ? std::string() : describe(read.failure().error());
}

std::vector<uint32_t> splitsOf(const ImportedSplit& split) {
    std::vector<uint32_t> splits;
    for (const LayerIndex layer : split.plan.splits()) {
        splits.push_back(layer.value);
    }
    return splits;
}

std::string dataText(const std::string& name) {
    return *readFile(std::string(TILELINE_SPLIT_DATA) + "/" + name, ImportLimit);
}

QJsonObject objectOf(const std::string& text) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

QString listed(const std::vector<uint32_t>& numbers) {
    return QString::fromStdString(listText(numbers));
}

} // namespace

/// Reads the formats in which splits are written, without a profile: lists, rules, and importing and
/// exporting again.
class TestSplitImport : public QObject {
    Q_OBJECT
private slots:
    void lists_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("values");
        const auto row = [](const char* text, const char* values) {
            QTest::newRow(text) << QString(text) << QString(values);
        };
        row("[3, 7, 7, 7]", "3|7|7|7");
        row("(3, 7)", "3|7");
        row("([0, 0, 1])", "0|0|1");
        row("([0, 0, 1], validate=True)", "0|0|1");
        row("3,7,7,7", "3|7|7|7");
        row("3 7 7 7", "3|7|7|7");
        row(" 3,  7 , 7,7 ,", "3|7|7|7");
        row("[\n  3, # three\n  7,\n]", "3|7");
        row("\n  - 3\n  - 7 # seven\n", "3|7");
        row("- 3\n- 7", "3|7");
        row("[-1]", "-1");
        row("-1 3", "-1|3");
        row("0 4 4 \\\n", "0|4|4");
        row("0 4 4 --ipus-per-replica 3", "0|4|4");
        row("['a/b', \"c d\"]", "a/b|c d");
        row("[stage1/unit1/relu, stage2]", "stage1/unit1/relu|stage2");
        row("[]", "");
        row("['it\\'s']", "it's");
    }
    void lists() {
        QFETCH(QString, text);
        QFETCH(QString, values);
        const std::string bytes = text.toStdString();
        const auto items = readList(bytes, 0, false);
        QVERIFY2(items, items ? "" : describe(items.failure()).c_str());
        QStringList found;
        for (const ListItem& item : *items) {
            found += QString::fromStdString(item.text);
        }
        QCOMPARE(found.join('|'), values);
    }
    void badLists_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* text, const char* place) {
            QTest::newRow(text) << QString(text) << QString(place);
        };
        row("[3, 7", "line 1, column 6");
        row("[3,, 7]", "line 1, column 4");
        row("[[3, 7], [7]]", "line 1, column 2");
        row("3 7\nand more", "line 2, column 1");
        row("[3] 7", "line 1, column 5");
        row("['a, b]", "line 1, column 2");
        row("[{]", "line 1, column 2");
        row("- 3\n- 7 8", "line 2, column 5");
        row("['a\\nb']", "line 1, column 5");
    }
    void badLists() {
        QFETCH(QString, text);
        QFETCH(QString, place);
        const std::string bytes = text.toStdString();
        const auto items = readList(bytes, 0, true);
        QVERIFY(!items);
        QCOMPARE(QString::fromStdString(items.failure().item), place);
        QVERIFY(!items.failure().expected.empty() && !items.failure().remedy.empty());
    }
    void keys() {
        const auto at = [](const char* text) { return findKeyedValues(text, "layers_per_ipu"); };
        QCOMPARE(at("layers_per_ipu: [1]").size(), size_t(1));
        QCOMPARE(at("\"layers_per_ipu\": [1],").size(), size_t(1));
        QCOMPARE(at("--layers-per-ipu 1 2").size(), size_t(1));
        QCOMPARE(at("--layers-per-ipu=1,2").size(), size_t(1));
        QCOMPARE(at("layers_per_ipu=[1 2]").size(), size_t(1));
        QCOMPARE(at("inference_layers_per_ipu: [1]").size(), size_t(0));
        QCOMPARE(at("layers_per_ipus: [1]").size(), size_t(0));
        QCOMPARE(at("# layers_per_ipu: [1]\nlayers_per_ipu: [2]").size(), size_t(1));
        QCOMPARE(at("about layers_per_ipu in general").size(), size_t(0));
    }

    void counts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<uint>("layers");
        QTest::addColumn<QString>("splits");
        const auto row = [](const char* text, uint layers, const char* splits) {
            QTest::newRow(text) << QString(text) << layers << QString(splits);
        };
        // Entry 0 is Input, the layers are 1 .. layers, and then Output.
        row("layers_per_ipu: [3, 7, 7, 7]", 24, "[4, 11, 18]");
        row("\"layers_per_ipu\": [3, 7, 7, 7],", 24, "[4, 11, 18]");
        row("--layers-per-ipu 3 7 7 7", 24, "[4, 11, 18]");
        row("--layers-per-ipu 3 7 7 7 --ipus-per-replica 4", 24, "[4, 11, 18]");
        row("3,7,7,7", 24, "[4, 11, 18]");
        row("3 7 7 7\n", 24, "[4, 11, 18]");
        row("[3, 7, 7, 7]", 24, "[4, 11, 18]");
        row("layers_per_ipu:\n  - 3\n  - 7\n  - 7\n  - 7\n", 24, "[4, 11, 18]");
        row("[0, 4, 4, 4]", 12, "[1, 5, 9]");    // Input alone
        row("[4, 4, 4, 0]", 12, "[5, 9, 13]");   // Output alone
        row("[1, 2, -1, -1]", 12, "[2, 4, 8]");  // 9 for two: 4, 5
        row("[-1, 2, -1, 1]", 12, "[5, 7, 12]"); // 9 for two: 4, 5, the last of them has more
        row("layers_per_ipu: [-1]\nipus_per_replica: 4", 14, "[4, 7, 10]"); // 3, 3, 3, 5
        row("{\"ipus_per_replica\": 4, \"layers_per_ipu\": [-1]}", 14, "[4, 7, 10]");
        row("{\"ipus_per_replica\": 4}", 12, "[4, 7, 10]");
        row("{\"ipus_per_replica\": 1, \"layers_per_ipu\": [3, 7]}", 12, "[]");
        row("[5]", 12, "[]"); // one IPU: ignored
        row("{\"layers_per_ipu\": [6, 6], \"inference_layers_per_ipu\": [3, 9]}", 12, "[7]");
        row("{\"layers_per_ipu\": [6, 6], \"training_layers_per_ipu\": [4, 4, 4]}", 12, "[5, 9]");
    }
    void counts() {
        QFETCH(QString, text);
        QFETCH(uint, layers);
        QFETCH(QString, splits);
        const auto read = SplitSubject(layers).read(text.toStdString());
        QVERIFY2(read, errorOf(read).c_str());
        QCOMPARE(listed(splitsOf(*read)), splits);
    }
    void inferenceHasItsOwnList() {
        const SplitSubject subject(12, false);
        const auto read =
            subject.read(R"({"layers_per_ipu": [6, 6], "inference_layers_per_ipu": [4, 4, 4]})");
        QVERIFY2(read, errorOf(read).c_str());
        QCOMPARE(listed(splitsOf(*read)), QString("[5, 9]"));
        const auto without = subject.read(R"({"layers_per_ipu": [6, 6]})");
        QVERIFY2(without, errorOf(without).c_str());
        QCOMPARE(listed(splitsOf(*without)), QString("[7]"));
    }

    void rules_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* text, const char* place, const char* says) {
            QTest::newRow(name) << QString(text) << QString(place) << QString(says);
        };
        const char* const key = "layers_per_ipu, line 1";
        row("below -1", "[3, -2, 5, 6]", key, "at least -1");
        row("sum too small", "[3, 3, 3, 2]", key, "3 + 3 + 3 + 2 = 11");
        row("sum too large", "[3, 3, 3, 4]", key, "a sum of 12, the number of layers in the profile");
        row("rest below 0", "[9, 9, -1]", key, "a sum of at most 12");
        row("length", "{\"ipus_per_replica\": 4, \"layers_per_ipu\": [6, 6]}", key, "each of 4 IPUs");
        row("length with a share", "{\"ipus_per_replica\": 4, \"layers_per_ipu\": [6, -1]}", key,
            "each of 4 IPUs");
        row("0 in the middle", "[4, 0, 4, 4]", key, "none on IPU 1");
        row("no layers left for a share", "[6, 6, -1, -1]", key, "none on IPU 2");
        row("share of nothing", "[-1]", key, "over which [-1] spreads");
        row("fraction", "[3.5, 3, 3, 3]", "line 1, column 2", "whole number");
        row("too many IPUs", "{\"ipus_per_replica\": 65, \"layers_per_ipu\": [-1]}", "ipus_per_replica",
            "64 IPUs");
        row("huge", "[99999999999999999999, 1]", "line 1, column 2", "whole number");
        row("large", "[4294967296, 1]", key, "at least -1");
        row("wrong type", "{\"layers_per_ipu\": \"3,7\"}", key, "a list of whole numbers");
        row("no whole number", "{\"layers_per_ipu\": [1.0, 11]}", key, "1.0");
        row("a truth", "{\"layers_per_ipu\": [true, 11]}", key, "true");
        row("large in JSON", "{\"layers_per_ipu\": [18446744073709551615, 11]}", key, "18446744073709551615");
        row("proportions", "{\"layers_per_ipu\": [6, 6], \"matmul_proportion\": [0.1, 0.2, 0.3]}",
            "matmul_proportion, line 1", "one for each of 2 IPUs");
        row("proportion", "{\"layers_per_ipu\": [6, 6], \"matmul_proportion\": 1.5}", "matmul_proportion",
            "at most 1");
        row("accumulation", "{\"layers_per_ipu\": [6, 6], \"gradient_accumulation_steps\": 0}",
            "gradient_accumulation_steps", "at least 1");
        row("recomputation", "{\"layers_per_ipu\": [6, 6], \"recompute_checkpoint_every_layer\": 1}",
            "recompute_checkpoint_every_layer", "true or false");
        row("truncated", "{\"layers_per_ipu\": [6, 6", "line 1, column 25", "JSON");
        row("damaged", "{\n\"layers_per_ipu\": [6; 6]}", "line 2, column 21", "JSON");
        row("empty", " \n", "the text", "nothing");
        row("nothing of a split", "{\"a\": 1}", "the text", "layers_per_ipu");
        row("several", "a:\n  layers_per_ipu: [6, 6]\nb:\n  layers_per_ipu: [6, 6]\n",
            "line 2, column 18; line 4", "one layers_per_ipu");
        row("stage without a layer",
            R"({"pipeline_stages": [["emb"], ["hid"], []], "pipeline_device_mapping": [0, 1, 2]})",
            "pipeline_stages[2]", "a list of names");
        row("no Input first", R"({"pipeline_stages": [["hid"], ["hid"]], "pipeline_device_mapping": [0, 1]})",
            "pipeline_stages[0]", "\"emb\" in the first stage");
        row("too few layers",
            R"({"pipeline_stages": [["emb", "hid"], ["hid", "heads"]], "pipeline_device_mapping": [0, 1]})",
            "pipeline_stages", "\"hid\" 12 times");
        row("keras: gap", "set_pipeline_stage_assignment([0,0,0,0,0,0,0,2,2,2,2,2,2,2])", "[7]",
            "have no gap");
        row("keras: falls", "set_pipeline_stage_assignment([0,0,0,0,0,1,1,0,1,1,1,1,1,1])", "[7]",
            "0 after 1");
        row("keras: length", "set_pipeline_stage_assignment([0, 1, 1])", "pipeline_stage_assignment",
            "14 entries");
        row("keras: Input elsewhere",
            "set_pipeline_stage_assignment([0,0,0,0,0,0,0,1,1,1,1,1,1,1])\ndevice_mapping=[1, 0]",
            "device_mapping", "on IPU 0");
        row("keras: layers twice on an IPU",
            "set_pipeline_stage_assignment([0,0,0,0,0,0,1,1,1,1,2,2,2,2])\ndevice_mapping=[0, 1, 0]",
            "device_mapping", "nothing but Output");
        row("keras: mapping too short",
            "set_pipeline_stage_assignment([0,0,0,0,0,0,1,1,1,1,2,2,2,2])\ndevice_mapping=[0, 1]",
            "device_mapping", "each of 3 stages");
    }
    /// Every broken rule is named, with its place and what to do.
    void rules() {
        QFETCH(QString, text);
        QFETCH(QString, place);
        QFETCH(QString, says);
        const auto read = SplitSubject(12).read(text.toStdString());
        QVERIFY(!read);
        const QString error = QString::fromStdString(errorOf(read));
        QVERIFY2(error.contains(says), qPrintable(error));
        QVERIFY2(QString::fromStdString(read.failure().error().item).contains(place), qPrintable(error));
        QVERIFY2(error.contains("remedy:") && read.failure().error().file.empty(), qPrintable(error));
    }
    void nothingForTheLastIpuIfOutputIsOnTheFirst() {
        const auto read = SplitSubject(12, true, OutputOn::First).read("[4, 4, 4, 0]");
        QVERIFY(!read);
        QVERIFY2(errorOf(read).find("--output-on last") != std::string::npos, errorOf(read).c_str());
        const auto one = SplitSubject(12, true, OutputOn::First).read("[0, 4, 4, 4]");
        QVERIFY2(one, errorOf(one).c_str());
        QVERIFY(one->head.outputOn == OutputOn::First);
    }
    void sizesAreBounded() {
        const SplitSubject subject(12);
        QVERIFY(subject.read(std::string(ImportLimit + 1, ' ')).failure().error().code ==
                ErrorCode::TooLarge);
        QVERIFY(!subject.read(std::string(200000, '[')));
        QVERIFY(!subject.read("{\"layers_per_ipu\":" + std::string(200000, '[')));
        std::string deep = "{\"a\":";
        deep += std::string(100, '[') + std::string(100, ']') + "}";
        QVERIFY(errorOf(subject.read(deep)).find("32 brackets") != std::string::npos);
        QVERIFY(errorOf(subject.read("[" + std::string(200000, '1') + "]")).find("whole number") !=
                std::string::npos);
        std::string many = "1";
        for (int i = 0; i < 100000; ++i) {
            many += ",1";
        }
        QVERIFY(!subject.read(many));
    }
    void mutationsNeverBreakAnything() {
        std::mt19937 random(7);
        const std::vector<std::string> texts{
            dataText("optimum-graphcore/language-modeling.json"),
            dataText("graphcore-examples/bert-tf2-pretrain-base-128-phase1.json"),
            "layers_per_ipu: [0, 4, 4, 4]", "--layers-per-ipu 0 4 4 4 --ipus-per-replica 4",
            "set_pipeline_stage_assignment([0,0,0,0,0,0,1,1,1,1,2,2,2,2])\ndevice_mapping=[0, 1, 2]"};
        const SplitSubject subject(12);
        for (int i = 0; i < 5000; ++i) {
            std::string text = texts[static_cast<size_t>(i) % texts.size()];
            for (size_t change = 1 + random() % 4; change > 0; --change) {
                text[random() % text.size()] = "\"{}[],:0-9nte\\\xFF'#\n"[random() % 18];
            }
            for (const Importer& importer : importers()) {
                // The names of a list are looked up in a profile.
                const auto read = importer.id == "pipeline-splits"
                                      ? subject.read(text.substr(0, 1), "optimum")
                                      : subject.read(text, importer.id);
                QVERIFY(!read || read->plan.layerCount() == 14);
            }
        }
    }

    void publicFiles_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<uint>("layers");
        QTest::addColumn<QString>("counts");
        QTest::addColumn<bool>("outputFirst");
        const auto row = [](const char* file, uint layers, const char* counts, bool outputFirst = false) {
            QTest::newRow(file) << QString(file) << layers << QString(counts) << outputFirst;
        };
        row("optimum-graphcore/audio-classification-hubert-base.json", 12, "[0, 4, 4, 4]");
        row("optimum-graphcore/question-answering.json", 12, "[0, 4, 4, 4]");
        row("optimum-graphcore/question-answering-roberta-large.json", 24, "[3, 7, 7, 7]");
        row("optimum-graphcore/summarization.json", 12, "[0, 4, 4, 4]");
        row("optimum-graphcore/language-modeling.json", 12, "[0, 4, 4, 4]");
        row("optimum-graphcore/speech-pretraining-base.json", 23, "[6, 5, 5, 7]");
        row("optimum-graphcore/speech-pretraining-large.json", 35, "[2, 2, 5, 6, 6, 6, 7, 1]");
        row("graphcore-examples/bert-tf2-pretrain-large-128-phase1.json", 24, "[3, 7, 7, 7]", true);
        row("graphcore-examples/bert-tf2-pretrain-base-128-phase1.json", 12, "[0, 4, 4, 4]", true);
        row("graphcore-examples/bert-tf2-pretrain-tiny-128-phase1.json", 2, "[0, 2]", true);
        row("graphcore-examples/bert-tf2-squad-large.json", 24, "[3, 7, 7, 7]", true);
    }
    /// Import and export without a difference; with another plan, only the keys of the split change.
    void publicFiles() {
        QFETCH(QString, file);
        QFETCH(uint, layers);
        QFETCH(QString, counts);
        QFETCH(bool, outputFirst);
        const SplitSubject subject(layers);
        const std::string text = dataText(file.toStdString());
        const auto read = subject.read(text);
        QVERIFY2(read, errorOf(read).c_str());
        QCOMPARE(read->head.outputOn == OutputOn::First, outputFirst);
        PoptorchExportOptions options;
        ExportPlan plan = subject.exported(*read, options);
        const auto exported = layerCountsOf(plan);
        QVERIFY(exported);
        QCOMPARE(listed(*exported), counts);
        const Exporter& exporter = *findExporter(read->importer);
        const auto issues = exporter.check(plan, options);
        QVERIFY2(!hasErrors(issues), hasErrors(issues) ? issues.front().reason.c_str() : "");
        QCOMPARE(objectOf(exporter.text(plan, options)), objectOf(text));
        // Another plan: one split less. Lists of proportions for each IPU no longer fit.
        options.availableMemoryProportion = 0.5;
        plan.plan = plan.plan.withRemoved(0);
        QVERIFY(!hasErrors(exporter.check(plan, options)));
        const std::string changed = exporter.text(plan, options);
        const auto again = subject.read(changed);
        QVERIFY2(again, errorOf(again).c_str());
        QVERIFY(again->plan == plan.plan);
        QJsonObject before = objectOf(text);
        QJsonObject after = objectOf(changed);
        QVERIFY(before != after);
        for (const char* key : {"layers_per_ipu", "ipus_per_replica", "matmul_proportion", "ipu_config"}) {
            before.remove(key);
            after.remove(key);
        }
        QCOMPARE(after, before);
    }
    void publicFilesThatBreakARule() {
        const auto convnext =
            SplitSubject(12).read(dataText("optimum-graphcore/image-classification-convnext.json"));
        QVERIFY(!convnext);
        QVERIFY2(errorOf(convnext).find("each of 2 IPUs") != std::string::npos, errorOf(convnext).c_str());
        // The list is Optimum's [-1], but one micro-batch is too few for a pipeline, so it is raised.
        const SplitSubject subject(12);
        const auto trainer = subject.read(dataText("optimum-graphcore/trainer-test.json"));
        QVERIFY2(trainer, errorOf(trainer).c_str());
        QCOMPARE(listed(splitsOf(*trainer)), QString("[4, 7, 10]"));
        PoptorchExportOptions options;
        const ExportPlan plan = subject.exported(*trainer, options);
        const auto issues = findExporter("optimum")->check(plan, options);
        QVERIFY(!hasErrors(issues));
        QVERIFY2(issues.front().reason.find("raised from 1 to 7") != std::string::npos,
                 issues.front().reason.c_str());
        QCOMPARE(
            objectOf(findExporter("optimum")->text(plan, options))["gradient_accumulation_steps"].toInt(), 7);
    }
    void publicLines() {
        const QByteArray text = QByteArray::fromStdString(dataText("graphcore-examples/lines.json"));
        const QJsonArray lines = QJsonDocument::fromJson(text).array();
        QCOMPARE(lines.size(), 7);
        for (const QJsonValue& line : lines) {
            const SplitSubject subject(static_cast<size_t>(line["layers"].toInt()));
            const auto read = subject.read(line["text"].toString().toStdString());
            QVERIFY2(read, errorOf(read).c_str());
            QCOMPARE(std::string(read->importer), std::string("layers-per-ipu"));
            PoptorchExportOptions options;
            const ExportPlan plan = subject.exported(*read, options);
            const Exporter& exporter = *findExporter("layers-per-ipu");
            QVERIFY(!hasErrors(exporter.check(plan, options)));
            const std::string written = exporter.text(plan, options);
            QJsonArray counts;
            const auto exported = layerCountsOf(plan);
            for (const uint32_t count : *exported) {
                counts.append(static_cast<int>(count));
            }
            QCOMPARE(counts, line["counts"].toArray());
            QVERIFY(subject.read(written)->plan == read->plan);
        }
    }
    /// The export of any plan is read back as the same plan.
    void exportsAreReadAgain() {
        std::mt19937 random(3);
        for (int i = 0; i < 300; ++i) {
            const size_t layers = 1 + random() % 12;
            std::vector<uint32_t> splits;
            for (uint32_t entry = 1; entry <= layers + 1; ++entry) {
                if (random() % 3 == 0) {
                    splits.push_back(entry);
                }
            }
            PipelineOptions pipeline;
            pipeline.outputOn = random() % 2 == 0 ? OutputOn::First : OutputOn::Last;
            const bool training = random() % 2 == 0;
            const ExportPlan plan = samples::pipelinePlan(layers, splits, pipeline, training);
            const SplitSubject subject(layers, training, pipeline.outputOn);
            PoptorchExportOptions options;
            options.mode = subject.target.mode;
            for (const char* id : {"optimum", "layers-per-ipu", "keras"}) {
                const Exporter& exporter = *findExporter(id);
                QVERIFY(!hasErrors(exporter.check(plan, options)));
                const std::string text = exporter.text(plan, options);
                const auto read = subject.read(text);
                QVERIFY2(read, (text + errorOf(read)).c_str());
                QCOMPARE(std::string(read->importer), std::string(id));
                ExportPlan again = plan;
                again.plan = read->plan;
                QVERIFY2(again.placement().stages == plan.placement().stages, text.c_str());
            }
        }
    }
    void aCutInsideALayerIsRefused() {
        ExportPlan plan = samples::pipelinePlan(4, {2});
        plan.modulePaths = {"bert.embeddings",        "bert.layer.0.attention", "bert.layer.0.output",
                            "bert.layer.1.attention", "bert.layer.1.output",    "head"};
        QCOMPARE(modelLayers(plan).size(), size_t(2));
        for (const char* id : {"optimum", "layers-per-ipu"}) {
            const auto issues = findExporter(id)->check(plan, {});
            QVERIFY(hasErrors(issues));
            QVERIFY2(issues.front().reason.find("inside the layer \"bert.layer.0\"") != std::string::npos,
                     issues.front().reason.c_str());
        }
        plan.plan = *SplitPlan::make(6, {{3}});
        QCOMPARE(findExporter("layers-per-ipu")->text(plan, {}), std::string("layers_per_ipu: [1, 1]\n"));
        QVERIFY(!hasErrors(findExporter("layers-per-ipu")->check(plan, {})));
    }
    void pipelineSplitsNameModules() {
        const Exporter& exporter = *findExporter("pipeline-splits");
        QCOMPARE(exporter.text(samples::pipelinePlan(3, {2, 4}), {}),
                 std::string("pipeline_splits: [\"m/layer/1\", \"m/head\"]\n"));
        PipelineOptions first;
        first.outputOn = OutputOn::First;
        QVERIFY(hasErrors(exporter.check(samples::pipelinePlan(3, {2}, first), {})));
        ExportPlan unknown = samples::pipelinePlan(3, {2});
        unknown.modulePaths[2].clear();
        const auto issues = exporter.check(unknown, {});
        QVERIFY(hasErrors(issues));
        QCOMPARE(issues.front().layer, std::optional(LayerIndex{2}));
    }
    void inferenceKeepsTheListForTraining() {
        const SplitSubject subject(12, false);
        const std::string text = R"({"layers_per_ipu": [6, 6], "ipus_per_replica": 2, "seed": 1})";
        const auto read = subject.read(text);
        QVERIFY2(read, errorOf(read).c_str());
        PoptorchExportOptions options;
        ExportPlan plan = subject.exported(*read, options);
        plan.plan = *SplitPlan::make(14, {{5}, {9}});
        const QJsonObject written = objectOf(findExporter("optimum")->text(plan, options));
        QCOMPARE(written["layers_per_ipu"].toArray(), (QJsonArray{6, 6}));
        QCOMPARE(written["inference_layers_per_ipu"].toArray(), (QJsonArray{4, 4, 4}));
        QCOMPARE(written["inference_ipus_per_replica"].toInt(), 3);
        QCOMPARE(written["seed"].toInt(), 1);
        QCOMPARE(listed(splitsOf(*subject.read(findExporter("optimum")->text(plan, options)))),
                 QString("[5, 9]"));
    }
    void microBatchesOfOptimum_data() {
        QTest::addColumn<bool>("forTraining");
        QTest::addColumn<uint>("estimated"); // 0: the default
        QTest::addColumn<uint>("ofFile");    // 0: none
        QTest::addColumn<int>("written");
        QTest::addColumn<QString>("says");
        QTest::newRow("default") << true << 0U << 0U << 64 << QString();
        QTest::newRow("estimate") << true << 16U << 512U << 16 << QString();
        QTest::newRow("file") << true << 0U << 512U << 512 << "is 512, but the estimate assumes 64";
        QTest::newRow("raised") << true << 4U << 0U << 5 << "raised from 4 to 5";
        QTest::newRow("file raised") << true << 0U << 2U << 5 << "raised from 2 to 5";
        QTest::newRow("inference") << false << 0U << 0U << 64 << QString();
        QTest::newRow("estimate of inference") << false << 16U << 8U << 16 << QString();
        QTest::newRow("file for inference") << false << 0U << 8U << 8 << "is 8, but the estimate assumes 64";
    }
    /// The file has the number of the estimate, otherwise it keeps its own number, and a note says so.
    void microBatchesOfOptimum() {
        QFETCH(bool, forTraining);
        QFETCH(uint, estimated);
        QFETCH(uint, ofFile);
        QFETCH(int, written);
        QFETCH(QString, says);
        const QString key = forTraining ? "gradient_accumulation_steps" : "inference_device_iterations";
        PoptorchExportOptions options;
        options.mode = forTraining ? ExportMode::Training : ExportMode::Inference;
        if (ofFile > 0) {
            options.imported = {"optimum", "{\"" + key.toStdString() + "\": " + std::to_string(ofFile) + "}"};
        }
        PipelineOptions assumed;
        assumed.microBatches = estimated > 0 ? std::optional(estimated) : std::nullopt;
        const ExportPlan plan = samples::pipelinePlan(4, {2, 3}, assumed, forTraining);
        const Exporter& exporter = *findExporter("optimum");
        QCOMPARE(objectOf(exporter.text(plan, options))[key].toInt(), written);
        const auto issues = exporter.check(plan, options);
        QVERIFY(!hasErrors(issues));
        const bool said = std::any_of(issues.begin(), issues.end(), [&](const ExportIssue& issue) {
            return !says.isEmpty() && QString::fromStdString(issue.reason).contains(says);
        });
        QCOMPARE(said, !says.isEmpty());
        // The imported text states how the plan is estimated.
        const SplitSubject subject(4, forTraining);
        const auto read = subject.read(exporter.text(plan, options));
        QVERIFY2(read, errorOf(read).c_str());
        QCOMPARE(read->microBatches, std::optional(static_cast<uint32_t>(written)));
        // The other formats do not state it.
        for (const char* id : {"keras", "layers-per-ipu", "pipeline-splits"}) {
            const auto unsaid = findExporter(id)->check(plan, options);
            const QString number = QString::number(estimated == 0 ? 64 : std::max(estimated, 5U));
            QVERIFY(std::any_of(unsaid.begin(), unsaid.end(), [&](const ExportIssue& issue) {
                return QString::fromStdString(issue.reason).endsWith("the estimate assumes " + number + ".");
            }));
        }
    }
    void textIsNeverMarkup() {
        for (const std::string& name : samples::hostileNames()) {
            const auto read = SplitSubject(2).read("[" + name + ", 1]");
            if (!read) {
                const std::string said = errorOf(read);
                QVERIFY(said.find('\x1B') == std::string::npos && said.find('\0') == std::string::npos);
            }
        }
    }
};

TILELINE_TEST(TestSplitImport)
#include "test_splitimport.moc"
