// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/result.h"
#include "ui/tables/tabledata.h"

#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// A stretch of a text, in UTF-16 units.
struct TextRange {
    int start = 0;
    int length = 0;
};

/// What some layer options would make of the operations of a profile. Made on a worker thread.
struct LayerPreview {
    LayersPtr layers;
    TableDataPtr table; ///< operation, layer, note; keys are operations
    std::vector<std::vector<TextRange>>
        matches; ///< by operation: where the layer expression matches its name

    /// How many operations are in how many layers, and how many are not.
    QString counts() const;
};

using LayerPreviewPtr = std::shared_ptr<const LayerPreview>;

Outcome<LayerPreviewPtr> makeLayerPreview(const Profile& profile, const LayerOptions& options,
                                          const std::stop_token& stop);

/// Where an error of findLayers() lies.
struct ExpressionError {
    bool inInputs = false;       ///< in the expression for inputs, not in that for layers
    std::optional<int> position; ///< in UTF-16 units of the expression
    QString message;
};
ExpressionError expressionError(const Error& error, const LayerOptions& options);

} // namespace tileline
