// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sequences.h"
#include "core/frameworks/layercounts.h"
#include "core/frameworks/pythonliteral.h"
#include "core/planfile/planfile.h"

#include <map>
#include <type_traits>
#include <unordered_set>

namespace tileline {

namespace {

std::string text(const std::string& value) {
    return value;
}
std::string text(const std::vector<uint64_t>& limits) {
    return numbersText(limits, ",");
}
std::string text(const std::vector<OptionLine>& lines) {
    return joinedTexts(lines, "; ", &OptionLine::shown);
}
std::string text(const ImportedDocument& document) {
    return document.format.empty() ? std::string() : document.format + " " + document.text;
}
std::string text(const std::optional<double>& number) {
    return number ? pythonNumber(*number) : std::string();
}
template <class Value>
std::string text(const Value& value) {
    if constexpr (std::is_enum_v<Value>) {
        return std::string(nameOf(value));
    } else {
        return std::to_string(value);
    }
}
template <class Number>
std::string text(const std::optional<Number>& value, const char* absent = "automatic") {
    return value ? std::to_string(*value) : absent;
}

class Diff {
public:
    Diff(const PlanDescription& left, const PlanDescription& right)
        : m_left(left)
        , m_right(right) {}

    std::vector<PlanDifference> run() {
        names("split", &PlanDescription::splits);
        value("ipus", &PlanDescription::ipus);
        add("memory_per_tile", text(m_left.memoryPerTile, "the profile's"),
            text(m_right.memoryPerTile, "the profile's"));
        value("ipu_memory", &PlanDescription::ipuMemory);
        value("keep_free", &PlanDescription::keepFree);
        names("pinned", &PlanDescription::pinned);
        names("forbidden", &PlanDescription::forbidden);
        modules();
        exported("mode", &PoptorchExportOptions::mode);
        exported("strategy", &PoptorchExportOptions::strategy);
        exported("blocks", &PoptorchExportOptions::blocks);
        exported("device_iterations", &PoptorchExportOptions::deviceIterations);
        exported("gradient_accumulation", &PoptorchExportOptions::gradientAccumulation);
        exported("replication_factor", &PoptorchExportOptions::replicationFactor);
        exported("available_memory_proportion", &PoptorchExportOptions::availableMemoryProportion);
        exported("extra_lines", &PoptorchExportOptions::extraLines);
        exported("imported", &PoptorchExportOptions::imported);
        value("notes", &PlanDescription::notes);
        return std::move(m_differences);
    }

private:
    void add(std::string what, std::string left, std::string right) {
        if (left != right) {
            m_differences.push_back({std::move(what), std::move(left), std::move(right)});
        }
    }
    template <class Value>
    void value(const char* key, Value PlanDescription::*member) {
        add(key, text(m_left.*member), text(m_right.*member));
    }
    template <class Value>
    void exported(const char* key, Value PoptorchExportOptions::*member) {
        add(std::string("export.") + key, text(m_left.exportOptions.*member),
            text(m_right.exportOptions.*member));
    }

    void names(const char* what, std::vector<std::string> PlanDescription::*member) {
        const std::vector<std::string>& left = m_left.*member;
        const std::vector<std::string>& right = m_right.*member;
        const std::unordered_set<std::string> inLeft(left.begin(), left.end());
        const std::unordered_set<std::string> inRight(right.begin(), right.end());
        for (const std::string& name : left) {
            if (!inRight.contains(name)) {
                add(what, name, {});
            }
        }
        for (const std::string& name : right) {
            if (!inLeft.contains(name)) {
                add(what, {}, name);
            }
        }
    }

    void modules() {
        using Sides = std::pair<std::string, std::string>;
        std::map<std::string, Sides> paths; ///< module paths by layer
        const auto read = [&](const PlanDescription& plan, auto side) {
            for (const LayerModule& module : plan.modules) {
                paths[module.layer ? pythonLiteral(*module.layer) : "None"].*side = module.path;
            }
        };
        read(m_left, &Sides::first);
        read(m_right, &Sides::second);
        for (const auto& [layer, sides] : paths) {
            add("module of " + layer, sides.first, sides.second);
        }
    }

    const PlanDescription& m_left;
    const PlanDescription& m_right;
    std::vector<PlanDifference> m_differences;
};

} // namespace

std::vector<PlanDifference> diffPlans(const PlanDescription& left, const PlanDescription& right) {
    return Diff(left, right).run();
}

} // namespace tileline
