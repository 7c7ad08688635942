// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/celltext.h"

#include "core/wording/explaintext.h"
#include "ui/text/bytestext.h"
#include "ui/text/cyclestext.h"
#include "ui/text/plaintext.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <span>

namespace tileline {

namespace {

struct Word {
    std::string_view id;
    const char* english;
};

constexpr Word LayerWords[]{{"@input", QT_TRANSLATE_NOOP("Layers", "Input")},
                            {"@output", QT_TRANSLATE_NOOP("Layers", "Output")}};

//: categories of memory, beside numbers of bytes
constexpr Word CategoryWords[]{
    {"variables", QT_TRANSLATE_NOOP("TileMemoryData", "variables")},
    {"variable", QT_TRANSLATE_NOOP("TileMemoryData", "variables")},
    {"vertex_code", QT_TRANSLATE_NOOP("TileMemoryData", "vertex code")},
    {"vertex_state", QT_TRANSLATE_NOOP("TileMemoryData", "vertex state")},
    {"vertex_instance_state", QT_TRANSLATE_NOOP("TileMemoryData", "vertex state")},
    {"exchange_code", QT_TRANSLATE_NOOP("TileMemoryData", "exchange code")},
    {"internal_exchange_code", QT_TRANSLATE_NOOP("TileMemoryData", "exchange code")},
    {"control_code", QT_TRANSLATE_NOOP("TileMemoryData", "control code")},
    {"stash", QT_TRANSLATE_NOOP("TileMemoryData", "stash")},
    {"accumulators", QT_TRANSLATE_NOOP("TileMemoryData", "gradient accumulators")},
    {"unowned", QT_TRANSLATE_NOOP("TileMemoryData", "owned by no operation")},
    {"io_tiles", QT_TRANSLATE_NOOP("TileMemoryData", "for the I/O tiles")},
    {"overlapping", QT_TRANSLATE_NOOP("TileMemoryData", "shared addresses")},
    {"other", QT_TRANSLATE_NOOP("TileMemoryData", "other")},
    //: a kind of memory from which two elements can be loaded at a time
    {"interleaved", QT_TRANSLATE_NOOP("TileMemoryData", "interleaved memory")},
    {"non_interleaved", QT_TRANSLATE_NOOP("TileMemoryData", "memory that is not interleaved")},
    {"overflowed", QT_TRANSLATE_NOOP("TileMemoryData", "beyond the tile's memory")},
    {"always_live", QT_TRANSLATE_NOOP("TileMemoryData", "always live")},
    {"not_always_live", QT_TRANSLATE_NOOP("TileMemoryData", "live for a time")},
    {"compute_sets", QT_TRANSLATE_NOOP("TileMemoryData", "data of vertices")},
    {"gaps", QT_TRANSLATE_NOOP("TileMemoryData", "gaps")},
    //: the last row, which has the sum of all categories
    {"total", QT_TRANSLATE_NOOP("TileMemoryData", "total")}};

constexpr Word RoleWords[]{
    {"weights", QT_TRANSLATE_NOOP("RoleText", "weights")},
    {"gradients", QT_TRANSLATE_NOOP("RoleText", "gradients")},
    {"accumulators", QT_TRANSLATE_NOOP("RoleText", "gradient accumulators")},
    {"optimizer_state", QT_TRANSLATE_NOOP("RoleText", "optimizer state")},
    {"stashes", QT_TRANSLATE_NOOP("RoleText", "stashes")},
    {"activations", QT_TRANSLATE_NOOP("RoleText", "activations and temporary variables")},
    {"constants", QT_TRANSLATE_NOOP("RoleText", "constants and other always-live variables")},
    {"vertex_state", QT_TRANSLATE_NOOP("RoleText", "vertex state")},
    {"code", QT_TRANSLATE_NOOP("RoleText", "code")},
    {"unowned", QT_TRANSLATE_NOOP("RoleText", "owned by no operation")},
    {"io_tiles", QT_TRANSLATE_NOOP("RoleText", "for the I/O tiles")},
    //: the last row, which has the sum of all roles
    {"total", QT_TRANSLATE_NOOP("RoleText", "total")}};

constexpr Word CauseWords[]{
    {"estimated", QT_TRANSLATE_NOOP("ComparisonData", "in the plan")},
    {"passes_through", QT_TRANSLATE_NOOP("ComparisonData", "passes through")},
    {"other_ipu", QT_TRANSLATE_NOOP("ComparisonData", "planned for another IPU")},
    {"unplanned", QT_TRANSLATE_NOOP("ComparisonData", "not in the plan")},
    {"inter_ipu_exchange", QT_TRANSLATE_NOOP("ComparisonData", "exchange between IPUs")},
    {"layout", QT_TRANSLATE_NOOP("ComparisonData", "gaps in memory")}};

constexpr Word ChangeWords[]{{"same", QT_TRANSLATE_NOOP("ComparisonData", "same")},
                             {"grew", QT_TRANSLATE_NOOP("ComparisonData", "grew")},
                             {"shrank", QT_TRANSLATE_NOOP("ComparisonData", "shrank")},
                             {"appeared", QT_TRANSLATE_NOOP("ComparisonData", "new")},
                             {"went", QT_TRANSLATE_NOOP("ComparisonData", "gone")},
                             //: marks a step or a tile whose number has changed
                             {"moved", QT_TRANSLATE_NOOP("ComparisonData", "moved")}};

constexpr Word FigureWords[]{
    {"ipus", QT_TRANSLATE_NOOP("ComparisonData", "IPUs")},
    {"replicas", QT_TRANSLATE_NOOP("ComparisonData", "Replicas")},
    {"tiles", QT_TRANSLATE_NOOP("ComparisonData", "Tiles")},
    {"memory_per_tile", QT_TRANSLATE_NOOP("ComparisonData", "Memory per tile (bytes)")},
    {"steps", QT_TRANSLATE_NOOP("ComparisonData", "Program steps")},
    {"programs", QT_TRANSLATE_NOOP("ComparisonData", "Programs")},
    {"operations", QT_TRANSLATE_NOOP("ComparisonData", "Operations")},
    {"variables", QT_TRANSLATE_NOOP("ComparisonData", "Variables")},
    {"lowered_variables", QT_TRANSLATE_NOOP("ComparisonData", "Lowered variables")},
    {"always_live_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Always live (bytes)")},
    {"peak_live_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Live at the peak (bytes)")},
    {"peak_step", QT_TRANSLATE_NOOP("ComparisonData", "Step of the peak")},
    {"total_bytes", QT_TRANSLATE_NOOP("ComparisonData", "All tiles (bytes)")},
    {"fullest_tile_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Fullest tile (bytes)")},
    {"fullest_tile", QT_TRANSLATE_NOOP("ComparisonData", "Fullest tile")},
    {"tiles_over_memory", QT_TRANSLATE_NOOP("ComparisonData", "Tiles that exceed their memory")},
    {"cycles", QT_TRANSLATE_NOOP("ComparisonData", "Cycles of compute and exchange")}};

