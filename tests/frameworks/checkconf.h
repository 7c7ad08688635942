// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QString>

#include <string>

namespace tileline::test {

/// The bytes as base64, so that JSON can hold any bytes.
QString encoded(const std::string& text);

/// The output of check_poptorch.py for these cases: "ok" and their number, or a description of the error.
QString checkedByPython(const QJsonArray& cases, const QStringList& arguments = {});

/// Collects options files that Python's own parser will check.
class ConfWalk {
public:
    /// Adds a file and returns `conf`.
    const std::string& add(const std::string& conf);
    /// Parses all files and checks that each line is a call that is allowed in an options file. Returns an
    /// empty string or a description of the error.
    QString problem() const;

private:
    QJsonArray m_confs;
};

} // namespace tileline::test
