// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"
#include "ui/tables/tabledata.h"

#include <QAbstractItemModel>
#include <QColor>

#include <deque>
#include <functional>

namespace tileline {

/// The bytes of a program's code, summed over all tiles.
struct ProgramBytes {
    uint64_t controlCode = 0;  ///< control code of the program and of all programs below it
    uint64_t exchangeCode = 0; ///< exchange code of the program itself; 0 unless the program is a DoExchange
};

/// The data that the program tree needs, computed from a profile. Immutable.
struct ProgramTree {
    ProfilePtr profile;
    std::vector<ProgramIndex> called; ///< the targets of Call programs, each listed once
    // By program:
    std::vector<ProgramBytes> bytes;
    std::vector<ProgramIndex> parents; ///< the parent that comes first in the profile, or NoId
    std::vector<StepIndex> firstSteps; ///< first step in which the program runs; NoId if there is none
    std::vector<uint32_t> functions;   ///< id of the function that the program calls or belongs to, or NoId
};
using ProgramTreePtr = std::shared_ptr<const ProgramTree>;

/// Call this on a worker thread, because reading the code bytes of every program on every tile is slow.
Outcome<ProgramTreePtr> makeProgramTree(ProfilePtr profile, const std::stop_token& stop);

/// The programs that match a filter, and their ancestors.
struct ProgramFilter {
    std::vector<uint8_t> shown; ///< by program: 1 if it is shown, otherwise 0; if empty, all are shown
    size_t matches = 0;         ///< number of matching programs, not counting ancestors
};

/// Finds the programs whose type or name matches, and their ancestors.
Outcome<ProgramFilter> filterPrograms(const Profile& profile, const TextFilter& filter,
                                      const std::stop_token& stop);

/// The program tree. A program that is called several times has several positions in the tree. Each position
/// has a node, which is created on demand, because there can be far more positions than programs.
class ProgramTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum {
        NameColumn,
        IdColumn,
        TypeColumn,
        FunctionColumn,
        ControlColumn,
        ExchangeColumn,
        VariablesColumn,
        SourceColumn,
        ColumnCount
    };

    /// `colorOf` returns the colour of a program's kind, or an invalid colour if the kind has no colour.
    explicit ProgramTreeModel(std::function<QColor(const Program&)> colorOf, QObject* parent = nullptr);

    void setTree(ProgramTreePtr tree) {
        m_marked = {NoId};
        show(std::move(tree), {});
    }
    /// If `listed` is true, the roots of the tree are the programs of functions, not the control programs.
    void listFunctions(bool listed);
    /// Marks all positions of `program` in the tree.
    void mark(ProgramIndex program) { m_marked = program; }
    const ProgramTreePtr& tree() const { return m_tree; } ///< null without a profile
    void setFilter(ProgramFilter filter) { show(m_tree, std::move(filter)); }
    /// The shown programs as a table. It lists each program once, at its first position, with its depth and
    /// its parent there.
    Table table() const;
    const std::vector<Column>& columns() const { return m_columns.columns(); }
    ProgramIndex programAt(const QModelIndex& index) const { return nodeOf(index)->program; }
    std::vector<Cell> cellsAt(const QModelIndex& index) const { return m_columns.row(programAt(index)); }
    /// The position of `program` at which each ancestor is the first parent of its child
    /// (ProgramTree::parents). Invalid if the position is not shown.
    QModelIndex indexOf(ProgramIndex program) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        return headerOf(columns(), section, orientation, role);
    }

private:
    struct Node {
        ProgramIndex program;
        Node* parent = nullptr;
        int row = 0;
        bool expanded = false;
        std::vector<Node*> children;
    };
    Node* nodeOf(const QModelIndex& index) const;
    /// Returns the children of a node, and creates them on the first call.
    const std::vector<Node*>& childrenOf(Node& node) const;
    bool isShown(ProgramIndex program) const {
        return m_filter.shown.empty() || m_filter.shown[program.index()] != 0;
    }
    const std::vector<ProgramIndex>& roots() const {
        return m_listsFunctions ? m_tree->called : m_tree->profile->rootPrograms;
    }
    QString nameText(ProgramIndex program) const;
    QString tip(ProgramIndex program) const;
    void show(ProgramTreePtr tree, ProgramFilter filter);

    ProgramTreePtr m_tree;
    std::function<QColor(const Program&)> m_colorOf;
    bool m_listsFunctions = false;
    ProgramIndex m_marked{NoId};
    Columns<ProgramIndex> m_columns;
    ProgramFilter m_filter;
    mutable std::deque<Node> m_nodes; ///< a deque does not move its nodes; model indices point at them
    mutable Node m_root;
};

} // namespace tileline
