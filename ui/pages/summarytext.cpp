// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/summarypage.h"

#include "core/output/comparisontables.h"
#include "core/wording/explaintext.h"
#include "ui/charts/chartcolors.h"
#include "ui/pages/richpage.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/translations.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QUrl>

#include <algorithm>
#include <utility>
#include <vector>

namespace tileline {

namespace {

constexpr size_t MaxMissingListed = 10;

struct SummaryText {
    Q_DECLARE_TR_FUNCTIONS(SummaryText)
};

/// The number of elements as an int, which is the type that tr() needs.
template <class Entries>
int count(const Entries& entries) {
    return static_cast<int>(entries.size());
}

/// A page with sections that can be folded, and with coloured signs before warnings.
class Page : public RichPage {
public:
    Page(const QPalette& palette, QStringList folded)
        : m_warningColor(ChartColors(palette).limit().name())
        , m_textColor(palette.color(QPalette::Text).name())
        , m_folded(std::move(folded)) {}

    /// Begins a section that can be folded. `english` is the English heading, which is translated here.
    void section(const char* english) { section(QLatin1String(english), SummaryText::tr(english)); }
    void section(const QString& id, const QString& title) {
        const bool folded = m_folded.contains(id);
        heading(QStringLiteral("<a href='fold:%1' style='color:%2;text-decoration:none'>%3 %4</a>")
                    .arg(QString::fromLatin1(QUrl::toPercentEncoding(id)), m_textColor,
                         QChar(folded ? 0x25B8 : 0x25BE), title.toHtmlEscaped()),
                folded);
    }

