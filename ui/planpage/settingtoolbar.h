// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"

#include <QToolBar>

#include <functional>
#include <vector>

class QMenu;
class QToolButton;

namespace tileline {

/// The tool bar for choosing PopLiner's setting, or the pipeline setting with its options. Each change is an
/// undo step.
class SettingToolBar : public QToolBar {
    Q_OBJECT
public:
    explicit SettingToolBar(PlanEditor* editor);

private:
    /// Adds a field or a menu entry for each option.
    void addOptions();
    void addField(const SettingOption& option);
    void addChoice(QMenu* menu, const SettingOption& option);
    void addFlag(QMenu* menu, const SettingOption& option);
    void changeTo(const SettingOption& option, double value);
    void change(const SettingOptions& next) {
        m_editor->applyOptions({m_session->layerOptions(), next}, tr("Change setting"));
    }
    void editNumbers();
    void refresh();

    PlanEditor* const m_editor;
    Session* const m_session = m_editor->session();
    QToolButton* m_more = nullptr;
    std::vector<std::function<void(const SettingOptions&)>> m_show; ///< each function updates one field
    QList<QAction*> m_pipelineFields; ///< fields that are hidden in PopLiner's setting
};

} // namespace tileline
