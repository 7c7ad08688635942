// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/timelinechart.h"

#include "core/base/printable.h"
#include "core/output/htmltable.h"
#include "core/output/svgchart.h"

#include <algorithm>

namespace tileline {

namespace {

constexpr uint64_t DrawnMainCycles = 3;
constexpr uint32_t MaxLanes = 32;
constexpr double LaneLeft = 80;
constexpr double LaneRight = 980;
constexpr double LaneTop = 28;
constexpr double LaneHeight = 22;
constexpr double LaneStep = 26;
constexpr double DigitWidth = 8;
constexpr size_t MaxCaptionName = 200; ///< maximum length of a plan's name in a caption
constexpr double AxisHeight = 22;
constexpr double Ticks = 6; ///< approximate number of ticks on the axis

/// The colour of each kind of span (see svg::path()). Colours 5 to 7 have patterns.
constexpr std::array<size_t, VisibleTimeline::KindCount> KindColours{0, 5, 2, 6, 1, 7};

using Kind = VisibleTimeline::Kind;

class TimelineDrawing {
public:
    explicit TimelineDrawing(const NamedTimeline& named)
        : m_timeline(named.timeline)
        , m_shown(visibleTimeline(m_timeline))
        , m_lanes(std::min(m_timeline.ipus(), MaxLanes))
        , m_bottom(LaneTop + LaneStep * m_lanes) {}

    double length() const { return m_shown.length; }

    /// `number` is the figure's position on the page; `scale` is the number of cycles that its full width
    /// shows.
    std::string figure(size_t number, const std::string& name, double scale) {
        m_scale = std::max(scale, 1e-300);
        std::string html =
            "<figure id=\"chart-timeline" + (number == 0 ? "" : std::to_string(number + 1)) +
            "\"><figcaption>" + (name.empty() ? "" : htmlText(shortenedText(name, MaxCaptionName)) + ": ") +
            "What each IPU does in the cycles of the pipeline</figcaption><svg class=\"chart\" "
            "viewBox=\"0 0 1000 " +
            svg::coordinate(m_bottom + AxisHeight) +
            "\" role=\"img\" aria-label=\"Timeline of the pipeline\">" + lanes() + phases() + axis() +
            "</svg><ul class=\"legend\">";
        for (size_t kind = 0; kind < KindColours.size(); ++kind) {
            if (std::ranges::any_of(m_shown.spans, [&](const auto& span) {
                    return static_cast<size_t>(span.kind) == kind;
                })) {
                html += "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\">" +
                        svg::path("M0 0h10v10h-10z", KindColours[kind]) + "</svg>" +
                        std::string(VisibleTimeline::KindIds[kind]) + "</li>";
            }
        }
        html += "</ul>";
        if (m_shown.leftOut) {
            html += "<p class=\"faint\">Of " +
                    groupedText(m_timeline.time().microBatches - m_timeline.fillCycles()) + " full cycles, " +
                    std::to_string(DrawnMainCycles) + " are drawn.</p>";
        }
        if (m_lanes < m_timeline.ipus()) {
            html += "<p class=\"faint\">" + groupedText(m_timeline.ipus()) + " IPUs, of which the first " +
                    std::to_string(m_lanes) + " are drawn.</p>";
        }
        return html + "</figure>\n";
    }

private:
    double x(double time) const { return LaneLeft + (LaneRight - LaneLeft) * time / m_scale; }
    static double y(uint32_t ipu) { return LaneTop + LaneStep * ipu; }

    std::string lanes() const {
        std::vector<std::vector<const VisibleTimeline::Span*>> spans(m_lanes);
        for (const VisibleTimeline::Span& span : m_shown.spans) {
            if (span.ipu < m_lanes) {
                spans[span.ipu].push_back(&span);
            }
        }
        std::array<std::string, VisibleTimeline::KindCount> paths;
        std::string html;
        for (uint32_t ipu = 0; ipu < m_lanes; ++ipu) {
            html += svg::textAt(LaneLeft - 6, y(ipu) + 15, "class=\"axis\" text-anchor=\"end\"",
                                "IPU " + std::to_string(ipu));
            addLane(paths, ipu, spans[ipu]);
        }
        for (size_t kind = 0; kind < paths.size(); ++kind) {
            html += paths[kind].empty() ? std::string() : svg::path(paths[kind], KindColours[kind]);
        }
        for (const auto& lane : spans) {
            for (const VisibleTimeline::Span* span : lane) {
                const std::string number = span->microBatch ? std::to_string(*span->microBatch) : "";
                const double width = x(span->to) - x(span->from);
                if (!number.empty() && DigitWidth * static_cast<double>(number.size()) + 4 <= width) {
                    html += svg::textAt((x(span->from) + x(span->to)) / 2, y(span->ipu) + 15,
                                        "text-anchor=\"middle\"", number);
                }
            }
        }
        return html;
    }

