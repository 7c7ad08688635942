// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/verdictline.h"

#include "ui/charts/chartcolors.h"
#include "ui/look/metrics.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/session/workerpool.h"
#include "ui/text/controls.h"
#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"
#include "ui/text/warningtext.h"

#include <QAbstractButton>
#include <QAction>
#include <QEvent>
#include <QFrame>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

namespace tileline {

namespace {

constexpr int LineMargin = metrics::Inner;
constexpr int LineGap = 6;
/// The line asks for this width in pixels, no matter how long its texts are and how many buttons there are.
constexpr int MinTextWidth = 260;
constexpr int PopupWidth = 520;
/// The key figures may take this percentage of the width, even if the verdict then has too little room.
constexpr int FiguresShare = 25;

} // namespace

/// The texts of the line: the emphasised verdict, followed by a note. The texts form a button, so that the
/// user can also open the popup with a key.
class VerdictButton : public QAbstractButton {
public:
    explicit VerdictButton(QWidget* parent)
        : QAbstractButton(parent) {
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
    }

    void setTexts(const VerdictText& verdict, const QString& note, bool current) {
        m_verdict = verdict;
        m_note = note;
        m_current = current;
        update();
    }

    static QFont statementFont(const QFont& font) {
        return metrics::sized(metrics::bold(font), metrics::LargeType);
    }
    int statementWidth() const { return lineWidth(m_verdict.text, statementFont(font())) + 1; }
    int statementHeight() const { return QFontMetrics(statementFont(font())).height() + 4; }
    /// `free`: the second row has no buttons, so it shows the note. Otherwise, the first row shows the note.
    void setRowFree(bool free) {
        m_rowFree = free;
        update();
    }

