// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchoptions.h"
#include "ui/text/plaintext.h"

#include <QDoubleSpinBox>
#include <QSet>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QSpinBox;

namespace tileline {

struct ExportPlan;

/// A form for the options of an export to PopTorch. 0 iterations means the number of the estimate, or the
/// minimum that PopTorch's rules allow; the field then shows this number for the current plan.
class ExportOptionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExportOptionsPanel(QWidget* parent = nullptr);

    PoptorchExportOptions options() const;
    void setOptions(const PoptorchExportOptions& options);
    /// Shows in the fields the values that follow from PopTorch's rules for this plan.
    void showPlan(const ExportPlan& plan);

signals:
    void changed();

private:
    QComboBox* addChoice(const QString& label, const char* name, const QStringList& texts,
                         const QString& tip);
    QSpinBox* addCount(const QString& label, const char* name, int minimum, const QString& tip);
    void addField(const QString& label, QWidget* field, const char* name, const QString& tip);
    void onEdited();
    void addProportion();
    void addExtraLines();
    void onLinesEdited();

    QComboBox* m_mode;
    QComboBox* m_strategy;
    QComboBox* m_blocks;
    QSpinBox* m_iterations;
    QSpinBox* m_accumulation;
    QSpinBox* m_replicas;
    QLabel* m_ipus = plainLabel();
    QCheckBox* m_setsProportion = nullptr;
    QDoubleSpinBox* m_proportion = new QDoubleSpinBox;
    QPlainTextEdit* m_extraLines = nullptr;
    QSet<QString> m_planLines;    ///< lines in the field that came from the plan, not from the user
    QSet<QString> m_allPlanLines; ///< all such lines of the last setOptions()
    ImportedDocument m_imported;  ///< has no control, but belongs to the options
    bool m_filling = false;       ///< setOptions() fills the fields
};

} // namespace tileline
