// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/layermatrices.h"
#include "ui/charts/heatmap.h"
#include "ui/pages/datapage.h"
#include "ui/tables/tablepanel.h"

#include <memory>

namespace tileline {

/// The kind of matrix that the heat map shows.
enum class MatrixKind { Affinity, Communication };

/// Shows a heat map of the bytes between layers, with the plan's splits. Affinity is the number of bytes in
/// variables that two layers share; communication is the number of bytes that one layer passes to another. A
/// table lists the bytes that cross each split.
class CommunicationPage : public DataPage {
    Q_OBJECT
public:
    CommunicationPage(Session* session, Selection* selection);

    HeatMap* map() const { return m_map; }
    TablePanel* cuts() const { return m_cuts; }

protected:
    void refresh() override;
    void reset() override;

private:
    void showMatrices();
    void showPlan();
    MatrixKind kind() const { return static_cast<MatrixKind>(m_kind->currentIndex()); }

    QComboBox* m_kind;
    QLabel* m_readout = wrappedLabel();
    HeatMap* m_map = new HeatMap;
    TablePanel* m_cuts = new TablePanel(tr("What each split cuts"));
    std::shared_ptr<const LayerMatrices> m_matrices;
    LayersPtr m_layers; ///< the layers for which m_matrices were computed
    LatestTask m_task{this};
};

} // namespace tileline
