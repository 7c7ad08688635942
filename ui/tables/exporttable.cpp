// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/exporttable.h"

#include "core/base/textfile.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/questions/savefile.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QModelIndex>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct TableExportText {
    Q_DECLARE_TR_FUNCTIONS(TableExport)
};

} // namespace

void exportTable(QWidget* parent, const QString& name, const Table& table) {
    const QString path = chooseSaveFile(
        parent, TableExportText::tr("Export table"), name + QStringLiteral(".csv"),
        TableExportText::tr("Comma-separated values (*.csv);;Tab-separated values (*.tsv);;JSON (*.json)"));
    if (path.isEmpty()) {
        return;
    }
    const auto format =
        tableFormatOf(QFileInfo(path).suffix().toLower().toStdString()).value_or(TableFormat::Csv);
    const auto written = writeFileAtomically(path.toStdString(), toText(table, format));
    if (!written) {
        PlainMessageBox::warn(parent, TableExportText::tr("Export table"), plainText(written.failure()));
    }
}

void copyTable(const Table& table) {
    QGuiApplication::clipboard()->setText(exactText(toText(table, TableFormat::Clipboard)));
}

void copyRow(const QModelIndex& row, int role) {
    QStringList fields;
    for (int column = 0; column < row.model()->columnCount(row.parent()); ++column) {
        const QVariant value = row.siblingAtColumn(column).data(role);
        const bool isText = value.typeId() == QMetaType::QString;
        fields += isText ? exactText(clipboardField(value.toString().toStdString())) : value.toString();
    }
    QGuiApplication::clipboard()->setText(fields.join(QLatin1Char('\t')));
}

} // namespace tileline
