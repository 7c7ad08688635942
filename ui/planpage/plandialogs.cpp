// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/plandialogs.h"

#include "ui/planpage/settingtoolbar.h"
#include "ui/text/bytestext.h"
#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QTableWidget>

namespace tileline {

LimitsDialog::LimitsDialog(const Plan& state, StageIndex current, QWidget* parent)
    : QDialog(parent)
    , m_common(state.memory().perTile)
    , m_table(new QTableWidget(static_cast<int>(state.ipus()), 2)) {
    setWindowTitle(tr("Limits of single IPUs"));
    m_table->setHorizontalHeaderLabels({tr("IPU"), tr("Bytes per tile")});
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setAccessibleName(windowTitle());
    for (uint32_t ipu = 0; ipu < state.ipus(); ++ipu) {
        auto* const name = new QTableWidgetItem(QString::number(ipu));
        name->setFlags(Qt::ItemIsEnabled);
        m_table->setItem(static_cast<int>(ipu), 0, name);
        const uint64_t memory = state.memory().memoryOf({ipu});
        m_table->setItem(static_cast<int>(ipu), 1,
                         new QTableWidgetItem(memory != m_common ? exactBytesText(memory) : QString()));
    }
    auto* const buttons = dialogButtons(this, QDialogButtonBox::Ok | QDialogButtonBox::Cancel |
                                                  QDialogButtonBox::RestoreDefaults);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    connect(m_table, &QTableWidget::itemChanged, this, &LimitsDialog::checkAll);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] {
        for (int row = 0; row < m_table->rowCount(); ++row) {
            m_table->item(row, 1)->setText({});
        }
    });
    columnOf(
        {wrappedLabel(
             tr("If an IPU must keep room for something else, type how many bytes a plan may use on each of "
                "its tiles, such as 500,000 or 488 KiB. An empty field means the common limit of %1.")
                 .arg(exactBytesText(m_common))),
         m_table, buttons},
        this);
    resize(360, 380);
    m_table->setCurrentCell(static_cast<int>(current.value), 1);
    m_table->setFocus();
}

/// The number of bytes that the field in a row contains. Empty if the field contains no number above 0.
std::optional<uint64_t> LimitsDialog::typed(int row) const {
    const auto bytes = bytesFromText(m_table->item(row, 1)->text());
    return bytes && *bytes > 0 ? bytes : std::nullopt;
}

/// Enables OK only if each field is empty or contains a valid limit, because OK would discard any other text.
void LimitsDialog::checkAll() {
    bool valid = true;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        valid = valid && (typed(row) || m_table->item(row, 1)->text().trimmed().isEmpty());
    }
    m_ok->setEnabled(valid);
    m_ok->setToolTip(plainToolTip(
        valid ? QString()
              : tr("Each field must be empty or contain a size greater than 0, such as 600 KiB")));
}

std::vector<uint64_t> LimitsDialog::limits() const {
    std::vector<uint64_t> result;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        result.push_back(typed(row).value_or(m_common));
    }
    // IPUs that are not in the list have the common limit, so the end of the list need not repeat it.
    while (!result.empty() && result.back() == m_common) {
        result.pop_back();
    }
    return result;
}

NumbersDialog::NumbersDialog(const SettingOptions& current, QWidget* parent)
    : QDialog(parent)
    , m_before(current) {
    setWindowTitle(tr("Numbers of the setting"));
    setObjectName(QStringLiteral("numbersDialog"));
    auto* const form = new QFormLayout;
    for (const SettingOption& option : settingOptions()) {
        const bool whole = option.type == SettingOption::Type::Number;
        if (!whole && option.type != SettingOption::Type::Real) {
            continue;
        }
        auto* const box = new QDoubleSpinBox;
        box->setObjectName(QLatin1String(option.name));
        box->setDecimals(whole || option.minimum == 0 ? 0 : 6);
        // If a number is optional, its box has an extra value that means no number and is shown as a word.
        const bool maybe = !option.get(SettingOptions());
        box->setRange(option.minimum - (maybe ? 1 : 0), option.maximum);
        box->setSpecialValueText(maybe ? SettingToolBar::tr(option.words) : QString());
        box->setSingleStep(option.step);
        box->setSuffix(QLatin1String(option.suffix));
        box->setGroupSeparatorShown(true);
        form->addRow(SettingToolBar::tr(option.title), box);
        m_fields.push_back({&option, box});
    }
    auto* const buttons = dialogButtons(this, QDialogButtonBox::Ok | QDialogButtonBox::Cancel |
                                                  QDialogButtonBox::RestoreDefaults);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            [this] { showOptions(SettingOptions()); });
    columnOf(
        {wrappedLabel(tr("The estimated memory depends on the I/O tiles and on the number of micro-batches: "
                         "with several micro-batches, even a plan of one stage accumulates gradients in "
                         "training. The speed of a plan depends on all numbers except the I/O tiles.")),
         form, buttons},
        this);
    showOptions(current);
    for (Field& field : m_fields) {
        field.shownBefore = field.box->value();
    }
    m_fields.front().box->setFocus();
    m_fields.front().box->selectAll();
}

void NumbersDialog::showOptions(const SettingOptions& options) {
    for (const Field& field : m_fields) {
        field.box->setValue(field.option->get(options).value_or(field.box->minimum()));
    }
}

SettingOptions NumbersDialog::options() const {
    SettingOptions options = m_before;
    for (const Field& field : m_fields) {
        if (const double value = field.box->value(); value != field.shownBefore) {
            field.option->set(options, value < field.option->minimum ? std::nullopt : std::optional(value));
        }
    }
    return options;
}

} // namespace tileline
