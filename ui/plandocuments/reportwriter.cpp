// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/reportwriter.h"

#include "core/base/textfile.h"
#include "ui/session/memoryshortage.h"
#include "ui/session/sourcegroups.h"
#include "ui/session/workerpool.h"

namespace tileline {

namespace {

Outcome<Done> writeReport(const ReportSource& source, const QString& path, const std::stop_token& stop) {
    TRY(checkOutputFile(path));
    const std::string page = TRY(reportPage(source, *WorkerPool::loopWorkers(), {}, stop));
    TRY(writeFileAtomically(path.toStdString(), page));
    return Done{};
}

} // namespace

ReportWriter::ReportWriter(QObject* parent)
    : QObject(parent) {
    connect(&m_task, &LatestTask::outOfMemory, this, [this] { emit failed(memoryError()); });
}

void ReportWriter::write(const ReportSource& source, const QString& path) {
    m_task.run([source, path](const std::stop_token& stop) { return writeReport(source, path, stop); },
               [this, path](const Outcome<Done>& done) {
                   if (done) {
                       emit written(path);
                   } else if (!done.failure().cancelled()) {
                       emit failed(done.failure().error());
                   }
               });
}

} // namespace tileline
