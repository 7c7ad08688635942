// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layers.h"

#include "core/base/sequences.h"
#include "core/layers/regex.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

namespace tileline {

namespace {

/// A provisional layer of an operation, used until the list of layers is complete.
struct LayerGuess {
    enum class Kind { None, First, Named };
    Kind kind = Kind::None;
    std::string name; ///< set only for Kind::Named

    static LayerGuess named(std::string name) { return {Kind::Named, std::move(name)}; }
};

bool namesTensor(const OperationDebug& debug) {
    return debug.tensorId && !debug.tensorId->empty();
}

/// PopLiner's name of an operation. If the raw name is empty or "Call", ids from debug fields are added.
std::string operationName(const std::string& rawName, const OperationDebug& debug) {
    if (rawName != "Call" && !rawName.empty()) {
        return rawName;
    }
    const bool hasTensor = namesTensor(debug);
    std::string name = !rawName.empty() ? rawName : hasTensor ? "Tensor" : "Anonymous";
    if (debug.instanceId && !debug.instanceId->empty()) {
        name += "(" + *debug.instanceId + ")";
    }
    if (hasTensor) {
        name += "/" + *debug.tensorId;
    }
    return name;
}

/// Whether the name and the debug fields of a listing show that the listed operation is a tensor. If one
/// listing shows it, all listings of the operation count as tensors.
bool marksTensor(const std::string& rawName, const OperationDebug& debug) {
    return (rawName == "Call" || rawName.empty()) && namesTensor(debug);
}

/// The distinct matches of a regex in a text. Two matches with different capture groups are distinct even if
/// they name the same layer.
struct DistinctMatches {
    size_t count = 0;
    std::string layer; ///< layer name of the first match
};

Result<DistinctMatches> distinctMatches(const Regex& regex, const std::string& text) {
    auto matches = TRY(regex.findAll(text));
    DistinctMatches result;
    std::set<std::vector<std::string>> distinct;
    for (RegexMatch& match : matches) {
        std::string layer = match.joined(text);
        if (match.groups.empty()) {
            match.groups.push_back(layer);
        }
        if (distinct.insert(std::move(match.groups)).second && distinct.size() == 1) {
            result.layer = std::move(layer);
        }
    }
    result.count = distinct.size();
    return result;
}

/// Walks the operations from the last to the first and finds the layer of each operation:
///
///  1. A tensor has no layer.
///  2. If the name of an operation matches exactly one layer, the operation has that layer.
///  3. If the names of the operation's inputs match exactly one layer, the operation has that layer.
///  4. If the operation is a Call whose inputs match no layer, the Call has the layer of the nearest
///     operation after the Call, in program order, to which rule 2, 3, 5 or 6 applies.
///  5. If the inputs regex matches the operation's inputs, the operation has the first layer of the layer
///     list.
///  6. Otherwise, the operation has no layer, and LayerOptions::unassigned determines its entry.
class LayerFinder {
public:
    LayerFinder(const Profile& profile, const LayerOptions& options, Regex layerRegex, Regex inputsRegex)
        : m_profile(profile)
        , m_layerRegex(std::move(layerRegex))
        , m_inputsRegex(std::move(inputsRegex))
        , m_layers(std::make_shared<Layers>()) {
        m_layers->options = options;
    }

    Outcome<LayersPtr> run(bool standIns, const std::stop_token& stop) {
        if (standIns || m_profile.hasFrameworkOperations()) {
            collectOperations();
        }
        m_guesses.resize(m_layers->operations.size());
        for (size_t i = m_guesses.size(); i-- > 0;) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            m_guesses[i] = TRY(guess(m_layers->operations[i]));
        }
        listLayers();
        if (m_layers->options.unassigned == Unassigned::Position) {
            assignByPosition();
        }
        setKinds();
        addWarnings();
        return LayersPtr(std::move(m_layers));
    }

private:
    void collectOperations() {
        std::vector<bool> tensorDetail(m_profile.operationDetails.size(), false);
        for (uint32_t i = 0; i < m_profile.operations.size(); ++i) {
            const Operation& operation = m_profile.operations[i];
            if (m_profile.operationPrograms[operation.detail.index()].empty()) {
                continue;
            }
            const OperationDebug& debug = m_profile.operationDetails[operation.detail.index()].debug;
            if (marksTensor(operation.name, debug)) {
                tensorDetail[operation.detail.index()] = true;
            }
            m_layers->operations.push_back({{i}, operation.detail, operationName(operation.name, debug)});
        }
        for (LayeredOperation& operation : m_layers->operations) {
            operation.isTensor = tensorDetail[operation.detail.index()];
        }
    }

