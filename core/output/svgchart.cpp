// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/svgchart.h"

#include "core/base/printable.h"
#include "core/base/sequences.h"
#include "core/output/htmltable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tileline {

namespace {

/// The width of a chart in SVG units; the page scales it.
constexpr double Width = 1000;
constexpr double Height = 300;
constexpr double Left = 80;
constexpr double Right = 960;
constexpr double Top = 24;
constexpr double Bottom = 260;

constexpr size_t MaxBars = 400;
/// If there are more bars than this, no space is left between bars.
constexpr size_t MaxSeparateBars = 100;
constexpr size_t MaxLabelledBars = 16;
constexpr size_t MaxNamesOnAxis = 14;
constexpr size_t MaxMarkTexts = 16;
constexpr size_t MaxNameOnAxis = 10;
constexpr size_t MaxMarkText = 16;
constexpr size_t MaxNameInTip = 60;

std::string numberText(double number, int decimals) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                   std::chars_format::fixed, decimals)
                         .ptr;
    return {buffer.data(), end};
}

using svg::coordinate;
using svg::path;
using svg::textAt;

/// The scale of the byte axis. The distance between ticks is 1, 2 or 5 times a power of ten, in a binary
/// unit.
class ByteScale {
public:
    explicit ByteScale(uint64_t maximum) {
        constexpr std::array<const char*, 5> Units{"B", "KiB", "MiB", "GiB", "TiB"};
        size_t unit = 0;
        while (unit + 1 < Units.size() && static_cast<double>(maximum) >= 8 * m_unit * 1024) {
            m_unit *= 1024;
            ++unit;
        }
        m_name = Units[unit];
        m_step = svg::roundStep(std::max(static_cast<double>(maximum) / m_unit, 1.0) / 5);
        m_decimals = std::max(0, -static_cast<int>(std::floor(std::log10(m_step))));
        m_ticks = std::max(1, static_cast<int>(std::ceil(static_cast<double>(maximum) / m_unit / m_step)));
    }

    int ticks() const { return m_ticks; }
    double yOfTick(int tick) const { return Bottom - (Bottom - Top) * tick / m_ticks; }
    double y(uint64_t bytes) const {
        return Bottom - (Bottom - Top) * static_cast<double>(bytes) / (m_unit * m_step * m_ticks);
    }
    std::string text(int tick) const {
        return tick == 0 ? "0" : numberText(m_step * tick, m_decimals) + " " + m_name;
    }

private:
    double m_unit = 1;
    double m_step = 1;
    int m_decimals = 0;
    int m_ticks = 1;
    std::string m_name;
};

/// Draws a chart: makes its SVG element and its legend.
class Drawing {
public:
    explicit Drawing(const SvgChart& chart)
        : m_chart(chart)
        , m_bars(barsOf(chart))
        , m_scale(maximum())
        , m_slot((Right - Left) / static_cast<double>(m_bars.size())) {}

    std::string svg() const {
        return "<svg class=\"chart\" viewBox=\"0 0 " + coordinate(Width) + " " + coordinate(Height) +
               "\" role=\"img\" aria-label=\"" + htmlText(m_chart.title) + "\">" + axis() + bars() + limit() +
               marks() + tips() + "</svg>";
    }
    std::string legend() const {
        std::string html = "<ul class=\"legend\">";
        for (const SvgChart::Series& series : m_chart.series) {
            if (isShown(series)) {
                html += "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\">" +
                        path("M0 0h10v10h-10z", series.colour) + "</svg>" + htmlText(series.name) + "</li>";
            }
        }
        html += "</ul>";
        if (m_bars.size() < m_chart.count) {
            html += "<p class=\"faint\">" + groupedText(m_chart.count) + " " + htmlText(m_chart.items) +
                    ", drawn as " + groupedText(m_bars.size()) +
                    " bars: each bar stands for several of them and shows the one with the most bytes.</p>";
        }
        return html;
    }

private:
    /// By bar: the position of the item that the bar shows.
    static std::vector<size_t> barsOf(const SvgChart& chart) {
        const size_t count = std::min(chart.count, MaxBars);
        std::vector<size_t> bars;
        for (size_t bar = 0; bar < count; ++bar) {
            size_t best = bar * chart.count / count;
            uint64_t bestBytes = 0;
            for (size_t item = best; item < (bar + 1) * chart.count / count; ++item) {
                const uint64_t bytes = totalOf(chart, item);
                best = bytes > bestBytes ? item : best;
                bestBytes = std::max(bestBytes, bytes);
            }
            bars.push_back(best);
        }
        return bars;
    }
    static uint64_t totalOf(const SvgChart& chart, size_t item) {
        return sumOf(chart.series, [&](const SvgChart::Series& series) { return series.bytes(item); });
    }
    uint64_t maximum() const {
        return std::max({uint64_t{1}, greatestOf(m_bars, [&](size_t item) { return totalOf(m_chart, item); }),
                         m_chart.limitOf ? greatestOf(m_bars, m_chart.limitOf) : 0});
    }
    bool isShown(const SvgChart::Series& series) const {
        return std::ranges::any_of(m_bars, [&](size_t item) { return series.bytes(item) > 0; });
    }

