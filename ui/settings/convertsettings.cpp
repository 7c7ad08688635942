// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/convertsettings.h"

#include <QSettings>
#include <QString>

namespace tileline::settings {

namespace {

constexpr auto PythonKey = "sdk/python";
constexpr auto ActivateKey = "sdk/activate";
constexpr auto CacheBytesKey = "sdk/cacheBytes";

} // namespace

ConvertSettings convertSettings() {
    const QSettings store;
    ConvertSettings settings;
    const QString python = store.value(PythonKey).toString();
    if (!python.isEmpty()) {
        settings.sdk.python = python.toStdString();
    }
    settings.sdk.activate = store.value(ActivateKey).toString().toStdString();
    bool isNumber = false;
    const qulonglong bytes = store.value(CacheBytesKey).toULongLong(&isNumber);
    if (isNumber) {
        settings.cache.limitBytes = bytes;
    }
    return settings;
}

void setConvertSettings(const ConvertSettings& settings) {
    QSettings store;
    store.setValue(PythonKey, QString::fromStdString(settings.sdk.python));
    store.setValue(ActivateKey, QString::fromStdString(settings.sdk.activate));
    store.setValue(CacheBytesKey, static_cast<qulonglong>(settings.cache.limitBytes));
}

} // namespace tileline::settings
