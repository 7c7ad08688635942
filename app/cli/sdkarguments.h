// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convert/convertsettings.h"

namespace CLI {
class App;
}

namespace tileline::cli {

/// How Poplar's own profiles are read: --python, --activate, --cache-dir, and how long the exporter may print
/// nothing.
class SdkArguments {
public:
    void addTo(CLI::App& command);
    const ConvertSettings& settings() const { return m_settings; }

private:
    ConvertSettings m_settings;
};

} // namespace tileline::cli
