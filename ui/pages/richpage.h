// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"
#include "ui/charts/chartcolors.h"
#include "ui/session/selection.h"

#include <QTextBrowser>

#include <string_view>
#include <utility>
#include <vector>

namespace tileline {

/// Converts a text, such as a name from a file, to HTML that shows the text unchanged.
QString escaped(std::string_view text);

/// linkTo() converts a choice to the target of a link; choiceOf() converts the target back to the choice.
QString linkTo(const Choice& choice);
std::optional<Choice> choiceOf(const QString& link);

/// Builds rich text from sections, each with a heading, paragraphs, and tables of names and values.
class RichPage {
public:
    using Rows = std::vector<std::pair<QString, QString>>;
    /// A name and a value, with a bar between them. The bar takes up `share` of the full width. The bar has
    /// the colour of `category`; without a category, the bar is neutral.
    struct Bar {
        QString name;
        QString value;
        double share = 0;
        std::optional<StageCategory> category = {};
    };

    /// Begins a section. If `folded` is true, the section shows only its heading.
    void heading(const QString& text, bool folded = false) {
        m_sections = sections();
        m_html = QStringLiteral("<h3>%1</h3>").arg(text);
        m_shown = folded ? m_html.size() : -1;
    }
    /// Adds a table of names and values. The values are HTML.
    void table(const Rows& rows);
    void beginTable() { m_html += QStringLiteral("<table cellspacing='0' cellpadding='3'>"); }
    /// Adds a row to a table. The first cell is left-aligned; the others are right-aligned.
    void cells(const QStringList& cells, bool header = false);
    void endTable() { m_html += QStringLiteral("</table>"); }
    /// Adds rows: a name at the left, a bar, and a value at the right. Only a RichView draws the bars.
    void bars(const std::vector<Bar>& bars);
    /// Adds rows: a name at the left, and a value at the right.
    void facts(const Rows& rows);
    /// Adds a band of all steps, with the half-open `intervals` marked. Only a RichView draws the band.
    void band(const std::vector<StepInterval>& intervals, size_t steps);
    void paragraph(const QString& html) { m_html += QStringLiteral("<p>%1</p>").arg(html); }

    QString html() const { return sections().join(QString()); }
    /// The HTML of all sections, in `columns` columns of about the same length.
    QString inColumns(int columns) const;

private:
    QStringList sections() const { return m_sections + QStringList(m_html.left(m_shown)); }

    QStringList m_sections;
    QString m_html;         ///< the section that is being built
    qsizetype m_shown = -1; ///< number of characters of m_html to show; if negative, all are shown
};

/// Adds a row unless its value is empty.
inline void addKnown(RichPage::Rows& rows, const QString& name, const QString& value) {
    if (!value.isEmpty()) {
        rows.emplace_back(name, value);
    }
}

/// Shows a RichPage with its bars, in the colours of the theme. The HTML may use the classes "muted" and
/// "over" for text.
class RichView : public QTextBrowser {
    Q_OBJECT
public:
    RichView();

    void showPage(const QString& html);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void changeEvent(QEvent* event) override;

private:
    QString m_html;
};

} // namespace tileline
