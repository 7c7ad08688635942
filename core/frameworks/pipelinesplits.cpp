// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sequences.h"
#include "core/frameworks/formats.h"

#include "core/base/printable.h"
#include "core/frameworks/jsontext.h"
#include "core/frameworks/listtext.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"
#include "core/layers/modulepaths.h"
#include "core/layers/pipelineentries.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tileline {

namespace {

constexpr const char* SplitsKey = "pipeline_splits";
constexpr size_t PollInterval = 1024;

/// A name at which a stage begins, and the name's place in the text.
struct SplitName {
    std::string name;
    std::string place;
    std::optional<size_t> operation{}; ///< first operation with the name in its path
};

/// The name with slashes in place of dots, and without slashes at its ends.
std::string withSlashes(std::string_view name) {
    std::string result(name);
    std::ranges::replace(result, '.', '/');
    const size_t begin = result.find_first_not_of('/');
    return begin == std::string::npos ? std::string()
                                      : result.substr(begin, result.find_last_not_of('/') - begin + 1);
}

/// Sets `operation` of each of `names` to the first operation whose name contains the split's name.
Outcome<Done> findOperations(std::vector<SplitName>& names, const Layers& layers,
                             const std::stop_token& stop) {
    const auto wanted =
        mapped(names, [](const SplitName& name) { return '/' + withSlashes(name.name) + '/'; });
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        if (i % PollInterval == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (layers.operations[i].isTensor) {
            continue;
        }
        const std::string path = '/' + withSlashes(layers.operations[i].name) + '/';
        for (size_t name = 0; name < names.size(); ++name) {
            if (!names[name].operation && path.find(wanted[name]) != std::string::npos) {
                names[name].operation = i;
            }
        }
    }
    return Done{};
}

/// Finds, for each name in a list, the entry at which the name's stage begins.
class NameResolver {
public:
    NameResolver(const Layers& layers, std::vector<std::string> modules)
        : m_layers(layers)
        , m_modules(std::move(modules))
        , m_first(layers.count()) {
        for (size_t i = 0; i < layers.operations.size(); ++i) {
            const LayeredOperation& operation = layers.operations[i];
            const bool counts = operation.kind == EntryKind::Layer ? isNamed(operation) : !operation.isTensor;
            std::optional<size_t>& first = m_first[operation.layer.index()];
            first = counts && !first ? i : first;
        }
    }

    /// The entry that contains a name's operation, and whether the entry begins at the name.
    struct Begin {
        LayerIndex entry;
        bool ofEntry = false;
    };
    Begin beginOf(const SplitName& name) const {
        const LayerIndex entry = m_layers.operations[*name.operation].layer;
        const bool ofEntry = m_first[entry.index()] == name.operation ||
                             withSlashes(m_modules[entry.index()]) == withSlashes(name.name);
        return {entry, ofEntry};
    }

private:
    const Layers& m_layers;
    std::vector<std::string> m_modules;
    /// By entry: its first operation that is not a tensor; for a layer, the first with isNamed() true.
    std::vector<std::optional<size_t>> m_first;
};

/// Turns `text` into a part of a regular expression. Each run of digits becomes a group. If the text ends
/// with digits and one letter, the letter becomes part of the group.
std::string generalised(std::string_view text, bool& hasGroup) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] >= '0' && text[i] <= '9') {
            while (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') {
                ++i;
            }
            // A letter at the end of a name continues the count, as in block2a, block2b, block3a.
            const bool lettered = i + 2 == text.size() && text[i + 1] >= 'a' && text[i + 1] <= 'z';
            result += lettered ? R"((\d+[a-z]))" : R"((\d+))";
            i += lettered ? 1 : 0;
            hasGroup = true;
            continue;
        }
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool plain = byte >= 0x80 || text[i] == '_' || (text[i] >= 'a' && text[i] <= 'z') ||
                           (text[i] >= 'A' && text[i] <= 'Z');
        result += plain ? "" : "\\";
        result += text[i];
    }
    return result;
}

/// The layer regexes that can make a layer begin at `name`. The regex that finds the largest layers is first.
std::vector<std::string> expressionsFor(const std::string& name) {
    constexpr size_t MaxParts = 8;
    std::vector<std::string> expressions;
    std::string expression = R"((?:^|[\/.]))";
    const std::string path = withSlashes(name);
    if (!isUtf8(path) || std::ranges::any_of(path, [](char c) {
            return c == '\'' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        })) {
        return {}; // cutError() shows the regex in single quotes, which cannot contain these characters
    }
    bool hasGroup = false;
    size_t begin = 0;
    for (size_t part = 0; part < MaxParts && begin < path.size(); ++part) {
        const size_t end = std::min(path.find('/', begin), path.size());
        bool hasDigits = false;
        const std::string text = generalised(std::string_view(path).substr(begin, end - begin), hasDigits);
        expression += part > 0 ? R"([\/.])" : "";
        // With this group in the regex, each part of a layer, such as its attention, becomes a separate
        // entry.
        expression += hasGroup && !hasDigits ? R"(([^\/.]+))" : text;
        hasGroup = hasGroup || hasDigits;
        if (hasGroup) {
            expressions.push_back(expression);
        }
        begin = end + 1;
    }
    return expressions;
}

