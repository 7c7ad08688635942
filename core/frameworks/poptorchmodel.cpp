// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sequences.h"
#include "core/frameworks/listtext.h"
#include "core/frameworks/poptorchcheck.h"
#include "core/frameworks/pythonliteral.h"

#include <algorithm>
#include <span>

namespace tileline {

namespace {

/// The maximum nesting depth of modules; no real model is nested so deeply.
constexpr size_t MaximumDepth = 256;

/// A parsed line of the output of print(model).
struct ModuleLine {
    size_t indent = 0;
    std::string name;
    std::string className;
};

std::optional<ModuleLine> moduleLine(std::string_view line) {
    ModuleLine result;
    result.indent = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(result.indent);
    const size_t close = line.find("): ");
    if (line.empty() || line.front() != '(' || close == std::string_view::npos) {
        return std::nullopt;
    }
    result.name = line.substr(1, close - 1);
    line.remove_prefix(close + 3);
    // Newer versions of PyTorch print equal modules as one line: "12 x BertLayer(".
    const size_t fold = line.find(" x ");
    const bool counted = fold != std::string_view::npos && fold > 0 &&
                         line.substr(0, fold).find_first_not_of("0123456789") == std::string_view::npos;
    line.remove_prefix(counted ? fold + 3 : 0);
    result.className = line.substr(0, line.find('('));
    return result;
}

/// Whether a module has the given name, or is a run of modules that includes it, such as "0-11".
bool isNamed(const PrintedModule& module, std::string_view name) {
    const std::string_view run = module.name;
    const size_t dash = std::min(run.find('-'), run.size());
    const auto first = numberIn<uint64_t>(run.substr(0, dash));
    const auto last = numberIn<uint64_t>(run.substr(std::min(dash + 1, run.size())));
    const auto wanted = numberIn<uint64_t>(name);
    return run == name || (first && last && wanted && *first <= *wanted && *wanted <= *last);
}

std::string childrenOf(const PrintedModule& module) {
    constexpr size_t MaxListed = 8;
    const auto first = std::span(module.children).first(std::min(module.children.size(), MaxListed));
    return joinedTexts(first, ", ", [](const PrintedModule& child) { return pythonLiteral(child.name); }) +
           (module.children.size() > MaxListed ? ", ..." : "");
}

/// The deepest existing module on the way to `path`.
const PrintedModule& deepest(const PrintedModule& root, std::string_view path) {
    const PrintedModule* last = &root;
    for (size_t end = path.find('.'); end != std::string_view::npos; end = path.find('.', end + 1)) {
        if (const PrintedModule* const module = findModule(root, path.substr(0, end))) {
            last = module;
        }
    }
    return *last;
}

} // namespace

PrintedModule parsePrintedModel(std::string_view text) {
    PrintedModule root;
    // The modules that can still get children, with their indentation. Each module is the last child of the
    // module before it.
    std::vector<std::pair<size_t, PrintedModule*>> open{{0, &root}};
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const auto line = moduleLine(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line) {
            continue;
        }
        while (open.size() > 1 && open.back().first >= line->indent) {
            open.pop_back();
        }
        if (open.size() < MaximumDepth) {
            PrintedModule* const parent = open.back().second;
            parent->children.push_back({line->name, line->className, {}});
            open.emplace_back(line->indent, &parent->children.back());
        }
    }
    return root;
}

const PrintedModule* findModule(const PrintedModule& root, std::string_view path) {
    const PrintedModule* module = &root;
    for (;;) {
        const size_t dot = path.find('.');
        const std::string_view name = path.substr(0, dot);
        const auto child = std::ranges::find_if(
            module->children, [&](const PrintedModule& candidate) { return isNamed(candidate, name); });
        if (child == module->children.end()) {
            return nullptr;
        }
        module = &*child;
        if (dot == std::string_view::npos) {
            return module;
        }
        path.remove_prefix(dot + 1);
    }
}

std::vector<ExportIssue> checkAgainstModel(const ExportPlan& plan, const PoptorchExportOptions& options,
                                           const PrintedModule& model) {
    std::vector<ExportIssue> issues;
    if (model.children.empty()) {
        issues.push_back({IssueSeverity::Warning, ExportRule::BadModulePath,
                          "No module could be read from the text: it has no line like (name): Class(...).",
                          "Paste the whole output of print(model)."});
        return issues;
    }
    const auto check = [&](LayerIndex layer, const std::string& path, const std::string& without) {
        const PrintedModule* const module = findModule(model, path);
        if (!module) {
            issues.push_back({IssueSeverity::Error, ExportRule::BadModulePath,
                              "The model has no module " + pythonLiteral(path) + ".",
                              "The deepest existing module on this path contains: " +
                                  childrenOf(deepest(model, path)) + "."});
        } else if (module->className == "ModuleList" || module->className == "ModuleDict") {
            issues.push_back({IssueSeverity::Error, ExportRule::BadModulePath,
                              pythonLiteral(path) + " is a " + module->className +
                                  ", which is never called, so no " + without + " there.",
                              "Begin at its first element: " + path + "." +
                                  (module->children.empty() ? "0" : module->children.front().name) + "."});
        } else {
            return false;
        }
        issues.back().layer = layer;
        return true;
    };
    const std::vector<PoptorchStage> stages = poptorchStages(plan, options);
    std::vector<std::string> checked;
    for (uint32_t stage = 0; stage < stages.size(); ++stage) {
        for (const PoptorchBlock& block : stages[stage].blocks) {
            if (check(block.layer, block.path, "block would begin")) {
                issues.back().stage = StageIndex{stage};
            }
            checked.push_back(block.path);
        }
    }
    for (const LayerIndex layer : checkpointLayers(plan, options)) {
        const std::string path = plan.modulePath(layer);
        if (std::ranges::find(checked, path) == checked.end()) {
            check(layer, path, "checkpoint would be set");
        }
    }
    return issues;
}

} // namespace tileline
