// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reportpage.h"

#include "core/base/printable.h"
#include "core/base/sequences.h"
#include "core/explain/remedies.h"
#include "core/memory/liveness.h"
#include "core/output/htmltable.h"
#include "core/output/pagefiles.h"
#include "core/output/plantext.h"
#include "core/output/reports.h"
#include "core/output/svgchart.h"
#include "core/output/timelinechart.h"
#include "core/output/timelinetables.h"
#include "core/wording/layertext.h"
#include "core/wording/warningtext.h"

#include <algorithm>
#include <array>
#include <functional>

namespace tileline {

namespace {

// Limits of the parts of the page, most of them in bytes. The limits keep the page within 5,000,000 bytes.
constexpr size_t MaxLayerBytes = 1'000'000;
constexpr size_t MaxItemBytes = 800'000;
constexpr size_t MaxStageBytes = 250'000;
constexpr size_t MaxGroupBytes = 60'000;
constexpr size_t MaxPlanFile = 800'000;
constexpr size_t MaxShownPlanFile = 60'000;
constexpr size_t MaxWarnings = 50;
constexpr size_t MaxText = 2'000; ///< maximum length of a sentence that contains names

/// The figures that the page shows, computed from a ReportSource.
struct ReportFigures {
    uint32_t ipu; ///< the fullest IPU
    PeakExplanation peak;
    StageTiles tiles;                 ///< the tiles of the fullest IPU
    std::vector<CategoryBytes> peaks; ///< by IPU: the bytes on its fullest tile, by category
    std::vector<StageRoles> roles;    ///< by IPU
    LayerFigures layers;
};

Outcome<ReportFigures> figuresOf(const ReportSource& source, Workers& workers, Progress& progress,
                                 const std::stop_token& stop) {
    const StageEstimator& estimator = *source.study.estimator;
    const VariableRoles roles(estimator.profile(), estimator.layers());
    const uint32_t fullest = fullestIpu(source.figures.estimate, source.memory);
    auto peak = TRY(explainPeak(estimator, roles, source.figures.estimate, fullest, workers, stop));
    const std::vector<PlacedStage>& ipus = source.figures.estimate.placement.ipus;
    ReportFigures figures{fullest,
                          std::move(peak),
                          TRY(estimator.tilesPlaced(ipus[fullest], workers, stop)),
                          TRY(source.study.peakBytes(source.figures.estimate, workers, stop)),
                          {},
                          TRY(source.study.layerFigures(workers, progress, stop))};
    for (const PlacedStage& ipu : ipus) {
        figures.roles.push_back(TRY(rolesOf(estimator, roles, ipu, {}, workers, stop)));
    }
    return figures;
}

/// Shortens a sentence that may contain long names, and escapes it for HTML.
std::string sentence(const std::string& text) {
    return htmlText(shortenedText(text, MaxText));
}

std::string paragraph(const std::string& text) {
    return "<p>" + sentence(text) + "</p>\n";
}

std::string heading(const char* id, const std::string& text) {
    return "<h2 id=\"" + std::string(id) + "\">" + htmlText(text) + "</h2>\n";
}

std::string categoryName(const StageCategoryInfo& category) {
    std::string name(category.id);
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// A series for each category; `bytesOf(item)` returns the item's bytes in each category.
std::vector<SvgChart::Series> categorySeries(const std::function<CategoryBytes(size_t)>& bytesOf) {
    // The categories have the same colours as in the window. The last three categories also have patterns.
    std::vector<SvgChart::Series> series;
    for (size_t i = 0; i < StageCategories.size(); ++i) {
        const StageCategoryInfo category = StageCategories[i];
        series.push_back({categoryName(category), i,
                          [bytesOf, category](size_t item) { return bytesOf(item).*category.bytes; }});
    }
    return series;
}

/// The bytes in Base64, with padding.
std::string base64(std::string_view bytes) {
    constexpr std::string_view Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view group = bytes.substr(at, 3);
        uint32_t bits = 0;
        for (size_t i = 0; i < 3; ++i) {
            bits = bits << 8 | (i < group.size() ? static_cast<uint8_t>(group[i]) : 0U);
        }
        for (size_t i = 0; i < 4; ++i) {
            text += i <= group.size() ? Digits[bits >> (18 - 6 * i) & 0x3FU] : '=';
        }
    }
    return text;
}

/// Decodes bytes from lower-case hexadecimal digits, two for each byte.
std::string bytesOfHexadecimal(std::string_view digits) {
    const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
    std::string bytes;
    for (size_t at = 0; at + 1 < digits.size(); at += 2) {
        bytes += static_cast<char>(value(digits[at]) << 4 | value(digits[at + 1]));
    }
    return bytes;
}

std::string policyHash(std::string_view hexadecimal) {
    return "'sha256-" + base64(bytesOfHexadecimal(hexadecimal)) + "'";
}

class ReportPage {
public:
    ReportPage(const ReportSource& source, const ReportFigures& figures)
        : m_source(source)
        , m_figures(figures)
        , m_profile(source.study.estimator->profile())
        , m_layers(source.study.estimator->layers())
        , m_fit(source.figures.fit(source.memory)) {}

