// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/poplarmessage.h"

#include "core/base/printable.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tileline {

namespace {

/// The maximum length of a name or a path in a message.
constexpr size_t MaxNameLength = 4096;

bool isMessageSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// A text in which each run of white space has become one space, because terminals and logs break lines.
/// `lower` is the text in lower case.
struct MessageWords {
    std::string text;
    std::string lower;

    explicit MessageWords(std::string_view original) {
        text.reserve(original.size());
        for (const char c : original) {
            if (!isMessageSpace(c)) {
                text += c;
            } else if (!text.empty() && text.back() != ' ') {
                text += ' ';
            }
        }
        lower = lowerCase(text);
    }
};

class SentenceReader {
public:
    SentenceReader(const MessageWords& words, size_t position)
        : m_words(words)
        , m_position(position) {}

    /// Skips the words `expected` if they come next. `expected` must be in lower case.
    bool skip(std::string_view expected) {
        const bool found = std::string_view(m_words.lower).substr(m_position).starts_with(expected);
        m_position += found ? expected.size() : 0;
        return found;
    }
    /// Reads the number that comes next. The result is empty if there is no number, or if it is too large.
    template <class Number>
    std::optional<Number> number() {
        Number value = 0;
        const char* const end = m_words.text.data() + m_words.text.size();
        const auto [after, error] = std::from_chars(m_words.text.data() + m_position, end, value);
        if (error != std::errc()) {
            return std::nullopt;
        }
        m_position = static_cast<size_t>(after - m_words.text.data());
        return value;
    }
    /// The quoted text that comes next; empty if there is none, or if its quotes are not closed.
    std::string quoted() {
        const char quote = m_position < m_words.text.size() ? m_words.text[m_position] : '\0';
        if (quote != '\'' && quote != '"' && quote != '`') {
            return {};
        }
        const auto rest = std::string_view(m_words.text).substr(m_position + 1, MaxNameLength);
        const size_t length = rest.find(quote == '`' ? '\'' : quote);
        return std::string(length == std::string_view::npos ? std::string_view() : rest.substr(0, length));
    }

private:
    const MessageWords& m_words;
    size_t m_position;
};

/// The complaint that begins at the position of `reader`; empty if there is none.
std::optional<MemoryComplaint> complaintAt(SentenceReader reader) {
    using Kind = MemoryComplaint::Kind;
    if (reader.skip("cannot fit all variable data onto one or more tiles")) {
        return MemoryComplaint{Kind::DataDoesNotFit};
    }
    const bool tileFull = reader.skip("out of memory on tile ");
    const auto tile = tileFull || reader.skip("tile ") ? reader.number<uint32_t>() : std::nullopt;
    if (!tile) {
        return std::nullopt;
    }
    MemoryComplaint complaint{Kind::TileFull, TileId{*tile}};
    if (tileFull) {
        if (reader.skip(": ") || reader.skip(" ")) {
            complaint.bytesUsed = reader.number<uint64_t>();
        }
        if (complaint.bytesUsed && reader.skip(" bytes used but tiles only have ")) {
            complaint.bytesPerTile = reader.number<uint64_t>();
        }
    } else if (reader.skip(" receives more data than it has total memory")) {
        complaint.kind = Kind::ExchangeTooLarge;
        if (reader.skip(" in exchange ")) {
            complaint.exchange = reader.quoted();
        }
    } else if (reader.skip(" _poplar_start must be ")) {
        complaint.kind = Kind::CodeTooLarge;
        if (reader.number<uint64_t>() && reader.skip(" not ")) {
            complaint.bytesUsed = reader.number<uint64_t>();
        }
    } else {
        return std::nullopt;
    }
    return complaint;
}

/// Whether a path can end before the character `c`, which follows ".pop".
bool endsPath(char c) {
    return isMessageSpace(c) || std::string_view("'\"`,.;:)]}>\\").find(c) != std::string_view::npos;
}

/// The path at the beginning of `rest`. The path ends at the end of the line, or before text that a log or an
/// exception appended.
std::string pathAt(std::string_view rest) {
    rest = rest.substr(0, MaxNameLength);
    const auto isControl = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F;
    };
    while (!rest.empty() && isMessageSpace(rest.front())) {
        rest.remove_prefix(1);
    }
    std::string_view path =
        rest.substr(0, static_cast<size_t>(std::ranges::find_if(rest, isControl) - rest.begin()));
    if (!path.empty() && (path.front() == '\'' || path.front() == '"')) {
        path = path.substr(1, path.find(path.front(), 1) - 1);
    }
    constexpr std::string_view Extension = ".pop";
    for (size_t at = path.find(Extension); at != std::string_view::npos; at = path.find(Extension, at + 1)) {
        const size_t end = at + Extension.size();
        if (end == path.size() || endsPath(path[end])) {
            return std::string(path.substr(0, end));
        }
    }
    while (!path.empty() && endsPath(path.back())) {
        path.remove_suffix(1);
    }
    return std::string(path);
}

std::string profilePathIn(std::string_view text) {
    constexpr std::string_view SavedTo = "profile saved to:";
    const size_t at = lowerCase(text).rfind(SavedTo);
    return at == std::string::npos ? std::string() : pathAt(text.substr(at + SavedTo.size()));
}

} // namespace

std::string_view idOf(MemoryComplaint::Kind kind) {
    constexpr std::array<std::string_view, 4> Ids{"tile_full", "data_does_not_fit", "exchange_too_large",
                                                  "code_too_large"};
    return Ids[static_cast<size_t>(kind)];
}

const MemoryComplaint* PoplarMessage::main() const {
    const auto best = std::ranges::max_element(complaints, {}, [](const MemoryComplaint& complaint) {
        return std::pair(complaint.tile.has_value(), complaint.bytesUsed.value_or(0));
    });
    return best == complaints.end() ? nullptr : &*best;
}

PoplarMessage parsePoplarMessage(std::string_view text) {
    text = text.substr(0, MessageLimit);
    const MessageWords words(text);
    PoplarMessage message;
    auto& complaints = message.complaints;
    for (size_t at = 0; at < words.text.size() && complaints.size() < PoplarMessage::MaxComplaints; ++at) {
        auto complaint = complaintAt({words, at});
        if (complaint && std::ranges::find(complaints, *complaint) == complaints.end()) {
            complaints.push_back(*std::move(complaint));
        }
    }
    message.profilePath = profilePathIn(text);
    return message;
}

} // namespace tileline
