// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"
#include "ui/dialogs/exportchoices.h"

#include <QAbstractTableModel>

#include <map>
#include <set>

namespace tileline {

/// The table of layers and module paths: what the operation names tell, and over it what the user types. An
/// empty path typed gives the guess back.
class ExportModules : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { LayerColumn, StageColumn, PathColumn, SourceColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Other layers: the guessed paths, by layer entry. Typed paths stay with their layers.
    void setGuesses(ExportPlan guesses);
    /// Another plan over the same layers.
    void setPlan(const SplitPlan& plan);
    /// Layers whose path breaks a rule: marked in the table.
    void setFaulty(std::set<LayerIndex> layers);

    /// The typed paths, by layer name; those of layers that are not there now are kept.
    std::vector<LayerModule> typed() const { return m_typed; }
    void setTyped(std::vector<LayerModule> modules);
    void clearTyped();

    /// The plan with all paths. Without `fit`.
    ExportPlan plan() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void typedChanged();

private:
    const LayerModule* typedAt(LayerIndex layer) const;
    QString pathText(LayerIndex layer) const;
    QString stageText(LayerIndex layer) const;
    QString sourceText(LayerIndex layer) const;
    void layersTouched();

    ExportPlan m_guesses; ///< its plan is the current one
    std::vector<LayerModule> m_typed;
    std::set<LayerIndex> m_faulty;
};

} // namespace tileline