    std::string html() const {
        return head() + svgPatterns() + title() + verdict() + warnings() + plan() + timeline() + peak() +
               memory() + layers() + roles() + planFile() + reading() + foot();
    }

private:
    std::string head() const {
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src " +
               policyHash(PageStyleSha256) + "; script-src " + policyHash(PageScriptSha256) +
               "; base-uri 'none'; form-action 'none'\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
               "<meta name=\"referrer\" content=\"no-referrer\"/>\n<meta name=\"generator\" content=\"" +
               htmlText(m_source.program) + "\"/>\n<title>" + titleText() + "</title>\n<style>" +
               std::string(PageStyle) + "</style></head>\n<body>\n";
    }
    std::string titleText() const {
        const std::string name = m_source.planName.empty() ? "Plan" : m_source.planName;
        return htmlText(shortenedText(name, 100)) + " for " +
               htmlText(shortenedText(m_source.study.path, 300));
    }
    std::string title() const {
        std::string html = "<header><h1>" + titleText() + "</h1>\n<p class=\"faint\">" +
                           htmlText(m_source.program) +
                           ". Numbers of bytes are estimates; see <a href=\"#reading\">How to read the "
                           "numbers</a>.</p>\n<nav aria-label=\"Contents\"><ul>";
        constexpr std::array<std::pair<const char*, const char*>, 8> Parts{
            {{"plan", "Plan"},
             {"timeline", "Timeline"},
             {"peak", "Why the fullest IPU peaks"},
             {"memory", "Memory over steps and tiles"},
             {"layers", "Layers"},
             {"roles", "Roles"},
             {"planfile", "Plan file"},
             {"reading", "How to read the numbers"}}};
        for (const auto& [id, text] : Parts) {
            if (!m_source.figures.time && std::string_view(id) == "timeline") {
                continue;
            }
            html += "<li><a href=\"#" + std::string(id) + "\">" + text + "</a></li>";
        }
        return html + "</ul></nav></header>\n";
    }

    std::string verdict() const {
        const auto [state, sign] = !m_fit.known()                               ? std::pair{"doubtful", "?"}
                                   : m_fit.fits() && m_source.figures.buildable ? std::pair{"fits", "\u2713"}
                                                                                : std::pair{"over", "\u2717"};
        std::string html = "<p class=\"verdict " + std::string(state) + "\" id=\"verdict\"><b>" + sign +
                           "</b>" +
                           sentence(planVerdictText(m_source.figures.estimate, m_source.memory, m_fit,
                                                    m_source.figures.buildable)) +
                           "</p>\n";
        if (m_source.figures.time) {
            html += paragraph(timeText(*m_source.figures.time, m_source.figures.timeIsMeasured));
        }
        return html;
    }

    std::string warnings() const {
        if (m_source.figures.warnings.empty()) {
            return {};
        }
        std::string html = "<h2 id=\"warnings\">Warnings</h2>\n<ul class=\"warnings\">\n";
        const size_t shown = std::min(m_source.figures.warnings.size(), MaxWarnings);
        for (size_t i = 0; i < shown; ++i) {
            const PlanWarning& warning = m_source.figures.warnings[i];
            html += "<li>" +
                    std::string(warning.voids ? "<b>\u26A0 The figures are not reliable.</b> " : "") +
                    sentence(textOf(warning, m_layers, m_profile)) + "</li>\n";
        }
        html += "</ul>\n";
        return shown == m_source.figures.warnings.size()
                   ? html
                   : html + paragraph(groupedText(m_source.figures.warnings.size() - shown) +
                                      " more warnings are not listed.");
    }

