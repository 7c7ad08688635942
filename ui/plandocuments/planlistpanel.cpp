// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/planlistpanel.h"

#include "ui/text/controls.h"
#include "ui/text/settingtext.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>

namespace tileline {

PlanListPanel::PlanListPanel(PlanDocument* document)
    : m_document(document)
    , m_comparison(new PlanComparison(document, this)) {
    m_table->setModel(m_comparison);
    setUpRows(m_table, "plans", tr("Plans"), PlanComparison::NameColumn);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_table->setTabKeyNavigation(false);
    m_notes->setObjectName("notes");
    m_notes->setAccessibleName(tr("Notes on the shown plan"));
    m_notes->setPlaceholderText(tr("Notes on the shown plan"));
    m_notes->setTabChangesFocus(true);
    m_notes->setMaximumHeight(m_notes->fontMetrics().lineSpacing() * 5);
    columnOf({m_tools, m_setting, {m_table, 1}, m_notes}, this);
    addActs();
    connect(m_notes, &QPlainTextEdit::textChanged, this,
            [this] { m_document->setNotes(m_notes->toPlainText()); });
    connect(document, &PlanDocument::currentChanged, this, &PlanListPanel::updateNotes);
    const auto onProfileChanged = [this] { setEnabled(m_document->session()->profile() != nullptr); };
    connect(document->session(), &Session::profileChanged, this, onProfileChanged);
    connect(document->session(), &Session::layersChanged, this, &PlanListPanel::showSetting);
    m_setting->setObjectName("planSetting");
    m_setting->setContentsMargins(8, 0, 8, 0);
    updateNotes();
    onProfileChanged();
    showSetting();
}

void PlanListPanel::addActs() {
    const auto add = [this](const QString& text, const QList<QKeySequence>& keys, auto act) {
        QAction* const action = m_tools->addAction(text, this, act);
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_table->addAction(action);
    };
    const auto show = [this] { m_document->show(selected()); };
    //: commands for the selected plan: show it in the window, move it up in the list, ...
    add(tr("Show"), {Qt::Key_Return, Qt::Key_Enter}, show);
    connect(m_table, &QTableView::doubleClicked, this, show);
    add(tr("Duplicate"), {Qt::CTRL | Qt::Key_D}, [this] { m_document->duplicate(selected()); });
    add(tr("Rename"), {Qt::Key_F2}, [this] { m_table->edit(nameOf(selected())); });
    add(tr("Remove"), {QKeySequence::Delete}, [this] {
        const size_t plan = selected();
        m_document->remove(plan);
        select(std::min(plan, m_document->plans().size() - 1));
    });
    add(tr("Up"), {Qt::ALT | Qt::Key_Up}, [this] { moveBy(-1); });
    add(tr("Down"), {Qt::ALT | Qt::Key_Down}, [this] { moveBy(1); });
    add(tr("Copy table"), {QKeySequence::Copy}, [this] {
        QGuiApplication::clipboard()->setText(
            exactText(toText(m_comparison->table(), TableFormat::Clipboard)));
    });
}

void PlanListPanel::showSetting() {
    const Session& session = *m_document->session();
    //: %1 is a setting: "estimate, pipeline setting, training, Output on the last IPU"
    m_setting->setText(session.estimator() ? tr("Figures: %1").arg(settingText(session)) : QString());
}

size_t PlanListPanel::selected() const {
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? static_cast<size_t>(index.row()) : m_document->current();
}

void PlanListPanel::moveBy(int rows) {
    const size_t plan = selected();
    const int to = static_cast<int>(plan) + rows;
    if (to >= 0 && to < m_comparison->rowCount()) {
        m_document->move(plan, static_cast<size_t>(to));
        select(static_cast<size_t>(to));
    }
}

void PlanListPanel::updateNotes() {
    if (m_notes->toPlainText() != m_document->notes()) {
        const QSignalBlocker quiet(m_notes);
        m_notes->setPlainText(m_document->notes());
    }
    select(m_document->current());
}

} // namespace tileline
