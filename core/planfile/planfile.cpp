// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"

#include "core/base/printable.h"
#include "core/base/sequences.h"
#include "core/base/textfile.h"
#include "core/frameworks/jsontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>

namespace tileline {

namespace {

/// JSON that keeps the order of its keys.
using PlanJson = nlohmann::ordered_json;
using Names = std::span<const std::string_view>;

constexpr std::string_view OrderNames[] = {"steps", "natural"};       ///< ids of the values of LayerOrder
constexpr std::string_view UnassignedNames[] = {"first", "position"}; ///< ids of the values of Unassigned

// The keys of a plan file. The same code reads and writes each key. `Fields` is an ObjectReader or an
// ObjectWriter, whose functions take a key, a value, and the limits of that value.

template <class Fields, class Options>
void visitExport(Fields& fields, Options& options) {
    fields("mode", options.mode, namesOf(options.mode));
    fields("strategy", options.strategy, namesOf(options.strategy));
    fields("blocks", options.blocks, namesOf(options.blocks));
    fields("device_iterations", options.deviceIterations);
    fields("gradient_accumulation", options.gradientAccumulation);
    fields("replication_factor", options.replicationFactor);
    fields("available_memory_proportion", options.availableMemoryProportion);
    fields("extra_lines", options.extraLines);
    fields.unlessDefault("imported", options.imported);
}

template <class Fields, class Plan>
void visitPlan(Fields& fields, Plan& plan) {
    fields("name", plan.name);
    fields("splits", plan.splits);
    fields("ipus", plan.ipus, 1U);
    fields("memory_per_tile", plan.memoryPerTile, 1U);
    fields("ipu_memory", plan.ipuMemory);
    fields("keep_free", plan.keepFree, 0U, MaxKeepFree);
    fields("pinned", plan.pinned);
    fields("forbidden", plan.forbidden);
    fields.objects("modules", plan.modules, [](auto& inner, auto& module) {
        inner("layer", module.layer);
        inner("path", module.path);
    });
    fields.object("export", [&](auto& inner) { visitExport(inner, plan.exportOptions); });
    fields("notes", plan.notes);
    fields.keepUnknown(plan.unknownKeys);
}

template <class Fields, class File>
void visitProfile(Fields& fields, File& file) {
    // When a file is read, this code only marks `format` and `version` as known: checkFormat() checked them.
    std::string format = "tileplan";
    uint32_t version = PlanFileVersion;
    fields("format", format);
    fields("version", version);
    fields.object("profile", [&](auto& inner) {
        inner("path", file.profilePath);
        inner("hash", file.profile.hash);
        inner("tiles", file.profile.tiles);
        inner("steps", file.profile.steps);
        inner("operations", file.profile.operations);
        inner("lowered_variables", file.profile.loweredVariables);
    });
    fields.object("layers", [&](auto& inner) {
        inner("name_regex", file.layers.layerRegex);
        inner("inputs_regex", file.layers.inputsRegex);
        inner("order", file.layers.order, Names(OrderNames));
        inner.unlessDefault("unassigned", file.layers.unassigned, Names(UnassignedNames));
    });
}

template <class Fields, class File>
void visitPlans(Fields& fields, File& file) {
    fields.object("setting", [&](auto& inner) {
        for (const SettingOption& option : settingOptions()) {
            inner(std::string(option.key).c_str(), file.setting, option);
        }
    });
    fields("current", file.current);
    fields.objects(
        "plans", file.plans, [](auto& inner, auto& plan) { visitPlan(inner, plan); }, MaxPlans);
    fields.keepUnknown(file.unknownKeys);
}

/// Writes an object. The limits of values are ignored, because only ObjectReader checks them.
class ObjectWriter {
public:
    template <class Value, class... Limits>
    void operator()(const char* key, const Value& value, const Limits&... limits) {
        m_json[key] = jsonOf(value, limits...);
    }
    template <class Value, class... Limits>
    void unlessDefault(const char* key, const Value& value, const Limits&... limits) {
        if (value != Value{}) {
            m_json[key] = jsonOf(value, limits...);
        }
    }
    template <class Visit>
    void object(const char* key, Visit visit) {
        ObjectWriter inner;
        visit(inner);
        m_json[key] = std::move(inner.m_json);
    }
    template <class Value, class Visit>
    void objects(const char* key, const std::vector<Value>& values, Visit visit, size_t = 0) {
        PlanJson array = PlanJson::array();
        for (const Value& value : values) {
            ObjectWriter inner;
            visit(inner, value);
            array.push_back(std::move(inner.m_json));
        }
        m_json[key] = std::move(array);
    }
    void keepUnknown(const std::string& unknown) {
        if (!unknown.empty()) {
            merge(m_json, PlanJson::parse(unknown));
        }
    }
    std::string text() const { return m_json.dump(2) + "\n"; }

private:
    static PlanJson jsonOf(const std::string& text) {
        if (isUtf8(text)) {
            return text;
        }
        const auto hexOf = [](char c) { return hexText(static_cast<unsigned char>(c), 2); };
        return {{"hex", joinedTexts(text, "", hexOf)}};
    }
    static PlanJson jsonOf(const OptionLine& line) { return jsonOf(line.text()); }
    static PlanJson jsonOf(const SettingOptions& all, const SettingOption& option) {
        return option.json<PlanJson>(all);
    }
    static PlanJson jsonOf(const ImportedDocument& imported) {
        return {{"format", jsonOf(imported.format)}, {"document", objectOf(imported, imported.format)}};
    }
    template <class Number, class... Limits>
    requires std::is_arithmetic_v<Number>
    static PlanJson jsonOf(Number number, const Limits&...) { return number; }
    template <class Choice>
    requires std::is_enum_v<Choice>
    static PlanJson jsonOf(Choice choice, Names names) { return names[static_cast<size_t>(choice)]; }
    template <class Value, class... Limits>
    static PlanJson jsonOf(const std::optional<Value>& value, const Limits&...) {
        return value ? jsonOf(*value) : PlanJson();
    }
    template <class Value>
    static PlanJson jsonOf(const std::vector<Value>& values) {
        return mapped(values, [](const Value& value) { return jsonOf(value); });
    }

