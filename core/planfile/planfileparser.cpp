// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/jsontext.h"
#include "core/planfile/planfile.h"
#include "core/planfile/planfilekeys.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace tileline {

namespace {

Error bad(std::string location, std::string expected, std::string actual) {
    return {ErrorCode::BadPlan,  {},
            std::move(location), std::move(expected),
            std::move(actual),   "Correct the plan file, or save the plan again."};
}

Result<PlanJson> parseJson(std::string_view text) {
    PlanJson json;
    const auto oddities = readJsonText(text, json);
    if (!oddities) {
        const Error& error = oddities.failure();
        return error.code == ErrorCode::BadPlan ? bad(error.item, error.expected, error.actual) : error;
    }
    if (!oddities->twice.empty()) {
        return bad("key " + oddities->twice, "each key once", "twice in one object");
    }
    return json;
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

/// Reads values from one object. After the first error, all further values keep their defaults.
class ObjectReader {
public:
    ObjectReader(const PlanJson& object, std::string location, std::optional<Error>& error)
        : m_object(object)
        , m_location(std::move(location))
        , m_error(error) {
        if (!object.is_object()) {
            fail(m_location.empty() ? "the whole file" : m_location, "an object", object);
        }
    }

    /// The value of a key; null if there is none, if it is an explicit null, or if an error has occurred
    /// before.
    const PlanJson* find(const char* key) const {
        if (m_error || !m_object.is_object()) {
            return nullptr;
        }
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }

    void text(const char* key, std::string& value) {
        read(key, [&](const auto& json, const auto& at) { takeText(json, at, value); });
    }

    void texts(const char* key, std::vector<std::string>& values) {
        elements(key, [&](const PlanJson& json, const std::string& at) {
            takeText(json, at, values.emplace_back());
        });
    }

    /// Calls `each(json, place)` for each element of an array.
    template <class Each>
    void elements(const char* key, Each each) {
        read(key, [&](const PlanJson& json, const std::string& at) {
            if (!json.is_array()) {
                fail(at, "a list", json);
                return;
            }
            for (size_t i = 0; i < json.size() && !m_error; ++i) {
                each(json[i], at + "[" + std::to_string(i) + "]");
            }
        });
    }

    template <class T>
    void number(const char* key, T& value, uint64_t minimum = 0,
                uint64_t maximum = std::numeric_limits<T>::max()) {
        read(key, [&](const PlanJson& json, const std::string& at) {
            takeNumber(json, at, value, minimum, maximum);
        });
    }
    template <class T>
    void number(const char* key, std::optional<T>& value, uint64_t minimum = 0) {
        read(key, [&](const PlanJson& json, const std::string& at) {
            takeNumber(json, at, value.emplace(), minimum);
        });
    }
    void real(const char* key, std::optional<double>& value) {
        read(key, [&](const PlanJson& json, const std::string& at) {
            if (!json.is_number()) {
                fail(at, "a number", json);
                return;
            }
            value = json.get<double>();
        });
    }

    void real(const char* key, double& value, double minimum, double maximum) {
        read(key, [&](const PlanJson& json, const std::string& at) {
            if (!json.is_number() || json.get<double>() < minimum || json.get<double>() > maximum) {
                fail(at, "a number from " + PlanJson(minimum).dump() + " to " + PlanJson(maximum).dump(),
                     json);
                return;
            }
            value = json.get<double>();
        });
    }

    /// Reads a name and converts it with `parse`.
    template <class T, class Parse>
    void choice(const char* key, T& value, Parse parse, const char* names) {
        std::string name;
        text(key, name);
        if (!find(key)) {
            return;
        }
        const std::optional<T> found = parse(name);
        if (!found) {
            fail(locationOf(key), names, *find(key));
            return;
        }
        value = *found;
    }

    /// Reads the value of an option (settingoptions.h).
    void option(const SettingOption& option, SettingOptions& all) {
        const std::string key(option.key);
        switch (option.type) {
        case SettingOption::Type::OneOf:
            read(key.c_str(), [&](const PlanJson& json, const std::string& at) {
                const auto found = option.parse(json.is_string() ? json.get<std::string>() : shownJson(json));
                if (!found) {
                    fail(at, found.failure().expected, json);
                    return;
                }
                option.set(all, static_cast<double>(*found));
            });
            return;
        case SettingOption::Type::Flag:
            read(key.c_str(), [&](const PlanJson& json, const std::string& at) {
                if (!json.is_boolean()) {
                    fail(at, "true or false", json);
                    return;
                }
                option.set(all, json.get<bool>() ? 1 : 0);
            });
            return;
        case SettingOption::Type::Number: {
            std::optional<uint32_t> value;
            number(key.c_str(), value, static_cast<uint64_t>(option.minimum));
            if (value) {
                option.set(all, *value);
            }
            return;
        }
        case SettingOption::Type::Real:
            double value = *option.get(all);
            real(key.c_str(), value, option.minimum, option.maximum);
            option.set(all, value);
            return;
        }
    }

    void takeText(const PlanJson& json, const std::string& at, std::string& value) {
        if (json.is_string()) {
            value = json.get<std::string>();
            return;
        }
        const bool coded =
            json.is_object() && json.size() == 1 && json.contains("hex") && json["hex"].is_string();
        const auto bytes = coded ? fromHex(json["hex"].get<std::string>()) : std::nullopt;
        if (!bytes) {
            fail(at, "text", json);
            return;
        }
        value = *bytes;
    }

    template <class T>
    void takeNumber(const PlanJson& json, const std::string& at, T& value, uint64_t minimum,
                    uint64_t maximum = std::numeric_limits<T>::max()) {
        const bool whole =
            json.is_number_unsigned() && json.get<uint64_t>() >= minimum && json.get<uint64_t>() <= maximum;
        if (!whole) {
            const bool bounded = maximum < static_cast<uint64_t>(std::numeric_limits<T>::max());
            fail(at,
                 "a whole number of at least " + std::to_string(minimum) +
                     (bounded ? " and at most " + std::to_string(maximum) : ""),
                 json);
            return;
        }
        value = static_cast<T>(json.get<uint64_t>());
    }

    std::string locationOf(const char* key) const {
        return m_location.empty() ? key : m_location + "." + key;
    }

private:
    template <class Read>
    void read(const char* key, Read take) {
        if (const PlanJson* const json = find(key)) {
            take(*json, locationOf(key));
        }
    }

    void fail(const std::string& location, std::string expected, const PlanJson& found) {
        if (!m_error) {
            m_error = bad(location, std::move(expected), shownJson(found));
        }
    }

    const PlanJson& m_object;
    std::string m_location;
    std::optional<Error>& m_error;
};

/// Creates a PlanFile from a JSON document whose format and version have been checked.
class DocumentReader {
public:
    Result<PlanFile> read(const PlanJson& json) {
        ObjectReader document(json, {}, m_error);
        readProfile(document);
        readLayers(document);
        readSetting(json, document);
        document.number("current", m_file.current);
        const PlanJson* const plans = document.find("plans");
        if (plans && plans->size() > MaxPlans) {
            m_error =
                bad("plans", "at most " + std::to_string(MaxPlans) + " plans", std::to_string(plans->size()));
        }
        document.elements("plans",
                          [this](const PlanJson& plan, const std::string& at) { readPlan(plan, at); });
        if (!m_error && m_file.plans.empty()) {
            m_error = bad("plans", "a list of at least one plan", "none");
        }
        if (!m_error && m_file.current >= m_file.plans.size()) {
            m_error = bad("current", "the number of a plan, from 0", std::to_string(m_file.current));
        }
        if (m_error) {
            return *m_error;
        }
        m_file.unknownKeys = unknownKeysOf(json, knownFileKeys());
        return std::move(m_file);
    }

private:
    void readProfile(const ObjectReader& document) {
        if (const PlanJson* const json = document.find("profile")) {
            ObjectReader profile(*json, "profile", m_error);
            profile.text("path", m_file.profilePath);
            profile.text("hash", m_file.profile.hash);
            profile.number("tiles", m_file.profile.tiles);
            profile.number("steps", m_file.profile.steps);
            profile.number("operations", m_file.profile.operations);
            profile.number("lowered_variables", m_file.profile.loweredVariables);
        }
    }

    void readLayers(const ObjectReader& document) {
        if (const PlanJson* const json = document.find("layers")) {
            ObjectReader layers(*json, "layers", m_error);
            layers.text("name_regex", m_file.layers.layerRegex);
            layers.text("inputs_regex", m_file.layers.inputsRegex);
            layers.choice("order", m_file.layers.order, orderOf, "steps or natural");
            layers.choice("unassigned", m_file.layers.unassigned, unassignedOf, "first or position");
        }
    }

    void readSetting(const PlanJson& json, const ObjectReader& document) {
        if (json["version"] == 1) {
            const bool byPosition = m_file.layers.unassigned == Unassigned::Position;
            m_file.setting.setting = byPosition ? Setting::Pipeline : Setting::PopLiner;
        }
        if (const PlanJson* const options = document.find("setting")) {
            ObjectReader setting(*options, "setting", m_error);
            for (const SettingOption& option : settingOptions()) {
                setting.option(option, m_file.setting);
            }
        }
    }

    static std::optional<LayerOrder> orderOf(const std::string& name) {
        return name == "steps"     ? std::optional(LayerOrder::Steps)
               : name == "natural" ? std::optional(LayerOrder::Natural)
                                   : std::nullopt;
    }
    static std::optional<Unassigned> unassignedOf(const std::string& name) {
        return name == "first"      ? std::optional(Unassigned::First)
               : name == "position" ? std::optional(Unassigned::Position)
                                    : std::nullopt;
    }

    void readPlan(const PlanJson& json, const std::string& at) {
        ObjectReader reader(json, at, m_error);
        PlanDescription plan;
        reader.text("name", plan.name);
        reader.texts("splits", plan.splits);
        reader.number("ipus", plan.ipus, 1);
        reader.number("memory_per_tile", plan.memoryPerTile, 1);
        reader.elements("ipu_memory", [&](const PlanJson& limit, const std::string& location) {
            reader.takeNumber(limit, location, plan.ipuMemory.emplace_back(), 0);
        });
        reader.number("keep_free", plan.keepFree, 0, MaxKeepFree);
        reader.texts("pinned", plan.pinned);
        reader.texts("forbidden", plan.forbidden);
        reader.elements("modules", [&](const PlanJson& module, const std::string& location) {
            plan.modules.push_back(readModule(module, location));
        });
        if (const PlanJson* const options = reader.find("export")) {
            plan.exportOptions = readOptions(*options, reader.locationOf("export"));
        }
        reader.text("notes", plan.notes);
        if (!m_error) {
            plan.unknownKeys = unknownKeysOf(json, knownPlanKeys());
            m_file.plans.push_back(std::move(plan));
        }
    }

    LayerModule readModule(const PlanJson& json, const std::string& at) {
        ObjectReader reader(json, at, m_error);
        LayerModule module;
        if (reader.find("layer")) {
            reader.text("layer", module.layer.emplace());
        }
        reader.text("path", module.path);
        return module;
    }

    PoptorchExportOptions readOptions(const PlanJson& json, const std::string& at) {
        ObjectReader reader(json, at, m_error);
        PoptorchExportOptions options;
        reader.choice("mode", options.mode, exportModeOf, "inference or training");
        reader.choice("strategy", options.strategy, executionStrategyOf,
                      "pipelined, sharded, serial-phased or parallel-phased");
        reader.choice("blocks", options.blocks, blockNamingOf, "stage or layer");
        reader.number("device_iterations", options.deviceIterations);
        reader.number("gradient_accumulation", options.gradientAccumulation);
        reader.number("replication_factor", options.replicationFactor);
        reader.real("available_memory_proportion", options.availableMemoryProportion);
        reader.elements("extra_lines", [&](const PlanJson& line, const std::string& location) {
            std::string text;
            reader.takeText(line, location, text);
            options.extraLines.emplace_back(std::move(text), OptionSource::PlanFile);
        });
        if (const PlanJson* const imported = reader.find("imported")) {
            options.imported = readImported(*imported, reader.locationOf("imported"));
        }
        return options;
    }

    ImportedDocument readImported(const PlanJson& json, const std::string& at) {
        ObjectReader reader(json, at, m_error);
        ImportedDocument document;
        reader.text("format", document.format);
        if (const PlanJson* const object = reader.find("document")) {
            const ObjectReader inner(*object, reader.locationOf("document"), m_error);
            document.text = object->dump(-1, ' ', false, PlanJson::error_handler_t::replace);
        }
        if (!m_error && (document.format.empty() || document.text.empty())) {
            m_error = bad(at, "a format and a document", shownJson(json));
        }
        return document;
    }

    PlanFile m_file;
    std::optional<Error> m_error;
};

Result<Done> checkFormat(const PlanJson& json) {
    const bool named = json.is_object() && json.contains("format") && json["format"] == "tileplan";
    if (!named) {
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
        return Error{ErrorCode::UnsupportedVersion,
                     {},
                     "version",
                     "plan file version " + std::to_string(PlanFileVersion) + " or older",
                     "version " + std::to_string(version.get<uint64_t>()),
                     "Update Tileline to read this plan."};
    }
    return Done{};
}

} // namespace

Result<PlanFile> parsePlanFile(std::string_view text) {
    if (text.empty()) {
        return Error{ErrorCode::Truncated, {}, "byte 0", "a plan document", "an empty file"};
    }
    auto json = TRY(parseJson(text));
    TRY(checkFormat(json));
    return DocumentReader().read(json);
}

} // namespace tileline
