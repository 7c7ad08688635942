// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QObject>

#include <array>
#include <deque>
#include <initializer_list>
#include <optional>
#include <variant>

namespace tileline {

using PageIndex = Id<struct PageTag>;   ///< position of a page in the window's list of pages
using SplitIndex = Id<struct SplitTag>; ///< position of a split in the plan

/// Something that the user can choose in a view. An OperationIndex is a position in Layers::operations. A
/// StageIndex is an IPU; while it is chosen, all pages show only its data.
using Choice = std::variant<LayerIndex, StageIndex, OperationIndex, VariableIndex, ProgramIndex, StepIndex,
                            TileId, PageIndex, SplitIndex>;

/// The user's choices, at most one of each kind. All views of a window share these choices: a choice in one
/// view applies to all views. Each choice adds a step to a history.
class Selection : public QObject {
    Q_OBJECT
public:
    static constexpr size_t MaxHistory = 100;

    using QObject::QObject;

    /// chosen<LayerIndex>() is the chosen layer. If no StageIndex is chosen, pages show the whole model.
    template <class Kind>
    std::optional<Kind> chosen() const {
        const std::optional<Choice>& choice = m_chosen.of[kindOf<Kind>()];
        return choice ? std::optional(std::get<Kind>(*choice)) : std::nullopt;
    }
    /// The latest choice that is not a page; empty if that choice has been dropped since.
    const std::optional<Choice>& latest() const {
        static const std::optional<Choice> None;
        return m_chosen.latest ? m_chosen.of[*m_chosen.latest] : None;
    }
    void choose(const Choice& choice) { choose(std::initializer_list<std::optional<Choice>>{choice}); }
    /// Chooses related objects, such as an operation and its layer, in one step. Empty choices do nothing.
    void choose(std::initializer_list<std::optional<Choice>> choices);
    /// Like choose(), but adds no step to the history. The window calls it for choices that the user did not
    /// make. If the user has already chosen something, latest() remains the user's choice.
    void chooseFirst(std::initializer_list<Choice> choices) {
        Chosen now = m_chosen;
        for (const Choice& choice : choices) {
            now.of[choice.index()] = choice;
        }
        now.latest = now.latest ? now.latest : choices.begin()->index();
        set(now);
    }
    template <class Kind>
    void choose(const std::optional<Kind>& choice) {
        choice ? choose(Choice(*choice)) : drop<Kind>();
    }
    /// Chooses the object that a row of a table stands for. `key` is the key of the row, which is the
    /// object's index. Does nothing if `key` is empty.
    template <class Kind>
    void chooseKey(std::optional<uint32_t> key) {
        if (key) {
            choose(Kind{*key});
        }
    }
    template <class Kind>
    void drop() {
        Chosen now = m_chosen;
        now.of[kindOf<Kind>()].reset();
        enter(now);
    }
    /// Forgets all choices and the history. Called when the profile or the layers have changed.
    void clear();

    void back() { go(m_past, m_future); }
    void forward() { go(m_future, m_past); }

    /// Calls `slot` of `view` when the choice of type `Kind` changes or is removed.
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
    struct Chosen {
        std::array<std::optional<Choice>, std::variant_size_v<Choice>> of; ///< at most one choice per kind
        std::optional<size_t> latest;                                      ///< the kind of the latest choice

        bool operator==(const Chosen&) const = default;
    };

    template <class Kind>
    static constexpr size_t kindOf() {
        return Choice(Kind()).index();
    }
    /// Adds a step to the history if anything changes.
    void enter(const Chosen& chosen);
    void go(std::deque<Chosen>& from, std::deque<Chosen>& to);
    void set(const Chosen& chosen);

    Chosen m_chosen;
    std::deque<Chosen> m_past; ///< earlier choices, the latest at the end
    std::deque<Chosen> m_future;
};

} // namespace tileline
