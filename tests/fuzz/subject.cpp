// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/subject.h"

#include "core/frameworks/exporters.h"
#include "tests/support/randomprofile.h"

#include <algorithm>

namespace tileline::fuzz {

namespace {

Subject makeSubject(Setting setting, bool training) {
    test::RandomProfileOptions options;
    options.layers = 6;
    options.operations = 30;
    options.replicas = false;
    options.shuffledLayers = false;
    options.pipeline = true;
    options.training = training;
    Subject made{test::randomProfile(7, options), {}, {}, {}, {}};
    made.fingerprint = fingerprintOf(*made.profile);
    made.layers = *findLayers(*made.profile, {});
    if (setting == Setting::Pipeline) {
        Workers workers(1);
        made.entries = *PipelineEntries::find(*made.profile, *made.layers);
        made.layers = made.entries->layers();
        made.uses = *PipelineUses::build(*made.profile, *made.entries, workers, {});
    }
    return made;
}

} // namespace

const Subject& subject(Setting setting, bool training) {
    static const Subject popliner = makeSubject(Setting::PopLiner, false);
    static const Subject inference = makeSubject(Setting::Pipeline, false);
    static const Subject trained = makeSubject(Setting::Pipeline, true);
    return setting == Setting::PopLiner ? popliner : training ? trained : inference;
}

bool isPlainAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

void exportPlan(const ExportPlan& plan, const PoptorchExportOptions& options, Input input) {
    const auto all = exporters();
    const Parts forms(input, static_cast<uint32_t>(all.size()));
    for (uint32_t form = 0; form < all.size(); ++form) {
        if (!forms.include(form)) {
            continue;
        }
        const Exporter& exporter = all[form];
        bool refused = false;
        if (exporter.check != nullptr) {
            const auto issues = exporter.check(plan, options);
            refused = hasErrors(issues);
            for (const ExportIssue& issue : issues) {
                require(!issue.reason.empty(), "an issue has a reason");
            }
        }
        if (exporter.python != nullptr) {
            require(isPlainAscii(exporter.python(plan, options)), "Python files are ASCII");
        }
        // A pure function that is safe for any plan, unless its format cannot express the plan.
        if (exporter.forPoptorch || !refused) {
            const std::string text = exporter.text(plan, options);
            require(!text.empty(), "an exporter writes something");
            require(!exporter.forPoptorch || isPlainAscii(text), "options files are ASCII");
        }
    }
}

} // namespace tileline::fuzz
