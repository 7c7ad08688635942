// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the window in all its states: tileline_screenshots DIRECTORY. The model is generated, so the pictures
// are the same on every machine with the same fonts. With a size, as in 1920x1080, draws only the plan and
// the pages, light and dark, to see whether all of it fits.
#include "app/generate/modelgenerator.h"
#include "core/base/errortext.h"
#include "ui/mainwindow.h"
#include "ui/pages/inspector.h"
#include "ui/pagetable.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/splitmarker.h"
#include "ui/preferences/theme.h"
#include "ui/text/translations.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

namespace {

using namespace tileline;

constexpr QSize DefaultWindowSize(1280, 860);
constexpr int Patience = 120000;

/// A training pipeline with a tied weight, in several states.
struct PipelinePicture {
    const char* name;
    const char* model; ///< a directory
    OutputOn outputOn = OutputOn::Last;
    bool compare = false; ///< with PopLiner's figures
};

constexpr std::array<PipelinePicture, 5> PipelinePictures{{
    {"tied-refused", "tied", OutputOn::Last},
    {"output-first", "tied", OutputOn::First},
    {"cycles-estimated", "estimated"},
    {"cycles-missing", "no-cycles"},
    {"compare", "tied", OutputOn::First, true},
}};

class Screenshots {
public:
    Screenshots(QString directory, QString model, QSize size)
        : m_directory(std::move(directory))
        , m_model(std::move(model))
        , m_size(size) {}

    bool takeAll(const QString& badFile) {
        applyTheme(Theme::Light);
        return takeStates(badFile) && takePlan("light", Theme::Light) && takePlan("dark", Theme::Dark) &&
               takePipelines("light", Theme::Light) && takePipelines("dark", Theme::Dark) && m_saved;
    }

    /// The plan and the pages, in both themes.
    bool takePlans() {
        m_prefixed = true;
        return takePlan("light", Theme::Light) && takePlan("dark", Theme::Dark) && m_saved;
    }

private:
    void save(QWidget& window, const QString& name) {
        QCoreApplication::processEvents();
        const QString path = QDir(m_directory).filePath(name + QStringLiteral(".png"));
        m_saved = window.grab().save(path, "PNG", 0) && m_saved;
        std::printf("%s\n", qPrintable(path));
    }

    bool takeStates(const QString& badFile) {
        MainWindow window;
        show(window);
        save(window, QStringLiteral("empty"));
        window.open({badFile});
        if (!QTest::qWaitFor([&] { return window.session()->state() == Session::State::Failed; }, Patience)) {
            return false;
        }
        save(window, QStringLiteral("error"));
        int reported = 0;
        QObject::connect(window.session(), &Session::loadProgress, &window, [&] {
            if (reported++ == 3) {
                save(window, QStringLiteral("loading"));
            }
        });
        window.open({m_model});
        return QTest::qWaitFor([&] { return window.session()->state() == Session::State::Ready; }, Patience);
    }

    bool takePlan(const char* name, Theme theme) {
        applyTheme(theme);
        MainWindow window;
        show(window);
        window.open({m_model});
        if (!QTest::qWaitFor(
                [&] { return window.session()->optimum() && window.session()->job() == Job::None; },
                Patience)) {
            return false;
        }
        makeInteresting(window);
        settle(window);
        save(window, QLatin1String(name));
        if (theme == Theme::Light) {
            takeDrag(window);
        }
        if (theme == Theme::Light || m_prefixed) {
            takePages(window, m_prefixed ? QLatin1String(name) + QLatin1Char('-') : QString());
        }
        return true;
    }

    bool takePipelines(const char* themeName, Theme theme) {
        applyTheme(theme);
        for (const PipelinePicture& picture : PipelinePictures) {
            MainWindow window;
            show(window);
            SettingOptions setting;
            setting.pipeline.outputOn = picture.outputOn;
            window.session()->setSetting(setting);
            window.open({QLatin1String(picture.model)});
            if (!QTest::qWaitFor(
                    [&] { return window.session()->optimum() && window.session()->job() == Job::None; },
                    Patience)) {
                return false;
            }
            window.selection()->choose(StageIndex{0});
            settle(window);
            const QByteArray name = QByteArray("plan-") + picture.name + '-' + themeName;
            if (!picture.compare) {
                save(window, QLatin1String(name));
                continue;
            }
            window.planPage()->toolBar()->compareAction()->trigger();
            settle(window);
            save(*window.findChild<Inspector*>(), QLatin1String(name));
        }
        return true;
    }

    /// Adds a pin and a forbidden boundary, and selects a stage.
    static void makeInteresting(MainWindow& window) {
        PlanEditor& editor = *window.editor();
        editor.togglePinned(editor.plan().splits()[0]);
        editor.toggleForbidden({editor.plan().splits()[1].value + 1});
        window.selection()->choose(StageIndex{1});
    }

