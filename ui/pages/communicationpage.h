// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/communicationdata.h"
#include "ui/pages/datapage.h"

#include <optional>

class QComboBox;

namespace tileline {

class HeatMap;
class TablePanel;

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
    void compute();
    void showMatrices();
    void showPlan();
    MatrixKind kind() const;

    QComboBox* m_kind;
    QLabel* m_readout;
    HeatMap* m_map;
    TablePanel* m_cuts;
    std::shared_ptr<const LayerMatrices> m_matrices;
    LayersPtr m_layers; ///< the layers of m_matrices
    Task m_task{this};
};

} // namespace tileline
