// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/profile.h"
#include "core/tables/tables.h"
#include "ui/tables/textfilter.h"

#include <QAbstractItemModel>

#include <deque>
#include <memory>
#include <stop_token>
#include <vector>

namespace tileline {

/// Bytes of a program over all tiles.
struct ProgramBytes {
    uint64_t controlCode = 0;  ///< includes the children's
    uint64_t exchangeCode = 0; ///< of a DoExchange program
};

/// Which programs match a filter, and which have one that does somewhere beneath them.
struct ProgramFilter {
    std::vector<uint8_t> shown; ///< by program; empty: all are
    size_t matches = 0;
};

/// Programs whose type or name passes, with their ancestors.
Outcome<ProgramFilter> filterPrograms(const Profile& profile, const TextFilter& filter,
                                      const std::stop_token& stop);

/// The bytes of all programs. For a worker thread: it reads every by-tile array.
Outcome<std::vector<ProgramBytes>> bytesOfPrograms(const Profile& profile, const std::stop_token& stop);

/// A parent of each program, NoId for those without: with it, a place of a program can be found.
std::vector<ProgramIndex> parentsOfPrograms(const Profile& profile);

/// The program tree. A program can stand in several places (code that is called again), so a node is a place;
/// nodes are made when they are looked at: the tree can unfold to far more places than there are programs.
class ProgramTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { NameColumn, TypeColumn, ControlColumn, ExchangeColumn, VariablesColumn, ColumnCount };
    /// Raw values for copies: plain digits.
    static constexpr int RawRole = Qt::UserRole;

    using QAbstractItemModel::QAbstractItemModel;
    ~ProgramTreeModel() override;

    void setProfile(ProfilePtr profile, std::vector<ProgramBytes> bytes);
    void setFilter(ProgramFilter filter);
    /// What is shown, as a table: each program once, where it stands first, with its depth and its parent
    /// there.
    Table table() const;
    ProgramIndex programAt(const QModelIndex& index) const;
    /// The place of a program that `parents` leads to; invalid where a filter hides it.
    QModelIndex indexOf(ProgramIndex program, const std::vector<ProgramIndex>& parents) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node {
        ProgramIndex program;
        Node* parent = nullptr;
        int row = 0;
        bool expanded = false;
        std::vector<Node*> children;
    };
    Node* nodeOf(const QModelIndex& index) const;
    /// Makes the children of a node, if they are not there yet.
    const std::vector<Node*>& childrenOf(Node& node) const;
    bool isShown(ProgramIndex program) const;
    QString text(const Node& node, int column) const;
    QString tip(const Node& node, int column) const;
    QVariant rawValue(const Node& node, int column) const;
    void rebuild();

    ProfilePtr m_profile;
    std::vector<ProgramBytes> m_bytes;
    ProgramFilter m_filter;
    mutable std::deque<Node> m_nodes; ///< never moved: model indices point at them
    /// Its children are made by rebuild(): without a profile it has none.
    mutable Node m_root{{}, nullptr, 0, true, {}};
};

} // namespace tileline
