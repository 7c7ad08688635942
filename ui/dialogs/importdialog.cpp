// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/importdialog.h"

#include "core/base/textfile.h"
#include "core/estimate/stageplacement.h"
#include "ui/questions/choosefile.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"
#include "ui/text/translations.h"

#include <QFormLayout>

namespace tileline {

ImportDialog::ImportDialog(Session* session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_buttons(dialogButtons(this, QDialogButtonBox::Ok | QDialogButtonBox::Cancel)) {
    setWindowTitle(tr("Import split"));
    resize(720, 560);
    m_text->setPlaceholderText("layers_per_ipu: [3, 7, 7, 7]\n--layers-per-ipu 3 7 7 7\npipeline_splits: "
                               "[encoder/layer/3, ...]\n{\"layers_per_ipu\": ...}");
    auto* const label = wrappedLabel(tr("&Paste the split of the model: an ipu_config.json, a layers_per_ipu "
                                        "line, pipeline_splits, or a configuration for Keras."),
                                     m_text);
    auto* const choose = button(tr("Choose &file…"), this, &ImportDialog::chooseFile);
    m_outputOn->setObjectName("outputOn");
    m_outputOn->addItem(tr("As the weights require"));
    m_outputOn->addItem(tr("On the last IPU"), static_cast<int>(OutputOn::Last));
    m_outputOn->addItem(tr("On the first IPU"), static_cast<int>(OutputOn::First));
    auto* const form = new QFormLayout;
    form->addRow(tr("&Output (head, loss):"), m_outputOn);
    columnOf({label, {m_text, 2}, {choose, 0, Qt::AlignLeft}, form, {m_result, 3}, m_buttons}, this);

    connect(m_text, &QPlainTextEdit::textChanged, this, &ImportDialog::onTextChanged);
    connect(m_outputOn, &QComboBox::currentIndexChanged, this, &ImportDialog::compute);

    connect(&m_reading, &LatestTask::outOfMemory, this, [this] { showResult(outOfMemoryText(), {}); });
    connect(session, &Session::layersChanged, this, &ImportDialog::compute);
    connect(session, &Session::profileChanged, this, &ImportDialog::compute);
    compute();
}

void ImportDialog::chooseFile() {
    if (const QString path = tileline::chooseFile(this, tr("Import split")); !path.isEmpty()) {
        readText(path);
    }
}

void ImportDialog::readText(const QString& path) {
    const auto text = readFile(path.toStdString(), ImportLimit);
    if (!text) {
        showResult(plainText(text.failure()), {});
        return;
    }
    m_readingFile = true;
    m_source = path;
    m_text->setPlainText(exactText(*text));
    m_readingFile = false;
    compute();
}

void ImportDialog::onTextChanged() {
    if (!m_readingFile) {
        m_source.clear();
    }
    m_reading.cancel(); // otherwise, the result for the old text would be shown
    showResult({}, {});
    m_debounce.start();
}

void ImportDialog::compute() {
    m_debounce.stop();
    const StageEstimatorPtr estimator = m_session->estimator();
    const std::string text = m_text->toPlainText().toStdString();
    if (!estimator || m_text->document()->isEmpty()) {
        m_reading.cancel();
        showResult(estimator ? QString() : tr("Open a profile to import a split for it."), {});
        return;
    }
    std::optional<OutputOn> outputOn;
    if (m_outputOn->currentData().isValid()) {
        outputOn = static_cast<OutputOn>(m_outputOn->currentData().toInt());
    }
    showResult({}, {});
    m_reading.run(
        [estimator, text, outputOn, profile = m_session->profile(), layers = m_session->layers()](
            const std::stop_token& stop) -> Outcome<std::pair<ImportedSplit, ExportMode>> {
            const bool pipeline = estimator->uses() != nullptr;
            const ImportTarget target = importTarget(
                *profile, *layers, pipeline ? estimator->entries().get() : nullptr, estimator->uses(),
                pipeline ? estimator->options() : PipelineOptions(), outputOn);
            auto split = TRY(importSplit(text, {}, target, stop));
            return std::pair{std::move(split), target.mode};
        },
        [this](const std::pair<ImportedSplit, ExportMode>& answer) {
            m_mode = answer.second;
            showResult(planText(answer.first), answer.first);
        },
        [this](Error error) {
            error.file = m_source.toStdString();
            showResult(plainText(error), {});
        });
}

/// A text with the entries on each IPU, the reason why Output runs on its IPU, and notes on the import.
QString ImportDialog::planText(const ImportedSplit& split) const {
    const Layers& layers = *m_session->layers();
    PipelineOptions options;
    options.outputOn = split.head.outputOn;
    const StagePlacement placement =
        layers.list->pipeline ? placeStages(split.plan, layers.kinds, options) : placeStages(split.plan);
    const auto name = [&](LayerIndex entry) { return shownText(layers.displayName(entry)); };
    QStringList lines;
    for (const PlacedStage& ipu : placement.ipus) {
        const LayerRange range = ipu.entries;
        QString entries = range.first == range.last ? name(range.first)
                                                    : tr("%1 to %2").arg(name(range.first), name(range.last));
        entries += ipu.withOutput ? ", " + name(layers.last()) : QString();
        lines += tr("IPU %1: %2").arg(lines.size()).arg(entries);
    }
    if (layers.list->pipeline) {
        lines += translated(split.head.why);
    }
    for (const Phrase& note : split.notes) {
        lines += translated(note);
    }
    return lines.join('\n');
}

void ImportDialog::showResult(const QString& text, std::optional<ImportedSplit> split) {
    m_result->setPlainText(text);
    m_split = std::move(split);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(m_split.has_value());
}

} // namespace tileline
