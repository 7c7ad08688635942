// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/frameworks/checkconf.h"

#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>

namespace tileline::test {

QString encoded(const std::string& text) {
    return QString::fromLatin1(QByteArray::fromStdString(text).toBase64());
}

QString checkedByPython(const QJsonArray& cases, const QStringList& arguments) {
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
        return "python3 is needed";
    }
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(python, QStringList{TILELINE_EXPORT_CHECKER} + arguments);
    process.write(QJsonDocument(cases).toJson());
    process.closeWriteChannel();
    return process.waitForFinished(120000) ? QString::fromUtf8(process.readAll()).trimmed() : "no answer";
}

const std::string& ConfWalk::add(const std::string& conf) {
    m_confs.append(encoded(conf));
    return conf;
}

QString ConfWalk::problem() const {
    if (m_confs.isEmpty()) {
        return "nothing was written";
    }
    const QString answer = checkedByPython(m_confs, {"--walk"});
    return answer == QString("ok %1").arg(m_confs.size()) ? QString() : answer;
}

} // namespace tileline::test
