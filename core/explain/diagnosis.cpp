// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/diagnosis.h"

#include "core/base/sequences.h"
#include "core/memory/datavariables.h"
#include "core/memory/liveness.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace tileline {

namespace {

/// The names that tile_memory uses for the categories of the estimate.
constexpr std::array VertexCodeNames{std::string_view("category.vertexCode")};
constexpr std::array VertexStateNames{std::string_view("category.vertexInstanceState"),
                                      std::string_view("category.vectorListDescriptor")};
constexpr std::array ExchangeCodeNames{std::string_view("category.internalExchangeCode")};
constexpr std::array ControlCodeNames{std::string_view("category.controlCode")};
constexpr std::string_view VariableName = "category.variable";
constexpr std::string_view TotalName = "total.excludingGaps";
constexpr std::string_view CategoryPrefix = "category.";

/// Which operations a count includes; Coverage has a field for each possibility.
enum Scope { Estimate, AllOperations, LayerOperations, ScopeCount };
constexpr std::array<uint64_t Coverage::*, ScopeCount> ScopeField{
    &Coverage::estimate, &Coverage::allOperations, &Coverage::layerOperations};

using Bytes = std::vector<uint64_t>;

struct ScopeTiles {
    OperationTiles tiles;
    std::vector<LoweredIndex> rows; ///< the lowered variables that are counted
};

uint64_t sumOf(const Bytes& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), uint64_t{0});
}

/// Adds the difference on one tile or in one category to `missing` or `tooMuch` of `coverage`.
void addDifference(Coverage& coverage, uint64_t measured, uint64_t estimate) {
    coverage.missing += measured > estimate ? measured - estimate : 0;
    coverage.tooMuch += estimate > measured ? estimate - measured : 0;
}

Coverage compared(const std::optional<Bytes>& measured, const Bytes& estimate) {
    Coverage coverage;
    coverage.estimate = sumOf(estimate);
    if (measured) {
        coverage.measured = sumOf(*measured);
        for (size_t tile = 0; tile < estimate.size(); ++tile) {
            addDifference(coverage, (*measured)[tile], estimate[tile]);
        }
    }
    return coverage;
}

class Diagnoser {
public:
    Diagnoser(const Profile& profile, const Layers& layers, const OneStageTiles* oneStage)
        : m_profile(profile)
        , m_layers(layers)
        , m_oneStage(oneStage)
        , m_data(profile)
        , m_estimator(profile, vertexKindsOf(layers))
        , m_tiles(m_estimator.tileCount()) {}

    Outcome<Diagnosis> run(size_t maxMissing, std::stop_token stop);

private:
    void collectOperations();
    void countPrograms();
    void collectVariables();
    void estimateScopes();
    std::vector<StepInterval> stepsOf(const std::vector<DetailIndex>& operations) const;
    StepInterval estimateWindow() const;
    void findWorst();
    void compareSums();
    void compareWorst();
    void compareTotals();
    void countOthers();
    void keepBooks();
    void listMissing(size_t maximum);

    template <size_t N>
    std::optional<Bytes> measured(const std::array<std::string_view, N>& names) const;
    std::vector<LoweredIndex> allRows() const;
    bool isLive(LoweredIndex row) const;
    /// Fills one category of both comparisons. compareWorst() later replaces `worst.variables`.
    void compareCode(Coverage CategoryCoverage::*category, Bytes OperationTiles::*column,
                     const std::optional<Bytes>& measured);

    const Profile& m_profile;
    const Layers& m_layers;
    const OneStageTiles* m_oneStage; ///< null in PopLiner's setting
    DataVariables m_data;
    OperationTilesEstimator m_estimator;
    size_t m_tiles;
    std::vector<DetailIndex> m_all;
    std::vector<DetailIndex> m_inLayers;
    std::array<ScopeTiles, ScopeCount> m_scopes;
    Bytes m_allPeaks; ///< by tile: peak of all lowered variables
    Diagnosis m_result;
};

void Diagnoser::collectOperations() {
    for (const LayeredOperation& operation : m_layers.operations) {
        m_all.push_back(operation.detail);
        if (operation.kind == EntryKind::Layer) {
            m_inLayers.push_back(operation.detail);
        }
    }
}

