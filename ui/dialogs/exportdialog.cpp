// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportdialog.h"

#include "core/base/textfile.h"
#include "core/frameworks/importers.h"
#include "core/frameworks/poptorchplan.h"
#include "ui/look/palette.h"
#include "ui/questions/choosefile.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"
#include "ui/text/plaintext.h"
#include "ui/text/warningtext.h"

#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSplitter>
#include <QStyle>
#include <QSyntaxHighlighter>

namespace tileline {

namespace {

/// Replaces the text of a field but keeps the scroll position, so that the user does not lose the place.
void setTextKeepingPlace(QPlainTextEdit* edit, const std::string& text) {
    const QString shown = exactText(text);
    if (edit->toPlainText() == shown) {
        return;
    }
    const int x = edit->horizontalScrollBar()->value();
    const int y = edit->verticalScrollBar()->value();
    edit->setPlainText(shown);
    edit->horizontalScrollBar()->setValue(x);
    edit->verticalScrollBar()->setValue(y);
}

/// Highlights comments, strings, numbers, keywords and the names of called functions in previews of Python
/// and JSON.
class ExportHighlighter : public QSyntaxHighlighter {
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString& text) override {
        static const QRegularExpression Tokens(
            QStringLiteral(R"((#.*)|("(?:\\.?|[^"\\])*"?|'(?:\\.?|[^'\\])*'?)|(\d\w*)|)"
                           R"((\b(?:import|from|def|for|in|return|with|as|yield|lambda|True|False|None|true|)"
                           R"(false|null)\b)|(\w++(?=\())|\w+)"),
            QRegularExpression::UseUnicodePropertiesOption);
        /// The colour roles of the capture groups in the expression, in the order of the groups.
        static constexpr ColorRole Roles[]{ColorRole::CodeComment, ColorRole::CodeString,
                                           ColorRole::CodeNumber, ColorRole::CodeKeyword,
                                           ColorRole::CodeCall};
        for (const QRegularExpressionMatch& token : Tokens.globalMatch(text)) {
            const int group = token.lastCapturedIndex();
            if (group == 0) {
                continue; // the match is a word that is not highlighted
            }
            const ColorRole role = Roles[group - 1];
            QTextCharFormat format;
            format.setForeground(colorOf(role, isDark(QGuiApplication::palette())));
            format.setFontWeight(role == ColorRole::CodeKeyword ? QFont::Bold : QFont::Normal);
            format.setFontItalic(role == ColorRole::CodeComment);
            setFormat(static_cast<int>(token.capturedStart()), static_cast<int>(token.capturedLength()),
                      format);
        }
    }
};

/// The icon and the word for a severity.
std::pair<QStyle::StandardPixmap, QString> lookOf(IssueSeverity severity) {
    switch (severity) {
    case IssueSeverity::Error:
        return {QStyle::SP_MessageBoxCritical, ExportDialog::tr("Error")};
    case IssueSeverity::Warning:
        return {QStyle::SP_MessageBoxWarning, ExportDialog::tr("Warning")};
    default:
        return {QStyle::SP_MessageBoxInformation, ExportDialog::tr("Note")};
    }
}

} // namespace

ExportDialog::ExportDialog(Session* session, QWidget* parent)
    : QDialog(parent)
    , m_session(session) {
    setWindowTitle(tr("Export plan"));
    auto* const splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildChoices());
    splitter->addWidget(buildResults());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({400, 660});
    columnOf({{splitter, 1}, buildButtons()}, this);
    resize(1080, 700);
    m_options->setOptions(rememberedExportOptions());
    setExporter(rememberedExporter());
    connect(&m_guessing, &LatestTask::outOfMemory, this, [this] {
        m_outOfMemory = true;
        m_ready = false;
        refresh();
    });
    connect(session, &Session::layersChanged, this, &ExportDialog::onLayersChanged);

    connect(session, &Session::stateChanged, this, &ExportDialog::onLayersChanged);
    for (const auto signal : {&Session::planChanged, &Session::resultChanged, &Session::selfChecksChanged}) {
        connect(session, signal, this, &ExportDialog::refresh);
    }
    onLayersChanged();
}

