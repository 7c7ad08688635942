// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QObject>

#include <array>
#include <deque>
#include <initializer_list>
#include <optional>
#include <utility>
#include <variant>

namespace tileline {

using PageIndex = Id<struct PageTag>; ///< position of a page in the window's list of pages

/// Something that the user can choose in a view. An operation is a position in Layers::operations; a stage is
/// the IPU that all pages show.
using Choice = std::variant<LayerIndex, StageIndex, OperationIndex, VariableIndex, ProgramIndex, StepIndex,
                            TileId, PageIndex>;

/// What the user chose, one thing of each kind, shared by all views of a window: what is chosen in one view
/// is chosen in all views. Each choice is a step of a history.
class Selection : public QObject {
    Q_OBJECT
public:
    static constexpr size_t MaxHistory = 100;

    using QObject::QObject;

    /// What is chosen of a kind: chosen<LayerIndex>(). No stage stands for the whole model.
    template <class Kind>
    std::optional<Kind> chosen() const {
        const std::optional<Choice>& choice = m_chosen[kindOf<Kind>()];
        return choice ? std::optional(std::get<Kind>(*choice)) : std::nullopt;
    }
    void choose(const Choice& choice) { choose({choice}); }
    /// Chooses what belongs together, such as an operation and its layer: one step of the history. Empty
    /// choices change nothing.
    void choose(std::initializer_list<std::optional<Choice>> choices);
    template <class Kind>
    void choose(const std::optional<Kind>& choice) {
        choice ? choose(Choice(*choice)) : drop<Kind>();
    }
    /// Chooses nothing of a kind.
    template <class Kind>
    void drop() {
        Chosen now = m_chosen;
        now[kindOf<Kind>()].reset();
        enter(now);
    }
    /// For another profile or other layers: forgets everything.
    void clear();

    /// Go through the history, if there is more of it.
    void back() { go(m_past, m_future); }
    void forward() { go(m_future, m_past); }

    /// Calls `slot` of `view` when the choice of a kind changes or is cleared.
    template <class Kind, class View, class Slot>
    void follow(View* view, Slot slot) {
        connect(this, &Selection::changed, view, [view, slot](size_t kind) {
            if (kind == kindOf<Kind>()) {
                (view->*slot)();
            }
        });
    }

signals:
    void changed(size_t kind);

private:
    using Chosen = std::array<std::optional<Choice>, std::variant_size_v<Choice>>; ///< by kind

    template <class Kind>
    static constexpr size_t kindOf() {
        return Choice(Kind()).index();
    }
    /// Makes a step of the history, if anything changes.
    void enter(const Chosen& chosen);
    void go(std::deque<Chosen>& from, std::deque<Chosen>& to);
    void set(const Chosen& chosen);

    Chosen m_chosen;
    std::deque<Chosen> m_past; ///< the latest at the end
    std::deque<Chosen> m_future;
};

} // namespace tileline
