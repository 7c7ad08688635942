// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/rail.h"

#include "ui/look/metrics.h"
#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QAccessibleWidget>
#include <QAction>
#include <QFrame>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

namespace tileline {

namespace {

/// The width in pixels of the bar that marks the page in view.
constexpr int MarkWidth = 3;

class RailEntry : public QToolButton {
    Q_OBJECT
public:
    explicit RailEntry(QAction* action) {
        setDefaultAction(action);
        setAutoRaise(true);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setIconSize({metrics::IconSize, metrics::IconSize});
        showChecked();
        connect(action, &QAction::toggled, this, &RailEntry::showChecked);
    }

    QSize sizeHint() const override {
        const bool named = toolButtonStyle() != Qt::ToolButtonIconOnly;
        const QFontMetrics letters(metrics::bold(font()));
        const int text = named ? letters.horizontalAdvance(defaultAction()->iconText()) + metrics::Inner : 0;
        return {metrics::IconSize + 2 * metrics::Inner + MarkWidth + text,
                letters.height() + metrics::Inner + 2};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const bool chosen = isChecked();
        if (chosen || underMouse()) {
            QColor ground = palette().color(chosen ? QPalette::Highlight : QPalette::WindowText);
            ground.setAlphaF(chosen ? 0.16F : 0.06F);
            painter.fillRect(rect(), ground);
        }
        const QRect shown = QStyle::visualRect(
            layoutDirection(), rect(), rect().adjusted(metrics::Inner + MarkWidth, 0, -metrics::Inner, 0));
        const auto state = isEnabled() ? QIcon::Normal : QIcon::Disabled;
        icon().paint(
            &painter,
            QStyle::alignedRect(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter, iconSize(), shown),
            Qt::AlignCenter, state);
        if (toolButtonStyle() != Qt::ToolButtonIconOnly) {
            painter.setFont(chosen ? metrics::bold(font()) : font());
            painter.setPen(
                palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
            const QRect text =
                QStyle::visualRect(layoutDirection(), shown,
                                   shown.adjusted(metrics::IconSize + metrics::Inner, 0, metrics::Inner, 0));
            painter.drawText(
                text, Qt::AlignVCenter | Qt::TextSingleLine,
                painter.fontMetrics().elidedText(defaultAction()->iconText(), Qt::ElideRight, text.width()));
        }
        if (chosen) {
            painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), QRect(0, 0, MarkWidth, height())),
                             palette().color(QPalette::Highlight));
        }
        drawFocusFrame(painter, *this);
    }

    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() != Qt::Key_Up && event->key() != Qt::Key_Down) {
            QToolButton::keyPressEvent(event);
            return;
        }
        const auto entries = parentWidget()->findChildren<RailEntry*>();
        const auto next = entries.indexOf(this) + (event->key() == Qt::Key_Up ? -1 : 1);
        if (next >= 0 && next < entries.size()) {
            entries[next]->setFocus(Qt::TabFocusReason);
            entries[next]->click();
        }
    }

private:
    /// Only the button of the page in view can be reached with the Tab key.
    void showChecked() { setFocusPolicy(isChecked() ? Qt::StrongFocus : Qt::ClickFocus); }
};

/// Lets assistive technology treat the button of a page as a tab.
class AccessibleEntry : public QAccessibleWidget {
public:
    explicit AccessibleEntry(RailEntry* entry)
        : QAccessibleWidget(entry, QAccessible::PageTab) {}

    QString text(QAccessible::Text which) const override {
        const auto* const action = static_cast<RailEntry*>(widget())->defaultAction();
        return which == QAccessible::Name          ? action->iconText()
               : which == QAccessible::Accelerator ? action->shortcut().toString(QKeySequence::NativeText)
                                                   : QAccessibleWidget::text(which);
    }
    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.selectable = true;
        state.selected = static_cast<RailEntry*>(widget())->isChecked();
        return state;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override {
        name == pressAction() ? static_cast<RailEntry*>(widget())->click()
                              : QAccessibleWidget::doAction(name);
    }
};

QAccessibleInterface* accessibleEntry(const QString&, QObject* object) {
    auto* const entry = qobject_cast<RailEntry*>(object);
    return entry ? new AccessibleEntry(entry) : nullptr;
}

} // namespace

Rail::Rail() {
    static const bool installed = (QAccessible::installFactory(accessibleEntry), true);
    Q_UNUSED(installed)
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Pages"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_fold->setObjectName(QStringLiteral("foldRail"));
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::ClickFocus);
    m_fold->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_fold, &QToolButton::clicked, this, &Rail::foldClicked);
    auto* const content = new QWidget;
    withoutMargins(columnOf({m_column, Part::stretch(), m_fold}, content))->setSpacing(0);
    withoutMargins(m_column)->setSpacing(0);
    m_column->setContentsMargins(0, metrics::Inner / 2, 0, metrics::Inner / 2);
    setWidget(content);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    setFolded(false);
}

QToolButton* Rail::addEntry(QAction* action, bool beginsGroup) {
    if (beginsGroup) {
        auto* const line = new QFrame;
        line->setFrameShape(QFrame::HLine);
        line->setFrameShadow(QFrame::Plain);
        line->setForegroundRole(QPalette::Midlight);
        line->setContentsMargins(metrics::Inner, 0, metrics::Inner, 0);
        m_column->addWidget(line);
    }
    m_entries += new RailEntry(action);
    m_column->addWidget(m_entries.back());
    setFolded(m_folded);
    return m_entries.back();
}

void Rail::setFolded(bool folded) {
    m_folded = folded;
    const auto style = folded ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
    for (QToolButton* const entry : m_entries) {
        entry->setToolButtonStyle(style);
        entry->updateGeometry();
    }
    m_fold->setArrowType(folded == isRightToLeft() ? Qt::LeftArrow : Qt::RightArrow);
    m_fold->setAccessibleName(folded ? tr("Show the names of the pages")
                                     : tr("Show only the icons of the pages"));
    m_fold->setToolTip(plainToolTip(m_fold->accessibleName()));
    updateGeometry();
}

void Rail::focusChosen() {
    for (QToolButton* const entry : m_entries) {
        if (entry->isChecked()) {
            entry->setFocus(Qt::OtherFocusReason);
        }
    }
}

QSize Rail::sizeHint() const {
    int width = 0;
    for (const QToolButton* const entry : m_entries) {
        width = std::max(width, entry->sizeHint().width());
    }
    return {width, QScrollArea::sizeHint().height()};
}

} // namespace tileline

#include "rail.moc"
