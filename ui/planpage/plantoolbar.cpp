// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/plantoolbar.h"

#include "core/base/sequences.h"
#include "core/plan/splitplan.h"
#include "ui/charts/chartcolors.h"
#include "ui/look/metrics.h"
#include "ui/text/bytestext.h"
#include "ui/text/controls.h"
#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"
#include "ui/text/solvetext.h"
#include "ui/text/timetext.h"
#include "ui/text/verdicttext.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace tileline {

MemoryBox::MemoryBox() {
    setRange(1, std::numeric_limits<int>::max());
    setSingleStep(1024);
}

QString MemoryBox::textFromValue(int value) const {
    return exactBytesText(static_cast<uint64_t>(value));
}

int MemoryBox::valueFromText(const QString& text) const {
    const auto bytes = bytesFromText(text);
    return bytes ? static_cast<int>(std::min<uint64_t>(*bytes, std::numeric_limits<int>::max())) : value();
}

QValidator::State MemoryBox::validate(QString& text, int&) const {
    const auto bytes = bytesFromText(text);
    if (bytes && *bytes >= static_cast<uint64_t>(minimum()) && *bytes <= static_cast<uint64_t>(maximum())) {
        return QValidator::Acceptable;
    }
    return mayBecomeBytes(text) ? QValidator::Intermediate : QValidator::Invalid;
}

void ElidedText::setText(const QString& text, const QString& explanation) {
    m_text = text;
    const QString whole = text.isEmpty() ? QString() : text + QLatin1Char('\n') + explanation;
    setToolTip(plainToolTip(whole));
    setAccessibleDescription(whole);
    update();
}

QString ElidedText::shownText() const {
    QString shown = m_text;
    while (lineWidth(shown, font()) > width()) {
        const auto end =
            std::max(shown.lastIndexOf(QStringLiteral(" · ")), shown.lastIndexOf(QLatin1String(", ")));
        if (end < 0) {
            break;
        }
        shown.truncate(end);
    }
    return lineWidth(shown, font()) <= width() ? shown : QString();
}

void ElidedText::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    drawLine(painter, rect(), Qt::AlignLeft | Qt::AlignVCenter, shownText());
}

namespace {

/// Makes the undo and redo keys act on the plan while a box has the focus and its text is unedited.
class PlanKeys : public QObject {
public:
    explicit PlanKeys(QSpinBox* box)
        : QObject(box)
        , m_edit(box->findChild<QLineEdit*>()) {
        box->installEventFilter(this);
        connect(box, &QSpinBox::editingFinished, this, [this] { m_edit->setModified(false); });
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride || m_edit->isModified()) {
            return false;
        }
        const auto* const key = static_cast<QKeyEvent*>(event);
        return key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
    }

private:
    QLineEdit* m_edit;
};

/// Sets up a field and returns its caption. The field calls `change` whenever its number changes.
QLabel* setUpField(QSpinBox* box, const char* name, const QString& accessibleName, const QString& caption,
                   const std::function<void(int)>& change) {
    box->setObjectName(QLatin1String(name));
    box->setKeyboardTracking(false);
    new PlanKeys(box);
    box->setAccessibleName(accessibleName);
    QObject::connect(box, &QSpinBox::valueChanged, box, change);
    auto* const label = plainLabel(caption, box);
    label->setContentsMargins(8, 0, 4, 0);
    return label;
}

void showNumber(QSpinBox* field, uint64_t value, bool ready) {
    const QSignalBlocker quiet(field);
    field->setValue(static_cast<int>(std::min<uint64_t>(value, std::numeric_limits<int>::max())));
    field->setEnabled(ready);
}

} // namespace

KeyFigures::KeyFigures(const Session* session)
    : m_session(session) {
    setObjectName(QStringLiteral("keyFigures"));
    setAccessibleName(tr("Peak and speed of the plan"));
    for (const auto signal : {&Session::planChanged, &Session::resultChanged, &Session::optimumChanged,
                              &Session::selfChecksChanged}) {
        connect(session, signal, this, &KeyFigures::refresh);
    }
    connect(session, &Session::tableProgress, this, &KeyFigures::refresh);
    refresh();
}