    Result<LayerGuess> guess(LayeredOperation& operation) {
        if (operation.isTensor) {
            operation.note = LayerNote::Tensor;
            return LayerGuess{};
        }
        auto inName = TRY(distinctMatches(m_layerRegex, operation.name));
        if (inName.count == 1) {
            return m_current = LayerGuess::named(std::move(inName.layer));
        }
        const OperationDebug& debug = m_profile.operationDetails[operation.detail.index()].debug;
        std::string inputs = joinedTexts(debug.inputs, "/", std::identity());
        std::ranges::replace(inputs, '.', '/');
        auto inInputs = TRY(distinctMatches(m_layerRegex, inputs));
        if (inInputs.count == 1) {
            operation.note = LayerNote::InputNames;
            return m_current = LayerGuess::named(std::move(inInputs.layer));
        }
        if (inInputs.count == 0 && operation.name.starts_with("Call")) {
            operation.note = LayerNote::FollowingOp;
            return m_current;
        }
        const bool isFirst = TRY(m_inputsRegex.found(inputs));
        operation.note = isFirst ? LayerNote::InputsRegex : LayerNote::InputLayerCount;
        operation.inputLayers = static_cast<uint32_t>(inInputs.count);
        return m_current = {isFirst ? LayerGuess::Kind::First : LayerGuess::Kind::None, {}};
    }

    void listLayers() {
        std::vector<std::string> names;
        std::unordered_map<std::string, uint32_t> entryOf;
        for (const LayerGuess& guess : m_guesses) {
            if (guess.kind == LayerGuess::Kind::Named && entryOf.emplace(guess.name, 0).second) {
                names.push_back(guess.name);
            }
        }
        if (m_layers->options.order == LayerOrder::Natural) {
            std::ranges::stable_sort(names, naturalLess);
        }
        m_layers->names.emplace_back(std::nullopt);
        for (std::string& name : names) {
            entryOf[name] = static_cast<uint32_t>(m_layers->names.size());
            m_layers->names.emplace_back(std::move(name));
        }
        m_layers->kinds.assign(m_layers->names.size(), EntryKind::Layer);
        m_layers->kinds.front() = EntryKind::None;
        const uint32_t first = m_layers->names.size() > 1 ? 1 : 0;
        for (size_t i = 0; i < m_guesses.size(); ++i) {
            const LayerGuess& guess = m_guesses[i];
            m_layers->operations[i].layer = {guess.kind == LayerGuess::Kind::Named   ? entryOf.at(guess.name)
                                             : guess.kind == LayerGuess::Kind::First ? first
                                                                                     : 0};
        }
    }

    /// Puts each operation that has no layer into a layer, as Unassigned::Position describes.
    void assignByPosition() {
        if (m_layers->names.size() < 2) {
            return;
        }
        LayerIndex current{1};
        for (LayeredOperation& operation : m_layers->operations) {
            if (operation.layer.value != 0) {
                current = operation.layer;
            } else {
                operation.layer = current;
            }
        }
    }

    /// Sets the kind of each operation to the kind of its entry. The entries must not change afterwards.
    void setKinds() {
        for (LayeredOperation& operation : m_layers->operations) {
            operation.kind = m_layers->kinds[operation.layer.index()];
        }
    }

    void addWarnings() {
        uint64_t considered = 0;
        uint64_t layerless = 0;
        LayerWarning calls{LayerWarning::Kind::CallSpansLayers, 0, {}};
        for (const LayeredOperation& operation : m_layers->operations) {
            considered += operation.isTensor ? 0 : 1;
            if (operation.note != LayerNote::InputLayerCount) {
                continue;
            }
            ++layerless;
            if (operation.name.starts_with("Call") && calls.count++ == 0) {
                calls.detail = operation.name;
            }
        }
        const Target& target = m_profile.target;
        if (target.numTiles != target.tilesPerIpu) {
            m_layers->warnings.push_back({LayerWarning::Kind::SeveralIpusOrReplicas, target.numTiles, {}});
        }
        // A profile without operations needs no warning, because loading such a profile already adds a note.
        if (m_layers->names.size() == 1 && considered > 0) {
            m_layers->warnings.push_back(
                {LayerWarning::Kind::NoLayers, 0, {}, proposeLayerRegex(m_layers->operations)});
        }
        if (m_layers->names.size() > 1 && (considered - layerless) * 2 < considered) {
            LayerWarning& few = m_layers->warnings.emplace_back(LayerWarning{
                LayerWarning::Kind::FewOperationsInLayers, (considered - layerless) * 100 / considered, {}});
            if (LayerProposal proposal = proposeLayerRegex(m_layers->operations);
                proposal.perCent > few.count) {
                few.proposal = std::move(proposal);
            }
        }
        if (calls.count > 0) {
            m_layers->warnings.push_back(std::move(calls));
        }
    }

