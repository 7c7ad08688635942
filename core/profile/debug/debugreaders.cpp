// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourceformats.h"

#include "core/base/error.h"
#include "core/profile/debug/debugstore.h"
#include "core/profile/reading/valueevents.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace tileline {

namespace {

/// How errors describe the outermost value of the file and the required shape of that value.
constexpr const char* Outermost = "the outermost value";
constexpr const char* OutermostMap = "a map with the keys contexts and stringTable";

ContextLayer contextLayerOf(std::string_view name) {
    const auto found = std::ranges::find(ContextLayers, name, &ContextLayerNames::layer);
    return found == ContextLayers.end() ? ContextLayer::Other
                                        : static_cast<ContextLayer>(found - ContextLayers.begin());
}

/// Whether a software layer gives names to its contexts. A framework's context names only an operation.
bool isNamed(ContextLayer layer) {
    return layer == ContextLayer::Poplar || layer == ContextLayer::Poplibs || layer == ContextLayer::Popxl ||
           layer == ContextLayer::Other;
}

bool assign(uint32_t& target, const Number& number) {
    const auto value = number.natural();
    if (!value || *value >= NoId) {
        return false;
    }
    target = static_cast<uint32_t>(*value);
    return true;
}

bool assign(uint64_t& target, const Number& number) {
    const auto value = number.natural();
    target = value.value_or(0);
    return value.has_value();
}

/// Marks a string as wanted. The string table has fewer strings than the file has bytes, so a position of
/// DebugStore::fileBytes or higher is invalid. To save memory, the function ignores such positions.
void want(DebugStore& store, uint32_t position) {
    auto& wanted = store.wantedStrings;
    if (position >= store.fileBytes) {
        return;
    }
    if (position >= wanted.size()) {
        wanted.resize(std::max<size_t>(position + 1, wanted.size() * 2), false);
    }
    wanted[position] = true;
}

/// Receives the values of a debug information file, and fills a DebugStore. The file is a map with the keys
/// `contexts` and `stringTable`, in any order. The receiver does not recurse: it counts the nesting depth.
class ContextReceiver : public ValueReceiver {
public:
    explicit ContextReceiver(LoadJob& job)
        : m_store(job.debug)
        , m_meter(job.meter) {}

    bool receive(const ValueEvent& event) override {
        if (event.kind == ValueEvent::Key) {
            receiveKey(event.text);
            keep(event);
            return true;
        }
        if (event.ends()) {
            end(event);
            return !m_error;
        }
        if (const char* const expected = required(event.kind)) {
            return wrongShape(expected, event.kind == ValueEvent::BeginMap     ? "a map"
                                        : event.kind == ValueEvent::BeginArray ? "an array"
                                                                               : "another value");
        }
        return event.begins() ? begin(event) : scalar(event);
    }
    /// The error that made the receiver end the parse; empty if there is none.
    const std::optional<Error>& error() const { return m_error; }
    /// Error: WrongShape if the outermost map lacks the key `contexts` or `stringTable`.
    Result<Done> finish() const {
        if (m_hasContexts && m_hasStrings) {
            return Done{};
        }
        return errorAt(ErrorCode::WrongShape, Outermost, OutermostMap,
                       m_hasContexts  ? "no stringTable"
                       : m_hasStrings ? "no contexts"
                                      : "neither of them");
    }

private:
    /// The kind of data under the current top-level key.
    enum class Section : uint8_t { Other, Contexts, Strings };
    /// The fields that occur in the contexts of every software layer. All other fields are specific to one
    /// software layer.
    enum class Common : uint8_t { Id, Parent, Layer, Name, Location, None };
    static constexpr std::array<std::string_view, 5> CommonKeys{"id", "parentId", "layer", "name",
                                                                "location"};

    static constexpr size_t TopDepth = 1;     ///< nesting depth inside the outermost map
    static constexpr size_t ListDepth = 2;    ///< nesting depth inside contexts or stringTable
    static constexpr size_t ContextDepth = 3; ///< nesting depth inside a context
    static constexpr size_t FieldDepth = 4;   ///< nesting depth inside a field that is a map or an array

