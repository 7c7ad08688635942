// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/htmltable.h"
#include "core/output/reportpage.h"
#include "core/output/svgchart.h"
#include "tests/support/fixtures.h"
#include "tests/support/profiletext.h"
#include "tests/support/reportpage.h"
#include "tests/testmain.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QTest>

using namespace tileline;
using namespace tileline::test;

namespace {

/// A plan in PopLiner's setting.
ReportSource sourceOf(const ProfilePtr& profile, std::vector<LayerIndex> splits, Workers& workers) {
    Study study = *Study::open(profile, {{}, {Setting::PopLiner, {}}});
    study.path = "report";
    (void)*study.addEstimator(workers);
    (void)*study.addFigures();
    PlanFigures figures = study.figuresOf(
        *study.estimator->estimate(*SplitPlan::make(study.layers->count(), std::move(splits)), workers));
    return {"Tileline 1", std::move(study), "Plan", std::move(figures), {}, "{\"plan\": 1}\n"};
}

QByteArray pageOf(const ReportSource& source, Workers& workers) {
    return QByteArray::fromStdString(*reportPage(source, workers));
}

/// Labels of bars in per cent.
qsizetype percentages(const QByteArray& html) {
    static const QRegularExpression label(QStringLiteral("text-anchor=\"middle\">[0-9.]+ %<"));
    qsizetype count = 0;
    for (auto found = label.globalMatch(QString::fromUtf8(html)); found.hasNext(); found.next()) {
        ++count;
    }
    return count;
}

QString hashOf(const QByteArray& content) {
    return "'sha256-" + QCryptographicHash::hash(content, QCryptographicHash::Sha256).toBase64() + "'";
}

/// `count` layers with a variable each on the only tile. Their names take much room as HTML.
ProfilePtr wideProfile(int count) {
    const std::string name(210, '<');
    std::string variables;
    std::string operations;
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        const std::string variable = "v" + number + name;
        variables += "var " + variable + " class all bytes " + std::to_string(8 + i % 100) + "\n";
        operations += "op layer." + number + "/x programs p vars " + variable + " steps 0-0\n";
    }
    return profileFromText("tiles 1 per-ipu 1\nsteps p\nclass all 0-1\n" + variables +
                           "program p OnTileExecute\n" + operations);
}

} // namespace

class TestReportPage : public QObject {
    Q_OBJECT

    Workers m_workers{2};

private slots:
    void planFilesOfEveryLength() {
        ReportSource source = sourceOf(loadFixture("one-layer"), {}, m_workers);
        for (size_t length = 0; length < 5; ++length) {
            source.planFile = std::string("\xFF\xFE~?{").substr(0, length);
            QCOMPARE(readPage(pageOf(source, m_workers)).planFile,
                     QByteArray::fromStdString(source.planFile));
        }
    }

    void numbers() {
        for (const quint64 number :
             {quint64{0}, quint64{999}, quint64{9999}, quint64{10000}, quint64{123456}, quint64{1234567}}) {
            QCOMPARE(QString::fromStdString(groupedText(number)), pageNumber(number));
        }
        QCOMPARE(groupedText(1234567), std::string("1,234,567"));
        QCOMPARE(groupedText(9999), std::string("9999"));
        QCOMPARE(shortenedText("abcdef", 6), std::string("abcdef"));
        QCOMPARE(shortenedText("abcdef", 5), std::string("abcde\u2026"));
        QCOMPARE(shortenedText("abc\U0001F600", 5), std::string("abc\u2026"));
        QCOMPARE(shortenedText("\x80\x80\x80\x80\x80\x80", 5).size(), size_t{5});
    }

    /// The hashes are those of the style and of the script, and nothing else may run or be fetched.
    void policy() {
        const QByteArray html = pageOf(sourceOf(loadFixture("bert-tiny-inf"), {{3}}, m_workers), m_workers);
        const ReadPage page = readPage(html);
        QCOMPARE(page.error, QString());
        QCOMPARE(page.policy, "default-src 'none'; style-src " + hashOf(page.style) + "; script-src " +
                                  hashOf(page.script) + "; base-uri 'none'; form-action 'none'");
        QVERIFY(page.script.contains("aria-sort") && page.style.contains("prefers-color-scheme: dark"));
        QCOMPARE(html.count("<script"), 1);
        QCOMPARE(html.count("<style"), 1);
        // The policy refuses styles in attributes.
        QVERIFY(!page.attributes.contains("style"));
        QVERIFY(!page.elements.contains("img") && !page.elements.contains("link"));
    }

