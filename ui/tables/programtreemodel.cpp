// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/programtreemodel.h"

#include "core/memory/programnames.h"
#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <QLocale>

#include <algorithm>
#include <numeric>

namespace tileline {

namespace {

bool matches(const Profile& profile, ProgramIndex program, const TextMatcher& matcher) {
    return matcher.matches(exactText(programName(profile, program))) ||
           matcher.matches(exactText(profile.programs[program.index()].type));
}

/// Marks a program and all its ancestors. `parents` holds the parents of each program.
void markUpwards(ProgramIndex program, const std::vector<std::vector<ProgramIndex>>& parents,
                 std::vector<uint8_t>& shown) {
    std::vector<ProgramIndex> pending{program};
    while (!pending.empty()) {
        const ProgramIndex at = pending.back();
        pending.pop_back();
        if (std::exchange(shown[at.index()], uint8_t{1}) == 0) {
            pending.insert(pending.end(), parents[at.index()].begin(), parents[at.index()].end());
        }
    }
}

} // namespace

Outcome<ProgramFilter> filterPrograms(const Profile& profile, const TextFilter& wanted,
                                      const std::stop_token& stop) {
    ProgramFilter filter;
    const TextMatcher matcher(wanted);
    if (matcher.all()) {
        return filter;
    }
    std::vector<std::vector<ProgramIndex>> parents(profile.programs.size());
    for (uint32_t parent = 0; parent < profile.programs.size(); ++parent) {
        for (const ProgramIndex child : profile.programChildren[parent]) {
            parents[child.index()].push_back({parent});
        }
    }
    filter.shown.resize(profile.programs.size());
    for (uint32_t program = 0; program < profile.programs.size(); ++program) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        if (matches(profile, {program}, matcher)) {
            ++filter.matches;
            markUpwards({program}, parents, filter.shown);
        }
    }
    return filter;
}

Outcome<std::vector<ProgramBytes>> bytesOfPrograms(const Profile& profile, const std::stop_token& stop) {
    const auto sum = [](ByTile bytes) { return std::accumulate(bytes.begin(), bytes.end(), uint64_t{0}); };
    std::vector<ProgramBytes> bytes;
    bytes.reserve(profile.programs.size());
    for (const Program& program : profile.programs) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        bytes.push_back(
            {sum(program.controlCode), program.kind == ProgramKind::DoExchange ? sum(program.codeBytes) : 0});
    }
    return bytes;
}

std::vector<ProgramIndex> parentsOfPrograms(const Profile& profile) {
    std::vector<ProgramIndex> parents(profile.programs.size(), ProgramIndex{NoId});
    for (uint32_t parent = 0; parent < profile.programs.size(); ++parent) {
        for (const ProgramIndex child : profile.programChildren[parent]) {
            if (parents[child.index()].value == NoId) {
                parents[child.index()] = {parent};
            }
        }
    }
    return parents;
}

ProgramTreeModel::~ProgramTreeModel() = default;

void ProgramTreeModel::setProfile(ProfilePtr profile, std::vector<ProgramBytes> bytes) {
    beginResetModel();
    m_profile = std::move(profile);
    m_bytes = std::move(bytes);
    m_filter = {};
    rebuild();
    endResetModel();
}

void ProgramTreeModel::setFilter(ProgramFilter filter) {
    beginResetModel();
    m_filter = std::move(filter);
    rebuild();
    endResetModel();
}

void ProgramTreeModel::rebuild() {
    m_nodes.clear();
    m_root = {};
    m_root.expanded = true;
    if (!m_profile) {
        return;
    }
    for (const ProgramIndex program : m_profile->rootPrograms) {
        if (isShown(program)) {
            m_nodes.push_back({program, &m_root, static_cast<int>(m_root.children.size()), false, {}});
            m_root.children.push_back(&m_nodes.back());
        }
    }
}

bool ProgramTreeModel::isShown(ProgramIndex program) const {
    return m_filter.shown.empty() || m_filter.shown[program.index()] != 0;
}

Table ProgramTreeModel::table() const {
    Table table;
    table.columns = {{"depth", ColumnType::Integer},
                     {"program", ColumnType::Integer},
                     {"parent", ColumnType::Integer},
                     {"name", ColumnType::Text},
                     {"type", ColumnType::Text},
                     {"control_code", ColumnType::Integer},
                     {"exchange_code", ColumnType::Integer},
                     {"lowered_variables", ColumnType::Integer},
                     {"source", ColumnType::Text}};
    if (!m_profile) {
        return table;
    }
    struct Branch {
        ProgramIndex program;
        ProgramIndex parent;
        uint32_t depth;
    };
    std::vector<Branch> pending;
    const auto push = [&](auto children, ProgramIndex parent, uint32_t depth) {
        for (size_t i = children.size(); i-- > 0;) {
            pending.push_back({children[i], parent, depth});
        }
    };
    push(std::span(m_profile->rootPrograms), {NoId}, 0);
    std::vector<uint8_t> seen(m_profile->programs.size());
    while (!pending.empty()) {
        const Branch branch = pending.back();
        pending.pop_back();
        const size_t at = branch.program.index();
        if (!isShown(branch.program) || std::exchange(seen[at], uint8_t{1}) != 0) {
            continue;
        }
        const Program& program = m_profile->programs[at];
        table.rows.push_back({branch.depth, branch.program.value,
                              branch.parent.value == NoId ? Cell() : Cell(branch.parent.value),
                              programName(*m_profile, branch.program), program.type, m_bytes[at].controlCode,
                              m_bytes[at].exchangeCode, m_profile->programVariables[at].size(),
                              programLocation(*m_profile, branch.program)});
        push(m_profile->programChildren[at], branch.program, branch.depth + 1);
    }
    return table;
}

