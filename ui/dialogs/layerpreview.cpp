// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/layersdialog.h"

#include "core/layers/regex.h"
#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace tileline {

namespace {

struct LayerPreviewText {
    Q_DECLARE_TR_FUNCTIONS(LayerPreview)
};

/// Converts a byte offset into a position in UTF-16 units.
int utf16Position(const std::string& text, size_t offset) {
    return static_cast<int>(exactText(std::string_view(text).substr(0, offset)).size());
}

Result<std::vector<TextRange>> rangesIn(const Regex& regex, const std::string& name) {
    auto matches = TRY(regex.findAll(name));
    std::vector<TextRange> ranges;
    for (const RegexMatch& match : matches) {
        const int start = utf16Position(name, match.begin);
        ranges.push_back({start, utf16Position(name, match.end) - start});
    }
    return ranges;
}

} // namespace

Outcome<LayerPreviewPtr> makeLayerPreview(const Profile& profile, const LayerOptions& options,
                                          const std::stop_token& stop) {
    auto layers = TRY(findLayers(profile, options, stop));
    auto regex = TRY(Regex::compile(options.layerRegex, "layer regex"));
    auto preview = std::make_shared<LayerPreview>();
    preview->layers = std::move(layers);
    Table table{{{"operation", ColumnType::Text, ColumnText::tr("Operation")},
                 {"layer", ColumnType::Text, ColumnText::tr("Layer")},
                 {"note", ColumnType::Text, ColumnText::tr("Layer found by")}},
                {}};
    for (uint32_t i = 0; i < preview->layers->operations.size(); ++i) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        const LayeredOperation& operation = preview->layers->operations[i];
        auto ranges = TRY(rangesIn(regex, operation.name));
        preview->matches.push_back(std::move(ranges));
        table.rows.push_back(
            {operation.name,
             operation.inLayer() ? Cell(preview->layers->displayName(operation.layer)) : Cell(),
             textCell(operation.noteText())});
    }
    preview->table = makeTableData(std::move(table));
    return LayerPreviewPtr(std::move(preview));
}

QString LayerPreview::counts() const {
    const auto& operations = layers->operations;
    const auto inLayers = static_cast<size_t>(
        std::count_if(operations.begin(), operations.end(), [](const auto& op) { return op.inLayer(); }));
    const auto tensors = static_cast<size_t>(
        std::count_if(operations.begin(), operations.end(), [](const auto& op) { return op.isTensor; }));
    //: %1 is a number, %2 "in 12 layers", %3 "40 tensors"
    return LayerPreviewText::tr("%1 of %Ln operations are %2; %3", nullptr,
                                static_cast<int>(operations.size()))
        .arg(numberText(inLayers),
             LayerPreviewText::tr("in %Ln layers", nullptr, static_cast<int>(layers->count()) - 1),
             LayerPreviewText::tr("%Ln tensors", nullptr, static_cast<int>(tensors)));
}

ExpressionError expressionError(const Error& error, const LayerOptions& options) {
    ExpressionError result;
    const QString item = exactText(error.item);
    result.inInputs = item.startsWith(QLatin1String("inputs"));
    const std::string& expression = result.inInputs ? options.inputsRegex : options.layerRegex;
    static const QRegularExpression position(QStringLiteral("position (\\d+)"));
    if (const auto match = position.match(item); match.hasMatch()) {
        result.position = utf16Position(expression, match.captured(1).toULongLong());
    }
    if (error.code == ErrorCode::RegexTooSlow) {
        result.message =
            LayerPreviewText::tr("This expression takes too long. Use one without nested repetitions.");
        return result;
    }
    // `actual` is the expression, followed by the reason.
    const QString reason = exactText(error.actual).mid(exactText(expression).size() + 2);
    result.message =
        result.position
            ? LayerPreviewText::tr("Error at position %1: %2").arg(*result.position + 1).arg(reason)
            : reason;
    return result;
}

} // namespace tileline
