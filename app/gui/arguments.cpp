// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/arguments.h"

#include "ui/pagetable.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>
#include <string_view>

namespace tileline {

namespace {

struct HelpText {
    Q_DECLARE_TR_FUNCTIONS(Help)
};

int refuse(const QString& why) {
    std::fprintf(stderr, "tileline: %s\n%s\n", qPrintable(why),
                 qPrintable(HelpText::tr("Try tileline --help.")));
    return ExitBadUsage;
}

QString helpText(const QCommandLineParser& parser) {
    QString views;
    for (const PageEntry& page : pages()) {
        views += QStringLiteral("  %1%2\n").arg(QLatin1String(page.id), -16).arg(page.title());
    }
    return parser.helpText() +
           HelpText::tr("\nExamples:\n"
                        "  tileline report/                          open a report directory\n"
                        "  tileline --render plan=plan.svg report/   draw its plan, without a display\n"
                        "\nExit status: 0 done, 2 bad usage, 3 bad input.\n"
                        "\nViews to draw:\n"
                        "  plan            the layers of the model, and the splits between them\n") +
           views;
}

/// Parses VIEW=OUT. Neither part may be empty.
std::optional<Picture> pictureOf(const QString& text) {
    const auto equals = text.indexOf(QLatin1Char('='));
    if (equals <= 0 || equals + 1 == text.size()) {
        return std::nullopt;
    }
    return Picture{text.left(equals), text.mid(equals + 1)};
}

} // namespace

bool needsNoDisplay(int argc, char* argv[]) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument.starts_with("--render") || argument == "--help" || argument == "-h" ||
            argument == "--help-all" || argument == "--version" || argument == "-v") {
            return true;
        }
    }
    return false;
}

Arguments parseArguments(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(HelpText::tr("Plans pipeline stages for Graphcore IPUs."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const QCommandLineOption render(
        QStringLiteral("render"),
        HelpText::tr("Draw a view into a .png, .svg or .pdf file; can be repeated."),
        QStringLiteral("VIEW=OUT"));
    const QCommandLineOption theme(QStringLiteral("theme"), HelpText::tr("system, light or dark."),
                                   QStringLiteral("NAME"));
    const QCommandLineOption compare(QStringLiteral("compare"),
                                     HelpText::tr("Compare the profile with another report."),
                                     QStringLiteral("REPORT"));
    parser.addOptions({render, compare, theme});
    parser.addPositionalArgument(QStringLiteral("PROFILE"),
                                 HelpText::tr("Profile or report directory. Each opens in its own window."),
                                 QStringLiteral("[FILE|DIR ...]"));
    Arguments result;
    if (!parser.parse(arguments)) {
        result.exitStatus = refuse(parser.errorText());
    } else if (parser.isSet(help)) {
        std::fputs(qPrintable(helpText(parser)), stdout);
        result.exitStatus = ExitDone;
    } else if (parser.isSet(version)) {
        std::printf("tileline %s\n", qPrintable(QCoreApplication::applicationVersion()));
        result.exitStatus = ExitDone;
    }
    if (result.exitStatus) {
        return result;
    }
    result.paths = parser.positionalArguments();
    result.compared = parser.value(compare);
    if (parser.isSet(theme)) {
        result.theme = themeOf(parser.value(theme));
        if (!result.theme) {
            result.exitStatus = refuse(HelpText::tr("--theme must be system, light or dark"));
        }
    }
    for (const QString& text : parser.values(render)) {
        if (const auto picture = pictureOf(text)) {
            result.pictures.push_back(*picture);
        } else {
            result.exitStatus = refuse(HelpText::tr("--render needs VIEW=OUT, not %1").arg(text));
        }
    }
    const bool needsOne = !result.pictures.empty() || !result.compared.isEmpty();
    if (needsOne && result.paths.size() != 1 && !result.exitStatus) {
        result.exitStatus = refuse(result.pictures.empty() ? HelpText::tr("--compare needs one profile")
                                                           : HelpText::tr("--render needs one profile"));
    }
    return result;
}

} // namespace tileline
