// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/guidewindow.h"

#include <QAction>
#include <QDesktopServices>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QUrl>

#include "ui/look/icons.h"
#include "ui/text/controls.h"

namespace tileline {

namespace {

constexpr QSize GuideSize(820, 680);

/// The anchor by which links refer to a heading: "What the bytes are for" → "what-the-bytes-are-for".
QString anchorOf(const QString& heading) {
    static const QRegularExpression Signs(QStringLiteral("[^\\w\\s-]"),
                                          QRegularExpression::UseUnicodePropertiesOption);
    return heading.toLower().remove(Signs).replace(QLatin1Char(' '), QLatin1Char('-'));
}

} // namespace

void GuideWindow::open(QWidget* window, const QString& section) {
    auto* guide = window->findChild<GuideWindow*>();
    if (!guide) {
        guide = new GuideWindow(window);
        guide->setAttribute(Qt::WA_DeleteOnClose);
    }
    guide->show();
    guide->raise();
    guide->activateWindow();
    if (!section.isEmpty()) {
        guide->follow(QUrl(QStringLiteral("user-guide.md#") + section));
    }
}

GuideWindow::GuideWindow(QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("User guide"));
    m_text->setAccessibleName(windowTitle());
    m_text->setOpenLinks(false);
    m_find->setPlaceholderText(tr("Find in this page"));
    m_find->setAccessibleName(m_find->placeholderText());
    m_find->setClearButtonEnabled(true);
    auto* const back = button(tr("&Back"), m_text, &QTextBrowser::backward);
    //: the first page of the guide
    auto* const home = button(tr("&Start"), m_text, &QTextBrowser::home);
    back->setEnabled(false);
    back->setAutoDefault(false);
    home->setAutoDefault(false);
    connect(m_text, &QTextBrowser::backwardAvailable, back, &QPushButton::setEnabled);

    connect(m_text, &QTextBrowser::anchorClicked, this, &GuideWindow::follow);
    connect(m_find, &QLineEdit::returnPressed, this, [this] {
        if (!m_text->find(m_find->text())) {
            m_text->moveCursor(QTextCursor::Start);
            m_text->find(m_find->text());
        }
    });
    auto* const find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, m_find, qOverload<>(&QWidget::setFocus));
    addAction(find);
    m_find->addAction(iconOf("search"), QLineEdit::LeadingPosition);
    columnOf({rowOf({back, home, Part::stretch(), m_find}), {m_text, 1}}, this);
    resize(GuideSize);
    m_text->setSource(QUrl(QStringLiteral("qrc:/tileline/guide/user-guide.md")));
    m_text->setFocus();
}

void GuideWindow::follow(const QUrl& link) {
    const QUrl target = m_text->source().resolved(link);
    if (target.scheme() != QLatin1String("qrc")) {
        QDesktopServices::openUrl(target);
        return;
    }
    const QUrl page = target.adjusted(QUrl::RemoveFragment);
    if (page != m_text->source().adjusted(QUrl::RemoveFragment)) {
        m_text->setSource(page);
    }
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && anchorOf(block.text()) == target.fragment()) {
            m_text->setTextCursor(QTextCursor(block));
            m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->value() +
                                                  m_text->cursorRect().top());
            return;
        }
    }
}

} // namespace tileline