void Diagnoser::countPrograms() {
    enum : uint8_t { InOperation = 1, InLayer = 2 };
    std::vector<uint8_t> membership(m_profile.programs.size(), 0);
    const auto mark = [&](const std::vector<DetailIndex>& operations, uint8_t bit) {
        for (const DetailIndex detail : operations) {
            for (const ProgramIndex program : m_profile.operationPrograms[detail.index()]) {
                membership[program.index()] |= bit;
            }
        }
    };
    mark(m_all, InOperation);
    mark(m_inLayers, InLayer);
    std::unordered_map<std::string_view, size_t> position;
    for (size_t program = 0; program < membership.size(); ++program) {
        const std::string& type = m_profile.programs[program].type;
        const auto [entry, added] = position.try_emplace(type, m_result.programs.size());
        if (added) {
            m_result.programs.push_back({type});
        }
        ProgramCoverage& coverage = m_result.programs[entry->second];
        ++coverage.inProfile;
        coverage.inOperations += (membership[program] & InOperation) != 0 ? 1 : 0;
        coverage.inLayers += (membership[program] & InLayer) != 0 ? 1 : 0;
    }
    std::ranges::stable_sort(m_result.programs, std::greater(), &ProgramCoverage::inProfile);
}

std::vector<LoweredIndex> Diagnoser::allRows() const {
    std::vector<LoweredIndex> rows;
    for (uint32_t row = 0; row < m_profile.lowered.tileBegin[m_tiles]; ++row) {
        if (m_data.contains({row})) {
            rows.push_back({row});
        }
    }
    return rows;
}

void Diagnoser::collectVariables() {
    m_scopes[AllOperations].rows = m_estimator.variablesOf(m_all);
    m_scopes[LayerOperations].rows = m_estimator.variablesOf(m_inLayers);
    m_scopes[Estimate].rows = m_scopes[m_oneStage != nullptr ? AllOperations : LayerOperations].rows;
    for (const Scope scope : {AllOperations, LayerOperations}) {
        std::erase_if(m_scopes[scope].rows, [this](LoweredIndex row) { return !m_data.contains(row); });
    }
    const auto coverageOf = [this](const std::vector<LoweredIndex>& rows) {
        return VariableCoverage{
            rows.size(), sumOf(rows, [&](LoweredIndex row) { return m_profile.lowered.bytes[row.index()]; })};
    };
    const VariableCoverage used = coverageOf(m_scopes[AllOperations].rows);
    const VariableCoverage inLayers = coverageOf(m_scopes[LayerOperations].rows);
    m_result.allVariables = coverageOf(allRows());
    m_result.withoutOperation = {m_result.allVariables.count - used.count,
                                 m_result.allVariables.bytes - used.bytes};
    m_result.outsideLayers = {used.count - inLayers.count, used.bytes - inLayers.bytes};
}

std::vector<StepInterval> Diagnoser::stepsOf(const std::vector<DetailIndex>& operations) const {
    std::vector<StepInterval> steps;
    for (const DetailIndex index : operations) {
        const OperationDetail& detail = m_profile.operationDetails[index.index()];
        if (detail.firstStep && detail.lastStep) {
            steps.push_back({*detail.firstStep, detail.lastStep->next()});
        }
    }
    return steps;
}

/// The window of a stage with all layers: from the first operation in a layer (the very first operation if
/// none is in a layer) to the last operation in the list. Operations that run in no step are ignored.
StepInterval Diagnoser::estimateWindow() const {
    const std::vector<StepInterval> all = stepsOf(m_all);
    const std::vector<StepInterval> inLayers = stepsOf(m_inLayers);
    if (all.empty()) {
        return {};
    }
    StepInterval window{(inLayers.empty() ? all : inLayers).front().start, all.back().end};
    if (window.empty()) {
        for (const StepInterval& steps : all) {
            window.start = std::min(window.start, steps.start);
            window.end = std::max(window.end, steps.end);
        }
    }
    return window;
}

