// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/figuresdialog.h"

#include "ui/session/workerpool.h"
#include "ui/text/bytestext.h"
#include "ui/text/errortext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace tileline {

namespace {

enum FigureColumn {
    IpuColumn,
    LayersColumn,
    PipelineColumn,
    PopLinerColumn,
    DifferenceColumn,
    StashColumn,
    AccumulatorsColumn,
    UnownedColumn,
    EntriesColumn,
    FigureColumns
};

/// The layers of `popliner` that an IPU of the pipeline setting has. Empty if there are none.
std::optional<LayerRange> sameLayers(const Layers& entries, const PlacedStage& ipu, bool first,
                                     const Layers& popliner) {
    std::optional<LayerRange> range;
    // PopLiner's first stage begins with the operations outside layers.
    if (first) {
        range = LayerRange{{0}, {0}};
    }
    for (LayerIndex entry = ipu.entries.first; entry <= ipu.entries.last; entry = entry.next()) {
        if (entries.kinds[entry.index()] != EntryKind::Layer) {
            continue;
        }
        if (const auto layer = popliner.find(*entries.names[entry.index()])) {
            range = LayerRange{range ? range->first : *layer, *layer};
        }
    }
    return range;
}

/// PopLiner's estimator for the profile: `known`, if that is not null.
Outcome<StageEstimatorPtr> popLinerEstimator(const ProfilePtr& profile, LayerOptions options,
                                             StageEstimatorPtr known, Workers& workers,
                                             const std::stop_token& stop) {
    if (known) {
        return known;
    }
    options.unassigned = Unassigned::First;
    Study study = TRY(Study::open(profile, {options, {Setting::PopLiner, {}}}, stop));
    TRY(study.addEstimator(workers, {}, stop));
    return study.estimator;
}

} // namespace

std::optional<int64_t> IpuFigures::difference() const {
    return popliner ? std::optional(static_cast<int64_t>(pipeline) - static_cast<int64_t>(*popliner))
                    : std::nullopt;
}

std::optional<int64_t> IpuFigures::entriesDifference() const {
    const auto all = difference();
    return all ? std::optional(*all - static_cast<int64_t>(parts.stash + parts.accumulators + parts.unowned))
               : std::nullopt;
}

