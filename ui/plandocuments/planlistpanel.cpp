// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/planlistpanel.h"

#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTableView>
#include <QToolBar>
#include <QVBoxLayout>

namespace tileline {

PlanListPanel::PlanListPanel(PlanDocument* document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_comparison(new PlanComparison(document, this))
    , m_tools(new QToolBar)
    , m_setting(plainLabel())
    , m_table(new QTableView)
    , m_notes(new QPlainTextEdit) {
    m_table->setObjectName("plans");
    m_table->setAccessibleName(tr("Plans"));
    m_table->setModel(m_comparison);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(PlanComparison::NameColumn, QHeaderView::Stretch);
    m_notes->setObjectName("notes");
    m_notes->setAccessibleName(tr("Notes on the shown plan"));
    m_notes->setPlaceholderText(tr("Notes on the shown plan"));
    m_notes->setTabChangesFocus(true);
    m_notes->setMaximumHeight(m_notes->fontMetrics().lineSpacing() * 5);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(m_tools);
    layout->addWidget(m_setting);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_notes);

    //: commands for the selected plan: show it in the window, move it up the list ...
    QAction* const show = addAct(tr("Show"), {}, &PlanListPanel::showSelected);
    show->setShortcuts({Qt::Key_Return, Qt::Key_Enter});
    addAct(tr("Duplicate"), Qt::CTRL | Qt::Key_D, &PlanListPanel::duplicateSelected);
    addAct(tr("Rename"), Qt::Key_F2, &PlanListPanel::renameSelected);
    addAct(tr("Remove"), QKeySequence::Delete, &PlanListPanel::removeSelected);
    addAct(tr("Up"), Qt::ALT | Qt::Key_Up, &PlanListPanel::moveUp);
    addAct(tr("Down"), Qt::ALT | Qt::Key_Down, &PlanListPanel::moveDown);
    addAct(tr("Copy table"), QKeySequence::Copy, &PlanListPanel::copyTable);

    connect(m_table, &QTableView::doubleClicked, this, &PlanListPanel::showSelected);
    connect(m_notes, &QPlainTextEdit::textChanged, this,
            [this] { m_document->setNotes(m_notes->toPlainText()); });
    connect(document, &PlanDocument::currentChanged, this, &PlanListPanel::updateNotes);
    connect(document->session(), &Session::profileChanged, this, &PlanListPanel::onProfileChanged);
    connect(document->session(), &Session::layersChanged, this, &PlanListPanel::showSetting);
    m_setting->setObjectName("planSetting");
    m_setting->setContentsMargins(8, 0, 8, 0);
    updateNotes();
    onProfileChanged();
    showSetting();
}

QAction* PlanListPanel::addAct(const QString& text, const QKeySequence& key, void (PlanListPanel::*act)()) {
    QAction* const action = m_tools->addAction(text, this, act);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(action);
    return action;
}

void PlanListPanel::showSetting() {
    const Session& session = *m_document->session();
    //: %1 is a setting: "estimate, pipeline setting, training, Output on the last IPU"
    m_setting->setText(session.estimator() ? tr("Figures: %1").arg(settingText(session)) : QString());
}

std::optional<size_t> PlanListPanel::selected() const {
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? std::optional(static_cast<size_t>(index.row())) : std::nullopt;
}

void PlanListPanel::select(size_t plan) {
    m_table->setCurrentIndex(m_comparison->index(static_cast<int>(plan), PlanComparison::NameColumn));
}

void PlanListPanel::showSelected() {
    if (const auto plan = selected()) {
        m_document->show(*plan);
    }
}

void PlanListPanel::duplicateSelected() {
    m_document->duplicate(selected().value_or(m_document->current()));
}

void PlanListPanel::renameSelected() {
    const size_t plan = selected().value_or(m_document->current());
    m_table->edit(m_comparison->index(static_cast<int>(plan), PlanComparison::NameColumn));
}

void PlanListPanel::removeSelected() {
    if (const auto plan = selected()) {
        m_document->remove(*plan);
        select(std::min(*plan, m_document->plans().size() - 1));
    }
}

void PlanListPanel::moveUp() {
    moveBy(-1);
}

void PlanListPanel::moveDown() {
    moveBy(1);
}

void PlanListPanel::moveBy(int rows) {
    const auto plan = selected();
    const int to = plan ? static_cast<int>(*plan) + rows : -1;
    if (to >= 0 && to < m_comparison->rowCount()) {
        m_document->move(*plan, static_cast<size_t>(to));
        select(static_cast<size_t>(to));
    }
}

void PlanListPanel::copyTable() {
    QGuiApplication::clipboard()->setText(exactText(toText(m_comparison->table(), TableFormat::Clipboard)));
}

void PlanListPanel::updateNotes() {
    if (m_notes->toPlainText() != m_document->notes()) {
        const QSignalBlocker quiet(m_notes);
        m_notes->setPlainText(m_document->notes());
    }
    select(m_document->current());
}

void PlanListPanel::onProfileChanged() {
    setEnabled(m_document->session()->profile() != nullptr);
}

} // namespace tileline
