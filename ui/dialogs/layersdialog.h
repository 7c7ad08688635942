// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"
#include "ui/dialogs/layerpreview.h"
#include "ui/session/latesttask.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace tileline {

class Session;
class TablePanel;

/// Edits the rules by which layers are found in operation names, with a live preview of the matches. The
/// preview is computed on a worker thread, a moment after the last key press. OK and Apply give the options
/// to the session. They are enabled once the preview has shown that the options are valid.
class LayersDialog : public QDialog {
    Q_OBJECT
public:
    explicit LayersDialog(Session* session, QWidget* parent = nullptr);
    ~LayersDialog() override;

    LayerOptions options() const;
    void setOptions(const LayerOptions& options);

    QLineEdit* layerExpression() const { return m_layerRegex; }
    QLineEdit* inputsExpression() const { return m_inputsRegex; }
    QLabel* message() const { return m_message; }
    QDialogButtonBox* buttons() const { return m_buttons; }
    TablePanel* preview() const { return m_preview; }
    LayerPreviewPtr previewData() const { return m_shown; }

private:
    void buildForm();
    void changed();
    void computePreview();
    void showPreview(const Outcome<LayerPreviewPtr>& preview, const LayerOptions& options);
    void showError(const Error& error, const LayerOptions& options);
    void enableButtons();
    void apply();

    Session* m_session;
    QLineEdit* m_layerRegex;
    QLineEdit* m_inputsRegex;
    QComboBox* m_order;
    QLabel* m_message;
    TablePanel* m_preview;
    QDialogButtonBox* m_buttons;
    LayerPreviewPtr m_shown;
    LayerOptions m_applied;
    std::optional<LayerOptions> m_checked; ///< the options of m_shown, if they are valid
    QTimer m_debounce;
    LatestTask m_query{this};
};

} // namespace tileline
