// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

namespace tileline::test {

/// A table as it is read from a report.
struct PageTable {
    QStringList headings;
    QList<QStringList> rows;
    QStringList sums;

    QStringList column(const QString& heading) const {
        QStringList cells;
        for (const QStringList& row : rows) {
            cells += row.value(headings.indexOf(heading));
        }
        return cells;
    }
    quint64 sum(const QString& heading) const {
        return QString(sums.value(headings.indexOf(heading))).remove(',').toULongLong();
    }
};

/// A report that was read back. The page must be well-formed XML, so no name can end an element.
struct ReadPage {
    QString error; ///< empty if the page is well-formed
    QMap<QString, PageTable> tables;
    QMap<QString, QString> texts; ///< text of each element with an id
    QStringList cuts;             ///< the sentences about what the page leaves out
    QSet<QString> elements;
    QSet<QString> attributes;
    QString policy;
    QByteArray style;
    QByteArray script;
    QByteArray planFile; ///< the file that the link saves
};

inline ReadPage readPage(QByteArray html) {
    ReadPage page;
    const auto takeOut = [&](const QByteArray& begin, const QByteArray& end) {
        const auto from = html.indexOf(begin) + begin.size();
        const auto to = html.indexOf(end, from);
        const QByteArray content = html.mid(from, to - from);
        html.remove(from, to - from);
        return content;
    };
    page.style = takeOut("<style>", "</style>");
    page.script = takeOut("<script>", "</script>");
    html.remove(0, html.indexOf("<html"));
    QXmlStreamReader reader(html);
    PageTable* table = nullptr;
    QStringList* row = nullptr;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isEndElement() && reader.name() == QLatin1String("table")) {
            table = nullptr;
        }
        if (!reader.isStartElement()) {
            continue;
        }
        const QString name = reader.name().toString();
        const QXmlStreamAttributes attributes = reader.attributes();
        const QString id = attributes.value("id").toString();
        page.elements += name;
        for (const QXmlStreamAttribute& attribute : attributes) {
            page.attributes += attribute.name().toString();
        }
        const QByteArray link = attributes.value("href").toString().toUtf8();
        if (link.startsWith("data:application/json;base64,")) {
            page.planFile = QByteArray::fromBase64(link.mid(link.indexOf(',') + 1));
        }
        if (attributes.value("http-equiv") == QLatin1String("Content-Security-Policy")) {
            page.policy = attributes.value("content").toString();
        } else if (name == QLatin1String("table")) {
            table = &page.tables[id];
        } else if (table != nullptr && name == QLatin1String("thead")) {
            row = &table->headings;
        } else if (table != nullptr && name == QLatin1String("tbody")) {
            row = nullptr;
        } else if (table != nullptr && name == QLatin1String("tfoot")) {
            row = &table->sums;
        } else if (table != nullptr && name == QLatin1String("tr") &&
                   (row == nullptr || (!table->rows.isEmpty() && row == &table->rows.back()))) {
            row = &table->rows.emplaceBack();
        } else if (table != nullptr && (name == QLatin1String("td") || name == QLatin1String("th"))) {
            *row += reader.readElementText(QXmlStreamReader::IncludeChildElements);
        } else if (attributes.value("class") == QLatin1String("cut")) {
            page.cuts += reader.readElementText(QXmlStreamReader::IncludeChildElements);
        } else if (!id.isEmpty() && (name == QLatin1String("p") || name == QLatin1String("pre") ||
                                     name == QLatin1String("h2") || name == QLatin1String("dd"))) {
            page.texts[id] = reader.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    page.error = reader.hasError() ? reader.errorString() : QString();
    return page;
}

/// A number as the page writes it: with commas between groups of digits.
inline QString pageNumber(quint64 number) {
    QString text = QString::number(number);
    for (auto end = text.size(); number >= 10000 && end > 3; end -= 3) {
        text.insert(end - 3, ',');
    }
    return text;
}

} // namespace tileline::test
