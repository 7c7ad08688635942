// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QToolBar>

#include <functional>
#include <utility>
#include <vector>

class QComboBox;
class QMenu;
class QToolButton;

namespace tileline {

/// The tool bar that says which estimate the Plan page shows: of the pipeline, with its options, or
/// PopLiner's. Each change is an undo step.
class SettingToolBar : public QToolBar {
    Q_OBJECT
public:
    explicit SettingToolBar(Session* session, QWidget* parent = nullptr);

private:
    /// The options that have a field of their own. The others are in a menu.
    void addFields();
    void addMenu();
    /// Adds a field for one option. `member` names the option in a SettingOptions.
    template <class Value, class Member>
    QComboBox* addField(const char* name, const QString& label, const QString& tip,
                        const QList<std::pair<QString, Value>>& values, Member member);
    template <class Value>
    void addChoice(QMenu* menu, const QString& title, const QList<std::pair<QString, Value>>& values,
                   Value PipelineOptions::*member);
    void change(const SettingOptions& next);
    void editTime();
    void refresh();

    Session* const m_session;
    QToolButton* m_more = nullptr;
    std::vector<std::function<void(const SettingOptions&)>> m_show; ///< shows an option in its field
    QList<QAction*> m_pipelineFields;                               ///< not shown in PopLiner's setting
};

} // namespace tileline
