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

void copyRow(const std::vector<Column>& columns, const std::vector<Cell>& cells) {
    const std::string line = TableWriter(columns, TableFormat::Clipboard).row(0, cells);
    QGuiApplication::clipboard()->setText(exactText(line).chopped(1)); // the line feed
}

} // namespace tileline