void KeyFigures::refresh() {
    m_figures.clear();
    if (m_session->estimator()) {
        const QString unknown = QStringLiteral("–");
        const PartitionResultPtr result = m_session->result();
        m_figures.push_back({tr("Peak"), result ? bytesText(result->estimate.peakTileBytes()) : unknown,
                             gapText(*m_session)});
        if (m_session->estimator()->uses()) {
            const auto time =
                m_session->cycles() && result ? m_session->timeOf(result->estimate) : std::nullopt;
            m_figures.push_back({tr("Period"), time ? tr("%1 cycles").arg(cyclesText(time->period)) : unknown,
                                 time ? throughputText(*time) : timeMissingText(*m_session)});
            if (time) {
                m_figures.push_back(
                    {tr("Utilisation"), percentText(time->utilisation), cycleSourceText(*m_session)});
            }
        }
    }
    const QString all = text() + QLatin1Char('\n') + timeExplanation(*m_session);
    setToolTip(plainToolTip(all));
    setAccessibleDescription(all);
    update();
}

QString KeyFigures::text() const {
    QStringList lines;
    for (const Figure& figure : m_figures) {
        QStringList parts{figure.caption, figure.value, figure.below};
        parts.removeAll(QString());
        lines += parts.join(QLatin1Char(' '));
    }
    return lines.join(QLatin1Char('\n'));
}

int KeyFigures::widthOf(const Figure& figure) const {
    const QFont small = metrics::sized(font(), metrics::SmallType);
    return std::max({lineWidth(figure.caption, small), lineWidth(figure.below, small),
                     lineWidth(figure.value, metrics::sized(font(), metrics::LargeType))}) +
           2 * metrics::Margin;
}

int KeyFigures::wanted() const {
    return sumOf(m_figures, [this](const Figure& figure) { return widthOf(figure); });
}

void KeyFigures::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ChartColors colors(palette());
    const QFont small = metrics::sized(font(), metrics::SmallType);
    const QFont large = metrics::sized(font(), metrics::LargeType);
    const int edge = QFontMetrics(small).height();
    size_t shown = m_figures.size();
    int left = width() - wanted();
    for (; left < 0 && shown > 1; --shown) {
        left += widthOf(m_figures[shown - 1]);
    }
    left = std::max(left, 0);
    for (size_t i = 0; i < shown; ++i) {
        painter.setPen(colors.of(ColorRole::Line));
        painter.drawLine(left, 2, left, height() - 3);
        const int wide = std::min(widthOf(m_figures[i]), width() - left);
        int top = 0;
        const auto line = [&](const QFont& font, const QColor& color, const QString& text) {
            const int tall = font == large ? height() - 2 * edge : edge;
            painter.setFont(font);
            painter.setPen(color);
            drawLine(painter, QRect(left + metrics::Margin, top, wide - metrics::Margin, tall),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
            top += tall;
        };
        line(small, colors.faintText(), m_figures[i].caption);
        line(large, m_session->resultIsCurrent() ? colors.text() : colors.faintText(), m_figures[i].value);
        line(small, colors.faintText(), m_figures[i].below);
        left += wide;
    }
}

MemoryFields::MemoryFields(PlanEditor* editor)
    : m_session(editor->session()) {
    m_memory->setToolTip(tr("The memory of a tile: 638,976 B on Mk2 and Bow IPUs. You can type a number with "
                            "the unit B, kB, KiB, MB or MiB"));
    m_keepFree->setRange(0, static_cast<int>(MaxKeepFree));
    m_keepFree->setSuffix(QStringLiteral(" %"));
    QLabel* const memory =
        setUpField(m_memory, "memoryPerTile", tr("Memory per tile"), tr("&Memory per tile"),
                   [editor](int value) { editor->setMemoryPerTile(static_cast<uint64_t>(value)); });
    //: caption of a field: the percentage of the memory that stays free
    QLabel* const free =
        setUpField(m_keepFree, "keepFree", tr("Memory to keep free"), tr("&Keep free"),
                   [editor](int value) { editor->setKeepFree(static_cast<uint32_t>(value)); });
    withoutMargins(rowOf({memory, m_memory, free, m_keepFree, Part::stretch()}, this));
    connect(m_session, &Session::planChanged, this, &MemoryFields::refresh);
    refresh();
}

