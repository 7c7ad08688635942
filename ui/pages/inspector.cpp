// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/inspector.h"

#include "core/estimate/operationfigures.h"
#include "core/explain/peakexplanation.h"
#include "core/explain/remedies.h"
#include "core/memory/liveness.h"
#include "core/memory/operationtiles.h"
#include "core/memory/tilememory.h"
#include "core/output/plantext.h"
#include "ui/charts/chartcolors.h"
#include "ui/pages/livenessdata.h"
#include "ui/session/workerpool.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/layertext.h"
#include "ui/text/settingtext.h"
#include "ui/text/timetext.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <algorithm>
#include <map>

namespace tileline {

namespace {

constexpr size_t MaxListed = 12;
constexpr qsizetype MaxLetters = 120; ///< longer names are shortened in links
constexpr size_t MaxIntervals = 1000; ///< no page is wide enough to show more intervals

/// A link that takes at most two lines: the middle of a long name is left out.
QString link(QString text, const Choice& choice) {
    if (text.size() > MaxLetters) {
        text.replace(MaxLetters / 2, text.size() - MaxLetters, QChar(0x2026));
    }
    return QStringLiteral("<a href='%1'>%2</a>").arg(linkTo(choice), text.toHtmlEscaped());
}

/// The name of a category: the short name from the bars of IPUs, or the long name if the category exists in
/// both settings, because the bars may combine such a category with others.
QString nameOf(StageCategory category) {
    return isCommon(category) ? categoryText(category)
                              : QCoreApplication::translate("tileline::IpuBar", lookOf(category).barName);
}

QString stepLink(StepIndex step) {
    return link(numberText(step.value), step);
}

/// The entries of PopLiner's layer list that contain the layers of an IPU; empty if there are none.
std::optional<LayerRange> sameLayers(const Layers& entries, const PlacedStage& ipu, bool first,
                                     const Layers& popliner) {
    std::optional<LayerRange> range;
    // PopLiner's first stage begins with the operations outside any layer.
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

/// Writes the description of one choice.
class Description {
public:
    Description(const InspectorRequest& request, const std::stop_token& stop)
        : m_request(request)
        , m_stop(stop) {}

    Outcome<Done> operator()(StageIndex ipu);
    Outcome<Done> operator()(LayerIndex layer);
    Outcome<Done> operator()(OperationIndex operation);
    Outcome<Done> operator()(VariableIndex variable);
    Outcome<Done> operator()(ProgramIndex program);
    Outcome<Done> operator()(StepIndex step);
    Outcome<Done> operator()(TileId tile);
    Outcome<Done> operator()(PageIndex) { return Done{}; }
    Outcome<Done> operator()(SplitIndex split);

    InspectorAnswer answer() {
        m_answer.html = m_page.html();
        return std::move(m_answer);
    }

private:
    /// `of` is the line below the figure, which says what the figure counts. If `over` is true, the figure
    /// has the colour that marks values over a limit.
    void title(const QString& kind, const QString& name, const QString& figure, const QString& of,
               bool over = false) {
        m_page.paragraph(
            QStringLiteral("<span class='muted'>%1</span><br/><b>%2</b>").arg(kind, name.toHtmlEscaped()));
        if (!figure.isEmpty()) {
            m_page.paragraph(QStringLiteral("<span style='font-size:x-large' "
                                            "class='%1'><b>%2</b></span><br/><span class='muted'>%3</span>")
                                 .arg(over ? QStringLiteral("over") : QString(), figure, of));
        }
    }
    /// A row of bars(). The row with the most bytes has the longest bar; rows with 0 bytes are left out. If
    /// `largest` is true, bars() lists only the largest rows, sorted by size.
    struct Bytes {
        QString name;
        uint64_t bytes;
        std::optional<StageCategory> category = {};
    };
    void bars(const QString& heading, std::vector<Bytes> rows, bool largest = false);
    /// Calls bars() with a row for each category.
    void categories(const QString& heading, const CategoryBytes& bytes);
    Outcome<Done> findFigures();
    Outcome<Done> explain(StageIndex ipu);
    Outcome<Done> comparePopLiner(const PlacedStage& placed, const StageEstimate& stage, bool first);
    void programRows(RichPage::Rows rows, ProgramIndex index);
    void programLists(ProgramIndex program);
    void debugFields(const std::string& json);
    /// Begins a section, and lists `rows` in it. Does nothing if `rows` is empty.
    void facts(const QString& heading, const RichPage::Rows& rows) {
        if (!rows.empty()) {
            m_page.heading(heading);
            m_page.facts(rows);
        }
    }
    void showIn(std::initializer_list<std::pair<const char*, const char*>> pages);
    QString layerLink(LayerIndex layer) const { return link(layerName(m_layers, layer), layer); }
    template <class Show>
    void list(const QString& heading, size_t count, Show show) {
        QStringList lines;
        for (size_t i = 0; i < std::min(count, MaxListed); ++i) {
            lines += show(i);
        }
        if (count > MaxListed) {
            lines += Inspector::tr("and %Ln more", nullptr, static_cast<int>(count - MaxListed));
        }
        if (count > 0) {
            m_page.heading(heading);
            m_page.paragraph(lines.join(QStringLiteral("<br/>")));
        }
    }

    const InspectorRequest& m_request;
    const Profile& m_profile = *m_request.study.profile;
    const Layers& m_layers = *m_request.study.layers;
    const std::stop_token& m_stop;
    InspectorAnswer m_answer;
    RichPage m_page;
};

void Description::bars(const QString& heading, std::vector<Bytes> rows, bool largest) {
    std::erase_if(rows, [](const Bytes& row) { return row.bytes == 0; });
    if (largest) {
        std::ranges::stable_sort(rows, std::greater(), &Bytes::bytes);
        rows.resize(std::min(rows.size(), MaxListed));
    }
    if (rows.empty()) {
        return;
    }
    const auto most = static_cast<double>(std::ranges::max(rows, {}, &Bytes::bytes).bytes);
    std::vector<RichPage::Bar> shown;
    for (const Bytes& row : rows) {
        shown.push_back(
            {row.name, bytesText(row.bytes), static_cast<double>(row.bytes) / most, row.category});
    }
    m_page.heading(heading);
    m_page.bars(shown);
}

void Description::categories(const QString& heading, const CategoryBytes& bytes) {
    std::vector<Bytes> rows;
    for (const StageCategoryInfo& category : StageCategories) {
        rows.push_back({nameOf(category.category), bytes.*category.bytes, category.category});
    }
    bars(heading, rows);
}

Outcome<Done> Description::findFigures() {
    InspectorCache& cache = *m_request.cache;
    if (!cache.operations) {
        Workers workers(1);
        auto bytes =
            TRY(operationFigures(m_profile, m_layers, workers, m_stop, TileRange::ofModel(m_profile)));
        auto cycles = TRY(OperationCycleFigures::find(m_profile, m_layers, m_stop));
        cache.operations = std::make_shared<InspectorCache::OperationFigures>(
            InspectorCache::OperationFigures{std::move(bytes), std::move(cycles)});
    }
    return Done{};
}

/// Shows an IPU's layers with their bytes on the fullest tile, and how the peak changes if the IPU gains or
/// loses a layer.
Outcome<Done> Description::explain(StageIndex ipu) {
    InspectorCache& cache = *m_request.cache;
    const StageEstimator& estimator = *m_request.study.estimator;
    if (!cache.roles) {
        cache.roles = std::make_shared<VariableRoles>(m_profile, m_layers);
    }
    Workers workers(1);
    const PeakExplanation peak =
        TRY(explainPeak(estimator, *cache.roles, m_request.result->estimate, ipu.value, workers, m_stop));
    std::map<std::optional<LayerIndex>, uint64_t>
        byLayer; // the empty key stands for bytes that no operation owns
    for (const StageItem& item : peak.items) {
        byLayer[item.entry] += item.bytes;
    }
    std::vector<Bytes> rows;
    for (const auto& [layer, bytes] : byLayer) {
        rows.push_back({layer ? layerLink(*layer) : nameOf(StageCategory::Unowned), bytes});
    }
    bars(Inspector::tr("By layer"), rows, true);
    RichPage::Rows moves;
    for (const EntryMove* const move : movesOf(peak)) {
        const bool taken = peak.takeNext && move == &*peak.takeNext;
        moves.emplace_back((taken ? Inspector::tr("With %1") : Inspector::tr("Without %1"))
                               .arg(layersText({move->entry, move->entry}, m_layers).toHtmlEscaped()),
                           bytesText(move->peakTileBytes));
        moves.emplace_back(Inspector::tr("Then on IPU %1")
                               .arg(link(QString::number(move->neighbour), StageIndex{move->neighbour})),
                           bytesText(move->neighbourPeakBytes));
    }
    facts(Inspector::tr("One layer more or less"), moves);
    return Done{};
}

void Description::showIn(std::initializer_list<std::pair<const char*, const char*>> pages) {
    m_page.heading(Inspector::tr("Show in"));
    QStringList links;
    for (const auto& [id, title] : pages) {
        links += QStringLiteral("<a href='page:%1'>%2</a>")
                     .arg(QLatin1String(id), QCoreApplication::translate("Pages", title).toHtmlEscaped());
    }
    m_page.paragraph(links.join(QStringLiteral(" · ")));
}

Outcome<Done> Description::operator()(StageIndex ipu) {
    const StagePlacement placement = m_request.study.place(m_request.plan.splitPlan());
    if (ipu.index() >= placement.ipus.size()) {
        return Done{};
    }
    const PlacedStage& placed = placement.ipus[ipu.index()];
    const bool known = m_request.result && m_request.result->estimate.plan == m_request.plan.splitPlan();
    const StageEstimate* const stage = known ? &m_request.result->estimate.stages[ipu.index()] : nullptr;
    title(Inspector::tr("IPU %1").arg(ipu.value), placedText(placed, m_layers),
          stage ? bytesText(stage->peakTileBytes) : QString(),
          Inspector::tr("on its fullest tile (estimate)"),
          stage && stage->peakTileBytes > m_request.plan.limitOf(ipu));
    if (!stage) {
        return Done{};
    }
    const auto limit = static_cast<int64_t>(m_request.plan.limitOf(ipu));
    const int64_t left = limit - static_cast<int64_t>(stage->peakTileBytes);
    m_page.facts({{left < 0 ? Inspector::tr("Over") : Inspector::tr("Headroom"),
                   bytesText(static_cast<uint64_t>(std::abs(left)))},
                  {Inspector::tr("Fullest tile"), link(numberText(stage->peakTile.value), stage->peakTile)},
                  {Inspector::tr("Peak step"), stepLink(stage->peakStep)}});
    Workers workers(1);
    const StageTiles tiles = TRY(m_request.study.estimator->tilesPlaced(placed, workers, m_stop));
    categories(Inspector::tr("On the fullest tile"), tiles.tile(stage->peakTile.index()));
    TRY(explain(ipu));
    if (const auto time = m_request.study.timeOf(m_request.result->estimate)) {
        PipelineTime::Stage sum;
        for (const uint32_t number : placement.stagesOf(ipu.index())) {
            sum.forward += time->stages[number].forward;
            sum.recompute += time->stages[number].recompute;
            sum.backward += time->stages[number].backward;
        }
        //: cycles of an IPU for one micro-batch
        facts(Inspector::tr("Cycles of a micro-batch"),
              {{Inspector::tr("Forward"), cyclesText(sum.forward)},
               {Inspector::tr("Recomputed"), cyclesText(sum.recompute)},
               {Inspector::tr("Backward"), cyclesText(sum.backward)},
               {Inspector::tr("Share of the period"), percentText(sum.total() / time->period)}});
    }
    TRY(comparePopLiner(placed, *stage, ipu.value == 0));
    showIn({{"plan", "Plan"},
            {"peak", "Why this peak"},
            {"liveness", "Liveness"},
            {"tilememory", "Tile memory"},
            {"operations", "Operations"}});
    return Done{};
}

Outcome<Done> Description::comparePopLiner(const PlacedStage& placed, const StageEstimate& stage,
                                           bool first) {
    if (!m_request.study.isPipeline()) {
        return Done{};
    }
    if (!m_request.comparesPopLiner) {
        m_page.paragraph(QStringLiteral("<a href='popliner:'>%1</a>")
                             .arg(Inspector::tr("Compare with PopLiner").toHtmlEscaped()));
        return Done{};
    }
    StageEstimatorPtr& popliner = m_request.cache->popliner;
    const std::shared_ptr<Workers> workers = WorkerPool::loopWorkers();
    if (!popliner) {
        LayerOptions options = m_layers.options;
        options.unassigned = Unassigned::First;
        Study study = TRY(Study::open(m_request.study.profile, {options, {Setting::PopLiner, {}}}, m_stop));
        TRY(study.addEstimator(*workers, {}, m_stop));
        popliner = study.estimator;
    }
    const auto range = sameLayers(m_layers, placed, first, popliner->layers());
    if (!range) {
        return Done{};
    }
    const PopLinerFigure figure{stage.peakTileBytes,
                                m_request.study.estimator->tileParts(placed, stage.peakTile),
                                TRY(popliner->estimate(*range, *workers, m_stop)).peakTileBytes};
    m_answer.popliner = figure;
    //: a heading: the layers of an IPU of the plan, and the memory that PopLiner estimates for them
    facts(Inspector::tr("The same layers, as PopLiner estimates them"),
          {{popLinerSettingText(), bytesText(figure.popliner)},
           {Inspector::tr("Difference"), signedBytesText(figure.difference())},
           {Inspector::tr("due to the stash"), bytesText(figure.parts.stash)},
           {Inspector::tr("due to accumulators"), bytesText(figure.parts.accumulators)},
           {Inspector::tr("due to unowned bytes"), bytesText(figure.parts.unowned)},
           {Inspector::tr("the rest"), signedBytesText(figure.rest())}});
    m_page.paragraph(Inspector::tr(
        "The causes of the rest: the two estimates assign different operations to the stage, count different "
        "steps, and may have different fullest tiles, and PopLiner ignores I/O tiles."));
    return Done{};
}

Outcome<Done> Description::operator()(LayerIndex layer) {
    if (layer.index() >= m_layers.count()) {
        return Done{};
    }
    const auto alone = m_request.alone && layer.index() < m_request.alone->size()
                           ? (*m_request.alone)[layer.index()]
                           : std::nullopt;
    title(Inspector::tr("Layer"), layerName(m_layers, layer),
          alone ? bytesText(alone->bytes.total()) : QString(), Inspector::tr("on all tiles (estimate)"));
    RichPage::Rows rows;
    if (const StageEstimatorPtr& estimator = m_request.study.estimator) {
        const uint32_t ipu = m_request.study.place(m_request.plan.splitPlan()).ipuOf(layer);
        rows.emplace_back(Inspector::tr("IPU"), link(QString::number(ipu), StageIndex{ipu}));
        if (layer.next().index() < m_layers.count()) {
            rows.emplace_back(Inspector::tr("Bytes that would cross a split after this layer"),
                              bytesText(estimator->crossingBytes(layer.next())));
        }
    }
    if (alone) {
        rows.emplace_back(Inspector::tr("Fullest tile if the layer is alone on an IPU"),
                          bytesText(alone->peakTileBytes));
    }
    if (const EntryCyclesPtr& cycles = m_request.study.cycles) {
        rows.emplace_back(Inspector::tr("Forward"), cyclesText(cycles->forward[layer.index()]));
        rows.emplace_back(Inspector::tr("Backward"), cyclesText(cycles->backward[layer.index()]));
    }
    m_page.facts(rows);
    if (alone) {
        categories(Inspector::tr("By category"), alone->bytes);
    }
    TRY(findFigures());
    std::vector<Bytes> operations;
    for (uint32_t i = 0; i < m_layers.operations.size(); ++i) {
        if (m_layers.operations[i].layer == layer) {
            operations.push_back({link(shownText(m_layers.operations[i].name), OperationIndex{i}),
                                  m_request.cache->operations->bytes[i].total()});
        }
    }
    bars(Inspector::tr("Largest operations"), operations, true);
    showIn({{"plan", "Plan"},
            {"liveness", "Liveness"},
            {"execution", "Execution"},
            {"operations", "Operations"},
            {"communication", "Communication"}});
    return Done{};
}

Outcome<Done> Description::operator()(OperationIndex operation) {
    if (operation.index() >= m_layers.operations.size()) {
        return Done{};
    }
    TRY(findFigures());
    const InspectorCache::OperationFigures& figures = *m_request.cache->operations;
    const LayeredOperation& listed = m_layers.operations[operation.index()];
    const OperationDetail& detail = m_profile.operationDetails[listed.detail.index()];
    const CategoryBytes& bytes = figures.bytes[operation.index()];
    title(Inspector::tr("Operation"), shownText(listed.name), bytesText(bytes.total()),
          Inspector::tr("on all tiles"));
    RichPage::Rows rows{{Inspector::tr("Layer"), layerLink(listed.layer)}};
    addKnown(rows, Inspector::tr("Type"), escaped(detail.debug.opid));
    addKnown(rows, Inspector::tr("Software layer"), escaped(softwareLayer(m_profile, listed.detail)));
    const OperationCycleFigures& cycles = figures.cycles[operation.index()];
    for (const auto& [name, figure] : {std::pair(Inspector::tr("Cycles"), cycles.cycles),
                                       {Inspector::tr("Measured cycles"), cycles.measured},
                                       {Inspector::tr("Estimated cycles"), cycles.estimated}}) {
        if (figure) {
            rows.emplace_back(name, cyclesText(*figure));
        }
    }
    if (const auto flops = flopsOf(m_profile, listed.detail)) {
        rows.emplace_back(Inspector::tr("FLOPs"), numberText(*flops));
    }
    if (cycles.tileBalance) {
        rows.emplace_back(Inspector::tr("Tile balance"), percentText(*cycles.tileBalance));
    }
    if (detail.firstStep) {
        rows.emplace_back(Inspector::tr("Steps"),
                          stepLink(*detail.firstStep) + QStringLiteral(" – ") + stepLink(*detail.lastStep));
    }
    addKnown(rows, Inspector::tr("Source"), escaped(shortLocation(detail.location)));
    m_page.facts(rows);
    categories(Inspector::tr("By category"), bytes);
    list(Inspector::tr("Inputs"), detail.debug.inputs.size(),
         [&](size_t i) { return escaped(detail.debug.inputs[i]); });
    list(Inspector::tr("Outputs"), detail.debug.outputs.size(),
         [&](size_t i) { return escaped(detail.debug.outputs[i]); });
    const auto programs = m_profile.operationPrograms[listed.detail.index()];
    list(Inspector::tr("Programs"), programs.size(), [&](size_t i) {
        const Program& program = m_profile.programs[programs[i].index()];
        return link(shownText(program.type) + QLatin1Char(' ') +
                        shownText(programName(m_profile, programs[i])),
                    programs[i]);
    });
    debugFields(detail.debug.json);
    showIn({{"operations", "Operations"},
            {"execution", "Execution"},
            {"programtree", "Program tree"},
            {"liveness", "Liveness"}});
    return Done{};
}

Outcome<Done> Description::operator()(VariableIndex variable) {
    if (variable.index() >= m_profile.variables.size()) {
        return Done{};
    }
    VariableOriginsPtr& known = m_request.cache->origins;
    if (!known) {
        known = TRY(VariableOrigins::build(m_request.study.profile, m_request.study.layers, m_stop));
    }
    const LoweredVariables& lowered = m_profile.lowered;
    const auto live = lowered.size() > 0
                          ? TRY(lifetimeOf(m_profile, variable, TileRange::ofModel(m_profile), m_stop))
                          : std::vector<StepInterval>();
    uint64_t bytes = 0;
    uint64_t greatest = 0;
    uint32_t greatestTile = 0;
    size_t parts = 0;
    bool always = true;
    for (uint32_t tile = 0; tile + 1 < lowered.tileBegin.size(); ++tile) {
        if (m_stop.stop_requested()) {
            return Cancelled{};
        }
        uint64_t onTile = 0;
        for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
            if (lowered.variable[row] != variable) {
                continue;
            }
            onTile += lowered.bytes[row];
            ++parts;
            always = always && isAlwaysLive(m_profile, LoweredIndex{static_cast<uint32_t>(row)});
        }
        bytes += onTile;
        if (onTile > greatest) {
            greatest = onTile;
            greatestTile = tile;
        }
    }
    title(Inspector::tr("Variable"), variableName(m_profile, variable), bytesText(bytes),
          Inspector::tr("on all tiles"));
    const VariableOrigins& origins = *known;
    RichPage::Rows rows{{Inspector::tr("Layer"), layerLink(origins.layerOf(variable))}};
    if (const auto operation = origins.operationOf(variable)) {
        rows.emplace_back(Inspector::tr("Operation"),
                          link(shownText(m_layers.operations[operation->index()].name), *operation));
    }
    addKnown(rows, Inspector::tr("Source"), escaped(shortLocation(origins.locationOf(variable))));
    //: the number of lowered variables into which a variable is cut
    rows.emplace_back(Inspector::tr("Parts"), numberText(parts));
    if (parts > 0) {
        rows.emplace_back(
            Inspector::tr("Most on a tile"),
            Inspector::tr("%1 on tile %2")
                .arg(bytesText(greatest), link(numberText(greatestTile), TileId{greatestTile})));
        rows.emplace_back(Inspector::tr("Live"), always ? Inspector::tr("always")
                                                 : live.empty()
                                                     ? Inspector::tr("never")
                                                     : Inspector::tr("from step %1 to %2")
                                                           .arg(stepLink(live.front().start),
                                                                stepLink({live.back().end.value - 1})));
    }
    m_page.facts(rows);
    if (parts > 0 && !always && live.size() <= MaxIntervals) {
        m_page.heading(Inspector::tr("Lifetime along the steps"));
        m_page.band(live, m_profile.stepCount());
    }
    if (const auto operation = origins.operationOf(variable)) {
        std::vector<uint32_t> relatives;
        for (uint32_t i = 0; i < m_profile.variables.size(); ++i) {
            if (i != variable.value && origins.operationOf(VariableIndex{i}) == operation) {
                relatives.push_back(i);
            }
        }
        list(Inspector::tr("Of the same operation"), relatives.size(), [&](size_t i) {
            return link(variableName(m_profile, VariableIndex{relatives[i]}), VariableIndex{relatives[i]});
        });
    }
    showIn({{"liveness", "Liveness"},
            {"tilememory", "Tile memory"},
            {"memorymap", "Memory map"},
            {"operations", "Operations"}});
    return Done{};
}

Outcome<Done> Description::operator()(SplitIndex split) {
    const SplitPlan& plan = m_request.plan.splitPlan();
    const StageEstimatorPtr& estimator = m_request.study.estimator;
    if (split.index() >= plan.splits().size() || !estimator) {
        return Done{};
    }
    const LayerIndex at = plan.splits()[split.index()];
    title(Inspector::tr("Split %1").arg(split.value + 1),
          Inspector::tr("before %1").arg(layersText({at, at}, m_layers)),
          bytesText(estimator->crossingBytes(at)), Inspector::tr("cross it"));
    const StagePlacement placement = m_request.study.place(plan);
    RichPage::Rows rows;
    for (const LayerIndex beside : {LayerIndex{at.value - 1}, at}) {
        const uint32_t ipu = placement.ipuOf(beside);
        rows.emplace_back(layerLink(beside), link(Inspector::tr("IPU %1").arg(ipu), StageIndex{ipu}));
    }
    const auto time = m_request.result && m_request.result->estimate.plan == plan
                          ? m_request.study.timeOf(m_request.result->estimate)
                          : std::nullopt;
    if (time && split.index() < time->transferCycles.size()) {
        rows.emplace_back(Inspector::tr("Transfer, cycles"), cyclesText(time->transferCycles[split.index()]));
    }
    rows.emplace_back(Inspector::tr("Pinned"),
                      m_request.plan.isPinned(at) ? Inspector::tr("yes") : Inspector::tr("no"));
    m_page.facts(rows);
    RichPage::Rows moved;
    for (const bool right : {false, true}) {
        const LayerIndex next{right ? at.value + 1 : at.value - 1};
        const SplitPlan other = m_request.plan.withSplitMoved(split.index(), next).splitPlan();
        const auto peak = m_request.study.table && other.isSplit(next) && !plan.isSplit(next)
                              ? tabulated(*m_request.study.table, other)
                              : std::nullopt;
        if (peak) {
            moved.emplace_back(right ? Inspector::tr("by one layer to the right")
                                     : Inspector::tr("by one layer to the left"),
                               bytesText(peak->peakTileBytes()));
        }
    }
    facts(Inspector::tr("Peak of the plan if the split is moved"), moved);
    showIn({{"plan", "Plan"}, {"peak", "Why this peak"}, {"communication", "Communication"}});
    return Done{};
}

/// Shows `rows`, followed by the properties of the program that depend on its type.
void Description::programRows(RichPage::Rows rows, ProgramIndex index) {
    const Program& program = m_profile.programs[index.index()];
    const auto add = [&](const QString& name, uint64_t number, auto text) {
        if (number > 0) {
            rows.emplace_back(name, text(number));
        }
    };
    //: how often a loop runs
    add(Inspector::tr("Repeats"), program.repeatCount.value_or(0), numberText);
    if (program.function) {
        rows.emplace_back(Inspector::tr("Calls function"), numberText(*program.function));
    }
    if (const ComputeSet* const set = executedComputeSet(m_profile, index)) {
        rows.emplace_back(Inspector::tr("Compute set"), escaped(set->name));
        for (size_t i = 0; i < std::min(MaxListed, set->vertices.size()); ++i) {
            const VertexInstances& vertices = set->vertices[i];
            rows.emplace_back(numberText(sumOver(vertices.count)) + QStringLiteral(" ×"),
                              escaped(m_profile.vertexTypes[vertices.type.index()].name));
        }
    }
    auto& cycles = m_request.cache->programs;
    if (!cycles) {
        cycles.reset(new std::array{ProgramCycles(m_profile, CycleSource::Measured),
                                    ProgramCycles(m_profile, CycleSource::Estimated)});
    }
    for (const ProgramCycles& source : *cycles) {
        if (const CycleSource known = source.sourceOf(index); known >= CycleSource::Estimated) {
            rows.emplace_back(known == CycleSource::Measured ? Inspector::tr("Measured cycles")
                                                             : Inspector::tr("Estimated cycles"),
                              cyclesText(source.of(index)));
        }
    }
    for (const ProgramTraffic& traffic :
         m_profile.programBytes ? std::span(*m_profile.programBytes) : std::span<const ProgramTraffic>()) {
        if (traffic.program == index) {
            add(Inspector::tr("Bytes in, IPU %1").arg(traffic.ipu), traffic.in, bytesText);
            add(Inspector::tr("Bytes out, IPU %1").arg(traffic.ipu), traffic.out, bytesText);
        }
    }
    add(Inspector::tr("Exchange code"), sumOver(exchangeCodeOf(program)), bytesText);
    add(Inspector::tr("Control code"), sumOver(program.controlCode), bytesText);
    add(Inspector::tr("Lowered variables"), m_profile.programVariables[index.index()].size(), numberText);
    addKnown(rows, Inspector::tr("Source"), escaped(programLocation(m_profile, index)));
    m_page.facts(rows);
}

/// Shows the fields of the debug information except those that are lists.
void Description::debugFields(const std::string& json) {
    const QJsonObject fields =
        QJsonDocument::fromJson(QByteArray(json.data(), static_cast<qsizetype>(json.size()))).object();
    RichPage::Rows rows;
    for (auto field = fields.begin(); field != fields.end() && rows.size() < MaxListed; ++field) {
        const QVariant value = field->toVariant();
        const QString text =
            field->isObject() ? QJsonDocument::fromVariant(value).toJson() : value.toString();
        // Inputs and outputs are lists: toString() returns an empty text, so addKnown() leaves them out.
        addKnown(rows, escaped(field.key().left(MaxLetters).toStdString()),
                 escaped(text.simplified().left(MaxLetters).toStdString()));
    }
    facts(Inspector::tr("Debug information"), rows);
}

/// Lists the steps in which a program runs, and the program's debug contexts.
void Description::programLists(ProgramIndex program) {
    std::vector<StepIndex> steps;
    for (uint32_t step = 0; step < m_profile.stepCount(); ++step) {
        if (m_profile.stepProgram[step] == program) {
            steps.push_back({step});
        }
    }
    list(Inspector::tr("Steps of the program"), steps.size(), [&](size_t i) { return stepLink(steps[i]); });
    const auto contexts = contextChain(m_profile, program);
    list(Inspector::tr("Debug contexts"), contexts.size(), [&](size_t i) { return escaped(contexts[i]); });
}

Outcome<Done> Description::operator()(ProgramIndex program) {
    if (program.index() >= m_profile.programs.size()) {
        return Done{};
    }
    title(Inspector::tr("Program: %1").arg(escaped(m_profile.programs[program.index()].type)),
          shownText(programName(m_profile, program)), {}, {});
    programRows({{Inspector::tr("Id"), numberText(m_profile.programs[program.index()].id)}}, program);
    programLists(program);
    showIn({{"execution", "Execution"}, {"programtree", "Program tree"}, {"liveness", "Liveness"}});
    return Done{};
}

Outcome<Done> Description::operator()(StepIndex step) {
    if (step.index() >= m_profile.stepCount()) {
        return Done{};
    }
    const ProgramIndex program = m_profile.stepProgram[step.index()];
    const LivenessSeries series = livenessSeries(m_profile);
    title(Inspector::tr("Step %1").arg(numberText(step.value)), shownText(programName(m_profile, program)),
          bytesText(series.total(step)), Inspector::tr("live on all tiles"));
    programRows(
        {{Inspector::tr("Program"), link(shownText(m_profile.programs[program.index()].type), program)}},
        program);
    bars(Inspector::tr("On all tiles"),
         {{Inspector::tr("Always live"), series.alwaysLive, StageCategory::Variables},
          {Inspector::tr("Not always live"), series.notAlwaysLive[step.index()], StageCategory::Variables}});
    programLists(program);
    showIn({{"liveness", "Liveness"}, {"memorymap", "Memory map"}, {"programtree", "Program tree"}});
    return Done{};
}

Outcome<Done> Description::operator()(TileId tile) {
    const TileMemory memory = tileMemoryOf(m_profile);
    if (tile.index() >= memory.tileCount()) {
        return Done{};
    }
    title(Inspector::tr("Tile %1").arg(numberText(tile.value)), {}, bytesText(memory.totals[tile.index()]),
          Inspector::tr("as Poplar counted it"));
    std::vector<Bytes> rows;
    for (const TileMemory::Category& category : memory.categories) {
        rows.push_back({wordFor(ColumnType::Category, category.name).toHtmlEscaped(),
                        category.bytes[tile.index()], categoryOf(category.name)});
    }
    bars(Inspector::tr("By category"), rows);
    showIn({{"tilememory", "Tile memory"}, {"memorymap", "Memory map"}, {"liveness", "Liveness"}});
    return Done{};
}

} // namespace

Outcome<InspectorAnswer> inspect(const InspectorRequest& request, const std::stop_token& stop) {
    Description description(request, stop);
    TRY(std::visit(description, request.choice));
    return description.answer();
}

Inspector::Inspector(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see what is chosen in it."))
    , m_text(new RichView) {
    m_text->setAccessibleName(tr("What is chosen"));
    withoutMargins(content())->addWidget(m_text, 1);
    connect(m_text, &RichView::anchorClicked, this, [this](const QUrl& url) { follow(url.toString()); });
    connect(selection, &Selection::changed, this, &Inspector::invalidate);
    for (const auto signal :
         {&Session::planChanged, &Session::resultChanged, &Session::layerEstimatesChanged}) {
        // The update is delayed, because a drag changes the plan many times per second.
        connect(session, signal, &m_later, qOverload<>(&QTimer::start));
    }
}

/// The latest choice, if it still exists; otherwise the fullest IPU or, if that is unknown, the peak step.
std::optional<Choice> Inspector::choice() const {
    if (selection()->latest()) {
        return selection()->latest();
    }
    if (const auto fullest = fullestStage()) {
        return fullest;
    }
    const auto peak = livenessSeries(*session()->profile()).peakStep();
    return peak ? std::optional<Choice>(*peak) : std::nullopt;
}

std::optional<Choice> Inspector::fullestStage() const {
    const PartitionResultPtr result = session()->result();
    return result
               ? std::optional<Choice>(StageIndex{fullestIpu(result->estimate, session()->plan().memory())})
               : std::nullopt;
}

void Inspector::compareFullestIpu() {
    if (const auto fullest = fullestStage()) {
        m_comparesPopLiner = true;
        selection()->choose(*fullest);
        invalidate();
    }
}

void Inspector::refresh() {
    if (m_profile != session()->profile() || m_layers != session()->layers()) {
        reset();
        m_profile = session()->profile();
        m_layers = session()->layers();
    }
    const auto chosen = choice();
    if (!chosen) {
        showMessage(tr("Nothing is chosen"), tr("Click a layer, an IPU, a variable or a step."));
        return;
    }
    compute(
        m_task,
        [request = InspectorRequest{*chosen, session()->study(), session()->plan(), session()->result(),
                                    session()->layerEstimates(), m_cache, m_comparesPopLiner}](
            const std::stop_token& stop) { return inspect(request, stop); },
        [this](InspectorAnswer answer) {
            m_popliner = answer.popliner;
            m_text->showPage(answer.html);
        });
}

void Inspector::reset() {
    m_task.cancel();
    m_text->clear();
    m_popliner.reset();
    // A worker frees the cache, because freeing a large estimator takes many milliseconds.
    WorkerPool::shared().add([cache = std::exchange(m_cache, std::make_shared<InspectorCache>()),
                              profile = std::exchange(m_profile, {}),
                              layers = std::exchange(m_layers, {})] {});
}

void Inspector::follow(const QString& link) {
    if (link.startsWith(QLatin1String("page:"))) {
        emit pageRequested(link.section(QLatin1Char(':'), 1));
    } else if (link == QLatin1String("popliner:")) {
        m_comparesPopLiner = true;
        invalidate();
    } else if (const auto chosen = choiceOf(link)) {
        selection()->choose(*chosen);
    }
}

} // namespace tileline
