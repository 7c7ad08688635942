// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/tracewriter.h"

#include "app/generate/generatorrandom.h"

#include <algorithm>
#include <numeric>

namespace tileline {

namespace {

constexpr uint32_t Runs = 2;
constexpr uint64_t RunStartUs = 1'700'000'000'000'000;
constexpr uint64_t SyncCycles = 40;
constexpr uint64_t RunPause = 2000;
constexpr uint32_t StepsPerSync = 16;
constexpr uint32_t StepsPerEmptyStep = 11;
constexpr uint32_t StepsPerBlock = 8;

class TraceWriter {
public:
    TraceWriter(ProfileBuilder& builder, const ProfilePlan& plan, const ModelPreset& model)
        : m_builder(builder)
        , m_plan(plan)
        , m_model(model)
        , m_now(model.traits.ipus) {}

    Result<Done> write(const std::stop_token& stop) {
        TRY(writeBytes());
        startAt(100);
        for (uint32_t run = 0; run < Runs && !stop.stop_requested(); ++run) {
            m_run = run;
            const std::vector<uint64_t> begin = m_now;
            TRY(m_builder.addExecutionRun(run, "Engine::run #" + std::to_string(run)));
            for (m_iteration = 0; m_iteration < m_model.traits.iterations && !stop.stop_requested();
                 ++m_iteration) {
                TRY(writeIteration());
            }
            const uint64_t longest = *std::max_element(m_now.begin(), m_now.end()) - begin.front();
            const uint64_t clock = m_builder.profile().target.clockHz;
            TRY(m_builder.setRunTime(run, RunStartUs + run * uint64_t{1'000'000},
                                     longest * 1'000'000 / clock));
            for (uint32_t ipu = 0; ipu < m_now.size(); ++ipu) {
                TRY(m_builder.addRunOnIpu({run, ipu, clock, begin[ipu], m_now[ipu]}));
                if (m_model.traits.blockTrace && run + 1 == Runs) {
                    TRY(addBlock(BlockType::Flush, ipu, m_now[ipu] + 5, m_now[ipu] + 60, {}));
                }
            }
            startAt(begin.front() + longest + RunPause);
        }
        return Done{};
    }

private:
    /// Makes the IPUs begin one after another.
    void startAt(uint64_t cycle) {
        for (uint32_t ipu = 0; ipu < m_now.size(); ++ipu) {
            m_now[ipu] = cycle + 37 * ipu;
        }
    }

    /// Writes the bytes of programs that exchange data with the host and with other IPUs.
    Result<Done> writeBytes() {
        m_builder.knowProgramBytes();
        for (uint32_t program = 0; program < m_plan.programs.size(); ++program) {
            const std::string& type = m_plan.programs[program].type;
            if (type == "StreamCopyMid" || type == "GlobalExchange") {
                for (uint32_t ipu = 0; ipu < m_now.size(); ++ipu) {
                    TRY(m_builder.addProgramBytes(program,
                                                  {{}, ipu, 64 * (1 + program % 7), 32 * (1 + program % 5)}));
                }
            }
        }
        return Done{};
    }

