// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/optionline.h"

#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tileline {

namespace {

struct PoptorchParameter {
    std::string_view name{}; ///< keyword; begins with `*` if the parameter takes any number of arguments
    /// The accepted types, joined by `|`: `bool`, `int`, `str`, `None`, a PopTorch enumeration, `[str]`,
    /// `{str: str}` or `{str: bool}`. `plain name` accepts a string that is not a path. `"x"` accepts only
    /// this string. `0..4` accepts the numbers from 0 to 4.
    std::string_view type{};
    bool required = true;
};

/// An option that an extra line may set.
struct PoptorchOption {
    std::string_view name;                            ///< the full name, which may contain dots
    std::array<PoptorchParameter, 4> parameters = {}; ///< unused elements have no name
    bool usesFiles = false; ///< whether the option makes PopTorch read or write files
};

/// The options that an extra line may set: all options of PopTorch 2.4 to 3.4 except those that the export
/// sets itself, those that take objects, and those that load options.
constexpr PoptorchOption Options[] = {
    {"anchorMode", {{{"anchor_mode", "AnchorMode"}, {"anchor_return_period", "int|None", false}}}},
    {"anchorTensor",
     {{{"short_name", "str"},
       {"long_name", "str"},
       {"output_mode", "OutputMode|None", false},
       {"output_return_period", "int|None", false}}}},
    {"appendToLocationExcludes", {{{"*excludes", "str", false}}}},
    {"broadcastBuffers", {{{"broadcast_buffers", "bool", false}}}},
    {"connectionType", {{{"connection_type", "ConnectionType"}}}},
    {"disableModuleNamescope"},
    {"enableStableNorm", {{{"enabled", "bool"}}}},
    {"enableSyntheticData", {{{"enabled", "bool"}}}},
    {"inputReplicaGrouping", {{{"input_group_size", "int"}, {"input_group_type", "CommGroupType"}}}},
    {"logCycleCount", {{{"log_cycle_count", "bool"}}}},
    {"maxRepeatLogs", {{{"max_lines", "int|None"}}}},
    {"modelName", {{{"name", "plain name"}}}},
    {"outputMode", {{{"output_mode", "OutputMode"}, {"output_return_period", "int|None", false}}}},
    {"randomSeed", {{{"random_seed", "int"}}}},
    {"relaxOptimizerAttributesChecks", {{{"relax", "bool", false}}}},
    {"showCompilationProgressBar", {{{"show", "bool", false}}}},
    {"sourceLocationExcludes", {{{"excludes", "[str]"}}}},
    {"syncPattern", {{{"sync_pattern", "SyncPattern"}}}},
    {"updatableNamedBuffers", {{{"buffers", "[str]"}}}},
    {"useIpuId", {{{"ipu_id", "int"}}}},
    {"useIpuModel", {{{"use_model", "bool"}}}},
    {"useOfflineIpuTarget", {{{"ipu_version", "int", false}}}},

    {"Distributed.configureProcessId", {{{"process_id", "int"}, {"num_processes", "int"}}}},
    {"Distributed.disable"},
    {"Distributed.setEnvVarNames", {{{"var_num_processes", "str"}, {"var_process_id", "str"}}}},
    {"Jit.traceModel", {{{"trace_model", "bool"}}}},
    {"Precision.autocastEnabled", {{{"autocast_enabled", "bool"}}}},
    {"Precision.enableFloatingPointExceptions", {{{"enabled", "bool"}}}},
    {"Precision.enableStochasticRounding", {{{"enabled", "bool"}}}},
    {"Precision.halfFloatCasting", {{{"half_float_casting", "HalfFloatCastingBehavior"}}}},
    {"Precision.runningStatisticsAlwaysFloat", {{{"value", "bool"}}}},
    {"Precision.setPartialsType", {{{"dtype", "torch"}}}},
    {"TensorLocations.numIOTiles", {{{"num_tiles", "int"}}}},
    {"Training.accumulationAndReplicationReductionType", {{{"reduction_type", "ReductionType"}}}},
    {"Training.setAutomaticLossScaling", {{{"enabled", "bool"}}}},
    {"Training.setConvolutionDithering", {{{"enabled", "bool"}}}},
    {"Training.setMeanAccumulationAndReplicationReductionStrategy",
     {{{"mean_reduction_strategy", "MeanReductionStrategy"}}}},
    {"_Popart.set", {{{"key", "\"autoRecomputation\""}, {"value", "0..4"}}}},
    {"_Popart.setPatterns", {{{"patterns", "{str: bool}"}, {"level", "int", false}}}},

    {"enableExecutableCaching", {{{"path", "str|None"}}}, true},
    {"enableProfiling", {{{"profile_dir", "str|None", false}}}, true},
    {"logDir", {{{"log_dir", "str"}}}, true},
    // This option can make PopTorch use files: engine options can name directories for reports.
    {"_Popart.setEngineOptions", {{{"engine_options", "{str: str}"}}}, true},
};

/// The PopTorch options that the export itself sets, so an extra line must not set them.
constexpr std::string_view ExportOptions[] = {
    "deviceIterations", "Training.gradientAccumulation", "replicationFactor",
    "autoRoundNumIPUs", "setAvailableMemoryProportion",  "setExecutionStrategy"};

template <class Texts>
bool isOneOf(std::string_view text, const Texts& texts) {
    return std::ranges::find(texts, text) != std::end(texts);
}

struct Enumeration {
    std::string_view name;
    std::array<std::string_view, 5> values;
};

constexpr Enumeration Enumerations[] = {
    {"AnchorMode", {"Final", "EveryN", "All", "Sum", "Default"}},
    {"CommGroupType", {"All", "Consecutive", "Orthogonal", "NoGrouping"}},
    {"ConnectionType", {"Always", "OnDemand", "Never"}},
    {"HalfFloatCastingBehavior", {"FloatDowncastToHalf", "HalfUpcastToFloat", "Default"}},
    {"MeanReductionStrategy", {"Running", "Post", "PostAndLoss"}},
    {"OutputMode", {"Final", "EveryN", "All", "Sum", "Default"}},
    {"ReductionType", {"Sum", "Mean", "NoReduction"}},
    {"SyncPattern", {"Full", "SinglePipeline", "ReplicaAndLadder"}},
    // The options file cannot use the name `torch`, so PyTorch's types need a prefix: poptorch.torch.half.
    {"torch", {"half", "float16", "float", "float32"}},
};

/// The enumeration that a value belongs to: `OutputMode` for `poptorch.OutputMode.All`; empty if `name` is
/// not an enumeration value.
std::string_view enumerationOf(std::string_view name) {
    constexpr std::string_view Module = "poptorch.";
    const size_t dot = name.rfind('.');
    if (!name.starts_with(Module) || dot < Module.size()) {
        return {};
    }
    const std::string_view type = name.substr(Module.size(), dot - Module.size());
    const std::string_view value = name.substr(dot + 1);
    for (const Enumeration& known : Enumerations) {
        if (known.name == type && !value.empty() && isOneOf(value, known.values)) {
            return known.name;
        }
    }
    return {};
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether `c` may be part of a dotted name.
bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '.';
}

std::string_view trimmed(std::string_view text) {
    const size_t begin = text.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// Whether `types` (see PoptorchParameter::type) accepts `literal`, which has the type `type`.
bool matches(std::string_view literal, std::string_view type, std::string_view types) {
    const size_t bar = types.find('|');
    if (bar != std::string_view::npos && matches(literal, type, types.substr(bar + 1))) {
        return true;
    }
    const std::string_view wanted = types.substr(0, bar);
    if (wanted == "0..4") {
        return type == "int" && literal.size() == 1 && literal <= "4";
    }
    const bool quoted = wanted.starts_with('"');
    if (type != "str" || (wanted != "plain name" && !quoted)) {
        return type == wanted;
    }
    const std::string_view content = literal.substr(1, literal.size() - 2);
    return quoted ? content == wanted.substr(1, wanted.size() - 2)
                  : content.find_first_of("/\\") == std::string_view::npos && !content.starts_with('.');
}

/// Parses one call from left to right. Accepts only one level of nesting: literals in a list or dictionary.
class CallReader {
public:
    explicit CallReader(std::string_view text)
        : m_text(text) {}

    Result<Done> read(OptionSource source) {
        TRY(checkCharacters());
        const PoptorchOption* const option = TRY(readOption(source));
        TRY(take('(', "an opening bracket"));
        TRY(readArguments(*option));
        return atEnd() ? Result<Done>(Done{})
                       : expected("the end of the line: a line may contain only one call");
    }

private:
    Error refused(size_t position, std::string expected, std::string found, std::string remedy) const {
        return errorAt(ErrorCode::ExportRule, "column " + std::to_string(position + 1), std::move(expected),
                       std::move(found), std::move(remedy));
    }

    Error expectedAt(size_t position, std::string what) const {
        return refused(
            position, std::move(what),
            position < m_text.size() ? pythonLiteral(m_text.substr(position, 20)) : "the end of the line",
            RemedyText::tr(
                "Write one call of an option with literals, as in outputMode(poptorch.OutputMode.All). "
                "Set everything else in the program that loads the file."));
    }
    Error expected(std::string what) const { return expectedAt(m_position, std::move(what)); }

    Result<Done> checkCharacters() const {
        const auto wrong = std::ranges::find_if(m_text, [](char c) { return c < 0x20 || c > 0x7E; });
        return wrong == m_text.end()
                   ? Result<Done>(Done{})
                   : expectedAt(static_cast<size_t>(wrong - m_text.begin()), "printable ASCII on one line");
    }

    /// Moves to the next character that is not a blank, and returns its position.
    size_t skipBlanks() {
        return m_position = std::min(m_text.find_first_not_of(' ', m_position), m_text.size());
    }
    bool atEnd() { return skipBlanks() == m_text.size(); }
    /// Returns the next character that is not a blank; 0 at the end.
    char peek() { return atEnd() ? '\0' : m_text[m_position]; }
    bool take(char c) {
        const bool there = peek() == c;
        m_position += there ? 1 : 0;
        return there;
    }
    Result<Done> take(char c, const char* name) {
        return take(c) ? Result<Done>(Done{}) : Result<Done>(expected(name));
    }
    std::string_view takeWord() {
        const size_t begin = skipBlanks();
        while (m_position < m_text.size() && isWordCharacter(m_text[m_position])) {
            ++m_position;
        }
        return m_text.substr(begin, m_position - begin);
    }

    Result<const PoptorchOption*> readOption(OptionSource source) {
        const std::string name(takeWord());
        const auto* const option =
            std::ranges::find_if(Options, [&](const auto& each) { return each.name == name; });
        if (isOneOf(name, ExportOptions)) {
            return refused(0, "an option that the export does not set itself", name,
                           RemedyText::tr("Remove this line. To set the value, use the export's own fields "
                                          "or command-line options."));
        }
        if (option == std::end(Options)) {
            return expectedAt(0, "an option of PopTorch that takes literals");
        }
        if (option->usesFiles && source != OptionSource::Typed) {
            return refused(0, "an option that does not make PopTorch use files",
                           name + ", which uses files and was not typed by you",
                           RemedyText::tr("If you trust the line, delete it and type it again in the export "
                                          "dialog, or give it with --option."));
        }
        return option;
    }

    /// Reads the arguments that follow the opening bracket, and then the closing bracket.
    Result<Done> readArguments(const PoptorchOption& option) {
        const auto& parameters = option.parameters;
        std::array<bool, 4> given{};
        if (!take(')')) {
            size_t next = 0;
            bool keywords = false;
            do {
                const size_t begin = skipBlanks();
                const std::string_view keyword = takeKeyword();
                keywords = keywords || !keyword.empty();
                const auto named =
                    std::ranges::find_if(parameters, [&](const auto& each) { return each.name == keyword; });
                const size_t index = keywords ? static_cast<size_t>(named - parameters.begin()) : next;
                if (index >= parameters.size() || parameters[index].name.empty() || given[index]) {
                    return expectedAt(begin, "a parameter of the option, given at most once");
                }
                const PoptorchParameter& parameter = parameters[index];
                const size_t literal = skipBlanks();
                const std::string type = TRY(readValue());
                if (!matches(m_text.substr(literal, m_position - literal), type, parameter.type)) {
                    return expectedAt(literal,
                                      std::string(parameter.name) + ": " + std::string(parameter.type));
                }
                const bool repeats = parameter.name.starts_with('*');
                given[index] = !repeats;
                next += repeats ? 0 : 1;
            } while (take(','));
            TRY(take(')', "a comma or a closing bracket"));
        }
        for (size_t i = 0; i < parameters.size(); ++i) {
            if (!parameters[i].name.empty() && parameters[i].required && !given[i]) {
                return expectedAt(m_position - 1, "the argument " + std::string(parameters[i].name));
            }
        }
        return Done{};
    }

    /// Reads the keyword of `keyword=value`; empty if there is none.
    std::string_view takeKeyword() {
        const size_t begin = m_position;
        const std::string_view word = takeWord();
        if (!word.empty() && take('=')) {
            return word;
        }
        m_position = begin;
        return {};
    }

    /// Reads a scalar, a list of scalars or a dictionary of scalars, and returns its type.
    Result<std::string> readValue() {
        if (take('[')) {
            return readItems(']', [this] { return readScalar(); });
        }
        if (take('{')) {
            return readItems('}', [this]() -> Result<std::string> {
                const std::string key = TRY(readScalar());
                TRY(take(':', "a colon"));
                return key + ": " + TRY(readScalar());
            });
        }
        return readScalar();
    }

    /// Reads items of one type, and the bracket `closing` after them. The caller has read the opening
    /// bracket.
    template <class Read>
    Result<std::string> readItems(char closing, Read readItem) {
        const char opening = m_text[m_position - 1];
        std::string type;
        do {
            const size_t begin = skipBlanks();
            const std::string item = TRY(readItem());
            if (!type.empty() && type != item) {
                return expectedAt(begin, "items of one type");
            }
            type = item;
        } while (take(','));
        TRY(take(closing, "a comma or a closing bracket"));
        return opening + type + closing;
    }

    Result<std::string> readScalar() {
        const char c = peek();
        return c == '"' || c == '\'' ? readString() : c == '-' || isDigit(c) ? readNumber() : readName();
    }

    Result<std::string> readString() {
        const size_t begin = m_position;
        const char quote = m_text[m_position++];
        while (m_position < m_text.size() && m_text[m_position] != quote) {
            if (m_text[m_position] == '\\') {
                ++m_position;
                const bool known =
                    m_position < m_text.size() &&
                    std::string_view("\\\"'").find(m_text[m_position]) != std::string_view::npos;
                if (!known) {
                    return expected("another backslash or a quotation mark after this backslash");
                }
            }
            ++m_position;
        }
        if (m_position == m_text.size()) {
            return expectedAt(begin, "a string that ends on this line");
        }
        ++m_position;
        return std::string("str");
    }

    /// Reads a whole number; no accepted option takes any other number. Python does not allow leading zeros.
    Result<std::string> readNumber() {
        const size_t begin = m_position;
        const std::string_view rest = m_text.substr(begin);
        int64_t value = 0;
        const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        m_position += static_cast<size_t>(end - rest.data());
        const std::string_view digits = rest.substr(rest.front() == '-' ? 1 : 0, m_position - begin);
        const bool leadingZero = digits.size() > 1 && digits[0] == '0' && isDigit(digits[1]);
        const bool ends = m_position == m_text.size() || !isWordCharacter(m_text[m_position]);
        return problem == std::errc() && !leadingZero && ends ? Result<std::string>("int")
                                                              : expectedAt(begin, "a whole number");
    }

    Result<std::string> readName() {
        const size_t begin = m_position;
        const std::string_view word = takeWord();
        const std::string_view type = word == "True" || word == "False" ? "bool"
                                      : word == "None"                  ? "None"
                                                                        : enumerationOf(word);
        if (type.empty()) {
            return expectedAt(begin, "a literal, or a PopTorch value such as poptorch.OutputMode.All");
        }
        return std::string(type);
    }

    std::string_view m_text;
    size_t m_position = 0;
};

Result<std::string> checkedCall(std::string_view text, OptionSource source) {
    const std::string_view call = trimmed(text);
    TRY(CallReader(call).read(source));
    return std::string(call);
}

} // namespace

std::string_view textOf(OptionSource source) {
    return source == OptionSource::Typed ? "typed" : "from the plan file";
}

OptionLine::OptionLine(std::string text, OptionSource source)
    : m_text(std::move(text))
    , m_source(source)
    , m_call(checkedCall(m_text, source)) {
}

std::string OptionLine::shown() const {
    constexpr size_t Longest = 200;
    return m_call ? *m_call
                  : pythonLiteral(m_text.substr(0, Longest)) + (m_text.size() > Longest ? "..." : "");
}

std::string OptionLine::refusal() const {
    return m_call ? std::string()
                  : m_call.failure().item + ": expected " + m_call.failure().expected + ", found " +
                        m_call.failure().actual;
}

} // namespace tileline
