// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QString>

#include <string>

namespace tileline::test {

/// For JSON: any bytes as base64.
QString encoded(const std::string& text);

/// What check_poptorch.py prints for these cases: "ok" and their number, or what is wrong.
QString checkedByPython(const QJsonArray& cases, const QStringList& arguments = {});

/// Option files that Python's own parser has still to look at.
class ConfWalk {
public:
    /// Returns `conf`.
    const std::string& add(const std::string& conf);
    /// Has all of them parsed and walked: whether each line is a call that may be in such a file. Empty where
    /// that is so, else what is wrong.
    QString problem() const;

private:
    QJsonArray m_confs;
};

} // namespace tileline::test
