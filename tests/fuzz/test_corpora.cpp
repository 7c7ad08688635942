// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"
#include "tests/support/profilefiles.h"
#include "tests/testmain.h"

#include <QDir>
#include <QTest>

using namespace tileline;

/// Runs every file of the corpora through its target, without libFuzzer. The corpora have the input of every
/// crash that a fuzzer found, so that each bug stays fixed.
class TestCorpora : public QObject {
    Q_OBJECT
private slots:
    void everyTargetHasACorpus() {
        QStringList names;
        for (const fuzz::FuzzTarget& target : fuzz::targets()) {
            names += QString::fromUtf8(target.name.data(), static_cast<qsizetype>(target.name.size()));
        }
        names.sort();
        const QStringList folders =
            QDir(TILELINE_FUZZ_CORPUS).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        QCOMPARE(folders, names);
        for (const QString& folder : folders) {
            QVERIFY2(!filesOf(folder).empty(), qPrintable(folder));
        }
    }

    void everyInputKeepsThePromises_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("path");
        for (const fuzz::FuzzTarget& target : fuzz::targets()) {
            const QString folder =
                QString::fromUtf8(target.name.data(), static_cast<qsizetype>(target.name.size()));
            for (const QFileInfo& file : filesOf(folder)) {
                QTest::newRow(qPrintable(folder + "/" + file.fileName())) << folder << file.filePath();
            }
        }
    }
    void everyInputKeepsThePromises() {
        QFETCH(const QString, target);
        QFETCH(const QString, path);
        const std::string input = test::readAll(path.toStdString());
        QVERIFY(!input.empty());
        // A broken promise ends the program, and Qt Test names the row.
        const auto* const bytes = reinterpret_cast<const uint8_t*>(input.data());
        fuzz::findTarget(target.toStdString())->run({bytes, input.size()});
    }

private:
    static QFileInfoList filesOf(const QString& folder) {
        return QDir(QString(TILELINE_FUZZ_CORPUS) + "/" + folder).entryInfoList(QDir::Files, QDir::Name);
    }
};

TILELINE_TEST(TestCorpora)
#include "test_corpora.moc"