FiguresDialog::FiguresDialog(Session* session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_state(plainLabel())
    , m_table(new QTableWidget(0, FigureColumns)) {
    setWindowTitle(tr("Pipeline and PopLiner"));
    setObjectName(QStringLiteral("figuresDialog"));
    const std::array<std::pair<QString, QString>, FigureColumns> columns{
        {{tr("IPU"), {}},
         {tr("Layers"), {}},
         {tr("Pipeline"), tr("Bytes of the fullest tile: %1").arg(settingText(*session))},
         {tr("PopLiner"), tr("Bytes of the fullest tile: %1").arg(popLinerSettingText())},
         {tr("Difference"), tr("Pipeline minus PopLiner: the sum of the columns to the right")},
         {tr("Stash"), tr("Activations that wait for the backward pass")},
         {tr("Accumulators"), tr("Accumulated gradients")},
         {tr("Unowned"), tr("Always-live bytes that belong to no operation")},
         {tr("Entries"),
          tr("Other operations belong to the stage (Input and Output, gradients), it is looked at in other "
             "steps, and another tile can be the fullest")}}};
    for (int column = 0; column < FigureColumns; ++column) {
        auto* const header = new QTableWidgetItem(columns[column].first);
        header->setToolTip(plainToolTip(columns[column].second));
        m_table->setHorizontalHeaderItem(column, header);
    }
    m_table->setAccessibleName(windowTitle());
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(LayersColumn, QHeaderView::Stretch);
    m_state->setWordWrap(true);
    m_state->setObjectName(QStringLiteral("figuresState"));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* const copy = buttons->addButton(tr("&Copy table"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(copyText()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const explanation = plainLabel(
        tr("Bytes of the fullest tile of each IPU. The pipeline's figure is what the exported plan "
           "will hold, PopLiner's is what PopLiner says of the same layers: neither Input nor "
           "Output, no stash, no accumulators."));
    explanation->setWordWrap(true);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(explanation);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_state);
    layout->addWidget(buttons);
    resize(940, 380);
    for (const auto signal : {&Session::planChanged, &Session::resultChanged}) {
        connect(session, signal, this, [this] {
            if (m_profile && m_session->resultIsCurrent()) {
                onResultChanged();
            }
        });
    }
    connect(session, &Session::layersChanged, this, &FiguresDialog::onLayersChanged);
    connect(&m_query, &LatestTask::outOfMemory, this, [this] { showFigures(outOfMemoryText()); });
    onLayersChanged();
}

FiguresDialog::~FiguresDialog() {
    release();
}

/// On the pool, because freeing a large estimator takes many milliseconds.
void FiguresDialog::release() {
    m_query.cancel();
    WorkerPool::shared().add([profile = std::move(m_profile), popliner = std::move(m_popliner)] {});
}

void FiguresDialog::onLayersChanged() {
    if (!m_session->estimator() || !m_session->estimator()->uses()) {
        release();
        reject();
        return;
    }
    if (m_profile != m_session->profile() || m_options != m_session->layerOptions()) {
        release();
        m_profile = m_session->profile();
        m_options = m_session->layerOptions();
    }
    m_table->horizontalHeaderItem(PipelineColumn)
        ->setToolTip(plainToolTip(tr("Bytes of the fullest tile: %1").arg(settingText(*m_session))));
    onResultChanged();
}

void FiguresDialog::onResultChanged() {
    const std::vector<IpuFigures> before = std::exchange(m_figures, {});
    const PartitionResultPtr result = m_session->result();
    if (!result) {
        showFigures(tr("Computing…"));
        return;
    }
    const PlanEstimate& estimate = result->estimate;
    for (size_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const PlacedStage& placed = estimate.placement.ipus[ipu];
        const StageEstimate& stage = estimate.stages[ipu];
        IpuFigures figures{placed.entries, placed.withOutput, stage.peakTileBytes,
                           m_session->estimator()->tileParts(placed, stage.peakTile)};
        if (m_popliner && ipu < before.size() && before[ipu].entries == placed.entries) {
            figures.popliner = before[ipu].popliner; // the same layers
        }
        m_figures.push_back(figures);
    }
    showFigures(tr("Computing PopLiner's estimate…"));
    compute();
}

void FiguresDialog::compute() {
    m_query.run(
        [profile = m_profile, options = m_options, known = m_popliner, entries = m_session->layers(),
         ipus =
             m_session->result()->estimate.placement.ipus](const std::stop_token& stop) -> Outcome<Answer> {
            const std::shared_ptr<Workers> workers = WorkerPool::loopWorkers();
            Answer answer{TRY(popLinerEstimator(profile, options, known, *workers, stop)), {}};
            for (size_t ipu = 0; ipu < ipus.size(); ++ipu) {
                auto& peak = answer.peaks.emplace_back();
                if (const auto range = sameLayers(*entries, ipus[ipu], ipu == 0, answer.popliner->layers())) {
                    const auto stage = TRY(answer.popliner->estimate(*range, *workers, stop));
                    peak = stage.peakTileBytes;
                }
            }
            return answer;
        },
        [this](const Outcome<Answer>& answer) { take(answer); });
}

void FiguresDialog::take(const Outcome<Answer>& answer) {
    if (!answer) {
        if (!answer.failure().cancelled()) {
            showFigures(errorText(answer.failure().error()).summary);
        }
        return;
    }
    m_popliner = answer->popliner;
    for (size_t ipu = 0; ipu < m_figures.size() && ipu < answer->peaks.size(); ++ipu) {
        m_figures[ipu].popliner = answer->peaks[ipu];
    }
    //: %1 and %2 are settings: "estimate, pipeline setting, training", "estimate, PopLiner's setting"
    showFigures(tr("Pipeline: %1. PopLiner: %2.").arg(settingText(*m_session), popLinerSettingText()));
}

QStringList FiguresDialog::cells(size_t ipu) const {
    const IpuFigures& figures = m_figures[ipu];
    const Layers& layers = *m_session->layers();
    QString names = layersText(figures.entries, layers);
    if (figures.withOutput) {
        names += QStringLiteral(", ") + layerName(layers, layers.last());
    }
    const auto signedText = [](std::optional<int64_t> bytes) {
        return bytes ? signedBytesText(*bytes) : QStringLiteral("–");
    };
    return {QString::number(ipu),
            names,
            bytesText(figures.pipeline),
            figures.popliner ? bytesText(*figures.popliner) : QStringLiteral("–"),
            signedText(figures.difference()),
            bytesText(figures.parts.stash),
            bytesText(figures.parts.accumulators),
            bytesText(figures.parts.unowned),
            signedText(figures.entriesDifference())};
}

void FiguresDialog::showFigures(const QString& state) {
    m_state->setText(state);
    m_table->setRowCount(static_cast<int>(m_figures.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QStringList texts = cells(static_cast<size_t>(row));
        for (int column = 0; column < FigureColumns; ++column) {
            auto* const item = new QTableWidgetItem(texts[column]);
            if (column != LayersColumn) {
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            }
            m_table->setItem(row, column, item);
        }
    }
}

QString FiguresDialog::copyText() const {
    QString text =
        QStringLiteral("ipu\tlayers\tpipeline_bytes\tpopliner_bytes\tdifference\tstash\taccumulators"
                       "\tunowned\tentries\n");
    const auto number = [](auto value) { return value ? QString::number(*value) : QString(); };
    for (size_t ipu = 0; ipu < m_figures.size(); ++ipu) {
        const IpuFigures& figures = m_figures[ipu];
        const QStringList texts{QString::number(ipu),
                                cells(ipu)[LayersColumn],
                                QString::number(figures.pipeline),
                                number(figures.popliner),
                                number(figures.difference()),
                                QString::number(figures.parts.stash),
                                QString::number(figures.parts.accumulators),
                                QString::number(figures.parts.unowned),
                                number(figures.entriesDifference())};
        text += texts.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace tileline
