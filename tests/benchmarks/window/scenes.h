// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/benchmarks/window/timedapplication.h"
#include "ui/mainwindow.h"

#include <cstdlib>
#include <memory>

namespace tileline::benchmarks {

/// The duration of a frame on a 60 Hz display. No event may take longer.
inline constexpr double FrameMilliseconds = 16;
inline constexpr int Patience = 300000;

/// The window in which all scenes are played.
extern std::unique_ptr<MainWindow> window;

/// Handles events for that time.
void settle(int milliseconds = 120);
/// Handles events until no page computes anything, and what it computed is drawn.
void settlePages();

/// Does what a click of the user would do, and waits until everything is drawn.
template <class Work>
void act(const Work& work) {
    TimedApplication::act(work);
    settlePages();
}

/// Shows a page and waits until it has its data.
template <class Page>
Page* showPage(const char* name) {
    TimedApplication::place() = name;
    act([&] { window->showPage(QLatin1String(name)); });
    if (auto* const page = dynamic_cast<Page*>(window->page(QLatin1String(name)))) {
        return page;
    }
    std::exit(1);
}

/// Turns the wheel over a widget by `steps` notches, one in each frame.
void wheel(QWidget* widget, const QPoint& at, int steps, Qt::KeyboardModifiers keys = {});
/// Points at a chart from left to right, then zooms in and out.
void exploreChart(QWidget* chart);

// What users do with the pages of a report.
void useMemoryMap();
void chooseTiles();
void findSteps();
void listPrograms();
void readInsights();
void useExecution();
void readSummary();
/// Compares the open report with the one in the directory `other`.
void compareReports(const QString& other);
void inspectChoices();
void chooseIpus();

} // namespace tileline::benchmarks
