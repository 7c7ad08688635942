// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisonpage.h"

#include "core/output/comparisontables.h"
#include "core/wording/comparisontext.h"
#include "ui/session/workerpool.h"
#include "ui/text/celltext.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tileline {

namespace {

constexpr int ComparisonSteps = 1000;
/// The maximum height, in pixels, of the area for the bars. The area scrolls if the bars need more height.
constexpr int MaxBarsHeight = 260;

struct ComparisonText {
    Q_DECLARE_TR_FUNCTIONS(ComparisonData)
};

/// An id and the English words for it.
using Words = std::pair<std::string_view, const char*>;

constexpr std::array SectionTitles{Words{"figures", QT_TRANSLATE_NOOP("ComparisonData", "Figures")},
                                   Words{"categories", QT_TRANSLATE_NOOP("ComparisonData", "Categories")},
                                   Words{"roles", QT_TRANSLATE_NOOP("ComparisonData", "Roles")},
                                   Words{"variables", QT_TRANSLATE_NOOP("ComparisonData", "Variables")},
                                   Words{"operations", QT_TRANSLATE_NOOP("ComparisonData", "Operations")},
                                   Words{"programs", QT_TRANSLATE_NOOP("ComparisonData", "Programs")},
                                   Words{"vertices", QT_TRANSLATE_NOOP("ComparisonData", "Vertices")},
                                   Words{"steps", QT_TRANSLATE_NOOP("ComparisonData", "Liveness by step")},
                                   Words{"tiles", QT_TRANSLATE_NOOP("ComparisonData", "Tiles")}};

QString titleOf(std::string_view section) {
    const auto* const found = std::ranges::find(SectionTitles, section, &Words::first);
    return found == SectionTitles.end() ? shownText(section) : ComparisonText::tr(found->second);
}

Table groups(const CompiledComparison& comparison, const char* key) {
    Table all;
    for (const ComparedIpu& ipu : comparison.ipus) {
        const Table differences = heldDifferencesTable({&ipu, 1});
        Table groups = differenceGroupsTable(differences, key);
        groups.columns.insert(groups.columns.begin(), differences.columns.front());
        all.columns = std::move(groups.columns);
        for (std::vector<Cell>& row : groups.rows) {
            row.insert(row.begin(), ipu.ipu);
            all.rows.push_back(std::move(row));
        }
    }
    return all;
}

/// All differences. The differences that change the bytes on the fullest tile most come first. A difference
/// without a name is shown under the name of its category.
Table differences(const CompiledComparison& comparison) {
    Table table =
        heldDifferencesTable(comparison.ipus)
            .only({"ipu", "name", "estimated_peak_bytes", "actual_peak_bytes", "peak_difference_bytes",
                   "category", "role", "cause", "estimated_bytes", "actual_bytes", "difference_bytes"});
    const auto sizeOf = [column = *table.find("peak_difference_bytes")](const std::vector<Cell>& row) {
        return std::abs(std::get<int64_t>(row[column].value));
    };
    std::stable_sort(table.rows.begin(), table.rows.end(),
                     [&](const auto& a, const auto& b) { return sizeOf(a) > sizeOf(b); });
    for (std::vector<Cell>& row : table.rows) {
        if (row[1] == Cell()) {
            row[1] = Cell(cellText(row[*table.find("category")], ColumnType::Category).toStdString());
        }
    }
    return table;
}

/// Makes the tables that compare a plan with its compiled pipeline. The tables list the IPUs; the contents by
/// category, role and cause; all differences; and the stages, if cycles were measured.
std::vector<ComparisonTable> comparisonTables(const CompiledComparison& comparison) {
    return {{ComparisonText::tr("IPUs"), makeTableData(comparedIpusTable(comparison).without({"limit"}))},
            {ComparisonText::tr("Categories"), makeTableData(groups(comparison, "category"))},
            {ComparisonText::tr("Roles"), makeTableData(groups(comparison, "role"))},
            {ComparisonText::tr("Causes"), makeTableData(groups(comparison, "cause"))},
            {ComparisonText::tr("Variables and code"), makeTableData(differences(comparison))},
            {ComparisonText::tr("Cycles"), makeTableData(comparedStagesTable(comparison.stages))}};
}

/// The tables that compare two profiles, one for each section.
std::vector<ComparisonTable> comparisonTables(const ProfileComparison& comparison) {
    std::vector<ComparisonTable> tables;
    for (const ComparedSection& section : comparison.sections) {
        tables.push_back({titleOf(section.id), makeTableData(comparedSectionTable(section))});
    }
    return tables;
}

/// Whether the other report may come from a pipeline that was compiled from the plan.
bool isOfPlan(const Study& open, const ComparedReport& other) {
    return open.estimator && other.study.profile->target.hasSeveralIpus();
}

QStringList textsOf(const std::vector<ComparisonRemark>& remarks) {
    QStringList texts;
    for (const ComparisonRemark& remark : remarks) {
        texts += translated(remark.phrase);
    }
    return texts;
}

Outcome<ComparisonData> compare(const Study& open, const Plan& plan, bool figuresHold,
                                const ComparedReport& other, const std::stop_token& stop) {
    if (!isOfPlan(open, other)) {
        return ComparisonData{textsOf(remarksOn(other.figures)), comparisonTables(other.figures), {}};
    }
    const std::shared_ptr<Workers> workers = WorkerPool::loopWorkers();
    const PlanEstimate estimate = TRY(open.estimator->estimate(plan.splitPlan(), *workers, stop));
    CompiledComparison compiled = TRY(
        compareCompiled(*open.estimator, estimate, plan.memory(), *other.study.profile, *workers, {}, stop));
    compiled.figuresHold = figuresHold;
    TRY(compiled.addStageCycles(open.timeOf(estimate), estimate.placement, other.study.profile,
                                other.study.layers, other.study.passes(), stop));
    return ComparisonData{QStringList(translated(errorPhrase(compiled))) + textsOf(remarksOn(compiled)),
                          comparisonTables(compiled), compiled.ipus};
}

} // namespace

