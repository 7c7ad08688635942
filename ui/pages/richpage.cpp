// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/richpage.h"

#include "ui/text/plaintext.h"

#include <algorithm>

namespace tileline {

namespace {

constexpr QLatin1String LinkScheme("choose:");

/// Makes a choice of the given kind from its number.
template <size_t kind = 0>
std::optional<Choice> choiceOfKind(size_t wanted, uint32_t number) {
    if constexpr (kind < std::variant_size_v<Choice>) {
        return wanted == kind ? std::optional<Choice>(std::variant_alternative_t<kind, Choice>{number})
                              : choiceOfKind<kind + 1>(wanted, number);
    } else {
        return std::nullopt;
    }
}

} // namespace

QString escaped(std::string_view text) {
    return shownText(text).toHtmlEscaped();
}

QString linkTo(const Choice& choice) {
    const uint32_t number = std::visit([](const auto& chosen) { return chosen.value; }, choice);
    return LinkScheme + QStringLiteral("%1/%2").arg(choice.index()).arg(number);
}

std::optional<Choice> choiceOf(const QString& link) {
    const QStringList parts = link.mid(LinkScheme.size()).split(QLatin1Char('/'));
    return link.startsWith(LinkScheme) && parts.size() == 2
               ? choiceOfKind(parts[0].toUInt(), parts[1].toUInt())
               : std::nullopt;
}

void RichPage::table(const Rows& rows) {
    beginTable();
    for (const auto& [name, value] : rows) {
        m_html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value);
    }
    endTable();
}

void RichPage::cells(const QStringList& cells, bool header) {
    m_html += QStringLiteral("<tr>");
    for (qsizetype i = 0; i < cells.size(); ++i) {
        const QString align = i == 0 ? QStringLiteral("left") : QStringLiteral("right");
        m_html += (header ? QStringLiteral("<th align='%1'>%2&nbsp;&nbsp;</th>")
                          : QStringLiteral("<td align='%1'>%2&nbsp;&nbsp;</td>"))
                      .arg(align, cells[i]);
    }
    m_html += QStringLiteral("</tr>");
}

QString RichPage::inColumns(int columns) const {
    const QStringList sections = m_sections + QStringList(m_html);
    const QString cell = QStringLiteral("<td width='%1%'>").arg(100 / columns);
    qsizetype left = sections.join(QString()).size();
    QString html = QStringLiteral("<table width='100%'><tr>");
    for (auto section = sections.cbegin(); section != sections.cend(); --columns) {
        html += cell;
        const qsizetype enough = left - left / std::max(columns, 1);
        do {
            html += *section;
            left -= section++->size();
        } while (section != sections.cend() && (columns <= 1 || left - section->size() / 2 > enough));
        html += QStringLiteral("</td>");
    }
    return html + QStringLiteral("</tr></table>");
}

} // namespace tileline