    Result<Done> writeIteration() {
        const uint64_t latest = *std::max_element(m_now.begin(), m_now.end());
        for (uint32_t ipu = 0; ipu < m_now.size(); ++ipu) {
            TRY(addStep(std::nullopt, ipu, m_now[ipu], latest + SyncCycles - m_now[ipu]));
            m_now[ipu] = latest + SyncCycles;
        }
        TRY(endStep("External"));
        const std::vector<uint64_t> begin = m_now;
        std::vector<uint32_t> steps(m_now.size());
        for (const uint32_t program : m_plan.steps) {
            const auto& planned = m_plan.programs[program];
            const uint32_t ipu = planned.tiles.ipu % m_model.traits.ipus;
            const bool host = planned.type.starts_with("StreamCopy");
            const uint32_t number = ++steps[ipu];
            const bool empty = number % StepsPerEmptyStep == 0;
            const uint64_t cycles = empty ? 0 : 200 + mixBits(program) % 800;
            const uint64_t from = m_now[ipu];
            TRY(addStep(program, ipu, from, cycles));
            TRY(endStep(planned.type == "Sync" ? "Internal" : ""));
            m_now[ipu] += host ? cycles / 4 : cycles; // on I/O tiles, while the other tiles go on
            if (number % StepsPerBlock == 0 && !empty) {
                TRY(addBlock(host ? BlockType::StreamCopy : BlockType::Common, ipu, from, m_now[ipu],
                             program));
            }
            if (number % StepsPerSync == 0) {
                TRY(addStep(std::nullopt, ipu, m_now[ipu], SyncCycles));
                TRY(endStep("Internal"));
                m_now[ipu] += SyncCycles;
            }
        }
        for (uint32_t ipu = 0; ipu < m_now.size(); ++ipu) {
            const bool overflow = ipu + 1 == m_now.size();
            TRY(addBlock(overflow ? BlockType::Overflow : BlockType::Anonymous, ipu, begin[ipu], m_now[ipu],
                         {}));
        }
        return Done{};
    }

    Result<Done> addStep(std::optional<uint32_t> program, uint32_t ipu, uint64_t from, uint64_t cycles) {
        if (!m_model.traits.measuredTrace) {
            return Done{};
        }
        ExecutionStep step;
        step.run = m_run;
        step.step = m_step;
        step.ipu = ipu;
        step.cyclesFrom = from;
        step.cyclesTo = from + cycles + (program && cycles > 0 ? *program % 3 : 0);
        step.cycles = cycles;
        if (program) {
            step.activeTiles = m_plan.programs[*program].tiles.count;
            step.tileBalance = 0.5 + static_cast<double>(mixBits(*program) % 50) / 100;
            TRY(addTiles(step, *program));
        }
        return m_builder.addExecutionStep(step, program);
    }
    /// Cycles by tile, in the first iteration of a run: the first tile takes longest, the last half as long.
    Result<Done> addTiles(ExecutionStep& step, uint32_t program) {
        const uint64_t cycles = *step.cycles;
        const TileSpread& tiles = m_plan.programs[program].tiles;
        std::vector<uint32_t> byTile(m_model.tiles, 0);
        if (m_iteration > 0 || cycles == 0 || tiles.count == 0) {
            return Done{};
        }
        for (uint32_t i = 0; i < tiles.count; ++i) {
            byTile[(tiles.first + i) % m_model.tiles] =
                static_cast<uint32_t>(cycles - cycles * i / (2 * uint64_t{tiles.count}));
        }
        step.tileBalance = static_cast<double>(std::accumulate(byTile.begin(), byTile.end(), uint64_t{0})) /
                           m_model.tiles / static_cast<double>(cycles);
        return m_builder.addMeasuredCycles(step.step, step.ipu, m_builder.storeByTile(byTile));
    }
    /// `sync` is the type of the sync.
    Result<Done> endStep(const std::string& sync) {
        const uint32_t step = m_step++;
        return sync.empty() || !m_model.traits.measuredTrace ? Result<Done>(Done{})
                                                             : m_builder.addStepSync(step, sync);
    }
    /// Adds a block on the first tile of the IPU, whose counter began earlier than the counter of the steps.
    Result<Done> addBlock(BlockType type, uint32_t ipu, uint64_t from, uint64_t to,
                          std::optional<uint32_t> program) {
        return !m_model.traits.blockTrace ? Result<Done>(Done{})
                                          : m_builder.addBlock({ipu * m_model.tiles, {}, program, from, to},
                                                               static_cast<uint32_t>(type));
    }

    ProfileBuilder& m_builder;
    const ProfilePlan& m_plan;
    const ModelPreset& m_model;
    std::vector<uint64_t> m_now; ///< by IPU
    uint32_t m_run = 0;
    uint32_t m_iteration = 0;
    uint32_t m_step = 0;
};

} // namespace

Result<Done> writeTraces(ProfileBuilder& builder, const ProfilePlan& plan, const ModelPreset& model,
                         const std::stop_token& stop) {
    return TraceWriter(builder, plan, model).write(stop);
}

} // namespace tileline
