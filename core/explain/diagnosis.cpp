// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/diagnosis.h"

#include "core/base/sequences.h"
#include "core/memory/datavariables.h"
#include "core/memory/liveness.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace tileline {

namespace {

/// Selects the operations whose bytes are counted. Coverage has one field for each value of Scope.
enum Scope { Estimate, AllOperations, LayerOperations, ScopeCount };
constexpr std::array<uint64_t Coverage::*, ScopeCount> ScopeField{
    &Coverage::estimate, &Coverage::allOperations, &Coverage::layerOperations};

using Bytes = std::vector<uint64_t>;

/// A category of the estimate, and the one or two categories of tile_memory that count the same bytes.
struct EstimateCategory {
    Coverage CategoryCoverage::*coverage;
    Bytes OperationTiles::*tiles;
    std::string_view name;
    std::string_view secondName{};
};
constexpr std::array EstimateCategories{
    EstimateCategory{&CategoryCoverage::variables, &OperationTiles::variables, "category.variable"},
    EstimateCategory{&CategoryCoverage::vertexCode, &OperationTiles::vertexCode, "category.vertexCode"},
    EstimateCategory{&CategoryCoverage::vertexState, &OperationTiles::vertexState,
                     "category.vertexInstanceState", "category.vectorListDescriptor"},
    EstimateCategory{&CategoryCoverage::exchangeCode, &OperationTiles::exchangeCode,
                     "category.internalExchangeCode"},
    EstimateCategory{&CategoryCoverage::controlCode, &OperationTiles::controlCode, "category.controlCode"}};

struct ScopeTiles {
    OperationTiles tiles;
    std::vector<LoweredIndex> rows; ///< the lowered variables that are counted
};

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

/// The bytes of the one-stage plan on each tile of the IPU, as the pipeline setting estimates them.
/// Accumulators are excluded, because the profile does not contain them.
struct OneStageTiles {
    OperationTiles held;              ///< all bytes except those in `unowned`
    std::vector<uint64_t> alwaysLive; ///< the part of held.variables that is always live
    std::vector<uint64_t> unowned;    ///< always-live bytes that belong to no operation
};

Outcome<OneStageTiles> oneStageTiles(const StageEstimator& estimator, Workers& workers,
                                     const std::stop_token& stop) {
    const LayerRange all{{0}, estimator.layers().last()};
    const StageTiles tiles = TRY(estimator.tiles(all, workers, stop));
    const auto wide = [](const auto& bytes) { return Bytes(bytes.begin(), bytes.end()); };
    return OneStageTiles{
        {wide(tiles.variables), tiles.vertexCode, tiles.vertexState, tiles.exchangeCode, tiles.controlCode},
        wide(estimator.uses()->alwaysLive()),
        wide(tiles.unowned)};
}

class Diagnoser {
public:
    Diagnoser(const Profile& profile, const Layers& layers, std::optional<OneStageTiles> oneStage)
        : m_profile(profile)
        , m_layers(layers)
        , m_oneStage(std::move(oneStage))
        , m_data(profile)
        , m_estimator(profile, vertexKindsOf(layers))
        , m_tiles(m_estimator.tileCount()) {}

