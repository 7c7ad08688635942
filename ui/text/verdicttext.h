// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/remedies.h"
#include "ui/session/session.h"

#include <QString>

#include <optional>

namespace tileline {

/// A line that says whether the current plan fits, and further lines about the plan.
struct VerdictText {
    enum class State {
        None,      ///< there is no plan
        Computing, ///< the first result is being computed
        Fits,
        Over,     ///< at least one IPU exceeds its limit; this and the following states are bad
        Doubtful, ///< because of a warning, the figures are not reliable, so there is no verdict
        Refused,  ///< no framework can compile the plan, even if it fits
    };
    State state = State::None;
    QString text;      ///< "2 of 25 IPUs overflow, IPU 3 by 20.0 KiB (3.2 %)"
    QString details;   ///< the limit, and the setting of the estimate
    QString idle;      ///< "3 of 4 IPUs used"; empty if no IPU stays idle
    QString note = {}; ///< says that the plan fits tightly, or where Output runs; may be empty
    /// The percentage of every tile to keep free, so that the plan still fits if there are gaps in memory
    /// like those in the profile. Empty unless the plan fits only tightly.
    std::optional<uint32_t> keepFree = {};
    bool outputMoved = false; ///< whether Output runs on the first IPU because the weights require it
};
/// The verdict on the latest result, which may belong to an older plan.
VerdictText verdictText(const Session& session);

/// If no number of IPUs is enough, says how low the peak can get and which page helps; otherwise empty.
QString hopelessText(const Session& session);

/// "limit 575,078 B, 10 % of 638,976 B kept free", or "limit 638,976 B" if nothing is kept free.
QString limitText(const MemoryLimits& memory, StageIndex ipu);

/// The text on a remedy's button: "Move layer 3 to IPU 1".
QString remedyName(const Remedy& remedy, const Layers& layers);
/// The effect of a remedy: "Then the fullest tile holds 588.0 KiB, and the plan fits".
QString remedyEffect(const Remedy& remedy, const Session& session);
/// The effect of a remedy in a few words: "588.0 KiB, fits".
QString remedyResult(const Remedy& remedy, const Session& session);

} // namespace tileline