    /// Returns null if a value of this kind is allowed here; otherwise, returns a description of what is
    /// allowed. Each element of `contexts` must be a map, and each element of `stringTable` a string.
    const char* required(ValueEvent::Kind kind) const {
        if (m_depth == 0) {
            return kind == ValueEvent::BeginMap ? nullptr : OutermostMap;
        }
        if (m_section == Section::Other || m_depth > ListDepth) {
            return nullptr;
        }
        if (m_depth == TopDepth) {
            return kind == ValueEvent::BeginArray ? nullptr : "an array";
        }
        if (m_section == Section::Contexts) {
            return kind == ValueEvent::BeginMap ? nullptr : "a map";
        }
        return kind == ValueEvent::Text ? nullptr : "text";
    }
    void receiveKey(std::string_view key) {
        if (m_depth == TopDepth) {
            m_section = key == "contexts"      ? Section::Contexts
                        : key == "stringTable" ? Section::Strings
                                               : Section::Other;
        } else if (inContext() && m_depth == ContextDepth) {
            m_field = key;
            m_common = static_cast<Common>(std::ranges::find(CommonKeys, key) - CommonKeys.begin());
        } else if (inContext() && m_depth == FieldDepth) {
            m_subfield = key;
        }
    }
    bool begin(const ValueEvent& event) {
        if (m_depth == TopDepth && m_section != Section::Other) {
            (m_section == Section::Contexts ? m_hasContexts : m_hasStrings) = true;
            m_entry = 0;
        } else if (m_depth == ListDepth && m_section == Section::Contexts) {
            beginContext();
        } else if (m_depth == ContextDepth) {
            m_inLocation = event.kind == ValueEvent::BeginMap && m_common == Common::Location;
        }
        keep(event);
        if (++m_depth <= MaxNesting) {
            return true;
        }
        m_error = errorAt(ErrorCode::NestedTooDeep, placeText(),
                          "values nested at most " + std::to_string(MaxNesting) + " deep", "deeper");
        return false;
    }
    void end(const ValueEvent& event) {
        if (m_section == Section::Contexts && m_depth == ContextDepth) {
            finishContext();
        } else {
            keep(event);
        }
        if (--m_depth == ListDepth) {
            ++m_entry;
        }
    }
    bool scalar(const ValueEvent& event) {
        if (m_depth == ListDepth && m_section == Section::Strings) {
            addString(event.text);
            return true;
        }
        if (!inContext()) {
            return true;
        }
        const bool ok = m_depth != ContextDepth || field(event);
        if (m_depth == FieldDepth && m_inLocation && !locationField(event)) {
            return wrongShape("a whole number of 32 bits", event.number.text());
        }
        keep(event);
        return ok;
    }
    /// If the contexts precede the string table, only the strings that contexts refer to are kept.
    void addString(std::string_view text) {
        const auto& wanted = m_store.wantedStrings;
        const bool keep = !m_hasContexts || (m_entry < wanted.size() && wanted[m_entry]);
        if (m_store.linksAreKnown) {
            m_store.strings.append(keep ? text : std::string_view());
        }
        ++m_entry;
    }

    bool inContext() const { return m_section == Section::Contexts && m_depth >= ContextDepth; }
    /// Whether to keep the fields of the context as JSON.
    bool keepsFields() const { return m_store.wantsOperations && m_store.linksAreKnown; }
    void keep(const ValueEvent& event) {
        if (keepsFields() && inContext() && m_common == Common::None) {
            m_fields.receive(event);
        }
    }
    bool wrongShape(std::string expected, std::string actual) {
        m_error = errorAt(ErrorCode::WrongShape, m_depth == 0 ? Outermost : placeText(), std::move(expected),
                          std::move(actual));
        return false;
    }
    std::string placeText() const {
        std::string list = m_section == Section::Contexts ? "contexts" : "stringTable";
        if (m_depth < ListDepth || m_section == Section::Other) {
            return list;
        }
        std::string text = Location{.table = list, .entry = m_entry}.text();
        if (m_depth >= ContextDepth) {
            text += ", field " + m_field;
        }
        return m_depth >= FieldDepth && m_inLocation ? text + "." + m_subfield : text;
    }

