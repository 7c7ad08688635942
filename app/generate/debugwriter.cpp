// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/debugwriter.h"

#include "core/base/temporaryfile.h"

#include <array>
#include <cbor.h>
#include <nlohmann/json.hpp>

namespace tileline {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t FlushBytes = 1 << 20;

/// Numbers strings in the order in which they first occur.
class StringTable {
public:
    uint64_t numberOf(const std::string& text) {
        const auto [entry, added] = m_numbers.emplace(text, m_strings.size());
        if (added) {
            m_strings.push_back(text);
        }
        return entry->second;
    }
    const std::vector<std::string>& strings() const { return m_strings; }

private:
    std::unordered_map<std::string, uint64_t> m_numbers;
    std::vector<std::string> m_strings;
};

/// The known fields of a context, for contexts without their original JSON.
Json knownFields(const DebugContext& context) {
    Json fields = Json::object();
    const ContextLayerNames& names = namesOf(context.layer);
    const auto add = [&](std::string_view key, const std::string& value) {
        if (!key.empty() && !value.empty()) {
            fields[std::string(key)] = value;
        }
    };
    add(names.operationName, context.operationName);
    add(names.operationType, context.operationType);
    add("instanceId", context.debug.instanceId.value_or(""));
    add("tensorId", context.debug.tensorId.value_or(""));
    add("opid", context.debug.opid);
    if (!context.debug.inputs.empty()) {
        fields["inputs"] = context.debug.inputs;
    }
    if (!context.debug.outputs.empty()) {
        fields["outputs"] = context.debug.outputs;
    }
    return fields;
}

Json jsonOf(const DebugContext& context, StringTable& strings) {
    Json json{{"id", context.id}, {"parentId", context.parent}, {"layer", namesOf(context.layer).layer}};
    const SourceLocation& location = context.location;
    if (location != SourceLocation{}) {
        json["location"] = {{"fileName", strings.numberOf(location.file)},
                            {"functionName", strings.numberOf(location.function)},
                            {"lineNumber", location.line}};
    }
    if (!context.name.empty()) {
        json["name"] = strings.numberOf(context.name);
    }
    Json fields =
        context.debug.json.empty() ? knownFields(context) : Json::parse(context.debug.json, nullptr, false);
    if (context.discard) {
        fields["discard"] = 1;
    }
    if (fields.is_object()) {
        json.update(fields);
    }
    return json;
}

/// Appends CBOR to a file in large pieces.
class CborFile {
public:
    explicit CborFile(TemporaryFile& file)
        : m_file(file) {}

    void map(size_t size) { head(cbor_encode_map_start, size); }
    void array(size_t size) { head(cbor_encode_array_start, size); }
    void value(const Json& json) { Json::to_cbor(json, m_buffer); }
    Result<Done> flush(size_t threshold = 0) {
        if (m_buffer.size() < threshold) {
            return Done{};
        }
        auto written = m_file.append(m_buffer);
        m_buffer.clear();
        return written;
    }

private:
    void head(size_t (*encode)(size_t, unsigned char*, size_t), size_t size) {
        std::array<unsigned char, 16> bytes{};
        const size_t length = encode(size, bytes.data(), bytes.size());
        m_buffer.append(bytes.begin(), bytes.begin() + length);
    }

    TemporaryFile& m_file;
    std::string m_buffer;
};

Outcome<Done> writeContexts(const DebugContexts& debug, CborFile& out, const std::stop_token& stop) {
    StringTable strings;
    out.map(2);
    out.value("contexts");
    out.array(debug.contexts.size());
    for (const DebugContext& context : debug.contexts) {
        out.value(jsonOf(context, strings));
        TRY(out.flush(FlushBytes));
        if (stop.stop_requested()) {
            return Cancelled{};
        }
    }
    out.value("stringTable");
    out.array(strings.strings().size());
    for (const std::string& text : strings.strings()) {
        out.value(text);
    }
    TRY(out.flush());
    return Done{};
}

} // namespace

Outcome<Done> writeDebugCbor(const DebugContexts& debug, const std::filesystem::path& path,
                             std::stop_token stop) {
    auto file = TRY(TemporaryFile::beside(path));
    CborFile out(file);
    TRY(writeContexts(debug, out, stop));
    TRY(file.commit());
    return Done{};
}

} // namespace tileline
