// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/valueevents.h"

#include "core/base/printable.h"
#include "core/profile/reading/source.h"

#include <algorithm>
#include <cbor.h>
#include <utility>
#include <vector>

namespace tileline {

namespace {

/// The maximum length of a text in bytes. A longer text is treated as an error in the file.
constexpr size_t MaxTextBytes = 64 * 1024 * 1024;

/// Turns libcbor's flat callbacks into nested events. Keeps a stack of the open maps, arrays and strings,
/// each with the number of its remaining items.
class ItemNesting {
public:
    explicit ItemNesting(ValueReceiver& receiver)
        : m_receiver(receiver) {}

    enum class State { Running, Ended, Complete, Malformed };
    State state() const { return m_state; }

    /// Called at the beginning of a map with `count` pairs or an array with `count` items.
    void begin(bool map, uint64_t count, bool indefinite) {
        if (startItem() && send(ValueEvent(map ? ValueEvent::BeginMap : ValueEvent::BeginArray))) {
            m_open.push_back({map ? Kind::Map : Kind::Array, indefinite, map, count});
            closeFinished();
        }
    }
    /// A chunk of a string cannot consist of chunks, so a string adds at most one level of nesting.
    void beginText(bool bytes) {
        if (inString(Kind::Text) || inString(Kind::Bytes)) {
            m_state = State::Malformed;
        } else if (m_state == State::Running) {
            m_open.push_back({bytes ? Kind::Bytes : Kind::Text, true, false, 0});
            m_text.clear();
        }
    }

    void text(std::string_view text) {
        if (inString(Kind::Text)) {
            appendChunk(text);
        } else if (!isUtf8(text)) {
            m_state = State::Malformed;
        } else if (expectsKey()) {
            key(text);
        } else {
            item(ValueEvent(ValueEvent::Text, text));
        }
    }
    /// Debug information should contain no byte strings. Any byte string is reported as null.
    void bytes() {
        if (!inString(Kind::Bytes)) {
            item(ValueEvent(ValueEvent::Null));
        }
    }
    void number(Number number) {
        if (expectsKey()) {
            key(number.text());
        } else {
            item(ValueEvent(number));
        }
    }
    /// Receives a value that is neither a map nor an array.
    void item(const ValueEvent& value) {
        if (startItem() && send(value)) {
            endItem();
        }
    }
    void endIndefinite() {
        if (m_open.empty() || !m_open.back().indefinite ||
            (m_open.back().kind == Kind::Map && !expectsKey())) {
            m_state = State::Malformed;
            return;
        }
        close();
    }

private:
    enum class Kind : uint8_t { Map, Array, Text, Bytes };
    struct Open {
        Kind kind;
        bool indefinite;
        bool wantsKey;
        uint64_t left; ///< number of remaining items; in a map, number of remaining pairs
    };

