// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/stagewindows.h"

#include <algorithm>

namespace tileline {

namespace {

void sortDistinct(std::vector<StepIndex>& steps) {
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
}

} // namespace

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
        if (!layer.any) {
            layer = {true, position, position, first, last, first, last};
        }
        layer.lastPosition = position;
        layer.lastStep = last;
        layer.minFirst = std::min({layer.minFirst, first, last});
        layer.maxLast = std::max({layer.maxLast, first, last});
    }
    for (const LayerSteps& layer : m_layers) {
        if (layer.any) {
            m_firstSteps.insert(m_firstSteps.end(), {{layer.firstStep}, {layer.minFirst}});
            m_steps.insert(m_steps.end(), {{layer.lastStep}, {layer.maxLast}});
        }
    }
    m_steps.insert(m_steps.end(), m_firstSteps.begin(), m_firstSteps.end());
    sortDistinct(m_firstSteps);
    sortDistinct(m_steps);
    const auto toPosition = [&](uint32_t& step) {
        const auto found = std::lower_bound(m_steps.begin(), m_steps.end(), StepIndex{step});
        step = static_cast<uint32_t>(found - m_steps.begin());
    };
    for (LayerSteps& layer : m_layers) {
        if (layer.any) {
            toPosition(layer.firstStep);
            toPosition(layer.lastStep);
            toPosition(layer.minFirst);
            toPosition(layer.maxLast);
        }
    }
}

StageWindows::Window StageWindows::window(LayerRange stage) const {
    Growing growing(*this);
    for (LayerIndex layer = stage.first; layer <= stage.last; layer = layer.next()) {
        growing.add(layer);
    }
    return growing.window();
}

void StageWindows::Growing::add(LayerIndex layer) {
    const LayerSteps& steps = m_windows.m_layers[layer.index()];
    if (!steps.any) {
        return;
    }
    const bool inLayer = layer.value != 0;
    if (!m_any || (inLayer && !m_firstInLayer) || steps.firstPosition < m_firstPosition) {
        m_firstPosition = steps.firstPosition;
        m_first = steps.firstStep;
        m_firstInLayer = inLayer;
    }
    if (!m_any || steps.lastPosition > m_lastPosition) {
        m_lastPosition = steps.lastPosition;
        m_last = steps.lastStep;
    }
    m_minimum = m_any ? std::min(m_minimum, steps.minFirst) : steps.minFirst;
    m_maximum = m_any ? std::max(m_maximum, steps.maxLast) : steps.maxLast;
    m_any = true;
}

StageWindows::Window StageWindows::Growing::window() const {
    if (!m_any) {
        return {};
    }
    if (m_last < m_first) {
        return {m_minimum, m_maximum, false, true};
    }
    return {m_first, m_last, false, false};
}

} // namespace tileline
