// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/tiedweights.h"

#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>

namespace tileline {

namespace {

struct TiedText {
    Q_DECLARE_TR_FUNCTIONS(TiedWeights)
};

/// The maximum number of entries that a tool tip lists by name.
constexpr size_t MaxWeightsListed = 4;

} // namespace

std::vector<TiedWeights> tiedWeights(const StageEstimator& estimator) {
    std::vector<TiedWeights> result;
    if (!estimator.uses() || !estimator.uses()->weightsAreCertain()) {
        return result;
    }
    std::map<std::vector<LayerIndex>, TiedWeights> byEntries;
    for (const PipelineWeight& weight : estimator.uses()->weightList()) {
        if (weight.entries.size() < 2) {
            continue;
        }
        TiedWeights& tied = byEntries[weight.entries];
        if (tied.count++ == 0 || weight.bytes > tied.bytes) {
            tied.largest = weight.variable;
            tied.bytes = weight.bytes;
        }
    }
    for (auto& [entries, tied] : byEntries) {
        tied.entries = entries;
        result.push_back(std::move(tied));
    }
    return result;
}

bool isSplit(const TiedWeights& tied, const StagePlacement& placement) {
    const uint32_t ipu = placement.ipuOf(tied.entries.front());
    return std::ranges::any_of(tied.entries, [&](LayerIndex entry) { return placement.ipuOf(entry) != ipu; });
}

QString tiedText(const TiedWeights& tied, LayerIndex entry, const StageEstimator& estimator) {
    QStringList others;
    for (const LayerIndex other : tied.entries) {
        if (other != entry && static_cast<size_t>(others.size()) < MaxWeightsListed) {
            others += layersText({other, other}, estimator.layers());
        }
    }
    if (tied.entries.size() - 1 > MaxWeightsListed) {
        others += QStringLiteral("…");
    }
    const QString name = shownText(estimator.profile().variables[tied.largest.index()].name);
    //: %1 is the name of a weight, %2 a number of bytes, %3 a list: "layer 3, Output"
    QString text = TiedText::tr("Shares the weight %1 (%2) with %3")
                       .arg(name, bytesText(tied.bytes), others.join(QStringLiteral(", ")));
    if (tied.count > 1) {
        text += QLatin1Char(' ') +
                TiedText::tr("and %n more weight(s)", nullptr, static_cast<int>(tied.count - 1));
    }
    return text;
}

} // namespace tileline
