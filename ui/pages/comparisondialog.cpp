// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisondialog.h"

#include "ui/tables/tablepanel.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"
#include "ui/text/translations.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>

#include <utility>

namespace tileline {

namespace {

constexpr int ComparisonSteps = 1000;
/// The bars of more IPUs are scrolled.
constexpr int MaxBarsHeight = 260;

Outcome<ShownComparison> shownComparison(const ComparisonRequest& request, const Progress::Callback& progress,
                                         const std::stop_token& stop) {
    const LoadedComparison comparison = TRY(loadComparison(request, progress, stop));
    if (const auto& compiled = comparison.compiled) {
        return ShownComparison{QStringList(errorSentence(*compiled)) + noteTexts(*compiled),
                               comparisonTables(*compiled), compiled->ipus};
    }
    return ShownComparison{noteTexts(*comparison.profiles), comparisonTables(*comparison.profiles), {}};
}

} // namespace

ComparisonDialog::ComparisonDialog(Session* session, const QStringList& paths, QWidget* parent)
    : QDialog(parent)
    , m_phase(plainLabel())
    , m_message(selectableLabel(ByMouseOrKey))
    , m_table(new TablePanel(tr("Comparison"))) {
    setObjectName(QStringLiteral("comparisonDialog"));
    const QString name = QFileInfo(paths.value(0)).fileName();
    //: window title; %1: name of a file or directory
    setWindowTitle(withoutChangeMark(tr("Comparison with %1").arg(name)));
    resize(1040, 680);
    m_progress->setRange(0, ComparisonSteps);
    m_progress->setAccessibleName(tr("Progress"));
    auto* const waiting = new QWidget;
    columnOf({Part::stretch(), plainLabel(tr("Reading %1…").arg(paths.value(0))), m_phase, m_progress,
              Part::stretch()},
             waiting);
    m_stack->addWidget(waiting);
    buildResult();
    auto* const buttons = dialogButtons(this, QDialogButtonBox::Close);
    // While the profile is read, closing cancels that.
    QPushButton* const close = buttons->button(QDialogButtonBox::Close);
    connect(&m_loading, &LatestTask::busyChanged, close,
            [close](bool busy) { close->setText(busy ? tr("Cancel") : tr("Close")); });

    connect(this, &QDialog::finished, &m_loading, &LatestTask::cancel);
    connect(&m_loading, &LatestTask::outOfMemory, this, [this] { showMessage(outOfMemoryText()); });
    columnOf({{m_stack, 1}, buttons}, this);
    start(session, paths);
}

void ComparisonDialog::buildResult() {
    m_message->setObjectName(QStringLiteral("comparisonMessage"));
    auto* const area = new QScrollArea;
    area->setWidget(m_bars);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    m_barsArea = area;
    m_choice->setObjectName(QStringLiteral("comparisonChoice"));
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ComparisonDialog::showTable);
    auto* const result = new QWidget;
    auto* const form = new QFormLayout;
    form->addRow(tr("&Show:"), m_choice);
    columnOf({m_message, m_barsArea, form, {m_table, 1}}, result);
    m_stack->addWidget(result);
}

void ComparisonDialog::start(Session* session, const QStringList& paths) {
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths) {
        files.emplace_back(path.toStdString());
    }
    m_loading.run(
        [this, request = ComparisonRequest::of(*session, std::move(files))](const std::stop_token& stop,
                                                                            const LatestTask::Post& post) {
            // `this` is used only in the calls, which are dropped with the dialog.
            const Progress::Callback progress = [this, post](Phase phase, double fraction) {
                post([this, phase, fraction] {
                    m_phase->setText(phaseText(phase));
                    m_progress->setValue(static_cast<int>(fraction * ComparisonSteps));
                });
            };
            return shownComparison(request, progress, stop);
        },
        [this](ShownComparison shown) { showComparison(std::move(shown)); },
        [this](const Error& error) {
            showMessage(plainText(error));
            m_choice->setEnabled(false);
            m_table->hide();
        });
}

void ComparisonDialog::showMessage(const QString& text) {
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
    m_barsArea->hide();
    m_stack->setCurrentIndex(1);
}

void ComparisonDialog::showComparison(ShownComparison shown) {
    showMessage(shown.lines.join(QLatin1Char('\n')));
    if (!shown.ipus.empty()) {
        m_bars->setIpus(shown.ipus);
        m_barsArea->setFixedHeight(std::min(m_bars->sizeHint().height(), MaxBarsHeight));
        m_barsArea->show();
    }
    m_tables = std::move(shown.tables);
    for (const ComparisonTable& table : m_tables) {
        m_choice->addItem(table.title);
    }
    m_choice->setFocus();
}

void ComparisonDialog::showTable(int index) {
    if (index >= 0 && static_cast<size_t>(index) < m_tables.size()) {
        m_table->setData(m_tables[static_cast<size_t>(index)].data);
    }
}

QString ComparisonDialog::message() const {
    return m_message->text();
}

} // namespace tileline
