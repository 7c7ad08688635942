// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/jsonevents.h"

#include "core/profile/reading/source.h"

#include <nlohmann/json.hpp>

#include <iterator>

namespace tileline {

namespace {

/// Forwards the events of nlohmann's parser to `events`.
class SaxAdapter : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit SaxAdapter(ValueEvents& events)
        : m_events(events) {}
    const std::optional<JsonProblem>& problem() const { return m_problem; }

    bool null() override { return m_events.null(); }
    bool boolean(bool value) override { return m_events.boolean(value); }
    bool number_integer(number_integer_t value) override { return m_events.number(Number(value)); }
    bool number_unsigned(number_unsigned_t value) override { return m_events.number(Number(value)); }
    bool number_float(number_float_t value, const string_t&) override {
        return m_events.number(Number(value));
    }
    bool string(string_t& value) override { return m_events.text(value); }
    bool binary(binary_t&) override { return m_events.null(); }
    bool start_object(size_t) override { return m_events.beginMap(); }
    bool key(string_t& value) override { return m_events.key(value); }
    bool end_object() override { return m_events.endMap(); }
    bool start_array(size_t) override { return m_events.beginArray(); }
    bool end_array() override { return m_events.endArray(); }
    bool parse_error(size_t position, const std::string&, const nlohmann::json::exception& problem) override {
        m_problem = JsonProblem{position, problem.what()};
        return false;
    }

private:
    ValueEvents& m_events;
    std::optional<JsonProblem> m_problem;
};

/// The characters of a file, for a parser that takes a pair of input iterators. A default-constructed
/// iterator is the end.
class FileIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    FileIterator() = default;
    explicit FileIterator(SourceStream& file)
        : m_file(&file) {
        refill();
    }
    char operator*() const { return static_cast<char>(m_chunk[m_next]); }
    FileIterator& operator++() {
        if (++m_next == m_chunk.size()) {
            refill();
        }
        return *this;
    }
    bool operator==(const FileIterator& other) const { return m_chunk.empty() == other.m_chunk.empty(); }
    bool operator!=(const FileIterator& other) const { return !(*this == other); }

private:
    void refill() {
        m_chunk = m_file->next();
        m_next = 0;
    }

    SourceStream* m_file = nullptr;
    std::span<const unsigned char> m_chunk;
    size_t m_next = 0;
};

template <class Iterator>
std::optional<JsonProblem> parse(Iterator begin, Iterator end, ValueEvents& events) {
    SaxAdapter adapter(events);
    nlohmann::json::sax_parse(std::move(begin), std::move(end), &adapter);
    return adapter.problem();
}

} // namespace

std::optional<JsonProblem> parseJson(std::string_view text, ValueEvents& events) {
    return parse(text.begin(), text.end(), events);
}

std::optional<JsonProblem> parseJson(SourceStream& file, ValueEvents& events) {
    return parse(FileIterator(file), FileIterator(), events);
}

} // namespace tileline
