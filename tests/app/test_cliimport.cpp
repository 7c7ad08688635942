// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/profiletext.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <map>
#include <memory>
#include <tuple>
#include <vector>

using namespace tileline::test;

namespace fs = std::filesystem;

namespace {

QString splitFile(const QString& name) {
    return QStringLiteral(TILELINE_SPLIT_DATA "/") + name;
}

bool sameJson(const Json& found, const Json& expected) {
    if (found != expected) {
        qWarning("found %s, expected %s", found.dump().c_str(), expected.dump().c_str());
    }
    return found == expected;
}

Json jsonOf(const fs::path& path) {
    return Json::parse(readAll(path), nullptr, false);
}

/// The names of the operations of a public model, in the order in which it runs them.
std::vector<std::string> operationsOf(const std::string& model) {
    std::vector<std::string> names;
    const auto units = [&](const std::vector<int>& counts, const auto& add) {
        for (size_t stage = 0; stage < counts.size(); ++stage) {
            for (int unit = 0; unit < counts[stage]; ++unit) {
                add(static_cast<int>(stage), unit);
            }
        }
    };
    const auto number = [](int value) { return std::to_string(value); };
    names.emplace_back("stem/Conv");
    if (model == "efficientnet-b0" || model == "efficientnet-b4") {
        const std::vector<int> b0{1, 2, 2, 3, 3, 4, 1};
        const std::vector<int> b4{2, 4, 4, 6, 6, 8, 2};
        units(model == "efficientnet-b0" ? b0 : b4, [&](int stage, int unit) {
            const std::string block = "blocks/" + number(stage) + "/" + number(unit);
            // The first blocks have no expansion.
            for (const char* part :
                 {stage == 0 ? "/conv_dw/Conv" : "/conv_pw/Conv", "/bn1/BatchNormalization",
                  stage == 0 ? "/conv_pw/Conv" : "/conv_dw/Conv"}) {
                names.push_back(block + part);
            }
        });
    } else if (model == "mobilenet-v3-large") {
        units({15}, [&](int, int unit) {
            for (const char* part : {"/seq/0/Conv", "/seq/1/BatchNormalization", "/seq/3/Conv"}) {
                names.push_back("mb_block/" + number(unit) + part);
            }
        });
    } else if (model == "resnet50-tf1" || model == "resnext101-tf1") {
        units(model == "resnet50-tf1" ? std::vector<int>{3, 4, 6, 3} : std::vector<int>{3, 4, 23, 3},
              [&](int stage, int unit) {
                  const std::string path = "all/stage" + number(stage + 1) + "/unit" + number(unit + 1);
                  names.push_back(path + "/conv/Conv2D");
                  names.push_back(path + "/relu/Relu");
              });
    } else if (model == "efficientnet-b4-tf1") {
        units({2, 4, 4, 6, 6, 8, 2}, [&](int stage, int unit) {
            const std::string block = "all/block" + number(stage + 1) + static_cast<char>('a' + unit);
            names.push_back(block + "/expand/Conv2D");
            names.push_back(block + "/project/Conv2D");
        });
    } else {
        const std::string last = model == "resnet50-tf2" ? "_out/Relu" : "_post_addition_relu/Relu";
        units(model == "resnet50-tf2" ? std::vector<int>{3, 4, 6, 3} : std::vector<int>{9, 9, 9},
              [&](int stage, int unit) {
                  const std::string block = "conv" + number(stage + 2) + "_block" + number(unit + 1);
                  names.push_back(block + "_1_conv/Conv2D");
                  names.push_back(block + last);
              });
    }
    names.emplace_back("head/MatMul");
    return names;
}

/// Writes a profile with these operations. Each has its own step and its own variable.
QString profileWith(const std::vector<std::string>& operations, const fs::path& directory) {
    std::string steps = "steps";
    std::string rest;
    std::string children;
    for (size_t i = 0; i < operations.size(); ++i) {
        const std::string at = std::to_string(i);
        steps += " p" + at;
        children += " p" + at;
        rest += "class l" + at + " " + at + "-" + std::to_string(i + 1) + "\nvar v" + at + " class l" + at +
                " bytes 8\n";
    }
    rest += "code MatMul 40\nvertex v MatMul 16\ncs c0 v 1\n";
    for (size_t i = 0; i < operations.size(); ++i) {
        const std::string at = std::to_string(i);
        rest += "program p" + at + " OnTileExecute cs c0 vars v" + at + "\n";
    }
    rest += "program main Sequence children" + children + "\nroot main\n";
    for (size_t i = 0; i < operations.size(); ++i) {
        const std::string at = std::to_string(i);
        rest += "op " + operations[i] + " programs p" + at + " vars v" + at + " steps " + at + "-" + at +
                " inputs t" + at + " outputs t" + std::to_string(i + 1) + "\n";
    }
    return pathText(writeTemporaryProfile(*profileFromText("tiles 1\n" + steps + "\n" + rest), directory));
}

} // namespace