    void takeDrag(MainWindow& window) {
        PlanCanvas* const canvas = window.planPage()->canvas();
        SplitMarker* const marker = canvas->markers()[1];
        const BoundaryGeometry& geometry = canvas->geometry();
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
        const double x = geometry.xOf(marker->boundary()) - 2 * geometry.layerWidth;
        QTest::mouseMove(marker, marker->mapFrom(canvas, QPoint(static_cast<int>(x), 40)));
        settle(window);
        save(window, QStringLiteral("drag"));
        QTest::mouseRelease(marker, Qt::LeftButton);
    }

    void takePages(MainWindow& window, const QString& prefix) {
        const std::vector<StageEstimate>& stages = window.session()->result()->estimate.stages;
        const auto fullest = std::max_element(stages.begin(), stages.end(), [](const auto& a, const auto& b) {
            return a.peakTileBytes < b.peakTileBytes;
        });
        window.selection()->choose(StageIndex{static_cast<uint32_t>(fullest - stages.begin())});
        window.selection()->choose(fullest->peakStep);
        for (const PageEntry& page : pages()) {
            const QString id = QLatin1String(page.id);
            if (auto* const alwaysLive = window.page(id)->findChild<QCheckBox*>("stackAlwaysLive")) {
                alwaysLive->setChecked(false);
            }
            window.showPage(id);
            settle(window);
            save(window, prefix + QLatin1String(page.id));
        }
    }

    void show(MainWindow& window) const {
        window.resize(m_size);
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
    }

    /// Waits, because charts are computed on other threads.
    static void settle(MainWindow& window) {
        (void)QTest::qWaitFor([&] { return window.session()->job() == Job::None; }, Patience);
        QTest::qWait(2500);
    }

    const QString m_directory;
    const QString m_model;
    const QSize m_size;
    bool m_prefixed = false; ///< the names of pages begin with the theme
    bool m_saved = true;
};

/// Writes reports of a small language model in training whose head uses the table of the embedding: with
/// measured, estimated and no cycles.
bool writeTiedModels(const QDir& directory) {
    GeneratorOptions options;
    options.model = "gpt";
    options.layers = 10;
    options.tiles = 96;
    options.training = true;
    options.traits.tiedWeights = true;
    PoplarVariant neverRun;
    neverRun.execution = false;
    const auto write = [&](const char* name, const PoplarVariant& variant) {
        const Outcome<GeneratedModel> model = generateModel(options);
        return model &&
               writePoplarModel(*model, directory.filePath(QLatin1String(name)).toStdString(), variant);
    };
    if (!write("no-cycles", neverRun)) {
        return false;
    }
    options.traits.tileLayout = true;
    return write("tied", {}) && write("estimated", neverRun);
}

/// Writes the sample that is bundled with the program, with the options that packaging/cmake/Sample.cmake
/// has.
bool writeModel(const QString& directory) {
    GeneratorOptions options;
    options.model = "sample";
    options.batch = 4;
    options.traits.tileLayout = true;
    const Outcome<GeneratedModel> model = generateModel(options);
    if (!model) {
        std::fprintf(stderr, "%s\n", describe(model.failure().error()).c_str());
        return false;
    }
    const auto written = writePoplarModel(*model, directory.toStdString());
    return static_cast<bool>(written);
}

} // namespace

int main(int argc, char* argv[]) {
    QApplication application(argc, argv);
    const QTemporaryDir scratch;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                       scratch.filePath(QStringLiteral("settings")));
    QApplication::setApplicationName(QStringLiteral("Tileline"));
    QApplication::setOrganizationName(QStringLiteral("Tileline"));
    installTranslations();
    const QStringList numbers =
        argc == 3 ? QString::fromLocal8Bit(argv[2]).split(QLatin1Char('x')) : QStringList();
    const QSize size =
        numbers.size() == 2 ? QSize(numbers[0].toInt(), numbers[1].toInt()) : DefaultWindowSize;
    if (argc < 2 || argc > 3 || size.isEmpty() || !writeModel(scratch.filePath(QStringLiteral("report"))) ||
        !writeTiedModels(QDir(scratch.path()))) {
        return 2;
    }
    // Relative names, so that the pictures do not show a directory of this machine.
    const QString target = QDir::current().absoluteFilePath(QString::fromLocal8Bit(argv[1]));
    QDir::setCurrent(scratch.path());
    std::ofstream("profile.tileline") << "half a download";
    Screenshots screenshots(target, QStringLiteral("report"), size);
    return (argc == 3 ? screenshots.takePlans() : screenshots.takeAll(QStringLiteral("profile.tileline")))
               ? 0
               : 1;
}
