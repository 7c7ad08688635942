// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"

#include "core/frameworks/jsontext.h"
#include "core/frameworks/layercounts.h"
#include "core/frameworks/listtext.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <algorithm>
#include <span>

namespace tileline {

namespace {

Result<int64_t> wholeNumber(std::string_view text, const ListItem& item) {
    const auto value = numberIn<int64_t>(item.text);
    if (!value) {
        return badPlan(
            "layers_per_ipu, " + placeIn(text, item.offset), "a whole number of at least -1",
            pythonLiteral(item.text.substr(0, 40)),
            RemedyText::tr(
                "Write the list in one of these forms: \"[3, 7, 7, 7]\", \"3,7,7,7\" or \"3 7 7 7\"."));
    }
    return *value;
}

Error severalLists(std::string_view text, const std::vector<size_t>& values) {
    constexpr size_t Shown = 5;
    const auto first = std::span(values).first(std::min(values.size(), Shown));
    const std::string places = joinedTexts(first, "; ", [&](size_t value) { return placeIn(text, value); });
    return badPlan(places, "one layers_per_ipu", std::to_string(values.size()),
                   "Use only the line of the model that was profiled.");
}

/// The value of ipus_per_replica; empty unless the text has this key exactly once.
Result<std::optional<uint32_t>> ipusIn(std::string_view text) {
    const std::vector<size_t> values = findKeyedValues(text, "ipus_per_replica");
    if (values.size() != 1) {
        return std::optional<uint32_t>(); // missing, or ambiguous because several sections have it
    }
    const auto items = TRY(readList(text, values.front(), false));
    const auto number = items.empty() ? Result<int64_t>(0) : wholeNumber(text, items.front());
    if (!number || *number < 1 || *number > INT32_MAX) {
        return badPlan("ipus_per_replica, " + placeIn(text, values.front()), "a whole number of at least 1",
                       items.empty() ? RemedyText::tr("nothing")
                                     : pythonLiteral(items.front().text.substr(0, 40)),
                       RemedyText::tr("Correct ipus_per_replica, or leave it out."));
    }
    return std::optional(static_cast<uint32_t>(*number));
}

} // namespace

std::string layersPerIpuText(const ExportPlan& plan, const PoptorchExportOptions&) {
    const auto counts = layerCountsOf(plan);
    return "layers_per_ipu: " + listText(counts ? *counts : std::vector<uint32_t>()) + "\n";
}

std::vector<ExportIssue> checkLayersPerIpu(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::vector<ExportIssue> issues;
    if (const auto counts = layerCountsOf(plan); !counts) {
        issues.push_back(notSayable(counts.failure()));
    }
    addUnsaid(issues, plan, options, "layers_per_ipu", false);
    return issues;
}

bool recognisesLayersPerIpu(const SplitText& text) {
    return !findKeyedValues(text.text, "layers_per_ipu").empty() ||
           text.text.find_first_not_of("0123456789-+.,[]() \t\r\n") == std::string_view::npos;
}

Outcome<ImportedSplit> readLayersPerIpu(const SplitText& text, const ImportTarget& target,
                                        const std::stop_token&) {
    const std::vector<size_t> values = findKeyedValues(text.text, "layers_per_ipu");
    if (values.size() > 1) {
        return severalLists(text.text, values);
    }
    const auto items = TRY(readList(text.text, values.empty() ? 0 : values.front(), values.empty()));
    WrittenCounts written{{},
                          {},
                          "layers_per_ipu, " + placeIn(text.text, values.empty() ? 0 : values.front()),
                          "ipus_per_replica"};
    for (const ListItem& item : items) {
        written.counts.push_back(TRY(wholeNumber(text.text, item)));
    }
    if (written.counts.empty()) {
        return badPlan(written.key, RemedyText::tr("the number of layers on each IPU"),
                       RemedyText::tr("an empty list"),
                       RemedyText::tr("Write the list in this form: [3, 7, 7, 7]."));
    }
    written.ipus = TRY(ipusIn(text.text));
    if (written.counts == std::vector<int64_t>{-1} && !written.ipus) {
        return badPlan(written.key, RemedyText::tr("the number of IPUs over which [-1] spreads the layers"),
                       RemedyText::tr("[-1] alone"),
                       RemedyText::tr("Add a line with the number of IPUs, as in ipus_per_replica: 4, or "
                                      "write a list with one -1 for each IPU."));
    }
    const auto layers = static_cast<uint32_t>(modelLayers(target.blank).size());
    const auto counts = TRY(resolvedCounts(written, layers));
    ImportedSplit split;
    split.plan = TRY(planWithCounts(target.blank, counts, written.key));
    split.head = target.head;
    split.notes.push_back(ImportNote::tr("layers_per_ipu is %1.").arg(listText(counts)));
    if (counts.size() == 1 && written.counts.front() != static_cast<int64_t>(layers)) {
        split.notes.push_back(
            ImportNote::tr("With one IPU, the list is ignored: all layers run on that IPU."));
    }
    return split;
}

} // namespace tileline
