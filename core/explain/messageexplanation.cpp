// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/messageexplanation.h"

#include "core/memory/origins.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace tileline {

namespace {

constexpr size_t MaxExchanges = 100;
constexpr size_t ProgramsPerPoll = 1024;

bool endsWithPart(std::string_view name, std::string_view part) {
    return name.size() > part.size() && name.ends_with(part) && name[name.size() - part.size() - 1] == '/';
}

/// How well a program's name matches `wanted`, the name of an exchange in a message; 0: not at all. A message
/// puts the name of the compute set in front of the name of the exchange. A profile puts the names of debug
/// contexts in front of the name of the exchange.
size_t fitOf(std::string_view name, std::string_view wanted) {
    if (name.empty()) {
        return 0;
    }
    if (name == wanted) {
        return wanted.size() + 2;
    }
    return endsWithPart(name, wanted) ? wanted.size() + 1 : endsWithPart(wanted, name) ? name.size() : 0;
}

bool isExchange(const Program& program) {
    return program.kind == ProgramKind::DoExchange || program.type.find("Exchange") != std::string::npos ||
           program.type.find("Copy") != std::string::npos;
}

Outcome<std::vector<NamedExchange>> exchangesNamed(const Profile& profile, const std::string& wanted,
                                                   TileId tile, const std::stop_token& stop) {
    std::vector<NamedExchange> found;
    size_t bestFit = 1;
    for (uint32_t i = 0; i < profile.programs.size(); ++i) {
        if (i % ProgramsPerPoll == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (!isExchange(profile.programs[i])) {
            continue;
        }
        std::string name = programName(profile, {i});
        const size_t fit = fitOf(name, wanted);
        if (fit > bestFit) {
            found.clear();
            bestFit = fit;
        }
        if (fit == bestFit) {
            found.push_back({{i},
                             std::move(name),
                             at(profile.programs[i].codeBytes, tile.index()),
                             exchangedBytes(profile, tile, {i})});
        }
    }
    std::ranges::stable_sort(found, std::greater(), &NamedExchange::dataBytes);
    found.resize(std::min(found.size(), MaxExchanges), NamedExchange{});
    return found;
}

void addMemory(MessageExplanation& explanation, const TileMemory& memory) {
    for (const uint64_t total : memory.totals) {
        if (total > explanation.bytesPerTile) {
            ++explanation.tilesOver;
            explanation.bytesOver += total - explanation.bytesPerTile;
        }
    }
    explanation.bytes = memory.totals[explanation.tile.index()];
    for (const TileMemory::Category& category : memory.categories) {
        if (const uint32_t bytes = category.bytes[explanation.tile.index()]; bytes > 0) {
            explanation.categories.push_back({category.name, bytes});
        }
    }
    std::ranges::stable_sort(explanation.categories, std::greater(), &MessageExplanation::Category::bytes);
}

} // namespace

bool MessageExplanation::contradictsMessage() const {
    if (!complaint || complaint->kind != MemoryComplaint::Kind::TileFull) {
        return false;
    }
    // Both totals, with and without the gaps between variables, are accepted, because Poplar's documentation
    // does not say which one a message states.
    const auto gaps =
        std::ranges::find_if(categories, [](const Category& category) { return category.name == "gaps"; });
    const uint64_t gapBytes = gaps == categories.end() ? 0 : gaps->bytes;
    const bool otherTiles = complaint->bytesPerTile && *complaint->bytesPerTile != bytesPerTile;
    return otherTiles || (complaint->bytesUsed && bytes && *complaint->bytesUsed != *bytes &&
                          *complaint->bytesUsed != *bytes - gapBytes);
}

Outcome<MessageExplanation> explainMessage(const Profile& profile, const PoplarMessage& message,
                                           const std::stop_token& stop) {
    MessageExplanation explanation;
    explanation.bytesPerTile = profile.target.bytesPerTile;
    const TileMemory memory = tileMemoryOf(profile);
    const bool hasMemory = memory.tileCount() > 0;
    explanation.tile = hasMemory ? memory.peakTile() : TileId{0};
    if (const MemoryComplaint* const complaint = message.main()) {
        explanation.complaint = *complaint;
        explanation.isNamed = complaint->tile.has_value();
        explanation.tile = complaint->tile.value_or(explanation.tile);
    }
    if (explanation.tile.index() >= profile.target.numTiles) {
        return Error{ErrorCode::OutOfRange,
                     profile.path,
                     "the tile of the message",
                     "a tile of the profile, which has " + std::to_string(profile.target.numTiles) + " tiles",
                     std::to_string(explanation.tile.value),
                     "Open the profile of the compilation that printed the message."};
    }
    if (hasMemory) {
        addMemory(explanation, memory);
    }
    explanation.contents = TRY(tileContents(profile, explanation.tile, stop));
    if (explanation.complaint && !explanation.complaint->exchange.empty()) {
        explanation.exchanges =
            TRY(exchangesNamed(profile, explanation.complaint->exchange, explanation.tile, stop));
    }
    return explanation;
}

} // namespace tileline