    std::string plan() const {
        return heading("plan", "Plan") + facts() + ipuChart() +
               HtmlTable{"stages",
                         "Stages: a row for each IPU",
                         stagesTable(m_layers, m_source.figures.estimate, m_source.memory,
                                     m_source.figures.warnings),
                         MaxStageBytes,
                         {"variables", "vertex_code", "vertex_state", "exchange_code", "control_code",
                          "accumulators", "unowned", "stash", "total"}}
                   .html();
    }

    std::string facts() const {
        std::string html = "<dl>\n";
        const auto add = [&](const char* name, const std::string& value) {
            if (!value.empty()) {
                html += "<dt>" + std::string(name) + "</dt><dd>" + sentence(value) + "</dd>\n";
            }
        };
        add("Profile", m_source.study.path);
        add("Poplar", std::string(m_profile.metaValue("poplar_version")));
        const Target& target = m_profile.target;
        add("Target", (target.architecture.empty() ? "" : target.architecture + ", ") +
                          groupedText(target.tilesPerIpu) + " tiles for each IPU, " +
                          groupedText(target.bytesPerTile) + " bytes for each tile");
        add("Setting", settingText());
        add("IPUs", std::to_string(m_source.figures.estimate.stages.size()));
        add("Memory per tile", memoryText());
        const std::string splits =
            joinedTexts(m_source.figures.estimate.plan.splits(), ", ",
                        [&](LayerIndex split) { return displayText(m_layers, split); });
        add("A stage begins at", splits.empty() ? "no layer: one stage contains all layers" : splits);
        const std::vector<uint64_t>& crossing = m_source.figures.estimate.crossingBytes;
        return html + "<dt>Bytes between stages</dt><dd id=\"crossing\">" +
               groupedText(sumOf(crossing, std::identity())) + "</dd>\n</dl>\n";
    }

    std::string memoryText() const {
        const MemoryLimits& memory = m_source.memory;
        std::string text = groupedText(memory.perTile) + " bytes";
        for (uint32_t ipu = 0; ipu < memory.ofIpu.size(); ++ipu) {
            if (memory.ofIpu[ipu] != memory.perTile) {
                text += ", IPU " + std::to_string(ipu) + ": " + groupedText(memory.ofIpu[ipu]);
            }
        }
        return memory.keepFree == 0 ? text : text + "; " + std::to_string(memory.keepFree) + " % kept free";
    }

    std::string settingText() const {
        std::string text(idOf(m_source.study.setting.setting));
        if (m_source.study.estimator->entries() == nullptr) {
            return text;
        }
        for (const SettingOption& option : settingOptions()) {
            const std::string name = option.flag().substr(2);
            if (!option.inReports()) {
                continue;
            }
            if (option.type == SettingOption::Type::OneOf) {
                text += "; " + name + " " + std::string(option.choiceIn(m_source.study.setting).id);
            } else if (*option.get(m_source.study.setting) != 0) {
                text += "; " + name;
            }
        }
        return text;
    }

    std::string ipuChart() const {
        return SvgChart{
            "chart-ipus",
            "The bytes on the fullest tile of each IPU, by category, and the limit of the IPU",
            "IPUs",
            m_figures.peaks.size(),
            categorySeries([this](size_t ipu) { return m_figures.peaks[ipu]; }),
            [](size_t ipu) { return "IPU " + std::to_string(ipu); },
            [this](size_t ipu) { return m_source.memory.limitOf({static_cast<uint32_t>(ipu)}); },
            [this](size_t ipu) {
                return !m_fit.known()
                           ? std::string()
                           : percentText(
                                 static_cast<double>(m_source.figures.estimate.stages[ipu].peakTileBytes),
                                 static_cast<double>(m_source.memory.limitOf({static_cast<uint32_t>(ipu)})));
            }}
            .html();
    }