void Diagnoser::estimateScopes() {
    const StepInterval whole{{0}, {m_profile.stepCount()}};
    m_scopes[AllOperations].tiles = m_estimator.codeOf(m_all);
    m_scopes[LayerOperations].tiles = m_estimator.codeOf(m_inLayers);
    m_scopes[Estimate].tiles = m_oneStage != nullptr ? m_oneStage->held : m_scopes[AllOperations].tiles;
    for (const Scope scope : {AllOperations, LayerOperations}) {
        m_scopes[scope].tiles.variables = m_estimator.peaksOf(m_scopes[scope].rows, whole);
    }
    if (m_oneStage == nullptr) {
        m_scopes[Estimate].tiles.variables = m_estimator.peaksOf(m_scopes[Estimate].rows, estimateWindow());
    }
    m_allPeaks = m_estimator.peaksOf(allRows(), whole);
}

template <size_t N>
std::optional<Bytes> Diagnoser::measured(const std::array<std::string_view, N>& names) const {
    std::optional<Bytes> sums;
    for (const std::string_view name : names) {
        if (const TileMemoryCategory* category = m_profile.findTileMemory(name)) {
            sums = sums.value_or(Bytes(m_tiles, 0));
            for (size_t tile = 0; tile < m_tiles; ++tile) {
                (*sums)[tile] += at(category->bytes, tile);
            }
        }
    }
    return sums;
}

bool Diagnoser::isLive(LoweredIndex row) const {
    return tileline::isLive(m_profile, m_profile.lowered.liveClass[row.index()], m_result.worstStep);
}

void Diagnoser::findWorst() {
    const Bytes totals = measured(std::array{TotalName}).value_or(m_allPeaks);
    const auto worst = static_cast<uint32_t>(std::ranges::max_element(totals) - totals.begin());
    m_result.worstTile = {worst};
    std::vector<int64_t> changes(m_profile.stepCount() + size_t{1}, 0);
    for (size_t row = m_profile.lowered.tileBegin[worst]; row < m_profile.lowered.tileBegin[worst + 1];
         ++row) {
        if (!m_data.contains({static_cast<uint32_t>(row)})) {
            continue;
        }
        for (const StepInterval& live :
             m_profile.equivalenceClasses[m_profile.lowered.liveClass[row].index()]) {
            changes[live.start.index()] += m_profile.lowered.bytes[row];
            changes[live.end.index()] -= m_profile.lowered.bytes[row];
        }
    }
    std::partial_sum(changes.begin(), changes.end(), changes.begin());
    m_result.worstStep = {static_cast<uint32_t>(std::ranges::max_element(changes) - changes.begin())};
}

void Diagnoser::compareCode(Coverage CategoryCoverage::*category, Bytes OperationTiles::*column,
                            const std::optional<Bytes>& measuredBytes) {
    Coverage& sums = m_result.sums.*category;
    Coverage& worst = m_result.worst.*category;
    const size_t tile = m_result.worstTile.index();
    sums = compared(measuredBytes, m_scopes[Estimate].tiles.*column);
    if (measuredBytes) {
        worst.measured = (*measuredBytes)[tile];
        addDifference(worst, *worst.measured, (m_scopes[Estimate].tiles.*column)[tile]);
    }
    for (size_t scope = 0; scope < ScopeCount; ++scope) {
        const Bytes& bytes = m_scopes[scope].tiles.*column;
        sums.*ScopeField[scope] = sumOf(bytes);
        worst.*ScopeField[scope] = bytes[tile];
    }
}

void Diagnoser::compareSums() {
    using T = OperationTiles;
    compareCode(&CategoryCoverage::variables, &T::variables, m_allPeaks);
    compareCode(&CategoryCoverage::vertexCode, &T::vertexCode, measured(VertexCodeNames));
    compareCode(&CategoryCoverage::vertexState, &T::vertexState, measured(VertexStateNames));
    compareCode(&CategoryCoverage::exchangeCode, &T::exchangeCode, measured(ExchangeCodeNames));
    compareCode(&CategoryCoverage::controlCode, &T::controlCode, measured(ControlCodeNames));
}