    /// Draws an IPU's spans. If there are too many spans to draw each of them, each pixel shows the kind of
    /// span that covers most of the pixel.
    void addLane(std::array<std::string, VisibleTimeline::KindCount>& paths, uint32_t ipu,
                 const std::vector<const VisibleTimeline::Span*>& spans) const {
        const auto add = [&](size_t kind, double from, double to) {
            paths[kind].append("M").append(svg::coordinate(from)).append(" ");
            paths[kind].append(svg::coordinate(y(ipu))).append("H").append(svg::coordinate(to));
            paths[kind].append("v").append(svg::coordinate(LaneHeight)).append("H");
            paths[kind].append(svg::coordinate(from)).append("z");
        };
        constexpr auto Pixels = static_cast<size_t>(LaneRight - LaneLeft);
        if (spans.size() < Pixels / 2) {
            for (const VisibleTimeline::Span* span : spans) {
                add(static_cast<size_t>(span->kind), x(span->from), x(span->to));
            }
            return;
        }
        std::vector<std::array<double, VisibleTimeline::KindCount>> covered(Pixels);
        for (const VisibleTimeline::Span* span : spans) {
            const double from = x(span->from) - LaneLeft;
            const double to = std::min(x(span->to) - LaneLeft, static_cast<double>(Pixels));
            for (auto pixel = static_cast<size_t>(from); pixel < Pixels; ++pixel) {
                const auto left = static_cast<double>(pixel);
                if (left >= to) {
                    break;
                }
                covered[pixel][static_cast<size_t>(span->kind)] +=
                    std::min(to, left + 1) - std::max(from, left);
            }
        }
        const auto kindAt = [&](size_t pixel) {
            const auto& at = covered[pixel];
            const auto* const most = std::ranges::max_element(at);
            return *most > 0 ? static_cast<size_t>(most - at.begin()) : VisibleTimeline::KindCount;
        };
        for (size_t pixel = 0; pixel < Pixels;) {
            const size_t first = pixel;
            const size_t kind = kindAt(first);
            while (pixel < Pixels && kindAt(pixel) == kind) {
                ++pixel;
            }
            if (kind < VisibleTimeline::KindCount) {
                add(kind, LaneLeft + static_cast<double>(first), LaneLeft + static_cast<double>(pixel));
            }
        }
    }

    /// Draws brackets over the phases, lines at both ends of a period, and an ellipsis for the left-out part.
    std::string phases() const {
        std::string html;
        std::string brackets;
        for (const VisibleTimeline::Phase& phase : m_shown.phases) {
            brackets += "M" + svg::coordinate(x(phase.from) + 0.5) + " 24v-6H" +
                        svg::coordinate(x(phase.to) - 0.5) + "v6";
            if (x(phase.to) - x(phase.from) > 40) {
                html += svg::textAt((x(phase.from) + x(phase.to)) / 2, 13, "text-anchor=\"middle\"",
                                    std::string(phase.name));
            }
        }
        html += "<path class=\"grid\" d=\"" + brackets + "\"/>";
        const auto [from, to] = m_shown.period;
        html += "<rect class=\"hit\" x=\"" + svg::coordinate(x(from)) + "\" y=\"26\" width=\"" +
                svg::coordinate(x(to) - x(from)) + "\" height=\"" + svg::coordinate(m_bottom - 26) +
                "\"><title>A period: " + groupedText(static_cast<uint64_t>(m_timeline.time().period)) +
                " cycles</title></rect><path class=\"mark\" d=\"M" + svg::coordinate(x(from)) + " 26V" +
                svg::coordinate(m_bottom) + "M" + svg::coordinate(x(to)) + " 26V" +
                svg::coordinate(m_bottom) + "\"/>";
        return m_shown.leftOut
                   ? html + svg::textAt((x(m_shown.leftOut->first) + x(m_shown.leftOut->second)) / 2,
                                        (LaneTop + m_bottom) / 2, "text-anchor=\"middle\"", "\u22EF")
                   : html;
    }

