// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/richpage.h"

#include "ui/look/metrics.h"
#include "ui/text/plaintext.h"

#include <QEvent>
#include <QPainter>
#include <QTextDocument>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr QLatin1String LinkScheme("choose:");

/// Makes a choice of the given kind from the number in a link.
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

void RichPage::bars(const std::vector<Bar>& bars) {
    m_html += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>");
    for (const Bar& bar : bars) {
        const int category = bar.category ? static_cast<int>(*bar.category) : -1;
        m_html += QStringLiteral("<tr><td>%1</td><td align='right'><img style='vertical-align: middle' "
                                 "src='bar:%2/%3'/></td><td align='right'>%4</td></tr>")
                      .arg(bar.name)
                      .arg(category)
                      .arg(std::lround(1000 * std::clamp(bar.share, 0.0, 1.0)))
                      .arg(bar.value);
    }
    endTable();
}

void RichPage::facts(const Rows& rows) {
    m_html += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>");
    for (const auto& [name, value] : rows) {
        m_html +=
            QStringLiteral("<tr><td class='muted'>%1</td><td align='right'>%2</td></tr>").arg(name, value);
    }
    endTable();
}

void RichPage::band(const std::vector<StepInterval>& intervals, size_t steps) {
    QStringList parts;
    for (const auto& [start, end] : intervals) {
        parts += QStringLiteral("%1-%2").arg(start.value).arg(end.value);
    }
    paragraph(QStringLiteral("<img src='band:%1/%2'/>").arg(steps).arg(parts.join(QLatin1Char(','))));
}

RichView::RichView() {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    document()->setDocumentMargin(metrics::Margin);
}

void RichView::showPage(const QString& html) {
    m_html = html;
    const ChartColors colors(palette());
    // QTextDocument stores pictures under their names, so the names must differ from theme to theme.
    const QString theme = isDark(palette()) ? QStringLiteral("src='dark-") : QStringLiteral("src='light-");
    document()->setDefaultStyleSheet(
        QStringLiteral(
            "h3 { font-size: small; font-weight: normal; color: %1; margin-top: 12px; margin-bottom: 2px; } "
            ".muted { color: %1; } .over { color: %2; } a { color: %3; text-decoration: none; }")
            .arg(colors.faintText().name(), colors.limit().name(), palette().color(QPalette::Link).name()));
    setHtml(QString(html).replace(QLatin1String("src='"), theme));
}

QVariant RichView::loadResource(int type, const QUrl& name) {
    const QStringList parts = name.path().split(QLatin1Char('/'));
    const bool band = name.scheme().endsWith(QLatin1String("band"));
    const bool bar = name.scheme().endsWith(QLatin1String("bar"));
    if (type != QTextDocument::ImageResource || !(bar || band) || parts.size() != 2) {
        return {}; // an empty result, so that no file is read
    }
    const ChartColors colors(palette());
    const int height = std::max(6, fontMetrics().height() / 2 + 1);
    const QSize size(band ? std::max(60, viewport()->width() - 2 * metrics::Margin - 4) : 7 * height, height);
    QPixmap picture(size * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(colors.of(ColorRole::Sunken));
    QPainter painter(&picture);
    if (band) {
        const double steps = std::max(1.0, parts[0].toDouble());
        for (const QString& interval : parts[1].split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            const double from = interval.section(QLatin1Char('-'), 0, 0).toDouble() / steps * size.width();
            const double to = interval.section(QLatin1Char('-'), 1).toDouble() / steps * size.width();
            colors.notAlwaysLive().paint(painter, QRectF(from, 0, std::max(1.0, to - from), size.height()));
        }
    } else {
        const int category = parts[0].toInt();
        const double width = std::ceil(parts[1].toDouble() / 1000 * size.width());
        const QRectF area(0, 0, width, size.height());
        category < 0 || category >= static_cast<int>(StageCategories.size())
            ? painter.fillRect(area, colors.faintText())
            : colors.category(static_cast<StageCategory>(category)).paint(painter, area);
    }
    return picture;
}

void RichView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        showPage(m_html);
    }
}

QString RichPage::inColumns(int columns) const {
    const QStringList sections = this->sections();
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