/// Makes a plan for a profile from a list of names.
class SplitNames {
public:
    SplitNames(std::vector<SplitName> names, const ImportTarget& target)
        : m_names(std::move(names))
        , m_target(target) {}

    Outcome<SplitPlan> plan(const std::stop_token& stop) {
        const Layers& layers = m_target.layers;
        TRY(findOperations(m_names, layers, stop));
        const NameResolver resolver(layers, m_target.blank.modulePaths);
        std::vector<LayerIndex> splits;
        for (const SplitName& name : m_names) {
            const auto byName = layers.findNameInFiles(name.name);
            if (!name.operation && !byName) {
                return errorAt(
                    ErrorCode::UnknownLayer, name.place, "an operation, a module or a layer of the profile",
                    pythonLiteral(shortened(name.name)), "List the names with tileline-cli operations.");
            }
            const NameResolver::Begin begin =
                name.operation ? resolver.beginOf(name) : NameResolver::Begin{*byName, true};
            if (!begin.ofEntry) {
                return cutError(name, begin.entry, TRY(proposal(stop)));
            }
            if (begin.entry.value == 0 || m_target.blank.kind(begin.entry) == EntryKind::None) {
                return badPlan(name.place, "a name after the beginning of the first stage",
                               pythonLiteral(shortened(name.name)) + ", where the first stage begins anyway",
                               "Leave the name out.");
            }
            if (!splits.empty() && begin.entry <= splits.back()) {
                return badPlan(
                    name.place, "names in the order in which the model runs them, each once",
                    pythonLiteral(shortened(name.name)) + " begins at " +
                        entryText(m_target.blank, begin.entry) + ", after a split at " +
                        entryText(m_target.blank, splits.back()),
                    RemedyText::tr("Sort the names, and leave out those that begin at the same layer."));
            }
            splits.push_back(begin.entry);
        }
        return TRY(SplitPlan::make(layers.count(), std::move(splits)));
    }

private:
    static std::string shortened(const std::string& name) { return name.substr(0, 80); }

    Error cutError(const SplitName& name, LayerIndex entry, const std::string& expression) const {
        return badPlan(name.place, RemedyText::tr("a name at which a layer begins"),
                       pythonLiteral(shortened(name.name)) + " cuts " + entryText(m_target.blank, entry),
                       expression.empty()
                           ? RemedyText::tr("Choose a name at which a layer begins. Tileline found no layer "
                                            "expression that makes a layer begin at each of the names.")
                           : "Use --layer-name-regex '" + expression +
                                 "' to find the layers. Then a layer begins at each name at which the file "
                                 "splits the model.");
    }

    /// A layer regex that makes an entry begin at each name; empty if none was found.
    Outcome<std::string> proposal(const std::stop_token& stop) const {
        constexpr size_t MaxTried = 12;
        std::vector<std::string> tried;
        for (const SplitName& name : m_names) {
            for (std::string& expression : expressionsFor(name.name)) {
                if (std::ranges::find(tried, expression) != tried.end()) {
                    continue;
                }
                if (TRY(beginAll(expression, stop))) {
                    return std::move(expression);
                }
                tried.push_back(std::move(expression));
                if (tried.size() == MaxTried) {
                    return std::string();
                }
            }
        }
        return std::string();
    }

    Outcome<bool> beginAll(const std::string& expression, const std::stop_token& stop) const {
        LayerOptions options = m_target.layers.options;
        options.layerRegex = expression;
        auto found = findLayers(m_target.profile, options, stop);
        if (!found) {
            return found.failure().cancelled() ? Outcome<bool>(Cancelled{}) : false; // the regex is too slow
        }
        LayersPtr layers = *found;
        if (m_target.layers.list->pipeline) {
            const PassMode mode =
                m_target.mode == ExportMode::Training ? PassMode::Training : PassMode::Inference;
            layers = TRY(PipelineEntries::find(m_target.profile, *layers, mode, stop))->layers();
        }
        const NameResolver resolver(*layers, guessModulePaths(*layers));
        std::optional<LayerIndex> last;
        for (const SplitName& name : m_names) {
            if (!name.operation) {
                return false;
            }
            const NameResolver::Begin begin = resolver.beginOf(name);
            if (!begin.ofEntry || begin.entry.value == 0 || (last && begin.entry <= *last)) {
                return false;
            }
            last = begin.entry;
        }
        return true;
    }

