// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/filterbar.h"

#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QAction>
#include <QBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace tileline {

FilterBar::FilterBar(const QString& name, QWidget* owner)
    : QWidget(owner)
    , m_regex(new QAction(QStringLiteral(".*"), this))
    , m_status(plainLabel()) {
    m_edit->setPlaceholderText(tr("Filter"));
    m_edit->setAccessibleName(tr("Filter of %1").arg(name));
    m_edit->setClearButtonEnabled(true);
    m_edit->setToolTip(tr("Show only rows with this text. Ctrl+F"));
    m_regex->setCheckable(true);
    m_regex->setToolTip(tr("The filter is a regular expression"));
    auto* const regexButton = new QToolButton;
    regexButton->setDefaultAction(m_regex);
    regexButton->setAccessibleName(m_regex->toolTip());
    auto* const exportButton = new QToolButton;
    exportButton->setText(tr("Export…"));
    exportButton->setToolTip(tr("Save the rows that are shown as CSV, TSV or JSON"));

    withoutMargins(rowOf({{m_edit, 1}, regexButton, m_status, exportButton}, this));
    connect(m_edit, &QLineEdit::textChanged, this, &FilterBar::filterChanged);
    connect(m_regex, &QAction::toggled, this, &FilterBar::filterChanged);
    connect(exportButton, &QToolButton::clicked, this, &FilterBar::exportRequested);
    auto* const find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QAction::triggered, m_edit, [this] { m_edit->setFocus(Qt::ShortcutFocusReason); });
    owner->addAction(find);
}

std::optional<TextFilter> FilterBar::validFilter() {
    const TextFilter filter{m_edit->text(), m_regex->isChecked()};
    const QRegularExpression expression = filter.expression();
    if (expression.isValid()) {
        return filter;
    }
    m_status->setText(
        tr("Error at %1: %2").arg(expression.patternErrorOffset() + 1).arg(expression.errorString()));
    return std::nullopt;
}

void FilterBar::setStatus(const QString& text) {
    m_status->setText(text);
}

} // namespace tileline