    std::string timeline() const {
        const auto timeline = m_source.study.timelineOf(m_source.figures.estimate);
        if (!timeline) {
            return {};
        }
        const auto compared =
            m_source.compared ? m_source.study.timelineOf(m_source.compared->estimate) : std::nullopt;
        std::vector<NamedTimeline> plans{{m_source.planName, *timeline}};
        if (compared) {
            plans.push_back({m_source.compared->name, *compared});
        }
        const Table ipus = ipuTimesTable(*timeline);
        const size_t column = *ipus.find("waits_for_ipu");
        const auto waits =
            std::ranges::find_if(ipus.rows, [&](const auto& row) { return row[column] != Cell(); });
        return heading("timeline", "Timeline") +
               (waits == ipus.rows.end()
                    ? std::string()
                    : paragraph("The other IPUs wait for IPU " +
                                std::to_string(std::get<uint64_t>((*waits)[column].value)) +
                                ", which takes the longest in a period. The period becomes shorter if layers "
                                "move from that IPU to one that waits; tileline-cli solve --objective period "
                                "finds the shortest period.")) +
               (compared ? HtmlTable{"plans", "Both plans, in cycles", plansTable(plans)}.html()
                         : std::string()) +
               timelineFigures(plans) +
               HtmlTable{"phases", "Phases of the pipeline, in cycles", phasesTable(*timeline)}.html() +
               HtmlTable{"ipu-times", "What each IPU does in a period and in the whole run, in cycles", ipus}
                   .html();
    }

    std::string peak() const {
        const PeakExplanation& peak = m_figures.peak;
        const Table items = peakItemsTable(m_profile, m_layers, peak);
        const auto group = [&](const char* id, const char* caption, const char* key, const char* name) {
            Table groups = groupTable(items, key);
            groups.columns.front().key = name;
            return HtmlTable{id, caption, std::move(groups), MaxGroupBytes}.html();
        };
        return heading("peak", "Why IPU " + std::to_string(m_figures.ipu) + " is the fullest") +
               "<p class=\"why\">" +
               htmlText(shortenedText(
                            peakText(peak, m_profile, m_layers, m_source.memory, m_source.figures.warnings),
                            MaxText),
                        LineFeeds::Kept) +
               "</p>\n<div class=\"row\">" + group("peak-categories", "By category", "category", "category") +
               group("peak-roles", "By role", "role", "role") +
               group("peak-entries", "By layer", "entry", "layer") + "</div>\n" +
               HtmlTable{"moves", "Effect of one layer more or less",
                         movesText(peak, m_source.figures.estimate, m_layers)}
                   .html() +
               HtmlTable{.id = "items",
                         .caption = "What the tile holds at that step",
                         .table = items,
                         .maxBytes = MaxItemBytes,
                         .complete = "tileline-cli explain"}
                   .html();
    }

    std::string memory() const {
        std::string html = heading("memory", "Memory over steps and tiles");
        const LivenessSeries live = livenessSeries(m_profile);
        SvgChart steps{"chart-liveness",
                       "Live bytes on all tiles in each program step, before the model is split",
                       "steps",
                       live.notAlwaysLive.size(),
                       {{live.alwaysLiveIsVariablesOnly ? "always-live variables" : "always live", 8,
                         [&](size_t) { return live.alwaysLive; }},
                        {"not always live", 9, [&](size_t step) { return live.notAlwaysLive[step]; }}},
                       [](size_t step) { return groupedText(step); }};
        if (m_figures.peak.step.index() < steps.count) {
            steps.marks.push_back({static_cast<double>(m_figures.peak.step.value) + 0.5,
                                   "IPU " + std::to_string(m_figures.ipu) + " peaks"});
        }
        const SvgChart tiles{"chart-tiles",
                             "What the tiles of IPU " + std::to_string(m_figures.ipu) +
                                 " hold, each at its own peak step",
                             "tiles",
                             m_figures.tiles.size(),
                             categorySeries([this](size_t tile) { return m_figures.tiles.tile(tile); }),
                             [](size_t tile) { return groupedText(tile); },
                             [this](size_t) { return m_source.memory.limitOf({m_figures.ipu}); }};
        return html + steps.html() + tiles.html();
    }

