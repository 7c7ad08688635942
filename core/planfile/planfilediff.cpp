// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfilediff.h"

#include "core/frameworks/pythonliteral.h"

#include <map>
#include <unordered_set>

namespace tileline {

namespace {

template <class T>
std::string text(const std::optional<T>& value, const char* absent = "by the rules") {
    return value ? std::to_string(*value) : absent;
}

std::string text(const std::vector<uint64_t>& limits) {
    std::string joined;
    for (const uint64_t limit : limits) {
        joined += (joined.empty() ? "" : ",") + std::to_string(limit);
    }
    return joined;
}

std::string text(const std::vector<OptionLine>& lines) {
    std::string joined;
    for (const OptionLine& line : lines) {
        joined += (joined.empty() ? "" : "; ") + line.shown();
    }
    return joined;
}

class Diff {
public:
    Diff(const PlanDescription& left, const PlanDescription& right)
        : m_left(left)
        , m_right(right) {}

    std::vector<PlanDifference> run() {
        names("split", m_left.splits, m_right.splits);
        value("ipus", std::to_string(m_left.ipus), std::to_string(m_right.ipus));
        value("memory_per_tile", text(m_left.memoryPerTile, "the profile's"),
              text(m_right.memoryPerTile, "the profile's"));
        value("ipu_memory", text(m_left.ipuMemory), text(m_right.ipuMemory));
        value("keep_free", std::to_string(m_left.keepFree), std::to_string(m_right.keepFree));
        names("pinned", m_left.pinned, m_right.pinned);
        names("forbidden", m_left.forbidden, m_right.forbidden);
        modules();
        options(m_left.exportOptions, m_right.exportOptions);
        value("notes", m_left.notes, m_right.notes);
        return std::move(m_differences);
    }

private:
    void value(std::string what, std::string left, std::string right) {
        if (left != right) {
            m_differences.push_back({std::move(what), std::move(left), std::move(right)});
        }
    }

    void names(const char* what, const std::vector<std::string>& left,
               const std::vector<std::string>& right) {
        const std::unordered_set<std::string> inLeft(left.begin(), left.end());
        const std::unordered_set<std::string> inRight(right.begin(), right.end());
        for (const std::string& name : left) {
            if (!inRight.contains(name)) {
                value(what, name, {});
            }
        }
        for (const std::string& name : right) {
            if (!inLeft.contains(name)) {
                value(what, {}, name);
            }
        }
    }

    void modules() {
        std::map<std::string, std::pair<std::string, std::string>> paths;
        const auto label = [](const LayerModule& module) {
            return module.layer ? pythonLiteral(*module.layer) : "None";
        };
        for (const LayerModule& module : m_left.modules) {
            paths[label(module)].first = module.path;
        }
        for (const LayerModule& module : m_right.modules) {
            paths[label(module)].second = module.path;
        }
        for (const auto& [layer, sides] : paths) {
            value("module of " + layer, sides.first, sides.second);
        }
    }

    void options(const PoptorchExportOptions& left, const PoptorchExportOptions& right) {
        value("export.mode", std::string(nameOf(left.mode)), std::string(nameOf(right.mode)));
        value("export.strategy", std::string(nameOf(left.strategy)), std::string(nameOf(right.strategy)));
        value("export.blocks", std::string(nameOf(left.blocks)), std::string(nameOf(right.blocks)));
        value("export.device_iterations", text(left.deviceIterations), text(right.deviceIterations));
        value("export.gradient_accumulation", text(left.gradientAccumulation),
              text(right.gradientAccumulation));
        value("export.replication_factor", std::to_string(left.replicationFactor),
              std::to_string(right.replicationFactor));
        value("export.available_memory_proportion", proportion(left), proportion(right));
        value("export.extra_lines", text(left.extraLines), text(right.extraLines));
        value("export.imported", documentText(left.imported), documentText(right.imported));
    }

    static std::string documentText(const ImportedDocument& document) {
        return document.format.empty() ? std::string() : document.format + " " + document.text;
    }

    static std::string proportion(const PoptorchExportOptions& options) {
        return options.availableMemoryProportion ? pythonNumber(*options.availableMemoryProportion)
                                                 : std::string();
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
