// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/sdksettings.h"

#include <filesystem>

namespace tileline {

namespace {

/// The script must not see our arguments, and its output must not mix with the exporter's output.
std::string activationScript() {
    return "command=(\"${@:2}\"); activate=$1; set --\n"
           "source \"$activate\" >&2 || exit " +
           std::to_string(ActivationFailed) +
           "\n"
           "exec \"${command[@]}\"";
}

} // namespace

std::vector<std::string> sdkCommand(const SdkSettings& settings, const std::vector<std::string>& arguments) {
    std::vector<std::string> command;
    if (!settings.activate.empty()) {
        // An absolute path, because `source` looks a plain name up in PATH.
        std::error_code ignored;
        const std::string script = std::filesystem::absolute(settings.activate, ignored).string();
        command = {"bash", "-c", activationScript(), "tileline", script};
    }
    command.push_back(settings.python);
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

} // namespace tileline
