// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/layerpreview.h"

#include <QStyledItemDelegate>

#include <functional>

namespace tileline {

/// Draws a text with some ranges in bold and underlined.
class HighlightDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using RangesOf = std::function<std::vector<TextRange>(const QModelIndex&)>;

    HighlightDelegate(RangesOf rangesOf, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    RangesOf m_rangesOf;
};

} // namespace tileline
