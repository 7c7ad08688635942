// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"
#include "ui/tables/tabledata.h"

#include <QAbstractItemModel>

#include <deque>

namespace tileline {

/// Bytes of a program over all tiles.
struct ProgramBytes {
    uint64_t controlCode = 0;  ///< of the program and the programs below it
    uint64_t exchangeCode = 0; ///< 0 unless it is a DoExchange program
};

/// The programs that match a filter, and their ancestors.
struct ProgramFilter {
    std::vector<uint8_t> shown; ///< by program; empty: all are shown
    size_t matches = 0;
};

/// Finds the programs whose type or name matches, and their ancestors.
Outcome<ProgramFilter> filterPrograms(const Profile& profile, const TextFilter& filter,
                                      const std::stop_token& stop);

/// The bytes of all programs. For a worker thread: it reads every by-tile array.
Outcome<std::vector<ProgramBytes>> bytesOfPrograms(const Profile& profile, const std::stop_token& stop);

/// The first parent of each program, or NoId. Following the parents gives a position of a program in the
/// tree.
std::vector<ProgramIndex> parentsOfPrograms(const Profile& profile);

/// The program tree. A program that is called several times has several positions in the tree, so a node
/// stands for a position. Nodes are created on demand, because there can be far more positions than programs.
class ProgramTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum {
        NameColumn,
        TypeColumn,
        ControlColumn,
        ExchangeColumn,
        VariablesColumn,
        SourceColumn,
        ColumnCount
    };
    explicit ProgramTreeModel(QObject* parent = nullptr);
    ~ProgramTreeModel() override;

    void setProfile(ProfilePtr profile, std::vector<ProgramBytes> bytes);
    void setFilter(ProgramFilter filter);
    /// The shown programs as a table. Each program is listed once, at its first position, with its depth and
    /// its parent at that position.
    Table table() const;
    const std::vector<Column>& columns() const { return m_columns.columns(); }
    ProgramIndex programAt(const QModelIndex& index) const;
    std::vector<Cell> cellsAt(const QModelIndex& index) const { return m_columns.row(programAt(index)); }
    /// The position of `program` that is reached through `parents`; invalid if a filter hides it.
    QModelIndex indexOf(ProgramIndex program, const std::vector<ProgramIndex>& parents) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
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
    bool isShown(ProgramIndex program) const;
    QString tip(ProgramIndex program, const QString& name) const;
    void rebuild();

    ProfilePtr m_profile;
    std::vector<ProgramBytes> m_bytes;
    Columns<ProgramIndex> m_columns;
    ProgramFilter m_filter;
    mutable std::deque<Node> m_nodes; ///< never moved: model indices point at them
    /// rebuild() creates its children; without a profile it has none.
    mutable Node m_root{{}, nullptr, 0, true, {}};
};

} // namespace tileline
