// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"
#include "core/frameworks/poptorchcheck.h"
#include "core/frameworks/poptorchplan.h"
#include "tests/fuzz/subject.h"
#include "tests/fuzz/targets.h"

#include <array>

namespace tileline::fuzz {

namespace {

/// The subject's plan with a split in the middle.
ExportPlan planInTwo(bool training) {
    const Subject& with = subject(Setting::Pipeline, training);
    const auto middle = static_cast<uint32_t>(with.layers->count() / 2);
    ExportPlan plan = exportPlanOf(*with.layers, SplitPlan(with.layers->count()).withAdded({middle}));
    setEstimate(plan, *with.profile, with.entries.get(), {});
    return plan;
}

/// A call without the contents of its string literals.
std::string withoutLiterals(std::string_view call) {
    std::string code;
    char quote = '\0';
    for (size_t i = 0; i < call.size(); ++i) {
        if (quote == '\0') {
            code += call[i];
            quote = call[i] == '"' || call[i] == '\'' ? call[i] : '\0';
        } else if (call[i] == quote) {
            quote = '\0';
        } else if (call[i] == '\\') {
            ++i;
        }
    }
    return code;
}

void requireSafe(const OptionLine& line) {
    require(line.refusal().empty() == static_cast<bool>(line.call()), "only a refused line has a refusal");
    require(isPlainAscii(line.shown()), "a line is shown as ASCII");
    if (!line.call()) {
        return;
    }
    const std::string& call = *line.call();
    require(isPlainAscii(call) && call.find('\n') == std::string::npos, "a call is one line of ASCII");
    const std::string code = withoutLiterals(call);
    require(code.find("loadFromFile") == std::string::npos && code.find("__") == std::string::npos &&
                code.find('(') == code.rfind('('),
            "a line is one call, and brings no code");
    const OptionLine again(call, line.source());
    require(again.call() && *again.call() == call, "a call that was accepted is accepted again as it is");
}

/// The text before the first occurrence of `separator`, which is removed from `text`.
std::string_view takeUntil(std::string_view& text, std::string_view separator) {
    const size_t end = text.find(separator);
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
    return taken;
}

void requireFound(const PrintedModule& module, const std::string& path, const PrintedModule& root,
                  size_t& left) {
    for (const PrintedModule& child : module.children) {
        if (left == 0) {
            return;
        }
        --left;
        const std::string name = path.empty() ? child.name : path + "." + child.name;
        (void)findModule(root, name);
        requireFound(child, name, root, left);
    }
}

} // namespace

void runOptionLine(Input input) {
    const OptionLine fromFile(std::string(textOf(input)), OptionSource::PlanFile);
    const OptionLine typed(std::string(textOf(input)), OptionSource::Typed);
    requireSafe(fromFile);
    requireSafe(typed);
    require(!fromFile.call() || typed.call(), "what a plan file may have, the user may type");
    static const ExportPlan plan = planInTwo(true);
    PoptorchExportOptions options;
    options.extraLines = {fromFile, typed};
    const Parts parts(input, 2);
    if (parts.include(0)) {
        const std::string conf = poptorchConf(plan, options);
        require(isPlainAscii(conf), "options files are ASCII");
        for (const OptionLine& line : options.extraLines) {
            require(!line.call() || conf.find("\n" + *line.call() + "\n") != std::string::npos,
                    "a call is a line of its own");
        }
    }
    if (parts.include(1)) {
        (void)checkExport(plan, options);
    }
}

void runPrintedModel(Input input) {
    std::string_view text = textOf(input);
    std::string_view modules = takeUntil(text, "\n\n");
    static const std::array plans{planInTwo(false), planInTwo(true)};
    ExportPlan plan = plans[1 - text.size() % 2];
    for (size_t layer = 0; layer < plan.modulePaths.size() && !modules.empty(); ++layer) {
        plan.modulePaths[layer] = takeUntil(modules, "\n");
        if (plan.kind({static_cast<uint32_t>(layer)}) == EntryKind::Layer) {
            plan.layerNames[layer] = plan.modulePaths[layer];
        }
    }
    const PrintedModule model = parsePrintedModel(text);
    size_t left = 64;
    requireFound(model, {}, model, left);
    const Parts parts(input, 2);
    for (const uint32_t part : {0U, 1U}) {
        if (!parts.include(part)) {
            continue;
        }
        PoptorchExportOptions options;
        options.blocks = part == 0 ? BlockNaming::PerStage : BlockNaming::PerLayer;
        options.mode = plan.assumed->training ? ExportMode::Training : ExportMode::Inference;
        for (const ExportIssue& issue : checkAgainstModel(plan, options, model)) {
            require(!issue.reason.empty(), "an issue has a reason");
        }
        exportPlan(plan, options, input);
    }
}

} // namespace tileline::fuzz
