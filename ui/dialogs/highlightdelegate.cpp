// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/highlightdelegate.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>

namespace tileline {

namespace {

QList<QTextLayout::FormatRange> formatsOf(const std::vector<TextRange>& ranges) {
    QTextCharFormat format;
    format.setFontWeight(QFont::Bold);
    format.setFontUnderline(true);
    QList<QTextLayout::FormatRange> formats;
    for (const TextRange& range : ranges) {
        formats.append({range.start, range.length, format});
    }
    return formats;
}

} // namespace

HighlightDelegate::HighlightDelegate(RangesOf rangesOf, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_rangesOf(std::move(rangesOf)) {
}

void HighlightDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = item.text;
    item.text.clear();
    const QWidget* const widget = item.widget;
    QStyle* const style = widget ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);

    const QRect area =
        style->subElementRect(QStyle::SE_ItemViewItemText, &item, widget).adjusted(3, 0, -3, 0);
    QTextLayout layout(text, item.font);
    layout.setFormats(formatsOf(m_rangesOf(index)));
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(1e6);
    layout.endLayout();
    painter->save();
    painter->setClipRect(area);
    const bool selected = item.state & QStyle::State_Selected;
    painter->setPen(item.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - line.height()) / 2));
    painter->restore();
}

} // namespace tileline