    void tablesHaveTheEstimate() {
        const ReportSource source = sourceOf(loadFixture("bert-tiny-train"), {{2}, {4}}, m_workers);
        const ReadPage page = readPage(pageOf(source, m_workers));
        QCOMPARE(page.error, QString());
        const PageTable stages = page.tables["stages"];
        QCOMPARE(stages.rows.size(), 3);
        uint64_t variables = 0;
        uint64_t total = 0;
        for (size_t ipu = 0; ipu < 3; ++ipu) {
            const StageEstimate& stage = source.figures.estimate.stages[ipu];
            const auto row = static_cast<qsizetype>(ipu);
            QCOMPARE(stages.column("peak tile bytes")[row], pageNumber(stage.peakTileBytes));
            QCOMPARE(stages.column("vertex code")[row], pageNumber(stage.bytes.vertexCode));
            QCOMPARE(stages.column("fits")[row], stage.peakTileBytes <= 638976 ? "yes" : "no");
            variables += stage.bytes.variables;
            total += stage.bytes.total();
        }
        QCOMPARE(stages.sum("variables"), quint64{variables});
        QCOMPARE(stages.sum("total"), quint64{total});
        QCOMPARE(page.tables["layer-list"].rows.size(),
                 static_cast<qsizetype>(source.study.estimator->layerCount()));
        QCOMPARE(page.tables["role-list"].rows.size(), 6);
        QVERIFY(page.texts["verdict"].contains("The plan fits."));
        QCOMPARE(page.planFile, QByteArray("{\"plan\": 1}\n"));
        QCOMPARE(page.texts["plan-text"], QString("{\"plan\": 1}\n"));
        QVERIFY(page.cuts.isEmpty());
        // What a tile holds adds up to its peak.
        uint64_t items = 0;
        for (QString bytes : page.tables["items"].column("bytes")) {
            items += bytes.remove(',').toULongLong();
        }
        QCOMPARE(items, source.figures.estimate.peakTileBytes());
    }

    void verdicts() {
        ReportSource source = sourceOf(loadFixture("bert-tiny-inf"), {{3}}, m_workers);
        QVERIFY(pageOf(source, m_workers).contains("class=\"verdict fits\""));
        source.memory.perTile = 10;
        ReadPage page = readPage(pageOf(source, m_workers));
        QVERIFY(page.texts["verdict"].startsWith(QStringLiteral("\u2717")));
        QVERIFY(page.texts["verdict"].contains("The plan does not fit."));
        QVERIFY(pageOf(source, m_workers).contains(" more than the limit of 10."));
        QVERIFY(percentages(pageOf(source, m_workers)) > 0);
        source.figures.warnings.push_back({OtherMode{}, true});
        const QByteArray html = pageOf(source, m_workers);
        page = readPage(html);
        QVERIFY(html.contains("class=\"verdict doubtful\""));
        QVERIFY(page.texts["verdict"].contains("is not known"));
        QVERIFY(html.contains(
            "The figures are not reliable.</b> The plan is for inference, but the profile is of training"));
        QCOMPARE(page.tables["stages"].column("fits"), (QStringList{"", ""}));
        QVERIFY(!html.contains("more than the limit") && !html.contains("less than the limit"));
        QCOMPARE(percentages(html), 0);
    }

    /// With 60,000 layers and as many variables on the fullest tile, the page stays small and says what it
    /// leaves out.
    void sizeIsBounded() {
        ReportSource source = sourceOf(wideProfile(60000), {{30000}}, m_workers);
        source.planFile = std::string(900'000, '"');
        source.study.path = std::string(1'000'000, '&');
        source.planName = std::string(1'000'000, '\'');
        QByteArray html = pageOf(source, m_workers);
        QVERIFY2(html.size() <= 5'000'000, qPrintable(QString::number(html.size())));
        ReadPage page = readPage(html);
        QCOMPARE(page.error, QString());
        QVERIFY(html.contains("The first 60 of "));
        QCOMPARE(page.cuts.size(), 4); // the layers of the tile, the items, all layers, and the plan file
        QVERIFY2(page.cuts.back().contains("900,000 bytes"), qPrintable(page.cuts.back()));
        QVERIFY2(page.cuts[1].contains("tileline-cli explain lists all"), qPrintable(page.cuts[1]));
        QVERIFY(page.tables["layer-list"].rows.size() > 1000);
        // The layers that stay are the largest.
        for (QString total : page.tables["layer-list"].column("total")) {
            QVERIFY(total.remove(',').toULongLong() >= 90);
        }
        source.planFile = std::string(800'000, '"');
        html = pageOf(source, m_workers);
        QVERIFY2(html.size() <= 5'000'000, qPrintable(QString::number(html.size())));
        QCOMPARE(readPage(html).planFile.size(), 800'000);
    }

    /// Each bar shows the largest of the bars that it represents.
    void chartsKeepPeaks() {
        const size_t peak = 77'777;
        SvgChart chart{"c",
                       "A chart",
                       "steps",
                       100'000,
                       {{"bytes", 0, [](size_t item) { return item == peak ? uint64_t{9'000'000} : 1000; }}},
                       [](size_t item) { return "<" + std::to_string(item) + ">"; }};
        const QByteArray html = QByteArray::fromStdString(chart.html());
        QVERIFY(html.contains("<title>&lt;77777&gt;: 9,000,000 bytes</title>"));
        QCOMPARE(html.count("<title>"), 400);
        QVERIFY(html.contains("100,000 steps, drawn as 400 bars"));
        QVERIFY(!html.contains("nan") && !html.contains("inf"));
        chart.count = 0;
        QCOMPARE(chart.html(), std::string());
        chart.count = 1;
        chart.series = {{"bytes", 7, [](size_t) { return uint64_t{0}; }}};
        QVERIFY(!QByteArray::fromStdString(chart.html()).contains("nan"));
    }

    void cancelled() {
        const ReportSource source = sourceOf(loadFixture("bert-tiny-inf"), {{3}}, m_workers);
        std::stop_source stop;
        stop.request_stop();
        const auto page = reportPage(source, m_workers, {}, stop.get_token());
        QVERIFY(!page && page.failure().cancelled());
    }
};

TILELINE_TEST(TestReportPage)
#include "test_reportpage.moc"
