// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/layers.h"
#include "ui/editing/planeditor.h"
#include "ui/session/latesttask.h"
#include "ui/tables/tabledata.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QDialog>
#include <QLineEdit>

#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// A range of a text, in UTF-16 units.
struct TextRange {
    int start = 0;
    int length = 0;
};

/// The layers that the dialog's options find in a profile. The options need not be applied yet. Made on a
/// worker thread.
struct LayerPreview {
    LayersPtr layers;
    TableDataPtr table; ///< columns: operation, layer, note; row keys: operation indices
    std::vector<std::vector<TextRange>>
        matches; ///< by operation: the ranges of its name that the layer expression matches
};

using LayerPreviewPtr = std::shared_ptr<const LayerPreview>;

/// An error from findLayers(), and its position in one of the two expressions.
struct ExpressionError {
    bool inInputs = false; ///< true: in the expression for inputs; false: in the expression for layer names
    std::optional<int> position; ///< in UTF-16 units from the beginning of the expression
    QString message;
};
ExpressionError expressionError(const Error& error, const LayerOptions& options);

/// Edits the rules for finding layers in operation names, with a live preview of the matches. The preview is
/// computed on a worker thread, shortly after the last key press. OK and Apply pass the options to the
/// session. OK and Apply are disabled until the preview has shown that the options are valid.
class LayersDialog : public QDialog {
    Q_OBJECT
public:
    explicit LayersDialog(PlanEditor* editor, QWidget* parent = nullptr);

    LayerOptions options() const;
    void setOptions(const LayerOptions& options);

    QLineEdit* layerExpression() const { return m_layerRegex; }
    QLineEdit* inputsExpression() const { return m_inputsRegex; }
    QLabel* message() const { return m_message; }
    QDialogButtonBox* buttons() const { return m_buttons; }
    TablePanel* preview() const { return m_preview; }
    LayerPreviewPtr previewData() const { return m_shown; }

private:
    void changed();
    void computePreview();

    void showError(const Error& error, const LayerOptions& options);
    void enableButtons();
    void apply();

    PlanEditor* m_editor;
    Session* m_session = m_editor->session();
    QLineEdit* m_layerRegex = new QLineEdit;
    QLineEdit* m_inputsRegex = new QLineEdit;
    QComboBox* m_order = new QComboBox;
    QLabel* m_message = selectableLabel();
    TablePanel* m_preview = new TablePanel(tr("Preview of layers"));
    QDialogButtonBox* m_buttons;
    LayerPreviewPtr m_shown;
    LayerOptions m_applied;
    std::optional<LayerOptions>
        m_checked; ///< the options with which m_shown was found; empty after the user edits any option
    Debounce m_debounce{this, &LayersDialog::computePreview};
    LatestTask m_query{this};
};

} // namespace tileline
