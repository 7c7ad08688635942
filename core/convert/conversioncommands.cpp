// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/conversioncommands.h"

#include "core/profileio/profileloader.h"

namespace tileline {

namespace {

std::string quoted(const std::string& text) {
    static constexpr std::string_view Plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    if (!text.empty() && text.find_first_not_of(Plain) == std::string::npos) {
        return text;
    }
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return result + "'";
}

} // namespace

std::vector<std::string> conversionCommands(const std::filesystem::path& profile) {
    std::string run = "python3 tileline_exporter.py " + quoted(profile.string());
    if (const auto source = resolveSource({profile}); source && source->debug) {
        run += " " + quoted(source->debug->string());
    }
    return {"tileline-cli convert --print-exporter > tileline_exporter.py",
            run + " -o " + quoted(profile.stem().string() + ".tileline")};
}

} // namespace tileline