    // Begins a context. The fields of the context follow in any order.
    void beginContext() {
        m_field.clear();
        m_common = Common::None;
        m_context = {};
        m_api.clear();
        for (auto& [name, value] : m_named) {
            value.clear();
        }
        if (keepsFields()) {
            m_fields.clear();
            m_fields.receive(ValueEvent(ValueEvent::BeginMap));
        }
    }
    bool field(const ValueEvent& value) {
        const bool isText = value.kind == ValueEvent::Text;
        const bool isNumber = value.kind == ValueEvent::NumberValue;
        switch (m_common) {
        case Common::Id:
        case Common::Parent:
            if (isText) {
                return wrongShape("a whole number", "text");
            }
            m_context.hasId = m_context.hasId || (isNumber && m_common == Common::Id);
            if (isNumber && !assign(m_common == Common::Id ? m_context.id : m_context.parent, value.number)) {
                return wrongShape("a whole number that is not negative", value.number.text());
            }
            return true;
        case Common::Name:
            // A context needs no name, so a name of the wrong type is not an error.
            (void)(isNumber && assign(m_context.texts.name, value.number));
            return true;
        case Common::Layer:
            m_context.layer = isText ? contextLayerOf(value.text) : m_context.layer;
            return true;
        default:
            break;
        }
        if (!m_store.linksAreKnown) {
            return true; // the first pass needs only the ids of contexts and of their parents
        }
        if (m_field == "discard") {
            m_context.discard =
                isText ? value.text == "1" || value.text == "true"
                       : value.kind == ValueEvent::True || (isNumber && value.number.natural() == 1);
        } else if (m_field == "api" && isText) {
            m_api = value.text;
        }
        const auto named =
            std::ranges::find_if(m_named, [&](const auto& entry) { return entry.first == m_field; });
        if (named != m_named.end() && isText) {
            named->second = value.text;
        }
        return true;
    }
    bool locationField(const ValueEvent& value) {
        uint32_t* const target = m_subfield == "fileName"       ? &m_context.texts.file
                                 : m_subfield == "functionName" ? &m_context.texts.function
                                 : m_subfield == "lineNumber"   ? &m_context.line
                                                                : nullptr;
        return target == nullptr || value.kind != ValueEvent::NumberValue || assign(*target, value.number);
    }
    /// Adds the context to the store. Contexts without an id are dropped, because nothing can refer to them.
    void finishContext() {
        if (!m_context.hasId) {
            return;
        }
        if (!m_store.linksAreKnown) {
            m_store.links.add(m_context.id, m_context.parent);
            return;
        }
        if (!m_store.links.isUsed(m_context.id)) {
            return;
        }
        DebugContext context;
        context.id = m_context.id;
        context.parent = m_context.parent;
        context.layer = m_context.layer;
        context.discard = m_context.discard;
        context.location.line = m_context.line;
        // A software layer without operation types writes no data about operations into its contexts.
        if (!namesOf(context.layer).operationType.empty()) {
            for (const auto& [name, value] : m_named) {
                if (name == namesOf(context.layer).operationName) {
                    context.operationName = value;
                } else if (name == namesOf(context.layer).operationType) {
                    context.operationType = value;
                }
            }
            if (keepsFields()) {
                m_fields.receive(ValueEvent(ValueEvent::EndMap));
                context.debug = m_fields.take();
                if (auto spent =
                        m_meter.spend(context.debug.bytesOfNames(), {.table = "contexts", .entry = m_entry});
                    !spent) {
                    m_error = spent.failure();
                }
            }
        }
        if (!isNamed(context.layer)) {
            m_context.texts.name = NoId;
        } else if (context.layer == ContextLayer::Poplibs) {
            context.name = m_api;
        }
        for (const uint32_t text : {m_context.texts.name, m_context.texts.file, m_context.texts.function}) {
            want(m_store, text);
        }
        m_store.contexts.push_back(std::move(context));
        m_store.texts.push_back(m_context.texts);
    }

