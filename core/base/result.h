// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <concepts>
#include <optional>
#include <utility>
#include <variant>

namespace tileline {

/// Why a job returned no value: an error, or a request to stop.
class Failure {
public:
    Failure(Error error)
        : m_error(std::move(error)) {}
    Failure(Cancelled) {}

    bool cancelled() const { return !m_error; }
    /// The error. Call this function only if cancelled() is false.
    const Error& error() const { return *m_error; }
    Failure&& inFile(std::string_view path) && {
        if (m_error && m_error->file.empty()) {
            m_error->file = path;
        }
        return std::move(*this);
    }

private:
    std::optional<Error> m_error;
};

/// A value, or the reason why there is none. `Result<T>` fails with an Error, `Outcome<T>` with a Failure (an
/// Error or Cancelled). Use TRY to pass a failure on to the caller.
template <class T, class F = Error>
class [[nodiscard]] Result {
public:
    using Value = T;

    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value)) {}
    template <class G>
    requires std::constructible_from<F, G&&> &&
        (!std::constructible_from<T, G&&>)&&(!std::same_as<std::remove_cvref_t<G>, Result>)Result(G&& failure)
        : m_state(std::in_place_index<1>, std::forward<G>(failure)) {}

    explicit operator bool() const { return m_state.index() == 0; }
    T& operator*() & { return std::get<0>(m_state); }
    const T& operator*() const& { return std::get<0>(m_state); }
    T&& operator*() && { return std::get<0>(std::move(m_state)); }
    T* operator->() { return &std::get<0>(m_state); }
    const T* operator->() const { return &std::get<0>(m_state); }
    const F& failure() const& { return std::get<1>(m_state); }
    F&& failure() && { return std::get<1>(std::move(m_state)); }

private:
    std::variant<T, F> m_state;
};

/// The value type of a Result that only reports success or an error.
using Done = std::monostate;

template <class T>
using Outcome = Result<T, Failure>;

} // namespace tileline

/// Evaluates to the value of a Result. If the Result holds a failure, the calling function returns that
/// failure. TRY is a statement expression, which GCC and clang support. Examples: `const int length =
/// TRY(readLength(file));` and, for a Result without a value, `TRY(write(file));`.
#define TRY(...)                                                                                             \
    __extension__({                                                                                          \
        auto&& tryResult = (__VA_ARGS__);                                                                    \
        if (!tryResult) {                                                                                    \
            return std::move(tryResult).failure();                                                           \
        }                                                                                                    \
        *std::move(tryResult);                                                                               \
    })