    std::vector<SplitName> m_names;
    const ImportTarget& m_target;
};

Result<std::vector<SplitName>> namesOf(const SplitText& text) {
    std::vector<SplitName> names;
    if (text.json) {
        const auto found = text.json->find(SplitsKey);
        if (found == text.json->end() || !found->is_array()) {
            return badPlan(SplitsKey, RemedyText::tr("a list of names"),
                           found == text.json->end() ? RemedyText::tr("nothing") : shownJson(*found),
                           RemedyText::tr("Correct pipeline_splits in the file."));
        }
        for (size_t i = 0; i < found->size(); ++i) {
            const auto& each = (*found)[i];
            const std::string place = std::string(SplitsKey) + "[" + std::to_string(i) + "]";
            if (!each.is_string()) {
                return badPlan(place, RemedyText::tr("a name"), shownJson(each),
                               RemedyText::tr("Correct pipeline_splits in the file."));
            }
            names.push_back({each.get<std::string>(), place});
        }
        return names;
    }
    const std::vector<size_t> values = findKeyedValues(text.text, SplitsKey);
    if (values.size() > 1) {
        return badPlan(placeIn(text.text, values[0]) + "; " + placeIn(text.text, values[1]),
                       RemedyText::tr("one pipeline_splits"), std::to_string(values.size()),
                       RemedyText::tr("Remove the lists that do not belong to the profiled model."));
    }
    for (ListItem& item : TRY(readList(text.text, values.empty() ? 0 : values.front(), values.empty()))) {
        names.push_back(
            {std::move(item.text), std::string(SplitsKey) + ", " + placeIn(text.text, item.offset)});
    }
    return names;
}

/// The names at which the stages after the first one begin.
std::vector<std::pair<LayerIndex, std::string>> splitNames(const ExportPlan& plan) {
    std::vector<std::pair<LayerIndex, std::string>> names;
    const auto stages = plan.placement().stages;
    for (size_t stage = 1; stage < stages.size(); ++stage) {
        names.emplace_back(stages[stage].first, withSlashes(plan.modulePath(stages[stage].first)));
    }
    return names;
}

} // namespace

std::string pipelineSplitsText(const ExportPlan& plan, const PoptorchExportOptions&) {
    const auto nameText = [](const auto& split) { return lineText(split.second, true); };
    return std::string(SplitsKey) + ": [" + joinedTexts(splitNames(plan), ", ", nameText) + "]\n";
}

std::vector<ExportIssue> checkPipelineSplits(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::vector<ExportIssue> issues;
    if (plan.placement().outputOnFirst()) {
        issues.push_back({IssueSeverity::Error, ExportRule::NotSayable,
                          "pipeline_splits runs each stage on an IPU of its own, but the plan runs Output on "
                          "the first IPU.",
                          "Plan with --output-on last, or export for another framework."});
    }
    for (const auto& [entry, name] : splitNames(plan)) {
        if (name.empty() || !isUtf8(name)) {
            issues.push_back({IssueSeverity::Error, ExportRule::NoModulePath,
                              "No module is known for " + entryText(plan, entry) + ", where a stage begins.",
                              "Type the path of its module."});
            issues.back().layer = entry;
        }
    }
    addUnsaid(issues, plan, options, SplitsKey, true);
    return issues;
}

bool recognisesPipelineSplits(const SplitText& text) {
    // A text that no other importer recognises is read as a list of names.
    return !text.json || text.json->contains(SplitsKey);
}

Outcome<ImportedSplit> readPipelineSplits(const SplitText& text, const ImportTarget& target,
                                          const std::stop_token& stop) {
    std::vector<SplitName> names = TRY(namesOf(text));
    if (names.size() >= MaxIpus) {
        return badPlan(SplitsKey, "at most " + std::to_string(MaxIpus - 1) + " names",
                       std::to_string(names.size()),
                       RemedyText::tr("Give fewer names: each name begins a stage on another IPU."));
    }
    ImportedSplit split;
    split.plan = TRY(SplitNames(std::move(names), target).plan(stop));
    split.head = target.head;
    const auto splits = split.plan.splits();
    if (!target.headGiven && !splits.empty() && target.blank.kind(splits.back()) == EntryKind::Output) {
        split.head = {OutputOn::Last,
                      ImportNote::tr(
                          "Output runs on the last IPU, because the last name makes it a stage of its own.")};
    }
    return split;
}

} // namespace tileline
