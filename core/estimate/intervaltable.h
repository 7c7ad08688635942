// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/estimate/stageestimator.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tileline {

/// The bytes on a tile for a given number of copies of stashed variables: base + copies × slope.
struct PeakLine {
    uint64_t base = 0;
    uint32_t slope = 0; ///< bytes of one copy
    uint32_t minCopies = 0;
    TileId tile;
    StepIndex step; ///< the step at which the tile's variables have the most bytes

    uint64_t at(uint32_t copies) const { return base + uint64_t{copies} * slope; }
};

/// The line that applies to `copies` copies. The lines are sorted by minCopies, which is 0 in the first line.
inline const PeakLine& peakLine(std::span<const PeakLine> lines, uint32_t copies) {
    size_t found = lines.size() - 1;
    while (lines[found].minCopies > copies) {
        --found;
    }
    return lines[found];
}

/// Those tiles of a stage that can be its fullest tile. Which of them is the fullest depends on the number of
/// copies of the stashed variables, and thus on how many stages follow. Each tile has a line (PeakLine). A
/// few lines are enough to find the peak: those that are highest for some number of copies.
class PeakFront {
public:
    /// Adds a tile. `step()` must return the tile's peak step, and is called only if the tile can be the
    /// fullest.
    template <class Step>
    void add(uint64_t base, uint32_t slope, TileId tile, const Step& step) {
        for (const PeakLine& line : m_lines) {
            if (covers(line, base, slope, tile)) {
                return;
            }
        }
        const PeakLine added{base, slope, 0, tile, step()};
        std::erase_if(m_lines,
                      [&](const PeakLine& line) { return covers(added, line.base, line.slope, line.tile); });
        m_lines.push_back(added);
    }
    void merge(const PeakFront& other) {
        for (const PeakLine& line : other.m_lines) {
            add(line.base, line.slope, line.tile, [&] { return line.step; });
        }
    }
    /// Calls `use(line)`, in ascending order of minCopies, for each line that is highest for some number of
    /// copies up to `maxCopies`. Of several equally full tiles, the one with the lowest number is chosen.
    template <class Use>
    void forEachPeak(uint32_t maxCopies, const Use& use) const {
        const PeakLine* before = nullptr;
        for (uint32_t copies = 0; copies <= maxCopies && !m_lines.empty(); ++copies) {
            const PeakLine* peak = &m_lines.front();
            for (const PeakLine& line : m_lines) {
                if (line.at(copies) > peak->at(copies) ||
                    (line.at(copies) == peak->at(copies) && line.tile < peak->tile)) {
                    peak = &line;
                }
            }
            if (peak != before) {
                PeakLine line = *peak;
                line.minCopies = copies;
                use(line);
                before = peak;
            }
            if (m_lines.size() == 1) {
                break;
            }
        }
    }

private:
    /// Whether, for every number of copies, the tile of `line` takes precedence over `tile`. `base` and
    /// `slope` describe the line of `tile`.
    static bool covers(const PeakLine& line, uint64_t base, uint32_t slope, TileId tile) {
        return line.base >= base && line.slope >= slope && (line.base > base || line.tile < tile);
    }

    std::vector<PeakLine> m_lines;
};

/// The estimate of every interval of layers. A row holds all intervals that begin with the same layer. One
/// thread fills the table row by row; in the meantime, any thread may read it. A filled row never changes.
///
/// In the pipeline setting, the peak of an interval depends on the number of copies of the stashed variables
/// (PeakLine). This number depends on how many stages follow the interval. For each interval, the table keeps
/// every tile that is the fullest for at least one number of copies (PeakFront). Therefore, lookUp() works
/// for any number of copies and never estimates a stage again. One more row holds the intervals that begin
/// with the first entry and share their IPU with Output.
class IntervalTable {
public:
    /// Makes a table for `estimator`. No row is filled yet.
    explicit IntervalTable(StageEstimatorPtr estimator);
    /// Makes a table for an estimator that StageEstimator::withOptions() made from the estimator of `other`.
    /// The two tables share all rows, including rows that are filled later, unless the estimators differ in
    /// an option that affects rows. The mode of recomputation, the schedule and the IPU of Output do not
    /// affect rows.
    IntervalTable(StageEstimatorPtr estimator, const IntervalTable& other);
    IntervalTable(const IntervalTable&) = delete;
    IntervalTable& operator=(const IntervalTable&) = delete;

    const StageEstimator& estimator() const { return *m_estimator; }
    size_t layerCount() const { return m_estimator->layerCount(); }

    /// Whether the row of intervals that begin with `first` is filled.
    bool hasRow(LayerIndex first) const;
    bool complete() const;
    size_t rowsReady() const;

    /// The estimate of a stage, not counting stashes or I/O tiles; null if the stage's row is not filled.
    const StageEstimate* find(LayerRange stage) const;
    /// The estimate of a stage, including I/O tiles and all copies of its stashed variables. Empty if the
    /// stage's row is not filled yet.
    std::optional<StageEstimate> lookUp(const PlacedStage& stage) const;
    /// The peak of a stage, not counting I/O tiles, for any number of copies. The result is a list of lines,
    /// sorted by minCopies. The list is empty in PopLiner's setting, or if the stage's row is not filled yet.
    std::span<const PeakLine> peaks(LayerRange entries, bool withOutput = false) const;

    /// Computes the row of `first` unless it is already filled. If Output can run on the first IPU, the first
    /// row is computed together with the row for stages that share their IPU with Output. Only one thread may
    /// fill the table at a time.
    Outcome<Done> fillRow(LayerIndex first, Workers& workers, std::stop_token stop = {});
    /// Computes all rows: first those of the layers at which the stages of `plan` begin, then the others,
    /// ordered by their distance from the nearest of these layers.
    Outcome<Done> fill(const SplitPlan& plan, Workers& workers, Progress progress = {},
                       std::stop_token stop = {});
    static std::vector<LayerIndex> fillOrder(const SplitPlan& plan);

    /// Whether a table for `layerCount` layers is practical. A table for too many layers would take minutes
    /// to fill and need gigabytes of memory. Without a table, stages are estimated one by one.
    static bool feasible(size_t layerCount) { return layerCount <= 2000; }

    size_t byteSize() const;

private:
    struct Row;
    struct Rows;

    /// In a vector with an element for each pair of a column and a recomputation mode, the position of the
    /// element for `column` and the estimator's mode.
    size_t place(size_t column) const;
    std::span<const PeakLine> linesOf(const Row& row, size_t column) const;
    const Row* rowOf(size_t number) const;
    Outcome<Done> fillRow(size_t number, LayerIndex first, Workers& workers, const std::stop_token& stop);

    StageEstimatorPtr m_estimator;
    std::shared_ptr<Rows> m_rows;
};

using IntervalTablePtr = std::shared_ptr<IntervalTable>;

/// The estimate of a plan, taken from the table; empty if a stage needs a row that is not filled yet. The
/// function makes only a few look-ups, so it may run on the GUI thread.
std::optional<PlanEstimate> tabulated(const IntervalTable& table, const SplitPlan& plan);

} // namespace tileline