    const Profile& m_profile;
    Regex m_layerRegex;
    Regex m_inputsRegex;
    std::shared_ptr<Layers> m_layers;
    std::vector<LayerGuess> m_guesses;
    LayerGuess m_current;
};

constexpr std::string_view Digits = "0123456789";

bool isDigit(char c) {
    return '0' <= c && c <= '9';
}

/// Removes and returns the longest prefix of `text` that is all digits or that has no digits.
std::string_view takeRun(std::string_view& text) {
    const bool digits = isDigit(text[0]);
    const size_t end = digits ? text.find_first_not_of(Digits) : text.find_first_of(Digits);
    const std::string_view run = text.substr(0, end);
    text.remove_prefix(run.size());
    return run;
}

/// Compares two runs of digits of any length as numbers.
int compareNumbers(std::string_view a, std::string_view b) {
    a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
    b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
    if (a.size() != b.size()) {
        return a.size() < b.size() ? -1 : 1;
    }
    return a.compare(b);
}

/// The parts of a name that is split at its last number.
struct CountedName {
    std::string_view prefix;
    uint64_t number = 0;
    std::string_view suffix;
};

/// Splits a name at its last number. Empty if the name has no number, or if its last number has too many
/// digits for the number of a layer.
std::optional<CountedName> countedName(std::string_view name) {
    constexpr size_t MaxDigits = 9;
    const size_t end = name.find_last_of(Digits) + 1;
    const size_t begin = name.substr(0, end).find_last_not_of(Digits) + 1;
    if (begin == end || end - begin > MaxDigits) {
        return std::nullopt;
    }
    return CountedName{name.substr(0, begin), std::stoull(std::string(name.substr(begin, end - begin))),
                       name.substr(end)};
}

constexpr uint64_t MinNumbers = 2;
constexpr uint64_t MinPerCent = 10;
/// The maximum number of distinct words that are counted. Without this limit, a file whose names contain very
/// many words could exhaust memory.
constexpr size_t MaxWords = 4096;

/// A word and a number that together are a part of a name: "stage3", "stage.3", "stage_3", "stage/3".
constexpr const char* WordAndNumber = R"((?<![^/.])([A-Za-z]+)[/._]?([0-9]+)(?![^/.]))";

struct NumberedWord {
    uint64_t operations = 0;
    std::set<std::string, std::less<>> numbers;
};

} // namespace

std::string LayeredOperation::noteText() const {
    constexpr const char* Texts[] = {"",
                                     "tensor_filter",
                                     "deduced_from_input_names",
                                     "deduced_from_following_operation",
                                     "inputs_regex_layer_0",
                                     "_input_layers"};
    const std::string text = Texts[static_cast<size_t>(note)];
    return note == LayerNote::InputLayerCount ? std::to_string(inputLayers) + text : text;
}

const std::string& Layers::displayName(LayerIndex layer) const {
    static const std::string none = "None";
    const auto& name = names[layer.index()];
    return name ? *name : none;
}

std::optional<LayerIndex> Layers::find(std::string_view name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt
                                : std::optional(LayerIndex{static_cast<uint32_t>(found - names.begin())});
}

std::string Layers::idOf(LayerIndex entry) const {
    const std::string& name = displayName(entry);
    const bool escaped = kinds[entry.index()] == EntryKind::Layer && name.starts_with('@');
    return escaped ? "@" + name : name;
}

std::optional<LayerIndex> Layers::findNameInFiles(std::string_view name) const {
    for (uint32_t i = 0; i < names.size(); ++i) {
        if (nameInFiles({i}) == name) {
            return LayerIndex{i};
        }
    }
    return std::nullopt;
}

