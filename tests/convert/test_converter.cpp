// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/converter.h"
#include "core/convert/profileprovider.h"
#include "core/partition/stageestimator.h"
#include "tests/convert/poplarreport.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include <sys/stat.h>

using namespace tileline;
using namespace tileline::test;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

Json expectedOf(const std::string& fixture) {
    std::ifstream file(fixtureDirectory(fixture) / "expected.json");
    return Json::parse(file);
}

Json namesOf(const Layers& layers) {
    Json names = Json::array();
    for (const auto& name : layers.names) {
        names.push_back(name ? Json(*name) : Json(nullptr));
    }
    return names;
}

Json operationsOf(const Layers& layers) {
    Json operations = Json::array();
    for (const LayeredOperation& operation : layers.operations) {
        const auto& layer = layers.names[operation.layer.index()];
        operations.push_back({{"name", operation.name},
                              {"layer", layer ? Json(*layer) : Json(nullptr)},
                              {"note", operation.noteText()}});
    }
    return operations;
}

} // namespace

/// Runs the exporter in a separate process, with the stand-in for libpva.
class TestConverter : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;

    fs::path root() const { return m_directory->path().toStdString(); }
    fs::path output() const { return root() / "out" / "out.tileline"; }
    ProfileSource report(const std::string& fixture = "one-layer") const {
        return writePoplarReport(fixture, root() / fixture);
    }
    Outcome<Conversion> convert(const SdkSettings& settings = {}) const {
        return convertProfile(report(), output(), settings);
    }
    Error failure(const SdkSettings& settings = {}) const {
        const auto outcome = convert(settings);
        return outcome || outcome.failure().cancelled() ? Error{} : outcome.failure().error();
    }
    /// Whether a failed conversion left no file.
    bool nothingLeft() const { return fs::is_empty(root() / "out"); }

