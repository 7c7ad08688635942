// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stagewindows.h"

#include "core/base/lists.h"

#include <algorithm>

namespace tileline {

void StageWindows::Windows::add(Window added) {
    uint32_t at = count++;
    for (; at > 0 && window[at - 1].first > added.first; --at) {
        window[at] = window[at - 1];
    }
    window[at] = added;
}

void StageWindows::Span::add(uint32_t from, uint32_t to) {
    first = any ? std::min(first, from) : from;
    last = any ? std::max(last, to) : to;
    any = true;
}

void StageWindows::Span::add(const Span& other) {
    if (other.any) {
        add(other.first, other.last);
    }
}

StageWindows::StageWindows(const Profile& profile, const Layers& layers)
    : m_layers(layers.count()) {
    for (uint32_t position = 0; position < layers.operations.size(); ++position) {
        const LayeredOperation& operation = layers.operations[position];
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        if (!detail.firstStep || !detail.lastStep) {
            continue;
        }
        const uint32_t first = detail.firstStep->value;
        const uint32_t last = detail.lastStep->value;
        LayerSteps& layer = m_layers[operation.layer.index()];
        if (!layer.all.any) {
            layer.firstPosition = position;
            layer.firstStep = first;
        }
        layer.lastPosition = position;
        layer.lastStep = last;
        layer.all.add(std::min(first, last), std::max(first, last));
    }
    positionSteps();
}

StageWindows::StageWindows(const Profile& profile, const PipelineEntries& entries)
    : m_entries(entries.layers()->count()) {
    const auto& operations = entries.layers()->operations;
    for (size_t i = 0; i < operations.size(); ++i) {
        const OperationDetail& detail = profile.operationDetails[operations[i].detail.index()];
        if (!detail.firstStep || !detail.lastStep) {
            continue;
        }
        PassSteps& pass = m_entries[operations[i].layer.index()][entries.passes().isBackward(i) ? 1U : 0U];
        Span& span = entries.isOutlined(i) || entries.isHost(i) ? pass.outlinedOrHost : pass.others;
        span.add(detail.firstStep->value, detail.lastStep->value);
    }
    positionSteps();
}

template <class Visit>
void StageWindows::forEachStep(const Visit& visit) {
    for (LayerSteps& layer : m_layers) {
        if (layer.all.any) {
            visit(layer.firstStep, true);
            visit(layer.all.first, true);
            visit(layer.lastStep, false);
            visit(layer.all.last, false);
        }
    }
    for (EntrySteps& entry : m_entries) {
        for (PassSteps& pass : entry) {
            for (Span* const span : {&pass.others, &pass.outlinedOrHost}) {
                if (span->any) {
                    visit(span->first, true);
                    visit(span->last, false);
                }
            }
        }
    }
}

void StageWindows::positionSteps() {
    forEachStep([&](uint32_t step, bool isFirst) {
        m_steps.push_back({step});
        if (isFirst) {
            m_firstSteps.push_back({step});
        }
    });
    sortDistinct(m_firstSteps);
    sortDistinct(m_steps);
    forEachStep([&](uint32_t& step, bool) {
        const auto found = std::ranges::lower_bound(m_steps, StepIndex{step});
        step = static_cast<uint32_t>(found - m_steps.begin());
    });
}

StageWindows::Windows StageWindows::windows(LayerRange stage) const {
    Growing growing(*this);
    for (LayerIndex layer = stage.first; layer <= stage.last; layer = layer.next()) {
        growing.add(layer);
    }
    return growing.windows();
}

void StageWindows::Growing::add(LayerIndex layer) {
    if (m_windows.m_entries.empty()) {
        addLayer(m_windows.m_layers[layer.index()], layer.value != 0);
        return;
    }
    const EntrySteps& steps = m_windows.m_entries[layer.index()];
    for (size_t pass = 0; pass < steps.size(); ++pass) {
        m_passes[pass].others.add(steps[pass].others);
        m_passes[pass].outlinedOrHost.add(steps[pass].outlinedOrHost);
    }
}

void StageWindows::Growing::addLayer(const LayerSteps& steps, bool inLayer) {
    if (!steps.all.any) {
        return;
    }
    const bool any = m_stage.all.any;
    if (!any || (inLayer && !m_firstInLayer) || steps.firstPosition < m_stage.firstPosition) {
        m_stage.firstPosition = steps.firstPosition;
        m_stage.firstStep = steps.firstStep;
        m_firstInLayer = inLayer;
    }
    if (!any || steps.lastPosition > m_stage.lastPosition) {
        m_stage.lastPosition = steps.lastPosition;
        m_stage.lastStep = steps.lastStep;
    }
    m_stage.all.add(steps.all);
}

StageWindows::Windows StageWindows::Growing::windows() const {
    Windows windows;
    if (m_stage.all.any) {
        windows.repaired = m_stage.lastStep < m_stage.firstStep;
        windows.add(windows.repaired ? Window{m_stage.all.first, m_stage.all.last}
                                     : Window{m_stage.firstStep, m_stage.lastStep});
    }
    for (const PassSteps& pass : m_passes) {
        const Span& span = pass.others.any ? pass.others : pass.outlinedOrHost;
        if (span.any) {
            windows.add({span.first, span.last});
        }
    }
    return windows;
}

} // namespace tileline
