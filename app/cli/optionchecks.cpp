// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/optionchecks.h"

#include "core/base/printable.h"
#include "core/frameworks/listtext.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

namespace tileline::cli {

namespace {

bool isDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string found(const std::string& text) {
    return ", found " + (text.empty() ? "nothing" : printable(text));
}

std::string_view trimmed(std::string_view text) {
    constexpr const char* Spaces = " \t\n\r\f\v";
    const size_t begin = std::min(text.find_first_not_of(Spaces), text.size());
    return text.substr(begin, text.find_last_not_of(Spaces) + 1 - begin);
}

/// Removes single underscores inside `text`, as Python does in numbers.
std::string withoutUnderscores(std::string_view text) {
    std::string plain;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_' || i == 0 || i + 1 == text.size() || text[i - 1] == '_') {
            plain += text[i];
        }
    }
    return plain;
}

/// Converts a whole number written as in Python to plain digits. Empty if Python's int() refuses `text`.
std::optional<std::string> pythonNumber(std::string_view text) {
    text = trimmed(text);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    const std::string digits = withoutUnderscores(text);
    if (!isDigits(digits)) {
        return std::nullopt;
    }
    constexpr uint64_t MaxValue = std::numeric_limits<int64_t>::max();
    return (negative ? "-" : "") +
           std::to_string(std::min(numberIn<uint64_t>(digits).value_or(MaxValue), MaxValue));
}

CLI::Option* transform(CLI::Option* option, std::function<std::string(std::string&)> change) {
    return option->transform(CLI::Validator(std::move(change), ""));
}

} // namespace

CLI::Option* takeWholeNumber(CLI::Option* option, uint64_t minimum, uint64_t maximum,
                             const std::string& type) {
    return transform(option->type_name(type), [minimum, maximum](std::string& text) -> std::string {
        const auto number = numberIn<uint64_t>(text);
        if (!number || *number < minimum || *number > maximum) {
            return "expected a whole number from " + std::to_string(minimum) + " to " +
                   std::to_string(maximum) + found(text);
        }
        text = std::to_string(*number);
        return {};
    });
}

CLI::Option* takePythonNumber(CLI::Option* option) {
    return transform(option, [](std::string& text) -> std::string {
        auto number = pythonNumber(text);
        if (!number) {
            return "expected a whole number" + found(text);
        }
        text = *std::move(number);
        return {};
    });
}

CLI::Option* takeOneOf(CLI::Option* option, std::vector<std::string> choices, const std::string& type) {
    return option->type_name(type)->check(CLI::IsMember(std::move(choices)).description(""));
}

CLI::Option* refuseEmpty(CLI::Option* option) {
    return option->check(CLI::Validator(
        [](const std::string& text) { return std::string(text.empty() ? "is empty" : ""); }, ""));
}

CLI::Option* requireArgument(CLI::Option* argument) {
    return refuseEmpty(argument)->required()->type_name("");
}

CLI::Option* takePath(CLI::Option* option) {
    return refuseEmpty(option)->type_name("FILE");
}

CLI::Option* takeFileName(CLI::Option* option) {
    return takePath(option)->check(CLI::Validator(
        [](const std::string& text) {
            return std::string(text == "-" ? "must be a file, not standard output" : "");
        },
        ""));
}

void addAnyway(CLI::App& command, bool& anyway, const std::string& although) {
    command.add_flag("--anyway", anyway, "Write the output even if " + although);
}

} // namespace tileline::cli
