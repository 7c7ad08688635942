// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"
#include "ui/dialogs/exportchoices.h"

#include <QAbstractTableModel>

#include <set>

namespace tileline {

/// A table of the module paths of all layers, of Input and of Output. The paths are guessed from operation
/// names. A typed path replaces the guess; deleting the typed path restores the guess.
class ExportModules : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { LayerColumn, IpuColumn, PathColumn, SourceColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Replaces the layers and their guessed paths. Typed paths stay with their layers.
    void setGuesses(ExportPlan guesses);
    /// Shows another plan for the same layers.
    void setPlan(const SplitPlan& plan);
    /// Marks layers whose module paths break a rule of the exporter.
    void setFaulty(std::set<LayerIndex> layers);

    /// The typed paths with the names of their layers. The current layer list may lack some of these layers.
    std::vector<LayerModule> typed() const { return m_typed; }
    void setTyped(std::vector<LayerModule> modules);

    /// The plan with the module paths of all layers, but without the member `fit`.
    ExportPlan plan() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : ColumnCount;
    }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void typedChanged();

private:
    struct Words {
        EntryKind kind;
        const char* name;
        const char* withoutPath; ///< shown in the Source column if there is no path
        const char* tip;
    };
    const Words& wordsOf(LayerIndex layer) const;
    const LayerModule* typedAt(LayerIndex layer) const;
    QString pathText(LayerIndex layer) const;
    void layersTouched();

    ExportPlan m_guesses; ///< the guessed paths; its member `plan` is the current plan
    std::vector<LayerModule> m_typed;
    std::set<LayerIndex> m_faulty;
};

} // namespace tileline
