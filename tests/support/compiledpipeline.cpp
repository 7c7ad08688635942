// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/compiledpipeline.h"

#include "core/base/errortext.h"
#include "core/estimate/stagecontents.h"
#include "core/memory/liveness.h"
#include "core/profile/profilebuilder.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace tileline::test {

namespace {

void check(const Result<Done>& result) {
    if (!result) {
        throw std::runtime_error(describe(result.failure()));
    }
}

class PipelineCompiler {
public:
    PipelineCompiler(const StageEstimator& estimator, const PlanEstimate& estimate,
                     const CompiledChanges& changes)
        : m_estimator(estimator)
        , m_profile(estimator.profile())
        , m_estimate(estimate)
        , m_changes(changes)
        , m_planned(static_cast<uint32_t>(estimate.stages.size()) - changes.withoutIpus)
        , m_ipus(m_planned + changes.furtherIpus)
        , m_tilesPerIpu(static_cast<uint32_t>(estimator.tileCount()))
        , m_columns(m_ipus * m_tilesPerIpu) {}

    ProfilePtr compile() {
        for (uint32_t ipu = 0; ipu < m_planned; ++ipu) {
            fill(ipu);
        }
        change();
        repeat();
        return build();
    }

private:
    struct Row {
        std::string name; ///< empty if there is no unlowered variable
        bool alwaysLive = false;
        uint64_t bytes = 0;
    };
    struct Tile {
        std::vector<Row> rows;
        CategoryBytes bytes; ///< code, state and unowned bytes
        uint64_t interIpuExchange = 0;
        uint64_t gaps = 0;
    };

    static std::string markedName(StageCategory category, const std::string& name) {
        return category == StageCategory::Stash          ? "Stashed___" + name
               : category == StageCategory::Accumulators ? "Accl___" + name
                                                         : name;
    }

    void fill(uint32_t ipu) {
        Workers workers(1);
        const PlacedStage& stage = m_estimate.placement.ipus[ipu];
        const VariableRoles roles(m_profile, m_estimator.layers());
        const StageTiles tiles = *m_estimator.tilesPlaced(stage, workers);
        for (uint32_t i = 0; i < m_tilesPerIpu; ++i) {
            Tile& tile = m_columns[ipu * m_tilesPerIpu + i];
            tile.bytes = tiles.tile(i);
            const auto items = *stageContents(m_estimator, roles, stage, tiles, TileId{i});
            for (const StageItem& item : items) {
                if (item.row) {
                    const bool always =
                        item.category != StageCategory::Variables || isAlwaysLive(m_profile, *item.row);
                    const std::string name = item.variable ? nameOf(m_profile, item) : std::string();
                    const auto& without = m_changes.withoutVariables;
                    if (std::find(without.begin(), without.end(), name) == without.end()) {
                        tile.rows.push_back({markedName(item.category, name), always, item.bytes});
                    }
                }
            }
        }
    }

    void change() {
        const auto tileAt = [&](const auto& added) -> Tile& {
            return m_columns[added.ipu * m_tilesPerIpu + added.tile];
        };
        for (const auto& added : m_changes.variables) {
            tileAt(added).rows.push_back({added.name, added.alwaysLive, added.bytes});
        }
        for (const auto& added : m_changes.exchangeCode) {
            tileAt(added).bytes.exchangeCode += added.bytes;
        }
        for (const auto& added : m_changes.interIpuExchange) {
            tileAt(added).interIpuExchange += added.bytes;
        }
        for (const auto& added : m_changes.gaps) {
            tileAt(added).gaps += added.bytes;
        }
    }

    void repeat() {
        const std::vector<Tile> first = m_columns;
        for (uint32_t replica = 1; replica < m_changes.replicas; ++replica) {
            m_columns.insert(m_columns.end(), first.begin(), first.end());
        }
    }

    uint32_t ipuOf(size_t tile) const { return static_cast<uint32_t>(tile / m_tilesPerIpu) % m_ipus; }
    uint32_t stepCount() const { return m_ipus + 1; }

