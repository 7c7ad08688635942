// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QString>

namespace tileline {

/// The name of a setting's estimate: "estimate of the pipeline" or "PopLiner's estimate".
QString estimateName(Setting setting);

/// The setting and the options with which the session's figures were computed: "estimate, pipeline setting,
/// training, inputs recomputed, Output on the last IPU".
QString settingText(const Session& session);
/// The text that settingText() returns in PopLiner's setting.
QString popLinerSettingText();

/// Whether the current plan splits a weight that would stay whole if Output ran on the first IPU.
bool outputOnFirstHelps(const Session& session);

/// Whether the plan of `estimate` splits a weight across IPUs in a way that no framework can compile.
bool splitsWeights(const PlanEstimate& estimate, const Session& session);

} // namespace tileline
