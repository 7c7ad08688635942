// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"
#include "core/layers/layers.h"
#include "core/layers/regex.h"
#include "tests/testmain.h"

#include <QTest>
#include <array>
#include <ctime>

using namespace tileline;

namespace {

/// An operation with the fields that the rules use.
struct Op {
    std::string name;
    std::vector<std::string> inputs = {};
    std::string instanceId = {};
    std::string tensorId = {};
};

/// A profile with nothing but operations. Each operation has its own program, unless its name is "-".
Profile profileOf(const std::vector<Op>& operations) {
    Profile profile;
    profile.target.tilesPerIpu = profile.target.numTiles = 1;
    for (const Op& op : operations) {
        const auto index = static_cast<uint32_t>(profile.operations.size());
        OperationDetail detail;
        detail.uid = index;
        detail.debug.inputs = op.inputs;
        if (!op.instanceId.empty()) {
            detail.debug.instanceId = op.instanceId;
        }
        if (!op.tensorId.empty()) {
            detail.debug.tensorId = op.tensorId;
        }
        const std::array<ProgramIndex, 1> program = {{{index}}};
        profile.operations.push_back({{index}, op.name});
        profile.operationDetails.push_back(std::move(detail));
        profile.programs.emplace_back();
        const std::span<const ProgramIndex> all(program);
        profile.operationPrograms.append(op.name == "-" ? all.subspan(1) : all);
        profile.operationVariables.append({});
    }
    return profile;
}

/// "name layer note; ..." of all operations that were not left out.
std::string layersOf(const std::vector<Op>& operations, const LayerOptions& options = {}) {
    const LayersPtr layers = *findLayers(profileOf(operations), options);
    std::string text;
    for (const LayeredOperation& operation : layers->operations) {
        text += text.empty() ? "" : "; ";
        text += operation.name + " " + layers->displayName(operation.layer);
        text += operation.noteText().empty() ? "" : " " + operation.noteText();
    }
    return text;
}

std::string listOf(const Layers& layers) {
    std::string text;
    for (uint32_t i = 1; i < layers.count(); ++i) {
        text += (i > 1 ? " " : "") + *layers.names[i];
    }
    return text;
}

std::vector<LayerWarning::Kind> warningsOf(const std::vector<Op>& operations) {
    std::vector<LayerWarning::Kind> kinds;
    const LayersPtr layers = *findLayers(profileOf(operations), {});
    for (const LayerWarning& warning : layers->warnings) {
        kinds.push_back(warning.kind);
    }
    return kinds;
}

} // namespace

