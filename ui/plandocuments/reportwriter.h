// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/output/reportpage.h"
#include "ui/session/latesttask.h"

#include <QObject>

namespace tileline {

/// Makes the report of a plan and writes it, on the pool.
class ReportWriter : public QObject {
    Q_OBJECT
public:
    explicit ReportWriter(QObject* parent = nullptr);

    /// Stops a report that is still being made.
    void write(const ReportSource& source, const QString& path);

signals:
    void written(const QString& path);
    void failed(const tileline::Error& error);

private:
    LatestTask m_task{this};
};

} // namespace tileline
