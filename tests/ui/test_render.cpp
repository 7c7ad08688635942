// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "ui/look/palette.h"
#include "ui/pagetable.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace tileline;

namespace {

struct Run {
    int exitCode = -1; ///< -1 if it crashed or took too long
    QString output;    ///< both streams
};

/// Runs the program without a display, in English.
Run run(const QStringList& arguments) {
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    environment.remove(QStringLiteral("DISPLAY"));
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::MergedChannels);
    program.start(QStringLiteral(TILELINE_PROGRAM), arguments);
    if (!program.waitForFinished(120000) || program.exitStatus() != QProcess::NormalExit) {
        return {};
    }
    return {program.exitCode(), QString::fromUtf8(program.readAll())};
}

bool render(const QString& view, const QString& file, const QString& profile) {
    return run({QStringLiteral("--render"), view + QLatin1Char('=') + file, profile}).exitCode == 0;
}

size_t colorsIn(const QImage& image) {
    std::set<QRgb> colors;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            colors.insert(image.pixel(x, y));
        }
    }
    return colors.size();
}

} // namespace

/// Tests that `tileline --render` draws each view complete with numbers from background computations.
class TestRender : public QObject {
    Q_OBJECT
private slots:
    void hasTheNumbers_data() {
        QTest::addColumn<QString>("text");
        const QHash<QString, QString> numbers{{"liveness", "Peak [0-9.]+.[KMG]iB at step"},
                                              {"peak", "IPU [0-9]+ .*: tile [0-9]+ holds "},
                                              {"tilememory", "Fullest tile [0-9]+: "},
                                              {"operations", "[0-9,]+ rows"},
                                              {"programtree", "[0-9,]+ programs"},
                                              {"communication", "[0-9]+ rows"},
                                              {"plans", "4 of 4"}};
        QTest::newRow("plan") << "IPU 0";
        for (const PageEntry& page : pages()) {
            QTest::newRow(page.id) << numbers.value(QLatin1String(page.id), QStringLiteral("<text"));
        }
    }

    void hasTheNumbers() {
        QFETCH(QString, text);
        const QString view = QString::fromLatin1(QTest::currentDataTag());
        const QString file = path(view + QStringLiteral(".svg"));
        QVERIFY(render(view, file, m_profile));
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY2(QRegularExpression(text).match(QString::fromUtf8(svg.readAll())).hasMatch(),
                 qPrintable(file));
    }

    void hasTheCharts_data() {
        QTest::addColumn<ColorRole>("role");
        QTest::newRow("plan") << ColorRole::Variables;
        QTest::newRow("liveness") << ColorRole::Temporary; // always-live bytes are not in this chart
        QTest::newRow("tilememory") << ColorRole::Variables;
    }

    /// The colours of the series fill a part of the picture.
    void hasTheCharts() {
        QFETCH(ColorRole, role);
        const QColor color = colorOf(role, false);
        const QString view = QString::fromLatin1(QTest::currentDataTag());
        const QString file = path(view + QStringLiteral(".png"));
        QVERIFY(render(view, file, m_profile));
        const QImage image(file);
        QVERIFY(!image.isNull());
        int found = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                found += image.pixel(x, y) == color.rgb() ? 1 : 0;
            }
        }
        QVERIFY2(found > 2000, qPrintable(QString::number(found)));
        QVERIFY(colorsIn(image) > 8);
    }

    void drawsAViewAgain_data() {
        QTest::addColumn<QString>("view");
        QTest::newRow("the plan") << "plan";
        QTest::newRow("a page") << "liveness";
    }

    void drawsAViewAgain() {
        QFETCH(QString, view);
        const QString first = path(view + QStringLiteral("1.png"));
        const QString second = path(view + QStringLiteral("2.png"));
        const Run drawn = run({QStringLiteral("--render"), view + QLatin1Char('=') + first,
                               QStringLiteral("--render"), QStringLiteral("summary=") + path("between.png"),
                               QStringLiteral("--render"), view + QLatin1Char('=') + second, m_profile});
        QVERIFY2(drawn.exitCode == 0, qPrintable(drawn.output));
        QVERIFY(colorsIn(QImage(first)) > 8);
        QCOMPARE(QImage(second).size(), QImage(first).size());
        QVERIFY(colorsIn(QImage(second)) > 8);
    }

    void refusesADirectoryWithTwoProfiles() {
        for (const char* const name : {"one-layer", "bert-tiny-inf"}) {
            const std::filesystem::path report = m_directory / "two" / name;
            std::filesystem::create_directories(report);
            std::filesystem::copy(std::filesystem::path(TILELINE_TEST_DATA) / name / "profile.tileline",
                                  report);
        }
        const Run refused =
            run({QStringLiteral("--render"), QStringLiteral("plan=") + path("two.png"), path("two")});
        QCOMPARE(refused.exitCode, 3);
        QVERIFY2(refused.output.contains(QLatin1String("several profiles")), qPrintable(refused.output));
        QVERIFY2(refused.output.contains(QLatin1String("bert-tiny-inf")), qPrintable(refused.output));
        QVERIFY(!QFile::exists(path("two.png")));
    }

    /// Each page is a view, and both the help and the manual page name each view.
    void namesEveryView() {
        const QString help = run({QStringLiteral("--help")}).output;
        const QString views = help.mid(help.indexOf(QLatin1String("Views to draw:")));
        QFile manual(QStringLiteral(TILELINE_MANUAL));
        QVERIFY(manual.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(manual.readAll());
        QStringList names{QStringLiteral("plan")};
        for (const PageEntry& entry : pages()) {
            names += QLatin1String(entry.id);
        }
        QVERIFY(names.size() > 5);
        for (const QString& name : names) {
            const QRegularExpression word(QStringLiteral("\\b%1\\b").arg(name));
            QVERIFY2(views.contains(word), qPrintable(name));
            const QRegularExpression bold(QStringLiteral("^\\.BR? %1\\b").arg(name),
                                          QRegularExpression::MultilineOption);
            QVERIFY2(page.contains(bold), qPrintable(name));
        }
    }

private:
    QString path(const QString& name) const {
        return QString::fromStdString((m_directory / name.toStdString()).string());
    }

    test::TemporaryDirectory m_directory;
    QString m_profile = QStringLiteral(TILELINE_TEST_DATA "/bert-tiny-train");
};

TILELINE_TEST(TestRender)
#include "test_render.moc"