class TestLayers : public QObject {
    Q_OBJECT
private slots:
    void rules_data() {
        QTest::addColumn<QString>("actual");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::vector<Op>& operations, const char* expected) {
            QTest::addRow("%s", name) << QString::fromStdString(layersOf(operations)) << QString(expected);
        };
        row("name", {{"a/layer.3/MatMul"}}, "a/layer.3/MatMul 3");
        row("without programs", {{"-"}, {"Layer1/x"}}, "Layer1/x 1");
        row("unnamed", {{"", {}, "17"}, {"Layer1/x"}}, "Anonymous(17) None 0_input_layers; Layer1/x 1");
        row("tensor", {{"", {}, "", "w1"}, {"Layer1/x"}}, "Tensor/w1 None tensor_filter; Layer1/x 1");
        row("call that is a tensor", {{"Call", {}, "4", "w1"}}, "Call(4)/w1 None tensor_filter");
        row("inputs", {{"Add", {"x", "enc.layer.2.w"}}}, "Add 2 deduced_from_input_names");
        row("inputs of one layer twice", {{"Add", {"layer.2.w", "layer.2.b"}}},
            "Add 2 deduced_from_input_names");
        row("inputs of two layers", {{"Add", {"layer.2.w", "layer.3.b"}}}, "Add None 2_input_layers");
        row("call takes what follows", {{"Call", {}, "9"}, {"Layer1/x"}},
            "Call(9) 1 deduced_from_following_operation; Layer1/x 1");
        row("a tensor between does not matter", {{"Call", {}, "9"}, {"", {}, "", "t"}, {"Layer1/x"}},
            "Call(9) 1 deduced_from_following_operation; Tensor/t None tensor_filter; Layer1/x 1");
        row("one without a layer between does", {{"Call", {}, "9"}, {"Softmax"}, {"Layer1/x"}},
            "Call(9) None deduced_from_following_operation; Softmax None 0_input_layers; Layer1/x 1");
        row("call with inputs of two layers", {{"Call", {"layer.1.w", "layer.2.w"}, "9"}, {"Layer1/x"}},
            "Call(9) None 2_input_layers; Layer1/x 1");
        row("embedding is in the first layer",
            {{"Gather", {"bert.word_embeddings"}}, {"Layer5/x"}, {"Layer1/x"}},
            "Gather 5 inputs_regex_layer_0; Layer5/x 5; Layer1/x 1");
        row("embedding without any layer", {{"Gather", {"word_embeddings"}}},
            "Gather None inputs_regex_layer_0");
        row("call before an embedding", {{"Call", {}, "1"}, {"Gather", {"word_embeddings"}}, {"Layer5/x"}},
            "Call(1) 5 deduced_from_following_operation; Gather 5 inputs_regex_layer_0; Layer5/x 5");
        row("two layers in the name, one in the inputs", {{"layer1/layer2", {"layer3/w"}}},
            "layer1/layer2 3 deduced_from_input_names");
    }
    void rules() {
        QFETCH(QString, actual);
        QFETCH(QString, expected);
        QCOMPARE(actual, expected);
    }

    /// If a uid is a tensor in one place of the list, it is a tensor in all places.
    void tensorIsOneEverywhere() {
        Profile profile = profileOf({{"", {}, "", "w"}, {"Layer1/x"}});
        profile.operations[1].detail = profile.operations[0].detail;
        const LayersPtr layers = *findLayers(profile, {});
        QVERIFY(layers->operations[1].isTensor);
        QCOMPARE(layers->count(), size_t{1});
    }

    void groupsAreJoinedButToldApart() {
        LayerOptions options;
        options.layerRegex = "(\\d)x(\\d*)";
        // The two matches "1x2" are one distinct match, whose groups are joined to 12.
        QCOMPARE(layersOf({{"1x2/1x2"}}, options), std::string("1x2/1x2 12"));
        QCOMPARE(layersOf({{"1x2/1x3"}}, options), std::string("1x2/1x3 None 0_input_layers"));
        options.layerRegex = "stage\\d";
        QCOMPARE(layersOf({{"a/stage4/b"}}, options), std::string("a/stage4/b stage4"));
    }

    void ordersOfTheList() {
        const Profile profile = profileOf({{"layer10/x"}, {"layer9/x"}, {"layer1/x"}, {"layer10/y"}});
        LayerOptions options;
        QCOMPARE(listOf(**findLayers(profile, options)), std::string("10 9 1"));
        options.order = LayerOrder::Natural;
        QCOMPARE(listOf(**findLayers(profile, options)), std::string("1 9 10"));
    }

    void byPosition() {
        LayerOptions options;
        options.unassigned = Unassigned::Position;
        QCOMPARE(
            layersOf({{"Embed"}, {"layer2/x"}, {"Mask"}, {"", {}, "", "t"}, {"layer1/x"}, {"Loss"}}, options),
            std::string(
                "Embed 2 0_input_layers; layer2/x 2; Mask 2 0_input_layers; Tensor/t 2 tensor_filter; "
                "layer1/x 1; Loss 1 0_input_layers"));
        QCOMPARE(layersOf({{"Embed"}}, options), std::string("Embed None 0_input_layers"));
    }

    void badRegexSaysWhere() {
        LayerOptions options;
        options.layerRegex = "layer(\\d+";
        const auto failed = findLayers(profileOf({{"x"}}), options);
        QVERIFY(!failed);
        QCOMPARE(failed.failure().error().code, ErrorCode::BadRegex);
        QCOMPARE(failed.failure().error().item, std::string("layer regex, position 9"));
        options = {};
        options.inputsRegex = "*";
        QCOMPARE(findLayers(profileOf({{"x"}}), options).failure().error().item,
                 std::string("inputs regex, position 0"));
    }

    /// A long regex is shortened in the message, so that the user can read the message to its end.
    void badRegexIsShownAroundItsPosition() {
        LayerOptions options;
        options.layerRegex = std::string(100'000, 'a') + "(\u20ac" + std::string(100'000, 'b');
        const auto failed = findLayers(profileOf({{"x"}}), options);
        QVERIFY(!failed);
        const Error& error = failed.failure().error();
        QCOMPARE(error.code, ErrorCode::BadRegex);
        QVERIFY(error.actual.size() < 400);
        QVERIFY(isUtf8(error.actual));
    }

    /// A step of the matcher may look at a whole name. Long names would take minutes within the limit of
    /// steps.
    void slowRegexOnLongNames_data() {
        QTest::addColumn<QString>("regex");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("names");
        for (const char* const regex : {"a*a*[bc]", "(a*)(a*)[bc]", "(?=.*[bc])a"}) {
            QTest::addRow("%s, one name", regex) << regex << 800'000 << 1;
            QTest::addRow("%s, many names", regex) << regex << 900 << 40'000;
        }
    }
    void slowRegexOnLongNames() {
        QFETCH(const QString, regex);
        QFETCH(const int, bytes);
        QFETCH(const int, names);
        LayerOptions options;
        options.layerRegex = regex.toStdString();
        const std::vector<Op> operations(static_cast<size_t>(names),
                                         Op{std::string(static_cast<size_t>(bytes), 'a')});
        const auto profile = profileOf(operations);
        const std::clock_t begin = std::clock();
        const auto failed = findLayers(profile, options);
        QVERIFY(!failed);
        QCOMPARE(failed.failure().error().code, ErrorCode::RegexTooSlow);
        QVERIFY(std::clock() - begin < 3 * CLOCKS_PER_SEC);
    }

    void hostileRegexAndNames() {
        LayerOptions options;
        options.layerRegex = "(a+)+$";
        const auto failed = findLayers(profileOf({{std::string(4000, 'a') + "b"}}), options);
        QVERIFY(!failed);
        QCOMPARE(failed.failure().error().code, ErrorCode::RegexTooSlow);
        options.layerRegex = std::string();
        for (int group = 0; group < 101; ++group) {
            options.layerRegex += "(a)?";
        }
        const auto groups = findLayers(profileOf({{"a"}}), options);
        QCOMPARE(groups.failure().error().code, ErrorCode::BadRegex);
        // Names are bytes from a file: they can be invalid UTF-8, be empty, or contain NUL.
        QVERIFY(findLayers(profileOf({{"\xff\xfe/layer1/x"}, {std::string("layer2\0/x", 9)}}), {}));
        options.layerRegex = "";
        QVERIFY(findLayers(profileOf({{"x"}, {"\xff"}, {"\xe2\x82\xac"}}), options));
    }

    /// Like Python's re.findall.
    void findsAllMatches() {
        const auto spans = [](const std::string& regex, const std::string& text) {
            std::string all;
            const auto matches = Regex::compile(regex, "regex")->findAll(text);
            for (const RegexMatch& match : *matches) {
                all += std::to_string(match.begin) + "-" + std::to_string(match.end) + " ";
            }
            return all;
        };
        QCOMPARE(spans("a*", "baac"), std::string("0-0 1-3 3-3 4-4 "));
        QCOMPARE(spans("a|", "aa"), std::string("0-1 1-2 2-2 "));
        QCOMPARE(spans("layer", "nothing"), std::string());
        const auto groups = Regex::compile("(\\d+)/(x)?", "regex")->findAll("12/x 3/");
        QCOMPARE(groups->at(1).joined("12/x 3/"), std::string("3"));
    }

    void naturalOrder() {
        const std::vector<std::string> sorted = {
            "1", "2", "10", "a", "a2", "a10", "a10b", "b1", "x99999999999999999998", "x99999999999999999999"};
        for (size_t i = 0; i < sorted.size(); ++i) {
            for (size_t j = 0; j < sorted.size(); ++j) {
                QCOMPARE(naturalLess(sorted[i], sorted[j]), i < j);
            }
        }
        QVERIFY(!naturalLess("007", "7") && !naturalLess("7", "007"));
    }

    void warnings() {
        using Kind = LayerWarning::Kind;
        QVERIFY(warningsOf({{"layer1/x"}, {"Softmax"}}).empty());
        QVERIFY(
            (warningsOf({{"layer1/x"}, {"Softmax"}, {"Add"}}) == std::vector{Kind::FewOperationsInLayers}));
        QVERIFY((warningsOf({{"layer1/x"}, {"layer2/x"}, {"Call", {"layer1/w", "layer2/w"}, "3"}}) ==
                 std::vector{Kind::CallSpansLayers}));
        QVERIFY((warningsOf({{"Softmax"}}) == std::vector{Kind::NoLayers}));
        Profile replicated = profileOf({{"layer1/x"}});
        replicated.target.numTiles = 2;
        QCOMPARE((*findLayers(replicated, {}))->warnings.at(0).kind, Kind::SeveralIpusOrReplicas);
    }

    /// If few layers or none are found, an expression is proposed that finds more.
    void proposesAnExpression_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<int>("perCent"); // of the proposal; 0: none
        QTest::addColumn<QString>("layers");
        QTest::newRow("dot") << QStringList{"h.0/MatMul", "h.1/MatMul", "Embedding/Gather"} << 66 << "0 1";
        QTest::newRow("nothing between")
            << QStringList{"model/stage0/a/Add", "model/stage1/Add"} << 100 << "0 1";
        QTest::newRow("underscore") << QStringList{"stage_10/Add", "stage_2/Add"} << 100 << "10 2";
        QTest::newRow("slash") << QStringList{"stage/1/Add", "stage/2/Add"} << 100 << "1 2";
        QTest::newRow("path of dots")
            << QStringList{"model.stages.3.conv/Conv", "model.stages.4.conv/Conv"} << 100 << "3 4";
        // The last part of a name tells operations apart.
        QTest::newRow("operations") << QStringList{"Add_1", "Add_2", "x/Add_3", "x/Add/4"} << 0 << "";
        QTest::newRow("one layer") << QStringList{"stage0/Add", "stage0/Mul"} << 0 << "";
        QTest::newRow("part of a word") << QStringList{"x1y/Add", "x2y/Add"} << 0 << "";
        QTest::newRow("the word with more")
            << QStringList{"stage0/block0/Add", "stage0/block1/Add", "stage1/Add"} << 100 << "0 1";
        QStringList rare{"stage0/Add", "stage1/Add"};
        rare.resize(30, "Softmax");
        QTest::newRow("rare") << rare << 0 << "";
        QTest::newRow("more than now")
            << QStringList{"layer0/Add", "h0/Add", "h1/Add", "h2/Add"} << 75 << "0 1 2";
        QTest::newRow("not more than now")
            << QStringList{"layer0/Add", "h0/Add", "x", "y", "z", "w"} << 0 << "";
    }
    void proposesAnExpression() {
        QFETCH(const QStringList, names);
        QFETCH(const int, perCent);
        QFETCH(const QString, layers);
        std::vector<Op> operations;
        for (const QString& name : names) {
            operations.push_back({name.toStdString()});
        }
        const Profile profile = profileOf(operations);
        const LayersPtr now = *findLayers(profile, {});
        const LayerProposal& proposal = now->warnings.at(0).proposal;
        QCOMPARE(proposal.expression.empty(), perCent == 0);
        QCOMPARE(static_cast<int>(proposal.perCent), perCent);
        if (perCent > 0) {
            LayerOptions options;
            options.layerRegex = proposal.expression;
            QCOMPARE(QString::fromStdString(listOf(**findLayers(profile, options))), layers);
        }
    }

    void findsByName() {
        const LayersPtr layers = *findLayers(profileOf({{"layer7/x"}}), {});
        QVERIFY(layers->find("7") == LayerIndex{1});
        QVERIFY(!layers->find("8"));
        QCOMPARE(layers->displayName({0}), std::string("None"));
    }

    void stopsWhenAsked() {
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY(findLayers(profileOf({{"layer7/x"}}), {}, stopped.get_token()).failure().cancelled());
    }
};

TILELINE_TEST(TestLayers)
#include "test_layers.moc"
