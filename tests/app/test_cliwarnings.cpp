// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace tileline::test;

namespace fs = std::filesystem;

namespace {

std::vector<std::string> codesOf(const Json& answer) {
    std::vector<std::string> codes;
    for (const Json& warning : answer["warnings"]) {
        codes.push_back(warning["code"].get<std::string>());
    }
    return codes;
}

} // namespace

/// The warnings about a plan, in evaluate, solve and export: the same list everywhere.
class TestCliWarnings : public QObject {
    Q_OBJECT
private slots:
    void warnings_data() {
        QTest::addColumn<QStringList>("model");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& model, const QStringList& options,
                            const char* code, const char* says) {
            QTest::newRow(name) << model << options << QString(code) << QString(says);
        };
        const QStringList bert{"bert-base", "--layers", "4", "--tiles", "8"};
        row("no layers", bert, {"--layer-name-regex", "nothing"}, "no_layers", "nothing to split");
        row("two stacks", bert + QStringList{"--two-stacks"}, {}, "merged_layers",
            "bert.encoder.layer.0 and bert.decoder.layer.0");
        row("two stacks in PopLiner's setting", bert + QStringList{"--two-stacks"}, {"--setting", "popliner"},
            "merged_layers", "--layer-name-regex '(?:^|\\/)(encoder|decoder)");
        row("several IPUs", bert + QStringList{"--ipus", "2"}, {}, "several_ipus_or_replicas",
            "for several IPUs");
        row("replicas", bert + QStringList{"--replicas", "2"}, {}, "several_ipus_or_replicas",
            "with replication");
        row("variables on no stage", {"gpt", "--layers", "4", "--tiles", "8"}, {"--setting", "popliner"},
            "variables_on_no_stage", "The largest is transformer.wte.weight");
        row("other mode", bert + QStringList{"--training"}, {"--mode", "inference"}, "other_mode",
            "The profile is of training, but --mode is inference");
        row("already recomputed", bert + QStringList{"--training", "--recomputed"}, {}, "already_recomputed",
            "Compile without recomputation, and profile again.");
        row("accumulators", {"cnn", "--training", "--layers", "4", "--tiles", "8"}, {},
            "accumulators_unknown", "--accumulators none");
    }
    /// A plan whose figures a warning voids is called neither fitting nor optimal, and is not exported
    /// unasked.
    void warnings() {
        QFETCH(QStringList, model);
        QFETCH(QStringList, options);
        QFETCH(QString, code);
        QFETCH(QString, says);
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(generateProfile(model + QStringList{"-o", profile}));
        const QStringList plan = code == "no_layers" ? options : options + QStringList{"--splits", "1"};
        const CliRun evaluated = runCli(QStringList{"evaluate", profile} + plan);
        QVERIFY2(evaluated.error.contains(says.toUtf8()), evaluated.error.constData());
        QCOMPARE(evaluated.error.count(says.toUtf8()), 1);
        QVERIFY2(!evaluated.out.contains("fits.") && evaluated.out.contains("figures do not hold"),
                 evaluated.out.constData());
        QVERIFY2(!evaluated.out.contains("yes"), evaluated.out.constData());
        const Json answer = runCli(QStringList{"evaluate", profile, "--json"} + plan).json();
        const auto codes = codesOf(answer);
        QVERIFY2(std::find(codes.begin(), codes.end(), code.toStdString()) != codes.end(),
                 answer["warnings"].dump().c_str());
        // It is about the memory alone.
        QVERIFY(answer["fits"].is_boolean());
        const QStringList search = QStringList{"solve", profile, "--ipus", "2", "--tradeoff"} + options;
        const CliRun solved = runCli(search);
        QVERIFY2(solved.error.contains(says.toUtf8()), solved.error.constData());
        QVERIFY2(!solved.out.contains("fits.") && !solved.out.contains("Lowest peak") &&
                     !solved.out.contains("optimum"),
                 solved.out.constData());
        QCOMPARE(codesOf(runCli(search + QStringList{"--json"}).json()), codes);
        const QString conf = pathText(directory / "plan.conf");
        const QStringList exported = QStringList{"export", profile, "-o", conf} + plan;
        const CliRun refused = runCli(exported);
        if (code == "other_mode") {
            // Who names a mode of the export means it.
            QVERIFY2(refused.status == 0, refused.error.constData());
            QVERIFY(refused.error.contains(says.toUtf8()));
            return;
        }
        QCOMPARE(refused.status, 2);
        QVERIFY(!fs::exists(conf.toStdString()));
        QVERIFY2(refused.error.contains(code == "merged_layers" ? "several modules" : "--allow-doubtful"),
                 refused.error.constData());
        const QStringList module = code == "no_layers" ? QStringList{"--module", "=bert"} : QStringList();
        const CliRun allowed = runCli(exported + module + QStringList{"--allow-doubtful"});
        QVERIFY2((allowed.status == 0) == (code != "merged_layers"), allowed.error.constData());
        QCOMPARE(fs::exists(conf.toStdString()), code != "merged_layers");
        // The plan itself has no figures.
        QCOMPARE(runCli(QStringList{"export", profile, "--framework", "json"} + plan).status, 0);
        QCOMPARE(runCli(QStringList{"export", profile, "--framework", "tensorflow"} + plan).status, 2);
    }

    /// IPUs that stay idle are no warning, but said beside the verdict.
    void idleIpusAreTold() {
        const QString report = fixture("bert-tiny-train");
        const auto evaluated = [&](const QString& splits) {
            return runCli({"evaluate", report, "--splits", splits}).out;
        };
        const QByteArray three = " It uses 3 IPUs; 4 are acquired, as they come in powers of two.\n";
        QVERIFY2(evaluated("1,2").contains("The plan fits." + three), evaluated("1,2").constData());
        QVERIFY(evaluated("1,2,3").contains("The plan fits.\n"));
        const auto solved = [&](const QString& ipus) {
            return runCli({"solve", report, "--ipus", ipus, "--objective", "ipus", "--memory-per-tile",
                           "600000"})
                .out;
        };
        QVERIFY2(solved("6").contains(" of 6 IPUs.\n"), solved("6").constData());
        QVERIFY(!runCli({"evaluate", report, "--splits", "1,2", "--json"}).out.contains("acquired"));
    }

    void theOfferedExpressionSeparatesStacks() {
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(
            generateProfile({"bert-base", "--layers", "4", "--tiles", "8", "--two-stacks", "-o", profile}));
        const QString error = QString::fromUtf8(runCli({"evaluate", profile}).error);
        const QString expression =
            error.section(QLatin1String("--layer-name-regex '"), 1).section('\'', 0, 0);
        const QStringList separated{profile, "--layer-name-regex", expression, "--splits",
                                    "encoder1,decoder0"};
        const CliRun evaluated = runCli(QStringList{"evaluate"} + separated);
        QVERIFY2(evaluated.error.isEmpty(), evaluated.error.constData());
        QVERIFY(evaluated.out.contains("The plan fits."));
        const CliRun exported = runCli(QStringList{"export"} + separated);
        QCOMPARE(exported.status, 0);
        QVERIFY2(exported.out.contains("module \"bert.decoder.layer.0\", on IPU 2"),
                 exported.out.constData());
    }

    void aFailedSelfCheckVoidsPlans() {
        const TemporaryDirectory directory;
        const QString report = pathText(directory.path());
        copyPoplarReport(
            "pipeline-marked-tiny", directory.path(),
            "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes + 4 WHERE tile = 3; "
            "UPDATE memory_by_tile SET total = total + 1 WHERE tile = 6");
        const CliRun evaluated = runCli({"evaluate", report, "--json"});
        QVERIFY2(evaluated.error.contains("On tile 3"), evaluated.error.constData());
        QVERIFY2(!evaluated.error.contains("On tile 6"), evaluated.error.constData());
        QCOMPARE(codesOf(evaluated.json()), std::vector<std::string>{"self_check_failed"});
        QVERIFY(evaluated.json()["warnings"][0]["voids_figures"].get<bool>());
        QCOMPARE(runCli({"export", report}).status, 2);
        QCOMPARE(runCli({"export", report, "--allow-doubtful"}).status, 0);
    }

    /// Their code is in one of the layers at best. Not in PopLiner's own command, which has no verdict.
    void callsThatSpanLayersVoidPlans() {
        const TemporaryDirectory directory;
        const QString report = pathText(copyProfile(
            "bert-tiny-inf", directory.path(),
            "UPDATE operation SET name = 'Call' WHERE position = 30; "
            "UPDATE operation_detail SET debug_json = '{\"inputs\": [\"layer.1/w\", \"layer.2/w\"]}' "
            "WHERE uid = (SELECT uid FROM operation WHERE position = 30)"));
        for (const char* setting : {"pipeline", "popliner"}) {
            const QStringList plan{report, "--setting", setting};
            const Json answer = runCli(QStringList{"evaluate", "--json"} + plan).json();
            QCOMPARE(codesOf(answer)[0], std::string("call_spans_layers"));
            QVERIFY(answer["warnings"][0]["voids_figures"].get<bool>());
            const CliRun evaluated = runCli(QStringList{"evaluate"} + plan);
            QVERIFY2(!evaluated.out.contains("fits.") && evaluated.out.contains("figures do not hold"),
                     evaluated.out.constData());
        }
        const CliRun popliner = runCli({"popliner", "--solve", "--num-ipus", "2", report});
        QCOMPARE(popliner.status, 0);
        QCOMPARE(popliner.error.count("inputs from several layers"), 1);
    }

    /// A profile of each format says of each plan whether its figures hold.
    void alreadyRecomputedVoidsPlans() {
        for (const char* name : {"pipeline-limits-tiny", "pipeline-recomputed-tiny"}) {
            const bool recomputed = expectedOf(name)["already_recomputed"].get<bool>();
            for (const char* file : {"profile.tileline", "profile.pop"}) {
                const QString profile = fixture(name) + '/' + file;
                for (const char* splits : {"0", "1,3,4"}) {
                    const QStringList plan{"evaluate", profile, "--splits", splits, "--output-on", "first"};
                    const auto codes = codesOf(runCli(plan + QStringList{"--json"}).json());
                    QCOMPARE(codes, recomputed ? std::vector<std::string>{"already_recomputed"}
                                               : std::vector<std::string>());
                    const QByteArray text = runCli(plan).out;
                    QVERIFY2(text.contains("is not known.") == recomputed, text.constData());
                }
                // PopLiner's estimate does not ask which operations are of the backward pass.
                const Json popliner = runCli({"evaluate", profile, "--setting", "popliner", "--json"}).json();
                const auto codes = codesOf(popliner);
                QVERIFY(std::find(codes.begin(), codes.end(), "already_recomputed") == codes.end());
            }
        }
    }

    /// Debug information that ends too early has its own flag, which is enough.
    void incompleteDebugInformation() {
        const TemporaryDirectory directory;
        copyPoplarReport("pipeline-marked-tiny", directory.path());
        fs::resize_file(directory / "debug.cbor", 20'000);
        const QString report = pathText(directory.path());
        const CliRun evaluated = runCli({"evaluate", report, "--json"});
        QCOMPARE(codesOf(evaluated.json())[0], std::string("incomplete_debug_information"));
        QCOMPARE(evaluated.error.count("ends too early"), 1);
        QVERIFY(!runCli({"evaluate", report}).out.contains("The plan"));
        QCOMPARE(runCli({"export", report, "--allow-doubtful"}).status, 3);
        QCOMPARE(runCli({"export", report, "--allow-incomplete"}).status, 0);
    }

    void accumulatorsCannotBeAddedWhereTheyCannotBeTold() {
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(generateProfile({"cnn", "--training", "--layers", "4", "--tiles", "8", "-o", profile}));
        const QStringList split{"evaluate", profile, "--splits", "2", "--json"};
        QCOMPARE(runCli(split + QStringList{"--accumulators", "add"}).status, 2);
        const auto codes = codesOf(runCli(split + QStringList{"--accumulators", "none"}).json());
        QVERIFY(std::find(codes.begin(), codes.end(), "accumulators_unknown") == codes.end());
        // A plan of one stage has none.
        const Json whole = runCli({"evaluate", profile, "--json"}).json();
        QVERIFY(!whole["warnings"][0]["voids_figures"].get<bool>());
    }

    /// The export says what the estimate assumes.
    void exportsAgreeWithTheEstimate() {
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(generateProfile(
            {"gpt", "--training", "--tied-weights", "--layers", "4", "--tiles", "8", "-o", profile}));
        const QString python = pathText(directory / "blocks.py");
        const QStringList first{"export",      profile, "--splits",      "1,2",
                                "--output-on", "first", "--annotations", python};
        const CliRun inputs = runCli(first);
        QVERIFY2(inputs.status == 0, inputs.error.constData());
        QVERIFY2(
            inputs.out.contains("Stage(\"stage0\").ipu(0), poptorch.Stage(\"stage1\").ipu(1), "
                                "poptorch.Stage(\"stage2\").ipu(2), poptorch.Stage(\"stage3\").ipu(0)))"),
            inputs.out.constData());
        QVERIFY(inputs.out.contains("\nTraining.gradientAccumulation(64)\n"));
        QVERIFY(!inputs.out.contains("autoRecomputation"));
        const auto blocks = [&] { return QString::fromStdString(readText(directory / "blocks.py")); };
        QVERIFY2(blocks().contains("(\"transformer.wte\", \"stage0\")") &&
                     blocks().contains("(\"transformer.ln_f\", \"stage3\")"),
                 qPrintable(blocks()));
        QVERIFY(runCli(first + QStringList{"--recompute", "off"})
                    .out.contains("\n_Popart.set(\"autoRecomputation\", 0)\n"));
        QVERIFY(!blocks().contains("CHECKPOINTS"));
        const CliRun layers = runCli(first + QStringList{"--recompute", "layers"});
        QVERIFY(layers.error.contains("note: The estimate assumes a checkpoint after every layer"));
        QVERIFY(blocks().contains("CHECKPOINTS = [\n    \"transformer.blocks.0\",\n"));
        QCOMPARE(runCli(first + QStringList{"--gradient-accumulation", "6"}).status, 2);
        QVERIFY(runCli(first + QStringList{"--gradient-accumulation", "7"})
                    .out.contains("\nTraining.gradientAccumulation(7)\n"));
        const CliRun head =
            runCli(first + QStringList{"--module", "@output=lm_head", "--module", "@input=gpt"});
        QVERIFY(head.out.contains(
            "# Block \"stage3\" begins at layer \"@output\", module \"lm_head\", on IPU 0."));
        QVERIFY(
            head.out.contains("# Block \"stage0\" begins at layer \"@input\", module \"gpt\", on IPU 0."));
        const CliRun sharded = runCli(first + QStringList{"--strategy", "sharded"});
        QVERIFY(sharded.error.contains("warning: Sharded execution keeps no stashes"));
        QVERIFY(sharded.out.contains("# Sharded execution keeps no stashes"));
        const CliRun asEstimated = runCli(
            first + QStringList{"--strategy", "sharded", "--schedule", "none", "--accumulators", "none"});
        QVERIFY2(!asEstimated.error.contains("Sharded"), asEstimated.error.constData());
        QVERIFY(runCli(first + QStringList{"--strategy", "serial-phased"})
                    .error.contains("warning: The stages take turns on IPU 0."));
        const Json popart =
            runCli({"export", profile, "--splits", "1,2", "--output-on", "first", "--framework", "popart"})
                .json();
        QCOMPARE(popart["layers"].back()["virtualGraph"].get<int>(), 0);
        QCOMPARE(popart["layers"].back()["pipelineStage"].get<int>(), 3);
    }

    void aTensorflowProfileIsRemarkedOn() {
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(generateProfile({"cnn", "--inference", "--layers", "4", "--tiles", "8", "-o", profile}));
        const CliRun poptorch = runCli({"export", profile, "--splits", "2"});
        QVERIFY2(poptorch.status == 0 && poptorch.error.contains("warning: The profile is of TensorFlow"),
                 poptorch.error.constData());
        const CliRun tensorflow = runCli({"export", profile, "--splits", "2", "--framework", "tensorflow"});
        QVERIFY2(tensorflow.status == 0 && tensorflow.error.isEmpty(), tensorflow.error.constData());
    }

private:
    static std::string readText(const fs::path& path) {
        QFile file(pathText(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }
};

TILELINE_TEST(TestCliWarnings)
#include "test_cliwarnings.moc"
