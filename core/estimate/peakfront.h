// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tileline {

/// The bytes of a tile of a stage, by the number of copies of its stashed variables: base + copies × slope.
struct PeakLine {
    uint64_t base = 0;
    uint32_t slope = 0; ///< bytes of one copy
    uint32_t minCopies = 0;
    TileId tile;
    StepIndex step; ///< at which the tile's variables peak

    uint64_t at(uint32_t copies) const { return base + uint64_t{copies} * slope; }
};

/// The line for a number of copies, of lines by ascending minCopies, the first of which has 0.
inline const PeakLine& peakLine(std::span<const PeakLine> lines, uint32_t copies) {
    size_t found = lines.size() - 1;
    while (lines[found].minCopies > copies) {
        --found;
    }
    return lines[found];
}

/// The tiles of a stage that can be its fullest one, for some number of copies of its stashed variables. That
/// number depends on the position of the stage in the pipeline, so the table keeps the upper envelope of the
/// tiles' lines: a handful of lines, from which the peak for any position is looked up.
class PeakFront {
public:
    /// Adds a tile. `step()` is called only if the tile stays.
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
    /// Calls `use(line)` for the line of the fullest tile for 0 to `maxCopies` copies, by ascending
    /// minCopies. Of several tiles that are equally full, the lowest one is chosen.
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
    /// Whether a tile with `base` and `slope` is never chosen because of `line`.
    static bool covers(const PeakLine& line, uint64_t base, uint32_t slope, TileId tile) {
        return line.base >= base && line.slope >= slope && (line.base > base || line.tile < tile);
    }

    std::vector<PeakLine> m_lines;
};

} // namespace tileline