std::optional<std::string> Layers::nameInFiles(LayerIndex entry) const {
    return list->ids ? std::optional(idOf(entry)) : names[entry.index()];
}

bool Layers::countsOn(LayerIndex entry) const {
    if (entry.value == 0 || kinds[entry.index()] != EntryKind::Layer ||
        kinds[entry.index() - 1] != EntryKind::Layer) {
        return false;
    }
    const std::optional<CountedName> before = countedName(*names[entry.index() - 1]);
    const std::optional<CountedName> name = countedName(*names[entry.index()]);
    return before && name && before->prefix == name->prefix && before->suffix == name->suffix &&
           before->number + 1 == name->number;
}

bool naturalLess(std::string_view a, std::string_view b) {
    // `a` and `b` are each split into text, number, text, and so on. If a name begins with a digit, its first
    // text is empty, so the name comes before all names that do not begin with a digit.
    while (!a.empty() && !b.empty()) {
        const bool numbers = isDigit(a[0]);
        if (numbers != isDigit(b[0])) {
            return numbers;
        }
        const std::string_view left = takeRun(a);
        const std::string_view right = takeRun(b);
        const int order = numbers ? compareNumbers(left, right) : left.compare(right);
        if (order != 0) {
            return order < 0;
        }
    }
    return a.empty() && !b.empty();
}

Outcome<LayersPtr> findLayers(const Profile& profile, const LayerOptions& options, std::stop_token stop,
                              bool standIns) {
    auto layerRegex = TRY(Regex::compile(options.layerRegex, "layer regex"));
    auto inputsRegex = TRY(Regex::compile(options.inputsRegex, "inputs regex"));
    return LayerFinder(profile, options, std::move(layerRegex), std::move(inputsRegex)).run(standIns, stop);
}

LayerProposal proposeLayerRegex(const std::vector<LayeredOperation>& operations) {
    const auto regex = Regex::compile(WordAndNumber, "numbered word");
    std::map<std::string, NumberedWord, std::less<>> words;
    uint64_t considered = 0;
    for (const LayeredOperation& operation : operations) {
        if (operation.isTensor) {
            continue;
        }
        ++considered;
        // The last part of a name belongs to the operation, not to a layer, and is not searched.
        const size_t end = operation.name.rfind('/');
        const auto matches =
            regex->findAll(std::string_view(operation.name).substr(0, end == std::string::npos ? 0 : end));
        if (!matches) {
            continue;
        }
        std::set<std::string_view> seen; // within a name, a word counts only once
        for (const RegexMatch& match : *matches) {
            const std::string& word = match.groups[0];
            auto found = words.find(word);
            if (found == words.end() && words.size() < MaxWords) {
                found = words.emplace(word, NumberedWord()).first;
            }
            if (found != words.end()) {
                found->second.operations += seen.insert(word).second ? 1 : 0;
                found->second.numbers.emplace(match.groups[1]);
            }
        }
    }
    const std::pair<const std::string, NumberedWord>* best = nullptr;
    for (const auto& entry : words) {
        const NumberedWord& word = entry.second;
        if (word.numbers.size() >= MinNumbers && word.operations * 100 >= considered * MinPerCent &&
            (best == nullptr || word.operations > best->second.operations)) {
            best = &entry;
        }
    }
    if (best == nullptr || considered == 0) {
        return {};
    }
    return {R"((?:^|[\/\.]))" + best->first + R"([\/_\.]?(\d+))", best->second.operations * 100 / considered};
}

std::vector<LayerBand> layerBands(const Profile& profile, const Layers& layers) {
    std::vector<LayerBand> bands;
    for (const LayeredOperation& operation : layers.operations) {
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        if (!operation.inLayer() || !detail.firstStep || !detail.lastStep) {
            continue;
        }
        const StepInterval steps{*detail.firstStep, detail.lastStep->next()};
        const bool cuts = bands.empty() || bands.back().layer != operation.layer;
        if (cuts && (bands.empty() || steps.start > bands.back().steps.start)) {
            if (!bands.empty()) {
                bands.back().steps.end = steps.start;
            }
            bands.push_back({operation.layer, steps});
        } else if (!cuts) {
            bands.back().steps.end = std::max(bands.back().steps.end, steps.end);
        }
    }
    return bands;
}

} // namespace tileline
