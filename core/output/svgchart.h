// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tileline {

/// A chart with a bar of stacked bytes for each item. If there are too many items, each bar stands for
/// several consecutive items. Such a bar shows the item with the most bytes, so no peak is lost.
struct SvgChart {
    struct Series {
        std::string name;
        size_t colour = 0; ///< 0 to 9: the class f0 to f9 in page.css
        std::function<uint64_t(size_t item)> bytes;
    };
    /// A vertical line with a label.
    struct Mark {
        double position = 0; ///< number of items to the left of the line
        std::string text;
    };

    std::string id;
    std::string title;
    std::string items; ///< what the bars stand for: "layers"
    size_t count = 0;
    std::vector<Series> series; ///< in the order from the bottom of a bar to its top
    std::function<std::string(size_t item)> nameOf;
    std::function<uint64_t(size_t item)> limitOf = {};    ///< limit in bytes; may be empty
    std::function<std::string(size_t item)> labelOf = {}; ///< label on a bar, if there is room; may be empty
    std::vector<Mark> marks = {};

    /// The chart as an HTML figure with a legend. Empty if there are no items.
    std::string html() const;
};

/// Functions that make parts of SVG elements.
namespace svg {
std::string coordinate(double number);
/// The smallest distance between ticks that is at least `lowest` and is 1, 2 or 5 times a power of ten.
double roundStep(double lowest);
/// `colour`, from 0 to 9, chooses the class f0 to f9 in page.css. Colours 5 to 7 have patterns.
std::string path(const std::string& d, size_t colour);
std::string textAt(double x, double y, const char* attributes, const std::string& text);
} // namespace svg

/// The patterns that charts use. A page with charts must contain this text exactly once.
std::string svgPatterns();

} // namespace tileline
