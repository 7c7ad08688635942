// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/compare/profilecomparison.h"
#include "core/memory/origins.h"
#include "core/study/study.h"
#include "ui/session/latesttask.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

namespace tileline {

class Session;

/// A report that the window shows beside the open report.
struct ComparedReport {
    Study study; ///< has no estimator
    VariableOriginsPtr origins;
    ProfileComparison figures; ///< compares the open report with this report

    /// Whether this report has the IPU. True for an empty `ipu`, which stands for the whole model.
    bool hasIpu(std::optional<StageIndex> ipu) const {
        return !ipu || ipu->value < study.profile->target.ipusOfTiles();
    }
};
using ComparedReportPtr = std::shared_ptr<const ComparedReport>;

/// The other report of a session. A worker thread reads this report, and all pages compare it with the open
/// report. When the open report is closed, the other report is dropped; when the open report is reloaded, the
/// other report is read again. If the layers of the open report change, the reports are compared again.
class Comparison : public QObject {
    Q_OBJECT
public:
    explicit Comparison(Session* session);

    /// The other report; null if there is none or if it is still being read.
    ComparedReportPtr report() const { return m_report; }
    /// The paths of the other report, even while it is being read. Empty if there is no other report.
    QStringList paths() const { return m_paths; }
    bool busy() const { return m_task.busy(); }
    /// If the other report could not be read or compared: the reason.
    const std::optional<Error>& error() const { return m_error; }
    /// Reads the other report as soon as the session has opened its own report.
    void start(const QStringList& paths);
    /// Drops the other report; if it is still being read, stops the reading.
    void end();

signals:
    void changed();
    void progress(tileline::Phase phase, double fraction);

private:
    void follow();
    void drop();
    void fail(const Error& error);
    void run(const ProfilePtr& known);

    Session* const m_session;
    QStringList m_paths;
    ComparedReportPtr m_report;
    std::optional<Error> m_error;
    LayersPtr m_layers;     ///< the open report's layers at the time of the comparison
    bool m_waiting = false; ///< whether reading must wait until the session has opened its own report
    LatestTask m_task{this};
};

} // namespace tileline
