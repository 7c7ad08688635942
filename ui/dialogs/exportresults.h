// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchcheck.h"

#include <QListWidget>
#include <QSyntaxHighlighter>
#include <QTextCharFormat>

#include <vector>

namespace tileline {

/// Highlights comments, strings, numbers, keywords and the names of called functions in previews of Python
/// and JSON. setPalette() adapts the colours to a light or a dark window.
class ExportHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    ExportHighlighter(QTextDocument* document, const QPalette& palette);
    void setPalette(const QPalette& palette);

protected:
    void highlightBlock(const QString& text) override;

private:
    int highlightString(const QString& text, int from);
    int highlightWord(const QString& text, int from);

    QTextCharFormat m_comment;
    QTextCharFormat m_string;
    QTextCharFormat m_number;
    QTextCharFormat m_keyword;
    QTextCharFormat m_call;
};

/// The list of issues that a check found. It shows the severity of each issue (an icon and a word), its
/// reason and its remedy.
class ExportIssues : public QListWidget {
    Q_OBJECT
public:
    ExportIssues();
    void setIssues(const std::vector<ExportIssue>& issues);

signals:
    /// Emitted when the user chooses an issue that concerns a layer.
    void layerActivated(tileline::LayerIndex layer);

private:
    std::vector<ExportIssue> m_issues;
};

} // namespace tileline
