// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/showntexts.h"

#include "ui/charts/stackchart.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QTabBar>

namespace tileline::test {

namespace {

void addProperties(QSet<QString>& words, const QObject& object) {
    for (const char* const name : {"text", "title", "windowTitle", "toolTip", "statusTip", "placeholderText",
                                   "accessibleName", "accessibleDescription", "prefix", "suffix"}) {
        const QVariant value = object.property(name);
        if (value.typeId() == QMetaType::QString) {
            words += value.toString();
        }
    }
}

void addHeaders(QSet<QString>& words, const QAbstractItemModel& model) {
    for (int column = 0; column < model.columnCount(); ++column) {
        words += model.headerData(column, Qt::Horizontal).toString();
        words += model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
    }
}

void addChart(QSet<QString>& words, const StackChartData& chart) {
    words += chart.xLabel;
    words += chart.yLabel;
    for (const ChartSeries& series : chart.series) {
        words += series.name;
    }
}

} // namespace

QSet<QString> shownTexts(const QWidget& window) {
    QSet<QString> words;
    addProperties(words, window);
    for (const QObject* const object : window.findChildren<QObject*>()) {
        addProperties(words, *object);
        if (const auto* const box = qobject_cast<const QComboBox*>(object)) {
            for (int i = 0; i < box->count(); ++i) {
                words += box->itemText(i);
            }
        } else if (const auto* const tabs = qobject_cast<const QTabBar*>(object)) {
            for (int i = 0; i < tabs->count(); ++i) {
                words += tabs->tabText(i);
            }
        } else if (const auto* const view = qobject_cast<const QAbstractItemView*>(object)) {
            if (view->model()) {
                addHeaders(words, *view->model());
            }
        } else if (const auto* const chart = qobject_cast<const StackChart*>(object)) {
            if (chart->data()) {
                addChart(words, *chart->data());
            }
        }
    }
    words.remove(QString());
    return words;
}

} // namespace tileline::test
