// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"
#include "core/memory/layermatrices.h"
#include "core/plan/splitplan.h"
#include "ui/charts/heatmap.h"
#include "ui/pages/datapage.h"
#include "ui/tables/tabledata.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/plaintext.h"

#include <memory>
#include <optional>

class QComboBox;

namespace tileline {

/// Which matrix a heat map shows.
enum class MatrixKind { Affinity, Communication };

/// The heat map of a matrix, with a line at each split of the plan.
HeatMapDataPtr makeMatrixMap(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers,
                             const SplitPlan& plan);

/// A table of the bytes that cross each split of the plan, with a row for each split. In the pipeline
/// setting, these are the bytes that one stage sends to the next. The key of a row is the layer that follows
/// the split. `matrices` must belong to the layers of `estimator`.
TableDataPtr makeCutTable(const LayerMatrices& matrices, const StageEstimator& estimator,
                          const SplitPlan& plan);

/// The readout of a cell: its two layers, and the bytes that they share or that go from one to the other.
QString matrixReadout(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers, size_t cell);

/// Shows the bytes of variables that layers share (affinity) or pass to one another (communication), as a
/// heat map with the plan's splits. A table lists the bytes that cross each split.
class CommunicationPage : public DataPage {
    Q_OBJECT
public:
    CommunicationPage(Session* session, Selection* selection, QWidget* parent = nullptr);

    HeatMap* map() const { return m_map; }
    TablePanel* cuts() const { return m_cuts; }
    void setKind(MatrixKind kind);

protected:
    void refresh() override;
    void reset() override;

private:
    void computeMatrices();
    void showMatrices();
    void showPlan();
    MatrixKind kind() const;

    QComboBox* m_kind;
    QLabel* m_readout = wrappedLabel();
    HeatMap* m_map = new HeatMap;
    TablePanel* m_cuts = new TablePanel(tr("What each split cuts"));
    std::shared_ptr<const LayerMatrices> m_matrices;
    LayersPtr m_layers; ///< the layers to which m_matrices belong
    LatestTask m_task{this};
};

} // namespace tileline
