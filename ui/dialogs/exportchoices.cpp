// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportchoices.h"

#include "core/layers/passes.h"
#include "ui/session/session.h"
#include "ui/text/plaintext.h"

#include <QSettings>

namespace tileline {

namespace {

constexpr auto ModeKey = "export/mode";
constexpr auto StrategyKey = "export/strategy";
constexpr auto BlocksKey = "export/blocks";
constexpr auto ReplicationKey = "export/replicationFactor";
constexpr auto ProportionKey = "export/availableMemoryProportion";
constexpr auto FrameworkKey = "export/framework";

template <class Choice>
void restore(const QSettings& store, const char* key, Choice& choice) {
    choice = choiceOf<Choice>(store.value(key).toString().toStdString()).value_or(choice);
}

} // namespace

PoptorchExportOptions rememberedExportOptions() {
    const QSettings store;
    PoptorchExportOptions options;
    restore(store, ModeKey, options.mode);
    restore(store, StrategyKey, options.strategy);
    restore(store, BlocksKey, options.blocks);
    options.replicationFactor = qMax(1U, store.value(ReplicationKey, 1).toUInt());
    const double proportion = store.value(ProportionKey, 0).toDouble();
    if (proportion > 0 && proportion <= 1) {
        options.availableMemoryProportion = proportion;
    }
    return options;
}

void rememberExportOptions(const PoptorchExportOptions& options) {
    QSettings store;
    store.setValue(ModeKey, exactText(nameOf(options.mode)));
    store.setValue(StrategyKey, exactText(nameOf(options.strategy)));
    store.setValue(BlocksKey, exactText(nameOf(options.blocks)));
    store.setValue(ReplicationKey, options.replicationFactor);
    store.setValue(ProportionKey, options.availableMemoryProportion.value_or(0));
}

PoptorchExportOptions exportOptionsFor(const Session& session) {
    PoptorchExportOptions options = rememberedExportOptions();
    const ProfilePtr profile = session.profile();
    if (!profile) {
        return options;
    }
    const StageEstimatorPtr estimator = session.estimator();
    const bool training = estimator && estimator->entries()
                              ? estimator->entries()->passes().training()
                              : Passes::find(*profile, *session.layers()).training();
    options.mode = training ? ExportMode::Training : ExportMode::Inference;
    return options;
}

const Exporter& rememberedExporter() {
    const Exporter* const found = findExporter(QSettings().value(FrameworkKey).toString().toStdString());
    return found ? *found : exporters().front();
}

void rememberExporter(const Exporter& exporter) {
    QSettings().setValue(FrameworkKey, exactText(exporter.id));
}

} // namespace tileline