    /// A by-tile array with the values of `bytesOf`, for the tiles of one IPU or for all tiles.
    template <class BytesOf>
    ByTile column(std::optional<uint32_t> ipu, const BytesOf& bytesOf) {
        std::vector<uint32_t> entries;
        for (size_t tile = 0; tile < m_columns.size(); ++tile) {
            entries.push_back(ipu && *ipu != ipuOf(tile) ? 0
                                                         : static_cast<uint32_t>(bytesOf(m_columns[tile])));
        }
        return m_builder.storeByTile(entries);
    }

    static uint64_t sumOf(const Tile& tile, bool alwaysLive) {
        uint64_t sum = 0;
        for (const Row& row : tile.rows) {
            sum += row.alwaysLive == alwaysLive ? row.bytes : 0;
        }
        return sum;
    }
    static uint64_t alwaysLiveOf(const Tile& tile) {
        return sumOf(tile, true) + tile.bytes.statics() + tile.bytes.unowned + tile.interIpuExchange;
    }

    ProfilePtr build() {
        Target target;
        target.architecture = "ipu2";
        target.tilesPerIpu = m_tilesPerIpu;
        target.numIpus = m_ipus * m_changes.replicas;
        target.numTiles = static_cast<uint32_t>(m_columns.size());
        target.numReplicas = m_changes.replicas;
        check(m_builder.setTarget(target));
        buildVertices();
        buildSteps();
        buildVariables();
        buildPrograms();
        if (m_changes.tileMemory) {
            buildTileMemory();
        }
        auto profile = m_builder.finish();
        if (!profile) {
            throw std::runtime_error(describe(profile.failure().error()));
        }
        return *profile;
    }

    /// The code of "coder" is on each tile that has an instance of it; "state" has a byte for each instance.
    void buildVertices() {
        check(m_builder.addVertexCode("coder",
                                      column({}, [](const Tile& tile) { return tile.bytes.vertexCode; })));
        check(m_builder.addVertexType(0, "coder", 0));
        check(m_builder.addVertexType(1, "state", 1));
        for (uint32_t ipu = 0; ipu < m_ipus; ++ipu) {
            check(m_builder.addComputeSet(ipu, "all of an IPU"));
            check(m_builder.addVertices(
                ipu, 0, column(ipu, [](const Tile& tile) { return tile.bytes.vertexCode > 0 ? 1 : 0; })));
            check(m_builder.addVertices(
                ipu, 1, column(ipu, [](const Tile& tile) { return tile.bytes.vertexState; })));
        }
    }

    void buildSteps() {
        for (uint32_t step = 0; step < stepCount(); ++step) {
            uint64_t bytes = 0;
            for (size_t tile = 0; tile < m_columns.size(); ++tile) {
                bytes += ipuOf(tile) == step ? sumOf(m_columns[tile], false) : 0;
            }
            check(m_builder.addStep(step < m_ipus ? 4 * step : 4 * m_ipus, bytes));
        }
        for (uint32_t ipu = 0; ipu < m_ipus; ++ipu) {
            check(m_builder.addEquivalenceClass(ipu, std::vector<uint32_t>{ipu, ipu + 1}));
        }
        check(m_builder.addEquivalenceClass(m_ipus, std::vector<uint32_t>{0, stepCount()}));
    }

