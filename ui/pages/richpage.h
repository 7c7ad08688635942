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

/// A text of a file as HTML that shows it literally.
QString escaped(std::string_view text);

/// The target of a link that chooses something, and the choice of such a target.
QString linkTo(const Choice& choice);
std::optional<Choice> choiceOf(const QString& link);

/// Rich text in sections: a heading with its paragraphs, and tables of names and values.
class RichPage {
public:
    using Rows = std::vector<std::pair<QString, QString>>;

    void heading(const QString& text) {
        m_sections += std::exchange(m_html, {});
        m_html = QStringLiteral("<h3>%1</h3>").arg(text);
    }
    /// Names and values. Values are HTML.
    void table(const Rows& rows);
    void beginTable() { m_html += QStringLiteral("<table cellspacing='0' cellpadding='3'>"); }
    /// A row of a table. The first cell is at the left, numbers are at the right.
    void cells(const QStringList& cells, bool header = false);
    void endTable() { m_html += QStringLiteral("</table>"); }
    void paragraph(const QString& html) { m_html += QStringLiteral("<p>%1</p>").arg(html); }

    QString html() const { return m_sections.join(QString()) + m_html; }
    /// The sections in columns of about the same length.
    QString inColumns(int columns) const;

private:
    QStringList m_sections;
    QString m_html; ///< of the section that is being built
};

} // namespace tileline