ComparisonPage::ComparisonPage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to compare it with another one.")) {
    m_progress->setRange(0, ComparisonSteps);
    m_progress->setAccessibleName(tr("Progress"));
    m_message->setObjectName(QStringLiteral("comparisonMessage"));
    m_barsArea->setWidget(m_bars);
    m_barsArea->setWidgetResizable(true);
    m_barsArea->setFrameShape(QFrame::NoFrame);
    m_choice->setObjectName(QStringLiteral("comparisonChoice"));
    m_choice->setAccessibleName(tr("Compared"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    const auto end = [session] { session->comparison()->end(); };
    auto* const waiting = new QWidget;
    columnOf({Part::stretch(), m_reading, m_phase, m_progress,
              rowOf({Part::stretch(), button(tr("Cancel"), this, end, "cancelComparison")}), Part::stretch()},
             waiting);
    auto* const result = inColumn({rowOf({m_choice,
                                          {m_message, 1},
                                          //: button: stops comparing the other report with the open one
                                          button(tr("&End comparison"), this, end, "endComparison")}),
                                   m_barsArea,
                                   {m_table, 1}});
    m_stack->addWidget(waiting);
    m_stack->addWidget(result);
    content()->addWidget(m_stack);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ComparisonPage::showTable);
    connect(session->comparison(), &Comparison::changed, this, &ComparisonPage::invalidate);
    connect(session->comparison(), &Comparison::progress, this, [this](Phase phase, double fraction) {
        m_phase->setText(phaseText(phase));
        m_progress->setValue(static_cast<int>(fraction * ComparisonSteps));
    });
    connect(session, &Session::planChanged, this, &ComparisonPage::followPlan);
    connect(session, &Session::resultChanged, this, &ComparisonPage::followPlan);
}

void ComparisonPage::reset() {
    WorkerPool::shared().add([tables = std::exchange(m_tables, {})] {}); // freeing large tables is slow
    m_choice->clear();
}

/// Repeats the comparison after a change of the plan, as soon as the new plan's figures are known.
void ComparisonPage::followPlan() {
    const auto other = session()->comparison()->report();
    if (other && isOfPlan(session()->study(), *other) && session()->resultIsCurrent()) {
        invalidate();
    }
}

void ComparisonPage::refresh() {
    const Comparison& comparison = *session()->comparison();
    const auto other = comparison.report();
    m_task.cancel();
    if (comparison.error()) {
        showError(*comparison.error());
    } else if (comparison.paths().isEmpty()) {
        showMessage(tr("No other report is open"),
                    tr("Choose one with File > Compare with another report. The pages Liveness, Tile memory, "
                       "Operations and Summary then show both reports and their difference."));
    } else if (!other) {
        m_reading->setText(tr("Reading %1…").arg(shownText(comparison.paths().front())));
        m_stack->setCurrentIndex(0);
    } else {
        compute(
            m_task,
            [other, open = session()->study(), plan = session()->plan(),
             hold = figuresHold(session()->warnings())](const std::stop_token& stop) {
                return compare(open, plan, hold, *other, stop);
            },
            [this](ComparisonData made) { showComparison(std::move(made)); });
    }
}

void ComparisonPage::showComparison(ComparisonData made) {
    m_message->setText(made.lines.join(QLatin1Char('\n')));
    m_barsArea->setVisible(!made.ipus.empty());
    if (!made.ipus.empty()) {
        m_bars->setIpus(made.ipus);
        m_barsArea->setFixedHeight(std::min(m_bars->sizeHint().height(), MaxBarsHeight));
    }
    const int chosen = made.tables.size() == m_tables.size() ? m_choice->currentIndex() : 0;
    m_tables = std::move(made.tables);
    m_choice->clear();
    for (const ComparisonTable& table : m_tables) {
        m_choice->addItem(table.title);
    }
    m_choice->setCurrentIndex(chosen);
    m_stack->setCurrentIndex(1);
}

void ComparisonPage::showTable(int index) {
    if (index >= 0 && static_cast<size_t>(index) < m_tables.size()) {
        m_table->setData(m_tables[static_cast<size_t>(index)].data);
    }
}

} // namespace tileline
