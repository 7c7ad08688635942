// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/selection.h"

#include <QString>
#include <QStringList>

#include <string_view>
#include <utility>
#include <vector>

namespace tileline {

/// HTML that shows a text from a file literally.
QString escaped(std::string_view text);

/// Converts a choice to the target of a link that makes it, and back.
QString linkTo(const Choice& choice);
std::optional<Choice> choiceOf(const QString& link);

/// Builds rich text from sections, each with a heading, paragraphs, and tables of names and values.
class RichPage {
public:
    using Rows = std::vector<std::pair<QString, QString>>;

    void heading(const QString& text) {
        m_sections += std::exchange(m_html, {});
        m_html = QStringLiteral("<h3>%1</h3>").arg(text);
    }
    /// Adds a table of names and values. The values are HTML.
    void table(const Rows& rows);
    void beginTable() { m_html += QStringLiteral("<table cellspacing='0' cellpadding='3'>"); }
    /// Adds a row to a table. The first cell is left-aligned, and numbers are right-aligned.
    void cells(const QStringList& cells, bool header = false);
    void endTable() { m_html += QStringLiteral("</table>"); }
    void paragraph(const QString& html) { m_html += QStringLiteral("<p>%1</p>").arg(html); }

    QString html() const { return m_sections.join(QString()) + m_html; }
    /// The page with its sections in columns of about the same length.
    QString inColumns(int columns) const;

private:
    QStringList m_sections;
    QString m_html; ///< the section that is being built
};

} // namespace tileline