    double x(size_t bar) const { return Left + m_slot * static_cast<double>(bar); }

    std::string axis() const {
        std::string html = "<path class=\"grid\" d=\"";
        for (int tick = 0; tick <= m_scale.ticks(); ++tick) {
            html +=
                "M" + coordinate(Left) + " " + coordinate(m_scale.yOfTick(tick)) + "H" + coordinate(Right);
        }
        html += "\"/>";
        for (int tick = 0; tick <= m_scale.ticks(); ++tick) {
            html += textAt(Left - 6, m_scale.yOfTick(tick) + 4, "class=\"axis\" text-anchor=\"end\"",
                           m_scale.text(tick));
        }
        const size_t every = (m_bars.size() + MaxNamesOnAxis - 1) / MaxNamesOnAxis;
        for (size_t bar = 0; bar < m_bars.size(); bar += every) {
            html += textAt(x(bar) + m_slot / 2, Bottom + 18, "class=\"axis\" text-anchor=\"middle\"",
                           shortenedText(m_chart.nameOf(m_bars[bar]), MaxNameOnAxis));
        }
        return m_bars.size() == m_chart.count && m_chart.labelOf
                   ? html // bars with labels need no axis title
                   : html + textAt((Left + Right) / 2, Bottom + 36, "class=\"axis\" text-anchor=\"middle\"",
                                   m_chart.items);
    }

    std::string bars() const {
        const double gap = m_bars.size() <= MaxSeparateBars ? m_slot * 0.1 : 0;
        const std::string width = coordinate(m_slot - 2 * gap);
        std::vector<uint64_t> below(m_bars.size());
        std::string html = "<g shape-rendering=\"crispEdges\">";
        for (const SvgChart::Series& series : m_chart.series) {
            std::string d;
            for (size_t bar = 0; bar < m_bars.size(); ++bar) {
                const uint64_t bytes = series.bytes(m_bars[bar]);
                if (bytes > 0) {
                    d.append("M").append(coordinate(x(bar) + gap)).append(" ");
                    d.append(coordinate(m_scale.y(below[bar]))).append("h").append(width).append("V");
                    d.append(coordinate(m_scale.y(below[bar] + bytes)))
                        .append("h-")
                        .append(width)
                        .append("z");
                }
                below[bar] += bytes;
            }
            html += d.empty() ? std::string() : path(d, series.colour);
        }
        html += "</g>";
        if (m_chart.labelOf && m_bars.size() <= MaxLabelledBars) {
            for (size_t bar = 0; bar < m_bars.size(); ++bar) {
                html += textAt(x(bar) + m_slot / 2, m_scale.y(below[bar]) - 5, "text-anchor=\"middle\"",
                               m_chart.labelOf(m_bars[bar]));
            }
        }
        return html;
    }

