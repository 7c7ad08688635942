// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/questions/choosefile.h"

#include "ui/questions/plainmessagebox.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

namespace tileline {

namespace {

struct SaveFileText {
    Q_DECLARE_TR_FUNCTIONS(SaveFile)
};

constexpr auto DirectoryKey = "files/directory";

/// Remembers the directory of the chosen file, and returns the path of the file.
QString remembered(const QString& file) {
    if (!file.isEmpty()) {
        setLastDirectory(QFileInfo(file).absolutePath());
    }
    return file;
}

} // namespace

QString lastDirectory() {
    return QSettings().value(DirectoryKey, QDir::homePath()).toString();
}

void setLastDirectory(const QString& directory) {
    QSettings().setValue(DirectoryKey, directory);
}

QStringList chooseFiles(QWidget* parent, const QString& title, const QString& filter) {
    const QStringList files = QFileDialog::getOpenFileNames(parent, title, lastDirectory(), filter);
    remembered(files.value(0));
    return files;
}

QString chooseFile(QWidget* parent, const QString& title, const QString& filter) {
    return remembered(QFileDialog::getOpenFileName(parent, title, lastDirectory(), filter));
}

QString chooseDirectory(QWidget* parent, const QString& title) {
    const QString directory = QFileDialog::getExistingDirectory(parent, title, lastDirectory());
    if (!directory.isEmpty()) {
        setLastDirectory(directory);
    }
    return directory;
}

QString chooseSaveFile(QWidget* parent, const QString& title, const QString& start, const QString& filter,
                       const QString& suffix) {
    QString path = QDir(lastDirectory()).filePath(start);
    for (;;) {
        path = QFileDialog::getSaveFileName(parent, title, path, filter, nullptr,
                                            QFileDialog::DontConfirmOverwrite);
        if (path.isEmpty()) {
            return {};
        }
        if (QFileInfo(path).suffix().isEmpty()) {
            path += suffix;
        }
        const QFileInfo file(path);
        if (!file.exists() ||
            PlainMessageBox::confirm(
                parent, title, SaveFileText::tr("%1 already exists. Replace it?").arg(file.fileName()))) {
            return remembered(path);
        }
    }
}

} // namespace tileline
