// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportoptionspanel.h"

#include "core/frameworks/poptorchcheck.h"
#include "core/plan/splitplan.h"
#include "ui/text/controls.h"

#include <QFormLayout>
#include <QSpinBox>

namespace tileline {

namespace {

constexpr int MaxIterations = 1000000;

std::optional<uint32_t> ruledCount(const QSpinBox* box) {
    return box->value() == 0 ? std::nullopt : std::optional(static_cast<uint32_t>(box->value()));
}

int shownCount(const std::optional<uint32_t>& count) {
    return static_cast<int>(std::min<uint32_t>(count.value_or(0), MaxIterations));
}

/// A line without its spaces. Lines are treated as equal if they differ only in spaces.
QString keyOf(const QString& line) {
    return QString(line).remove(u' ');
}

QStringList linesOf(const QPlainTextEdit* edit) {
    QStringList lines = edit->toPlainText().split(u'\n');
    lines.removeIf([](const QString& line) { return keyOf(line).isEmpty(); });
    return lines;
}

QSet<QString> keysOf(const QStringList& lines) {
    QSet<QString> keys;
    for (const QString& line : lines) {
        keys.insert(keyOf(line));
    }
    return keys;
}

} // namespace

ExportOptionsPanel::ExportOptionsPanel() {
    auto* const form = new QFormLayout(this);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    //: the purpose of the export: inference or training
    m_mode = addChoice(
        tr("&For"), "mode", {tr("Inference"), tr("Training")},
        tr("Inference and training have different rules for iterations, so an export is for one of them."));
    m_strategy = addChoice(
        tr("&Strategy"), "strategy",
        {tr("Pipelined"), tr("Sharded"), tr("Serial phases"), tr("Parallel phases")},
        tr("Pipelined: all stages work at the same time. Sharded: one after the other. "
           "Serial phases: the stages take turns on one IPU. Parallel phases: they take turns on two IPUs."));
    m_blocks =
        addChoice(tr("&Blocks"), "blocks", {tr("One for each stage"), tr("One for each layer")},
                  tr("With one block for each layer, the annotation file is the same for every plan."));
    m_iterations = addCount(tr("&Device iterations"), "deviceIterations", 0,
                            tr("Inference with S pipeline stages needs at least S device iterations."));
    m_accumulation =
        addCount(tr("&Gradient accumulation"), "gradientAccumulation", 0,
                 tr("Training with S pipeline stages needs a value of at least 2 × S − 1. Output on the "
                    "first IPU counts as an additional stage."));
    m_replicas = addCount(tr("&Replicas"), "replicas", 1, tr("Copies of the whole pipeline."));
    m_ipus->setObjectName("ipus");
    form->addRow(tr("IPUs"), m_ipus);
    m_setsProportion = checkBox(tr("&Memory proportion"), "setsProportion",
                                tr("Writes the available memory proportion for all IPUs. Use the value with "
                                   "which the model was compiled."));
    m_proportion->setObjectName("proportion");
    m_proportion->setAccessibleName(tr("Available memory proportion"));
    m_proportion->setRange(0, 1);
    m_proportion->setDecimals(3);
    m_proportion->setSingleStep(0.05);
    m_proportion->setValue(0.6);
    m_proportion->setEnabled(false);
    form->addRow(m_setsProportion, m_proportion);
    connect(m_setsProportion, &QCheckBox::toggled, m_proportion, &QWidget::setEnabled);
    connect(m_setsProportion, &QCheckBox::toggled, this, &ExportOptionsPanel::onEdited);
    connect(m_proportion, &QDoubleSpinBox::valueChanged, this, &ExportOptionsPanel::onEdited);
    m_extraLines = codeField("extraLines");
    m_extraLines->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_extraLines->setPlaceholderText("outputMode(poptorch.OutputMode.All)");
    m_extraLines->setMinimumHeight(m_extraLines->fontMetrics().lineSpacing() * 4);
    form->addRow(plainLabel(tr("&Further options, one call per line:"), m_extraLines));
    form->addRow(m_extraLines);
    connect(m_extraLines, &QPlainTextEdit::textChanged, this, &ExportOptionsPanel::onLinesEdited);
    connect(m_mode, &QComboBox::currentIndexChanged, this,
            [this](int mode) { m_accumulation->setEnabled(mode == int(ExportMode::Training)); });
    m_accumulation->setEnabled(false);
}

QComboBox* ExportOptionsPanel::addChoice(const QString& label, const char* name, const QStringList& texts,
                                         const QString& tip) {
    auto* const box = new QComboBox;
    box->addItems(texts);
    addField(label, box, name, tip);
    connect(box, &QComboBox::currentIndexChanged, this, &ExportOptionsPanel::onEdited);
    return box;
}

QSpinBox* ExportOptionsPanel::addCount(const QString& label, const char* name, int minimum,
                                       const QString& tip) {
    auto* const box = new QSpinBox;
    box->setRange(minimum, MaxIterations);
    addField(label, box, name, tip);
    connect(box, &QSpinBox::valueChanged, this, &ExportOptionsPanel::onEdited);
    return box;
}

void ExportOptionsPanel::addField(const QString& label, QWidget* field, const char* name,
                                  const QString& tip) {
    field->setObjectName(name);
    field->setToolTip(plainToolTip(tip));
    field->setAccessibleDescription(tip);
    static_cast<QFormLayout*>(layout())->addRow(label, field);
}

void ExportOptionsPanel::onEdited() {
    if (!m_filling) {
        emit changed();
    }
}

void ExportOptionsPanel::onLinesEdited() {
    if (m_filling) {
        return;
    }
    // Undo can restore lines that came from the plan. Such lines then count as lines from the plan again.
    if (m_extraLines->document()->isRedoAvailable()) {
        m_planLines = m_allPlanLines;
    }
    m_planLines.intersect(keysOf(linesOf(m_extraLines)));
    emit changed();
}

PoptorchExportOptions ExportOptionsPanel::options() const {
    PoptorchExportOptions options;
    options.imported = m_imported;
    options.mode = static_cast<ExportMode>(m_mode->currentIndex());
    options.strategy = static_cast<ExecutionStrategy>(m_strategy->currentIndex());
    options.blocks = static_cast<BlockNaming>(m_blocks->currentIndex());
    options.deviceIterations = ruledCount(m_iterations);
    // In inference, the field for gradient accumulation is disabled, because no gradients are accumulated.
    if (options.mode == ExportMode::Training) {
        options.gradientAccumulation = ruledCount(m_accumulation);
    }
    options.replicationFactor = static_cast<uint32_t>(m_replicas->value());
    if (m_setsProportion->isChecked()) {
        options.availableMemoryProportion = m_proportion->value();
    }
    for (const QString& line : linesOf(m_extraLines)) {
        const bool ofPlan = m_planLines.contains(keyOf(line));
        options.extraLines.emplace_back(line.toStdString(),
                                        ofPlan ? OptionSource::PlanFile : OptionSource::Typed);
    }
    return options;
}

void ExportOptionsPanel::setOptions(const PoptorchExportOptions& options) {
    m_filling = true;
    m_imported = options.imported;
    m_mode->setCurrentIndex(static_cast<int>(options.mode));
    m_strategy->setCurrentIndex(static_cast<int>(options.strategy));
    m_blocks->setCurrentIndex(static_cast<int>(options.blocks));
    m_iterations->setValue(shownCount(options.deviceIterations));
    m_accumulation->setValue(shownCount(options.gradientAccumulation));
    m_replicas->setValue(shownCount(options.replicationFactor));
    m_setsProportion->setChecked(options.availableMemoryProportion.has_value());
    if (options.availableMemoryProportion) {
        m_proportion->setValue(*options.availableMemoryProportion);
    }
    QStringList lines;
    QStringList typed;
    for (const OptionLine& line : options.extraLines) {
        lines << exactText(line.text());
        if (line.source() == OptionSource::Typed) {
            typed << lines.back();
        }
    }
    m_extraLines->setPlainText(lines.join('\n'));
    // The lines are read back from the field, where an option with a line feed becomes two lines.
    m_allPlanLines = keysOf(linesOf(m_extraLines)).subtract(keysOf(typed));
    m_planLines = m_allPlanLines;
    m_filling = false;
}

void ExportOptionsPanel::showPlan(const ExportPlan& plan) {
    const PoptorchExportOptions chosen = options();
    const bool training = chosen.mode == ExportMode::Training;
    const bool assumed = plan.assumed && chosen.strategy == ExecutionStrategy::Pipelined;
    //: shown until the user types a number; %1 is the number that the estimate of the plan assumes
    (training ? m_accumulation : m_iterations)
        ->setSpecialValueText((assumed ? tr("%1, as estimated") : tr("%1, by PopTorch's rules"))
                                  .arg(microBatchesOf(plan, chosen).count));
    //: shown until the user types a number; %1 is the number that follows from PopTorch's rules
    (training ? m_iterations : m_accumulation)->setSpecialValueText(tr("%1, by PopTorch's rules").arg(1));
    const IpuCount ipus = ipuCount(plan, chosen);
    if (ipus.used > MaxIpus) {
        //: numbers of IPUs
        m_ipus->setText(tr("%1 used; the maximum is %2").arg(ipus.used).arg(MaxIpus));
    } else if (ipus.idle() > 0) {
        m_ipus->setText(
            tr("%1 used of %2 acquired, %3 idle").arg(ipus.used).arg(ipus.rounded).arg(ipus.idle()));
    } else {
        m_ipus->setText(tr("%1 used, none idle").arg(ipus.used));
    }
}

} // namespace tileline
