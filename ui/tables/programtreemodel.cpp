// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/programtreemodel.h"

#include "core/memory/origins.h"
#include "ui/look/metrics.h"
#include "ui/look/palette.h"
#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace tileline {

namespace {

bool matches(const Profile& profile, ProgramIndex program, const TextMatcher& matcher) {
    return matcher.matches(exactText(programName(profile, program))) ||
           matcher.matches(exactText(profile.programs[program.index()].type));
}

/// Marks a program and all its ancestors. `parents` contains the parents of each program.
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

Outcome<ProgramTreePtr> makeProgramTree(ProfilePtr profile, const std::stop_token& stop) {
    const size_t count = profile->programs.size();
    auto tree = std::make_shared<ProgramTree>(ProgramTree{
        profile, {}, {}, std::vector(count, ProgramIndex{NoId}), std::vector(count, StepIndex{NoId}), {}});
    tree->functions.resize(count, NoId);
    std::vector<uint8_t> isCalled(count);
    for (const auto& [function, program] : profile->functionPrograms) {
        tree->functions[program.index()] = function;
    }
    for (uint32_t at = 0; at < count; ++at) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        const Program& program = profile->programs[at];
        tree->bytes.push_back({sumOver(program.controlCode),
                               program.kind == ProgramKind::DoExchange ? sumOver(program.codeBytes) : 0});
        for (const ProgramIndex child : profile->programChildren[at]) {
            ProgramIndex& parent = tree->parents[child.index()];
            parent = parent.value == NoId ? ProgramIndex{at} : parent;
            if (program.kind == ProgramKind::Call &&
                std::exchange(isCalled[child.index()], uint8_t{1}) == 0) {
                tree->called.push_back(child);
            }
        }
        tree->functions[at] = program.function.value_or(tree->functions[at]);
    }
    for (uint32_t step = profile->stepCount(); step-- > 0;) {
        tree->firstSteps[profile->stepProgram[step].index()] = {step};
    }
    return ProgramTreePtr(std::move(tree));
}

ProgramTreeModel::ProgramTreeModel(std::function<QColor(const Program&)> colorOf, QObject* parent)
    : QAbstractItemModel(parent)
    , m_colorOf(std::move(colorOf))
    , m_columns{{{"name", ColumnType::Text, ColumnText::tr("Program")},
                 [this](ProgramIndex program) { return programName(*m_tree->profile, program); }},
                {{"id", ColumnType::Integer, ColumnText::tr("Id")},
                 [this](ProgramIndex program) { return m_tree->profile->programs[program.index()].id; }},
                {{"type", ColumnType::Text, ColumnText::tr("Type")},
                 [this](ProgramIndex program) { return m_tree->profile->programs[program.index()].type; }},
                {{"function", ColumnType::Integer, ColumnText::tr("Function"),
                  ColumnText::tr("The id of the function that the program calls or belongs to")},
                 [this](ProgramIndex program) {
                     const uint32_t function = m_tree->functions[program.index()];
                     return function == NoId ? Cell() : Cell(function);
                 }},
                {{"control_code", ColumnType::Bytes, ColumnText::tr("Control code")},
                 [this](ProgramIndex program) { return m_tree->bytes[program.index()].controlCode; }},
                {{"exchange_code", ColumnType::Bytes, ColumnText::tr("Exchange code")},
                 [this](ProgramIndex program) {
                     const uint64_t bytes = m_tree->bytes[program.index()].exchangeCode;
                     return bytes > 0 ? Cell(bytes) : Cell();
                 }},
                {{"lowered_variables", ColumnType::Integer, ColumnText::tr("Lowered variables")},
                 [this](ProgramIndex program) {
                     return m_tree->profile->programVariables[program.index()].size();
                 }},
                //: file and line of the program's source
                {{"source", ColumnType::Source, ColumnText::tr("Source")},
                 [this](ProgramIndex program) { return programLocation(*m_tree->profile, program); }}} {
}

void ProgramTreeModel::show(ProgramTreePtr tree, ProgramFilter filter) {
    beginResetModel();
    m_tree = std::move(tree);
    m_filter = std::move(filter);
    m_nodes.clear();
    m_root = {};
    endResetModel();
}

void ProgramTreeModel::listFunctions(bool listed) {
    m_listsFunctions = listed;
    show(m_tree, std::move(m_filter));
}