    /// Draws the axis below the lanes: ticks with numbers of cycles, up to the left-out part of the timeline.
    std::string axis() const {
        const double step = svg::roundStep(m_scale / Ticks);
        const double end = m_shown.leftOut ? m_shown.leftOut->first : m_scale;
        std::string html;
        for (int tick = 0; step >= 1 && tick * step <= end; ++tick) {
            html += "<path class=\"grid\" d=\"M" + svg::coordinate(x(tick * step)) + " " +
                    svg::coordinate(m_bottom) + "v4\"/>" +
                    svg::textAt(x(tick * step), m_bottom + 16, "class=\"axis\" text-anchor=\"middle\"",
                                groupedText(static_cast<uint64_t>(tick * step)));
        }
        return html;
    }

    const PipelineTimeline& m_timeline;
    VisibleTimeline m_shown;
    double m_scale = 1;
    uint32_t m_lanes;
    double m_bottom;
};

} // namespace

VisibleTimeline visibleTimeline(const PipelineTimeline& timeline) {
    const uint64_t fill = timeline.fillCycles();
    const uint64_t batches = timeline.time().microBatches;
    const uint64_t end = timeline.cycleCount();
    const bool cut = batches > MaxDrawnMicroBatches && fill + DrawnMainCycles < batches;
    VisibleTimeline shown;
    double skipped = 0;
    for (uint64_t number = 0; number <= end; ++number) {
        if (cut && number == fill + DrawnMainCycles) {
            const double from = timeline.cycle(number).from;
            const double gap = timeline.time().period / 2;
            shown.leftOut = {from, from + gap};
            skipped = timeline.cycle(batches - 1).to - from - gap;
            number = batches;
        }
        const PipelineTimeline::Cycle cycle = timeline.cycle(number);
        const auto add = [&](uint32_t ipu, Kind kind, double from, double to,
                             std::optional<uint32_t> microBatch = {}) {
            if (from < to) {
                shown.spans.push_back({ipu, kind, number, microBatch, from - skipped, to - skipped});
            }
        };
        const std::vector<TimelineBlock> blocks = timeline.blocks(number);
        auto block = blocks.begin();
        for (uint32_t ipu = 0; ipu < timeline.ipus(); ++ipu) {
            double at = cycle.from;
            for (; block != blocks.end() && block->ipu == ipu; ++block) {
                add(ipu, static_cast<Kind>(block->pass), block->from, block->to, block->microBatch);
                at = block->to;
            }
            add(ipu, Kind::Waiting, at, cycle.transferFrom);
            add(ipu, Kind::Transfer, cycle.transferFrom, cycle.to);
        }
        const std::string_view phase = number < fill      ? "fill"
                                       : number < batches ? "main"
                                       : number < end     ? "drain"
                                                          : "update";
        shown.length = cycle.to - skipped;
        if (cycle.from == cycle.to) {
            continue;
        }
        if (shown.phases.empty() || shown.phases.back().name != phase) {
            shown.phases.push_back({phase, cycle.from - skipped, shown.length});
        }
        shown.phases.back().to = shown.length;
    }
    const PipelineTimeline::Cycle first = timeline.cycle(fill);
    shown.period = {first.from, first.to};
    return shown;
}

std::string timelineFigures(const std::vector<NamedTimeline>& timelines) {
    std::vector<TimelineDrawing> drawings(timelines.begin(), timelines.end());
    double scale = 0;
    for (const TimelineDrawing& drawing : drawings) {
        scale = std::max(scale, drawing.length());
    }
    std::string html;
    for (size_t i = 0; i < drawings.size(); ++i) {
        html += drawings[i].figure(i, drawings.size() > 1 ? timelines[i].name : "", scale);
    }
    return html;
}

} // namespace tileline
