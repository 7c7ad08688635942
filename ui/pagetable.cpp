// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pagetable.h"

#include "ui/pages/communicationpage.h"
#include "ui/pages/executionpage.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/memorymappage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/peakpage.h"
#include "ui/pages/programtreepage.h"
#include "ui/pages/summarypage.h"
#include "ui/pages/tilememorypage.h"
#include "ui/plandocuments/planlistpanel.h"

#include <QCoreApplication>

namespace tileline {

namespace {

template <class Page>
QWidget* make(const PageContext& context) {
    return new Page(context.session, context.selection);
}

QWidget* makePlanList(const PageContext& context) {
    return new PlanListPanel(context.document);
}

// packaging/cmake/Manuals.cmake reads the ids from here: each entry begins a line.
constexpr PageEntry Pages[] = {
    {"peak", QT_TRANSLATE_NOOP("Pages", "Why this peak"), make<PeakPage>, true},
    {"liveness", QT_TRANSLATE_NOOP("Pages", "Liveness"), make<LivenessPage>},
    {"tilememory", QT_TRANSLATE_NOOP("Pages", "Tile memory"), make<TileMemoryPage>},
    {"memorymap", QT_TRANSLATE_NOOP("Pages", "Memory map"), make<MemoryMapPage>},
    {"execution", QT_TRANSLATE_NOOP("Pages", "Execution"), make<ExecutionPage>, true},
    {"operations", QT_TRANSLATE_NOOP("Pages", "Operations"), make<OperationsPage>},
    {"programtree", QT_TRANSLATE_NOOP("Pages", "Program tree"), make<ProgramTreePage>},
    {"communication", QT_TRANSLATE_NOOP("Pages", "Communication"), make<CommunicationPage>},
    {"plans", QT_TRANSLATE_NOOP("Pages", "Plans"), makePlanList, true},
    {"summary", QT_TRANSLATE_NOOP("Pages", "Summary"), make<SummaryPage>},
};

} // namespace

QString PageEntry::title() const {
    return QCoreApplication::translate("Pages", englishTitle);
}

std::span<const PageEntry> pages() {
    return Pages;
}

} // namespace tileline