ProgramTreeModel::Node* ProgramTreeModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : &m_root;
}

const std::vector<ProgramTreeModel::Node*>& ProgramTreeModel::childrenOf(Node& node) const {
    if (!std::exchange(node.expanded, true)) {
        for (const ProgramIndex child : m_profile->programChildren[node.program.index()]) {
            if (isShown(child)) {
                m_nodes.push_back({child, &node, static_cast<int>(node.children.size()), false, {}});
                node.children.push_back(&m_nodes.back());
            }
        }
    }
    return node.children;
}

ProgramIndex ProgramTreeModel::programAt(const QModelIndex& index) const {
    return nodeOf(index)->program;
}

QModelIndex ProgramTreeModel::indexOf(ProgramIndex program, const std::vector<ProgramIndex>& parents) const {
    std::vector<ProgramIndex> path;
    for (ProgramIndex at = program; at.value != NoId; at = parents[at.index()]) {
        path.push_back(at);
    }
    Node* node = &m_root;
    for (auto wanted = path.rbegin(); wanted != path.rend(); ++wanted) {
        const auto& children = childrenOf(*node);
        const auto found = std::find_if(children.begin(), children.end(),
                                        [&](const Node* child) { return child->program == *wanted; });
        if (found == children.end()) {
            return {};
        }
        node = *found;
    }
    return node == &m_root ? QModelIndex() : createIndex(node->row, 0, node);
}

QModelIndex ProgramTreeModel::index(int row, int column, const QModelIndex& parent) const {
    const auto& children = childrenOf(*nodeOf(parent));
    if (row < 0 || static_cast<size_t>(row) >= children.size() || column < 0 || column >= ColumnCount) {
        return {};
    }
    return createIndex(row, column, children[static_cast<size_t>(row)]);
}

QModelIndex ProgramTreeModel::parent(const QModelIndex& index) const {
    Node* const parent = index.isValid() ? nodeOf(index)->parent : nullptr;
    return parent && parent != &m_root ? createIndex(parent->row, 0, parent) : QModelIndex();
}

int ProgramTreeModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(*nodeOf(parent)).size());
}

int ProgramTreeModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

bool ProgramTreeModel::hasChildren(const QModelIndex& parent) const {
    if (!parent.isValid() || !m_filter.shown.empty()) {
        return rowCount(parent) > 0;
    }
    return parent.column() == 0 && !m_profile->programChildren[nodeOf(parent)->program.index()].empty();
}

QString ProgramTreeModel::text(const Node& node, int column) const {
    const Program& program = m_profile->programs[node.program.index()];
    const ProgramBytes& bytes = m_bytes[node.program.index()];
    switch (column) {
    case NameColumn: {
        const std::string name = programName(*m_profile, node.program);
        return name.empty() ? tr("(unnamed)") : shownText(name);
    }
    case SourceColumn:
        return shownText(programLocation(*m_profile, node.program));
    case TypeColumn:
        return shownText(program.type);
    case ControlColumn:
        return bytesText(bytes.controlCode);
    case ExchangeColumn:
        return bytes.exchangeCode ? bytesText(bytes.exchangeCode) : QString();
    default:
        return QLocale().toString(
            static_cast<qulonglong>(m_profile->programVariables[node.program.index()].size()));
    }
}

QVariant ProgramTreeModel::rawValue(const Node& node, int column) const {
    const ProgramBytes& bytes = m_bytes[node.program.index()];
    switch (column) {
    case NameColumn:
        return exactText(programName(*m_profile, node.program));
    case ControlColumn:
        return static_cast<qulonglong>(bytes.controlCode);
    case ExchangeColumn:
        return static_cast<qulonglong>(bytes.exchangeCode);
    case VariablesColumn:
        return static_cast<qulonglong>(m_profile->programVariables[node.program.index()].size());
    default:
        return text(node, column);
    }
}

QString ProgramTreeModel::tip(const Node& node, int column) const {
    const ProgramBytes& bytes = m_bytes[node.program.index()];
    switch (column) {
    case ControlColumn:
        return tr("%1, with the programs beneath").arg(exactBytesText(bytes.controlCode));
    case ExchangeColumn:
        return exactBytesText(bytes.exchangeCode);
    case NameColumn:
    case SourceColumn: {
        QStringList lines{text(node, NameColumn)};
        const auto chain = contextChain(*m_profile, node.program);
        if (!chain.empty()) {
            //: above a list of functions, each called by the one above it
            lines << tr("Made by:");
        }
        for (const std::string& context : chain) {
            lines << QStringLiteral("\u2022 ") + shownText(context);
        }
        return lines.join(QLatin1Char('\n'));
    }
    default:
        return text(node, column);
    }
}

QVariant ProgramTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return text(*nodeOf(index), index.column());
    }
    if (role == RawRole) {
        return rawValue(*nodeOf(index), index.column());
    }
    if (role == Qt::ToolTipRole) {
        return plainToolTip(tip(*nodeOf(index), index.column()));
    }
    if (role == Qt::TextAlignmentRole && index.column() >= ControlColumn &&
        index.column() <= VariablesColumn) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    return {};
}

QVariant ProgramTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Program");
    case TypeColumn:
        return tr("Type");
    case ControlColumn:
        return tr("Control code");
    case ExchangeColumn:
        return tr("Exchange code");
    case SourceColumn:
        //: file and line of the program's source
        return tr("Source");
    default:
        return tr("Lowered variables");
    }
}

} // namespace tileline