    std::string layers() const {
        SvgChart chart{
            "chart-layers",
            "What each layer needs by itself, on all tiles; the splits of the plan are marked",
            "layers",
            m_figures.layers.alone.size(),
            categorySeries([this](size_t layer) { return m_figures.layers.alone[layer].bytes; }),
            [this](size_t layer) { return displayText(m_layers, {static_cast<uint32_t>(layer)}); }};
        for (const LayerIndex split : m_source.figures.estimate.plan.splits()) {
            const uint32_t ipu = m_source.figures.estimate.placement.ipuOf(split);
            chart.marks.push_back({static_cast<double>(split.value), "IPU " + std::to_string(ipu)});
        }
        return heading("layers", "Layers") + chart.html() +
               HtmlTable{.id = "layer-list",
                         .caption =
                             "What each layer needs by itself, and the bytes that cross a split before it",
                         .table = layersTable(m_layers, m_figures.layers),
                         .maxBytes = MaxLayerBytes,
                         .rank = "total",
                         .complete = "tileline-cli layers"}
                   .html();
    }

    std::string roles() const {
        return heading("roles", "Roles") + HtmlTable{"role-list", "What the bytes of each IPU are for",
                                                     rolesTable(m_figures.roles), MaxStageBytes}
                                               .html();
    }

    std::string planFile() const {
        std::string html = heading("planfile", "Plan file");
        const std::string& text = m_source.planFile;
        if (text.size() > MaxPlanFile) {
            return html + "<p class=\"cut\">The plan file has " + groupedText(text.size()) +
                   " bytes. It is left out to keep this page small; ask the author of the page for the "
                   "file.</p>\n";
        }
        html += "<p><a download=\"plan.tileplan\" href=\"data:application/json;base64," + base64(text) +
                "\">Save plan.tileplan</a>. Open it with File, Open plan, or use it with "
                "<code>tileline-cli evaluate PROFILE --plan plan.tileplan</code>.</p>\n";
        if (text.size() <= MaxShownPlanFile) {
            html += "<details><summary>plan.tileplan</summary><pre id=\"plan-text\">" +
                    htmlText(text, LineFeeds::Kept) + "</pre></details>\n";
        }
        return html;
    }

    std::string reading() const {
        const bool pipeline = m_source.study.estimator->entries() != nullptr;
        return heading("reading", "How to read the numbers") +
               "<ul>\n"
               "<li>All numbers are bytes unless stated otherwise. They are estimates from the profile of "
               "the model before it is split. Graphcore's tests allow PopLiner's estimates to be 10.8 to "
               "17.5 % too low on the fullest tile of one stage; no such figure is known for the pipeline "
               "setting. The estimates do not include the buffers and code of exchanges between IPUs.</li>\n"
               "<li>A plan fits if the fullest tile of every IPU (peak tile bytes) holds no more than its "
               "limit: the memory of a tile, minus the part that is kept free. The peak tile is the first of "
               "the fullest tiles, and the peak step is the program step in which its variables need the "
               "most bytes.</li>\n"
               "<li>Variables, code, vertex state and their total are sums over the tiles of an IPU, each at "
               "its own peak step. They show what uses the memory, not whether it is enough.</li>\n" +
               (pipeline ? "<li>Stash: copies of activations that a pipeline keeps for the backward pass. "
                           "Accumulators: gradients that are added up. Unowned: always-live bytes that "
                           "belong to no operation. Transfer bytes: the bytes that cross the boundary before "
                           "the stage.</li>\n"
                         : "<li>Crossing bytes: the bytes of variables that layers on both sides of a split "
                           "use.</li>\n") +
               "<li>The role of a variable is guessed from its name and from whether it is always live. To "
               "see "
               "what would change the peak, try other splits, or compile a changed model.</li>\n"
               "</ul>\n";
    }

    static std::string foot() {
        return "<footer class=\"faint screen\"><p>If scripts are allowed, a click on a heading sorts its "
               "table.</p></footer>\n"
               "<script>" +
               std::string(PageScript) + "</script>\n</body></html>\n";
    }

    const ReportSource& m_source;
    const ReportFigures& m_figures;
    const Profile& m_profile;
    const Layers& m_layers;
    Fit m_fit;
};

} // namespace

Outcome<std::string> reportPage(const ReportSource& source, Workers& workers, Progress progress,
                                const std::stop_token& stop) {
    const ReportFigures figures = TRY(figuresOf(source, workers, progress, stop));
    std::string page = ReportPage(source, figures).html();
    progress.report(Phase::Writing, 1);
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    return page;
}

} // namespace tileline
