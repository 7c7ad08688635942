// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "ui/text/layertext.h"

#include <QTest>

using namespace tileline;

class TestLayerText : public QObject {
    Q_OBJECT
private slots:
    void names_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("expected");
        const auto row = [](const QStringList& names, const char* expected) {
            QTest::addRow("%s", qPrintable(names.join(QLatin1Char(' '))))
                << names << QString::fromUtf8(expected);
        };
        row({"3"}, "layer 3");
        row({"3", "4"}, "layers 3 to 4");
        row({"3", "4", "5"}, "layers 3 to 5");
        row({"1", "10", "9"}, "layers 1, 10, 9");
        row({"7", "5", "6"}, "layers 7, 5 to 6");
        row({"7", "6", "5"}, "layers 7, 6, 5");
        row({"9", "10", "11"}, "layers 9 to 11");
        row({"encoder.1", "encoder.2", "decoder.3"}, "layers encoder.1 to encoder.2, decoder.3");
        row({"block1/attn", "block2/attn"}, "layers block1/attn to block2/attn");
        row({"block1/attn", "block2/mlp"}, "layers block1/attn, block2/mlp");
        row({"head", "tail"}, "layers head, tail");
        row({"@none"}, "none");
        row({"@none", "0"}, "none and layer 0");
        row({"@none", "0", "1"}, "none and layers 0 to 1");
        row({"@none", "0", "2"}, "none and layers 0, 2");
        row({"@input"}, "Input");
        row({"@output"}, "Output");
        row({"@input", "@output"}, "Input, Output");
        row({"@input", "0", "1", "@output"}, "Input, layers 0 to 1, Output");
        row({"@input", "1", "10", "9"}, "Input, layers 1, 10, 9");
        row({"5", "@output"}, "layer 5, Output");
        row({"1", "3", "5", "7", "9", "11", "13", "15", "17", "19"},
            "layers 1, 3, 5, 7, 9, 11, 13, 15 … (10 layers)");
        row({"99999999999999999999", "99999999999999999999"},
            "layers 99999999999999999999, 99999999999999999999");
    }
    void names() {
        QFETCH(const QStringList, names);
        QFETCH(const QString, expected);
        Layers layers;
        layers.list = names.contains(QLatin1String("@none")) ? &PopLinerList : &PipelineList;
        for (const QString& name : names) {
            layers.names.push_back(name == QLatin1String("@none") ? std::optional<std::string>()
                                                                  : name.toStdString());
            layers.kinds.push_back(name == QLatin1String("@none")     ? EntryKind::None
                                   : name == QLatin1String("@input")  ? EntryKind::Input
                                   : name == QLatin1String("@output") ? EntryKind::Output
                                                                      : EntryKind::Layer);
        }
        QCOMPARE(layersText({{0}, layers.last()}, layers), expected);
    }
};

TILELINE_TEST(TestLayerText)
#include "test_layertext.moc"
