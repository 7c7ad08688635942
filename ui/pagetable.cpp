// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pagetable.h"

#include "ui/pages/communicationpage.h"
#include "ui/pages/comparisonpage.h"
#include "ui/pages/executionpage.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/memorymappage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/peakpage.h"
#include "ui/pages/programtreepage.h"
#include "ui/pages/summarypage.h"
#include "ui/pages/tilememorypage.h"
#include "ui/plandocuments/planlistpanel.h"

#include <algorithm>

namespace tileline {

namespace {

template <class Page>
QWidget* make(const PageContext& context) {
    return new Page(context.session, context.selection);
}

QWidget* makePlanList(const PageContext& context) {
    return new PlanListPanel(context.document);
}

// packaging/cmake/Manuals.cmake reads the ids from here, so each entry must be at the beginning of a line.
constexpr PageEntry Pages[] = {
    {"peak", QT_TRANSLATE_NOOP("Pages", "Why this peak"), "why-a-stage-peaks", make<PeakPage>, true},
    {"liveness", QT_TRANSLATE_NOOP("Pages", "Liveness"), "liveness", make<LivenessPage>},
    {"tilememory", QT_TRANSLATE_NOOP("Pages", "Tile memory"), "tile-memory", make<TileMemoryPage>},
    {"memorymap", QT_TRANSLATE_NOOP("Pages", "Memory map"), "memory-map", make<MemoryMapPage>},
    {"execution", QT_TRANSLATE_NOOP("Pages", "Execution"), "when-programs-run", make<ExecutionPage>, true},
    {"operations", QT_TRANSLATE_NOOP("Pages", "Operations"), "operations-and-program-tree",
     make<OperationsPage>},
    {"programtree", QT_TRANSLATE_NOOP("Pages", "Program tree"), "operations-and-program-tree",
     make<ProgramTreePage>},
    {"communication", QT_TRANSLATE_NOOP("Pages", "Communication"), "communication-and-summary",
     make<CommunicationPage>},
    {"summary", QT_TRANSLATE_NOOP("Pages", "Summary"), "communication-and-summary", make<SummaryPage>, true},
    {"plans", QT_TRANSLATE_NOOP("Pages", "Plans"), "saving-and-exporting", makePlanList},
    {"comparison", QT_TRANSLATE_NOOP("Pages", "Comparison"), "comparing-reports", make<ComparisonPage>},
};

} // namespace

std::span<const PageEntry> pages() {
    return Pages;
}

QString guideSectionOf(const QString& page) {
    const auto entry =
        std::ranges::find_if(Pages, [&](const PageEntry& each) { return page == QLatin1String(each.id); });
    return QLatin1String(entry == std::end(Pages) ? "planning" : entry->guideSection);
}

} // namespace tileline
