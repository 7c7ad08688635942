// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/settingtoolbar.h"

#include "ui/planpage/timedialog.h"
#include "ui/text/plaintext.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace tileline {

SettingToolBar::SettingToolBar(Session* session, QWidget* parent)
    : QToolBar(tr("Setting"), parent)
    , m_session(session) {
    setObjectName(QStringLiteral("settingToolBar"));
    setMovable(false);
    addFields();
    addMenu();
    connect(m_session, &Session::layersChanged, this, &SettingToolBar::refresh);
    connect(m_session, &Session::profileChanged, this, &SettingToolBar::refresh);
    connect(m_session, &Session::layerOptionsFailed, this, &SettingToolBar::refresh);
    refresh();
}

void SettingToolBar::change(const SettingOptions& next) {
    if (next != m_session->setting()) {
        m_session->setSetting(next);
    }
}

template <class Value, class Member>
QComboBox* SettingToolBar::addField(const char* name, const QString& label, const QString& tip,
                                    const QList<std::pair<QString, Value>>& values, Member member) {
    auto* const field = new QComboBox;
    field->setObjectName(QLatin1String(name));
    for (const auto& [text, value] : values) {
        field->addItem(text, static_cast<int>(value));
    }
    field->setToolTip(plainToolTip(tip));
    QString plainName = label;
    field->setAccessibleName(plainName.remove(QLatin1Char('&')));
    auto* const caption = plainLabel(label);
    caption->setBuddy(field);
    caption->setContentsMargins(8, 0, 4, 0);
    const QList<QAction*> added{addWidget(caption), addWidget(field)};
    connect(field, &QComboBox::activated, this, [this, field, member](int index) {
        SettingOptions next = m_session->setting();
        member(next) = static_cast<Value>(field->itemData(index).toInt());
        change(next);
    });
    m_show.push_back([field, member](const SettingOptions& shown) {
        SettingOptions options = shown;
        field->setCurrentIndex(field->findData(static_cast<int>(member(options))));
    });
    if constexpr (!std::is_same_v<Value, Setting>) {
        m_pipelineFields += added;
    }
    return field;
}

void SettingToolBar::addFields() {
    addField<Setting>("setting", tr("&Setting"),
                      tr("Pipeline: what the exported plan will hold, with its stashes and accumulators.\n"
                         "PopLiner: byte for byte what PopLiner estimates."),
                      {{tr("Pipeline"), Setting::Pipeline}, {tr("PopLiner"), Setting::PopLiner}},
                      [](SettingOptions& all) -> Setting& { return all.setting; });
    addField<Recompute>(
        "recompute", tr("&Recomputation"),
        tr("What the backward pass computes again instead of keeping it.\n"
           "Inputs: all but what enters a stage, as PopTorch does. Layers: all but what "
           "enters a layer."),
        //: recomputation
        {{tr("off"), Recompute::Off}, {tr("inputs"), Recompute::Inputs}, {tr("layers"), Recompute::Layers}},
        [](SettingOptions& all) -> Recompute& { return all.pipeline.recompute; });
    addField<OutputOn>("outputOn", tr("&Output on"),
                       tr("The IPU on which Output, that is head and loss, runs. On the first one, it can "
                          "share a weight with the embedding."),
                       //: where Output runs
                       {{tr("last IPU"), OutputOn::Last}, {tr("first IPU"), OutputOn::First}},
                       [](SettingOptions& all) -> OutputOn& { return all.pipeline.outputOn; });
    addField<PassMode>("mode", tr("Mo&de"), tr("Automatic: training if the profile has gradients."),
                       {{tr("automatic"), PassMode::Auto},
                        {tr("inference"), PassMode::Inference},
                        {tr("training"), PassMode::Training}},
                       [](SettingOptions& all) -> PassMode& { return all.pipeline.mode; });
}

template <class Value>
void SettingToolBar::addChoice(QMenu* menu, const QString& title,
                               const QList<std::pair<QString, Value>>& values,
                               Value PipelineOptions::*member) {
    QMenu* const choices = menu->addMenu(title);
    auto* const group = new QActionGroup(choices);
    for (const auto& [text, value] : values) {
        QAction* const action = group->addAction(choices->addAction(text));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, member, value = value] {
            SettingOptions next = m_session->setting();
            next.pipeline.*member = value;
            change(next);
        });
        m_show.push_back([action, member, value = value](const SettingOptions& shown) {
            action->setChecked(shown.pipeline.*member == value);
        });
    }
}

void SettingToolBar::addMenu() {
    auto* const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("settingMenu"));
    addChoice<Schedule>(menu, tr("&Schedule"),
                        {{tr("PopTorch"), Schedule::PopTorch},
                         {tr("TensorFlow: grouped"), Schedule::Grouped},
                         {tr("TensorFlow: interleaved"), Schedule::Interleaved},
                         {tr("TensorFlow: sequential"), Schedule::Sequential},
                         {tr("No pipeline: sharded or phased"), Schedule::None}},
                        &PipelineOptions::schedule);
    addChoice<Accumulators>(menu, tr("&Gradient accumulators"),
                            {{tr("Added if the profile has none"), Accumulators::Auto},
                             {tr("Not added"), Accumulators::None},
                             {tr("Added"), Accumulators::Add}},
                            &PipelineOptions::accumulators);
    addChoice<Unowned>(menu, tr("&Bytes that belong to no operation"),
                       {{tr("Left out"), Unowned::None},
                        {tr("A share on each IPU (rule of thumb)"), Unowned::Share},
                        {tr("All on each IPU (upper bound)"), Unowned::All}},
                       &PipelineOptions::unowned);
    QAction* const shared = menu->addAction(tr("&Allow weights split over IPUs"));
    shared->setObjectName(QStringLiteral("allowSharedWeights"));
    shared->setCheckable(true);
    connect(shared, &QAction::triggered, this, [this](bool allow) {
        SettingOptions next = m_session->setting();
        next.pipeline.allowSharedWeights = allow;
        change(next);
    });
    m_show.push_back(
        [shared](const SettingOptions& shown) { shared->setChecked(shown.pipeline.allowSharedWeights); });
    menu->addSeparator();
    QAction* const time = menu->addAction(tr("&Time…"), this, &SettingToolBar::editTime);
    time->setObjectName(QStringLiteral("editTime"));
    m_more = new QToolButton;
    m_more->setObjectName(QStringLiteral("moreOptions"));
    m_more->setText(tr("More options"));
    m_more->setToolTip(plainToolTip(
        tr("Schedule, gradient accumulators, bytes that belong to no operation, and what the time of a "
           "plan depends on")));
    m_more->setMenu(menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_pipelineFields += addWidget(m_more);
}

void SettingToolBar::editTime() {
    auto* const dialog = new TimeDialog(m_session->setting(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { change(dialog->options()); });
    dialog->open();
}

void SettingToolBar::refresh() {
    for (const auto& show : m_show) {
        show(m_session->setting());
    }
    for (QAction* const field : m_pipelineFields) {
        field->setVisible(m_session->setting().setting == Setting::Pipeline);
    }
    setEnabled(m_session->profile() != nullptr);
}

} // namespace tileline
