// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/exporters.h"
#include "core/frameworks/formats.h"
#include "core/frameworks/poptorchcheck.h"
#include "tests/frameworks/exportsamples.h"
#include "tests/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace tileline;

namespace {

/// Runs a Python text followed by `code`, and returns the output.
QString runPython(const std::string& text, const char* code) {
    QProcess process;
    process.start(QStandardPaths::findExecutable("python3"), {"-"});
    process.write(QByteArray::fromStdString(text) + code);
    process.closeWriteChannel();
    if (!process.waitForFinished(60000)) {
        return "no answer";
    }
    return QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError()).trimmed();
}

ExportPlan hostile() {
    ExportPlan plan = samples::plan(4, {2, 4});
    plan.layerNames[1] = "\"); import os #";
    plan.layerNames[2] = std::string("a\nb\0\xE2\x80\xA8\\", 8);
    return plan;
}

const char* const PrintedBert = "Wrapped(\n"
                                "  (bert): BertModel(\n"
                                "    (embeddings): Embeddings(\n"
                                "      (dropout): Dropout(p=0.1, inplace=False)\n"
                                "    )\n"
                                "    (encoder): BertEncoder(\n"
                                "      (layer): ModuleList(\n"
                                "        (0): BertLayer(\n"
                                "          (attention): Attention()\n"
                                "        )\n"
                                "        (1-11): 11 x BertLayer(\n"
                                "          (attention): Attention()\n"
                                "        )\n"
                                "      )\n"
                                "    )\n"
                                "  )\n"
                                "  (head): Linear(in_features=8, out_features=2, bias=True)\n"
                                ")\n";

} // namespace

Q_DECLARE_METATYPE(const tileline::Exporter*)

