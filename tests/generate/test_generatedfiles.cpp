// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"

#include <sqlite3.h>

#include <QFile>
#include <QTemporaryDir>

#include <map>

using namespace tileline;
using namespace tileline::test;

namespace {

void write(const GeneratedModel& model, const QTemporaryDir& directory) {
    const auto written = writeModel(model, directory.path().toStdString());
    if (!written) {
        throw std::runtime_error(describe(written.failure().error()));
    }
}

QByteArray bytesOf(const QTemporaryDir& directory, const QString& name) {
    QFile file(directory.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

ProfilePtr load(const QTemporaryDir& directory) {
    return loadOrThrow({directory.path().toStdString()});
}

void dropOperationTables(const QTemporaryDir& directory) {
    sqlite3* database = nullptr;
    const QByteArray path = directory.filePath("profile.tileline").toUtf8();
    QCOMPARE(sqlite3_open(path.constData(), &database), SQLITE_OK);
    const char* sql = "DROP TABLE operation; DROP TABLE operation_detail;";
    const int result = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
    sqlite3_close(database);
    QCOMPARE(result, SQLITE_OK);
}

/// The ids of the entries of `list`, in ascending order.
template <class Index, class IdOf>
std::vector<uint32_t> sortedIds(std::span<const Index> list, const IdOf& idOf) {
    std::vector<uint32_t> ids;
    for (const Index index : list) {
        ids.push_back(idOf(index));
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

struct ComparableOperation {
    std::optional<StepIndex> firstStep;
    std::optional<StepIndex> lastStep;
    std::vector<uint32_t> programs;
    std::vector<uint32_t> variables;
    std::vector<std::string> inputs;
    std::optional<std::string> instanceId;
    std::optional<std::string> tensorId;

    bool operator==(const ComparableOperation&) const = default;
};

std::map<uint32_t, ComparableOperation> comparable(const Profile& profile) {
    std::map<uint32_t, ComparableOperation> result;
    for (size_t i = 0; i < profile.operationDetails.size(); ++i) {
        const OperationDetail& detail = profile.operationDetails[i];
        const auto programId = [&](ProgramIndex program) { return profile.programs[program.index()].id; };
        const auto loweredId = [&](LoweredIndex lowered) { return profile.lowered.id[lowered.index()]; };
        result[detail.uid] = {detail.firstStep,
                              detail.lastStep,
                              sortedIds(profile.operationPrograms[i], programId),
                              sortedIds(profile.operationVariables[i], loweredId),
                              detail.debug.inputs,
                              detail.debug.instanceId,
                              detail.debug.tensorId};
    }
    return result;
}

std::vector<std::pair<uint32_t, std::string>> listOf(const Profile& profile) {
    std::vector<std::pair<uint32_t, std::string>> list;
    for (const Operation& operation : profile.operations) {
        list.emplace_back(profile.operationDetails[operation.detail.index()].uid, operation.name);
    }
    return list;
}

} // namespace

/// Generated files can be read, and the same options give the same files.
class TestGeneratedFiles : public QObject {
    Q_OBJECT
private slots:
    void sameSeedSameBytes_data() { addSmallModels(); }
    void sameSeedSameBytes() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const QTemporaryDir first;
        const QTemporaryDir second;
        write(generateOrThrow(smallModel(model, training)), first);
        write(generateOrThrow(smallModel(model, training)), second);
        for (const char* name : {"profile.tileline", "debug.cbor"}) {
            QVERIFY(!bytesOf(first, name).isEmpty());
            QVERIFY(bytesOf(first, name) == bytesOf(second, name));
        }
    }

    void otherSeedOtherBytes() {
        const QTemporaryDir first;
        const QTemporaryDir second;
        GeneratorOptions options = smallModel("bert-base", false);
        write(generateOrThrow(options), first);
        options.seed = 2;
        write(generateOrThrow(options), second);
        QVERIFY(bytesOf(first, "profile.tileline") != bytesOf(second, "profile.tileline"));
    }

    void readsBackEqual_data() { addSmallModels(); }
    void readsBackEqual() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const GeneratedModel generated = generateOrThrow(smallModel(model, training));
        const QTemporaryDir directory;
        write(generated, directory);
        const ProfilePtr loaded = load(directory);
        const Profile& made = *generated.profile;
        QCOMPARE(loaded->target, made.target);
        QCOMPARE(loaded->programs.size(), made.programs.size());
        QCOMPARE(loaded->lowered.id, made.lowered.id);
        QCOMPARE(loaded->lowered.bytes, made.lowered.bytes);
        QCOMPARE(loaded->stepNotAlwaysLive, made.stepNotAlwaysLive);
        QVERIFY(listOf(*loaded) == listOf(made));
        QVERIFY(comparable(*loaded) == comparable(made));
        QVERIFY(loaded->debug != nullptr);
        for (const LoadNote& note : loaded->notes) {
            QVERIFY(note.kind == LoadNote::Kind::NoExecution);
        }
    }

    /// The operation tables and the debug information are written independently. The loader can derive the
    /// operations from the debug information, and finds the same ones.
    void operationsFollowFromDebugInformation_data() { addSmallModels(); }
    void operationsFollowFromDebugInformation() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const GeneratedModel generated = generateOrThrow(smallModel(model, training));
        const QTemporaryDir directory;
        write(generated, directory);
        dropOperationTables(directory);
        const ProfilePtr derived = load(directory);
        QVERIFY(listOf(*derived) == listOf(*generated.profile));
        const auto expected = comparable(*generated.profile);
        const auto actual = comparable(*derived);
        QCOMPARE(actual.size(), expected.size());
        for (const auto& [uid, operation] : expected) {
            QVERIFY2(actual.at(uid) == operation, qPrintable(QString("operation %1").arg(uid)));
        }
    }

    void directoryThatCannotBeMade() {
        const GeneratedModel generated = generateOrThrow(smallModel("bert-base", false));
        const QTemporaryDir directory;
        QFile file(directory.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto written = writeModel(generated, directory.filePath("file/report").toStdString());
        QVERIFY(!written);
        QCOMPARE(written.failure().error().code, ErrorCode::WriteFailed);
    }
};

TILELINE_TEST(TestGeneratedFiles)
#include "test_generatedfiles.moc"
