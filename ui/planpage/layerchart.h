// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/cycles.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace tileline {

/// The data of the layer chart: each layer's bytes, or each layer's cycles and tile balance. A worker thread
/// computes the cycles whenever the list of layers changes. Changes to the plan do not affect the cycles.
class LayerChart : public QObject {
    Q_OBJECT
public:
    enum class Measure { Bytes, Cycles };

    explicit LayerChart(Session* session, QObject* parent = nullptr);

    /// What the chart shows: the measure that the user has chosen, or bytes if there are no cycles.
    Measure measure() const { return hasCycles() ? m_chosen : Measure::Bytes; }
    Measure chosen() const { return m_chosen; }
    void choose(Measure measure);

    /// Whether the user can choose cycles: true if the cycles are known or are being computed.
    bool hasCycles() const { return m_entries && (!m_isComputed || m_cycles); }
    /// The cycles of all layers; null while the cycles are unknown.
    const EntryCycleFigures* cycles() const { return m_cycles ? &*m_cycles : nullptr; }
    /// Whether layers have a backward pass.
    bool training() const { return m_entries && m_entries->passes().training(); }
    /// Says why the chart cannot show cycles, and what the user can do. Empty if the chart can show cycles,
    /// if the cycles are still being computed, or if no plan can be made for the profile.
    QString lack() const;

    /// The value at the top of the vertical axis, in bytes or cycles; 0 if there is nothing to show.
    uint64_t maximum() const { return measure() == Measure::Bytes ? m_maxBytes : m_maxCycles; }
    /// The values of the grid lines: 0, and the multiples of a round number.
    std::vector<uint64_t> gridValues() const;
    QString axisText(uint64_t value) const;
    QString title() const;
    /// The values of a layer, one per line; empty if the values are not known.
    QString valuesText(LayerIndex layer) const {
        return measure() == Measure::Bytes ? bytesValues(layer) : cyclesValues(layer);
    }

signals:
    void changed();
    void chosenChanged();

private:
    void onLayersChanged();
    void onEstimatesChanged();
    void take(std::optional<EntryCycleFigures> cycles);
    QString bytesValues(LayerIndex layer) const;
    QString cyclesValues(LayerIndex layer) const;

    Session* const m_session;
    Measure m_chosen = Measure::Bytes;
    PipelineEntriesPtr m_entries; ///< the entries whose cycles m_cycles holds; null in PopLiner's setting
    bool m_isComputed = false;    ///< whether the cycles have been computed
    std::optional<EntryCycleFigures> m_cycles; ///< empty if cycles are known for too few programs
    uint64_t m_maxBytes = 0;
    uint64_t m_maxCycles = 0;
    LatestTask m_query{this};
};

} // namespace tileline