QWidget* ExportDialog::buildChoices() {
    m_framework->setObjectName("framework");
    for (const Exporter& exporter : exporters()) {
        m_framework->addItem(exactText(exporter.title));
    }
    connect(m_framework, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
    auto* const form = new QFormLayout;
    form->addRow(tr("Export f&or"), m_framework);
    connect(m_options, &ExportOptionsPanel::changed, this, &ExportDialog::choicesEdited);
    m_choices->setObjectName("settings");
    m_choices->addTab(m_options, tr("Options"));
    m_choices->addTab(buildModules(), tr("Module paths"));
    m_choices->addTab(buildModelCheck(), tr("Check the model"));
    return inColumn({form, {m_choices, 1}});
}

QWidget* ExportDialog::buildModules() {
    connect(m_modules, &ExportModules::typedChanged, this, &ExportDialog::choicesEdited);
    m_moduleTable->setModel(m_modules);
    m_moduleTable->setEditTriggers(QAbstractItemView::AllEditTriggers);
    setUpRows(m_moduleTable, "modules", tr("Module paths of the layers"), ExportModules::PathColumn);
    auto* const reset = button(tr("Forget &typed paths"), this, [this] {
        m_modules->setTyped({});
        choicesEdited();
    });
    auto* const text = wrappedLabel(
        tr("A block begins at the module of its first layer. The profile contains operations, not modules, "
           "so the paths are guesses. Correct the paths that differ from those in your model."));
    auto* const box = new QWidget;
    columnOf({text, {m_moduleTable, 1}, {reset, 0, Qt::AlignLeft}}, box);
    return box;
}

QWidget* ExportDialog::buildModelCheck() {
    m_printedModel = codeField("printedModel");
    m_printedModel->setPlaceholderText(
        "BertModel(\n  (encoder): BertEncoder(\n    (layer): ModuleList(\n      ...");
    connect(m_printedModel, &QPlainTextEdit::textChanged, this, &ExportDialog::refresh);
    auto* const prompt =
        wrappedLabel(tr("&Paste what print(model) prints, to check that the modules exist:"), m_printedModel);
    auto* const box = new QWidget;
    columnOf({prompt, {m_printedModel, 1}}, box);
    return box;
}

QPlainTextEdit* ExportDialog::addPreview(const char* name, const QString& accessibleName) {
    auto* const edit = codeField(name);
    edit->setReadOnly(true);
    edit->setAccessibleName(accessibleName);
    new ExportHighlighter(edit->document());
    m_previews->addTab(edit, QString());
    return edit;
}

QWidget* ExportDialog::buildResults() {
    m_previews->setObjectName("previews");
    m_mainText = addPreview("mainText", tr("Preview of the main file"));
    m_pythonText = addPreview("pythonText", tr("Preview of the Python file"));
    m_issues->setObjectName("issues");
    m_issues->setAccessibleName(tr("Checks"));
    m_issues->setWordWrap(true);
    m_issues->setTextElideMode(Qt::ElideNone);
    m_issues->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_issues->setResizeMode(QListView::Adjust);
    m_issues->setAlternatingRowColors(true);
    for (const auto signal : {&QListWidget::itemClicked, &QListWidget::itemActivated}) {
        connect(m_issues, signal, this, &ExportDialog::showLayerOf);
    }
    auto* const results = new QSplitter(Qt::Vertical);
    results->setChildrenCollapsible(false);
    results->addWidget(m_previews);
    results->addWidget(m_issues);
    results->setStretchFactor(0, 1);
    results->setSizes({440, 180});
    return results;
}

QLayout* ExportDialog::buildButtons() {
    m_status = wrappedLabel();
    m_status->setObjectName("status");
    const auto copy = [this] {
        const auto* const edit = qobject_cast<QPlainTextEdit*>(m_previews->currentWidget());
        QGuiApplication::clipboard()->setText(edit->toPlainText());
        m_status->setText(tr("Copied %1.").arg(m_previews->tabText(m_previews->currentIndex())));
    };
    m_copy = button(tr("&Copy shown file"), this, copy, "copy");
    m_save = button(tr("S&ave…"), this, &ExportDialog::save, "save");
    m_save->setDefault(true);
    auto* const buttons = dialogButtons(this, QDialogButtonBox::Close);
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    return withoutMargins(rowOf({{m_status, 1}, buttons}));
}

void ExportDialog::setChoices(const ExportChoices& choices) {
    m_options->setOptions(choices.options);
    m_modules->setTyped(choices.modules);
    refresh();
}

void ExportDialog::setExporter(const Exporter& exporter) {
    m_framework->setCurrentIndex(static_cast<int>(&exporter - exporters().data()));
}

void ExportDialog::onLayersChanged() {
    m_ready = false;
    m_outOfMemory = false;
    const LayersPtr layers = m_session->layers();
    if (!layers) {
        m_guessing.cancel();
        refresh();
        return;
    }
    // Guesses paths on a worker thread, because matching all operation names of a large profile is slow.
    m_guessing.run(
        [layers, profile = m_session->profile(), estimator = m_session->estimator()](const std::stop_token&) {
            ExportPlan plan = exportPlanOf(*layers, SplitPlan(layers->count()));
            const bool pipeline = estimator && estimator->uses() != nullptr;
            setEstimate(plan, *profile, pipeline ? estimator->entries().get() : nullptr,
                        pipeline ? estimator->options() : PipelineOptions());
            return plan;
        },
        [this, layers](ExportPlan guesses) {
            if (m_session->layers() == layers) {
                guesses.plan = m_session->plan().splitPlan();
                m_modules->setGuesses(std::move(guesses));
                m_ready = true;
                refresh();
            }
        });
    refresh();
}

void ExportDialog::choicesEdited() {
    refresh();
    emit choicesChanged();
}

ExportPlan ExportDialog::plan() const {
    ExportPlan plan = m_modules->plan();
    if (m_session->result() && m_session->resultIsCurrent() &&
        fitOf(m_session->result()->estimate, *m_session).known()) {
        const auto& stages = m_session->result()->estimate.stages;
        for (uint32_t stage = 0; stage < stages.size(); ++stage) {
            plan.fit.push_back({stages[stage].peakTileBytes, m_session->plan().limitOf({stage})});
        }
    }
    return plan;
}

/// Adds the plan's warnings to `issues`. A warning about a layer with several modules becomes an error, which
/// prevents saving. If there are other warnings, save() asks the user whether to save anyway.
void ExportDialog::addWarnings(std::vector<ExportIssue>& issues) const {
    for (const PlanWarning& warning : m_session->warnings()) {
        if (warning.exportAsks()) {
            const bool refused = warning.get<MergedLayers>() != nullptr;
            const WarningText words = warningText(warning, *m_session);
            issues.push_back({refused ? IssueSeverity::Error : IssueSeverity::Warning,
                              ExportRule::DoubtfulFigures, words.text.toStdString(),
                              words.remedy.toStdString()});
        }
    }
}

std::vector<ExportIssue> ExportDialog::check(const ExportPlan& plan) const {
    std::vector<ExportIssue> issues;
    if (!exporter().planOnly) {
        addWarnings(issues);
    }
    const std::string printed = m_printedModel->toPlainText().toStdString();
    const auto found = issuesOf(exporter(), plan, m_options->options(),
                                printed.empty() ? std::nullopt : std::optional(printed));
    issues.insert(issues.end(), found.begin(), found.end());
    std::ranges::stable_sort(issues, {}, &ExportIssue::severity);
    return issues;
}

void ExportDialog::refresh() {
    const bool poptorch = exporter().forPoptorch;
    m_choices->setEnabled(m_ready);
    m_options->setEnabled(poptorch || exporter().keepsDocument);
    if (!m_ready) {
        m_mainText->clear();
        m_pythonText->clear();
        m_found.clear();
        m_issues->clear();
        m_copy->setEnabled(false);
        m_save->setEnabled(false);
        m_status->setText(m_outOfMemory         ? outOfMemoryText()
                          : m_session->layers() ? tr("Reading operation names…")
                                                : tr("No profile is open."));
        return;
    }
    m_modules->setPlan(m_session->plan().splitPlan());
    const ExportPlan exported = plan();
    if (auto found = check(exported); found != m_found) {
        m_found = std::move(found);
        listIssues();
    }
    std::set<LayerIndex> faulty;
    for (const ExportIssue& issue : m_found) {
        if (issue.severity == IssueSeverity::Error && issue.layer) {
            faulty.insert(*issue.layer);
        }
    }
    const bool faults = hasErrors(m_found);
    m_modules->setFaulty(std::move(faulty));
    m_issues->setVisible(poptorch || !m_found.empty());
    m_options->showPlan(exported);
    const Exporter& target = exporter();
    const PoptorchExportOptions options = m_options->options();
    setTextKeepingPlace(m_mainText, target.text(exported, options));
    setTextKeepingPlace(m_pythonText, target.python ? target.python(exported, options) : std::string());
    m_previews->setTabVisible(1, target.python != nullptr);
    m_previews->setTabText(0, QFileInfo(suggestedName()).fileName());
    m_previews->setTabText(1, QFileInfo(pythonPathFor(suggestedName())).fileName());
    m_copy->setEnabled(true);
    m_save->setEnabled(!faults);
    m_status->setText(faults ? tr("Correct the errors to save.") : QString());
}

void ExportDialog::listIssues() {
    m_issues->clear();
    for (const ExportIssue& issue : m_found) {
        const auto& [icon, word] = lookOf(issue.severity);
        QString text = word + ": " + shownText(issue.reason);
        if (!issue.remedy.empty()) {
            text += '\n' + shownText(issue.remedy);
        }
        m_issues->addItem(new QListWidgetItem(style()->standardIcon(icon), text));
    }
}

QString ExportDialog::pythonPathFor(const QString& path) {
    const QFileInfo info(path);
    return info.path() + '/' + info.completeBaseName() + "_blocks.py";
}

/// If an issue is about a layer, selects the module path of that layer.
void ExportDialog::showLayerOf(const QListWidgetItem* issue) {
    const auto& layer = m_found[static_cast<size_t>(m_issues->row(issue))].layer;
    if (!layer) {
        return;
    }
    m_choices->setCurrentIndex(1);
    const QModelIndex index = m_modules->index(static_cast<int>(layer->value), ExportModules::PathColumn);
    m_moduleTable->setCurrentIndex(index);
    m_moduleTable->scrollTo(index);
    m_moduleTable->setFocus();
}

void ExportDialog::save() {
    QString reasons;
    for (const ExportIssue& issue : m_found) {
        if (issue.rule == ExportRule::DoubtfulFigures) {
            reasons += shownText(issue.reason) + QLatin1Char('\n');
        }
    }
    if (!reasons.isEmpty() && !PlainMessageBox::confirm(this, windowTitle(), reasons + tr("Save anyway?"))) {
        return;
    }
    const QString chosen = chooseSaveFile(this, tr("Save export"), suggestedName());
    if (chosen.isEmpty()) {
        return;
    }
    const QString python = pythonPathFor(chosen);
    const bool replaces = m_previews->isTabVisible(1) && QFileInfo::exists(python);
    if (!replaces || PlainMessageBox::confirm(
                         this, windowTitle(),
                         tr("%1 exists already. Replace it, too?").arg(QFileInfo(python).fileName()))) {
        saveTo(chosen);
    }
}

/// The text of the main file. If the exporter has `keepsDocument` set and the file `path` exists, the text is
/// the content of that file with new values for everything that the export sets.
Result<std::string> ExportDialog::mainFileFor(const QString& path) const {
    if (!exporter().keepsDocument || !QFileInfo(path).isFile()) {
        return m_mainText->toPlainText().toStdString();
    }
    PoptorchExportOptions options = m_options->options();
    options.imported = TRY(readDocument(path.toStdString(), exporter().id, true));
    const ExportPlan exported = plan();
    for (const ExportIssue& issue : exporter().check(exported, options)) {
        if (issue.severity == IssueSeverity::Error) {
            return Error{ErrorCode::ExportRule, path.toStdString(), {}, {}, issue.reason, issue.remedy};
        }
    }
    return exporter().text(exported, options);
}

bool ExportDialog::saveTo(const QString& chosen) {
    if (!m_ready || hasErrors(m_found)) {
        return false;
    }
    m_status->clear();
    const auto main = mainFileFor(chosen);
    if (!main) {
        PlainMessageBox::warn(this, windowTitle(), plainText(main.failure()));
        return false;
    }
    std::vector<std::pair<QString, QString>> files;
    if (m_previews->isTabVisible(1)) {
        files.emplace_back(pythonPathFor(chosen), m_pythonText->toPlainText());
    }
    files.emplace_back(chosen, exactText(*main));
    QStringList names;
    for (const auto& [name, text] : files) {
        const auto written = writeFileAtomically(name.toStdString(), text.toStdString());
        if (!written) {
            PlainMessageBox::warn(this, windowTitle(), plainText(written.failure()));
            return false;
        }
        names.prepend(QFileInfo(name).fileName());
    }
    rememberExportOptions(m_options->options());
    rememberExporter(exporter());
    //: names of files
    m_status->setText(names.size() == 1 ? tr("Saved %1.").arg(names.front())
                                        : tr("Saved %1 and %2.").arg(names.front(), names.back()));
    return true;
}

void ExportDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        for (QSyntaxHighlighter* const highlighter : findChildren<QSyntaxHighlighter*>()) {
            highlighter->rehighlight();
        }
    }
    QDialog::changeEvent(event);
}

} // namespace tileline