//: what an IPU does during a step of its program
constexpr Word StepWords[]{
    {"compute", QT_TRANSLATE_NOOP("Execution", "compute")},
    {"exchange", QT_TRANSLATE_NOOP("Execution", "exchange")},
    {"global_exchange", QT_TRANSLATE_NOOP("Execution", "exchange between IPUs")},
    {"host_begin", QT_TRANSLATE_NOOP("Execution", "waits before a host transfer")},
    {"host_end", QT_TRANSLATE_NOOP("Execution", "waits after a host transfer")},
    {"host_transfer", QT_TRANSLATE_NOOP("Execution", "transfer with the host")},
    {"external_sync", QT_TRANSLATE_NOOP("Execution", "waits for other IPUs or the host")},
    {"sync", QT_TRANSLATE_NOOP("Execution", "sync")},
    {"other", QT_TRANSLATE_NOOP("Execution", "other")},
    {"forward", QT_TRANSLATE_NOOP("Execution", "forward")},
    {"recompute", QT_TRANSLATE_NOOP("Execution", "recomputed")},
    {"backward", QT_TRANSLATE_NOOP("Execution", "backward")},
    {"update", QT_TRANSLATE_NOOP("Execution", "update")},
    {"total", QT_TRANSLATE_NOOP("Execution", "forward and backward")},
    {"transfer", QT_TRANSLATE_NOOP("Execution", "transfer")},
    {"waiting", QT_TRANSLATE_NOOP("Execution", "waiting")},
    {"fill", QT_TRANSLATE_NOOP("Execution", "fill")},
    {"main", QT_TRANSLATE_NOOP("Execution", "main")},
    {"drain", QT_TRANSLATE_NOOP("Execution", "drain")},
    //: a block of light-weight profiling: it records a program
    {"common", QT_TRANSLATE_NOOP("Execution", "program")},
    {"stream_copy", QT_TRANSLATE_NOOP("Execution", "transfer with the host")},
    //: a block of light-weight profiling in which events were lost
    {"overflow", QT_TRANSLATE_NOOP("Execution", "buffer full: events were lost")},
    {"anonymous", QT_TRANSLATE_NOOP("Execution", "program without a name")},
    //: a block of light-weight profiling: its buffer is sent to the host
    {"flush", QT_TRANSLATE_NOOP("Execution", "flush of the buffer")}};

