// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

class QWidget;

namespace tileline {

class PlanDocument;
class Selection;
class Session;

/// What a page may show. Outlives the page.
struct PageContext {
    Session* session;
    Selection* selection;
    PlanDocument* document;
};

/// A page of the window.
struct PageEntry {
    const char* id; ///< for --render and in saved layouts: lower-case letters
    const char* englishTitle;
    QWidget* (*make)(const PageContext& context);
    bool beginsGroup = false;

    /// In the language of the window.
    QString title() const;
};

/// All pages, in the order in which the rail names them, after the plan. The first one is in front at first.
std::span<const PageEntry> pages();

} // namespace tileline
