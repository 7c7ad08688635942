// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/remedies.h"
#include "ui/session/session.h"

#include <QString>

#include <optional>

namespace tileline {

/// Texts about the current plan: a line that says whether the plan fits, and further lines.
struct VerdictText {
    enum class State {
        None,      ///< there is no plan
        Computing, ///< the first estimate is being computed
        Fits,
        Over,     ///< at least one IPU exceeds its limit; this state and those below are bad
        Doubtful, ///< no verdict, because a warning says that the figures are not reliable
        Refused,  ///< no framework can compile the plan, even if it fits
    };
    State state = State::None;
    QString text;      ///< "2 of 25 IPUs overflow, IPU 3 by 20.0 KiB (3.2 %)"
    QString details;   ///< the limit, and the setting of the estimate
    QString idle;      ///< "3 of 4 IPUs used"; empty if all IPUs are used
    QString note = {}; ///< a note, for example that the plan fits only tightly; may be empty
    /// If the plan fits only tightly, the percentage of each tile's memory that should be kept free;
    /// otherwise empty. A plan that keeps this percentage free has room for gaps like those in the profile.
    std::optional<uint32_t> keepFree = {};
    bool outputMoved = false; ///< whether Output runs on the first IPU to keep weights whole
};
/// The verdict on Session::result(), which may belong to an older plan.
VerdictText verdictText(const Session& session);

/// If no number of IPUs is enough, states the lowest possible peak and names the page that helps. The text is
/// empty if a number of IPUs is enough, or if this is not known yet.
QString hopelessText(const Session& session);

/// The limit of an IPU: "limit 575,078 B, 10 % of 638,976 B kept free", or only "limit 638,976 B".
QString limitText(const MemoryLimits& memory, StageIndex ipu);

/// The text on a remedy's button: "Move layer 3 to IPU 1".
QString remedyName(const Remedy& remedy, const Layers& layers);
/// The effect of a remedy: "Then the fullest tile holds 588.0 KiB, and the plan fits".
QString remedyEffect(const Remedy& remedy, const Session& session);
/// The effect of a remedy in a few words: "588.0 KiB, fits".
QString remedyResult(const Remedy& remedy, const Session& session);

} // namespace tileline
