// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/modelgenerator.h"

#include "app/generate/backwardpass.h"
#include "app/generate/cnngraph.h"
#include "app/generate/contextwriter.h"
#include "app/generate/debugwriter.h"
#include "app/generate/lowering.h"
#include "app/generate/planwriter.h"
#include "app/generate/poplarwriter.h"
#include "app/generate/transformergraph.h"
#include "core/profile/tileline/profilewriter.h"

#include <system_error>

namespace tileline {

namespace {

ModelGraph makeGraph(const ModelPreset& model, uint32_t replicas) {
    ModelGraph forward = model.architecture == Architecture::Cnn ? makeCnn(model) : makeTransformer(model);
    return model.training ? addBackwardPass(std::move(forward), model, replicas) : forward;
}

Result<Done> makeDirectory(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) {
        return Error{ErrorCode::WriteFailed,
                     directory.string(),
                     {},
                     "a directory that can be written to",
                     error.message()};
    }
    return Done{};
}

} // namespace

Outcome<GeneratedModel> generateModel(const GeneratorOptions& options, std::stop_token stop) {
    auto model = TRY(resolveOptions(options));
    const ModelGraph graph = makeGraph(model, options.replicas);
    ContextWriter contexts(model.architecture, graph);
    const ProfilePlan plan = lower(graph, model, options.seed, contexts);
    auto profile = TRY(writePlan(plan, model, options, stop));
    return GeneratedModel{std::move(profile), std::make_shared<DebugContexts>(contexts.take(options.seed))};
}

Outcome<Done> writeModel(const GeneratedModel& model, const std::filesystem::path& directory,
                         std::stop_token stop) {
    TRY(makeDirectory(directory));
    TRY(writeProfile(*model.profile, directory / "profile.tileline", {}, stop));
    return writeDebugCbor(*model.debug, directory / "debug.cbor", stop);
}

Outcome<Done> writePoplarModel(const GeneratedModel& model, const std::filesystem::path& directory,
                               const PoplarVariant& variant, std::stop_token stop) {
    TRY(makeDirectory(directory));
    TRY(writePoplarProfile(*model.profile, directory / "profile.pop", variant));
    return variant.debugContexts ? writeDebugCbor(*model.debug, directory / "debug.cbor", stop)
                                 : Outcome<Done>(Done{});
}

} // namespace tileline
