// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/sdkdialog.h"

#include "ui/dialogs/sdksettingsedit.h"
#include "ui/text/plaintext.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

namespace tileline {

namespace {

constexpr int GibiShift = 30;
constexpr int MinWidth = 520;
constexpr int MaxCacheGibibytes = 10'000;

} // namespace

SdkDialog::SdkDialog(const ConvertSettings& settings, QWidget* parent)
    : QDialog(parent)
    , m_edit(new SdkSettingsEdit)
    , m_cacheGibibytes(new QSpinBox) {
    setWindowTitle(tr("Poplar SDK"));
    setMinimumWidth(MinWidth);
    auto* const text = plainLabel(tr("Report directories that Poplar wrote are read through the SDK's module "
                                     "pva. What was converted is kept, so that opening it again is fast."));
    text->setWordWrap(true);
    m_edit->setSettings(settings);
    m_cacheGibibytes->setObjectName(QStringLiteral("cacheSize"));
    m_cacheGibibytes->setRange(0, MaxCacheGibibytes);
    m_cacheGibibytes->setSuffix(tr(" GiB"));
    m_cacheGibibytes->setValue(static_cast<int>(settings.cache.limitBytes >> GibiShift));
    auto* const form = new QFormLayout;
    form->addRow(tr("&Keep converted profiles, up to:"), m_cacheGibibytes);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addWidget(m_edit);
    layout->addLayout(form);
    layout->addStretch();
    layout->addWidget(buttons);
}

ConvertSettings SdkDialog::settings() const {
    ConvertSettings settings = m_edit->settings();
    settings.cache.limitBytes = static_cast<uint64_t>(m_cacheGibibytes->value()) << GibiShift;
    return settings;
}

} // namespace tileline
