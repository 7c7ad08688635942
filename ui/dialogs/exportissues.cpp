// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportissues.h"

#include "ui/text/plaintext.h"

#include <QStyle>

namespace tileline {

namespace {

QStyle::StandardPixmap iconOf(IssueSeverity severity) {
    switch (severity) {
    case IssueSeverity::Error:
        return QStyle::SP_MessageBoxCritical;
    case IssueSeverity::Warning:
        return QStyle::SP_MessageBoxWarning;
    case IssueSeverity::Note:
        break;
    }
    return QStyle::SP_MessageBoxInformation;
}

QString wordOf(IssueSeverity severity) {
    switch (severity) {
    case IssueSeverity::Error:
        return ExportIssues::tr("Error");
    case IssueSeverity::Warning:
        return ExportIssues::tr("Warning");
    case IssueSeverity::Note:
        break;
    }
    return ExportIssues::tr("Note");
}

} // namespace

ExportIssues::ExportIssues(QWidget* parent)
    : QListWidget(parent) {
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
        QString text = wordOf(issue.severity) + ": " + shownText(issue.reason);
        if (!issue.remedy.empty()) {
            text += '\n' + shownText(issue.remedy);
        }
        addItem(new QListWidgetItem(style()->standardIcon(iconOf(issue.severity)), text));
    }
}

} // namespace tileline
