// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/operationspage.h"

#include "ui/pages/operationstable.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/plaintext.h"
#include "ui/text/warningtext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace tileline {

OperationsPage::OperationsPage(Session* session, Selection* selection, QWidget* parent)
    : DataPage(session, selection, tr("Open a profile to see its operations."), parent)
    , m_note(plainLabel())
    , m_table(new TablePanel(tr("Operations"))) {
    m_note->setObjectName(QStringLiteral("standIns"));
    m_note->setWordWrap(true);
    auto* const top = new QHBoxLayout;
    top->addWidget(makeStageBox(tr("Whole model")));
    top->addWidget(m_note, 1);
    top->addStretch();
    content()->addLayout(top);
    content()->addWidget(m_table, 1);
    connect(m_table, &TablePanel::keySelected, this, &OperationsPage::selectOperation);
    connect(selection, &Selection::operationChanged, this, &OperationsPage::followOperation);
    connect(selection, &Selection::layerChanged, this, &OperationsPage::followLayer);
}

void OperationsPage::refresh() {
    const LoadNote* const standIns = session()->profile()->findNote(LoadNote::Kind::OperationsFromPrograms);
    m_note->setVisible(standIns != nullptr);
    m_note->setText(standIns ? warningText(*standIns).text : QString());
    if (standIns && session()->layers()->operations.empty()) {
        showMessage(tr("The profile has no operations that PopLiner knows"),
                    tr("In the pipeline setting, named programs stand in for them."));
        return;
    }
    if (session()->layers()->operations.empty()) {
        showMessage(tr("The profile has no operations with programs"),
                    tr("Put the debug.cbor of the same compilation beside the profile and open it again."));
        return;
    }
    m_table->showWorking();
    m_query.run(
        [profile = session()->profile(), layers = session()->layers(),
         shown = stage() ? std::optional(stage()->placed) : std::nullopt](const std::stop_token& stop) {
            return makeOperationsTable(*profile, *layers, shown, stop);
        },
        [this](const Outcome<TableDataPtr>& table) {
            if (table) {
                m_table->setData(*table);
                followOperation();
                followLayer();
            } else {
                showFailure(table.failure());
            }
        });
}

void OperationsPage::reset() {
    m_query.cancel();
    m_table->setData(std::make_shared<TableData>());
}

void OperationsPage::selectOperation(std::optional<uint32_t> operation) {
    const LayersPtr layers = session()->layers();
    if (!operation || !layers || *operation >= layers->operations.size()) {
        return;
    }
    const LayeredOperation& chosen = layers->operations[*operation];
    selection()->setOperation(OperationIndex{*operation});
    selection()->setLayer(chosen.layer);
    const auto& step = session()->profile()->operationDetails[chosen.detail.index()].firstStep;
    if (step) {
        selection()->setStep(step);
    }
}

void OperationsPage::followOperation() {
    const auto operation = selection()->operation();
    m_table->selectKey(operation ? std::optional(operation->value) : std::nullopt);
}

/// Goes to the first operation of a layer that was selected elsewhere.
void OperationsPage::followLayer() {
    const auto layer = selection()->layer();
    const LayersPtr layers = session()->layers();
    if (!layer || !layers) {
        return;
    }
    const auto& operations = layers->operations;
    const auto chosen = selection()->operation();
    if (chosen && chosen->index() < operations.size() && operations[chosen->index()].layer == *layer) {
        return;
    }
    const auto first =
        std::find_if(operations.begin(), operations.end(),
                     [&](const LayeredOperation& operation) { return operation.layer == *layer; });
    if (first != operations.end()) {
        m_table->selectKey(static_cast<uint32_t>(first - operations.begin()));
    }
}

} // namespace tileline
