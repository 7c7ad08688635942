// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchoptions.h"

#include <QSet>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPlainTextEdit;
class QSpinBox;

namespace tileline {

struct ExportPlan;

/// The options of an export to PopTorch as a form. Iterations at 0 follow the rules; what that means for the
/// current plan stands in the field.
class ExportOptionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExportOptionsPanel(QWidget* parent = nullptr);

    PoptorchExportOptions options() const;
    void setOptions(const PoptorchExportOptions& options);
    /// Says in the fields what the rules give for this plan.
    void showPlan(const ExportPlan& plan);

signals:
    void changed();

private:
    QComboBox* addChoice(const QString& label, const QString& name, const QStringList& texts,
                         const QString& tip);
    QSpinBox* addCount(const QString& label, const QString& name, int minimum, const QString& tip);
    void addProportion();
    void addExtraLines();
    void onLinesEdited();

    QComboBox* m_mode;
    QComboBox* m_strategy;
    QComboBox* m_blocks;
    QSpinBox* m_iterations;
    QSpinBox* m_accumulation;
    QSpinBox* m_replicas;
    QLabel* m_ipus;
    QCheckBox* m_setsProportion = nullptr;
    QDoubleSpinBox* m_proportion = nullptr;
    QPlainTextEdit* m_extraLines = nullptr;
    QSet<QString> m_planLines;    ///< the lines in the field that nobody typed
    QSet<QString> m_allPlanLines; ///< of the plan that setOptions() showed
    bool m_setting = false;
};

} // namespace tileline
