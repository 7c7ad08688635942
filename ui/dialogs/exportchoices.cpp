// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportchoices.h"

#include <QSettings>

namespace tileline {

namespace {

constexpr auto ModeKey = "export/mode";
constexpr auto StrategyKey = "export/strategy";
constexpr auto BlocksKey = "export/blocks";
constexpr auto ReplicationKey = "export/replicationFactor";
constexpr auto ProportionKey = "export/availableMemoryProportion";
constexpr auto FrameworkKey = "export/framework";

template <class Parse>
auto stored(const QSettings& store, const char* key, Parse parse) {
    return parse(store.value(key).toString().toStdString());
}

QString text(std::string_view name) {
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

PoptorchExportOptions rememberedExportOptions() {
    const QSettings store;
    PoptorchExportOptions options;
    options.mode = stored(store, ModeKey, exportModeOf).value_or(options.mode);
    options.strategy = stored(store, StrategyKey, executionStrategyOf).value_or(options.strategy);
    options.blocks = stored(store, BlocksKey, blockNamingOf).value_or(options.blocks);
    options.replicationFactor = qMax(1U, store.value(ReplicationKey, 1).toUInt());
    const double proportion = store.value(ProportionKey, 0).toDouble();
    if (proportion > 0 && proportion <= 1) {
        options.availableMemoryProportion = proportion;
    }
    return options;
}

void rememberExportOptions(const PoptorchExportOptions& options) {
    QSettings store;
    store.setValue(ModeKey, text(nameOf(options.mode)));
    store.setValue(StrategyKey, text(nameOf(options.strategy)));
    store.setValue(BlocksKey, text(nameOf(options.blocks)));
    store.setValue(ReplicationKey, options.replicationFactor);
    store.setValue(ProportionKey, options.availableMemoryProportion.value_or(0));
}

Framework rememberedFramework() {
    return stored(QSettings(), FrameworkKey, frameworkOf).value_or(Framework::Poptorch);
}

void rememberFramework(Framework framework) {
    QSettings().setValue(FrameworkKey, text(nameOf(framework)));
}

QString textOf(const std::string& text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace tileline
