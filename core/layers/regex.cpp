// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/regex.h"

#include "core/base/sequences.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <ctime>
#include <functional>

namespace tileline {

namespace {

/// The maximum number of steps for one match. A pattern that needs more steps is hostile or a mistake.
/// Because a single step may look at the whole text, the time is limited too. The time is checked after each
/// match and, in long texts or without machine code, also during matches.
constexpr uint32_t MatchLimit = 1'000'000;
constexpr size_t LongText = 1000;
/// The processor time, in seconds, that all matches of one expression together may take.
constexpr double MaxSeconds = 1.5;
constexpr uint32_t CallsBetweenChecks = 256;
constexpr uint32_t MaxGroups = 100;

double secondsOfThread() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string messageOf(int error) {
    char buffer[256];
    pcre2_get_error_message(error, reinterpret_cast<PCRE2_UCHAR*>(buffer), sizeof buffer);
    return buffer;
}

/// The part of a pattern around a position. An error quotes this part, because the pattern may be very long.
std::string around(std::string_view pattern, size_t position) {
    constexpr size_t MaxShown = 100;
    const auto boundary = [&](size_t at) {
        while (at < pattern.size() && (static_cast<unsigned char>(pattern[at]) & 0xC0U) == 0x80) {
            ++at;
        }
        return at;
    };
    const size_t begin = boundary(position - std::min(position, MaxShown));
    const size_t end = boundary(std::min(pattern.size(), position + MaxShown));
    return (begin > 0 ? "..." : "") + std::string(pattern.substr(begin, end - begin)) +
           (end < pattern.size() ? "..." : "");
}

PCRE2_SPTR codeUnits(std::string_view text) {
    return reinterpret_cast<PCRE2_SPTR>(text.data());
}

} // namespace

struct Regex::Code {
    struct Deleter {
        void operator()(pcre2_code* compiled) const { pcre2_code_free(compiled); }
        void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
        void operator()(pcre2_match_context* limits) const { pcre2_match_context_free(limits); }
    };

    std::string what;
    std::unique_ptr<pcre2_code, Deleter> code;
    /// The same pattern, compiled so that tooLate() is called now and then during a match.
    std::unique_ptr<pcre2_code, Deleter> watched;
    std::unique_ptr<pcre2_match_data, Deleter> match;
    std::unique_ptr<pcre2_match_context, Deleter> context;
    bool fast = false; ///< whether `code` is compiled to machine code
    /// Processor time of all matches that have ended, with what lay between the matches of a search.
    mutable double seconds = 0;
    /// When the current match began, by the clock of secondsOfThread(), which is slow to read.
    mutable double began = 0;
    mutable uint32_t calls = 0;

    bool tooLate() const { return seconds + secondsOfThread() - began > MaxSeconds; }
};

Regex::Regex(std::shared_ptr<const Code> code)
    : m_code(std::move(code)) {
}

std::string RegexMatch::joined(std::string_view text) const {
    if (groups.empty()) {
        return std::string(text.substr(begin, end - begin));
    }
    return joinedTexts(groups, {}, std::identity());
}

Result<Regex> Regex::compile(const std::string& pattern, std::string_view what) {
    int error = 0;
    PCRE2_SIZE position = 0;
    const auto compiled = [&](uint32_t further) {
        const uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;
        return std::unique_ptr<pcre2_code, Code::Deleter>(
            pcre2_compile(codeUnits(pattern), pattern.size(), options | further, &error, &position, nullptr));
    };
    auto shared = std::make_shared<Code>();
    shared->what = what;
    shared->code = compiled(0);
    shared->watched = compiled(PCRE2_AUTO_CALLOUT);
    if (!shared->code || !shared->watched) {
        return errorAt(ErrorCode::BadRegex, std::string(what) + ", position " + std::to_string(position),
                       "a regular expression", around(pattern, position) + ": " + messageOf(error));
    }
    // If the just-in-time compiler fails, matches still work, but they take longer.
    shared->fast = pcre2_jit_compile(shared->code.get(), PCRE2_JIT_COMPLETE) == 0;
    shared->match.reset(pcre2_match_data_create_from_pattern(shared->code.get(), nullptr));
    shared->context.reset(pcre2_match_context_create(nullptr));
    if (!shared->match || !shared->context) {
        return Error{ErrorCode::SystemError, {}, std::string(what), {}, "out of memory"};
    }
    if (pcre2_get_ovector_count(shared->match.get()) > MaxGroups + 1) {
        return errorAt(ErrorCode::BadRegex, std::string(what),
                       "at most " + std::to_string(MaxGroups) + " groups", "more");
    }
    pcre2_set_match_limit(shared->context.get(), MatchLimit);
    const auto watch = [](pcre2_callout_block*, void* data) {
        const auto& code = *static_cast<const Code*>(data);
        return ++code.calls % CallsBetweenChecks == 0 && code.tooLate() ? PCRE2_ERROR_CALLOUT : 0;
    };
    pcre2_set_callout(shared->context.get(), watch, shared.get());
    return Regex(std::move(shared));
}

Result<bool> Regex::matchAt(std::string_view text, size_t offset, bool mayBeEmpty) const {
    const bool unwatched = m_code->fast && text.size() <= LongText;
    const int count =
        pcre2_match((unwatched ? m_code->code : m_code->watched).get(), codeUnits(text), text.size(), offset,
                    mayBeEmpty ? 0 : PCRE2_NOTEMPTY_ATSTART, m_code->match.get(), m_code->context.get());
    const double now = secondsOfThread();
    m_code->seconds += now - m_code->began;
    m_code->began = now;
    const bool tooLate = m_code->seconds > MaxSeconds;
    if (count >= 0 && !tooLate) {
        return true;
    }
    if (count == PCRE2_ERROR_NOMATCH && !tooLate) {
        return false;
    }
    return Error{ErrorCode::RegexTooSlow,
                 {},
                 m_code->what,
                 "an expression that can be matched within the limits on steps and time",
                 tooLate ? "more time" : messageOf(count)};
}

Result<std::vector<RegexMatch>> Regex::findAll(std::string_view text) const {
    std::vector<RegexMatch> matches;
    size_t offset = 0;
    bool mayBeEmpty = true;
    m_code->began = secondsOfThread();
    while (offset <= text.size()) {
        auto matched = TRY(matchAt(text, offset, mayBeEmpty));
        if (!matched) {
            break;
        }
        const PCRE2_SIZE* bounds = pcre2_get_ovector_pointer(m_code->match.get());
        const uint32_t count = pcre2_get_ovector_count(m_code->match.get());
        // With \K in a lookahead, a match can start after its end. Such a match counts as empty.
        RegexMatch match{std::min(bounds[0], bounds[1]), bounds[1], {}};
        for (uint32_t group = 1; group < count; ++group) {
            const PCRE2_SIZE begin = bounds[2 * group];
            const PCRE2_SIZE end = bounds[2 * group + 1];
            match.groups.emplace_back(begin == PCRE2_UNSET ? std::string_view{}
                                                           : text.substr(begin, end - begin));
        }
        mayBeEmpty = match.end != match.begin;
        if (match.end < offset) {
            break;
        }
        offset = match.end;
        matches.push_back(std::move(match));
    }
    return matches;
}

Result<bool> Regex::found(std::string_view text) const {
    m_code->began = secondsOfThread();
    return matchAt(text, 0, true);
}

} // namespace tileline
