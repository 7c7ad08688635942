// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"
#include "core/plan/settingoptions.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tileline::test {

/// What one IPU of a pipeline holds.
struct ReferenceIpu {
    std::vector<uint32_t> pipelineStages;
    std::map<std::string, uint64_t> bytes;     ///< by category of expected.json: sums over tiles
    std::map<std::string, uint64_t> peakBytes; ///< the same, on the peak tile
    uint64_t peakTileBytes = 0;
    uint32_t peakTile = 0;
    uint32_t peakStep = 0; ///< the first step in a window at which the peak tile's variables peak
};

/// A weight on several IPUs.
struct ReferenceSharedWeight {
    std::string name;
    uint64_t bytes = 0;
    std::set<uint32_t> entries; ///< all entries that use it
};

struct ReferenceStageTime {
    double forward = 0;
    double backward = 0;
    double recompute = 0;
    double update = 0; ///< once for all micro-batches
};

struct ReferencePlan {
    std::vector<ReferenceIpu> ipus;
    std::vector<ReferenceSharedWeight> sharedWeights;
    std::vector<ReferenceStageTime> stageTimes; ///< by pipeline stage
    std::vector<double> transferCycles;         ///< by boundary between pipeline stages
    std::vector<uint64_t> transferBytes;        ///< by boundary between pipeline stages, in one direction
    double period = 0;
    double update = 0;
    double makespan = 0;
    uint32_t microBatches = 0;
    double utilisation = 0;
    double throughput = 0;

    uint64_t peakTileBytes() const;
};

/// The pipeline setting, computed directly from its definition: sets of operations, ids, variables and steps.
/// Shares no code with the product except the profile and PopLiner's layers. Slow.
class PipelineReference {
public:
    PipelineReference(const Profile& profile, const Layers& layers, PassMode mode = PassMode::Auto);

    const std::vector<std::string>& entries() const { return m_entryIds; } ///< ids, as in files
    bool training() const { return m_training; }
    uint32_t entryOf(size_t operation) const { return m_entry[operation]; }
    bool isBackward(size_t operation) const { return m_backward[operation]; }
    std::optional<uint32_t> startOf(uint32_t entry) const { return m_start[entry]; }
    std::optional<uint32_t> pivot() const { return m_pivot; }
    /// Whether the profile was itself compiled with recomputation.
    bool alreadyRecomputed() const;
    /// Steps first..last, both included.
    struct Window {
        uint32_t first = 0;
        uint32_t last = 0;
    };
    /// The windows of a stage with the entries first..last: one for each pass.
    std::vector<Window> windowsOf(uint32_t first, uint32_t last) const;
    double forwardCycles(uint32_t entry) const { return m_forwardCycles[entry]; }
    double backwardCycles(uint32_t entry) const { return m_backwardCycles[entry]; }
    double updateCycles(uint32_t entry) const { return m_updateCycles[entry]; }
    bool isUpdate(size_t operation) const;

    /// `splits` are positions in entries(), ascending.
    ReferencePlan plan(const PipelineOptions& options, const std::vector<uint32_t>& splits) const;

private:
    using Entries = std::set<uint32_t>;
    struct Row {
        std::optional<uint32_t> owner; ///< empty: unused or the host
        bool host = false;
        Entries forward;
        Entries backward;
        Entries all;
        bool alwaysLive = false;
        bool activation = false;   ///< no mark in its name
        std::vector<size_t> users; ///< operations
    };

    void findPasses(PassMode mode);
    void findFlow();
    void placeForward();
    void placeBackward();
    void findStarts();
    void findRows();
    void findWeights();
    void findCycles();
    /// Whether a plan holds a lowered variable in a step of its intervals.
    bool counts(uint32_t row, const StepInterval& live, uint32_t step, const PipelineOptions& options,
                bool accumulates) const;
    std::optional<uint32_t> gradientEndOf(uint32_t row) const;
    bool countsAsActivation(uint32_t row, uint32_t step) const;
    bool inSegment(uint32_t entry, uint32_t step, bool& hasAny) const;
    bool isState(uint32_t row) const;
    bool isHalf(uint32_t row) const;

    const OperationDetail& detailOf(size_t operation) const;
    std::set<std::string> inputsOf(size_t operation) const;
    std::set<std::string> outputsOf(size_t operation) const;
    std::optional<uint32_t> ownLayer(size_t operation) const;
    bool isNamed(size_t operation) const;
    bool crosses(uint32_t row, std::optional<uint32_t> step) const;
    std::set<uint32_t> stashed(Recompute recompute, uint32_t first, uint32_t last) const;
    uint64_t ownedWithoutCode(const Entries& entries, uint32_t tile) const;
    std::map<std::string, uint64_t> codeOf(const Entries& entries, uint32_t tile) const;
    uint64_t owned(const Entries& entries, uint32_t tile) const;
    /// `part` is the number of bytes that the operations of the IPU own, over all tiles.
    uint64_t unowned(Unowned choice, uint64_t part, uint32_t tile) const;
    void addTime(const PipelineOptions& options, const std::vector<std::pair<uint32_t, uint32_t>>& stages,
                 ReferencePlan& plan) const;

    const Profile& m_profile;
    const Layers& m_layers;
    size_t m_count;
    bool m_training = false;
    uint32_t m_turn = 0;
    std::optional<uint32_t> m_pivot;
    std::vector<bool> m_marked;
    std::vector<bool> m_backward;
    std::vector<bool> m_outlined;
    std::vector<bool> m_host;
    std::vector<bool> m_depends;
    std::vector<bool> m_late;
    std::vector<std::set<uint32_t>> m_leads;
    std::vector<uint32_t> m_entry;
    std::vector<std::string> m_entryIds;
    std::vector<std::optional<uint32_t>> m_start;
    std::vector<Row> m_rows; ///< lowered variables of the IPU
    std::set<uint32_t> m_weights;
    std::vector<std::optional<uint32_t>> m_gradientEnds; ///< by lowered variable
    std::vector<uint64_t> m_ownedByAll;                  ///< by tile
    std::vector<double> m_forwardCycles;                 ///< by entry
    std::vector<double> m_backwardCycles;                ///< by entry
    std::vector<double> m_updateCycles;                  ///< by entry
};

} // namespace tileline::test
