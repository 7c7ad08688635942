// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/tilememory.h"
#include "ui/charts/memorychart.h"
#include "ui/pages/datapage.h"
#include "ui/tables/tablepanel.h"

#include <QSlider>
#include <QSpinBox>

namespace tileline {

/// Draws the variables of a tile of the report, each at its address and across the steps in which it is live.
/// For an IPU of a plan, the addresses are not known, so the page shows only when each variable is live.
class MemoryMapPage : public DataPage {
    Q_OBJECT
public:
    MemoryMapPage(Session* session, Selection* selection);

    MemoryChart* chart() const { return m_chart; }
    TablePanel* table() const { return m_table; }
    const std::vector<MapEntry>& entries() const { return m_made.entries; }

    enum class ColorsBy { Category, Role, Entry, Stage };
    struct Request {
        ProfilePtr profile;
        LayersPtr layers;
        std::optional<TileId> tile; ///< the tile to show; empty for the fullest tile
        std::optional<StageIndex> reportIpu;
        std::optional<ShownStage> stage; ///< set if the page shows a stage of the plan
        std::vector<PlacedStage> ipus;   ///< the IPUs of the plan
        ColorsBy by = ColorsBy::Category;
    };
    /// The data that the page shows for a tile.
    struct Made {
        TileId tile{};
        std::vector<MapEntry> entries{};
        MemoryChartDataPtr chart{};
        TableDataPtr table{};
        uint64_t used = 0;   ///< address at which the last variable ends
        bool placed = false; ///< whether addresses are known
    };

protected:
    void refresh() override;
    void reset() override;

private:
    void compute(std::optional<TileId> tile);
    void showSmallest(int exponent);
    void chooseEntry(std::optional<size_t> entry);
    void followTile();
    void followStep();
    void followVariable();

    QSpinBox* m_tile = new QSpinBox;
    QComboBox* m_by;
    QSlider* m_smallest = new QSlider(Qt::Horizontal);
    QLabel* m_from = plainLabel();
    QLabel* m_summary = selectableLabel();
    MemoryChart* m_chart = new MemoryChart;
    TablePanel* m_table = new TablePanel(tr("Memory map"));
    Made m_made;
    LatestTask m_task{this};
};

} // namespace tileline