/// Compares the variables that are live on the worst tile at the worst step, not each tile's own peak.
void Diagnoser::compareWorst() {
    const size_t tile = m_result.worstTile.index();
    for (size_t scope = 0; scope < ScopeCount; ++scope) {
        uint64_t live = 0;
        const auto& rows = m_scopes[scope].rows;
        auto row = std::ranges::lower_bound(
            rows, LoweredIndex{static_cast<uint32_t>(m_profile.lowered.tileBegin[tile])});
        for (; row != rows.end() && row->index() < m_profile.lowered.tileBegin[tile + 1]; ++row) {
            live += isLive(*row) ? m_profile.lowered.bytes[row->index()] : 0;
        }
        m_result.worst.variables.*ScopeField[scope] = live;
    }
    Coverage& variables = m_result.worst.variables;
    variables.missing = variables.tooMuch = 0;
    addDifference(variables, *variables.measured, variables.estimate);
}

void Diagnoser::compareTotals() {
    const size_t tile = m_result.worstTile.index();
    const std::optional<Bytes> totals = measured(std::array{TotalName});
    for (CategoryCoverage* coverage : {&m_result.sums, &m_result.worst}) {
        for (const auto field : ScopeField) {
            coverage->total.*field = coverage->variables.*field + coverage->vertexCode.*field +
                                     coverage->vertexState.*field + coverage->exchangeCode.*field +
                                     coverage->controlCode.*field;
        }
    }
    if (totals) {
        m_result.sums.total.measured = sumOf(*totals);
        m_result.worst.total.measured = (*totals)[tile];
    }
    if (m_oneStage != nullptr) {
        m_result.sums.unowned.estimate = sumOf(m_oneStage->unowned);
        m_result.worst.unowned.estimate = m_oneStage->unowned[tile];
        m_result.sums.total.estimate += m_result.sums.unowned.estimate;
        m_result.worst.total.estimate += m_result.worst.unowned.estimate;
    }
}

/// Sums up `missing` and `tooMuch` over all categories, so that errors in different categories do not cancel.
void Diagnoser::keepBooks() {
    if (m_oneStage == nullptr) {
        for (CategoryCoverage* coverage : {&m_result.sums, &m_result.worst}) {
            for (const auto field :
                 {&CategoryCoverage::variables, &CategoryCoverage::vertexCode, &CategoryCoverage::vertexState,
                  &CategoryCoverage::exchangeCode, &CategoryCoverage::controlCode}) {
                coverage->total.missing += (coverage->*field).missing;
                coverage->total.tooMuch += (coverage->*field).tooMuch;
            }
        }
        for (const OtherCategory& category : m_result.otherCategories) {
            m_result.sums.total.missing += category.bytes;
            m_result.worst.total.missing += category.worstTileBytes;
        }
        return;
    }
    const OperationTiles& held = m_oneStage->held;
    Bytes always(m_tiles);
    Bytes others(m_tiles);
    for (size_t tile = 0; tile < m_tiles; ++tile) {
        always[tile] = m_oneStage->alwaysLive[tile] + m_oneStage->unowned[tile] + held.vertexCode[tile] +
                       held.vertexState[tile] + held.exchangeCode[tile] + held.controlCode[tile];
        others[tile] = held.variables[tile] - std::min(held.variables[tile], m_oneStage->alwaysLive[tile]);
    }
    std::vector<LoweredIndex> rows = allRows();
    std::erase_if(rows, [this](LoweredIndex row) { return isAlwaysLive(m_profile, row); });
    const StepInterval whole{{0}, {m_profile.stepCount()}};
    const std::optional<Bytes> alwaysMeasured = measured(std::array{std::string_view("alwaysLive")});
    const Bytes othersMeasured = m_estimator.peaksOf(rows, whole);
    Books& books = m_result.books.emplace();
    books.alwaysLive = compared(alwaysMeasured, always);
    books.notAlwaysLive = compared(othersMeasured, others);
    books.shared = sumOf(m_oneStage->unowned);
    books.owned = sumOf(always) - books.shared;
    const auto addresses = measured(std::array{std::string_view("total.includingGaps")});
    const auto notAlways = measured(std::array{std::string_view("notAlwaysLive")});
    if (addresses && alwaysMeasured && notAlways) {
        const auto beyond = [&](size_t tile) {
            const uint64_t live = (*alwaysMeasured)[tile] + (*notAlways)[tile];
            return (*addresses)[tile] - std::min((*addresses)[tile], live);
        };
        books.beyondLive = 0;
        for (size_t tile = 0; tile < m_tiles; ++tile) {
            *books.beyondLive += beyond(tile);
        }
        books.beyondLiveOnWorst = beyond(m_result.worstTile.index());
    }
    m_result.sums.total.missing = books.alwaysLive.missing + books.notAlwaysLive.missing;
    m_result.sums.total.tooMuch = books.alwaysLive.tooMuch + books.notAlwaysLive.tooMuch;
    const size_t tile = m_result.worstTile.index();
    if (alwaysMeasured) {
        addDifference(m_result.worst.total, (*alwaysMeasured)[tile], always[tile]);
    }
    addDifference(m_result.worst.total, othersMeasured[tile], others[tile]);
}

