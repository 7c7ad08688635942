// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tileline::fuzz {

/// What a fuzz target is given: any bytes.
using Input = std::span<const uint8_t>;

/// Which parts of a target an input runs: under libFuzzer only one, which the input chooses, so that
/// executions are short and many; otherwise all.
class Parts {
public:
    /// Numbers of parts that differ are drawn independently.
    Parts(Input input, uint32_t parts);

    bool include(uint32_t part) const { return !m_only || *m_only == part; }
    /// Whether `part` or one after it is done.
    bool includeFrom(uint32_t part) const { return !m_only || *m_only >= part; }

    static void drawOne() { s_drawOne = true; }

private:
    static inline bool s_drawOne = false;

    std::optional<uint32_t> m_only;
};

// The targets. They end the program if a promise is broken, as a sanitizer does. None writes a file.

/// A plan file: it is read, written, read again, applied to a profile, and exported in every form.
void runPlanFile(Input input);
/// An extra option of PopTorch, and the files to which it is written.
void runOptionLine(Input input);
/// The modules of a plan, one line for each entry; then an empty line and the output of print(model).
void runPrintedModel(Input input);
/// A text with which frameworks split a model. The first byte says which importer reads it for which profile.
void runImport(Input input);
/// An error message of Poplar with the log around it.
void runMessage(Input input);
/// Two lines with the expressions that find layers, and then a line for each operation: its name and, after
/// tabs, an input and an output.
void runLayers(Input input);
/// Numbers that determine a profile, a setting and a plan.
void runEstimate(Input input);
/// A profile of any format. Everything that follows a load is also run.
void runProfile(Input input);
/// Debug information of any format.
void runDebug(Input input);

struct FuzzTarget {
    std::string_view name; ///< of its packed inputs in corpus/
    void (*run)(Input input);
};

std::span<const FuzzTarget> targets();

/// The target with that name, or null.
const FuzzTarget* findTarget(std::string_view name);

/// Ends the program if a promise does not hold.
void require(bool holds, const char* promise);

/// Checks what each error promises: it is a sentence, and it is not a request to stop.
void requireError(const Failure& failure);

inline std::string_view textOf(Input input) {
    return {reinterpret_cast<const char*>(input.data()), input.size()};
}

} // namespace tileline::fuzz
