// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/remedies.h"
#include "ui/session/session.h"

#include <QString>

#include <optional>

namespace tileline {

/// Whether the current plan fits, in a line.
struct VerdictText {
    enum class State {
        None,      ///< there is no plan
        Computing, ///< of a first result
        Fits,
        Over,     ///< at least one IPU exceeds its limit; this and what follows is bad
        Doubtful, ///< a warning voids the figures, so there is no verdict
        Refused,  ///< no framework compiles the plan, whether it fits or not
    };
    State state = State::None;
    QString text;      ///< "2 of 25 IPUs overflow, IPU 3 by 20.0 KiB (3.2 %)"
    QString details;   ///< the limit, and whose estimate it is
    QString idle;      ///< "3 of 4 IPUs used"; empty if none stays idle
    QString note = {}; ///< that the plan is tight, and where Output runs by itself; may be empty
    /// Per cent to keep free of every tile, so that the layout of the profile has room; empty if the plan is
    /// not tight.
    std::optional<uint32_t> keepFree = {};
    bool outputMoved = false; ///< Output runs on the first IPU, because the weights require it
};
/// About the latest result, which can be of an older plan.
VerdictText verdictText(const Session& session);

/// Where no number of IPUs is enough: how low the peak can get, and where to look; otherwise empty.
QString hopelessText(const Session& session);

/// "limit 575,078 B, 10 % of 638,976 B kept free", or "limit 638,976 B" if all of it may be used.
QString limitText(const MemoryLimits& memory, StageIndex ipu);

/// What the button of a remedy says: "Move layer 3 to IPU 1".
QString remedyName(const Remedy& remedy, const Layers& layers);
/// What comes of it: "Then the fullest tile holds 588.0 KiB, and the plan fits".
QString remedyEffect(const Remedy& remedy, const Session& session);

} // namespace tileline
