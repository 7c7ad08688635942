// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisondialog.h"

#include "ui/pages/comparisonbars.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"
#include "ui/text/statustext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace tileline {

namespace {

constexpr int ComparisonSteps = 1000;
/// The bars of more IPUs are scrolled.
constexpr int MaxBarsHeight = 260;

/// What the worker thread returns. The tables are made there, too.
struct ComparisonAnswer {
    Outcome<LoadedComparison> comparison;
    std::vector<ComparisonTable> tables;
};

std::vector<ComparisonTable> tablesOf(const Outcome<LoadedComparison>& comparison) {
    if (!comparison) {
        return {};
    }
    return comparison->compiled ? comparisonTables(*comparison->compiled)
                                : comparisonTables(*comparison->profiles);
}

} // namespace

ComparisonDialog::ComparisonDialog(Session* session, const QStringList& paths, QWidget* parent)
    : QDialog(parent)
    , m_stack(new QStackedWidget)
    , m_phase(plainLabel())
    , m_progress(new QProgressBar)
    , m_message(plainLabel())
    , m_bars(new ComparisonBars)
    , m_choice(new QComboBox)
    , m_table(new TablePanel(tr("Comparison"))) {
    setObjectName(QStringLiteral("comparisonDialog"));
    const QString name = QFileInfo(paths.value(0)).fileName();
    //: window title; %1: name of a file or directory
    setWindowTitle(withoutChangeMark(tr("Comparison with %1").arg(name)));
    resize(1040, 680);
    m_progress->setRange(0, ComparisonSteps);
    m_progress->setAccessibleName(tr("Progress"));
    auto* const waiting = new QWidget;
    auto* const waitingLayout = new QVBoxLayout(waiting);
    waitingLayout->addStretch();
    waitingLayout->addWidget(plainLabel(tr("Reading %1…").arg(paths.value(0))));
    waitingLayout->addWidget(m_phase);
    waitingLayout->addWidget(m_progress);
    waitingLayout->addStretch();
    m_stack->addWidget(waiting);
    buildResult();
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    // While the profile is read, closing cancels that.
    QPushButton* const close = buttons->button(QDialogButtonBox::Close);
    connect(&m_loading, &LatestTask::busyChanged, close,
            [close](bool busy) { close->setText(busy ? tr("Cancel") : tr("Close")); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::finished, &m_loading, &LatestTask::cancel);
    connect(&m_loading, &LatestTask::outOfMemory, this, [this] {
        m_message->setText(outOfMemoryText());
        m_stack->setCurrentIndex(1);
    });
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(m_stack, 1);
    layout->addWidget(buttons);
    start(session, paths);
}

ComparisonDialog::~ComparisonDialog() = default;

void ComparisonDialog::buildResult() {
    m_message->setWordWrap(true);
    m_message->setObjectName(QStringLiteral("comparisonMessage"));
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* const area = new QScrollArea;
    area->setWidget(m_bars);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    m_barsArea = area;
    m_choice->setObjectName(QStringLiteral("comparisonChoice"));
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ComparisonDialog::showTable);
    auto* const result = new QWidget;
    auto* const layout = new QVBoxLayout(result);
    auto* const form = new QFormLayout;
    form->addRow(tr("&Show:"), m_choice);
    layout->addWidget(m_message);
    layout->addWidget(m_barsArea);
    layout->addLayout(form);
    layout->addWidget(m_table, 1);
    m_stack->addWidget(result);
}

void ComparisonDialog::start(Session* session, const QStringList& paths) {
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths) {
        files.emplace_back(path.toStdString());
    }
    m_loading.run(
        [this, request = ComparisonRequest::of(*session, std::move(files))](const std::stop_token& stop,
                                                                            const LatestTask::Post& post) {
            // `this` is used only in the calls, which are dropped with the dialog.
            const Progress::Callback progress = [this, post](Phase phase, double fraction) {
                post([this, phase, fraction] {
                    m_phase->setText(phaseText(phase));
                    m_progress->setValue(static_cast<int>(fraction * ComparisonSteps));
                });
            };
            ComparisonAnswer answer{loadComparison(request, progress, stop), {}};
            answer.tables = tablesOf(answer.comparison);
            return answer;
        },
        [this](ComparisonAnswer answer) {
            m_tables = std::move(answer.tables);
            take(answer.comparison);
        });
}

void ComparisonDialog::take(const Outcome<LoadedComparison>& outcome) {
    if (!outcome && outcome.failure().cancelled()) {
        return;
    }
    m_stack->setCurrentIndex(1);
    m_barsArea->setVisible(outcome && outcome->compiled);
    if (!outcome) {
        m_message->setText(plainText(outcome.failure().error()));
        m_choice->setEnabled(false);
        m_table->hide();
        return;
    }
    QStringList lines;
    if (outcome->compiled) {
        lines = QStringList(errorSentence(*outcome->compiled)) + noteTexts(*outcome->compiled);
        m_bars->setIpus(outcome->compiled->ipus);
        m_barsArea->setFixedHeight(std::min(m_bars->sizeHint().height(), MaxBarsHeight));
    } else {
        lines = noteTexts(*outcome->profiles);
    }
    m_message->setText(lines.join(QLatin1Char('\n')));
    m_message->setVisible(!lines.isEmpty());
    for (const ComparisonTable& table : m_tables) {
        m_choice->addItem(table.title);
    }
    m_choice->setFocus();
}

void ComparisonDialog::showTable(int index) {
    if (index >= 0 && static_cast<size_t>(index) < m_tables.size()) {
        m_table->setData(m_tables[static_cast<size_t>(index)].data);
    }
}

QString ComparisonDialog::message() const {
    return m_message->text();
}

} // namespace tileline