    bool inString(Kind kind) const { return !m_open.empty() && m_open.back().kind == kind; }
    bool expectsKey() const {
        return m_state == State::Running && !m_open.empty() && m_open.back().kind == Kind::Map &&
               m_open.back().wantsKey;
    }
    /// Whether a value may start here. If a key or a chunk of a string must come instead, the file is
    /// malformed.
    bool startItem() {
        const bool allowed = !expectsKey() && !inString(Kind::Text) && !inString(Kind::Bytes);
        if (!allowed) {
            m_state = State::Malformed;
        }
        return m_state == State::Running;
    }
    bool send(const ValueEvent& event) {
        const bool goOn = m_receiver.receive(event);
        if (!goOn) {
            m_state = State::Ended;
        }
        return goOn;
    }
    void key(std::string_view text) {
        send(ValueEvent(ValueEvent::Key, text));
        m_open.back().wantsKey = false;
    }
    void appendChunk(std::string_view chunk) {
        m_text.append(chunk);
        if (m_text.size() > MaxTextBytes) {
            m_state = State::Malformed;
        }
    }
    /// Must be called when an item is complete. The item's parent then has one remaining item fewer, and may
    /// itself be complete.
    void endItem() {
        if (m_open.empty()) {
            m_state = State::Complete;
            return;
        }
        Open& parent = m_open.back();
        parent.wantsKey = parent.kind == Kind::Map;
        parent.left -= parent.indefinite ? 0 : 1;
        closeFinished();
    }
    void closeFinished() {
        if (m_state == State::Running && !m_open.empty() && !m_open.back().indefinite &&
            m_open.back().left == 0) {
            close();
        }
    }
    /// Closes the innermost open item. endItem() then also closes complete parents of definite length.
    void close() {
        const Kind kind = m_open.back().kind;
        m_open.pop_back();
        if (kind == Kind::Text) {
            const std::string whole = std::exchange(m_text, {});
            text(whole);
        } else if (kind == Kind::Bytes) {
            bytes();
        } else if (send(ValueEvent(kind == Kind::Map ? ValueEvent::EndMap : ValueEvent::EndArray))) {
            endItem();
        }
    }

    ValueReceiver& m_receiver;
    std::vector<Open> m_open;
    std::string m_text; ///< the chunks received so far, for a string of indefinite length
    State m_state = State::Running;
};

ItemNesting& nesting(void* context) {
    return *static_cast<ItemNesting*>(context);
}

/// Returns the negative number that CBOR encodes as `value`: -1 - `value`.
Number negative(uint64_t value) {
    return value > static_cast<uint64_t>(INT64_MAX) ? Number(-1.0 - static_cast<double>(value))
                                                    : Number(-1 - static_cast<int64_t>(value));
}

cbor_callbacks makeCallbacks() {
    cbor_callbacks c = cbor_empty_callbacks;
    c.uint8 = [](void* to, uint8_t v) { nesting(to).number(Number(uint64_t{v})); };
    c.uint16 = [](void* to, uint16_t v) { nesting(to).number(Number(uint64_t{v})); };
    c.uint32 = [](void* to, uint32_t v) { nesting(to).number(Number(uint64_t{v})); };
    c.uint64 = [](void* to, uint64_t v) { nesting(to).number(Number(v)); };
    c.negint8 = [](void* to, uint8_t v) { nesting(to).number(negative(v)); };
    c.negint16 = [](void* to, uint16_t v) { nesting(to).number(negative(v)); };
    c.negint32 = [](void* to, uint32_t v) { nesting(to).number(negative(v)); };
    c.negint64 = [](void* to, uint64_t v) { nesting(to).number(negative(v)); };
    c.byte_string_start = [](void* to) { nesting(to).beginText(true); };
    c.byte_string = [](void* to, cbor_data, size_t) { nesting(to).bytes(); };
    c.string_start = [](void* to) { nesting(to).beginText(false); };
    c.string = [](void* to, cbor_data data, size_t size) {
        nesting(to).text({reinterpret_cast<const char*>(data), size});
    };
    c.indef_array_start = [](void* to) { nesting(to).begin(false, 0, true); };
    c.array_start = [](void* to, size_t size) { nesting(to).begin(false, size, false); };
    c.indef_map_start = [](void* to) { nesting(to).begin(true, 0, true); };
    c.map_start = [](void* to, size_t size) { nesting(to).begin(true, size, false); };
    c.float2 = [](void* to, float v) { nesting(to).number(Number(double{v})); };
    c.float4 = [](void* to, float v) { nesting(to).number(Number(double{v})); };
    c.float8 = [](void* to, double v) { nesting(to).number(Number(v)); };
    c.undefined = c.null = [](void* to) { nesting(to).item(ValueEvent(ValueEvent::Null)); };
    c.boolean = [](void* to, bool v) {
        nesting(to).item(ValueEvent(v ? ValueEvent::True : ValueEvent::False));
    };
    c.indef_break = [](void* to) { nesting(to).endIndefinite(); };
    return c;
}

/// Feeds a file to libcbor's streaming decoder.
class CborParser {
public:
    CborParser(SourceStream& file, uint64_t fileBytes, ValueReceiver& receiver)
        : m_file(file)
        , m_fileBytes(fileBytes)
        , m_nesting(receiver)
        , m_callbacks(makeCallbacks()) {}

