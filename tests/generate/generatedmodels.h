// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/modelgenerator.h"
#include "core/base/errortext.h"

#include <QTest>

#include <stdexcept>

namespace tileline::test {

/// Generates a model. Throws an exception with the error's text if that fails.
inline GeneratedModel generateOrThrow(const GeneratorOptions& options) {
    auto model = generateModel(options);
    if (!model) {
        throw std::runtime_error(model.failure().cancelled() ? "cancelled"
                                                             : describe(model.failure().error()));
    }
    return *std::move(model);
}

/// Adds rows for a small model of every preset, forward only and in training.
inline void addSmallModels() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("training");
    for (const ModelPreset& preset : modelPresets()) {
        for (const bool training : {false, true}) {
            const QString name = QString::fromStdString(preset.name);
            QTest::addRow("%s %s", qPrintable(name), training ? "training" : "inference") << name << training;
        }
    }
}

/// Three layers of a preset on 16 tiles.
inline GeneratorOptions smallModel(const QString& model, bool training) {
    GeneratorOptions options;
    options.model = model.toStdString();
    options.layers = 3;
    options.tiles = 16;
    options.training = training;
    return options;
}

} // namespace tileline::test
