// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/programtreepage.h"

#include "core/execution/tracelanes.h"
#include "ui/charts/chartcolors.h"
#include "ui/look/metrics.h"
#include "ui/text/bytestext.h"

#include <QEvent>

#include <deque>

namespace tileline {

namespace {

/// The maximum number of nodes that the page expands to show matches. The limit is needed because a program
/// that is often called occurs at many positions in the tree.
constexpr int MaxUnfolded = 400;

void unfold(QTreeView& view) {
    std::deque<QModelIndex> pending{QModelIndex()};
    for (int unfolded = 0; !pending.empty() && unfolded < MaxUnfolded; ++unfolded) {
        const QModelIndex parent = pending.front();
        pending.pop_front();
        view.expand(parent);
        for (int row = 0; row < view.model()->rowCount(parent); ++row) {
            pending.push_back(view.model()->index(row, 0, parent));
        }
    }
}

} // namespace

ProgramTreePage::ProgramTreePage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see its program tree."))
    , m_model(new ProgramTreeModel(
          [this](const Program& program) {
              // A program that computes, exchanges or syncs has the colour that its steps have in a trace.
              const StepKind kind = kindOf(program);
              const auto mark = StepMark::of(kind, StepEntry::of({0}, true));
              return kind == StepKind::Other ? QColor() : ChartColors(palette()).look(lookOf(mark), 0).edge;
          },
          this))
    //: the choice of the roots of the program tree
    , m_list(comboBox({tr("Control programs"), tr("Functions")}, tr("List"),
                      tr("The roots of the tree: the programs that the host starts, or the functions that "
                         "programs call"))) {
    m_bar->edit()->setPlaceholderText(tr("Filter by name or type"));
    setUpTree(*m_view, *m_model, tr("Program tree"));
    m_view->viewport()->installEventFilter(this);
    content()->addLayout(rowOf({m_list, {m_bar, 1}}));
    connect(m_list, &QComboBox::currentIndexChanged, this, [this](int list) {
        m_model->listFunctions(list == 1);
        applyFilter();
    });
    content()->addWidget(m_view, 1);
    connect(m_bar, &FilterBar::filterChanged, this, &ProgramTreePage::applyFilter);
    connect(m_bar, &FilterBar::exportRequested, this,
            [this] { exportTable(this, tr("Program tree"), m_model->table()); });
    // When the view gets the focus, the first row becomes current, but not selected. If the user then selects
    // this row, only the selection changes. Therefore, both signals are needed.
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ProgramTreePage::selectProgram);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ProgramTreePage::selectProgram);
    selection->follow<StepIndex>(this, &ProgramTreePage::followChoice);
    selection->follow<ProgramIndex>(this, &ProgramTreePage::followChoice);
}

void ProgramTreePage::refresh() {
    if (session()->profile()->rootPrograms.empty()) {
        showMessage(tr("The profile has no program tree"), tr("Export the profile again."));
        return;
    }
    compute(
        m_task,
        [profile = session()->profile()](const std::stop_token& stop) {
            return makeProgramTree(profile, stop);
        },
        [this](ProgramTreePtr made) { showTree(std::move(made)); });
}

void ProgramTreePage::showTree(ProgramTreePtr made) {
    m_list->setEnabled(!made->called.empty());
    if (made->called.empty()) {
        m_list->setCurrentIndex(0);
    }
    m_view->setColumnHidden(ProgramTreeModel::FunctionColumn, made->profile->functionPrograms.empty());
    m_model->setTree(std::move(made));
    for (int column = ProgramTreeModel::IdColumn; column < ProgramTreeModel::ColumnCount; ++column) {
        m_view->resizeColumnToContents(column);
    }
    // resizeColumnToContents() would ignore the long type names and sources deep in the tree.
    const auto makeRoomFor = [this](int column, const QString& text) {
        m_view->setColumnWidth(column, std::max(m_view->header()->sectionSizeHint(column),
                                                m_view->fontMetrics().horizontalAdvance(text) + 24));
    };
    makeRoomFor(ProgramTreeModel::TypeColumn, QStringLiteral("OnEveryTileSwitch"));
    makeRoomFor(ProgramTreeModel::SourceColumn, QStringLiteral("AdamVarUpdate.cpp:254"));
    shareRoom();
    applyFilter();
}

/// Gives the column of names the width that the other columns leave free, but at least MinNameWidth.
void ProgramTreePage::shareRoom() {
    constexpr int MinNameWidth = 260;
    QHeaderView* const titles = m_view->header();
    const int others = titles->length() - titles->sectionSize(ProgramTreeModel::NameColumn);
    m_view->setColumnWidth(
        ProgramTreeModel::NameColumn,
        std::max(m_view->viewport()->width() - others, metrics::scaled(MinNameWidth, fontMetrics())));
}

bool ProgramTreePage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Resize) {
        shareRoom();
    }
    return DataPage::eventFilter(watched, event);
}

void ProgramTreePage::applyFilter() {
    const ProgramTreePtr tree = m_model->tree();
    if (!tree) {
        return; // showTree() calls this function again
    }
    const auto filter = m_bar->validFilter();
    if (!filter) {
        m_filterTask.cancel();
        return;
    }
    compute(
        m_filterTask,
        [profile = tree->profile, filter = *filter](const std::stop_token& stop) {
            return filterPrograms(*profile, filter, stop);
        },
        [this, programs = tree->profile->programs.size()](ProgramFilter found) {
            const bool filtered = !found.shown.empty();
            const size_t matches = found.matches;
            m_model->setFilter(std::move(found));
            const int all = static_cast<int>(programs);
            m_bar->setStatus(filtered ? tr("%1 of %Ln programs", nullptr, all).arg(numberText(matches))
                                      : tr("%Ln programs", nullptr, all));
            if (filtered) {
                unfold(*m_view);
            } else {
                m_view->expandToDepth(0);
            }
            followChoice();
        });
}

void ProgramTreePage::selectProgram() {
    const QModelIndex index = m_view->currentIndex();
    if (!index.isValid() || m_following || !m_view->selectionModel()->isSelected(index)) {
        return;
    }
    const ProgramIndex program = m_model->programAt(index);
    follow(program);
    const StepIndex step = m_model->tree()->firstSteps[program.index()];
    selection()->choose({program, step.value != NoId ? std::optional(step) : std::nullopt});
}

void ProgramTreePage::followChoice() {
    const ProgramTreePtr& tree = m_model->tree();
    const auto& latest = selection()->latest();
    const auto step = selection()->chosen<StepIndex>();
    const auto* const program = latest ? std::get_if<ProgramIndex>(&*latest) : nullptr;
    if (tree && program && program->index() < tree->profile->programs.size()) {
        follow(*program);
    } else if (tree && step && step->value < tree->profile->stepCount()) {
        follow(tree->profile->stepProgram[step->index()]);
    }
}

void ProgramTreePage::follow(ProgramIndex program) {
    m_model->mark(program);
    m_view->viewport()->update();
    const QModelIndex current = m_view->currentIndex();
    if (current.isValid() && m_model->programAt(current) == program) {
        return;
    }
    const QModelIndex place = m_model->indexOf(program);
    if (place.isValid()) {
        m_following = true;
        m_view->setCurrentIndex(place);
        m_view->scrollTo(place);
        m_following = false;
    }
}

} // namespace tileline
