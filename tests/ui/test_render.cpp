// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/temporarydirectory.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace tileline;

namespace {

/// Runs the program without a display, in English.
bool render(const QString& view, const QString& file, const QString& profile) {
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    environment.remove(QStringLiteral("DISPLAY"));
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(TILELINE_PROGRAM),
                  {QStringLiteral("--render"), view + QLatin1Char('=') + file, profile});
    return program.waitForFinished(120000) && program.exitStatus() == QProcess::NormalExit &&
           program.exitCode() == 0;
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

/// `tileline --render` draws each view with its numbers, which are computed in the background.
class TestRender : public QObject {
    Q_OBJECT
private slots:
    void hasTheNumbers_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("plan") << "IPU 0";
        QTest::newRow("liveness") << "Peak [0-9.]+.[KMG]iB at step";
        QTest::newRow("tilememory") << "Fullest tile [0-9]+: ";
        QTest::newRow("operations") << "[0-9,]+ rows";
        QTest::newRow("programtree") << "[0-9,]+ programs";
        QTest::newRow("communication") << "[0-9]+ rows";
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
        QTest::addColumn<QColor>("color");
        QTest::newRow("plan") << QColor(0x00, 0x72, 0xB2);
        QTest::newRow("liveness") << QColor(0x00, 0x72, 0xB2);
        QTest::newRow("tilememory") << QColor(0x00, 0x72, 0xB2);
    }

    /// The series' colours fill a part of the picture.
    void hasTheCharts() {
        QFETCH(QColor, color);
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

private:
    QString path(const QString& name) const {
        return QString::fromStdString((m_directory / name.toStdString()).string());
    }

    test::TemporaryDirectory m_directory;
    QString m_profile = QStringLiteral(TILELINE_TEST_DATA "/bert-tiny-train");
};

QTEST_GUILESS_MAIN(TestRender)
#include "test_render.moc"
