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
class QPlainTextEdit;
class QSpinBox;

namespace tileline {

struct ExportPlan;

/// A form for the options of an export to PopTorch. In a field for iterations, 0 stands for the number that
/// the estimate assumes. If the estimate assumes no number, 0 stands for the smallest number that PopTorch
/// allows. A field that is set to 0 shows the number that the export uses.
class ExportOptionsPanel : public QWidget {
    Q_OBJECT
public:
    ExportOptionsPanel();

    PoptorchExportOptions options() const;
    void setOptions(const PoptorchExportOptions& options);
    /// Updates the fields whose values depend on the plan.
    void showPlan(const ExportPlan& plan);

signals:
    void changed();

private:
    QComboBox* addChoice(const QString& label, const char* name, const QStringList& texts,
                         const QString& tip);
    QSpinBox* addCount(const QString& label, const char* name, int minimum, const QString& tip);
    void addField(const QString& label, QWidget* field, const char* name, const QString& tip);
    void onEdited();
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
    QSet<QString> m_planLines;    ///< those lines of m_extraLines that came from the plan
    QSet<QString> m_allPlanLines; ///< all lines that came from the plan in the last setOptions()
    ImportedDocument m_imported;  ///< the options that have no field in the form
    bool m_filling = false;       ///< true while setOptions() fills the fields
};

} // namespace tileline
