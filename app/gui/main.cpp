// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/arguments.h"
#include "app/gui/renderer.h"
#include "core/session/memoryshortage.h"
#include "ui/mainwindow.h"
#include "ui/settings/settings.h"
#include "ui/text/translations.h"

#include <QApplication>

#include <new>
#include <utility>

namespace {

/// If there is no memory for what an event needs, such as a very large picture, the program goes on without
/// it: the plan must not be lost.
class Application : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        try {
            return QApplication::notify(receiver, event);
        } catch (const std::bad_alloc&) {
            tileline::MemoryShortage::report();
            return false;
        }
    }
};

int openWindows(const tileline::Arguments& arguments) {
    tileline::applyTheme(arguments.theme.value_or(tileline::settings::theme()));
    QStringList paths = arguments.paths;
    bool first = true;
    do {
        auto* const window = tileline::MainWindow::newWindow();
        if (!paths.isEmpty()) {
            window->open({paths.takeFirst()});
        }
        if (std::exchange(first, false)) {
            window->offerRecovery();
        }
    } while (!paths.isEmpty());
    return QApplication::exec();
}

} // namespace

int main(int argc, char* argv[]) {
    if (tileline::needsNoDisplay(argc, argv)) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const Application application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Tileline"));
    QApplication::setOrganizationName(QStringLiteral("Tileline"));
    QApplication::setApplicationVersion(QStringLiteral(TILELINE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.tileline.Tileline"));
    tileline::installTranslations();
    tileline::setByteUnit(tileline::settings::byteUnit());
    const tileline::Arguments arguments = tileline::parseArguments(QApplication::arguments());
    if (arguments.exitStatus) {
        return *arguments.exitStatus;
    }
    return arguments.pictures.empty() ? openWindows(arguments) : tileline::renderPictures(arguments);
}