    Outcome<Diagnosis> run(size_t maxMissing, const std::stop_token& stop) {
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

private:
    void collectOperations() {
        for (const LayeredOperation& operation : m_layers.operations) {
            m_all.push_back(operation.detail);
            if (operation.kind == EntryKind::Layer) {
                m_inLayers.push_back(operation.detail);
            }
        }
    }

    void countPrograms() {
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

    std::vector<LoweredIndex> allRows() const {
        std::vector<LoweredIndex> rows;
        (void)forEachRow(m_profile, TileRange{0, static_cast<uint32_t>(m_tiles)}, {}, [&](LoweredIndex row) {
            if (m_data.contains(row)) {
                rows.push_back(row);
            }
        });
        return rows;
    }

    void collectVariables() {
        m_scopes[AllOperations].rows = m_estimator.variablesOf(m_all);
        m_scopes[LayerOperations].rows = m_estimator.variablesOf(m_inLayers);
        m_scopes[Estimate].rows = m_scopes[m_oneStage ? AllOperations : LayerOperations].rows;
        for (const Scope scope : {AllOperations, LayerOperations}) {
            std::erase_if(m_scopes[scope].rows, [this](LoweredIndex row) { return !m_data.contains(row); });
        }
        const auto coverageOf = [this](const std::vector<LoweredIndex>& rows) {
            return VariableCoverage{rows.size(), sumOf(rows, [&](LoweredIndex row) {
                                        return m_profile.lowered.bytes[row.index()];
                                    })};
        };
        const VariableCoverage used = coverageOf(m_scopes[AllOperations].rows);
        const VariableCoverage inLayers = coverageOf(m_scopes[LayerOperations].rows);
        m_result.allVariables = coverageOf(allRows());
        m_result.withoutOperation = {m_result.allVariables.count - used.count,
                                     m_result.allVariables.bytes - used.bytes};
        m_result.outsideLayers = {used.count - inLayers.count, used.bytes - inLayers.bytes};
    }

    std::vector<StepInterval> stepsOf(const std::vector<DetailIndex>& operations) const {
        std::vector<StepInterval> steps;
        for (const DetailIndex index : operations) {
            const OperationDetail& detail = m_profile.operationDetails[index.index()];
            if (detail.firstStep && detail.lastStep) {
                steps.push_back({*detail.firstStep, detail.lastStep->next()});
            }
        }
        return steps;
    }

    /// The window of a stage with all layers: from the start of the first operation in a layer to the end of
    /// the last operation in the list. If no operation is in a layer, the window begins with the first
    /// operation. If the end would not come after the start, the window covers all operations. Operations
    /// without steps are ignored.
    StepInterval estimateWindow() const {
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

    void estimateScopes() {
        const StepInterval whole{{0}, {m_profile.stepCount()}};
        m_scopes[AllOperations].tiles = m_estimator.codeOf(m_all);
        m_scopes[LayerOperations].tiles = m_estimator.codeOf(m_inLayers);
        m_scopes[Estimate].tiles = m_oneStage ? m_oneStage->held : m_scopes[AllOperations].tiles;
        for (const Scope scope : {AllOperations, LayerOperations}) {
            m_scopes[scope].tiles.variables = m_estimator.peaksOf(m_scopes[scope].rows, whole);
        }
        if (!m_oneStage) {
            m_scopes[Estimate].tiles.variables =
                m_estimator.peaksOf(m_scopes[Estimate].rows, estimateWindow());
        }
        m_allPeaks = m_estimator.peaksOf(allRows(), whole);
    }

    /// By tile: the sum of the tile_memory categories `name` and `secondName`; empty if neither exists.
    std::optional<Bytes> measured(std::string_view name, std::string_view secondName = {}) const {
        std::optional<Bytes> sums;
        for (const std::string_view each : {name, secondName}) {
            const auto* const category = each.empty() ? nullptr : m_profile.findTileMemory(each);
            if (category != nullptr) {
                sums = sums.value_or(Bytes(m_tiles, 0));
                for (size_t tile = 0; tile < m_tiles; ++tile) {
                    (*sums)[tile] += at(category->bytes, tile);
                }
            }
        }
        return sums;
    }

    bool isLive(LoweredIndex row) const {
        return tileline::isLive(m_profile, m_profile.lowered.liveClass[row.index()], m_result.worstStep);
    }

    void findWorst() {
        const Bytes totals = measured("total.excludingGaps").value_or(m_allPeaks);
        m_result.worstTile = {static_cast<uint32_t>(std::ranges::max_element(totals) - totals.begin())};
        LiveChanges changes;
        (void)forEachRow(m_profile, m_result.worstTile, {}, [&](LoweredIndex row) {
            const ClassIndex liveClass = m_profile.lowered.liveClass[row.index()];
            for (const StepInterval& live : m_profile.equivalenceClasses[liveClass.index()]) {
                changes.add(live, live, m_data.contains(row) ? m_profile.lowered.bytes[row.index()] : 0);
            }
        });
        m_result.worstStep = changes.peak().step;
    }

    void compareSums() {
        const size_t tile = m_result.worstTile.index();
        for (const auto& [coverage, column, name, secondName] : EstimateCategories) {
            const bool areVariables = coverage == &CategoryCoverage::variables;
            const auto bytes = areVariables ? m_allPeaks : measured(name, secondName);
            const auto ofWorst = bytes ? std::optional(Bytes{(*bytes)[tile]}) : std::nullopt;
            Coverage& sums = m_result.sums.*coverage;
            Coverage& worst = m_result.worst.*coverage;
            sums = compared(bytes, m_scopes[Estimate].tiles.*column);
            worst = compared(ofWorst, {(m_scopes[Estimate].tiles.*column)[tile]});
            for (size_t scope = 0; scope < ScopeCount; ++scope) {
                sums.*ScopeField[scope] = sumOf(m_scopes[scope].tiles.*column);
                worst.*ScopeField[scope] = (m_scopes[scope].tiles.*column)[tile];
            }
        }
    }

    /// Compares the bytes of the worst tile. Counts only variables that are live at the worst step.
    void compareWorst() {
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

    void compareTotals() {
        const size_t tile = m_result.worstTile.index();
        for (CategoryCoverage* coverage : {&m_result.sums, &m_result.worst}) {
            for (const auto field : ScopeField) {
                coverage->total.*field = sumOf(EstimateCategories, [&](const EstimateCategory& category) {
                    return (coverage->*category.coverage).*field;
                });
            }
        }
        if (const auto totals = measured("total.excludingGaps")) {
            m_result.sums.total.measured = sumOf(*totals);
            m_result.worst.total.measured = (*totals)[tile];
        }
        if (m_oneStage) {
            m_result.sums.unowned.estimate = sumOf(m_oneStage->unowned);
            m_result.worst.unowned.estimate = m_oneStage->unowned[tile];
            m_result.sums.total.estimate += m_result.sums.unowned.estimate;
            m_result.worst.total.estimate += m_result.worst.unowned.estimate;
        }
    }

    /// Computes `missing` and `tooMuch` of the totals. Adds up those of all categories or, in the pipeline
    /// setting, those of Books::alwaysLive and Books::notAlwaysLive, so that opposite errors do not cancel
    /// out.
    void keepBooks() {
        if (!m_oneStage) {
            for (CategoryCoverage* coverage : {&m_result.sums, &m_result.worst}) {
                for (const EstimateCategory& category : EstimateCategories) {
                    coverage->total.missing += (coverage->*category.coverage).missing;
                    coverage->total.tooMuch += (coverage->*category.coverage).tooMuch;
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
            others[tile] =
                held.variables[tile] - std::min(held.variables[tile], m_oneStage->alwaysLive[tile]);
        }
        std::vector<LoweredIndex> rows = allRows();
        std::erase_if(rows, [this](LoweredIndex row) { return isAlwaysLive(m_profile, row); });
        const StepInterval whole{{0}, {m_profile.stepCount()}};
        const std::optional<Bytes> alwaysMeasured = measured("alwaysLive");
        const Bytes othersMeasured = m_estimator.peaksOf(rows, whole);
        Books& books = m_result.books.emplace();
        books.alwaysLive = compared(alwaysMeasured, always);
        books.notAlwaysLive = compared(othersMeasured, others);
        books.shared = sumOf(m_oneStage->unowned);
        books.owned = sumOf(always) - books.shared;
        const auto addresses = measured("total.includingGaps");
        const auto notAlways = measured("notAlwaysLive");
        if (addresses && alwaysMeasured && notAlways) {
            const Bytes beyond = mapped(m_tiles, [&](size_t tile) {
                const uint64_t live = (*alwaysMeasured)[tile] + (*notAlways)[tile];
                return (*addresses)[tile] - std::min((*addresses)[tile], live);
            });
            books.beyondLive = sumOf(beyond);
            books.beyondLiveOnWorst = beyond[m_result.worstTile.index()];
        }
        m_result.sums.total.missing = books.alwaysLive.missing + books.notAlwaysLive.missing;
        m_result.sums.total.tooMuch = books.alwaysLive.tooMuch + books.notAlwaysLive.tooMuch;
        const size_t tile = m_result.worstTile.index();
        if (alwaysMeasured) {
            addDifference(m_result.worst.total, (*alwaysMeasured)[tile], always[tile]);
        }
        addDifference(m_result.worst.total, othersMeasured[tile], others[tile]);
    }

    void countOthers() {
        const bool dataIsKnown = !m_profile.lowered.category.empty();
        for (const TileMemoryCategory& category : m_profile.tileMemory) {
            const bool isEstimated = std::ranges::any_of(EstimateCategories, [&](const auto& each) {
                return category.name == each.name || category.name == each.secondName;
            });
            if (!category.isCategory() || isEstimated) {
                continue;
            }
            const std::string name = category.name.substr(std::string_view("category.").size());
            if (!dataIsKnown || !DataVariables::isData(name)) {
                const Bytes bytes = *measured(category.name);
                m_result.otherCategories.push_back({name, sumOf(bytes), bytes[m_result.worstTile.index()]});
            }
        }
        std::ranges::stable_sort(m_result.otherCategories, std::greater(), &OtherCategory::bytes);
    }

    void listMissing(size_t maximum) {
        const LoweredVariables& lowered = m_profile.lowered;
        const auto uses = [this](Scope scope, LoweredIndex row) {
            return std::ranges::binary_search(m_scopes[scope].rows, row);
        };
        (void)forEachRow(m_profile, m_result.worstTile, {}, [&](LoweredIndex row) {
            if (uses(Estimate, row) || !isLive(row) || !m_data.contains(row)) {
                return;
            }
            const VariableIndex variable = lowered.variable[row.index()];
            const std::string name =
                variable.value == NoId ? std::string() : m_profile.variables[variable.index()].name;
            const uint64_t bytes = lowered.bytes[row.index()];
            m_result.missing.push_back({row, name, bytes, uses(AllOperations, row)});
            ++m_result.missingThere.count;
            m_result.missingThere.bytes += bytes;
        });
        std::ranges::stable_sort(m_result.missing, std::greater(), &MissingVariable::bytes);
        m_result.missing.resize(std::min(m_result.missing.size(), maximum));
    }

    const Profile& m_profile;
    const Layers& m_layers;
    const std::optional<OneStageTiles> m_oneStage; ///< empty in PopLiner's setting
    DataVariables m_data;
    OperationTilesEstimator m_estimator;
    size_t m_tiles;
    std::vector<DetailIndex> m_all;
    std::vector<DetailIndex> m_inLayers;
    std::array<ScopeTiles, ScopeCount> m_scopes;
    Bytes m_allPeaks; ///< by tile: peak of all lowered variables
    Diagnosis m_result;
};

} // namespace

Outcome<Diagnosis> diagnose(const Profile& profile, const Layers& layers, const StageEstimatorPtr& estimator,
                            size_t maxMissing, Workers& workers, const std::stop_token& stop) {
    std::optional<OneStageTiles> oneStage;
    if (estimator && estimator->uses() != nullptr) {
        oneStage = TRY(oneStageTiles(*estimator, workers, stop));
    }
    return Diagnoser(profile, layers, std::move(oneStage)).run(maxMissing, stop);
}

} // namespace tileline
