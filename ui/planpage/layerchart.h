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

/// What the layer chart shows of each layer: bytes, or cycles and how evenly the tiles share them. A worker
/// computes the cycles once for each layer list; a change of the plan computes nothing.
class LayerChart : public QObject {
    Q_OBJECT
public:
    enum class Measure { Bytes, Cycles };

    explicit LayerChart(Session* session, QObject* parent = nullptr);

    /// What the chart shows: the user's choice, or bytes if there are no cycles.
    Measure measure() const;
    Measure chosen() const { return m_chosen; }
    void choose(Measure measure);

    /// Whether the user can choose cycles: there are some, or they are being computed.
    bool hasCycles() const { return m_state == State::Computing || m_state == State::Ready; }
    /// Null until they are computed.
    const EntryCycleFigures* cycles() const { return m_cycles ? &*m_cycles : nullptr; }
    /// Whether layers have a backward pass.
    bool training() const { return m_entries && m_entries->passes().training(); }
    /// Why the chart cannot show cycles, and what helps; empty if it can, or if no profile is open.
    QString lack() const;

    /// The end of the axis, in bytes or cycles. 0 if there is nothing to show.
    uint64_t maximum() const;
    /// The values of the grid lines, from 0 and at equal distances.
    std::vector<uint64_t> gridValues() const;
    QString axisText(uint64_t value) const;
    QString title() const;
    /// The values of a layer, each on a line of its own; empty if they are not known.
    QString valuesText(LayerIndex layer) const;

signals:
    void changed();
    void chosenChanged();

private:
    enum class State {
        Nothing,      ///< no profile, or none for which there are plans
        OtherSetting, ///< PopLiner's, which knows no passes
        Computing,
        Missing, ///< too few cycles in the profile
        Ready,
    };

    void onLayersChanged();
    void onEstimatesChanged();
    void take(std::optional<EntryCycleFigures> cycles);
    QString bytesValues(LayerIndex layer) const;
    QString cyclesValues(LayerIndex layer) const;

    Session* const m_session;
    Measure m_chosen = Measure::Bytes;
    State m_state = State::Nothing;
    PipelineEntriesPtr m_entries; ///< whose cycles these are
    std::optional<EntryCycleFigures> m_cycles;
    uint64_t m_maxBytes = 0;
    uint64_t m_maxCycles = 0;
    LatestTask m_query{this};
};

} // namespace tileline