void MemoryFields::refresh() {
    const MemoryLimits& memory = m_session->plan().memory();
    const bool ready = m_session->estimator() != nullptr;
    showNumber(m_memory, memory.perTile, ready);
    showNumber(m_keepFree, memory.keepFree, ready);
    m_keepFree->setToolTip(plainToolTip(tr("The share of every tile's memory that a plan must not use") +
                                        QLatin1Char('\n') + limitText(memory, {MaxIpus})));
}

PlanToolBar::PlanToolBar(PlanEditor* editor)
    : QToolBar(tr("Plan"))
    , m_editor(editor)
    , m_compare(new QAction(tr("Compare with &PopLiner"), this)) {
    setObjectName(QStringLiteral("planToolBar"));
    setMovable(false);
    m_ipus->setRange(1, static_cast<int>(MaxIpus));
    m_ipus->setToolTip(tr("The maximum number of IPUs: a plan has at most this many stages"));
    addWidget(setUpField(m_ipus, "ipus", tr("Number of IPUs"), tr("&IPUs"),
                         [this](int value) { m_editor->setIpus(static_cast<uint32_t>(value)); }));
    addWidget(m_ipus);
    addSeparator();
    addSolveMenu();
    connect(m_session, &Session::planChanged, this, &PlanToolBar::refresh);
    connect(m_session, &Session::layerOptionsFailed, this, &PlanToolBar::refresh);
    refresh();
}

QAction* PlanToolBar::addSolve(const QString& text, const QKeySequence& key, const QString& tip,
                               Objective objective) {
    auto* const action = new QAction(text, this);
    action->setShortcut(key);
    action->setToolTip(plainToolTip(tip));
    action->setStatusTip(tip);
    connect(action, &QAction::triggered, this, [this, objective] { m_session->solve(objective); });
    m_solveActions += action;
    return action;
}

void PlanToolBar::addSolveMenu() {
    addSolve(tr("&Lowest peak"), QKeySequence(Qt::Key_F6),
             tr("Of all plans for this number of IPUs, the one with the fewest bytes on its fullest tile"),
             Objective::MinPeak);
    addSolve(tr("&Fewest IPUs"), QKeySequence(Qt::Key_F7),
             tr("Of all plans that fit on the fewest IPUs, the one with the lowest peak"),
             Objective::MinIpus);
    m_shortest =
        addSolve(tr("&Shortest period"), QKeySequence(Qt::SHIFT | Qt::Key_F7),
                 tr("The fastest plan that fits on this number of IPUs; if several are equally fast, the one "
                    "with the lowest peak. Only in the pipeline setting, for profiles with cycles"),
                 Objective::MinPeriod);
    addSolve(tr("PopLiner's &greedy"), QKeySequence(Qt::Key_F8),
             tr("The plan that PopLiner finds by filling one IPU after another. Only in PopLiner's setting"),
             Objective::Greedy);
    m_compare->setShortcut(QKeySequence(Qt::Key_F8));
    const QString tip =
        tr("Describes the fullest IPU, and compares its estimate with PopLiner's for the same layers");
    m_compare->setToolTip(plainToolTip(tip));
    m_compare->setStatusTip(tip);
    auto* const menu = new QMenu(this);
    menu->addActions(m_solveActions);
    menu->addSeparator();
    menu->addAction(m_compare);
    menu->setToolTipsVisible(true);
    auto* const button = new QToolButton;
    button->setObjectName(QStringLiteral("autoSplit"));
    button->setText(tr("Auto-split"));
    button->setToolTip(plainToolTip(m_solveActions.front()->statusTip()));
    button->setMenu(menu);
    button->setAutoRaise(false);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    connect(button, &QToolButton::clicked, m_solveActions.front(), &QAction::trigger);
    addWidget(button);
}

void PlanToolBar::refresh() {
    const bool ready = m_session->estimator() != nullptr;
    showNumber(m_ipus, m_session->plan().ipus(), ready);
    for (QAction* const action : m_solveActions) {
        action->setEnabled(ready);
    }
    // The greedy search is available only in PopLiner's setting.
    const SettingTraits& traits = m_session->setting().traits();
    m_shortest->setEnabled(m_session->cycles() != nullptr);
    findChild<QToolButton*>(QStringLiteral("autoSplit"))->setEnabled(ready);
    m_solveActions.back()->setEnabled(ready && traits.greedy);
    m_compare->setEnabled(ready && traits.pipeline);
}

} // namespace tileline
