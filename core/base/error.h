// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tileline {

/// The kind of an error. errortext.h defines the sentence and the remedy that the user sees for it.
enum class ErrorCode {
    FileNotFound,         ///< nothing exists at the path
    PermissionDenied,     ///< no permission to read (or write) the file or directory
    NoProfileInDirectory, ///< a directory without a profile
    SeveralProfiles,      ///< a directory with several profiles, none of which the user has chosen
    NotAProfile,          ///< a file that is neither an SQLite database nor debug information
    UnsupportedVersion,   ///< a format version that this program does not support
    Truncated,            ///< the file ends in the middle of its content
    CorruptFile,          ///< the container (SQLite, CBOR, JSON) is damaged
    FileChanged,          ///< the file changed or vanished while it was read
    MissingTable,         ///< a table that the format requires is absent
    MissingColumn,        ///< a column that the format requires is absent
    MissingRow,           ///< a table is empty, although the format requires a row
    WrongType,            ///< a value does not have the type that the format requires
    BlobLength,           ///< a blob whose length is not a multiple of the size of its elements
    UnknownId,            ///< a reference to an id that no row defines
    DuplicateId,          ///< an id that occurs twice where it must be unique
    OutOfRange,           ///< a tile, step, size or count outside its valid range
    CyclicPrograms,       ///< a program that is its own descendant
    CyclicContexts,       ///< a debug context that is its own ancestor
    NoLoweredVariables,   ///< the profile has no lowered variables, which Poplar writes only on request
    NoCycles,             ///< too few cycles are known, so the speed of plans is unknown
    NoOperations,         ///< the profile has neither operation tables nor debug information with operations
    NestedTooDeep,        ///< debug information nested deeper than the limit
    WrongShape,           ///< CBOR or JSON that is well formed but is not debug information
    BadRegex,             ///< a regular expression that does not compile
    RegexTooSlow,         ///< a regular expression that exceeded the match limit
    UnknownLayer,         ///< a name that is not in the layer list
    BadPlan,              ///< a split plan that breaks a rule
    OtherProfile,         ///< the file to be replaced holds a plan for another profile
    Infeasible,           ///< no plan obeys all constraints
    ExportRule,           ///< an export that breaks a rule of PopTorch or would contain invalid figures
    BadArgument,          ///< an argument or option that is not valid
    WriteFailed,          ///< the output could not be written
    TooLarge,             ///< more data than this program can handle
    SystemError,          ///< the operating system refused a request; `actual` states the reason
};

/// Describes an error: its place, the expected value and the actual value. `code` determines the wording and
/// the usual remedy (errortext.h). If `remedy` is not empty, it replaces the usual remedy.
struct Error {
    ErrorCode code{};
    std::string file;     ///< path of the file, as the user gave it; may be empty
    std::string item;     ///< place in the file, such as a table cell, a byte offset or a position in a regex
    std::string expected; ///< the value that the format or rule requires
    std::string actual;   ///< the value that was found
    std::string remedy{}; ///< replaces the usual remedy for the code; may be empty

    Error&& inFile(std::string_view path) && {
        if (file.empty()) {
            file = path;
        }
        return std::move(*this);
    }
    bool operator==(const Error&) const = default;
};

/// A place in a table. text() formats the place for `Error::item`, such as "lowered_variable, tile 3, column
/// bytes, entry 17", and leaves out empty members.
struct Location {
    std::string_view table;
    std::string_view key{};          ///< column that identifies the row; "row" if there is none
    std::optional<uint64_t> row{};   ///< value of the column `key`, or number of the row
    std::string_view column{};       ///< column with the error
    std::optional<uint64_t> entry{}; ///< position of the error in the list that the cell contains

    std::string text() const {
        std::string text(table);
        const auto add = [&text](std::string_view what, std::string_view value) {
            text.append(text.empty() ? "" : ", ").append(what).append(what.empty() ? "" : " ").append(value);
        };
        if (row) {
            add(key, std::to_string(*row));
        }
        if (!column.empty()) {
            add("column", column);
        }
        if (entry) {
            add("entry", std::to_string(*entry));
        }
        return text;
    }
};

/// An error at a place in a file that is being read. Callers add the path of the file with Error::inFile().
template <std::convertible_to<std::string> Text>
Error errorAt(ErrorCode code, Text place, std::string expected, std::string actual, std::string remedy = {}) {
    return {code, {}, std::move(place), std::move(expected), std::move(actual), std::move(remedy)};
}
inline Error errorAt(ErrorCode code, const Location& place, std::string expected, std::string actual,
                     std::string remedy = {}) {
    return errorAt(code, place.text(), std::move(expected), std::move(actual), std::move(remedy));
}
/// An error that concerns a whole file.
inline Error errorIn(std::string file, ErrorCode code, std::string expected, std::string actual,
                     std::string remedy = {}) {
    return {code, std::move(file), {}, std::move(expected), std::move(actual), std::move(remedy)};
}

/// The outcome of a job that was asked to stop. Being cancelled is not an error.
struct Cancelled {
    bool operator==(const Cancelled&) const = default;
};

} // namespace tileline
