// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/confreader.h"

#include "core/export/poptorchconf.h"
#include "core/export/pythoncall.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tileline {

namespace {

using Chain = std::vector<PythonPart>;
using Kind = PythonValue::Kind;

constexpr std::array<std::pair<std::string_view, ExecutionStrategy>, 4> StrategyClasses{
    {{"PipelinedExecution", ExecutionStrategy::Pipelined},
     {"ShardedExecution", ExecutionStrategy::Sharded},
     {"SerialPhasedExecution", ExecutionStrategy::SerialPhased},
     {"ParallelPhasedExecution", ExecutionStrategy::ParallelPhased}}};

std::string_view trimmed(std::string_view line) {
    constexpr std::string_view Blank = " \t\r\v\f";
    const size_t begin = line.find_first_not_of(Blank);
    return begin == std::string_view::npos ? std::string_view()
                                           : line.substr(begin, line.find_last_not_of(Blank) - begin + 1);
}

/// The only positional argument of a call, or null.
const PythonValue* soleArgument(const PythonPart& part) {
    return part.arguments.size() == 1 && part.arguments[0].keyword.empty() ? &part.arguments[0].value
                                                                           : nullptr;
}

std::optional<uint32_t> soleCount(const PythonPart& part) {
    const PythonValue* const value = soleArgument(part);
    const bool fits =
        value && value->kind == Kind::Integer && value->integer >= 0 && value->integer <= 0xFFFFFFFF;
    return fits ? std::optional(static_cast<uint32_t>(value->integer)) : std::nullopt;
}

/// The strings of a call's arguments; nothing where anything else is among them, or there are none.
std::optional<std::vector<std::string>> blockNames(const std::vector<PythonArgument>& arguments) {
    std::vector<std::string> names;
    for (const PythonArgument& argument : arguments) {
        if (argument.value.kind != Kind::String || !argument.keyword.empty()) {
            return std::nullopt;
        }
        names.push_back(argument.value.text);
    }
    return names.empty() ? std::nullopt : std::optional(names);
}

std::optional<std::vector<std::string>> blockNames(const std::vector<PythonValue>& items) {
    std::vector<PythonArgument> arguments;
    for (const PythonValue& item : items) {
        arguments.push_back({{}, item});
    }
    return blockNames(arguments);
}

/// `poptorch.NAME(...)` with whatever is called on it, or null.
const PythonPart* callOf(const PythonValue& value, std::string_view name) {
    const bool matches = value.kind == Kind::Chain && value.chain.size() >= 2 &&
                         value.chain[1].name == name && value.chain[1].called;
    return matches ? &value.chain[1] : nullptr;
}

/// A stage in any of the forms that PopTorch takes: `poptorch.Stage("a", "b").ipu(0)`, "a", ["a", "b"].
std::optional<ConfStage> stageOf(const PythonValue& value) {
    ConfStage stage;
    std::optional<std::vector<std::string>> names;
    if (value.kind == Kind::String) {
        names = std::vector<std::string>{value.text};
    } else if (value.kind == Kind::List || value.kind == Kind::Tuple) {
        names = blockNames(value.items);
    } else if (const PythonPart* const call = callOf(value, "Stage")) {
        names = blockNames(call->arguments);
        for (size_t i = 2; i < value.chain.size(); ++i) {
            stage.ipu = value.chain[i].name == "ipu" ? soleCount(value.chain[i]) : std::nullopt;
            if (!stage.ipu) {
                return std::nullopt;
            }
        }
    }
    if (!names) {
        return std::nullopt;
    }
    stage.blocks = std::move(*names);
    return stage;
}

/// A phase of one stage, with or without the wrapper.
std::optional<ConfStage> phaseOf(const PythonValue& value) {
    const PythonPart* const call = callOf(value, "Phase");
    if (!call) {
        const bool listOfOne = value.kind == Kind::List && value.items.size() == 1;
        return stageOf(listOfOne ? value.items[0] : value);
    }
    if (value.chain.size() != 2) {
        return std::nullopt;
    }
    if (const auto names = blockNames(call->arguments)) {
        return ConfStage{*names, std::nullopt};
    }
    const PythonValue* const stage = soleArgument(*call);
    return stage ? stageOf(*stage) : std::nullopt;
}

/// `# Block "stage1" begins at layer "3", module "m.layer.3", on IPU 1.`
std::optional<std::pair<std::string, ConfBlock>> blockComment(std::string_view line) {
    const auto take = [&](std::string_view text) {
        const bool there = line.substr(0, text.size()) == text;
        line.remove_prefix(there ? text.size() : 0);
        return there;
    };
    if (!take("# Block ")) {
        return std::nullopt;
    }
    const auto name = takeStringLiteral(line);
    if (!name || !take(" begins at layer ")) {
        return std::nullopt;
    }
    ConfBlock block;
    block.knowsLayer = true;
    if (!take("None")) {
        block.layer = takeStringLiteral(line);
        if (!block.layer) {
            return std::nullopt;
        }
    }
    const auto path = take(", module ") ? takeStringLiteral(line) : std::nullopt;
    if (!path || !take(", on IPU ")) {
        return std::nullopt;
    }
    block.path = *path;
    return std::pair(*name, std::move(block));
}

/// Comments of Tileline's own that are written anew at each export.
bool isOwnComment(std::string_view line) {
    return line.starts_with("# Options for poptorch.Options().loadFromFile(), written by Tileline") ||
           line.starts_with("# The annotation file that was written with it") ||
           (line.find(" IPUs are used, ") != std::string_view::npos && line.ends_with(" stay idle."));
}

/// Goes through the lines of one file.
class Reader {
public:
    PoptorchConf read(std::string_view text, std::string_view annotations) {
        while (!text.empty()) {
            const size_t end = std::min(text.find('\n'), text.size());
            ++m_line;
            readLine(trimmed(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        m_line = 0;
        readAnnotations(annotations);
        return std::move(m_conf);
    }

private:
    void find(std::string_view what, std::string reason) {
        constexpr size_t Longest = 120;
        m_conf.findings.push_back({m_line, std::string(what.substr(0, Longest)), std::move(reason)});
    }

    void readLine(std::string_view line) {
        if (line.empty()) {
            return;
        }
        // Tileline's own comments stand before the stages; behind them everything is the user's.
        if (line.front() == '#' && m_conf.stages.empty()) {
            if (auto block = blockComment(line)) {
                m_conf.blocks.insert_or_assign(block->first, std::move(block->second));
                return;
            }
            if (isOwnComment(line)) {
                return;
            }
        }
        if (line.front() == '#') {
            readExtraLine(line);
            return;
        }
        const auto chain = parseOptionLine(line);
        if (!chain) {
            find(line, "not one call of literals and PopTorch classes (" + chain.failure().item +
                           ": expected " + chain.failure().expected + ")");
            return;
        }
        readOption(line, *chain);
    }

    void readOption(std::string_view line, const Chain& chain) {
        const std::string name = dottedName(chain);
        const PythonPart& call = chain.back();
        if (name == "deviceIterations") {
            readCount(line, call, m_conf.options.deviceIterations);
        } else if (name == "Training.gradientAccumulation") {
            m_conf.options.mode = ExportMode::Training;
            readCount(line, call, m_conf.options.gradientAccumulation);
        } else if (name == "replicationFactor") {
            std::optional<uint32_t> factor;
            readCount(line, call, factor);
            m_conf.options.replicationFactor = factor.value_or(1);
        } else if (name == "autoRoundNumIPUs") {
            readRounding(line, call);
        } else if (name == "setAvailableMemoryProportion") {
            readMemoryProportion(line, call);
        } else if (name == "setExecutionStrategy") {
            readStrategy(line, call);
        } else {
            readExtraLine(line);
        }
    }

    void readCount(std::string_view line, const PythonPart& call, std::optional<uint32_t>& count) {
        const std::optional<uint32_t> value = soleCount(call);
        if (!value) {
            find(line, "expected one whole number");
            return;
        }
        if (count) {
            find(line, "set before; the last one counts");
        }
        count = value;
    }

    void readRounding(std::string_view line, const PythonPart& call) {
        const PythonValue* const value = soleArgument(call);
        if (!value || value->kind != Kind::Boolean) {
            find(line, "expected True or False");
        } else if (!value->boolean) {
            find(line, "not kept: an export rounds the number of IPUs up where it must");
        }
    }

    void readMemoryProportion(std::string_view line, const PythonPart& call) {
        const PythonValue* const value = soleArgument(call);
        std::optional<double> proportion;
        bool same = value && value->kind == Kind::Dictionary;
        for (size_t i = 1; same && i < value->items.size(); i += 2) {
            const PythonValue& item = value->items[i];
            const double number = item.kind == Kind::Integer ? static_cast<double>(item.integer) : item.real;
            same = (item.kind == Kind::Integer || item.kind == Kind::Real) &&
                   proportion.value_or(number) == number;
            proportion = number;
        }
        if (!same || !proportion) {
            find(line, "not kept: only one proportion for all IPUs can be");
            return;
        }
        m_conf.options.availableMemoryProportion = proportion;
    }

    void readStrategy(std::string_view line, const PythonPart& call) {
        const PythonValue* const value = soleArgument(call);
        const PythonPart* strategyCall = nullptr;
        for (const auto& [name, strategy] : StrategyClasses) {
            if (value && !strategyCall) {
                strategyCall = callOf(*value, name);
                m_conf.options.strategy = strategyCall ? strategy : m_conf.options.strategy;
            }
        }
        if (!strategyCall || value->chain.size() != 2) {
            find(line, "expected one of PopTorch's four execution strategies with its stages");
            return;
        }
        std::vector<ConfStage> stages;
        const bool phased = m_conf.options.strategy == ExecutionStrategy::SerialPhased ||
                            m_conf.options.strategy == ExecutionStrategy::ParallelPhased;
        for (const PythonArgument& argument : strategyCall->arguments) {
            auto stage = phased ? phaseOf(argument.value) : stageOf(argument.value);
            if (!stage || !argument.keyword.empty()) {
                find(line, "stage " + std::to_string(stages.size()) + " is no list of block names");
                return;
            }
            stages.push_back(std::move(*stage));
        }
        m_conf.stages = std::move(stages);
    }

    void readExtraLine(std::string_view line) {
        if (const auto checked = checkOptionLine(line); !checked) {
            find(line,
                 "not kept: expected " + checked.failure().expected + " (" + checked.failure().item + ")");
            return;
        }
        m_conf.options.extraLines.emplace_back(line);
    }

    void readAnnotations(std::string_view source) {
        if (source.empty()) {
            return;
        }
        constexpr std::string_view Begin = "\nBLOCKS = ";
        const size_t begin = source.find(Begin);
        const size_t end = begin == std::string_view::npos ? begin : source.find("\n]", begin);
        if (end == std::string_view::npos) {
            find("annotation file", "it has no list BLOCKS");
            return;
        }
        const auto pairs = parsePairs(source.substr(begin + Begin.size(), end + 2 - begin - Begin.size()));
        if (!pairs) {
            find("annotation file", "BLOCKS: expected " + pairs.failure().expected);
            return;
        }
        for (const auto& [path, block] : *pairs) {
            m_conf.blocks[block].path = path;
        }
    }

    PoptorchConf m_conf;
    uint32_t m_line = 0;
};

} // namespace

PoptorchConf readPoptorchConf(std::string_view text, std::string_view annotations) {
    constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(ByteOrderMark)) {
        text.remove_prefix(ByteOrderMark.size());
    }
    return Reader().read(text, annotations);
}

} // namespace tileline
