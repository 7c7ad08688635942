// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/layers.h"
#include "ui/tables/tabledata.h"

#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// A range of a text, in UTF-16 units.
struct TextRange {
    int start = 0;
    int length = 0;
};

/// The layers that some layer options would give the operations of a profile. Built on a worker thread.
struct LayerPreview {
    LayersPtr layers;
    TableDataPtr table; ///< operation, layer, note; keys are operations
    std::vector<std::vector<TextRange>>
        matches; ///< by operation: where the layer expression matches its name

    /// A sentence with the number of operations in layers, the number of layers, and the number of tensors.
    QString counts() const;
};

using LayerPreviewPtr = std::shared_ptr<const LayerPreview>;

Outcome<LayerPreviewPtr> makeLayerPreview(const Profile& profile, const LayerOptions& options,
                                          const std::stop_token& stop);

/// Locates an error of findLayers() in the expressions.
struct ExpressionError {
    bool inInputs = false;       ///< the error is in the inputs expression, not in the layer expression
    std::optional<int> position; ///< in UTF-16 units of the expression
    QString message;
};
ExpressionError expressionError(const Error& error, const LayerOptions& options);

} // namespace tileline
