// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generate/modelgenerator.h"

#include "core/generate/backwardpass.h"
#include "core/generate/cnngraph.h"
#include "core/generate/contextwriter.h"
#include "core/generate/lowering.h"
#include "core/generate/planwriter.h"
#include "core/generate/transformergraph.h"
#include "core/load/profilewriter.h"

#include <system_error>

namespace tileline {

namespace {

ModelGraph makeGraph(const ModelPreset& model, uint32_t replicas) {
    ModelGraph forward = model.architecture == Architecture::Cnn ? makeCnn(model) : makeTransformer(model);
    return model.training ? addBackwardPass(std::move(forward), model, replicas) : forward;
}

} // namespace

Outcome<GeneratedModel> generateModel(const GeneratorOptions& options, Progress progress,
                                      std::stop_token stop) {
    auto model = TRY(resolveOptions(options));
    progress.report(Phase::Generating, 0);
    const ModelGraph graph = makeGraph(model, options.replicas);
    ContextWriter contexts(model.architecture, graph);
    const ProfilePlan plan = lower(graph, model, options.seed, contexts);
    auto profile = TRY(writePlan(plan, model, options, progress, stop));
    return GeneratedModel{std::move(profile), std::make_shared<DebugContexts>(contexts.take(options.seed))};
}

Outcome<Done> writeModel(const GeneratedModel& model, const std::filesystem::path& directory,
                         Progress progress, std::stop_token stop) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) {
        return Error{ErrorCode::WriteFailed,
                     directory.string(),
                     {},
                     "a directory that can be written to",
                     error.message()};
    }
    auto written = writeProfile(*model.profile, directory / "profile.tileline", std::move(progress), stop);
    if (!written) {
        return written;
    }
    return writeDebugCbor(*model.debug, directory / "debug.cbor", stop);
}

} // namespace tileline
