// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <span>

class QWidget;

namespace tileline {

class PlanDocument;
class Selection;
class Session;

/// The objects whose data a page may show. These objects outlive the page.
struct PageContext {
    Session* session;
    Selection* selection;
    PlanDocument* document;
};

struct PageEntry {
    const char* id; ///< lower-case letters; used by --render and in saved layouts
    const char* englishTitle;
    const char* guideSection; ///< fragment of a link to the page's section in the user guide
    QWidget* (*make)(const PageContext& context);
    bool beginsGroup = false;

    /// The title in the language of the window.
    QString title() const { return QCoreApplication::translate("Pages", englishTitle); }
};

/// All pages except the plan, in the order of the rail. The first page is shown initially.
std::span<const PageEntry> pages();

/// The section of the user guide about the page `page`, or about the plan if there is no such page.
QString guideSectionOf(const QString& page);

} // namespace tileline