private slots:
    void init() {
        m_directory = std::make_unique<QTemporaryDir>();
        fs::create_directories(root() / "out");
        useStandInPva();
    }
    void cleanup() { useNoPva(); }

    void answers_data() {
        QTest::addColumn<QString>("fixture");
        for (const std::string& name : fixtureNames()) {
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
        }
    }
    /// The converted profile gives the same answers as the fixture.
    void answers() {
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString();
        const ProfileSource source = report(name);
        std::vector<double> fractions;
        Progress progress([&](Phase, double value) { fractions.push_back(value); });
        QVERIFY(convertProfile(source, output(), {}, progress));
        QCOMPARE(fractions.at(0), 0.0);
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QVERIFY(fractions.back() <= 1);

        const ProfilePtr converted = loadOrThrow({output(), *source.debug});
        const ProfilePtr original = loadFixture(name);
        QCOMPARE(converted->target, original->target);
        QCOMPARE(converted->programs.size(), original->programs.size());
        QCOMPARE(converted->stepNotAlwaysLive, original->stepNotAlwaysLive);
        QCOMPARE(converted->lowered.id, original->lowered.id);
        QCOMPARE(converted->lowered.bytes, original->lowered.bytes);
        QCOMPARE(converted->lowered.tileBegin, original->lowered.tileBegin);
        QCOMPARE(converted->executionSteps.size(), original->executionSteps.size());

        const Json expected = expectedOf(name);
        const LayersPtr layers = *findLayers(*converted, {});
        QCOMPARE(namesOf(*layers).dump(), expected["layers"].dump());
        QCOMPARE(operationsOf(*layers).dump(), expected["operations"].dump());
        Workers workers(2);
        const auto estimator = *StageEstimator::build(converted, layers, workers);
        QVERIFY(!expected["segments"].empty());
        for (const Json& segment : expected["segments"]) {
            const LayerRange stage{{segment["from"].get<uint32_t>()}, {segment["to"].get<uint32_t>()}};
            const StageEstimate estimate = *estimator->estimate(stage, workers);
            QCOMPARE(estimate.peakTileBytes, segment["max_tile_mem"].get<uint64_t>());
            QCOMPARE(estimate.peakTile.value, segment["argmax_tile"].get<uint32_t>());
            QCOMPARE(estimate.bytes.variables, segment["variables"].get<uint64_t>());
            QCOMPARE(estimate.bytes.vertexCode, segment["vertex_code"].get<uint64_t>());
            QCOMPARE(estimate.bytes.vertexState, segment["vertex_state"].get<uint64_t>());
            QCOMPARE(estimate.bytes.exchangeCode, segment["exchange_code"].get<uint64_t>());
            QCOMPARE(estimate.bytes.controlCode, segment["control_code"].get<uint64_t>());
        }
    }

    void missingPartsAreTold() {
        qputenv("PVA_WITHOUT", "Report.execution,Program.controlCodeByTile");
        const auto outcome = convert();
        QVERIFY(outcome);
        std::vector<std::string> parts;
        for (const MissingPart& part : outcome->missing) {
            QVERIFY(!part.consequence.empty() && part.count > 0);
            parts.push_back(part.part);
        }
        QVERIFY(std::count(parts.begin(), parts.end(), "execution") == 1);
        QVERIFY(std::count(parts.begin(), parts.end(), "program.controlCodeByTile") == 1);
        const ProfilePtr profile = loadOrThrow({output()});
        const auto told = [](const LoadNote& note) {
            return note.kind == LoadNote::Kind::MissingInSource &&
                   note.detail.starts_with("program.controlCodeByTile: control code counts as 0");
        };
        QCOMPARE(std::count_if(profile->notes.begin(), profile->notes.end(), told), 1);
    }

    void withoutExecution() {
        qputenv("PVA_WITHOUT", "Execution.runs");
        QVERIFY(convert());
        const ProfilePtr profile = loadOrThrow({output()});
        QVERIFY(profile->executionSteps.empty());
    }

    void withoutOperations() {
        qputenv("PVA_WITHOUT", "OperationAnalysis.operations");
        QVERIFY(convert());
        const ProfilePtr profile = loadOrThrow({output(), *report().debug});
        QCOMPARE(profile->operations.size(), loadFixture("one-layer")->operations.size());
    }

    void withoutLoweredVariables() {
        qputenv("PVA_WITHOUT", "Compilation.loweredVariables");
        QCOMPARE(failure().code, ErrorCode::NoLoweredVariables);
        QVERIFY(nothingLeft());
    }

    void withoutLiveness() {
        qputenv("PVA_WITHOUT", "Compilation.livenessProgramSteps");
        const Error error = failure();
        QCOMPARE(error.code, ErrorCode::ExternalTool);
        QVERIFY(QString::fromStdString(error.remedy).contains("autoReport.outputLoweredVars"));
    }

    void noPva() {
        useNoPva();
        const Error error = failure();
        QCOMPARE(error.code, ErrorCode::NoPoplarSdk);
        QVERIFY(!error.actual.empty());
        QVERIFY(nothingLeft());
    }

    void noPython() {
        SdkSettings settings;
        settings.python = "/nowhere/python3";
        QCOMPARE(failure(settings).code, ErrorCode::NoPoplarSdk);
        QVERIFY(nothingLeft());
    }

    void noPythonAfterActivation() {
        SdkSettings settings;
        settings.python = "/nowhere/python3";
        settings.activate = writeScript(root() / "enable", "true\n").string();
        QCOMPARE(failure(settings).code, ErrorCode::NoPoplarSdk);
    }

    void activationScriptIsSourced() {
        useNoPva();
        SdkSettings settings;
        settings.activate = writeScript(root() / "enable it", "echo Poplar SDK enabled\nexport PYTHONPATH='" +
                                                                  std::string(TILELINE_STANDIN_PVA) + "'\n")
                                .string();
        QVERIFY(convert(settings));
        QVERIFY(fs::exists(output()));
    }

    void activationScriptThatFails() {
        SdkSettings settings;
        settings.activate = writeScript(root() / "enable", "echo no such SDK >&2\nreturn 1\n").string();
        const Error error = failure(settings);
        QCOMPARE(error.code, ErrorCode::NoPoplarSdk);
        QCOMPARE(error.item, settings.activate);
        QVERIFY(QString::fromStdString(error.actual).contains("no such SDK"));
    }

    void hang() {
        qputenv("PVA_FAULT", "hang");
        SdkSettings settings;
        settings.silenceLimit = std::chrono::seconds(2);
        const Error error = failure(settings);
        QCOMPARE(error.code, ErrorCode::ExternalTool);
        QVERIFY(QString::fromStdString(error.expected).contains("2 s"));
        QVERIFY(nothingLeft());
    }

    void crash() {
        qputenv("PVA_FAULT", "crash");
        const Error error = failure();
        QCOMPARE(error.code, ErrorCode::ExternalTool);
        QVERIFY(QString::fromStdString(error.actual).startsWith("killed by signal 11"));
        QVERIFY(nothingLeft());
    }

    void exceptionOfLibpva() {
        qputenv("PVA_FAULT", "raise");
        const Error error = failure();
        QCOMPARE(error.code, ErrorCode::ExternalTool);
        QVERIFY(QString::fromStdString(error.actual).contains("the report is damaged"));
        QCOMPARE(error.file, report().profile.string());
        QVERIFY(nothingLeft());
    }

    void garbage_data() {
        QTest::addColumn<QString>("script");
        QTest::newRow("other words") << "#!/bin/sh\necho hello\n";
        QTest::newRow("no end") << "#!/bin/sh\nexec yes\n";
        QTest::newRow("binary") << "#!/bin/sh\nexec head -c 100000 /dev/urandom\n";
        QTest::newRow("after a good start")
            << "#!/bin/sh\necho '{\"event\":\"start\",\"exporter\":1}'\necho hello\nexec sleep 1000\n";
        QTest::newRow("before the start") << "#!/bin/sh\necho '{\"event\":\"done\"}'\n";
        QTest::newRow("silent success") << "#!/bin/sh\nexit 0\n";
        QTest::newRow("a lie") << "#!/bin/sh\necho '{\"event\":\"start\"}'\necho '{\"event\":\"done\"}'\n";
        QTest::newRow("a failure without a word") << "#!/bin/sh\nexit 9\n";
        QTest::newRow("an empty result")
            << "#!/bin/sh\nwhile [ $1 != -o ]; do shift; done; : >\"$2\"\necho '{\"event\":\"start\"}'\n"
               "echo '{\"event\":\"done\"}'\n";
        QTest::newRow("another database")
            << "#!/bin/sh\ncp \"$2\" copy; while [ $1 != -o ]; do shift; done; mv copy \"$2\"\n"
               "echo '{\"event\":\"start\"}'\necho '{\"event\":\"done\"}'\n";
        QTest::newRow("half a profile")
            << "#!/bin/sh\nwhile [ $1 != -o ]; do shift; done\n"
               "head -c 30000 '" TILELINE_TEST_DATA "/one-layer/profile.tileline' >\"$2\"\n"
               "echo '{\"event\":\"start\"}'\necho '{\"event\":\"done\"}'\n";
    }
    void garbage() {
        QFETCH(QString, script);
        QVERIFY(QDir::setCurrent(m_directory->path()));
        SdkSettings settings;
        settings.python = writeScript(root() / "python3", script.toStdString()).string();
        const Error error = failure(settings);
        QCOMPARE(error.code, ErrorCode::ExternalTool);
        QVERIFY(!error.expected.empty() && !error.actual.empty());
        QVERIFY(nothingLeft());
    }

    void fullDisk() {
        const ProfileSource source = report();
        const FileSizeLimit limit(70000); // enough to write the exporter script, but not its output
        const auto outcome = convertProfile(source, output(), {});
        QVERIFY(!outcome);
        const Error error = outcome.failure().error();
        QCOMPARE(error.code, ErrorCode::WriteFailed);
        QVERIFY(nothingLeft());
    }

    void fullDiskForTheExporterItself() {
        const ProfileSource source = report();
        const FileSizeLimit limit(1000);
        const auto outcome = convertProfile(source, output(), {});
        QVERIFY(!outcome);
        const Error error = outcome.failure().error();
        QCOMPARE(error.code, ErrorCode::WriteFailed);
        QVERIFY(nothingLeft());
    }

    void outputDirectoryThatIsMissing() {
        const auto outcome = convertProfile(report(), root() / "none" / "out.tileline", {});
        QVERIFY(!outcome);
        QCOMPARE(outcome.failure().error().code, ErrorCode::WriteFailed);
        QCOMPARE(outcome.failure().error().expected, std::string("a directory that exists"));
    }

    void outputThatIsNoFile() {
        const fs::path pipe = root() / "pipe";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const auto outcome = convertProfile(report(), pipe, {});
        QVERIFY(!outcome);
        QCOMPARE(outcome.failure().error().code, ErrorCode::WriteFailed);
        QVERIFY(fs::is_fifo(pipe));
    }

    void cancel() {
        qputenv("PVA_FAULT", "hang");
        std::stop_source stop;
        const std::jthread canceller([&](const std::stop_token& done) {
            while (!isExporting(root() / "out") && !done.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            stop.request_stop();
        });
        const auto outcome = convertProfile(report(), output(), {}, {}, stop.get_token());
        QVERIFY(!outcome);
        QVERIFY(outcome.failure().cancelled());
        QVERIFY(nothingLeft());
    }

    void existingOutputStaysWhenItFails() {
        std::ofstream(output()) << "precious";
        qputenv("PVA_FAULT", "raise");
        QVERIFY(!convert());
        QCOMPARE(fs::file_size(output()), uintmax_t{8});
    }

    // --- the files that the program opens ---

    void providedFromTheCacheWithoutAnSdk() {
        const ConvertSettings settings{{}, {root() / "cache"}};
        const ProfileSource source = report();
        const auto first = provideProfile(source, settings);
        QVERIFY(first);
        QVERIFY(first->profile != source.profile);
        QCOMPARE(first->debug, source.debug);
        QCOMPARE((*loadProfile(*first))->path, source.profile.string());
        useNoPva();
        const auto second = provideProfile(source, settings);
        QVERIFY(second);
        QCOMPARE(second->profile, first->profile);
    }

    void tilelineProfilesPass() {
        const ProfileSource source{fixtureDirectory("one-layer") / "profile.tileline", {}};
        const auto provided = provideProfile(source, {{"/nowhere"}, {root() / "cache"}});
        QVERIFY(provided);
        QCOMPARE(provided->profile, source.profile);
        QVERIFY(!fs::exists(root() / "cache"));
    }
};

TILELINE_TEST(TestConverter)
#include "test_converter.moc"