    QSize sizeHint() const override { return {MinTextWidth, statementHeight() + fontMetrics().height() + 6}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const ChartColors colors(palette());
        const QColor plain = palette().color(QPalette::WindowText);
        const QFont statement = statementFont(font());
        painter.setFont(statement);
        const bool bad = m_verdict.state >= VerdictText::State::Over;
        painter.setPen(bad ? colors.limit() : m_current ? plain : colors.faintText());
        const QRect first(0, 0, width(), statementHeight());
        drawLine(painter, first, Qt::AlignLeft | Qt::AlignVCenter, m_verdict.text);
        painter.setFont(font());
        painter.setPen(plain);
        const int taken = m_verdict.text.isEmpty() ? 0 : lineWidth(m_verdict.text, statement) + 2 * LineGap;
        const QRect rest = m_rowFree ? QRect(0, first.bottom() + 1, width(), height() - first.height())
                                     : first.adjusted(taken, 0, 0, 0);
        if (rest.width() > 0) {
            drawLine(painter, rest, Qt::AlignLeft | Qt::AlignVCenter, m_note);
        }
        drawFocusFrame(painter, *this);
    }

private:
    VerdictText m_verdict;
    QString m_note;
    bool m_current = true;
    bool m_rowFree = true;
};

VerdictLine::VerdictLine(PlanEditor* editor)
    : m_editor(editor)
    , m_text(new VerdictButton(this))
    , m_count(new QToolButton(this))
    , m_figures(new KeyFigures(editor->session())) {
    m_figures->setParent(this);
    setObjectName(QStringLiteral("verdictLine"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_text->setObjectName(QStringLiteral("verdict"));
    m_count->setObjectName(QStringLiteral("planWarnings"));
    m_count->setAccessibleName(tr("Warnings about the plan"));
    // Few fonts contain a warning sign, and finding such a font takes 0.1 seconds, so the sign is a picture.
    m_count->setIcon(style()->standardIcon(QStyle::SP_MessageBoxWarning));
    m_count->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QAbstractButton* const button : std::initializer_list<QAbstractButton*>{m_text, m_count}) {
        connect(button, &QAbstractButton::clicked, this, &VerdictLine::showAll);
    }
    makeOffers();
    const Session* const session = editor->session();
    connect(session, &Session::planChanged, this, [this] {
        m_message.clear();
        refresh();
    });
    for (const auto signal :
         {&Session::resultChanged, &Session::optimumChanged, &Session::selfChecksChanged}) {
        connect(session, signal, this, &VerdictLine::refresh);
    }
    connect(session, &Session::tableProgress, this, [this](double fraction) {
        if (fraction >= 1) {
            refresh();
        }
    });
    connect(editor, &PlanEditor::dragChanged, this, &VerdictLine::refresh);
    refresh();
}

void VerdictLine::makeOffers() {
    constexpr std::array<const char*, OfferCount> Names{
        "moveEntry", "outputOnFirst", "bestPlan", "moreIpus", "layerExpression", "keepFree", "outputOnLast"};
    for (size_t i = 0; i < OfferCount; ++i) {
        m_actions[i] = new QAction(this);
        m_actions[i]->setVisible(false);
        connect(m_actions[i], &QAction::triggered, this, [this, i] { act(static_cast<Offer>(i)); });
        m_buttons[i] = new QToolButton(this);
        m_buttons[i]->setObjectName(QLatin1String(Names[i]));
        m_buttons[i]->setDefaultAction(m_actions[i]);
        m_buttons[i]->setToolButtonStyle(Qt::ToolButtonTextOnly);
        m_buttons[i]->setFocusPolicy(Qt::StrongFocus);
        m_buttons[i]->hide();
    }
}

QList<QAction*> VerdictLine::remedies() const {
    QList<QAction*> shown(m_actions.begin(), m_actions.end());
    shown.removeIf([](const QAction* action) { return !action->isVisible(); });
    return shown;
}

QSize VerdictLine::sizeHint() const {
    const int row = std::max(m_count->sizeHint().height(), m_buttons.front()->sizeHint().height());
    return {MinTextWidth,
            m_text->statementHeight() + std::max(row, fontMetrics().height() + 6) + 2 * LineGap};
}

void VerdictLine::refresh() {
    m_verdict = verdictText(*m_editor->session());
    m_hopeless = m_verdict.state == VerdictText::State::Over ? hopelessText(*m_editor->session()) : QString();
    m_warnings = planWarnings(*m_editor->session());
    findRemedies();
    refreshText();
    arrange();
    emit remediesFound(m_remedies);
}

void VerdictLine::refreshText() {
    const QString note = !m_message.isEmpty()        ? m_message
                         : !m_hopeless.isEmpty()     ? m_hopeless
                         : !m_warnings.isEmpty()     ? m_warnings.front()
                         : !m_verdict.note.isEmpty() ? m_verdict.note
                                                     : m_verdict.idle;
    m_text->setTexts(m_verdict, note, m_editor->session()->resultIsCurrent());
    const QString all = allLines().join(QLatin1Char('\n'));
    m_text->setToolTip(plainToolTip(all));
    m_text->setAccessibleName(m_verdict.text.isEmpty() ? tr("Verdict") : m_verdict.text);
    m_text->setAccessibleDescription(all);
    const QString warnings = m_warnings.join(QLatin1Char('\n'));
    m_count->setText(QString::number(m_warnings.size()));
    m_count->setToolTip(plainToolTip(warnings));
    m_count->setAccessibleDescription(warnings);
    m_count->setVisible(!m_warnings.isEmpty());
}

/// All texts of the line, including those that do not fit.
QStringList VerdictLine::allLines() const {
    QStringList lines{m_verdict.text, m_verdict.details, m_verdict.note,
                      m_verdict.idle, m_message,         m_hopeless};
    lines += m_warnings;
    lines.removeAll(QString());
    return lines;
}

/// Searches for remedies if the current plan does not fit or cannot be compiled. Starts no search if the
/// remedies are already known or a search is running.
void VerdictLine::findRemedies() {
    const Session* const session = m_editor->session();
    const Asked now{session->plan(), session->estimator(), session->optimum()};
    const bool bad =
        m_verdict.state == VerdictText::State::Over || m_verdict.state == VerdictText::State::Refused;
    const bool same = bad && m_asked == now && session->resultIsCurrent();
    if (!same) {
        m_search.cancel();
        m_asked = Asked();
        m_remedies.clear();
    }
    offer();
    const IntervalTablePtr table = session->table();
    if (same || !bad || m_editor->dragging() || !session->resultIsCurrent() || !now.optimum || !table ||
        !table->complete()) {
        return;
    }
    m_asked = now;
    m_search.run(
        [now, table](const std::stop_token& stop) {
            return tileline::findRemedies(now.plan, *table, *now.optimum, *WorkerPool::loopWorkers(), stop);
        },
        [this](Outcome<std::vector<Remedy>> found) {
            m_remedies = found ? *std::move(found) : std::vector<Remedy>();
            refresh();
        });
}

void VerdictLine::offer() {
    for (size_t i = 0; i < OfferCount; ++i) {
        setOffer(static_cast<Offer>(i), {}, {});
    }
    const LayersPtr layers = m_editor->session()->layers();
    for (const Remedy& remedy : m_remedies) {
        if (remedy.kind == Remedy::Kind::OutputOnFirst) {
            offerOutputOnFirst(remedyEffect(remedy, *m_editor->session()));
        } else {
            setOffer(offerOf(remedy.kind), withoutKeys(remedyName(remedy, *layers)),
                     remedyEffect(remedy, *m_editor->session()));
        }
        m_results[offerOf(remedy.kind)] = remedyResult(remedy, *m_editor->session());
    }
    // Offers "Output on the first IPU" at once, because this offer does not need the interval table.
    if (!m_actions[OutputFirst]->isVisible() && outputOnFirstHelps(*m_editor->session())) {
        offerOutputOnFirst({});
    }
    if (m_verdict.keepFree) {
        //: %1 is a whole number
        setOffer(KeepFree, tr("Keep %1 % free").arg(*m_verdict.keepFree),
                 tr("Keeps free the bytes that a tile's memory layout may need"));
    }
    if (m_verdict.outputMoved) {
        setOffer(OutputLast, tr("Run Output on the last IPU"), {});
    }
    offerExpression();
}

void VerdictLine::offerOutputOnFirst(const QString& effect) {
    const QString why = tr("Head and loss then run on the embedding's IPU, as an additional pipeline stage, "
                           "so a weight that the head shares with the embedding is not split");
    Remedy remedy;
    remedy.kind = Remedy::Kind::OutputOnFirst;
    setOffer(OutputFirst, remedyName(remedy, *m_editor->session()->layers()),
             effect.isEmpty() ? why : why + QLatin1Char('\n') + effect);
}

void VerdictLine::offerExpression() {
    m_expression.clear();
    for (const PlanWarning& warning : m_editor->session()->warnings()) {
        if (m_expression.empty()) {
            m_expression = proposedExpression(warning);
        }
    }
    if (!m_expression.empty()) {
        //: %1 is a regular expression
        setOffer(Expression, tr("Use another layer expression"),
                 tr("Find the layers with %1").arg(shownText(m_expression)));
    }
}

void VerdictLine::setOffer(Offer offer, const QString& text, const QString& effect) {
    QAction* const action = m_actions[offer];
    action->setText(text);
    action->setToolTip(plainToolTip(effect));
    action->setVisible(!text.isEmpty());
    m_results[offer].clear();
    m_buttons[offer]->setAccessibleDescription(effect);
}

void VerdictLine::act(Offer offer) {
    if (m_popup) {
        m_popup->close();
    }
    const Session& session = *m_editor->session();
    const QString name = m_actions[offer]->text();
    StudyOptions options = session.options();
    if (offer == Expression) {
        options.layers.layerRegex = m_expression;
        m_editor->applyOptions(options, name);
    } else if (offer == OutputFirst || offer == OutputLast) {
        options.setting.pipeline.outputOn = offer == OutputFirst ? OutputOn::First : OutputOn::Last;
        m_editor->applyOptions(options, name);
    } else if (offer == KeepFree && m_verdict.keepFree) {
        MemoryLimits memory = m_editor->plan().memory();
        memory.keepFree = *m_verdict.keepFree;
        m_editor->apply(m_editor->plan().withMemory(memory), name);
    } else if (const auto remedy = std::ranges::find(m_remedies, offer,
                                                     [](const Remedy& known) { return offerOf(known.kind); });
               remedy != m_remedies.end()) {
        // The plan is copied, because apply() clears the remedies, which contain the plan.
        const Plan plan = remedy->plan;
        m_editor->apply(plan, remedyName(*remedy, *session.layers()));
    }
}

/// Lays out the two rows without a QLayout, because buttons that do not fit are shown only in the popup.
void VerdictLine::arrange() {
    const int free = width() - 3 * LineMargin - m_text->statementWidth();
    const int figures = std::min(m_figures->wanted(), std::max(free, width() * FiguresShare / 100));
    const int right = width() - LineMargin - figures;
    m_figures->setGeometry(right, LineGap, figures, height() - 2 * LineGap);
    m_text->setGeometry(LineMargin, LineGap, std::max(0, right - 2 * LineMargin), height() - 2 * LineGap);
    const int top = LineGap + m_text->statementHeight();
    int left = LineMargin;
    const auto place = [&](QWidget* widget) {
        const QSize size = widget->sizeHint();
        const bool fits = left + size.width() + LineMargin <= right;
        if (fits) {
            widget->setGeometry(left, top, size.width(), std::min(size.height(), height() - top));
            widget->raise();
            left += size.width() + LineGap;
        }
        return fits;
    };
    for (size_t i = 0; i < OfferCount; ++i) {
        const QString name = m_actions[i]->text();
        bool fits = m_actions[i]->isVisible() && !m_results[i].isEmpty();
        if (fits) {
            //: %1 is a remedy ("Best plan"), %2 its result ("588.0 KiB, fits")
            m_buttons[i]->setText(tr("%1 → %2").arg(name, m_results[i]));
            fits = place(m_buttons[i]);
        }
        if (!fits && m_actions[i]->isVisible()) {
            m_buttons[i]->setText(name);
            fits = place(m_buttons[i]);
        }
        m_buttons[i]->setVisible(fits);
    }
    if (!m_warnings.isEmpty()) {
        place(m_count);
    }
    m_text->setRowFree(left == LineMargin);
}

/// Shows all texts and offers in a popup beneath the line.
void VerdictLine::showAll() {
    if (m_popup) {
        m_popup->close();
    }
    auto* const popup = new QFrame(this, Qt::Popup);
    m_popup = popup;
    popup->setObjectName(QStringLiteral("verdictPopup"));
    popup->setAttribute(Qt::WA_DeleteOnClose);
    popup->setFrameShape(QFrame::StyledPanel);
    auto* const column = new QVBoxLayout(popup);
    const auto addText = [&](const QString& text) {
        if (!text.isEmpty()) {
            QLabel* const label = selectableLabel(ByMouseOrKey);
            label->setText(text);
            column->addWidget(label);
        }
    };
    for (const QString& line : allLines()) {
        addText(line);
    }
    for (size_t i = 0; i < OfferCount; ++i) {
        if (m_actions[i]->isVisible()) {
            auto* const button = new QToolButton;
            button->setDefaultAction(m_actions[i]);
            button->setFocusPolicy(Qt::StrongFocus);
            column->addWidget(button);
            addText(m_buttons[i]->accessibleDescription());
        }
    }
    const int wide = std::clamp(width() - 2 * LineMargin, 1, PopupWidth);
    popup->setFixedWidth(wide);
    popup->resize(wide, column->heightForWidth(wide));
    popup->move(mapToGlobal(QPoint(LineMargin, height())));
    popup->show();
    popup->setFocus();
}

void VerdictLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void VerdictLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // A new font changes how much text fits. A LocaleChange event announces a new unit of bytes.
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange ||
        event->type() == QEvent::LocaleChange) {
        refresh();
    }
}

} // namespace tileline
