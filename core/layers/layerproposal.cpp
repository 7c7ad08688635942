// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layerproposal.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace tileline {

namespace {

constexpr uint64_t MinNumbers = 2;
constexpr uint64_t MinPerCent = 10;
/// Names come from files: further words are not counted.
constexpr size_t MaxWords = 4096;

bool isDigitChar(char c) {
    return '0' <= c && c <= '9';
}

bool isWordChar(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

struct NumberedWord {
    uint64_t operations = 0;
    std::set<std::string, std::less<>> numbers;
};

/// Calls `use(word, number)` for each part of a name that is a word and a number: "stage3", "stage.3",
/// "stage_3", "stage/3".
template <class Use>
void forEachNumberedWord(std::string_view name, const Use& use) {
    const size_t end = name.rfind('/') == std::string_view::npos ? 0 : name.rfind('/');
    for (size_t begin = 0; begin < end; ++begin) {
        if (begin > 0 && name[begin - 1] != '/' && name[begin - 1] != '.') {
            continue;
        }
        size_t wordEnd = begin;
        while (wordEnd < end && isWordChar(name[wordEnd])) {
            ++wordEnd;
        }
        const bool separated =
            wordEnd < end && (name[wordEnd] == '/' || name[wordEnd] == '.' || name[wordEnd] == '_');
        const size_t number = wordEnd + (separated ? 1 : 0);
        size_t numberEnd = number;
        while (numberEnd < end && isDigitChar(name[numberEnd])) {
            ++numberEnd;
        }
        const bool ends = numberEnd == end || name[numberEnd] == '/' || name[numberEnd] == '.';
        if (wordEnd > begin && numberEnd > number && ends) {
            use(name.substr(begin, wordEnd - begin), name.substr(number, numberEnd - number));
        }
    }
}

} // namespace

LayerProposal proposeLayerRegex(const std::vector<LayeredOperation>& operations) {
    std::map<std::string, NumberedWord, std::less<>> words;
    uint64_t considered = 0;
    for (const LayeredOperation& operation : operations) {
        if (operation.isTensor) {
            continue;
        }
        ++considered;
        std::set<std::string_view> seen; // a word counts once in a name
        forEachNumberedWord(operation.name, [&](std::string_view word, std::string_view number) {
            auto found = words.find(word);
            if (found == words.end() && words.size() < MaxWords) {
                found = words.emplace(word, NumberedWord()).first;
            }
            if (found != words.end()) {
                found->second.operations += seen.insert(word).second ? 1 : 0;
                found->second.numbers.emplace(number);
            }
        });
    }
    const std::pair<const std::string, NumberedWord>* best = nullptr;
    for (const auto& entry : words) {
        const NumberedWord& word = entry.second;
        if (word.numbers.size() >= MinNumbers && word.operations * 100 >= considered * MinPerCent &&
            (best == nullptr || word.operations > best->second.operations)) {
            best = &entry;
        }
    }
    if (best == nullptr || considered == 0) {
        return {};
    }
    return {R"((?:^|[\/\.]))" + best->first + R"([\/_\.]?(\d+))", best->second.operations * 100 / considered};
}

} // namespace tileline
