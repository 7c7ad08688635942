// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/settingline.h"

#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/settingtoolbar.h"
#include "ui/text/controls.h"
#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"
#include "ui/text/verdicttext.h"

#include <QMouseEvent>
#include <QSpinBox>

namespace tileline {

SettingLine::SettingLine(PlanEditor* editor)
    : m_editor(editor)
    , m_text(new ElidedText) {
    m_fold->setObjectName(QStringLiteral("unfoldSetting"));
    m_fold->setAutoRaise(true);
    m_fold->setCheckable(true);
    m_fold->setAccessibleName(tr("Fields of the setting"));
    m_text->setAccessibleName(tr("Setting"));
    QHBoxLayout* const line = rowOf({m_fold, {m_text, 1}}, m_line);
    line->setContentsMargins(4, 0, 8, 0);
    auto* const memory = new MemoryFields(editor);
    withoutMargins(columnOf({new SettingToolBar(editor), memory}, m_fields))->setSpacing(2);
    withoutMargins(columnOf({m_line, m_fields}, this))->setSpacing(0);
    connect(m_fold, &QToolButton::toggled, this, &SettingLine::setUnfolded);
    m_text->setObjectName(QStringLiteral("settingText"));
    m_text->setCursor(Qt::PointingHandCursor);
    m_text->installEventFilter(this);
    const Session* const session = editor->session();
    connect(session, &Session::planChanged, this, &SettingLine::refresh);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setUnfolded(false);
    refresh();
}

void SettingLine::addStatus(QWidget* widget) {
    m_line->layout()->addWidget(widget);
}

void SettingLine::setUnfolded(bool unfolded) {
    m_fold->setChecked(unfolded);
    m_fold->setArrowType(unfolded ? Qt::DownArrow : Qt::RightArrow);
    m_fold->setToolTip(plainToolTip(unfolded ? tr("Hide the fields of the setting")
                                             : tr("Change the setting and the memory")));
    m_fields->setVisible(unfolded);
}

/// A click on the line unfolds the fields. The clicked part of the line determines which field gets the
/// focus.
bool SettingLine::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress && !m_setting.isEmpty() &&
        static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        setUnfolded(true);
        const auto x = static_cast<QMouseEvent*>(event)->position().x();
        if (x > lineWidth(m_setting, m_text->font())) {
            auto* const field = m_fields->findChild<QSpinBox*>(QStringLiteral("keepFree"));
            field->setFocus();
            field->selectAll();
        } else if (auto* const field = m_fields->findChild<QComboBox*>(QStringLiteral("recompute"));
                   field->isVisible()) {
            field->setFocus();
            field->showPopup();
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SettingLine::refresh() {
    const Session& session = *m_editor->session();
    m_setting = session.profile() ? settingText(session) : QString();
    //: %1 is "estimate, pipeline setting, training", %2 "limit 638,976 B"
    m_text->setText(m_setting.isEmpty()
                        ? QString()
                        : tr("%1 · %2").arg(m_setting, limitText(session.plan().memory(), {MaxIpus})),
                    tr("Click to change it"));
}

} // namespace tileline
