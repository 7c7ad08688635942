// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/arguments.h"
#include "core/base/errortext.h"
#include "ui/charts/picture.h"
#include "ui/mainwindow.h"
#include "ui/session/latesttask.h"
#include "ui/session/memoryshortage.h"

#include <QApplication>
#include <QEventLoop>
#include <QTimer>

#include <cstdio>
#include <map>
#include <memory>

namespace tileline {

namespace {

constexpr QSize PlanPicture(1320, 700);
constexpr QSize PagePicture(1320, 620);

int report(const Error& error, int status) {
    std::fprintf(stderr, "tileline: %s\n", describe(error).c_str());
    return status;
}

/// Runs the event loop until `done` returns true.
template <class Predicate>
void waitUntil(Predicate done) {
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        if (done()) {
            loop.quit();
        }
    });
    timer.start(5);
    if (!done()) {
        loop.exec();
    }
}

bool everythingComputed(const Session& session) {
    const bool estimated = session.resultIsCurrent() && (!session.table() || session.optimum());
    return (estimated || !session.estimator()) && session.selfChecks() && session.job() == Job::None;
}

bool queriesDone(const QWidget& page) {
    const auto queries = page.findChildren<LatestTask*>();
    return std::ranges::none_of(queries, [](const LatestTask* query) { return query->busy(); });
}

Error severalProfiles(const QString& directory, const std::vector<ProfileChoice>& choices) {
    QStringList names;
    for (const ProfileChoice& choice : choices) {
        names += choice.name;
    }
    return errorIn(directory.toStdString(), ErrorCode::SeveralProfiles, "one profile",
                   names.join(QLatin1String(", ")).toStdString());
}

/// Shows the page outside any window and at a fixed size, so that no layout affects the picture.
std::optional<Error> draw(QWidget& page, const Picture& picture) {
    page.resize(picture.view == QLatin1String("plan") ? PlanPicture : PagePicture);
    page.show();
    // The page starts its computations when it is shown. They must have begun before queriesDone() is called.
    QApplication::processEvents();
    waitUntil([&] { return queriesDone(page); });
    QApplication::processEvents();
    return savePicture(page, picture.file);
}

} // namespace

int renderPictures(const Arguments& arguments) {
    applyTheme(arguments.theme.value_or(Theme::Light));
    Error error;
    bool shortage = false;
    MainWindow window;
    QObject::connect(&MemoryShortage::instance(), &MemoryShortage::occurred, &window,
                     [&] { shortage = true; });
    Session& session = *window.session();
    QObject::connect(&session, &Session::choiceNeeded,
                     [&](const QString& directory, const std::vector<ProfileChoice>& choices) {
                         error = severalProfiles(directory, choices);
                     });
    QObject::connect(&session, &Session::loadFailed, [&](const Error& failure) { error = failure; });
    session.open(arguments.paths);
    waitUntil([&] { return !session.loading(); });
    if (session.state() != Session::State::Ready) {
        return report(error, ExitBadInput);
    }
    waitUntil([&] { return shortage || everythingComputed(session); });
    if (shortage) {
        return report(memoryError(arguments.paths.value(0).toStdString()), ExitBadInput);
    }
    window.showWholePlan();
    if (Comparison& comparison = *session.comparison(); !arguments.compared.isEmpty()) {
        comparison.start({arguments.compared});
        waitUntil([&] { return !comparison.busy(); });
        if (comparison.error()) {
            return report(*comparison.error(), ExitBadInput);
        }
    }
    std::map<QString, std::unique_ptr<QWidget>> pages; // destroyed before the window
    for (const Picture& picture : arguments.pictures) {
        std::unique_ptr<QWidget>& page = pages[picture.view];
        if (!page) {
            page.reset(window.page(picture.view));
        }
        if (!page) {
            return report(
                {ErrorCode::BadArgument, {}, "--render", "the name of a view", picture.view.toStdString()},
                ExitBadUsage);
        }
        page->setParent(nullptr);
        if (const auto failure = draw(*page, picture)) {
            return report(*failure, failure->code == ErrorCode::BadArgument ? ExitBadUsage : ExitBadInput);
        }
    }
    return 0;
}

} // namespace tileline
