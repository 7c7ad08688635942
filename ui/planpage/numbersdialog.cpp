// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/numbersdialog.h"

#include "ui/planpage/settingtoolbar.h"
#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>

#include <algorithm>

namespace tileline {

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
        // The box of an optional number has an extra value below the minimum, which it shows as a word.
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
    columnOf({wrappedLabel(
                  tr("The estimated memory depends on the I/O tiles and on the number of micro-batches: with "
                     "several micro-batches, even a plan of one stage accumulates gradients in training. "
                     "The speed of a plan depends on all numbers except the I/O tiles.")),
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
