// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportmodules.h"

#include "ui/look/metrics.h"
#include "ui/text/plaintext.h"

#include <QApplication>
#include <QStyle>

#include <algorithm>
#include <map>

namespace tileline {

void ExportModules::setGuesses(ExportPlan guesses) {
    beginResetModel();
    m_guesses = std::move(guesses);
    m_faulty.clear();
    endResetModel();
}

void ExportModules::setPlan(const SplitPlan& plan) {
    m_guesses.plan = plan;
    layersTouched();
}

void ExportModules::setFaulty(std::set<LayerIndex> layers) {
    if (layers != m_faulty) {
        m_faulty = std::move(layers);
        layersTouched();
    }
}

void ExportModules::layersTouched() {
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void ExportModules::setTyped(std::vector<LayerModule> modules) {
    m_typed = std::move(modules);
    layersTouched();
}

const LayerModule* ExportModules::typedAt(LayerIndex layer) const {
    const auto& name = m_guesses.layerNames[layer.index()];
    const auto found = std::ranges::find(m_typed, name, &LayerModule::layer);
    return found == m_typed.end() ? nullptr : &*found;
}

ExportPlan ExportModules::plan() const {
    ExportPlan plan = m_guesses;
    std::map<std::optional<std::string>, size_t> entries;
    for (size_t i = 0; i < plan.layerNames.size(); ++i) {
        entries.emplace(plan.layerNames[i], i);
    }
    for (const LayerModule& module : m_typed) {
        if (const auto entry = entries.find(module.layer); entry != entries.end()) {
            plan.modulePaths[entry->second] = module.path;
        }
    }
    return plan;
}

int ExportModules::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_guesses.layerNames.size());
}

QString ExportModules::pathText(LayerIndex layer) const {
    const LayerModule* const typed = typedAt(layer);
    return exactText(typed ? typed->path : m_guesses.modulePaths[layer.index()]);
}

/// The English words that the table shows for entries of the same kind as `layer`. If `layer` is a layer, the
/// table shows the layer's own name and no tool tip.
const ExportModules::Words& ExportModules::wordsOf(LayerIndex layer) const {
    static constexpr Words Entries[]{
        //: the entry of operations outside any layer
        {EntryKind::None, QT_TR_NOOP("None"), QT_TR_NOOP("with the first layer"),
         QT_TR_NOOP("Operations outside any layer have no module. The block of the first stage begins at the "
                    "stage's first layer, and everything that runs earlier stays on IPU 0. To let the block "
                    "begin earlier, "
                    "type the path of the module that runs first.")},
        //: the entry of the operations that run before the first layer
        {EntryKind::Input, QT_TR_NOOP("Input"), QT_TR_NOOP("with the first layer"),
         QT_TR_NOOP(
             "The module that runs first, for example the embeddings. Without a path, the block of the first "
             "stage begins at the stage's first layer, and everything that runs earlier stays on IPU 0.")},
        //: the entry of the operations that run after the last layer
        {EntryKind::Output, QT_TR_NOOP("Output"), QT_TR_NOOP("with the last layer"),
         QT_TR_NOOP(
             "The module that runs first after the last layer, for example the head of the model. Without a "
             "path, Output runs in the last block. If Output is a separate stage, a path is needed.")},
        {EntryKind::Layer, nullptr, QT_TR_NOOP("not known"), nullptr}};
    const EntryKind kind = m_guesses.kind(layer);
    return *std::find_if(std::begin(Entries), std::end(Entries) - 1,
                         [&](const Words& words) { return words.kind == kind; });
}

QVariant ExportModules::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const LayerIndex layer{static_cast<uint32_t>(index.row())};
    const bool path = index.column() == PathColumn;
    if (role == Qt::DisplayRole || (role == Qt::EditRole && path)) {
        switch (index.column()) {
        case LayerColumn:
            return wordsOf(layer).name ? tr(wordsOf(layer).name) : shownText(m_guesses.displayName(layer));
        case IpuColumn:
            return QString::number(m_guesses.placement().ipuOf(layer));
        case PathColumn:
            return role == Qt::EditRole ? pathText(layer) : shownText(pathText(layer));
        default:
            //: the source of a module path
            return typedAt(layer)                                 ? tr("typed")
                   : m_guesses.modulePaths[layer.index()].empty() ? tr(wordsOf(layer).withoutPath)
                                                                  : tr("guessed");
        }
    }
    if (role == Qt::ToolTipRole) {
        return plainToolTip(wordsOf(layer).tip ? tr(wordsOf(layer).tip) : QString());
    }
    if (role == Qt::FontRole && path && typedAt(layer)) {
        return metrics::bold({});
    }
    if (role == Qt::DecorationRole && path && m_faulty.contains(layer)) {
        return QApplication::style()->standardIcon(QStyle::SP_MessageBoxWarning);
    }
    return {};
}

QVariant ExportModules::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    //: column titles; Source: whether a module path was typed or guessed
    const QString titles[] = {tr("Layer"), tr("IPU"), tr("Module path"), tr("Source")};
    return titles[section];
}

Qt::ItemFlags ExportModules::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == PathColumn ? flags | Qt::ItemIsEditable : flags;
}

bool ExportModules::setData(const QModelIndex& index, const QVariant& value, int role) {
    const LayerIndex layer{static_cast<uint32_t>(index.row())};
    const QString text = value.toString().trimmed();
    if (role != Qt::EditRole || index.column() != PathColumn || text == pathText(layer)) {
        return false;
    }
    const auto& name = m_guesses.layerNames[layer.index()];
    std::erase_if(m_typed, [&](const LayerModule& module) { return module.layer == name; });
    const std::string path = text.toStdString();
    if (!path.empty() && path != m_guesses.modulePaths[layer.index()]) {
        m_typed.push_back({name, path});
    }
    emit dataChanged(this->index(index.row(), 0), this->index(index.row(), ColumnCount - 1));
    emit typedChanged();
    return true;
}

} // namespace tileline