Table ProgramTreeModel::table() const {
    struct Branch {
        ProgramIndex program;
        ProgramIndex parent;
        uint32_t depth;
    };
    Table table{
        {{"depth", ColumnType::Integer}, {"program", ColumnType::Integer}, {"parent", ColumnType::Integer}},
        {}};
    const std::vector<Column>& shown = columns();
    table.columns.insert(table.columns.end(), shown.begin(), shown.end());
    if (!m_tree) {
        return table;
    }
    std::vector<Branch> pending;
    const auto push = [&](auto children, ProgramIndex parent, uint32_t depth) {
        for (size_t i = children.size(); i-- > 0;) {
            pending.push_back({children[i], parent, depth});
        }
    };
    push(std::span(roots()), {NoId}, 0);
    std::vector<uint8_t> seen(m_tree->profile->programs.size());
    while (!pending.empty()) {
        const Branch branch = pending.back();
        pending.pop_back();
        const size_t at = branch.program.index();
        if (!isShown(branch.program) || std::exchange(seen[at], uint8_t{1}) != 0) {
            continue;
        }
        std::vector<Cell>& cells = table.rows.emplace_back(
            std::vector<Cell>{branch.depth, branch.program.value,
                              branch.parent.value == NoId ? Cell() : Cell(branch.parent.value)});
        std::vector<Cell> more = m_columns.row(branch.program);
        std::move(more.begin(), more.end(), std::back_inserter(cells));
        push(m_tree->profile->programChildren[at], branch.program, branch.depth + 1);
    }
    return table;
}

ProgramTreeModel::Node* ProgramTreeModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : &m_root;
}

const std::vector<ProgramTreeModel::Node*>& ProgramTreeModel::childrenOf(Node& node) const {
    if (!std::exchange(node.expanded, true) && m_tree) {
        const Profile& profile = *m_tree->profile;
        for (const ProgramIndex child :
             &node == &m_root ? std::span(roots()) : profile.programChildren[node.program.index()]) {
            if (isShown(child)) {
                m_nodes.push_back({child, &node, static_cast<int>(node.children.size()), false, {}});
                node.children.push_back(&m_nodes.back());
            }
        }
    }
    return node.children;
}

QModelIndex ProgramTreeModel::indexOf(ProgramIndex program) const {
    std::vector<ProgramIndex> path;
    for (ProgramIndex at = program; at.value != NoId; at = m_tree->parents[at.index()]) {
        path.push_back(at);
        if (std::ranges::find(roots(), at) != roots().end()) {
            break;
        }
    }
    Node* node = &m_root;
    for (auto wanted = path.rbegin(); wanted != path.rend(); ++wanted) {
        const auto& children = childrenOf(*node);
        const auto found =
            std::ranges::find_if(children, [&](const Node* child) { return child->program == *wanted; });
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

bool ProgramTreeModel::hasChildren(const QModelIndex& parent) const {
    if (!parent.isValid() || !m_filter.shown.empty()) {
        return rowCount(parent) > 0;
    }
    return parent.column() == 0 && !m_tree->profile->programChildren[nodeOf(parent)->program.index()].empty();
}

QString ProgramTreeModel::nameText(ProgramIndex program) const {
    const std::string name = programName(*m_tree->profile, program);
    return name.empty() ? tr("(unnamed)") : shownText(name);
}

QString ProgramTreeModel::tip(ProgramIndex program) const {
    QStringList lines{nameText(program)};
    const auto chain = contextChain(*m_tree->profile, program);
    if (!chain.empty()) {
        //: above a list of functions, each called by the one above it
        lines << tr("Made by:");
    }
    for (const std::string& context : chain) {
        lines << QStringLiteral("\u2022 ") + shownText(context);
    }
    return lines.join(QLatin1Char('\n'));
}

QVariant ProgramTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const ProgramIndex program = programAt(index);
    const int column = index.column();
    const bool named = column == NameColumn || column == SourceColumn;
    if (role == Qt::DisplayRole && column == NameColumn) {
        return nameText(program);
    }
    if (role == Qt::FontRole && program == m_marked) {
        return metrics::bold({});
    }
    if (role == Qt::BackgroundRole && program == m_marked) {
        return colorOf(ColorRole::AccentTint, isDark(QGuiApplication::palette()));
    }
    if (role == Qt::DecorationRole && column == TypeColumn) {
        const QColor color = m_colorOf(m_tree->profile->programs[program.index()]);
        return color.isValid() ? QVariant(color) : QVariant();
    }
    if (role == Qt::ToolTipRole && named) {
        return plainToolTip(tip(program));
    }
    if (role == Qt::ToolTipRole && column == ControlColumn) {
        return plainToolTip(tr("%1, with the programs beneath")
                                .arg(exactBytesText(m_tree->bytes[program.index()].controlCode)));
    }
    const auto position = static_cast<size_t>(column);
    return cellData(columns()[position], m_columns.cell(program, position), role);
}

} // namespace tileline
