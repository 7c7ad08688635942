// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/datapage.h"
#include "ui/tables/tablepanel.h"

namespace tileline {

/// Shows a table of the operations in the whole model or on the chosen IPU. Its columns include the layer,
/// the steps, the bytes and the cycles of an operation.
class OperationsPage : public DataPage {
    Q_OBJECT
public:
    OperationsPage(Session* session, Selection* selection);

    TablePanel* table() const { return m_table; }

protected:
    void refresh() override;

private:
    void selectOperation(std::optional<uint32_t> operation);
    void followOperation();
    void followLayer();

    QLabel* m_note = selectableLabel(); ///< shown if programs stand in for operations
    TablePanel* m_table = new TablePanel(tr("Operations"));
    LatestTask m_task{this};
};

} // namespace tileline