    DebugStore& m_store;
    LoadMeter& m_meter;
    std::optional<Error> m_error;
    std::string m_field;    ///< key of the current field of the context
    std::string m_subfield; ///< current key in the context's map `location`
    size_t m_depth = 0;
    size_t m_entry = 0; ///< position in contexts or stringTable
    Section m_section = Section::Other;
    bool m_inLocation = false;
    Common m_common = Common::None;
    bool m_hasContexts = false;
    bool m_hasStrings = false;

    struct Context {
        uint64_t id = 0;
        uint64_t parent = 0;
        ContextTexts texts;
        uint32_t line = 0;
        ContextLayer layer = ContextLayer::Other;
        bool discard = false;
        bool hasId = false;
    };
    Context m_context;
    std::string m_api; ///< value of the field `api`: poplibs writes the name of one of its functions there
    /// The values of all fields in which some software layer states the name or type of an operation.
    std::array<std::pair<std::string_view, std::string>, 6> m_named{
        {{"op_name", {}}, {"opName", {}}, {"op_type", {}}, {"opType", {}}, {"opid", {}}, {"opcode", {}}}};
    OperationFields m_fields;
};

/// Nearly every context takes more bytes than this in a file. Used for reserving memory.
constexpr uint64_t UsualContextBytes = 40;

/// Fills the debug store. parse(stream, receiver) sends values to the receiver, which may end the parse.
template <class Parse>
Outcome<Done> readContexts(const Source& source, LoadJob& job, const Parse& parse) {
    job.debug.fileBytes = source.bytes();
    if (job.debug.linksAreKnown) {
        job.meter.enter(Phase::ReadingDebug);
    } else {
        job.debug.links.reserve(source.bytes() / UsualContextBytes);
    }
    SourceStream stream(source, job.meter);
    ContextReceiver receiver(job);
    Outcome<Done> parsed = parse(stream, receiver);
    if (receiver.error()) {
        return *receiver.error();
    }
    if (parsed) {
        TRY(receiver.finish());
    } else if (parsed.failure().cancelled() || parsed.failure().error().code != ErrorCode::Truncated ||
               job.debug.links.empty()) {
        return parsed;
    } else {
        job.debug.truncatedAt =
            parsed.failure().error().item + " of " + std::filesystem::path(source.name()).filename().string();
    }
    return Done{};
}

} // namespace

bool isCborDebug(std::string_view firstBytes) {
    constexpr std::string_view SelfDescribed = "\xd9\xd9\xf7";
    const std::string_view bytes =
        firstBytes.substr(firstBytes.starts_with(SelfDescribed) ? SelfDescribed.size() : 0);
    constexpr unsigned FirstMap = 0xA0;
    constexpr unsigned LastMap = 0xBF;
    const unsigned first = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
    return first >= FirstMap && first <= LastMap &&
           (bytes.find("contexts") != std::string_view::npos ||
            bytes.find("stringTable") != std::string_view::npos);
}

Outcome<Done> readCborDebug(const SourcePtr& source, LoadJob& job) {
    return readContexts(*source, job, [&](SourceStream& stream, ContextReceiver& receiver) {
        return parseCbor(stream, source->bytes(), receiver);
    });
}

bool isJsonDebug(std::string_view firstBytes) {
    const size_t first = firstBytes.find_first_not_of(" \t\r\n");
    // The search includes the quotes, because in other JSON files these words may be part of a longer string.
    return first != std::string_view::npos && firstBytes[first] == '{' &&
           (firstBytes.find("\"contexts\"") != std::string_view::npos ||
            firstBytes.find("\"stringTable\"") != std::string_view::npos);
}

Outcome<Done> readJsonDebug(const SourcePtr& source, LoadJob& job) {
    const auto parse = [&](SourceStream& stream, ContextReceiver& receiver) -> Outcome<Done> {
        const auto problem = parseJson(stream, receiver);
        if (stream.failure()) {
            return *stream.failure();
        }
        if (!problem || receiver.error()) {
            return Done{};
        }
        const bool atEnd = problem->position >= source->bytes();
        return errorAt(atEnd ? ErrorCode::Truncated : ErrorCode::CorruptFile,
                       "byte " + std::to_string(problem->position), "JSON", problem->message);
    };
    return readContexts(*source, job, parse);
}

} // namespace tileline
