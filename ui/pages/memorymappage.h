// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/memorymap.h"
#include "ui/charts/memorychart.h"
#include "ui/pages/datapage.h"
#include "ui/tables/tablepanel.h"

#include <QSpinBox>

namespace tileline {

/// Shows at which addresses and in which steps each variable of a tile is live in the compiled model.
class MemoryMapPage : public DataPage {
    Q_OBJECT
public:
    MemoryMapPage(Session* session, Selection* selection, QWidget* parent = nullptr);

    MemoryChart* chart() const { return m_chart; }
    TablePanel* table() const { return m_table; }
    const std::vector<MapEntry>& entries() const { return m_made.entries; }

    /// The data of a tile that the page shows.
    struct Made {
        TileId tile{};
        std::vector<MapEntry> entries{};
        MemoryChartDataPtr chart{};
        TableDataPtr table{};
        uint64_t used = 0; ///< bytes up to the end of the last variable
    };

protected:
    void refresh() override;
    void reset() override;

private:
    void compute(std::optional<TileId> tile);
    void chooseEntry(std::optional<size_t> entry);
    void followTile();
    void followStep();
    void followVariable();

    QSpinBox* m_tile = new QSpinBox;
    QSpinBox* m_smallest = new QSpinBox;
    QLabel* m_summary = selectableLabel();
    MemoryChart* m_chart = new MemoryChart;
    TablePanel* m_table = new TablePanel(tr("Memory map"));
    Made m_made;
    LatestTask m_task{this};
    LatestTask m_originsTask{this};
};

} // namespace tileline