    std::string limit() const {
        if (!m_chart.limitOf) {
            return {};
        }
        std::string d;
        uint64_t before = 0;
        for (size_t bar = 0; bar < m_bars.size(); ++bar) {
            const uint64_t bytes = m_chart.limitOf(m_bars[bar]);
            if (bar == 0) {
                d = "M" + coordinate(Left) + " " + coordinate(m_scale.y(bytes));
            } else if (bytes != before) {
                d += "H" + coordinate(x(bar)) + "V" + coordinate(m_scale.y(bytes));
            }
            before = bytes;
        }
        d += "H" + coordinate(Right);
        return "<path class=\"limit\" d=\"" + d + "\"/>" +
               textAt(Right + 4, m_scale.y(before) + 4, "class=\"limit-text\"", "limit");
    }

    std::string marks() const {
        std::string html;
        for (const SvgChart::Mark& mark : m_chart.marks) {
            const double at = Left + (Right - Left) * mark.position / static_cast<double>(m_chart.count);
            html += "<path class=\"mark\" d=\"M" + coordinate(at) + " " + coordinate(Top - 16) + "V" +
                    coordinate(Bottom) + "\"/>";
            if (m_chart.marks.size() <= MaxMarkTexts) {
                const bool atEnd = at > (Left + Right) * 0.85;
                html += textAt(at + (atEnd ? -4 : 4), Top - 8, atEnd ? "text-anchor=\"end\"" : "",
                               shortenedText(mark.text, MaxMarkText));
            }
        }
        return html;
    }

    std::string tips() const {
        std::string html;
        for (size_t bar = 0; bar < m_bars.size(); ++bar) {
            const size_t item = m_bars[bar];
            std::string text = shortenedText(m_chart.nameOf(item), MaxNameInTip) + ": " +
                               groupedText(totalOf(m_chart, item)) + " bytes";
            for (const SvgChart::Series& series : m_chart.series) {
                if (m_bars.size() <= MaxSeparateBars && series.bytes(item) > 0) {
                    text += "\n" + series.name + " " + groupedText(series.bytes(item));
                }
            }
            html += "<rect class=\"hit\" x=\"" + coordinate(x(bar)) + "\" y=\"" + coordinate(Top) +
                    "\" width=\"" + coordinate(m_slot) + "\" height=\"" + coordinate(Bottom - Top) +
                    "\"><title>" + htmlText(text, LineFeeds::Kept) + "</title></rect>";
        }
        return html;
    }

    const SvgChart& m_chart;
    std::vector<size_t> m_bars;
    ByteScale m_scale;
    double m_slot;
};

} // namespace

double svg::roundStep(double lowest) {
    const double power = std::pow(10, std::floor(std::log10(lowest)));
    const double factor = lowest / power;
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
}

std::string svg::coordinate(double number) {
    return numberText(number, 1);
}

std::string svg::path(const std::string& d, size_t colour) {
    std::string html = "<path class=\"f" + std::to_string(colour) + "\" d=\"" + d + "\"/>";
    if (colour >= 5 && colour <= 7) { // these colours have a pattern
        html += "<path fill=\"url(#p" + std::to_string(colour) + ")\" d=\"" + d + "\"/>";
    }
    return html;
}

std::string svg::textAt(double x, double y, const char* attributes, const std::string& text) {
    return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" " + attributes + ">" +
           htmlText(text) + "</text>";
}

std::string SvgChart::html() const {
    if (count == 0) {
        return {};
    }
    const Drawing drawing(*this);
    return "<figure id=\"" + htmlText(id) + "\"><figcaption>" + htmlText(title) + "</figcaption>" +
           drawing.svg() + drawing.legend() + "</figure>\n";
}

std::string svgPatterns() {
    constexpr std::array<const char*, 3> Lines{"M0 6L6 0", "M0 6L6 0M0 0L6 6", "M0 3H6"};
    std::string html = "<svg class=\"patterns\" aria-hidden=\"true\"><defs>";
    for (size_t i = 0; i < Lines.size(); ++i) {
        html += "<pattern id=\"p" + std::to_string(i + 5) +
                "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path class=\"lines\" d=\"" +
                Lines[i] + "\"/></pattern>";
    }
    return html + "</defs></svg>\n";
}

} // namespace tileline
