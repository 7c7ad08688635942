// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/settingtoolbar.h"

#include "ui/planpage/plandialogs.h"
#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QToolButton>

namespace tileline {

namespace {

/// The translation of a text that is defined in settingoptions.cpp.
QString textOf(const char* english) {
    return QCoreApplication::translate("tileline::SettingToolBar", english);
}

} // namespace

SettingToolBar::SettingToolBar(PlanEditor* editor)
    : QToolBar(tr("Setting"))
    , m_editor(editor) {
    setObjectName(QStringLiteral("settingToolBar"));
    setMovable(false);
    addOptions();
    connect(m_session, &Session::layersChanged, this, &SettingToolBar::refresh);
    connect(m_session, &Session::layerOptionsFailed, this, &SettingToolBar::refresh);
    refresh();
}

void SettingToolBar::changeTo(const SettingOption& option, double value) {
    SettingOptions next = m_session->setting();
    option.set(next, value);
    change(next);
}

void SettingToolBar::addField(const SettingOption& option) {
    auto* const field = new QComboBox;
    field->setObjectName(QLatin1String(option.name));
    for (const OptionChoice& choice : option.choices) {
        field->addItem(textOf(choice.title));
    }
    field->setToolTip(plainToolTip(textOf(option.tip)));
    QString plainName = textOf(option.title);
    auto* const caption = plainLabel(plainName, field);
    field->setAccessibleName(plainName.remove(QLatin1Char('&')));
    caption->setContentsMargins(8, 0, 4, 0);
    const QList<QAction*> added{addWidget(caption), addWidget(field)};
    connect(field, &QComboBox::activated, this, [this, &option](int index) { changeTo(option, index); });
    m_show.push_back([field, &option](const SettingOptions& shown) {
        field->setCurrentIndex(static_cast<int>(*option.get(shown)));
    });
    if (&option != &settingOptionOf<Setting>()) {
        m_pipelineFields += added;
    }
}

void SettingToolBar::addChoice(QMenu* menu, const SettingOption& option) {
    QMenu* const choices = menu->addMenu(textOf(option.title));
    auto* const group = new QActionGroup(choices);
    for (size_t value = 0; value < option.choices.size(); ++value) {
        QAction* const action = group->addAction(choices->addAction(textOf(option.choices[value].title)));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this,
                [this, &option, value] { changeTo(option, static_cast<double>(value)); });
        m_show.push_back([action, &option, value](const SettingOptions& shown) {
            action->setChecked(*option.get(shown) == static_cast<double>(value));
        });
    }
}

void SettingToolBar::addFlag(QMenu* menu, const SettingOption& option) {
    QAction* const action = menu->addAction(textOf(option.title));
    action->setObjectName(QLatin1String(option.name));
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, &option](bool on) { changeTo(option, on ? 1 : 0); });
    m_show.push_back(
        [action, &option](const SettingOptions& shown) { action->setChecked(*option.get(shown) != 0); });
}

void SettingToolBar::addOptions() {
    auto* const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("settingMenu"));
    for (const SettingOption* const option : settingOptionsInWindow()) {
        if (option->field > 0) {
            addField(*option);
        } else if (option->type == SettingOption::Type::OneOf) {
            addChoice(menu, *option);
        } else if (option->type == SettingOption::Type::Flag) {
            addFlag(menu, *option);
        }
    }
    menu->addSeparator();
    QAction* const numbers = menu->addAction(tr("&Numbers…"), this, &SettingToolBar::editNumbers);
    numbers->setObjectName(QStringLiteral("editNumbers"));
    m_more = new QToolButton;
    m_more->setObjectName(QStringLiteral("moreOptions"));
    m_more->setText(tr("More options"));
    m_more->setToolTip(plainToolTip(tr("Schedule, gradient accumulators, optimizer state, bytes that belong "
                                       "to no operation, and the numeric options")));
    m_more->setMenu(menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_pipelineFields += addWidget(m_more);
}

void SettingToolBar::editNumbers() {
    auto* const dialog = new NumbersDialog(m_session->setting(), this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { change(dialog->options()); });
    openDialog(dialog);
}

void SettingToolBar::refresh() {
    for (const auto& show : m_show) {
        show(m_session->setting());
    }
    for (QAction* const field : m_pipelineFields) {
        field->setVisible(m_session->setting().traits().pipeline);
    }
    setEnabled(m_session->profile() != nullptr);
}

} // namespace tileline
