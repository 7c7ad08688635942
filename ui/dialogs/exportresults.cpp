// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportresults.h"

#include "ui/look/palette.h"
#include "ui/text/plaintext.h"

#include <QPalette>
#include <QSet>
#include <QStyle>

#include <utility>

namespace tileline {

namespace {

QTextCharFormat styled(const QColor& colour, bool bold = false, bool italic = false) {
    QTextCharFormat result;
    result.setForeground(colour);
    result.setFontWeight(bold ? QFont::Bold : QFont::Normal);
    result.setFontItalic(italic);
    return result;
}

const QSet<QString>& keywords() {
    static const QSet<QString> Keywords{"import", "from", "def",   "for",    "in",   "return",
                                        "with",   "as",   "yield", "lambda", "True", "False",
                                        "None",   "true", "false", "null"};
    return Keywords;
}

/// The icon and the word for a severity.
std::pair<QStyle::StandardPixmap, QString> lookOf(IssueSeverity severity) {
    using Look = std::pair<QStyle::StandardPixmap, QString>;
    return severity == IssueSeverity::Error ? Look{QStyle::SP_MessageBoxCritical, ExportIssues::tr("Error")}
           : severity == IssueSeverity::Warning
               ? Look{QStyle::SP_MessageBoxWarning, ExportIssues::tr("Warning")}
               : Look{QStyle::SP_MessageBoxInformation, ExportIssues::tr("Note")};
}

} // namespace

ExportHighlighter::ExportHighlighter(QTextDocument* document, const QPalette& palette)
    : QSyntaxHighlighter(document) {
    setPalette(palette);
}

void ExportHighlighter::setPalette(const QPalette& palette) {
    const bool dark = isDark(palette);
    m_comment = styled(colorOf(ColorRole::CodeComment, dark), false, true);
    m_string = styled(colorOf(ColorRole::CodeString, dark));
    m_number = styled(colorOf(ColorRole::CodeNumber, dark));
    m_keyword = styled(colorOf(ColorRole::CodeKeyword, dark), true);
    m_call = styled(colorOf(ColorRole::CodeCall, dark));
    rehighlight();
}

void ExportHighlighter::highlightBlock(const QString& text) {
    int i = 0;
    while (i < text.size()) {
        const QChar c = text[i];
        if (c == '#') {
            setFormat(i, static_cast<int>(text.size()) - i, m_comment);
            return;
        }
        if (c == '"' || c == '\'') {
            i = highlightString(text, i);
        } else if (c.isLetterOrNumber() || c == '_') {
            i = highlightWord(text, i);
        } else {
            ++i;
        }
    }
}

int ExportHighlighter::highlightString(const QString& text, int from) {
    int end = from + 1;
    while (end < text.size() && text[end] != text[from]) {
        end += text[end] == '\\' ? 2 : 1;
    }
    end = qMin(end + 1, static_cast<int>(text.size()));
    setFormat(from, end - from, m_string);
    return end;
}

int ExportHighlighter::highlightWord(const QString& text, int from) {
    int end = from;
    while (end < text.size() && (text[end].isLetterOrNumber() || text[end] == '_')) {
        ++end;
    }
    const QString word = text.mid(from, end - from);
    if (word[0].isDigit()) {
        setFormat(from, end - from, m_number);
    } else if (keywords().contains(word)) {
        setFormat(from, end - from, m_keyword);
    } else if (end < text.size() && text[end] == '(') {
        setFormat(from, end - from, m_call);
    }
    return end;
}

ExportIssues::ExportIssues() {
    setObjectName("issues");
    setAccessibleName(tr("Checks"));
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(QListView::Adjust);
    setAlternatingRowColors(true);
    const auto activate = [this](const QListWidgetItem* item) {
        const auto& issue = m_issues[static_cast<size_t>(row(item))];
        if (issue.layer) {
            emit layerActivated(*issue.layer);
        }
    };
    connect(this, &QListWidget::itemClicked, this, activate);
    connect(this, &QListWidget::itemActivated, this, activate);
}

void ExportIssues::setIssues(const std::vector<ExportIssue>& issues) {
    if (issues == m_issues && count() > 0) {
        return;
    }
    m_issues = issues;
    clear();
    for (const ExportIssue& issue : issues) {
        const auto& [icon, word] = lookOf(issue.severity);
        QString text = word + ": " + shownText(issue.reason);
        if (!issue.remedy.empty()) {
            text += '\n' + shownText(issue.remedy);
        }
        addItem(new QListWidgetItem(style()->standardIcon(icon), text));
    }
}

} // namespace tileline