void Diagnoser::countOthers() {
    std::vector<std::string_view> known{VariableName};
    for (const auto& names : {std::span<const std::string_view>(VertexCodeNames),
                              std::span<const std::string_view>(VertexStateNames),
                              std::span<const std::string_view>(ExchangeCodeNames),
                              std::span<const std::string_view>(ControlCodeNames)}) {
        known.insert(known.end(), names.begin(), names.end());
    }
    const bool dataIsKnown = !m_profile.lowered.category.empty();
    for (const TileMemoryCategory& category : m_profile.tileMemory) {
        const bool data = dataIsKnown && category.isCategory() &&
                          DataVariables::isData(category.name.substr(CategoryPrefix.size()));
        if (!category.isCategory() || data || std::ranges::find(known, category.name) != known.end()) {
            continue;
        }
        const Bytes bytes = *measured(std::array{std::string_view(category.name)});
        m_result.otherCategories.push_back(
            {category.name.substr(CategoryPrefix.size()), sumOf(bytes), bytes[m_result.worstTile.index()]});
    }
    std::ranges::stable_sort(m_result.otherCategories, std::greater(), &OtherCategory::bytes);
}

void Diagnoser::listMissing(size_t maximum) {
    const LoweredVariables& lowered = m_profile.lowered;
    const size_t tile = m_result.worstTile.index();
    const auto uses = [this](Scope scope, LoweredIndex row) {
        return std::ranges::binary_search(m_scopes[scope].rows, row);
    };
    for (size_t i = lowered.tileBegin[tile]; i < lowered.tileBegin[tile + 1]; ++i) {
        const LoweredIndex row{static_cast<uint32_t>(i)};
        if (uses(Estimate, row) || !isLive(row) || !m_data.contains(row)) {
            continue;
        }
        const VariableIndex variable = lowered.variable[i];
        const std::string name =
            variable.value == NoId ? std::string() : m_profile.variables[variable.index()].name;
        m_result.missing.push_back({row, name, lowered.bytes[i], uses(AllOperations, row)});
        ++m_result.missingThere.count;
        m_result.missingThere.bytes += lowered.bytes[i];
    }
    std::ranges::stable_sort(m_result.missing, std::greater(), &MissingVariable::bytes);
    m_result.missing.resize(std::min(m_result.missing.size(), maximum));
}

Outcome<Diagnosis> Diagnoser::run(size_t maxMissing, std::stop_token stop) {
    const std::array steps{&Diagnoser::collectOperations, &Diagnoser::countPrograms,
                           &Diagnoser::collectVariables,  &Diagnoser::estimateScopes,
                           &Diagnoser::findWorst,         &Diagnoser::compareSums,
                           &Diagnoser::compareWorst,      &Diagnoser::compareTotals,
                           &Diagnoser::countOthers,       &Diagnoser::keepBooks};
    for (const auto step : steps) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        (this->*step)();
    }
    listMissing(maxMissing);
    return std::move(m_result);
}

} // namespace

Outcome<Diagnosis> diagnose(const Profile& profile, const Layers& layers, size_t maxMissing,
                            std::stop_token stop, const OneStageTiles* oneStage) {
    return Diagnoser(profile, layers, oneStage).run(maxMissing, std::move(stop));
}

} // namespace tileline
