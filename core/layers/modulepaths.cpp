// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/modulepaths.h"

#include "core/base/sequences.h"
#include "core/layers/regex.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace tileline {

namespace {

using Parts = std::vector<std::string>;

/// The parts of a path between slashes; empty parts are left out.
Parts partsOf(std::string_view path) {
    Parts parts;
    while (!path.empty()) {
        const size_t end = std::min(path.find('/'), path.size());
        if (end > 0) {
            parts.emplace_back(path.substr(0, end));
        }
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return parts;
}

size_t commonLength(const Parts& left, const Parts& right) {
    return static_cast<size_t>(std::mismatch(left.begin(), left.end(), right.begin(), right.end()).first -
                               left.begin());
}

/// Makes a module path from `name`, the start of an operation's name (NamePrefix::text).
std::string modulePathOf(std::string_view name) {
    std::string path(name);
    std::ranges::replace(path, '/', '.');
    path.erase(0, path.find_first_not_of('.'));
    return path;
}

/// The start of an operation's name, up to and including the match of the layer regex. Several operations of
/// a layer can share a prefix.
struct NamePrefix {
    std::string text;
    size_t match = 0; ///< position of the match of the layer regex in `text`
    std::string module;
    size_t operations = 0;
};

/// Finds the prefixes of all layers. Most names in a layer begin with a known prefix, so few names need the
/// regex.
class PrefixFinder {
public:
    static Result<PrefixFinder> make(const Layers& layers) {
        return PrefixFinder(TRY(Regex::compile(layers.options.layerRegex, "layer regex")), layers.count());
    }

    /// The prefixes by layer, in the order in which they were found.
    const std::vector<std::vector<NamePrefix>>& prefixes() const { return m_prefixes; }

    /// The position of an operation's prefix among the prefixes of its layer; empty if the regex does not
    /// match.
    Result<std::optional<size_t>> find(const LayeredOperation& operation) {
        auto& known = m_prefixes[operation.layer.index()];
        const std::string_view name = operation.name;
        size_t at = 0;
        for (; at < known.size(); ++at) {
            const std::string& text = known[at].text;
            if (name.starts_with(text) && name.size() > text.size() && name[text.size()] == '/') {
                ++known[at].operations;
                return std::optional(at);
            }
        }
        const auto matches = TRY(m_regex.findAll(name));
        if (matches.empty()) {
            return std::optional<size_t>();
        }
        const std::string_view text = name.substr(0, matches.front().end);
        at = static_cast<size_t>(std::ranges::find(known, text, &NamePrefix::text) - known.begin());
        if (at == known.size()) {
            known.push_back({std::string(text), matches.front().begin, modulePathOf(text), 0});
        }
        ++known[at].operations;
        return std::optional(at);
    }

private:
    PrefixFinder(Regex regex, size_t layers)
        : m_regex(std::move(regex))
        , m_prefixes(layers) {}

    Regex m_regex;
    std::vector<std::vector<NamePrefix>> m_prefixes;
};

/// The module with the most operations (NamePrefix::operations); in case of a tie, the first.
std::string commonestModule(const std::vector<NamePrefix>& prefixes) {
    std::map<std::string_view, size_t> counts;
    for (const NamePrefix& prefix : prefixes) {
        counts[prefix.module] += prefix.operations;
    }
    const auto best = std::ranges::max_element(
        prefixes, {}, [&](const NamePrefix& prefix) { return counts[prefix.module]; });
    return best == prefixes.end() ? std::string() : best->module;
}

/// Whether the name of an operation shows that it is a forward operation of the model itself. Other names
/// belong to gradients and updates, or begin with PopLiner's words for operations without a name.
bool namesAModule(const LayeredOperation& operation) {
    const auto begins = [&](const char* word) { return operation.name.starts_with(word); };
    return !operation.isTensor && !begins("Call") && !begins("Anonymous") && !isMarkedId(operation.name) &&
           !isInGradientScope(operation.name);
}

/// The module of Input or Output. `layers` contains the prefixes of all layers, split into parts.
std::string moduleAround(const Layers& list, LayerIndex entry, const std::vector<Parts>& layers) {
    const auto holdsLayers = [&](const Parts& module) {
        return std::ranges::any_of(
            layers, [&](const Parts& layer) { return commonLength(module, layer) == module.size(); });
    };
    Parts common;
    for (const LayeredOperation& operation : list.operations) {
        if (operation.layer != entry || !namesAModule(operation)) {
            continue;
        }
        Parts module = partsOf(operation.name);
        module.resize(module.empty() ? 0 : module.size() - 1);
        if (!common.empty()) {
            module.resize(commonLength(module, common));
        }
        if (!module.empty() && !holdsLayers(module)) {
            common = std::move(module);
        }
    }
    return joinedTexts(common, ".", std::identity());
}

/// A regular expression that matches exactly `text`.
std::string escaped(std::string_view text) {
    constexpr std::string_view Special = R"(\/.^$|()[]{}*+?-#)";
    std::string result;
    for (const char c : text) {
        result += Special.find(c) == std::string_view::npos ? "" : "\\";
        result += c;
    }
    return result;
}

/// The maximum number of stacks, such as encoder and decoder, that a proposed layer regex lists.
constexpr size_t MaxStacks = 16;

/// In each name, takes the text before the match of the layer regex and splits it into parts. Returns the
/// results without duplicates.
std::vector<Parts> leadsOf(const std::vector<std::vector<NamePrefix>>& prefixes) {
    std::vector<Parts> leads;
    for (const auto& ofLayer : prefixes) {
        for (const NamePrefix& prefix : ofLayer) {
            Parts parts = partsOf(std::string_view(prefix.text).substr(0, prefix.match));
            if (std::ranges::find(leads, parts) == leads.end()) {
                leads.push_back(std::move(parts));
            }
        }
    }
    return leads;
}

/// Extends the layer regex by the part of the names that distinguishes the stacks: "(encoder|decoder)". This
/// part precedes the match of the layer regex. The result is empty unless there are 2 to MaxStacks stacks.
std::string separatingExpression(const std::string& layerRegex, const std::vector<Parts>& leads) {
    if (leads.size() < 2 || leads.size() > MaxStacks) {
        return {};
    }
    const Parts& first = leads.front();
    const Parts reversed(first.rbegin(), first.rend());
    size_t front = first.size();
    size_t back = first.size();
    size_t shortest = first.size();
    for (const Parts& lead : leads) {
        front = std::min(front, commonLength(lead, first));
        back = std::min(back, commonLength(Parts(lead.rbegin(), lead.rend()), reversed));
        shortest = std::min(shortest, lead.size());
    }
    back = std::min(back, shortest - front);
    std::string stacks;
    bool optional = false; // whether one of the stacks has no name of its own
    for (const Parts& lead : leads) {
        const Parts differs(lead.begin() + static_cast<std::ptrdiff_t>(front),
                            lead.end() - static_cast<std::ptrdiff_t>(back));
        optional = optional || differs.empty();
        stacks += stacks.empty() || differs.empty() ? "" : "|";
        stacks += escaped(joinedTexts(differs, "/", std::identity()));
    }
    constexpr std::string_view Start = R"((?:^|\/))";
    const std::string usual = LayerOptions().layerRegex;
    // The slash is optional unless the layer regex is the default: another regex may itself match it.
    const std::string slash = layerRegex == usual ? R"(\/)" : R"(\/?)";
    std::string expression = optional && front == 0 ? R"(^\/?)" : std::string(Start);
    for (size_t i = 0; optional && i < front; ++i) {
        expression += escaped(first[i]) + slash;
    }
    expression += optional ? "(?:(" + stacks + ")" + slash + ")?" : "(" + stacks + ")" + slash;
    for (size_t i = first.size() - back; i < first.size(); ++i) {
        expression += escaped(first[i]) + slash;
    }
    return expression + (layerRegex == usual ? usual.substr(Start.size()) : "(?:" + layerRegex + ")");
}

/// Whether the regex finds a layer in every name of `prefixes`, and splits each merged layer into one layer
/// for each module.
bool separates(const std::string& expression, const std::vector<std::vector<NamePrefix>>& prefixes) {
    const auto regex = Regex::compile(expression, "layer regex");
    if (expression.empty() || !regex) {
        return false;
    }
    for (const auto& ofLayer : prefixes) {
        std::set<std::string> modules;
        std::set<std::string> layers;
        for (const NamePrefix& prefix : ofLayer) {
            const std::string name = prefix.text + "/x";
            const auto matches = regex->findAll(name);
            if (!matches || matches->empty()) {
                return false;
            }
            modules.insert(prefix.module);
            layers.insert(matches->front().joined(name));
        }
        if (layers.size() != modules.size()) {
            return false;
        }
    }
    return true;
}

} // namespace

std::vector<std::string> guessModulePaths(const Layers& layers) {
    std::vector<std::string> paths(layers.count());
    auto finder = PrefixFinder::make(layers);
    if (!finder) {
        return paths;
    }
    for (const LayeredOperation& operation : layers.operations) {
        if (isNamed(operation) && operation.kind == EntryKind::Layer && !finder->find(operation)) {
            return paths; // the regex is too slow
        }
    }
    std::vector<Parts> ofLayers;
    for (const auto& ofLayer : finder->prefixes()) {
        for (const NamePrefix& prefix : ofLayer) {
            ofLayers.push_back(partsOf(prefix.text));
        }
    }
    for (uint32_t entry = 0; entry < paths.size(); ++entry) {
        const EntryKind kind = layers.kinds[entry];
        paths[entry] = kind == EntryKind::Input || kind == EntryKind::Output
                           ? moduleAround(layers, {entry}, ofLayers)
                           : commonestModule(finder->prefixes()[entry]);
    }
    return paths;
}

Outcome<std::optional<MergedLayers>> findMergedLayers(const Layers& layers, const Passes& passes,
                                                      const std::stop_token& stop) {
    constexpr size_t PollInterval = 1024;
    auto finder = TRY(PrefixFinder::make(layers));
    struct State {
        std::string module; ///< module of the layer's last operation
        size_t run = 0;
    };
    std::vector<State> states(layers.count());
    std::vector<uint8_t> merged(layers.count(), 0);
    MergedLayers result;
    LayerIndex current;
    size_t run = 0; // the number of runs so far; a run is a sequence of operations of one layer
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const LayeredOperation& operation = layers.operations[i];
        if (i % PollInterval == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (!isNamed(operation) || operation.kind != EntryKind::Layer || passes.isBackward(i)) {
            continue;
        }
        run += run == 0 || operation.layer != current ? 1 : 0;
        current = operation.layer;
        const auto found = TRY(finder.find(operation));
        if (!found) {
            continue;
        }
        const std::string& module = finder.prefixes()[operation.layer.index()][*found].module;
        State& state = states[operation.layer.index()];
        if (state.run > 0 && state.module != module) {
            merged[operation.layer.index()] = 1;
            result.interrupted = result.interrupted || state.run != run;
        }
        state = {module, run};
    }
    result.layers = static_cast<size_t>(std::ranges::count(merged, 1));
    if (result.layers == 0) {
        return std::optional<MergedLayers>();
    }
    result.layer = {static_cast<uint32_t>(std::ranges::find(merged, 1) - merged.begin())};
    const auto& ofLayer = finder.prefixes()[result.layer.index()];
    const std::string& first = ofLayer.front().module;
    const auto other =
        std::ranges::find_if(ofLayer, [&](const NamePrefix& prefix) { return prefix.module != first; });
    result.modules = {first, other->module};
    std::string expression = separatingExpression(layers.options.layerRegex, leadsOf(finder.prefixes()));
    if (separates(expression, finder.prefixes())) {
        result.expression = std::move(expression);
    }
    return std::optional(std::move(result));
}

} // namespace tileline
