// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"

#include <QToolButton>

namespace tileline {

class ElidedText;

/// A line that shows the setting. All figures of the plan depend on the setting. When the line is unfolded,
/// the fields for the setting and the memory appear below the line.
class SettingLine : public QWidget {
    Q_OBJECT
public:
    explicit SettingLine(PlanEditor* editor);

    /// Adds a widget at the right end of the line.
    void addStatus(QWidget* widget);
    void setUnfolded(bool unfolded);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();

    PlanEditor* const m_editor;
    QToolButton* const m_fold = new QToolButton;
    ElidedText* const m_text;
    QWidget* const m_line = new QWidget;
    QString m_setting; ///< the part of the line that describes the setting; empty if no profile is open
    QWidget* const m_fields = new QWidget;
};

} // namespace tileline
