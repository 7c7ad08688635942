// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/sequences.h"
#include "core/memory/layermatrices.h"
#include "core/output/reports.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct MatrixArguments {
    ProfileArguments profile;
    OutputArguments output;
    ByteMatrix LayerMatrices::*matrix;
    std::string parts = "layers";
};

Json matrixJson(const Layers& layers, const LayerMatrices& matrices, const ByteMatrix& bytes) {
    const auto rowOf = [&](size_t row) {
        return mapped(bytes.size(), [&](size_t column) { return bytes.at(row, column); });
    };
    return {{"layers", mapped(matrices.parts, [&](LayerIndex part) { return layerJson(layers, part); })},
            {"bytes", mapped(bytes.size(), rowOf)}};
}

Outcome<ExitStatus> run(const MatrixArguments& arguments, Context& context) {
    auto study = TRY(arguments.profile.open(context));
    const Layers& layers = *study.layers;
    const MatrixParts parts = arguments.parts == "blocks" ? MatrixParts::Blocks : MatrixParts::Layers;
    auto matrices = TRY(findLayerMatrices(*study.profile, layers, parts, context.stop()));
    const ByteMatrix& bytes = matrices.*arguments.matrix;
    return arguments.output.isJson()
               ? arguments.output.write(toJsonText(matrixJson(layers, matrices, bytes)), context)
               : arguments.output.write(matrixTable(layers, matrices, bytes), context);
}

void addMatrixCommand(CLI::App& app, Context& context, const char* name, const char* description,
                      const char* footer, ByteMatrix LayerMatrices::*matrix) {
    auto [command, arguments] = context.addCommand<MatrixArguments>(app, name, description, footer, run);
    arguments.matrix = matrix;
    arguments.profile.addTo(command, SettingArguments::Options::Entries);
    arguments.output.addTable(command);
    takeOneOf(command.add_option("--by", arguments.parts,
                                 "layers: a row and a column for each layer; blocks: a row and a column for "
                                 "each run of operations of one layer"),
              {"layers", "blocks"}, "PARTS")
        ->capture_default_str();
}

} // namespace

void addMatrixCommands(CLI::App& app, Context& context) {
    addMatrixCommand(
        app, context, "affinity", "For each pair of layers, the bytes of variables that both use",
        "In PopLiner's setting, the first row and the first column are for the entry without a layer.\n"
        "Example: tileline-cli affinity report --format csv -o affinity.csv",
        &LayerMatrices::affinity);
    addMatrixCommand(app, context, "communication",
                     "For each pair of layers, the bytes that go live in the first and die in the second",
                     "Rows: where variables go live; columns: where they die.\n"
                     "Example: tileline-cli communication report --json",
                     &LayerMatrices::communication);
}

} // namespace tileline::cli
