// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/splitactions.h"

#include "ui/look/icons.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/splitmarker.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"

#include <QApplication>
#include <QMenu>

#include <algorithm>

namespace tileline {

// The menu displays the shortcuts, but the focused canvas or marker handles the keys.
SplitActions::SplitActions(PlanEditor* editor, PlanCanvas* canvas, QMenu* menu,
                           std::optional<LayerIndex> boundary)
    : QObject(menu)
    , m_editor(editor)
    , m_canvas(canvas)
    , m_boundary(boundary)
    , m_place(menu->addAction(QString()))
    , m_add(menu->addAction(tr("&Add split\tIns"), this, [this] { m_editor->addSplit(this->boundary()); }))
    , m_remove(menu->addAction(tr("R&emove split\tDel"), this, [this] { m_editor->removeSplit(*split()); }))
    , m_pin(menu->addAction(iconOf("pin"), QString(), this,
                            [this] { m_editor->togglePinned(this->boundary()); }))
    , m_forbid(menu->addAction(iconOf("forbid"), QString(), this,
                               [this] { m_editor->toggleForbidden(this->boundary()); }))
    , m_left(menu->addAction(tr("Move split lef&t\tLeft"), this, [this] { move(-1); }))
    , m_right(menu->addAction(tr("Move split &right\tRight"), this, [this] { move(1); })) {
    m_place->setEnabled(false);
    connect(qApp, &QApplication::focusChanged, this, &SplitActions::onFocusChanged);
    connect(menu, &QMenu::aboutToShow, this, &SplitActions::update);
    update();
}

void SplitActions::onFocusChanged(QWidget*, QWidget* now) {
    if (now == m_canvas) {
        m_marker = nullptr;
    } else if (auto* const marker = qobject_cast<SplitMarker*>(now);
               marker && marker->parentWidget() == m_canvas) {
        m_marker = marker;
    }
}

LayerIndex SplitActions::boundary() const {
    if (m_boundary) {
        return *m_boundary;
    }
    // Checks the index, because a removed marker still exists until the next event.
    return m_marker && m_marker->split() < m_editor->plan().splits().size() ? m_marker->boundary()
                                                                            : m_canvas->cursor();
}

std::optional<size_t> SplitActions::split() const {
    const auto splits = m_editor->plan().splits();
    const auto found = std::ranges::find(splits, boundary());
    return found == splits.end() ? std::nullopt : std::optional(static_cast<size_t>(found - splits.begin()));
}

void SplitActions::move(int by) {
    const LayerIndex at = boundary();
    m_editor->moveSplit(*split(), {static_cast<uint32_t>(static_cast<int>(at.value) + by)}, false);
}

void SplitActions::update() {
    const LayersPtr layers = m_editor->session()->layers();
    const Plan& plan = m_editor->plan();
    const LayerIndex at = boundary();
    const bool any = m_editor->session()->estimator() && layers && at.index() < layers->count();
    const bool forbidden = any && plan.isForbidden(at);
    const bool pinned = any && plan.isPinned(at);
    const auto there = any ? split() : std::nullopt;
    const bool movable = there && !pinned;
    const LayerRange range = movable ? plan.splitPlan().rangeOf(*there) : LayerRange{at, at};
    //: above the commands for splits; %1 is the name of a layer
    m_place->setText(any ? withoutKeys(tr("Before %1:").arg(layerName(*layers, at))) : QString());
    m_place->setVisible(any);
    m_add->setEnabled(any && !there && !forbidden && plan.canAddSplit(at));
    m_remove->setEnabled(movable);
    m_pin->setEnabled(any);
    m_pin->setText(pinned ? tr("Unp&in split\tP") : tr("P&in split\tP"));
    m_forbid->setEnabled(any);
    m_forbid->setText(forbidden ? tr("Allow splits t&here\tF") : tr("Forbid splits t&here\tF"));
    m_left->setEnabled(movable && at > range.first);
    m_right->setEnabled(movable && at < range.last);
}

} // namespace tileline