    static void merge(PlanJson& object, const PlanJson& rest) {
        for (const auto& [key, value] : rest.items()) {
            if (object.contains(key) && object[key].is_object() && value.is_object()) {
                merge(object[key], value);
            } else if (!object.contains(key)) {
                object[key] = value;
            }
        }
    }

    PlanJson m_json = PlanJson::object();
};

Error bad(std::string location, std::string expected, std::string actual) {
    return errorAt(ErrorCode::BadPlan, std::move(location), std::move(expected), std::move(actual),
                   "Correct the plan file, or save the plan again.");
}

Result<PlanJson> parseJson(std::string_view text) {
    PlanJson json;
    const auto twice = readJsonText(text, json);
    if (!twice) {
        const Error& error = twice.failure();
        return error.code == ErrorCode::BadPlan ? bad(error.item, error.expected, error.actual) : error;
    }
    return twice->empty() ? Result<PlanJson>(std::move(json))
                          : bad("key " + *twice, "each key once", "twice in one object");
}

std::optional<std::string> fromHex(const std::string& hex) {
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string bytes;
    for (size_t i = 0; i + 1 < hex.size(); i += 2) {
        const size_t high = Digits.find(hex[i]);
        const size_t low = Digits.find(hex[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) {
            return std::nullopt;
        }
        bytes += static_cast<char>(high * 16 + low);
    }
    return hex.size() % 2 == 0 ? std::optional(bytes) : std::nullopt;
}

/// Reads an object. After the first error, all further values keep their defaults.
class ObjectReader {
public:
    ObjectReader(const PlanJson& object, std::string location, std::optional<Error>& error)
        : m_object(object)
        , m_location(std::move(location))
        , m_error(error) {
        check(object.is_object(), m_location.empty() ? "the whole file" : m_location, "an object", object);
    }

    /// Reads the value of a key. If the key is missing or null, `value` stays as it is.
    template <class Value, class... Limits>
    void operator()(const char* key, Value& value, const Limits&... limits) {
        if (const PlanJson* const json = find(key)) {
            take(*json, locationOf(key), value, limits...);
        }
    }
    template <class Value, class... Limits>
    void unlessDefault(const char* key, Value& value, const Limits&... limits) {
        (*this)(key, value, limits...);
    }
    template <class Visit>
    void object(const char* key, Visit visit) {
        if (const PlanJson* const json = find(key)) {
            ObjectReader inner(*json, locationOf(key), m_error);
            visit(inner);
            m_known[key] = std::move(inner.m_known);
        }
    }
    template <class Value, class Visit>
    void objects(const char* key, std::vector<Value>& values, Visit visit,
                 size_t maximum = std::numeric_limits<size_t>::max()) {
        const PlanJson* const json = find(key);
        if (json && check(json->size() <= maximum, locationOf(key),
                          "at most " + std::to_string(maximum) + " " + key, json->size())) {
            forEach(*json, locationOf(key), [&](const PlanJson& each, const std::string& at) {
                ObjectReader inner(each, at, m_error);
                visit(inner, values.emplace_back());
            });
        }
    }
    /// Stores the keys that were not read, including nested ones, in `unknown` as JSON text. If there are
    /// none, empties `unknown`.
    void keepUnknown(std::string& unknown) const {
        const PlanJson rest = m_error ? PlanJson() : remainder(m_object, m_known);
        // nlohmann::json sorts the keys, so the text does not depend on the order of the keys in the file.
        unknown = rest.empty() ? std::string() : nlohmann::json(rest).dump();
    }

private:
    std::string locationOf(const char* key) const {
        return m_location.empty() ? key : m_location + "." + key;
    }

    /// The value of a key. Returns null if the key is missing or null, or after an error.
    const PlanJson* find(const char* key) {
        m_known[key] = nullptr;
        if (m_error || !m_object.is_object()) {
            return nullptr;
        }
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }

    /// Returns `fits`. If `fits` is false, records an error about `found`, unless there already is an error.
    bool check(bool fits, const std::string& location, std::string expected, const PlanJson& found) {
        if (!fits && !m_error) {
            m_error = bad(location, std::move(expected), shownJson(found));
        }
        return fits;
    }

    /// Calls `each(element, place)` for each element of the array `json`. `place` says where the element is.
    template <class Each>
    void forEach(const PlanJson& json, const std::string& at, Each each) {
        const size_t count = check(json.is_array(), at, "a list", json) ? json.size() : 0;
        for (size_t i = 0; i < count && !m_error; ++i) {
            each(json[i], at + "[" + std::to_string(i) + "]");
        }
    }

    void take(const PlanJson& json, const std::string& at, std::string& value) {
        const bool coded =
            json.is_object() && json.size() == 1 && json.contains("hex") && json["hex"].is_string();
        const auto text = json.is_string() ? std::optional(json.get<std::string>())
                          : coded          ? fromHex(json["hex"].get<std::string>())
                                           : std::nullopt;
        if (check(text.has_value(), at, "text", json)) {
            value = *text;
        }
    }
    template <class Number>
    requires std::is_integral_v<Number>
    void take(const PlanJson& json, const std::string& at, Number& value, uint64_t minimum = 0,
              uint64_t maximum = std::numeric_limits<Number>::max()) {
        const bool bounded = maximum < static_cast<uint64_t>(std::numeric_limits<Number>::max());
        if (check(json.is_number_unsigned() && json.get<uint64_t>() >= minimum &&
                      json.get<uint64_t>() <= maximum,
                  at,
                  "a whole number of at least " + std::to_string(minimum) +
                      (bounded ? " and at most " + std::to_string(maximum) : ""),
                  json)) {
            value = static_cast<Number>(json.get<uint64_t>());
        }
    }
    void take(const PlanJson& json, const std::string& at, double& value) {
        if (check(json.is_number(), at, "a number", json)) {
            value = json.get<double>();
        }
    }
    template <class Choice>
    requires std::is_enum_v<Choice>
    void take(const PlanJson& json, const std::string& at, Choice& value, Names names) {
        std::string name;
        take(json, at, name);
        const auto found = std::ranges::find(names, name);
        if (check(found != names.end(), at, enumeration(names), json)) {
            value = static_cast<Choice>(found - names.begin());
        }
    }
    template <class Value, class... Limits>
    void take(const PlanJson& json, const std::string& at, std::optional<Value>& value,
              const Limits&... limits) {
        take(json, at, value.emplace(), limits...);
    }
    template <class Value>
    void take(const PlanJson& json, const std::string& at, std::vector<Value>& values) {
        forEach(json, at, [&](const PlanJson& each, const std::string& place) {
            take(each, place, values.emplace_back());
        });
    }
    void take(const PlanJson& json, const std::string& at, std::vector<OptionLine>& lines) {
        std::vector<std::string> texts;
        take(json, at, texts);
        for (std::string& text : texts) {
            lines.emplace_back(std::move(text), OptionSource::PlanFile);
        }
    }
    void take(const PlanJson& json, const std::string& at, ImportedDocument& imported) {
        ObjectReader reader(json, at, m_error);
        reader("format", imported.format);
        reader.object("document",
                      [&](const ObjectReader& document) { imported.text = lineText(document.m_object); });
        check(!imported.format.empty() && !imported.text.empty(), at, "a format and a document", json);
    }
    void take(const PlanJson& json, const std::string& at, SettingOptions& all, const SettingOption& option) {
        switch (option.type) {
        case SettingOption::Type::OneOf: {
            const auto found = option.parse(json.is_string() ? json.get<std::string>() : shownJson(json));
            if (check(static_cast<bool>(found), at, found ? std::string() : found.failure().expected, json)) {
                option.set(all, static_cast<double>(*found));
            }
            return;
        }
        case SettingOption::Type::Flag:
            if (check(json.is_boolean(), at, "true or false", json)) {
                option.set(all, json.get<bool>() ? 1 : 0);
            }
            return;
        case SettingOption::Type::Number: {
            uint32_t value = 1;
            take(json, at, value, static_cast<uint64_t>(option.minimum));
            option.set(all, value);
            return;
        }
        case SettingOption::Type::Real:
            if (check(json.is_number() && json.get<double>() >= option.minimum &&
                          json.get<double>() <= option.maximum,
                      at,
                      "a number from " + PlanJson(option.minimum).dump() + " to " +
                          PlanJson(option.maximum).dump(),
                      json)) {
                option.set(all, json.get<double>());
            }
            return;
        }
    }

    /// The part of `object` whose keys are not in `known`. If a value in `object` is an inner object, `known`
    /// contains the known keys of the inner object under the same key.
    static PlanJson remainder(const PlanJson& object, const PlanJson& known) {
        PlanJson rest = PlanJson::object();
        for (const auto& [key, value] : object.items()) {
            const auto entry = known.find(key);
            if (entry == known.end()) {
                rest[key] = value;
            } else if (entry->is_object() && value.is_object()) {
                PlanJson inner = remainder(value, *entry);
                if (!inner.empty()) {
                    rest[key] = std::move(inner);
                }
            }
        }
        return rest;
    }

    const PlanJson& m_object;
    std::string m_location;
    std::optional<Error>& m_error;
    PlanJson m_known = PlanJson::object();
};

Result<Done> checkFormat(const PlanJson& json) {
    if (!json.is_object() || !json.contains("format") || json["format"] != "tileplan") {
        Error error = bad("the whole file", "a plan document: an object with \"format\": \"tileplan\"",
                          shownJson(json));
        error.remedy = "Open a *.tileplan file.";
        return error;
    }
    const PlanJson version = json.contains("version") ? json["version"] : PlanJson();
    if (!version.is_number_unsigned() || version.get<uint64_t>() < 1) {
        return bad("version", "a whole number of at least 1", shownJson(version));
    }
    if (version.get<uint64_t>() > PlanFileVersion) {
        return errorAt(ErrorCode::UnsupportedVersion, "version",
                       "plan file version " + std::to_string(PlanFileVersion) + " or older",
                       "version " + std::to_string(version.get<uint64_t>()),
                       "Update Tileline to read this plan.");
    }
    return Done{};
}

} // namespace

std::string planFileText(const PlanFile& file) {
    ObjectWriter writer;
    visitProfile(writer, file);
    visitPlans(writer, file);
    return writer.text();
}

Result<PlanFile> parsePlanFile(std::string_view text) {
    if (text.empty()) {
        return Error{ErrorCode::Truncated, {}, "byte 0", "a plan document", "an empty file"};
    }
    const auto json = TRY(parseJson(text));
    TRY(checkFormat(json));
    PlanFile file;
    std::optional<Error> error;
    ObjectReader reader(json, {}, error);
    visitProfile(reader, file);
    if (json["version"] == 1) {
        const bool byPosition = file.layers.unassigned == Unassigned::Position;
        file.setting.setting = byPosition ? Setting::Pipeline : Setting::PopLiner;
    }
    visitPlans(reader, file);
    if (!error && file.plans.empty()) {
        error = bad("plans", "a list of at least one plan", "none");
    }
    if (!error && file.current >= file.plans.size()) {
        error = bad("current", "the position of a plan in the list (0 for the first plan)",
                    std::to_string(file.current));
    }
    return error ? Result<PlanFile>(*std::move(error)) : std::move(file);
}

Result<PlanFile> readPlanFile(const std::filesystem::path& path) {
    auto text = TRY(readFile(path, PlanFileLimit));
    auto file = parsePlanFile(text);
    return file ? std::move(file) : std::move(file).failure().inFile(path.string());
}

Result<Done> writePlanFile(const std::filesystem::path& path, const PlanFile& file) {
    return writeFileAtomically(path, planFileText(file), {}, InputKind::PlanFile);
}

} // namespace tileline