    void buildVariables() {
        std::map<std::pair<std::string, bool>, uint32_t> ids;
        for (const Tile& tile : m_columns) {
            for (const Row& row : tile.rows) {
                if (row.name.empty()) {
                    continue;
                }
                const auto [entry, isNew] =
                    ids.try_emplace({row.name, row.alwaysLive}, static_cast<uint32_t>(ids.size()));
                if (isNew) {
                    Variable variable;
                    variable.id = entry->second;
                    variable.name = row.name;
                    variable.alwaysLive = row.alwaysLive;
                    check(m_builder.addVariable(std::move(variable)));
                }
            }
        }
        m_rowsOf.resize(m_ipus);
        uint32_t next = 0;
        for (uint32_t i = 0; i < m_columns.size(); ++i) {
            std::vector<uint32_t> id;
            std::vector<uint32_t> bytes;
            std::vector<uint32_t> classes;
            std::vector<uint32_t> owners;
            for (const Row& row : m_columns[i].rows) {
                m_rowsOf[ipuOf(i)].push_back(next);
                id.push_back(next++);
                bytes.push_back(static_cast<uint32_t>(row.bytes));
                classes.push_back(row.alwaysLive ? m_ipus : ipuOf(i));
                owners.push_back(row.name.empty() ? NoId : ids.at({row.name, row.alwaysLive}));
            }
            check(m_builder.addLoweredVariables({i}, {id, bytes, classes, owners}));
        }
    }

    void buildPrograms() {
        const auto add = [&](uint32_t id, const char* type, const std::string& name, ByTile control,
                             ByTile code, std::optional<uint32_t> computeSet,
                             const std::vector<uint32_t>& rows = {}) {
            Program program;
            program.id = id;
            program.type = type;
            program.name = name;
            program.controlCode = control;
            program.codeBytes = code;
            check(m_builder.addProgram(std::move(program), computeSet, {}, rows));
            m_builder.addRootProgram(id);
        };
        for (uint32_t ipu = 0; ipu < m_ipus; ++ipu) {
            const std::string name = "ipu" + std::to_string(ipu);
            add(4 * ipu, "OnTileExecute", name,
                column(ipu, [](const Tile& tile) { return tile.bytes.controlCode; }), {}, ipu, m_rowsOf[ipu]);
            add(4 * ipu + 1, "DoExchange", name, {},
                column(ipu, [](const Tile& tile) { return tile.bytes.exchangeCode; }), {});
            add(4 * ipu + 2, "GlobalExchange", name, {},
                column(ipu, [](const Tile& tile) { return tile.interIpuExchange; }), {});
        }
        add(4 * m_ipus, "Sync", "end", {}, {}, {});
        for (uint32_t ipu = 0; ipu < m_ipus && m_changes.operations; ++ipu) {
            OperationDetail detail;
            detail.uid = ipu;
            detail.firstStep = StepIndex{ipu};
            detail.lastStep = StepIndex{ipu};
            check(m_builder.addOperationDetail(
                std::move(detail), std::vector<uint32_t>{4 * ipu, 4 * ipu + 1, 4 * ipu + 2}, m_rowsOf[ipu]));
        }
        for (uint32_t ipu = 0; ipu < m_ipus && m_changes.operations; ++ipu) {
            check(m_builder.addOperation(ipu, "pipeline/" + std::to_string(ipu)));
        }
    }

    void buildTileMemory() {
        const auto add = [&](const char* name, const auto& bytesOf) {
            check(m_builder.addTileMemory(name, column({}, bytesOf)));
        };
        add("alwaysLive", [](const Tile& tile) { return alwaysLiveOf(tile); });
        add("notAlwaysLive", [](const Tile& tile) { return sumOf(tile, false); });
        add("total.excludingGaps", [](const Tile& tile) { return alwaysLiveOf(tile) + sumOf(tile, false); });
        add("total.includingGaps",
            [](const Tile& tile) { return alwaysLiveOf(tile) + sumOf(tile, false) + tile.gaps; });
    }

    const StageEstimator& m_estimator;
    const Profile& m_profile;
    const PlanEstimate& m_estimate;
    const CompiledChanges& m_changes;
    uint32_t m_planned;
    uint32_t m_ipus;
    uint32_t m_tilesPerIpu;
    std::vector<Tile> m_columns;                 ///< by tile
    std::vector<std::vector<uint32_t>> m_rowsOf; ///< by IPU: ids of lowered variables
    ProfileBuilder m_builder;
};

} // namespace

ProfilePtr compilePipeline(const StageEstimator& estimator, const PlanEstimate& estimate,
                           const CompiledChanges& changes) {
    return PipelineCompiler(estimator, estimate, changes).compile();
}

} // namespace tileline::test
