// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"

#include "core/base/printable.h"

#include <array>
#include <charconv>

namespace tileline {

std::string withValues(std::string_view text, const std::vector<std::string>& values) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
        const size_t number =
            text[i] == '%' && i + 1 < text.size() ? static_cast<size_t>(text[i + 1] - '1') : values.size();
        if (number < values.size()) {
            result += values[number];
            ++i;
        } else {
            result += text[i];
        }
    }
    return result;
}

namespace {

struct EnglishValue {
    std::string operator()(const std::string& name) const { return printable(name); }
    std::string operator()(uint64_t number) const { return std::to_string(number); }
    std::string operator()(ByteCount count) const { return std::to_string(count.bytes) + " bytes"; }
    std::string operator()(ExactByteCount count) const { return (*this)(ByteCount{count.bytes}); }
    std::string operator()(Share share) const { return percentText(share.of1, 1); }
    std::string operator()(const std::vector<Phrase>& phrase) const { return englishText(phrase.front()); }
};

void replace(std::string& text, std::string_view what, const std::string& by) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
}

} // namespace

Phrase joined(std::vector<Phrase> phrases, const char* separator) {
    Phrase all{nullptr, separator};
    for (Phrase& phrase : phrases) {
        if (!phrase.empty()) {
            all.add(std::move(phrase));
        }
    }
    return all;
}

std::string englishText(const Phrase& phrase) {
    std::string text = phrase.text;
    if (phrase.count != Phrase::NoCount) {
        for (const char* const place : {"%n", "%Ln"}) {
            replace(text, place, std::to_string(phrase.count));
        }
        replace(text, "(s)", phrase.count == 1 ? "" : "s");
    }
    std::vector<std::string> values;
    std::string list;
    for (const PhraseValue& value : phrase.values) {
        values.push_back(std::visit(EnglishValue{}, value));
        list += (list.empty() ? "" : text) + values.back();
    }
    return phrase.context == nullptr ? list : withValues(text, values);
}

std::string percentText(double part, double whole) {
    // std::to_chars writes a number the same way in every locale.
    std::array<char, 32> buffer{};
    const double percent = whole > 0 ? 100.0 * part / whole : 0.0;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), percent, std::chars_format::fixed, 1).ptr;
    return std::string(buffer.data(), end) + " %";
}

} // namespace tileline
