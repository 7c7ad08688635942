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

/// The first key, at any depth, that says whether a plan fits, how far it is from its limit or from the
/// optimum, or what would help. Empty if all these keys are null.
std::string firstVerdict(const Json& json) {
    for (const auto& [key, value] : json.items()) {
        for (const char* verdict : {"fits", "headroom", "estimated_headroom", "tiles_over_limit", "gap_bytes",
                                    "gap_percent", "optimal_peak_tile_bytes", "would_do"}) {
            if (json.is_object() && key == verdict && !value.is_null()) {
                return key + ": " + value.dump();
            }
        }
        if (const std::string found = value.is_structured() ? firstVerdict(value) : ""; !found.empty()) {
            return found;
        }
    }
    return {};
}

/// How often a key occurs in it, at any depth.
size_t countOf(const Json& json, const std::string& wanted) {
    size_t count = 0;
    for (const auto& [key, value] : json.items()) {
        count += (json.is_object() && key == wanted ? 1 : 0) +
                 (value.is_structured() ? countOf(value, wanted) : 0);
    }
    return count;
}

/// The column `fits` of a TSV or CSV text.
QStringList fitsColumn(const QByteArray& table, char separator = '\t') {
    const QList<QByteArray> lines = table.trimmed().split('\n');
    const auto column = lines.front().split(separator).indexOf("fits");
    QStringList cells;
    for (const QByteArray& line : lines.mid(1)) {
        cells << QString::fromUtf8(line.split(separator).value(column));
    }
    return cells;
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
            "variables_on_no_stage", "The largest such variable is transformer.wte.weight");
        row("other mode", bert + QStringList{"--training"}, {"--mode", "inference"}, "other_mode",
            "The plan is for inference, but the profile is of training.");
        row("already recomputed", bert + QStringList{"--training", "--recomputed"}, {}, "already_recomputed",
            "Compile without recomputation, and profile again.");
        row("accumulators", {"cnn", "--training", "--layers", "4", "--tiles", "8"}, {},
            "accumulators_unknown", "--accumulators none");
    }
    /// If a warning makes the figures of a plan invalid, the plan is called neither fitting nor optimal, and
    /// is not exported without asking.
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
        QVERIFY2(!evaluated.out.contains("fits.") && evaluated.out.contains("figures are not reliable"),
                 evaluated.out.constData());
        QVERIFY2(!evaluated.out.contains("yes"), evaluated.out.constData());
        QCOMPARE(evaluated.status, 4);
        const Json answer = runCli(QStringList{"evaluate", profile, "--json"} + plan).json();
        const auto codes = codesOf(answer);
        QVERIFY2(std::find(codes.begin(), codes.end(), code.toStdString()) != codes.end(),
                 answer["warnings"].dump().c_str());
        QVERIFY2(firstVerdict(answer).empty(), firstVerdict(answer).c_str());
        QVERIFY(answer["fits"].is_null() && answer["stages"][0]["fits"].is_null());
        const QStringList search = QStringList{"solve", profile, "--ipus", "2", "--tradeoff"} + options;
        const CliRun solved = runCli(search);
        QVERIFY2(solved.error.contains(says.toUtf8()), solved.error.constData());
        QVERIFY2(!solved.out.contains("fits.") && !solved.out.contains("Lowest peak") &&
                     !solved.out.contains("optimum"),
                 solved.out.constData());
        QCOMPARE(solved.status, 4);
        Json found = runCli(search + QStringList{"--json"}).json();
        QCOMPARE(codesOf(found), codes);
        if (code == "accumulators_unknown") {
            found["trade_off"].erase(0); // a plan of one stage has none
        }
        QVERIFY2(firstVerdict(found).empty(), firstVerdict(found).c_str());
        const QString conf = pathText(directory / "plan.conf");
        const QStringList exported = QStringList{"export", profile, "-o", conf} + plan;
        const CliRun refused = runCli(exported);
        if (code == "other_mode") {
            // A mode that the user gives for the export is intended.
            QVERIFY2(refused.status == 0, refused.error.constData());
            QVERIFY(refused.error.contains(says.toUtf8()));
            return;
        }
        const int status = code == "merged_layers" ? 2 : 1;
        QCOMPARE(refused.status, status);
        QVERIFY(!fs::exists(conf.toStdString()));
        QVERIFY2(refused.error.contains(code == "merged_layers" ? "several modules" : "--anyway"),
                 refused.error.constData());
        const QStringList module = code == "no_layers" ? QStringList{"--module", "=bert"} : QStringList();
        const CliRun allowed = runCli(exported + module + QStringList{"--anyway"});
        QVERIFY2((allowed.status == 0) == (code != "merged_layers"), allowed.error.constData());
        QCOMPARE(fs::exists(conf.toStdString()), code != "merged_layers");
        // The plan itself has no such figures.
        QCOMPARE(runCli(QStringList{"export", profile, "--framework", "json"} + plan).status, 0);
        QCOMPARE(runCli(QStringList{"export", profile, "--framework", "tensorflow"} + plan).status, status);
    }

    /// Everything that says whether something fits, in all formats. The figures of the other mode are
    /// invalid.
    void whatIsNotKnownIsNotCalledFitting() {
        const QString sample = fixture("pipeline-marked-tiny");
        const QStringList small{"--memory-per-tile", "1000"};
        for (const QStringList& memory : {QStringList(), small}) { // one that would fit, one that would not
            const QStringList plan = QStringList{sample, "--splits", "1,2", "--mode", "inference"} + memory;
            const QStringList whatIf = plan + QStringList{"--what-if", "halve-activations"};
            const CliRun evaluated = runCli(QStringList{"evaluate"} + whatIf);
            QCOMPARE(evaluated.status, 4);
            QVERIFY2(evaluated.out.contains("It is not known whether the plan would fit.") &&
                         !evaluated.out.contains("yes") && !evaluated.out.contains("no\n"),
                     evaluated.out.constData());
            const Json answer = runCli(QStringList{"evaluate", "--json"} + whatIf).json();
            QVERIFY2(firstVerdict(answer).empty(), firstVerdict(answer).c_str());
            QCOMPARE(countOf(answer, "fits"), size_t{8}); // of three stages and the plan, each also changed
            for (const auto& [format, separator] : {std::pair("tsv", '\t'), {"csv", ','}}) {
                QCOMPARE(
                    fitsColumn(runCli(QStringList{"evaluate", "--format", format} + plan).out, separator),
                    (QStringList{"", "", ""}));
            }
            const QStringList explain = QStringList{"explain"} + plan;
            const CliRun explained = runCli(explain);
            QCOMPARE(explained.status, 0);
            QVERIFY2(explained.out.contains("The figures are not reliable (see the warnings).") &&
                         !explained.out.contains("limit"),
                     explained.out.constData());
            const Json why = runCli(explain + QStringList{"--json"}).json();
            QVERIFY2(firstVerdict(why).empty(), firstVerdict(why).c_str());
            QVERIFY(why["warnings"] == answer["warnings"]);
            const QStringList solve = QStringList{"solve", "--ipus", "3"} + plan;
            const CliRun solved = runCli(solve + QStringList{"--pareto", "--tradeoff"});
            QCOMPARE(solved.status, 4);
            QVERIFY2(!solved.out.contains("yes") && !solved.out.contains(" no ") &&
                         !solved.out.contains("optimum") && !solved.out.contains("would help"),
                     solved.out.constData());
            const Json found = runCli(solve + QStringList{"--pareto", "--tradeoff", "--json"}).json();
            QVERIFY2(firstVerdict(found).empty(), firstVerdict(found).c_str());
            QVERIFY(found["pareto"].size() > 0 && found["trade_off"].size() > 1);
            QVERIFY(found["plan"].contains("fits"));
            for (const char* table : {"--pareto", "--tradeoff"}) {
                const QStringList cells =
                    fitsColumn(runCli(solve + QStringList{table, "--format", "tsv"}).out);
                QVERIFY(!cells.isEmpty());
                QCOMPARE(cells.count(QString()), cells.size());
            }
        }
        // In its own mode, the profile has all of them.
        const Json sound =
            runCli({"solve", sample, "--ipus", "3", "--splits", "1,2", "--pareto", "--tradeoff", "--json"})
                .json();
        QCOMPARE(countOf(sound, "fits"),
                 2 + sound["stages"].size() + sound["pareto"].size() + sound["trade_off"].size());
        for (const Json* rows : {&sound["stages"], &sound["pareto"], &sound["trade_off"]}) {
            for (const Json& row : *rows) {
                QVERIFY(row["fits"].is_boolean());
            }
        }
        QVERIFY(sound["optimal_peak_tile_bytes"].is_number() && sound["plan"]["gap_bytes"].is_number());
        const CliRun why = runCli({"explain", sample, "--splits", "1,2", "--json"});
        QVERIFY(why.json()["headroom"].is_number() && why.json()["warnings"].is_array());
    }

    /// An unknown fit takes precedence over a plan that does not fit.
    void ofSeveralProfiles() {
        const TemporaryDirectory directory;
        const QString two = pathText(directory / "two");
        const QString one = pathText(directory / "one");
        const QStringList model{"bert-base", "--layers", "4", "--tiles", "8"};
        QVERIFY(generateProfile(model + QStringList{"--ipus", "2", "-o", two}));
        QVERIFY(generateProfile(model + QStringList{"-o", one}));
        const QStringList small{"--memory-per-tile", "1000"};
        const auto status = [&](const QStringList& profiles, const QStringList& options) {
            return runCli(QStringList{"evaluate", "--splits", "1,2"} + profiles + options).status;
        };
        QCOMPARE(status({one, one}, {}), 0);
        QCOMPARE(status({one, one}, small), 1);
        QCOMPARE(status({two, one}, small), 4);
        QCOMPARE(status({one, two}, {}), 4);
    }

    /// The same applies if no plan was found, or none obeys the request: other figures could allow one.
    void plansThatAreNotFound() {
        const TemporaryDirectory directory;
        const QString two = pathText(directory / "two");
        QVERIFY(generateProfile({"bert-base", "--layers", "4", "--tiles", "8", "--ipus", "2", "-o", two}));
        const QStringList none{"solve", two,     "--ipus", "2", "--objective", "ipus", "--memory-per-tile",
                               "10",    "--json"};
        const CliRun over = runCli(none);
        QCOMPARE(over.status, 4);
        QVERIFY2(over.error.contains("because the figures are not reliable") &&
                     !over.error.contains("of memory per tile would be enough"),
                 over.error.constData());
        QVERIFY2(firstVerdict(over.json()).empty(), over.out.constData());
        QCOMPARE(codesOf(over.json()), std::vector<std::string>{"several_ipus_or_replicas"});
        const CliRun pinned = runCli({"solve", two, "--ipus", "2", "--pin", "1,2,3", "--json"});
        QCOMPARE(pinned.status, 4);
        QVERIFY(pinned.json()["fits"].is_null());
        // PopLiner's search places some of the layers.
        const CliRun greedy =
            runCli({"solve", two, "--objective", "greedy", "--ipus", "1", "--memory-per-tile", "100"});
        QCOMPARE(greedy.status, 4);
    }

    /// Which figures are valid can depend on the plan. A row of a table is judged like the plan by itself.
    void eachRowHasItsOwnAnswer() {
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(generateProfile({"cnn", "--training", "--layers", "4", "--tiles", "8", "-o", profile}));
        QCOMPARE(runCli({"evaluate", profile}).status, 0);
        QCOMPARE(runCli({"evaluate", profile, "--splits", "2"}).status, 4);
        const CliRun one = runCli({"solve", profile, "--ipus", "1", "--splits", "2", "--tradeoff", "--json"});
        QCOMPARE(one.status, 0);
        const Json answer = one.json();
        QVERIFY(answer["fits"].get<bool>());
        QVERIFY(answer["optimal_peak_tile_bytes"].is_number());
        QVERIFY(answer["plan"]["fits"].is_null() && answer["plan"]["gap_bytes"].is_null());
        for (const Json& row : answer["trade_off"]) {
            const bool alone = row["splits"].empty();
            QVERIFY2(alone ? row["fits"].get<bool>() : row["fits"].is_null(), row.dump().c_str());
        }
        QVERIFY(answer["trade_off"][0]["splits"].empty() && !answer["trade_off"][1]["splits"].empty());
        QVERIFY(runCli({"solve", profile, "--ipus", "1", "--splits", "2"})
                    .out.contains(" bytes, which is not reliable (see the warnings)"));
    }

    /// A plan that no framework compiles can still have valid figures of memory.
    void aSplitWeightVoidsNothing() {
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(generateProfile(
            {"gpt", "--training", "--tied-weights", "--layers", "4", "--tiles", "8", "-o", profile}));
        const QStringList split{"evaluate",          profile,     "--splits",    "1,2",
                                "--memory-per-tile", "100000000", "--output-on", "last"};
        const CliRun text = runCli(split);
        QCOMPARE(text.status, 1);
        QVERIFY2(text.out.contains("No framework compiles the plan: it splits a weight.") &&
                     !text.out.contains("not reliable"),
                 text.out.constData());
        QCOMPARE(fitsColumn(runCli(split + QStringList{"--format", "tsv"}).out),
                 (QStringList{"true", "true", "true"}));
        const Json answer = runCli(split + QStringList{"--json"}).json();
        QVERIFY(answer["fits"].get<bool>() && !answer["buildable"].get<bool>());
        QCOMPARE(codesOf(answer).front(), std::string("shared_weight"));
        QVERIFY(!answer["warnings"][0]["voids_figures"].get<bool>());
        QCOMPARE(runCli(split + QStringList{"--allow-shared-weights"}).status, 0);
        // Invalid figures take precedence.
        QVERIFY(generateProfile({"gpt", "--training", "--tied-weights", "--layers", "4", "--tiles", "8",
                                 "--ipus", "2", "-o", pathText(directory / "two")}));
        const CliRun two = runCli({"evaluate", pathText(directory / "two"), "--splits", "1,2"});
        QCOMPARE(two.status, 4);
        QVERIFY2(two.out.contains("It is not known whether the plan fits"), two.out.constData());
    }

    /// Idle IPUs are mentioned beside the verdict, but not as a warning.
    void idleIpusAreTold() {
        const QString report = fixture("bert-tiny-train");
        const auto evaluated = [&](const QString& splits) {
            return runCli({"evaluate", report, "--splits", splits}).out;
        };
        const QByteArray three =
            " It uses 3 IPUs; 4 are acquired, because IPUs are acquired in powers of two.\n";
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
        QCOMPARE(runCli({"export", report}).status, 1);
        QCOMPARE(runCli({"export", report, "--anyway"}).status, 0);
    }

    /// At best, their code is in one of the layers. PopLiner's own command has no verdict.
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
            QVERIFY2(!evaluated.out.contains("fits.") && evaluated.out.contains("figures are not reliable"),
                     evaluated.out.constData());
        }
        const CliRun popliner = runCli({"popliner", "--solve", "--num-ipus", "2", report});
        QCOMPARE(popliner.status, 0);
        QCOMPARE(popliner.error.count("come from several layers"), 1);
    }

    /// For a profile of each format, every plan says whether its figures are valid.
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
                    QVERIFY2(text.contains("is not known whether") == recomputed, text.constData());
                }
                // PopLiner's estimate does not depend on which operations are in the backward pass.
                const Json popliner = runCli({"evaluate", profile, "--setting", "popliner", "--json"}).json();
                const auto codes = codesOf(popliner);
                QVERIFY(std::find(codes.begin(), codes.end(), "already_recomputed") == codes.end());
            }
        }
    }

    /// Debug information that ends too early needs only one confirmation.
    void incompleteDebugInformation() {
        const TemporaryDirectory directory;
        copyPoplarReport("pipeline-marked-tiny", directory.path());
        fs::resize_file(directory / "debug.cbor", 20'000);
        const QString report = pathText(directory.path());
        const CliRun evaluated = runCli({"evaluate", report, "--json"});
        QCOMPARE(codesOf(evaluated.json())[0], std::string("incomplete_debug_information"));
        QCOMPARE(evaluated.error.count("ends too early"), 1);
        QVERIFY(!runCli({"evaluate", report}).out.contains("The plan"));
        QCOMPARE(runCli({"export", report}).status, 3);
        QCOMPARE(runCli({"export", report, "--anyway"}).status, 0);
    }

    void accumulatorsCannotBeAddedWhereTheyCannotBeTold() {
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(generateProfile({"cnn", "--training", "--layers", "4", "--tiles", "8", "-o", profile}));
        const QStringList split{"evaluate", profile, "--splits", "2", "--json"};
        QCOMPARE(runCli(split + QStringList{"--accumulators", "add"}).status, 2);
        const auto codes = codesOf(runCli(split + QStringList{"--accumulators", "none"}).json());
        QVERIFY(std::find(codes.begin(), codes.end(), "accumulators_unknown") == codes.end());
        QCOMPARE(runCli(split).status, 4);
        // A plan of one stage has none unless the user asks for them.
        const QStringList whole{"evaluate", profile, "--json"};
        QVERIFY(!runCli(whole).json()["warnings"][0]["voids_figures"].get<bool>());
        const Json asked = runCli(whole + QStringList{"--gradient-accumulation", "2"}).json();
        QVERIFY(asked["warnings"][0]["voids_figures"].get<bool>());
    }

    /// The export states what the estimate assumes.
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
        const CliRun raised = runCli(first + QStringList{"--gradient-accumulation", "6"});
        const QByteArray note = "Gradient accumulation is raised from 6 to 7 to fill the pipeline.";
        QVERIFY2(raised.error.contains("note: " + note), raised.error.constData());
        QVERIFY(raised.out.contains("\n# " + note + "\n"));
        QVERIFY(raised.out.contains("\nTraining.gradientAccumulation(7)\n"));
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
        QCOMPARE(popart["accumulationFactor"].get<int>(), 64);
    }

    void microBatches_data() {
        QTest::addColumn<bool>("training");
        QTest::addColumn<QStringList>("splits");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("count");
        QTest::addColumn<QByteArray>("raised");
        const QStringList whole;
        const QStringList three{"--splits", "1,2"};
        const QStringList accumulation{"--gradient-accumulation", "4"};
        const QByteArray none;
        QTest::newRow("one stage that trains") << true << whole << QStringList() << 1 << none;
        QTest::newRow("one stage that accumulates") << true << whole << accumulation << 4 << none;
        QTest::newRow("training") << true << three << QStringList() << 64 << none;
        QTest::newRow("training, raised") << true << three << accumulation << 5
                                          << QByteArray("Gradient accumulation is raised from 4 to 5");
        QTest::newRow("one stage") << false << whole << QStringList() << 1 << none;
        QTest::newRow("inference") << false << three << QStringList() << 64 << none;
        QTest::newRow("inference, by its other name") << false << three << accumulation << 4 << none;
        QTest::newRow("inference, raised") << false << three << QStringList{"--device-iterations", "2"} << 3
                                           << QByteArray("Device iterations are raised from 2 to 3");
    }
    /// evaluate, solve and export assume the same number, for PopTorch and others.
    void microBatches() {
        QFETCH(bool, training);
        QFETCH(QStringList, splits);
        QFETCH(QStringList, options);
        QFETCH(int, count);
        QFETCH(QByteArray, raised);
        const TemporaryDirectory directory;
        const QString profile = pathText(directory.path());
        QVERIFY(generateProfile({"bert-base", training ? "--training" : "--inference", "--layers", "4",
                                 "--tiles", "8", "-o", profile}));
        const QStringList asked = QStringList{profile} + splits + options;
        const auto run = [&](const char* command, const QStringList& more = {}) {
            return runCli(QStringList{command} + asked + more);
        };
        const Json evaluated = run("evaluate", {"--json"}).json();
        QCOMPARE(evaluated["time"]["micro_batches"].get<int>(), count);
        const QByteArray text = run("evaluate").out;
        QVERIFY2(raised.isEmpty() ? !text.contains("raised") : text.contains(raised), text.constData());
        const CliRun conf = run("export");
        QCOMPARE(conf.status, 0);
        const QByteArray call = training ? "\nTraining.gradientAccumulation(" : "\ndeviceIterations(";
        QVERIFY2(conf.out.contains(call + QByteArray::number(count) + ")\n"), conf.out.constData());
        QVERIFY(raised.isEmpty() ? !conf.error.contains("raised") : conf.error.contains("note: " + raised));
        for (const char* framework : {"popart", "tensorflow", "keras"}) {
            const CliRun other = run("export", {"--framework", framework});
            QCOMPARE(other.status, 0);
            QVERIFY2(raised.isEmpty() || other.error.contains("note: " + raised), other.error.constData());
            QVERIFY2((other.out + other.error).contains(QByteArray::number(count)), other.out.constData());
        }
        // A single stage that accumulates has accumulators, and its figures equal those of any other command.
        const auto bytes = evaluated["stages"][0]["bytes"]["accumulators"].get<uint64_t>();
        QCOMPARE(bytes > 0, training && count > 1);
        const Json solved = runCli(QStringList{"solve", profile, "--ipus", "1", "--json"} + options).json();
        const Json alone = runCli(QStringList{"evaluate", profile, "--json"} + options).json();
        QCOMPARE(solved["peak_tile_bytes"].get<uint64_t>(), alone["peak_tile_bytes"].get<uint64_t>());
        const Json explained = run("explain", {"--ipu", "0", "--json"}).json();
        QCOMPARE(explained["bytes"]["accumulators"].get<uint64_t>() > 0, training && count > 1);
    }

    void deviceIterationsAreOfInference() {
        const QString training = fixture("pipeline-marked-tiny");
        const CliRun refused = runCli({"evaluate", training, "--device-iterations", "4"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.error.contains("--gradient-accumulation"), refused.error.constData());
        QCOMPARE(runCli({"evaluate", fixture("bert-tiny-inf"), "--device-iterations", "4",
                         "--gradient-accumulation", "4"})
                     .status,
                 2);
        QVERIFY(runCli({"export", fixture("bert-tiny-inf"), "--device-iterations", "4",
                        "--gradient-accumulation", "5"})
                    .out.contains("\ndeviceIterations(4)\n"));
        // In training, the export has both.
        const CliRun both = runCli({"export", training, "--splits", "1", "--output-on", "first",
                                    "--device-iterations", "2", "--gradient-accumulation", "8"});
        QVERIFY2(both.out.contains("\ndeviceIterations(2)\nTraining.gradientAccumulation(8)\n"),
                 both.error.constData());
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