    void warning(const WarningText& words) {
        // A warning without a remedy is only a note, so it gets the sign for notes.
        const QString sign = words.remedy.isEmpty()
                                 ? QStringLiteral("<b>\u2139</b>")
                                 : QStringLiteral("<b style='color:%1'>\u26A0</b>").arg(m_warningColor);
        paragraph(QStringLiteral("%1 %2<br/>%3")
                      .arg(sign, words.text.toHtmlEscaped(), words.remedy.toHtmlEscaped()));
    }

private:
    QString m_warningColor;
    QString m_textColor;
    QStringList m_folded; ///< ids (English headings) of the folded sections
};

/// Adds the figures of both reports and the differences between them.
void addCompared(Page& page, const ComparedReport& other) {
    page.section(QT_TRANSLATE_NOOP("SummaryText", "Compared with another report"));
    page.paragraph(escaped(other.study.profile->path));
    page.beginTable();
    const Table figures = comparedSectionTable(other.figures.section("figures")).without({"change"});
    QStringList titles;
    for (const Column& column : figures.columns) {
        titles += columnTitle(column).toHtmlEscaped();
    }
    page.cells(titles, true);
    for (const std::vector<Cell>& row : figures.rows) {
        QStringList cells;
        for (size_t i = 0; i < row.size(); ++i) {
            cells += cellText(row[i], figures.columns[i].type).toHtmlEscaped();
        }
        page.cells(cells);
    }
    page.endTable();
}

void addWarnings(Page& page, const Profile& profile, const Layers& layers, const SelfCheckResult* checks) {
    page.section(QT_TRANSLATE_NOOP("SummaryText", "Warnings and notes"));
    const bool severalInLayers = std::ranges::find(layers.warnings, LayerWarning::Kind::SeveralIpusOrReplicas,
                                                   &LayerWarning::kind) != layers.warnings.end();
    std::vector<WarningText> warnings;
    for (const FailedIdentity& failure : checks ? checks->failed : std::vector<FailedIdentity>()) {
        warnings.push_back(warningText(failure));
    }
    for (const LayerWarning& warning : layers.warnings) {
        warnings.push_back(warningText(warning));
    }
    for (const LoadNote& note : profile.notes) {
        // SeveralIpusOrReplicas is reported by the loader and by the layers, but shown only once.
        if (note.kind != LoadNote::Kind::SeveralIpusOrReplicas || !severalInLayers) {
            warnings.push_back(warningText(note));
        }
    }
    for (const WarningText& warning : warnings) {
        page.warning(warning);
    }
    if (warnings.empty()) {
        //: shown if there are no warnings
        page.paragraph(SummaryText::tr("None."));
    }
}

/// A longer name or value, such as a path, is shortened to this number of bytes.
constexpr size_t MaxOptionLength = 200;
/// The maximum number of compilation phases that are listed; the longest phases come first.
constexpr size_t MaxPhases = 10;

QString shortened(const std::string& text) {
    return text.size() <= MaxOptionLength ? escaped(text)
                                          : escaped(text.substr(0, MaxOptionLength)) + QChar(0x2026);
}

void addPhases(Page& page, std::vector<CompilePhase> phases) {
    std::ranges::stable_sort(phases, std::greater(), &CompilePhase::duration);
    const size_t all = phases.size();
    phases.resize(std::min(all, MaxPhases));
    page.paragraph(
        SummaryText::tr("The longest phases of the compilation. A phase can be part of another phase."));
    Page::Rows rows;
    for (const CompilePhase& phase : phases) {
        rows.emplace_back(shortened(phase.name), SummaryText::tr("%1 s").arg(QLocale().toString(
                                                     static_cast<double>(phase.duration) / 1e6, 'f', 3)));
    }
    page.table(rows);
    if (all > phases.size()) {
        page.paragraph(SummaryText::tr("%Ln shorter phases are not listed.", nullptr,
                                       static_cast<int>(all - phases.size())));
    }
}

void addCompilation(Page& page, const Profile& profile) {
    const auto meta = [&](const char* key) { return escaped(profile.metaValue(key)); };
    page.section(QT_TRANSLATE_NOOP("SummaryText", "Compilation"));
    const QString version = meta("poplar_version");
    //: version of the Poplar SDK
    Page::Rows rows{{SummaryText::tr("Poplar"), version.isEmpty() ? SummaryText::tr("unknown") : version}};
    for (const auto& [key, name] :
         {std::pair("date_time", SummaryText::tr("Date")),
          {"instrument_compute", SummaryText::tr("Instrumented compute")},
          {"instrument_external_exchange", SummaryText::tr("Instrumented external exchanges")}}) {
        addKnown(rows, name, meta(key));
    }
    page.table(rows);
    for (const bool isDefault : {false, true}) {
        Page::Rows options;
        for (const EngineOption& option : profile.engineOptions) {
            if (option.isDefault == isDefault) {
                options.emplace_back(shortened(option.name), shortened(option.value));
            }
        }
        if (!options.empty()) {
            page.paragraph(isDefault ? SummaryText::tr("Engine options with their defaults:")
                                     : SummaryText::tr("Engine options that differ from their defaults:"));
            page.table(options);
        }
    }
    if (!profile.compilePhases.empty()) {
        addPhases(page, profile.compilePhases);
    }
}

void addInstrumentation(Page& page, const InstrumentationBytes& bytes) {
    if (!bytes.any()) {
        return;
    }
    const double all = static_cast<double>(bytes.allocated);
    //: %1 and %3 are bytes, %2 and %4 their percentages of all bytes
    page.paragraph(
        SummaryText::tr("All figures include the bytes of instrumentation: %1 (%2) are always live, and %3 "
                        "(%4) are live at times. A model that is not profiled does not need these bytes.")
            .arg(bytesText(bytes.alwaysLive), percentText(static_cast<double>(bytes.alwaysLive) / all),
                 bytesText(bytes.atTimes), percentText(static_cast<double>(bytes.atTimes) / all)));
}

/// The names of the self-checks, in the order of the enumeration Identity.
constexpr const char* IdentityTexts[]{
    QT_TRANSLATE_NOOP("SummaryText", "Not-always-live bytes of each step"),
    QT_TRANSLATE_NOOP("SummaryText", "Always-live bytes of each tile"),
    QT_TRANSLATE_NOOP("SummaryText", "Not-always-live bytes of each tile"),
    QT_TRANSLATE_NOOP("SummaryText", "Bytes of each tile, without gaps"),
    QT_TRANSLATE_NOOP("SummaryText", "Bytes of each tile, with gaps"),
    QT_TRANSLATE_NOOP("SummaryText", "Addresses of variables that are live at the same time"),
    QT_TRANSLATE_NOOP("SummaryText", "Bytes of each category"),
    QT_TRANSLATE_NOOP("SummaryText", "Vertex state of each tile"),
    QT_TRANSLATE_NOOP("SummaryText", "Memory of compute sets")};

void addSelfChecks(Page& page, const SelfCheckResult* checks) {
    page.section(QT_TRANSLATE_NOOP("SummaryText", "Self-checks"));
    if (checks == nullptr) {
        page.paragraph(SummaryText::tr("Being worked out…"));
        return;
    }
    if (checks->checked.empty()) {
        page.paragraph(SummaryText::tr("The profile states no figure twice, so there is nothing to check."));
        return;
    }
    page.paragraph(SummaryText::tr("Figures that the profile states twice, checked against each other:"));
    Page::Rows rows;
    for (const Identity identity : checks->checked) {
        const bool failed =
            std::ranges::find(checks->failed, identity, &FailedIdentity::identity) != checks->failed.end();
        //: whether two figures agree
        rows.emplace_back(SummaryText::tr(IdentityTexts[static_cast<size_t>(identity)]),
                          failed ? SummaryText::tr("differ") : SummaryText::tr("agree"));
    }
    page.table(rows);
}

void addTarget(Page& page, const Profile& profile) {
    const Target& target = profile.target;
    //: the hardware that the model was compiled for
    page.section(QT_TRANSLATE_NOOP("SummaryText", "Target"));
    Page::Rows rows{{SummaryText::tr("Architecture"), escaped(target.architecture)},
                    {SummaryText::tr("IPUs"), numberText(target.numIpus)},
                    {SummaryText::tr("Tiles per IPU"), numberText(target.tilesPerIpu)},
                    {SummaryText::tr("Tiles"), numberText(target.numTiles)},
                    {SummaryText::tr("Memory per tile"), exactBytesText(target.bytesPerTile)},
                    {SummaryText::tr("Replicas"), numberText(target.numReplicas)}};
    const uint64_t ofIpu = target.bytesPerTile * target.tilesPerIpu;
    rows.emplace_back(SummaryText::tr("Memory per IPU"), bytesText(ofIpu));
    if (target.hasSeveralIpus()) {
        rows.emplace_back(SummaryText::tr("Memory of all IPUs"), bytesText(ofIpu * target.ipusOfTiles()));
    }
    //: IPU, IPU_MODEL or CPU
    addKnown(rows, SummaryText::tr("Type"), escaped(profile.metaValue("target_type")));
    if (target.clockHz > 0) {
        //: frequency of the IPU
        rows.emplace_back(SummaryText::tr("Clock"),
                          SummaryText::tr("%1 MHz").arg(numberText(target.clockHz / 1000000)));
    }
    page.table(rows);
}

void addCounts(Page& page, const Profile& profile, const Layers& layers, const SummaryFigures* figures) {
    const auto counted = std::ranges::count(layers.kinds, EntryKind::Layer);
    //: heading of a table with the numbers of layers, operations, ...
    page.section(QT_TRANSLATE_NOOP("SummaryText", "Counts"));
    Page::Rows rows{{SummaryText::tr("Layers"), numberText(static_cast<uint64_t>(counted))},
                    {SummaryText::tr("Operations"),
                     SummaryText::tr("%1, of which %2 have programs")
                         .arg(numberText(profile.operations.size()), numberText(layers.operations.size()))},
                    {SummaryText::tr("Programs"), numberText(profile.programs.size())},
                    {SummaryText::tr("Compute sets"), numberText(profile.computeSets.size())},
                    {SummaryText::tr("Vertex types"), numberText(profile.vertexTypes.size())},
                    {SummaryText::tr("Vertices"), figures ? numberText(figures->vertices) : QString()},
                    {SummaryText::tr("Liveness steps"), numberText(profile.stepCount())},
                    {SummaryText::tr("Equivalence classes"), numberText(profile.equivalenceClasses.size())},
                    {SummaryText::tr("Variables"), numberText(profile.variables.size())},
                    {SummaryText::tr("Lowered variables"), numberText(profile.lowered.size())}};
    if (const QString edges = escaped(profile.metaValue("num_edges")); !edges.isEmpty()) {
        //: edges of the graph
        rows.emplace_back(SummaryText::tr("Edges"), numberText(edges.toULongLong()));
    }
    page.table(rows);
}

/// Lists the parts that the files lack, each with the engine option that would add it.
void addMissing(Page& page, const Profile& profile) {
    Page::Rows missing;
    const auto add = [&](bool lacks, const QString& what, const char* option) {
        if (lacks) {
            missing.emplace_back(what, QLatin1String(option));
        }
    };
    add(profile.lowered.size() == 0, SummaryText::tr("lowered variables"), "autoReport.outputLoweredVars");
    add(!profile.debug, SummaryText::tr("debug information"), "autoReport.outputDebugInfo");
    add(profile.stepCount() == 0, SummaryText::tr("liveness"), "autoReport.all");
    add(profile.estimatedCycles.empty() && profile.measuredCycles.empty(),
        SummaryText::tr("estimated cycles"), "profiler.includeCycleEstimates");
    add(profile.executionSteps.empty(), SummaryText::tr("execution, if the model is run"),
        "autoReport.outputExecutionProfile");
    if (!missing.empty()) {
        page.paragraph(SummaryText::tr("Missing parts, and the engine option that adds each:"));
        page.table(missing);
    }
}

void addHoldings(Page& page, const Profile& profile) {
    page.section(QT_TRANSLATE_NOOP("SummaryText", "What the files hold"));
    page.table(
        {{SummaryText::tr("Profile"), escaped(profile.path)},
         {SummaryText::tr("Operations"), profile.operations.empty() ? SummaryText::tr("none: no layers")
                                         : !profile.hasFrameworkOperations()
                                             ? SummaryText::tr("none: named programs stand in for them")
                                         : profile.findNote(LoadNote::Kind::OperationsFromDebug)
                                             ? SummaryText::tr("from the debug information")
                                             : SummaryText::tr("from the profile's tables")},
         {SummaryText::tr("Debug information"),
          profile.debug ? SummaryText::tr("%Ln contexts in use", nullptr, count(profile.debug->contexts))
                        : SummaryText::tr("none: no source lines")},
         {SummaryText::tr("Tile memory"),
          profile.tileMemory.empty() ? SummaryText::tr("none")
                                     : SummaryText::tr("%Ln categories", nullptr, count(profile.tileMemory))},
         {SummaryText::tr("Execution"),
          profile.executionSteps.empty()
              ? SummaryText::tr("none: the model was not run")
              : SummaryText::tr("%1, %2").arg(
                    SummaryText::tr("%Ln runs", nullptr, count(profile.executionRuns)),
                    SummaryText::tr("%Ln steps", nullptr, count(profile.executionSteps)))}});
    addMissing(page, profile);
}

QString withPercent(const Coverage& coverage, uint64_t bytes) {
    const auto percent = coverage.percent(bytes);
    return percent ? SummaryText::tr("%1 (%2)").arg(bytesText(bytes), percentText(*percent / 100))
                   : bytesText(bytes);
}

/// Adds a row to a coverage table. Missing and excess bytes have separate columns, so they cannot cancel out.
void addRow(Page& page, const QString& name, const Coverage& coverage) {
    const auto difference = [&](uint64_t bytes) { return coverage.measured ? bytesText(bytes) : QString(); };
    page.cells({name, coverage.measured ? bytesText(*coverage.measured) : SummaryText::tr("unknown"),
                withPercent(coverage, coverage.estimate), difference(coverage.missing),
                difference(coverage.tooMuch)});
}

void beginCoverage(Page& page, const QString& title) {
    page.beginTable();
    //: columns of a table of bytes: as Poplar counted them, as estimated, missing from the estimate, and too
    //: many in the estimate
    page.cells({title, SummaryText::tr("Poplar counted"), SummaryText::tr("Estimate"),
                SummaryText::tr("Missing"), SummaryText::tr("Too much")},
               true);
}

void addCoverage(Page& page, const QString& title, const CategoryCoverage& coverage, bool pipeline) {
    beginCoverage(page, title);
    const auto row = [&](const QString& name, const Coverage& category) { addRow(page, name, category); };
    row(SummaryText::tr("Variables"), coverage.variables);
    row(SummaryText::tr("Vertex code"), coverage.vertexCode);
    row(SummaryText::tr("Vertex state"), coverage.vertexState);
    row(SummaryText::tr("Exchange code"), coverage.exchangeCode);
    row(SummaryText::tr("Control code"), coverage.controlCode);
    if (pipeline) {
        page.cells(
            {SummaryText::tr("Owned by no operation"), {}, bytesText(coverage.unowned.estimate), {}, {}});
    }
    row(SummaryText::tr("Total"), coverage.total);
    page.endTable();
}

void addDiagnosis(Page& page, const Diagnosis& diagnosis) {
    page.paragraph(
        diagnosis.books
            ? SummaryText::tr(
                  "The bytes that Poplar counted, compared with the estimate of a plan with one stage. "
                  "Always-live bytes that belong to no operation are shared among the IPUs.")
            : SummaryText::tr(
                  "The bytes that Poplar counted, compared with PopLiner's estimate of a plan with one "
                  "stage. No estimate of a plan includes the bytes that belong to no operation."));
    if (!diagnosis.books) {
        page.paragraph(SummaryText::tr("Graphcore's own tests of PopLiner tolerate an estimate of one stage "
                                       "that is 10.8 to 17.5 % too low on the fullest tile."));
    } else {
        page.paragraph(SummaryText::tr("Not in the estimate: data that pass through an IPU on their way to "
                                       "another IPU, buffers and code of exchanges between IPUs, off-chip "
                                       "state, and everything that Poplar plans separately for each IPU."));
    }
    addCoverage(page, SummaryText::tr("All tiles"), diagnosis.sums, diagnosis.books.has_value());
    page.paragraph({});
    if (diagnosis.books) {
        //: one stage: a plan without splits
        beginCoverage(page, SummaryText::tr("One stage, all tiles"));
        addRow(page, SummaryText::tr("Always live"), diagnosis.books->alwaysLive);
        addRow(page, SummaryText::tr("Not always live"), diagnosis.books->notAlwaysLive);
        page.endTable();
        for (const Phrase& phrase : booksPhrases(diagnosis)) {
            page.paragraph(translated(phrase).toHtmlEscaped());
        }
        page.paragraph({});
    }
    addCoverage(page,
                SummaryText::tr("Tile %1, step %2")
                    .arg(numberText(diagnosis.worstTile.value), numberText(diagnosis.worstStep.value)),
                diagnosis.worst, diagnosis.books.has_value());
    if (!diagnosis.missing.empty()) {
        page.paragraph(
            SummaryText::tr("The largest variables that the estimate misses on that tile at that step:"));
        page.beginTable();
        const size_t listed = std::min(diagnosis.missing.size(), MaxMissingListed);
        for (size_t i = 0; i < listed; ++i) {
            const MissingVariable& variable = diagnosis.missing[i];
            page.cells(
                {variable.name.empty() ? SummaryText::tr("(without a variable)") : escaped(variable.name),
                 bytesText(variable.bytes),
                 variable.outsideLayers ? SummaryText::tr("used outside layers only")
                                        : SummaryText::tr("used by no operation")});
        }
        page.endTable();
    }
}

void addMeta(Page& page, const Profile& profile) {
    page.section(QT_TRANSLATE_NOOP("SummaryText", "Meta data"));
    Page::Rows rows;
    for (const auto& [key, value] : profile.meta) {
        rows.emplace_back(escaped(key), escaped(value));
    }
    page.table(rows);
}

} // namespace

QString summaryHtml(const Profile& profile, const Layers& layers, const ComparedReport* other,
                    const SummaryFigures* figures, const SelfCheckResult* checks, const QString& estimate,
                    int columns, const QStringList& folded, const QPalette& palette) {
    Page page(palette, folded);
    if (other != nullptr) {
        addCompared(page, *other);
    }
    addWarnings(page, profile, layers, checks);
    addCompilation(page, profile);
    if (figures) {
        addInstrumentation(page, figures->instrumentation);
    }
    addTarget(page, profile);
    addCounts(page, profile, layers, figures);
    addHoldings(page, profile);
    addSelfChecks(page, checks);
    page.section(QT_TRANSLATE_NOOP("SummaryText", "How far the estimate can be trusted"));
    //: %1 is a setting: "estimate, pipeline setting, training, Output on the last IPU"
    page.paragraph(SummaryText::tr("Figures of plans: %1.").arg(estimate.toHtmlEscaped()));
    if (figures) {
        addDiagnosis(page, figures->diagnosis);
    } else {
        page.paragraph(SummaryText::tr("Being worked out…"));
    }
    addMeta(page, profile);
    for (const auto& [name, text] : figures ? figures->files : decltype(figures->files)()) {
        page.section(name, name);
        page.paragraph(
            QStringLiteral("<span style='white-space:pre-wrap'>%1</span>").arg(text.toHtmlEscaped()));
    }
    return page.inColumns(columns);
}

} // namespace tileline
