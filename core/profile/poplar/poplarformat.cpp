// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplarformat.h"

#include <algorithm>

namespace tileline::poplar {

namespace {

/// What a file may expand to, beside twice its size.
constexpr uint64_t FreeBytes = uint64_t{64} << 20U;
/// BLOBs up to this length are stored once, and shared if they occur again. They are the ones that can stand
/// for far more than their length.
constexpr size_t ShortBlob = 64;

} // namespace

Result<Done> BlobReader::spend(uint64_t entries) {
    const uint64_t limit = FreeBytes + 2 * m_fileBytes;
    m_spent += entries * sizeof(uint32_t);
    if (m_spent > limit) {
        return Error{ErrorCode::TooLarge,
                     {},
                     {},
                     "arrays and lists that expand to at most " + std::to_string(limit) + " bytes",
                     "more"};
    }
    return Done{};
}

ByTile BlobReader::runs(TableCursor& cursor, int column) {
    return store(cursor, column, Encoding::Runs, {tiles()});
}

ByTile BlobReader::runsOfIpu(TableCursor& cursor, int column) {
    return store(cursor, column, Encoding::Runs, {m_builder.profile().target.tilesPerIpu, tiles()});
}

ByTile BlobReader::array(TableCursor& cursor, int column) {
    return store(cursor, column, Encoding::Numbers, {tiles()});
}

ByTile BlobReader::store(TableCursor& cursor, int column, Encoding encoding,
                         std::initializer_list<size_t> lengths) {
    const Blob blob = cursor.blob(column);
    if (blob.empty()) {
        return {};
    }
    const bool isShort = blob.size() <= ShortBlob;
    std::string key;
    if (isShort) {
        key.assign(reinterpret_cast<const char*>(blob.data()), blob.size());
        key += encoding == Encoding::Runs ? 'r' : 'n';
        if (const auto found = m_shortBlobs.find(key); found != m_shortBlobs.end()) {
            return found->second;
        }
    }
    m_encoder.clear();
    const auto entries = decodeArray(blob, encoding, std::max(lengths), m_encoder);
    if (!entries) {
        cursor.accept(entries.failure(), column);
        return {};
    }
    if (std::find(lengths.begin(), lengths.end(), *entries) == lengths.end()) {
        cursor.fail(ErrorCode::BlobLength, column, std::to_string(*lengths.begin()) + " entries",
                    std::to_string(*entries) + " entries");
        return {};
    }
    cursor.accept(spend(m_encoder.finish()), column);
    if (!cursor.ok()) {
        return {};
    }
    const ByTile array = m_builder.storeByTile(m_encoder);
    if (isShort) {
        m_shortBlobs.emplace(std::move(key), array);
    }
    return array;
}

void BlobReader::add(TableCursor& cursor, int column, Encoding encoding, std::vector<uint64_t>& sums) {
    const Blob blob = cursor.blob(column);
    if (blob.empty()) {
        return;
    }
    const auto entries = addArray(blob, encoding, sums);
    if (!entries) {
        cursor.accept(entries.failure(), column);
    } else if (*entries != sums.size()) {
        cursor.fail(ErrorCode::BlobLength, column, std::to_string(sums.size()) + " entries",
                    std::to_string(*entries) + " entries");
    }
}

std::vector<uint64_t> BlobReader::numbersUpTo(TableCursor& cursor, int column, uint64_t maximum) {
    const Blob blob = cursor.blob(column);
    cursor.accept(spend(countNumbers(blob) * (sizeof(uint64_t) / sizeof(uint32_t))), column);
    auto list = decodeNumbers(cursor.ok() ? blob : Blob(), maximum);
    if (!list) {
        cursor.accept(list.failure(), column);
        return {};
    }
    return *std::move(list);
}

std::span<const Table* const> tables() {
    static const auto all = format::listOf(
        VersionInfo, PoplarVersion, DateTime, CompilationInfo, CompilationParameters, CompilationTrace,
        TargetInfo, VertexTypes, MemoryByVertexType, ComputeSets, VertexInstances, DepthFirstSteps,
        NotAlwaysLive, EqClasses, EqClassStep, UnloweredVars, DebugIds, VarCategories, VarsStringTable,
        VarsInfo, ExchangeRegions, ProgramTypes, OnTileExecute, DoExchange, GlobalExchange, CodeCopy,
        StreamCopyMid, FromHost, ToHost, Repeat, Call, FunctionPrograms, ControlPrograms, Programs,
        MemoryByTile, MemoryByCategory, MemoryByComputeSet, EstimatedCyclesByTile, MeasuredCyclesByTile,
        ExecutionRuns, Steps, StepsByIpu);
    return all;
}

std::string detailTable(std::string_view programType) {
    std::string table = "program_type";
    for (const char c : programType) {
        if (c >= 'A' && c <= 'Z') {
            table += {'_', static_cast<char>(c - 'A' + 'a')};
        } else {
            table += c;
        }
    }
    return table;
}

} // namespace tileline::poplar
