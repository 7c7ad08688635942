// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

namespace tileline::poplar {

Outcome<Done> PoplarTables::readText(const format::Table& table, const char* key) {
    const auto cursor = rowsOf(table);
    while (cursor->next()) {
        std::string text = cursor->optionalText(0);
        if (cursor->ok() && cursor->rows() == 1 && !text.empty()) {
            m_builder.addMeta(key, std::move(text));
        }
    }
    return cursor->finish();
}

Outcome<Done> PoplarTables::readTarget() {
    TRY(readText(PoplarVersion, "poplar_version"));
    TRY(readText(DateTime, "date_time"));
    TRY(readText(CompilationInfo, "compilation_id"));
    const auto options = rowsOf(CompilationParameters);
    while (options->next()) {
        EngineOption option{options->text(0), options->optionalText(1),
                            options->optionalU32(2).value_or(0) != 0};
        if (options->ok()) {
            m_builder.addEngineOption(std::move(option));
        }
    }
    TRY(options->finish());
    const auto phases = rowsOf(CompilationTrace);
    while (phases->next()) {
        CompilePhase phase{phases->optionalText(0), phases->u64(1), phases->u64(2)};
        if (phases->ok()) {
            m_builder.addCompilePhase(std::move(phase));
        }
    }
    TRY(phases->finish());
    const auto cursor = rowsOf(TargetInfo);
    while (cursor->next()) {
        Target target;
        target.architecture = cursor->text(0);
        target.numIpus = cursor->u32(1);
        target.tilesPerIpu = cursor->u32(2);
        target.numTiles = cursor->u32(3);
        target.bytesPerTile = cursor->u64(4);
        target.clockHz = cursor->u64(5);
        target.numReplicas = cursor->optionalU32(6).value_or(1);
        if (cursor->ok() && cursor->rows() > 1) {
            cursor->fail(ErrorCode::DuplicateId, 0, "one row", "more");
        }
        if (cursor->ok()) {
            cursor->accept(m_builder.setTarget(std::move(target)));
        }
    }
    TRY(cursor->finish());
    if (cursor->rows() == 0) {
        return Error{ErrorCode::MissingRow, {}, std::string(TargetInfo.name), "one row", "none"};
    }
    return Done{};
}

} // namespace tileline::poplar