class TestFrameworks : public QObject {
    Q_OBJECT
private slots:
    void plainJson() {
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(planJson(hostile()))).object();
        const QJsonArray stages = json["stages"].toArray();
        QCOMPARE(stages.size(), 3);
        QCOMPARE(stages[0].toObject()["layers"].toArray().size(), 2);
        QVERIFY(stages[0].toObject()["layers"].toArray()[0].toObject()["name"].isNull());
        QCOMPARE(stages[0].toObject()["layers"].toArray()[1].toObject()["name"].toString(),
                 "\"); import os #");
        QCOMPARE(stages[2].toObject()["ipu"].toInt(), 2);
        QCOMPARE(stages[1].toObject()["layers"].toArray()[1].toObject()["module"].toString(), "m.layer.2");
    }
    void extraLinesAsJson() {
        PoptorchExportOptions options;
        options.extraLines = {OptionLine("randomSeed(1)", OptionSource::Typed),
                              OptionLine("import os", OptionSource::PlanFile)};
        const auto json =
            QJsonDocument::fromJson(QByteArray::fromStdString(planJson(hostile(), options))).object();
        const QJsonArray listed = json["extra_lines"].toArray();
        QCOMPARE(listed.size(), 2);
        QCOMPARE(
            listed[0].toObject(),
            (QJsonObject{{"line", "randomSeed(1)"}, {"source", "typed"}, {"refused", QJsonValue::Null}}));
        QCOMPARE(listed[1].toObject()["line"].toString(), "import os");
        QCOMPARE(listed[1].toObject()["source"].toString(), "plan file");
        QVERIFY(listed[1].toObject()["refused"].toString().startsWith("column 1: expected an option"));
    }
    void csv() {
        QCOMPARE(planCsv(samples::plan(2, {2})),
                 std::string("layer,stage,ipu,module\n,0,0,\n0,0,0,m.layer.0\n1,1,1,m.layer.1\n"));
    }
    void popartTable() {
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(popartJson(hostile()))).object();
        const QJsonArray layers = json["layers"].toArray();
        QCOMPARE(layers.size(), 5);
        QCOMPARE(layers[4].toObject()["virtualGraph"].toInt(), 2);
        QCOMPARE(layers[4].toObject()["pipelineStage"].toInt(), 2);
    }
    void microBatchesOfOtherFrameworks() {
        PipelineOptions assumed;
        assumed.microBatches = 16;
        const ExportPlan plan = samples::pipelinePlan(4, {2, 4}, assumed);
        PoptorchExportOptions training;
        training.mode = ExportMode::Training;
        const auto json = [&](const PoptorchExportOptions& options) {
            return QJsonDocument::fromJson(QByteArray::fromStdString(popartJson(plan, options))).object();
        };
        QCOMPARE(json(training)["accumulationFactor"].toInt(), 16);
        QCOMPARE(json({})["batchesPerStep"].toInt(), 16);
        QVERIFY(popartPython(plan, training).find(", in inference batchesPerStep): 16\n") !=
                std::string::npos);
        QVERIFY(tensorflowPython(plan, training).find("gradient_accumulation_count=16, ...)") !=
                std::string::npos);
    }
    void popartSnippetPlacesLayers() {
        const QString printed = runPython(
            popartPython(hostile()), "\n\nclass Builder:\n"
                                     "    def virtualGraph(self, i):\n        return self.note('v', i)\n"
                                     "    def pipelineStage(self, i):\n        return self.note('p', i)\n"
                                     "    @contextmanager\n    def note(self, kind, i):\n"
                                     "        print(kind, i)\n        yield\n"
                                     "with place(Builder(), '3'):\n    print('built')\n"
                                     "print(ascii(list(LAYERS.items())[:3]))\n");
        QCOMPARE(printed, QString("v 2\np 2\nbuilt\n[(None, (0, 0)), ('\"); import os #', (0, 0)), "
                                  "('a\\nb\\x00\\u2028\\\\', (1, 1))]"));
    }
    void tensorflowSnippetGroupsLayers() {
        const QString printed = runPython(tensorflowPython(samples::plan(3, {2, 3})),
                                          "\n\nstages = computational_stages(lambda layers, x: (layers, x))\n"
                                          "print([stage(7) for stage in stages], DEVICE_MAPPING)\n");
        QCOMPARE(printed, QString("[([None, '0'], 7), (['1'], 7), (['2'], 7)] [0, 1, 2]"));
    }
    /// Output on the first IPU is an additional stage there.
    void outputOnTheFirstIpu() {
        PipelineOptions first;
        first.outputOn = OutputOn::First;
        const ExportPlan plan = samples::pipelinePlan(2, {2}, first);
        QCOMPARE(planCsv(plan),
                 std::string("layer,stage,ipu,module\n'@input,0,0,m.embeddings\n0,0,0,m.layer.0\n"
                             "1,1,1,m.layer.1\n'@output,2,0,m.head\n"));
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(planJson(plan))).object();
        QCOMPARE(json["stages"].toArray()[2].toObject()["ipu"].toInt(), 0);
        const auto popart = QJsonDocument::fromJson(QByteArray::fromStdString(popartJson(plan))).object();
        const QJsonObject output = popart["layers"].toArray()[3].toObject();
        QCOMPARE(output["virtualGraph"].toInt(), 0);
        QCOMPARE(output["pipelineStage"].toInt(), 2);
        QVERIFY(popartPython(plan).find("    \"@output\": (0, 2),\n") != std::string::npos);
        QVERIFY(tensorflowPython(plan).find("DEVICE_MAPPING = [0, 1, 0]") != std::string::npos);
    }
    void checkpointsAreCheckedAgainstTheModel() {
        PipelineOptions layers;
        layers.recompute = Recompute::Layers;
        PoptorchExportOptions training;
        training.mode = ExportMode::Training;
        ExportPlan plan = samples::pipelinePlan(3, {3}, layers);
        plan.modulePaths = {"bert.embeddings", "bert.encoder.layer.3", "bert.encoder.layer.20",
                            "bert.encoder.layer.5", "head"};
        const auto issues = checkAgainstModel(plan, training, parsePrintedModel(PrintedBert));
        QCOMPARE(issues.size(), size_t(1));
        QCOMPARE(issues[0].layer, std::optional(LayerIndex{2}));
        QVERIFY(checkAgainstModel(plan, {}, parsePrintedModel(PrintedBert)).empty());
    }
    void exporters_data() {
        QTest::addColumn<const Exporter*>("exporter");
        for (const Exporter& exporter : tileline::exporters()) {
            QTest::newRow(std::string(exporter.id).c_str()) << &exporter;
        }
    }
    /// Each exporter can be found and described, and writes valid files even for hostile names.
    void exporters() {
        QFETCH(const Exporter*, exporter);
        QCOMPARE(findExporter(exporter->id), exporter);
        QVERIFY(QRegularExpression("^[a-z]+(-[a-z]+)*$")
                    .match(QString::fromStdString(std::string(exporter->id)))
                    .hasMatch());
        QVERIFY(!exporter->title.empty() && !exporter->help.empty() && exporter->suffix.starts_with('.'));
        const std::string text = exporter->text(hostile(), {});
        QVERIFY(text.ends_with('\n'));
        QVERIFY(text != exporter->text(samples::plan(4, {3}), {}));
        if (exporter->suffix == ".json") {
            QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(text)).isObject());
        }
        const char* const compiles = "\n\nprint('read')\n";
        if (exporter->suffix == ".py") {
            QCOMPARE(runPython(text, compiles), QString("read"));
        }
        if (exporter->python) {
            const std::string python = exporter->python(hostile(), {});
            QCOMPARE(runPython("import sys\nsys.modules['poptorch'] = sys\n" + python, compiles),
                     QString("read"));
        }
    }
    void unknownExporter() { QVERIFY(!findExporter("jax")); }

    void printedModel() {
        const PrintedModule model = parsePrintedModel(PrintedBert);
        QCOMPARE(model.children.size(), size_t(2));
        QCOMPARE(findModule(model, "bert.encoder.layer")->className, std::string("ModuleList"));
        QCOMPARE(findModule(model, "bert.encoder.layer.7.attention")->className, std::string("Attention"));
        QVERIFY(findModule(model, "bert.encoder.layer.0"));
        QVERIFY(!findModule(model, "bert.encoder.layer.12"));
        QVERIFY(!findModule(model, ""));
        QVERIFY(parsePrintedModel("nothing here").children.empty());
        QVERIFY(!parsePrintedModel(std::string(5000, '(') + "): x").children.empty());
    }
    void modulesAreCheckedAgainstTheModel() {
        ExportPlan plan = samples::plan(3, {2, 3});
        plan.modulePaths = {"", "bert.encoder.layer.3", "bert.encoder.layer", "bert.encoder.leyer.9"};
        const auto issues = checkAgainstModel(plan, {}, parsePrintedModel(PrintedBert));
        QCOMPARE(issues.size(), size_t(2));
        QCOMPARE(issues[0].remedy, std::string("Begin at its first element: bert.encoder.layer.0."));
        QCOMPARE(issues[1].remedy,
                 std::string("The deepest existing module on this path contains: \"layer\"."));
        QCOMPARE(issues[1].stage, std::optional(StageIndex{2}));
        QCOMPARE(checkAgainstModel(plan, {}, parsePrintedModel("")).size(), size_t(1));
    }
};

TILELINE_TEST(TestFrameworks)
#include "test_frameworks.moc"
