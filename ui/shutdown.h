// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tileline {

/// When SIGTERM, SIGHUP, SIGINT or the desktop session tells the program to end, saves the unsaved changes of
/// all windows for recovery. A second signal ends the program at once.
///
/// A signal handler can safely call only a few functions, so it writes to a pipe that the event loop reads. A
/// signal that the program inherits as ignored (nohup) stays ignored. Only one Shutdown may exist at a time.
class Shutdown : public QObject {
    Q_OBJECT
public:
    Shutdown();
    ~Shutdown() override;

    /// Runs the event loop and returns its status. If a signal ends the loop, returns 128 plus the signal's
    /// number and deletes all windows without asking the user.
    int exec();

private:
    void onSignal();
};

} // namespace tileline
