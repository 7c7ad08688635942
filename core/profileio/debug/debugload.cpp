// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/debug/debugload.h"

#include "core/base/thread.h"

#include <chrono>

namespace tileline {

namespace {

/// Time between two progress reports.
constexpr std::chrono::milliseconds Look{20};

} // namespace

DebugLoad::DebugLoad(const SourceInput& input, LoadMeter& meter)
    : m_input(input)
    , m_meter(meter) {
}

DebugLoad::~DebugLoad() = default;

void DebugLoad::begin(bool wantsOperations) {
    if (m_thread.joinable()) {
        return;
    }
    std::packaged_task<Outcome<DebugStore>(const std::stop_token&)> task(
        [this, wantsOperations](const std::stop_token& stop) {
            nameThread("debug");
            return read(wantsOperations, stop);
        });
    m_result = task.get_future();
    m_thread = std::jthread([task = std::move(task)](const std::stop_token& stop) mutable { task(stop); });
}

Outcome<DebugStore> DebugLoad::finish() {
    m_meter.enter(Phase::ReadingDebug);
    const auto bytes = static_cast<double>(m_input.header.stamp.bytes);
    uint64_t counted = 0;
    bool ready = false;
    while (!ready) {
        ready = m_result.wait_for(Look) == std::future_status::ready;
        if (m_meter.stopRequested()) {
            return Cancelled{};
        }
        const auto read = static_cast<uint64_t>(bytes * (ready ? 1 : m_fraction.load()));
        m_meter.advance(read - counted);
        counted = read;
    }
    // The debug information may have been read long before the profile. If its file has changed since, it may
    // belong to another profile.
    TRY(checkUnchanged(m_input.header.path, m_input.header.stamp));
    return m_result.get();
}

Outcome<DebugStore> DebugLoad::read(bool wantsOperations, const std::stop_token& stop) {
    LoadJob job{.meter =
                    LoadMeter(m_input.header.stamp.bytes,
                              Progress([this](Phase, double fraction) { m_fraction = fraction; }), stop)};
    job.debug.wantsOperations = wantsOperations;
    TRY(readInput(m_input, job));
    return std::move(job.debug);
}

} // namespace tileline