/// Tests `import`, and `export` in the same formats, with the real program and generated profiles.
class TestCliImport : public QObject {
    Q_OBJECT
private slots:
    void publicValues_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("layers");
        QTest::addColumn<bool>("tied");
        const auto row = [](const char* file, int layers, bool tied = false,
                            const char* model = "bert-base") {
            QTest::newRow(file) << QString(file) << QString(model) << layers << tied;
        };
        row("optimum-graphcore/audio-classification-hubert-base.json", 12);
        row("optimum-graphcore/question-answering.json", 12);
        row("optimum-graphcore/question-answering-roberta-large.json", 24);
        row("optimum-graphcore/summarization.json", 12);
        row("optimum-graphcore/language-modeling.json", 12);
        row("optimum-graphcore/speech-pretraining-base.json", 23);
        row("optimum-graphcore/speech-pretraining-large.json", 35);
        row("graphcore-examples/bert-tf2-pretrain-large-128-phase1.json", 24, true);
        row("graphcore-examples/bert-tf2-pretrain-base-128-phase1.json", 12, true);
        row("graphcore-examples/bert-tf2-pretrain-tiny-128-phase1.json", 2, true);
        row("graphcore-examples/bert-tf2-squad-large.json", 24, true);
    }
    /// Imports and exports again without a difference, on a profile with the layers that the file needs.
    void publicValues() {
        QFETCH(QString, file);
        QFETCH(QString, model);
        QFETCH(int, layers);
        QFETCH(bool, tied);
        const TemporaryDirectory directory;
        const QString profile = profileOf(model, layers, tied);
        const QString plan = pathText(directory / "p.tileplan");
        const QString out = pathText(directory / "out.json");
        const CliRun imported = runCli({"import", splitFile(file), profile, "-o", plan});
        QVERIFY2(imported.status == 0, imported.error.constData());
        const QString framework = tied ? "keras" : "optimum";
        const CliRun exported = runCli({"export", profile, "--plan", plan, "--framework", framework, "-o",
                                        out, "--anyway", "--allow-shared-weights"});
        QVERIFY2(exported.status == 0, exported.error.constData());
        QVERIFY(sameJson(jsonOf(out.toStdString()), jsonOf(splitFile(file).toStdString())));
        QVERIFY(sameJson(jsonOf(plan.toStdString())["setting"]["output_on"], Json(tied ? "first" : "last")));
    }
    void publicLines() {
        const Json lines = jsonOf(splitFile("graphcore-examples/lines.json").toStdString());
        for (const Json& line : lines) {
            const QString profile = profileOf("bert-base", line["layers"].get<int>(), false);
            const QString text = QString::fromStdString(line["text"].get<std::string>());
            const CliRun imported = runCli({"import", "--text", text, profile});
            QVERIFY2(imported.status == 0, imported.error.constData());
            const TemporaryDirectory directory;
            writeFile(directory / "p.tileplan", imported.out.toStdString());
            const CliRun exported =
                runCli({"export", profile, "--plan", pathText(directory / "p.tileplan"), "--framework",
                        "layers-per-ipu", "--anyway", "--allow-shared-weights"});
            QVERIFY2(exported.status == 0, exported.error.constData());
            std::string counts = line["counts"].dump();
            QCOMPARE(QString::fromUtf8(exported.out).remove(' ').trimmed(),
                     QString::fromStdString("layers_per_ipu:" + counts));
        }
    }
    /// Imports the lists of names in the public examples, on profiles with the operations of their models, if
    /// necessary with the proposed layer expression; then exports and imports them again.
    void publicNames() {
        const Json lists = jsonOf(splitFile("graphcore-examples/pipeline-splits.json").toStdString());
        QCOMPARE(lists.size(), size_t(12));
        for (const Json& list : lists) {
            const TemporaryDirectory directory;
            const auto model = list["model"].get<std::string>();
            const QString profile = profileWith(operationsOf(model), directory.path());
            const QString text = QString::fromStdString(list["text"].get<std::string>());
            QStringList options;
            CliRun imported = runCli({"import", "--text", text, profile});
            if (imported.status != 0) {
                options = QStringList{"--layer-name-regex", QString::fromUtf8(imported.error)
                                                                .section("remedy:", 1)
                                                                .section("--layer-name-regex '", 1)
                                                                .section('\'', 0, 0)};
                QVERIFY2(!options.back().isEmpty(), imported.error.constData());
                imported = runCli(QStringList{"import", "--text", text, profile} + options);
            }
            QVERIFY2(imported.status == 0, (QByteArray::fromStdString(model) + imported.error).constData());
            const Json splits = imported.json()["plans"][0]["splits"];
            QCOMPARE(splits.size(), list["names"].size());
            writeFile(directory / "p.tileplan", imported.out.toStdString());
            const CliRun exported =
                runCli({"export", profile, "--plan", pathText(directory / "p.tileplan"), "--framework",
                        "pipeline-splits", "--anyway", "--allow-shared-weights"});
            QVERIFY2(exported.status == 0, (QByteArray::fromStdString(model) + exported.error).constData());
            const CliRun again =
                runCli(QStringList{"import", "--text", QString::fromUtf8(exported.out), profile} + options);
            QVERIFY2(again.status == 0, (exported.out + again.error).constData());
            QVERIFY(sameJson(again.json()["plans"][0]["splits"], splits));
        }
    }
    void waysToGiveTheText() {
        const QString profile = profileOf("bert-base", 12, false);
        const TemporaryDirectory directory;
        writeFile(directory / "line.yml", "layers_per_ipu: [3, 3, 3, 3]\n");
        const Json file = runCli({"import", pathText(directory / "line.yml"), profile}).json();
        QVERIFY(sameJson(file["plans"][0]["splits"], Json({"3", "6", "9"})));
        QVERIFY(sameJson(file["plans"][0]["name"], Json("line.yml")));
        const Json text = runCli({"import", profile, "--text", "3 3 3 3"}).json();
        QVERIFY(sameJson(text["plans"][0]["splits"], file["plans"][0]["splits"]));
        const CliRun piped = runShell("echo '[3, 3, 3, 3]' | $cli import - '" + profile + "'");
        QVERIFY2(piped.status == 0, piped.error.constData());
        QVERIFY(sameJson(piped.json()["plans"][0]["splits"], file["plans"][0]["splits"]));
        QCOMPARE(runCli({"import", pathText(directory / "line.yml"), profile, "--text", "3"}).status, 2);
        QCOMPARE(runCli({"import", pathText(directory / "line.yml")}).status, 2);
    }
    /// The output and the plan's notes say where the head runs, and why.
    void outputOn() {
        const QString tied = profileOf("bert-base", 4, true);
        const QString plain = profileOf("bert-base", 4, false);
        const CliRun first = runCli({"import", "--text", "2,2", tied});
        QVERIFY2(first.error.contains(
                     "note: Output runs on the first IPU, because Input and Output share the weight"),
                 first.error.constData());
        QVERIFY(sameJson(first.json()["setting"]["output_on"], Json("first")));
        QVERIFY(first.json()["plans"][0]["notes"].get<std::string>().find("share the weight") !=
                std::string::npos);
        const CliRun last = runCli({"import", "--text", "2,2", plain});
        QVERIFY2(last.error.contains("Output runs on the last IPU, because Input and Output share no weight"),
                 last.error.constData());
        QVERIFY(sameJson(last.json()["setting"]["output_on"], Json("last")));
        const CliRun given = runCli({"import", "--text", "2,2", tied, "--output-on", "last"});
        QVERIFY2(given.error.contains("as you chose"), given.error.constData());
        QVERIFY(sameJson(given.json()["setting"]["output_on"], Json("last")));
        const CliRun refused =
            runCli({"import", splitFile("graphcore-examples/bert-tf2-pretrain-tiny-128-phase1.json"),
                    profileOf("bert-base", 2, true), "--output-on", "last"});
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.error.contains("--output-on"), refused.error.constData());
    }
    void errorsNameFilePlaceAndRemedy() {
        const QString profile = profileOf("bert-base", 4, false);
        const TemporaryDirectory directory;
        const QString path = pathText(directory / "ipu_config.json");
        writeFile(path.toStdString(), "{\n  \"ipus_per_replica\": 2,\n  \"layers_per_ipu\": [3, 3]\n}\n");
        const CliRun run = runCli({"import", path, profile, "-o", pathText(directory / "p.tileplan")});
        QCOMPARE(run.status, 3);
        QVERIFY(!fs::exists(directory / "p.tileplan"));
        for (const char* part :
             {"ipu_config.json", "layers_per_ipu, line 3", "a sum of 4", "3 + 3 = 6", "--layer-name-regex"}) {
            QVERIFY2(run.error.contains(part), run.error.constData());
        }
        QCOMPARE(runCli({"import", "--text", "3,3", profile}).status, 2);
        QCOMPARE(runCli({"import", "nothing-there", profile}).status, 3);
        writeFile(path.toStdString(), std::string(size_t{2} << 20, ' '));
        QCOMPARE(runCli({"import", path, profile}).status, 3);
        const CliRun hostile = runCli({"import", "--text", "[\x1B[31m, 4]", profile});
        QCOMPARE(hostile.status, 2);
        QVERIFY(!hostile.error.contains('\x1B'));
    }
    void pipelineSplits() {
        const QString bert = profileOf("bert-base", 4, false);
        const auto splits = [&](const QString& profile, const QString& text) {
            return runCli({"import", "--text", text, profile});
        };
        QVERIFY(sameJson(
            splits(bert, "pipeline_splits: [encoder/layer.1, encoder/layer/3]").json()["plans"][0]["splits"],
            Json({"1", "3"})));
        QVERIFY(sameJson(splits(bert, "--pipeline-splits bert.encoder.layer.2").json()["plans"][0]["splits"],
                         Json({"2"})));
        const QString cnn = profileOf("cnn", 6, false);
        QVERIFY(
            sameJson(splits(cnn, "pipeline_splits: [blocks_2, blocks_4/conv2d]").json()["plans"][0]["splits"],
                     Json({"2", "4"})));
        // If a name lies inside a layer, or if layers are too coarse, an expression is proposed, and it
        // works.
        for (const auto& [profile, text, options] : std::vector<std::tuple<QString, QString, QStringList>>{
                 {cnn, "blocks_2/depthwise_conv2d", {}},
                 {bert, "encoder/layer.2/output", {}},
                 {bert, "encoder/layer.2", {"--layer-name-regex", "(encoder)"}}}) {
            const CliRun cut = runCli(QStringList{"import", "--text", text, profile} + options);
            QCOMPARE(cut.status, 2);
            QVERIFY2(cut.error.contains("cuts layer \"") && cut.error.contains("line 1, column 1"),
                     cut.error.constData());
            const QString expression =
                QString::fromUtf8(cut.error).section("--layer-name-regex '", 1).section('\'', 0, 0);
            QVERIFY2(!expression.isEmpty(), cut.error.constData());
            const CliRun better =
                runCli({"import", "--text", text, profile, "--layer-name-regex", expression});
            QVERIFY2(better.status == 0, better.error.constData());
            QCOMPARE(better.json()["plans"][0]["splits"].size(), size_t(1));
        }
        const CliRun refused = splits(bert, "qa_outputs/Add");
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.error.contains("cuts Output") && refused.error.contains("found no layer expression"),
                 refused.error.constData());
        for (const auto& [text, says] : std::map<QString, const char*>{
                 {"a/b/c", "an operation, a module or a layer"},
                 {"[encoder/layer.2, encoder/layer.1]", "in the order in which the model runs them"},
                 {"[encoder/layer.2, layer.2]", "each once"},
                 {"bert/embeddings", "first stage"}}) {
            const CliRun run = splits(bert, text);
            QCOMPARE(run.status, 2);
            QVERIFY2(run.error.contains(says), run.error.constData());
        }
        // Exports, and imports again.
        const CliRun out =
            runCli({"export", bert, "--splits", "1,3,@output", "--framework", "pipeline-splits"});
        QVERIFY2(out.status == 0, out.error.constData());
        QVERIFY(sameJson(splits(bert, QString::fromUtf8(out.out)).json()["plans"][0]["splits"],
                         Json({"1", "3", "@output"})));
    }
    /// An existing ipu_config.json keeps everything else; a damaged one is not replaced.
    void exportKeepsTheRestOfAFile() {
        const QString profile = profileOf("bert-base", 4, false);
        const TemporaryDirectory directory;
        const QString path = pathText(directory / "ipu_config.json");
        const QStringList command{"export", profile, "--splits", "1,3", "--framework", "optimum", "-o", path};
        writeFile(path.toStdString(),
                  R"({"seed": 7, "layers_per_ipu": [2, 2], "ipus_per_replica": 2, "x": {"y": []}})");
        const CliRun run = runCli(command);
        QVERIFY2(run.status == 0, run.error.constData());
        Json written = jsonOf(path.toStdString());
        QVERIFY(sameJson(written["seed"], Json(7)));
        QVERIFY(sameJson(written["x"], Json::parse(R"({"y": []})")));
        QVERIFY(sameJson(written["inference_layers_per_ipu"], Json({1, 2, 1})));
        QVERIFY2(run.error.contains("does not say where Output runs"), run.error.constData());
        writeFile(path.toStdString(), "{ damaged");
        const CliRun refused = runCli(command);
        QCOMPARE(refused.status, 3);
        QCOMPARE(QString::fromStdString(readAll(path.toStdString())), QString("{ damaged"));
        const QString base = pathText(directory / "base.json");
        writeFile(base.toStdString(), "{\"seed\": 9}");
        const CliRun fresh =
            runCli({"export", profile, "--splits", "1,3", "--framework", "optimum", "--base", base});
        QVERIFY(sameJson(fresh.json()["seed"], Json(9)));
        QVERIFY(sameJson(fresh.json()["layers_per_ipu"], Json({1, 2, 1})));
        QCOMPARE(runCli({"export", profile, "--framework", "csv", "--base", base}).status, 2);
    }
    void everyImporterIsListed() {
        const QByteArray help = runCli({"import", "--help"}).out;
        for (const char* name :
             {"keras", "optimum", "layers-per-ipu", "pipeline-splits", "--text", "--output-on"}) {
            QVERIFY2(help.contains(name), name);
        }
    }
    void cleanupTestCase() { m_profiles.clear(); }

private:
    /// A generated profile, made only once for all tests.
    QString profileOf(const QString& model, int layers, bool tied) {
        const QString key = model + QString::number(layers) + (tied ? "t" : "");
        std::unique_ptr<TemporaryDirectory>& directory = m_profiles[key];
        if (!directory) {
            directory = std::make_unique<TemporaryDirectory>();
            QStringList arguments{model, "--layers", QString::number(layers),    "--tiles",
                                  "4",   "-o",       pathText(directory->path())};
            if (tied) {
                arguments += "--tied-weights";
            }
            if (layers > 6) {
                arguments += "--training";
            }
            if (!generateProfile(arguments)) {
                qFatal("no profile");
            }
        }
        return pathText(directory->path());
    }

    std::map<QString, std::unique_ptr<TemporaryDirectory>> m_profiles;
};

TILELINE_TEST(TestCliImport)
#include "test_cliimport.moc"