    Outcome<Done> run() {
        size_t wanted = 1;
        while (m_nesting.state() == ItemNesting::State::Running) {
            TRY(ensure(wanted));
            const cbor_decoder_result result = cbor_stream_decode(
                m_buffer.data() + m_begin, m_buffer.size() - m_begin, &m_callbacks, &m_nesting);
            if (result.status == CBOR_DECODER_ERROR) {
                return corrupt("a CBOR item", "an impossible byte");
            }
            if (result.status == CBOR_DECODER_NEDATA) {
                wanted = std::max(result.required, m_buffer.size() - m_begin + 1);
                continue;
            }
            m_begin += result.read;
            m_position += result.read;
            wanted = 1;
        }
        if (m_nesting.state() == ItemNesting::State::Malformed) {
            return corrupt("CBOR whose items fit together, with texts in UTF-8",
                           "an item that is not allowed here");
        }
        return m_nesting.state() == ItemNesting::State::Complete ? checkEnd() : Outcome<Done>(Done{});
    }

private:
    Error corrupt(std::string expected, std::string actual) const {
        return errorAt(ErrorCode::CorruptFile, "byte " + std::to_string(m_position), std::move(expected),
                       std::move(actual));
    }

    /// Makes sure that the buffer has at least `wanted` bytes from m_begin on.
    Outcome<Done> ensure(size_t wanted) {
        if (m_buffer.size() - m_begin >= wanted) {
            return Done{};
        }
        if (wanted > m_fileBytes - std::min(m_position, m_fileBytes)) {
            return truncated(wanted);
        }
        if (wanted > MaxTextBytes) {
            return errorAt(ErrorCode::TooLarge, "byte " + std::to_string(m_position),
                           "texts of at most " + std::to_string(MaxTextBytes) + " bytes",
                           std::to_string(wanted) + " bytes");
        }
        m_buffer.erase(m_buffer.begin(), m_buffer.begin() + static_cast<ptrdiff_t>(m_begin));
        m_begin = 0;
        while (m_buffer.size() < wanted) {
            const auto chunk = m_file.next();
            if (m_file.failure()) {
                return *m_file.failure();
            }
            if (chunk.empty()) {
                return truncated(wanted);
            }
            m_buffer.insert(m_buffer.end(), chunk.begin(), chunk.end());
        }
        return Done{};
    }

    Error truncated(size_t wanted) const {
        return errorAt(ErrorCode::Truncated, "byte " + std::to_string(m_fileBytes),
                       "at least " + std::to_string(wanted) + " bytes from byte " +
                           std::to_string(m_position),
                       "the end of the file");
    }

    Outcome<Done> checkEnd() {
        if (m_begin == m_buffer.size() && m_file.next().empty()) {
            return m_file.failure() ? Outcome<Done>(*m_file.failure()) : Outcome<Done>(Done{});
        }
        return corrupt("the end of the file", "more bytes");
    }

    SourceStream& m_file;
    uint64_t m_fileBytes;
    ItemNesting m_nesting;
    cbor_callbacks m_callbacks;
    std::vector<unsigned char> m_buffer;
    size_t m_begin = 0;      ///< position of the next byte to decode in m_buffer
    uint64_t m_position = 0; ///< position in the file of the next byte to decode
};

} // namespace

Outcome<Done> parseCbor(SourceStream& file, uint64_t fileBytes, ValueReceiver& receiver) {
    return CborParser(file, fileBytes, receiver).run();
}

} // namespace tileline
