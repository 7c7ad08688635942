// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <vector>

namespace tileline {

/// What was opened lately, the newest first, kept in QSettings. An entry is what was opened together: a
/// profile, a directory, or a profile and its debug information.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    static constexpr int MaxEntries = 10;

    explicit RecentFiles(QObject* parent = nullptr);

    const std::vector<QStringList>& entries() const { return m_entries; }
    /// Absolute paths are remembered. Moves an entry that is there to the front.
    void add(const QStringList& paths);
    void remove(const QStringList& paths);
    void clear();
    static bool exists(const QStringList& paths);

signals:
    void changed();

private:
    void store();

    std::vector<QStringList> m_entries;
};

} // namespace tileline