struct WordList {
    ColumnType type;
    const char* context;
    std::span<const Word> words;
};
constexpr WordList WordLists[]{{ColumnType::Layer, "Layers", LayerWords},
                               {ColumnType::Category, "TileMemoryData", CategoryWords},
                               {ColumnType::Role, "RoleText", RoleWords},
                               {ColumnType::Cause, "ComparisonData", CauseWords},
                               {ColumnType::Change, "ComparisonData", ChangeWords},
                               {ColumnType::Figure, "ComparisonData", FigureWords},
                               {ColumnType::Step, "Execution", StepWords}};

std::optional<QString> findWord(ColumnType type, std::string_view id) {
    for (const WordList& list : WordLists) {
        for (const Word& word : list.words) {
            if (list.type == type && word.id == id) {
                return QCoreApplication::translate(list.context, word.english);
            }
        }
    }
    return std::nullopt;
}

/// Converts Poplar's name of a category to an id: "category.vertexCode" to "vertex_code".
std::string idOfPoplars(std::string_view name) {
    std::string id;
    for (const char c : name.substr(name.find_last_of('.') + 1)) {
        const bool upper = 'A' <= c && c <= 'Z';
        if (upper && !id.empty()) {
            id += '_';
        }
        id += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return id;
}

struct CellWriter {
    ColumnType type;

    QString operator()(std::monostate) const { return {}; }
    QString operator()(bool yes) const {
        return yes ? QCoreApplication::translate("tileline::TableData", "yes")
                   : QCoreApplication::translate("tileline::TableData", "no");
    }
    QString operator()(int64_t number) const {
        return type == ColumnType::Bytes && number >= 0 ? bytesText(static_cast<uint64_t>(number))
               : type == ColumnType::Bytes || type == ColumnType::ByteChange
                   ? signedBytesText(number)
                   : QLocale().toString(static_cast<qlonglong>(number));
    }
    QString operator()(uint64_t number) const {
        return type == ColumnType::Bytes ? bytesText(number) : numberText(number);
    }
    QString operator()(double number) const {
        return type == ColumnType::Share || type == ColumnType::Balance ? percentText(number)
               : type == ColumnType::Cycles ? QLocale().toString(std::round(number), 'f', 0)
                                            : QLocale().toString(number, 'g', 6);
    }
    QString operator()(std::string_view text) const {
        return type == ColumnType::Text     ? shownText(text)
               : type == ColumnType::Source ? shownText(text.substr(text.find_last_of('/') + 1))
                                            : wordFor(type, text);
    }
};

QString translated(const char* english) {
    return *english == '\0' ? QString() : QCoreApplication::translate("Columns", english);
}

} // namespace

QString columnTitle(const Column& column) {
    const QString title = translated(column.title);
    return column.titleValue.empty() ? title : title.arg(translated(column.titleValue.c_str()));
}

QString columnTip(const Column& column) {
    return column.type == ColumnType::Balance ? tileBalanceText()
           : column.type == ColumnType::Cycles
               ? translated(column.tip) + QLatin1Char(' ') + cyclesRemedyText()
               : translated(column.tip);
}

QString cellText(const Cell& cell, ColumnType type) {
    return std::visit(CellWriter{type}, cell.value);
}

QString wordFor(ColumnType type, std::string_view id) {
    const std::string key = type == ColumnType::Category ? idOfPoplars(id) : std::string(id);
    if (const auto word = findWord(type, key)) {
        return *word;
    }
    if (const auto help = std::ranges::find(HelpIds, id); type == ColumnType::Help && help != HelpIds.end()) {
        return translated(helpPhrase(static_cast<Help>(help - HelpIds.begin())));
    }
    if (type == ColumnType::Layer) {
        return shownText(id.substr(id.starts_with("@@") ? 1 : 0)); // Layers::idOf() doubles an initial @
    }
    // An item that has neither a category nor a role is listed under its cause.
    const auto cause = findWord(ColumnType::Cause, key);
    return cause ? *cause : shownText(type == ColumnType::Category ? key : id).replace('_', ' ');
}

} // namespace tileline
