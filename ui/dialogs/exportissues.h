// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchcheck.h"

#include <QListWidget>

#include <vector>

namespace tileline {

/// The list of issues that a check found. Each item has an icon and a word for the severity, the reason and
/// the remedy.
class ExportIssues : public QListWidget {
    Q_OBJECT
public:
    explicit ExportIssues(QWidget* parent = nullptr);
    void setIssues(const std::vector<ExportIssue>& issues);

signals:
    /// The user chose an issue that is about a layer.
    void layerActivated(tileline::LayerIndex layer);

private:
    std::vector<ExportIssue> m_issues;
};

} // namespace tileline
