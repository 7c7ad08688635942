// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/peakpage.h"

#include "core/explain/remedies.h"
#include "ui/pages/tilememorydata.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>

namespace tileline {

namespace {

/// At first, in characters: names can be very long.
constexpr int FirstColumnWidth = 44;

} // namespace

PeakPage::PeakPage(Session* session, Selection* selection, QWidget* parent)
    : DataPage(session, selection, tr("Open a profile to see why an IPU is as full as it is."), parent)
    , m_groupBy(comboBox(
          //: what the rows of a table are grouped by, in the order of PeakGroups; the last one: the rows as
          //: they are
          {tr("By layer"), tr("By role"), tr("By category"), tr("By module"), tr("By source line"),
           tr("Not grouped")},
          tr("Groups"), tr("By what the items on the tile are grouped"))) {

    m_histogram->setTitle(tr("Tiles of the IPU"));
    setUpTree(*m_tree, *m_model, tr("Items"));
    m_itemViews->addWidget(m_tree);
    m_itemViews->addWidget(m_items);
    m_tabs->addTab(m_itemViews, tr("Items"));
    m_tabs->addTab(m_categories, m_categories->accessibleName());
    m_tabs->addTab(m_moves, m_moves->accessibleName());
    addParts(rowOf({makeStageBox(tr("Fullest IPU")), m_groupBy, {m_summary, 1}}), m_histogram, {{m_tabs, 1}});

    connect(m_groupBy, &QComboBox::currentIndexChanged, this, &PeakPage::showGroups);
    connect(m_items, &TablePanel::keySelected, this, &PeakPage::selectOperation);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { selectOperation(m_model->keyAt(index)); });
    // The other IPUs and their limits matter, too.
    connect(session, &Session::planChanged, this, [this] {
        if (m_data && m_data->request.limit != limitOf({m_data->request.ipu})) {
            invalidate();
        }
    });
    connect(session, &Session::resultChanged, this, [this] {
        if (this->session()->resultIsCurrent()) {
            invalidate();
        }
    });
}

void PeakPage::groupBy(std::optional<PeakGroups> groups) {
    m_groupBy->setCurrentIndex(static_cast<int>(groups ? static_cast<size_t>(*groups) : PeakGroupCount));
}

void PeakPage::refresh() {
    if (!session()->estimator()) {
        showMessage(tr("There is nothing to explain"), tr("There is no plan for this profile."));
        return;
    }
    if (!session()->resultIsCurrent()) {
        return; // the next result comes soon
    }
    const auto chosen = stage();
    const uint32_t ipu =
        chosen ? chosen->ipu.value : fullestIpu(session()->result()->estimate, session()->plan().memory());
    PeakRequest request{session()->estimator(), session()->result(), ipu, limitOf({ipu})};
    if (m_data && &m_data->request.estimator->layers() == &request.estimator->layers()) {
        request.roles = m_data->request.roles;
    }
    compute(
        m_task, [request](const std::stop_token& stop) { return makePeakData(request, stop); },
        [this](PeakDataPtr made) { show(std::move(made)); });
}

void PeakPage::reset() {
    m_data.reset();
    m_summary->clear();
    m_model->setData(std::make_shared<GroupedTable>());
}

void PeakPage::show(PeakDataPtr made) {
    const bool first = !m_data;
    m_data = std::move(made);
    m_summary->setText(m_data->summary());
    m_histogram->setData(m_data->histogram);
    m_histogram->setReadout(
        [shown = m_data->histogram](uint32_t bin) { return histogramReadout(*shown, bin); });
    m_histogram->setSummary(m_data->summary());
    m_items->setData(m_data->items);
    m_categories->setData(m_data->categories);
    m_moves->setData(m_data->moves);
    showGroups();
    if (first) {
        const int width = m_tree->fontMetrics().averageCharWidth();
        for (int column = 0; column < m_model->columnCount(); ++column) {
            m_tree->resizeColumnToContents(column);
            m_tree->setColumnWidth(column, std::min(m_tree->columnWidth(column), width * FirstColumnWidth));
        }
    }
}

void PeakPage::showGroups() {
    const auto by = static_cast<size_t>(m_groupBy->currentIndex());
    m_itemViews->setCurrentIndex(by < PeakGroupCount ? 0 : 1);
    if (m_data && by < PeakGroupCount) {
        m_model->setData(m_data->groups[by]);
        m_tree->expand(m_model->index(0, 0));
    }
}

void PeakPage::selectOperation(std::optional<uint32_t> operation) {
    if (operation && *operation != NoId && m_data) {
        selection()->choose(
            {OperationIndex{*operation}, m_data->request.estimator->layers().operations[*operation].layer});
    }
}

} // namespace tileline
