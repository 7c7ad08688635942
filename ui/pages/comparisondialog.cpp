// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisondialog.h"

#include "core/wording/comparisontext.h"
#include "ui/session/profilechoice.h"
#include "ui/session/workerpool.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"
#include "ui/text/translations.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tileline {

namespace {

constexpr int ComparisonSteps = 1000;
/// The maximum height of the bars in pixels; higher bars are scrolled.
constexpr int MaxBarsHeight = 260;

/// The share of the whole job that reading typically takes.
constexpr double ReadingShare = 0.8;

/// The other profile, and the profile and plan that were open when the dialog was opened.
struct ComparisonRequest {
    std::vector<std::filesystem::path> paths; ///< the other profile
    Study study;
    Plan plan;
    LayerOptions layers;
    bool figuresHold = false; ///< whether the plan's figures hold
};

bool hasSeveralIpus(const Target& target) {
    return target.numTiles / std::max(target.numReplicas, 1U) > target.tilesPerIpu;
}

QStringList textsOf(const std::vector<ComparisonRemark>& remarks) {
    QStringList texts;
    for (const ComparisonRemark& remark : remarks) {
        texts += translated(remark.phrase);
    }
    return texts;
}

/// Reads the other profile. If it is for several IPUs and the open profile for a single IPU, compares the
/// plan with the other profile; otherwise compares the two profiles. Keeps neither profile.
Outcome<ShownComparison> compare(const ComparisonRequest& request, const Progress::Callback& progress,
                                 const std::stop_token& stop) {
    const auto part = [&](double from, double share) {
        return Progress([&progress, from, share](Phase phase, double fraction) {
            progress(phase, from + share * fraction);
        });
    };
    const Study& open = request.study;
    const ProfileSource source = TRY(preflight(request.paths).source);
    const ProfilePtr other = TRY(loadProfile(source, part(0, ReadingShare), stop));
    if (open.estimator && hasSeveralIpus(other->target) && !hasSeveralIpus(open.profile->target)) {
        const std::shared_ptr<Workers> workers = WorkerPool::loopWorkers();
        const PlanEstimate estimate = TRY(open.estimator->estimate(request.plan.splitPlan(), *workers, stop));
        CompiledComparison compiled =
            TRY(compareCompiled(*open.estimator, estimate, request.plan.memory(), *other, *workers,
                                part(ReadingShare, 1 - ReadingShare), stop));
        compiled.figuresHold = request.figuresHold;
        return ShownComparison{QStringList(translated(errorPhrase(compiled))) + textsOf(remarksOn(compiled)),
                               comparisonTables(compiled), compiled.ipus};
    }
    const LayersPtr layers = TRY(findLayers(*other, request.layers, stop));
    const ProfileComparison profiles = TRY(compareProfiles(*open.profile, *open.layers, *other, *layers,
                                                           part(ReadingShare, 1 - ReadingShare), stop));
    return ShownComparison{textsOf(remarksOn(profiles)), comparisonTables(profiles), {}};
}

} // namespace

ComparisonDialog::ComparisonDialog(Session* session, const QStringList& paths, QWidget* parent)
    : QDialog(parent) {
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
    // While the profile is being read, the Close button cancels the reading.
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
        [this, request = ComparisonRequest{std::move(files), session->study(), session->plan(),
                                           session->layerOptions(), figuresHold(session->warnings())}](
            const std::stop_token& stop, const LatestTask::Post& post) {
            // Only calls that are posted to the dialog's thread use `this`. They are dropped with the dialog.
            const Progress::Callback progress = [this, post](Phase phase, double fraction) {
                post([this, phase, fraction] {
                    m_phase->setText(phaseText(phase));
                    m_progress->setValue(static_cast<int>(fraction * ComparisonSteps));
                });
            };
            return compare(request, progress, stop);
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
