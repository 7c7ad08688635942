// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/timedialog.h"

#include "ui/text/plaintext.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace tileline {

namespace {

constexpr int MaxCount = std::numeric_limits<int>::max();

int fieldValue(uint32_t value) {
    return static_cast<int>(std::min<uint32_t>(value, MaxCount));
}

} // namespace

TimeDialog::TimeDialog(const SettingOptions& current, QWidget* parent)
    : QDialog(parent)
    , m_before(current)
    , m_microBatches(new QSpinBox)
    , m_microBatchSize(new QSpinBox)
    , m_rate(new QDoubleSpinBox)
    , m_idle(new QDoubleSpinBox) {
    setWindowTitle(tr("Time"));
    setObjectName(QStringLiteral("timeDialog"));
    for (QSpinBox* const field : {m_microBatches, m_microBatchSize}) {
        field->setRange(1, MaxCount);
        field->setGroupSeparatorShown(true);
    }
    m_microBatches->setMinimum(0);
    m_microBatches->setSpecialValueText(tr("64, or 1 for a plan of one stage"));
    m_rate->setDecimals(6);
    m_rate->setRange(TimeOptions::MinGigabytesPerSecond, TimeOptions::MaxGigabytesPerSecond);
    m_rate->setSuffix(QStringLiteral(" GiB/s"));
    m_idle->setDecimals(0);
    m_idle->setRange(0, TimeOptions::MaxIdleCycles);
    m_idle->setSingleStep(100);
    m_idle->setGroupSeparatorShown(true);
    m_microBatches->setObjectName(QStringLiteral("microBatches"));
    m_microBatchSize->setObjectName(QStringLiteral("microBatchSize"));
    m_rate->setObjectName(QStringLiteral("linkRate"));
    m_idle->setObjectName(QStringLiteral("linkIdle"));
    auto* const text = plainLabel(
        tr("How fast a plan runs depends on these numbers too. A plan file keeps them. The memory that is "
           "estimated depends on none but the micro-batches: a plan of one stage that trains with several of "
           "them accumulates gradients."));
    text->setWordWrap(true);
    auto* const form = new QFormLayout;
    form->addRow(tr("&Micro-batches: gradient accumulation or device iterations"), m_microBatches);
    form->addRow(tr("&Samples in a micro-batch"), m_microBatchSize);
    form->addRow(tr("Rate of a &link between IPUs"), m_rate);
    form->addRow(tr("&Cycles of a transfer before the first byte"), m_idle);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel |
                                               QDialogButtonBox::RestoreDefaults);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            [this] { showOptions(SettingOptions()); });
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addLayout(form);
    layout->addWidget(buttons);
    showOptions(current);
    m_shownBefore = fields();
    m_microBatches->setFocus();
    m_microBatches->selectAll();
}

void TimeDialog::showOptions(const SettingOptions& options) {
    m_microBatches->setValue(fieldValue(options.pipeline.microBatches.value_or(0)));
    m_microBatchSize->setValue(fieldValue(options.time.microBatchSize));
    m_rate->setValue(options.time.gigabytesPerSecond());
    m_idle->setValue(options.time.linkIdleCycles);
}

SettingOptions TimeDialog::fields() const {
    SettingOptions options;
    if (const int count = m_microBatches->value(); count > 0) {
        options.pipeline.microBatches = static_cast<uint32_t>(count);
    }
    options.time.microBatchSize = static_cast<uint32_t>(m_microBatchSize->value());
    options.time.setGigabytesPerSecond(m_rate->value());
    options.time.linkIdleCycles = m_idle->value();
    return options;
}

SettingOptions TimeDialog::options() const {
    const SettingOptions now = fields();
    SettingOptions options = m_before;
    const auto take = [&](auto TimeOptions::*value) {
        if (now.time.*value != m_shownBefore.time.*value) {
            options.time.*value = now.time.*value;
        }
    };
    if (now.pipeline.microBatches != m_shownBefore.pipeline.microBatches) {
        options.pipeline.microBatches = now.pipeline.microBatches;
    }
    take(&TimeOptions::microBatchSize);
    take(&TimeOptions::linkBytesPerSecond);
    take(&TimeOptions::linkIdleCycles);
    return options;
}

} // namespace tileline
