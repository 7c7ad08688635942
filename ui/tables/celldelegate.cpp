// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/celldelegate.h"

#include "ui/text/linetext.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

namespace tileline {

namespace {

QPalette::ColorGroup groupOf(QStyle::State state) {
    return !(state & QStyle::State_Enabled) ? QPalette::Disabled
           : state & QStyle::State_Active   ? QPalette::Normal
                                            : QPalette::Inactive;
}

} // namespace

CellDelegate::CellDelegate(QAbstractItemView* view, const QString& name, std::function<void()> copy)
    : QStyledItemDelegate(view)
    , m_copy(std::move(copy)) {
    view->setItemDelegate(this);
    view->setAccessibleName(name);
    view->setAlternatingRowColors(true);
    view->installEventFilter(this);
}

bool CellDelegate::eventFilter(QObject* watched, QEvent* event) {
    if (watched != parent()) {
        return QStyledItemDelegate::eventFilter(watched, event); // of an editor
    }
    const bool copies =
        event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy);
    if (copies) {
        m_copy();
    }
    return copies;
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QWidget* const view = option.widget;
    const QStyle* const style = view->style();
    const bool selected = option.state & QStyle::State_Selected;
    const QPalette::ColorGroup group = groupOf(option.state);
    if (selected) {
        painter->fillRect(option.rect, option.palette.brush(group, QPalette::Highlight));
    }
    const QString text = index.data().toString();
    if (!text.isEmpty()) {
        const QVariant font = index.data(Qt::FontRole);
        const QVariant alignment = index.data(Qt::TextAlignmentRole);
        painter->setFont(font.isNull() ? option.font : qvariant_cast<QFont>(font).resolve(option.font));
        const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, view) + 1;
        const Qt::Alignment wanted =
            alignment.isNull() ? Qt::AlignLeft | Qt::AlignVCenter : Qt::Alignment(alignment.toInt());
        painter->setPen(option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text));
        drawLine(*painter, option.rect.adjusted(margin, 0, -margin, 0),
                 QStyle::visualAlignment(option.direction, wanted), text);
    }
    if (option.state & QStyle::State_HasFocus) {
        QStyleOptionFocusRect frame;
        frame.QStyleOption::operator=(option);
        frame.state |= QStyle::State_KeyboardFocusChange | QStyle::State_Item;
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &frame, painter, view);
    }
}

} // namespace tileline
