// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace tileline::benchmarks {

/// Times of single calls, reported as counters p50_ms, p99_ms and worst_ms. Google Benchmark itself only
/// reports the mean.
class Percentiles {
public:
    /// Times one call. Includes delays by other processes.
    template <class Work>
    void time(const Work& work) {
        m_times.push_back(once(work));
    }
    /// Times the best of three calls: the time that the work itself needs.
    template <class Work>
    void timeBest(const Work& work) {
        m_times.push_back(std::min({once(work), once(work), once(work)}));
    }

    void report(benchmark::State& state) {
        std::sort(m_times.begin(), m_times.end());
        state.counters["p50_ms"] = at(0.50);
        state.counters["p99_ms"] = at(0.99);
        state.counters["worst_ms"] = at(1.0);
        state.counters["samples"] = static_cast<double>(m_times.size());
    }

private:
    template <class Work>
    static double once(const Work& work) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        return took.count();
    }
    double at(double share) const {
        if (m_times.empty()) {
            return 0;
        }
        const auto last = static_cast<double>(m_times.size() - 1);
        return m_times[static_cast<size_t>(share * last)];
    }

    std::vector<double> m_times;
};

} // namespace tileline::benchmarks
