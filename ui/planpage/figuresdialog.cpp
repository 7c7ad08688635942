// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/figuresdialog.h"

#include "ui/session/workerpool.h"
#include "ui/text/bytestext.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <iterator>
#include <utility>

namespace tileline {

namespace {

/// The columns before those of bytes.
enum FixedColumn { IpuColumn, LayersColumn, FixedColumns };

/// The entries of PopLiner's layer list that are the layers of an IPU in the pipeline setting. Empty if
/// there are none.
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

/// A column of bytes.
struct FiguresDialog::Column {
    const char* id; ///< in the table that is copied
    const char* title;
    const char* tip;
    bool hasSign;
    std::optional<int64_t> (*bytes)(const IpuFigures& of);
};

std::span<const FiguresDialog::Column> FiguresDialog::columns() {
    using Bytes = std::optional<int64_t>;
    using Of = const IpuFigures&;
    static constexpr Column Columns[]{
        {"pipeline_bytes", QT_TR_NOOP("Pipeline"), QT_TR_NOOP("Bytes of the fullest tile: %1"), false,
         [](Of of) { return Bytes(of.pipeline); }},
        {"popliner_bytes", QT_TR_NOOP("PopLiner"), QT_TR_NOOP("Bytes of the fullest tile: %1"), false,
         [](Of of) { return Bytes(of.popliner); }},
        {"difference", QT_TR_NOOP("Difference"),
         QT_TR_NOOP("Pipeline minus PopLiner: the sum of the columns to the right"), true,
         [](Of of) { return of.difference(); }},
        {"stash", QT_TR_NOOP("Stash"), QT_TR_NOOP("Activations that wait for the backward pass"), false,
         [](Of of) { return Bytes(of.parts.stash); }},
        {"accumulators", QT_TR_NOOP("Accumulators"), QT_TR_NOOP("Accumulated gradients"), false,
         [](Of of) { return Bytes(of.parts.accumulators); }},
        {"unowned", QT_TR_NOOP("Unowned"), QT_TR_NOOP("Always-live bytes that belong to no operation"), false,
         [](Of of) { return Bytes(of.parts.unowned); }},
        {"entries", QT_TR_NOOP("Entries"),
         QT_TR_NOOP("Other operations belong to the stage (Input and Output, gradients), it is looked at in "
                    "other steps, and another tile can be the fullest"),
         true, [](Of of) { return of.entriesDifference(); }}};
    return Columns;
}

FiguresDialog::FiguresDialog(Session* session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_state(wrappedLabel())
    , m_table(new QTableWidget(0, FixedColumns + static_cast<int>(columns().size()))) {
    setWindowTitle(tr("Pipeline and PopLiner"));
    setObjectName(QStringLiteral("figuresDialog"));
    m_table->setAccessibleName(windowTitle());
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(LayersColumn, QHeaderView::Stretch);
    m_state->setObjectName(QStringLiteral("figuresState"));
    auto* const buttons = dialogButtons(this, QDialogButtonBox::Close);
    auto* const copy = buttons->addButton(tr("&Copy table"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(copyText()); });
    columnOf({wrappedLabel(
                  tr("Bytes of the fullest tile of each IPU. The pipeline's figure is what the exported plan "
                     "will hold, PopLiner's is what PopLiner says of the same layers: neither Input nor "
                     "Output, no stash, no accumulators.")),
              {m_table, 1},
              m_state,
              buttons},
             this);
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
    const QString settings[]{settingText(*m_session), popLinerSettingText()}; // of the first two
    m_table->setHorizontalHeaderLabels({tr("IPU"), tr("Layers")});
    for (size_t i = 0; i < columns().size(); ++i) {
        const QString tip = tr(columns()[i].tip);
        auto* const header = new QTableWidgetItem(tr(columns()[i].title));
        header->setToolTip(plainToolTip(i < std::size(settings) ? tip.arg(settings[i]) : tip));
        m_table->setHorizontalHeaderItem(FixedColumns + static_cast<int>(i), header);
    }
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
    QStringList texts{QString::number(ipu), names};
    for (const Column& column : columns()) {
        const auto bytes = column.bytes(figures);
        texts += !bytes           ? QStringLiteral("–")
                 : column.hasSign ? signedBytesText(*bytes)
                                  : bytesText(static_cast<uint64_t>(*bytes));
    }
    return texts;
}

void FiguresDialog::showFigures(const QString& state) {
    m_state->setText(state);
    m_table->setRowCount(static_cast<int>(m_figures.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QStringList texts = cells(static_cast<size_t>(row));
        for (int column = 0; column < m_table->columnCount(); ++column) {
            auto* const item = new QTableWidgetItem(texts[column]);
            if (column != LayersColumn) {
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            }
            m_table->setItem(row, column, item);
        }
    }
}

QString FiguresDialog::copyText() const {
    QString text = QStringLiteral("ipu\tlayers");
    for (const Column& column : columns()) {
        text += QLatin1Char('\t') + QLatin1String(column.id);
    }
    for (size_t ipu = 0; ipu < m_figures.size(); ++ipu) {
        text += QLatin1Char('\n') + cells(ipu).mid(0, FixedColumns).join(QLatin1Char('\t'));
        for (const Column& column : columns()) {
            const auto bytes = column.bytes(m_figures[ipu]);
            text += QLatin1Char('\t') + (bytes ? QString::number(*bytes) : QString());
        }
    }
    return text + QLatin1Char('\n');
}

} // namespace tileline
