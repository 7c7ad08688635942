// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <iostream>
#include <vector>

namespace tileline {

namespace {

std::vector<const TestEntry*>& entries() {
    static std::vector<const TestEntry*> all;
    return all;
}

} // namespace

TestEntry::TestEntry(QByteArray entryName, Run entryRun)
    : name(std::move(entryName))
    , run(entryRun) {
    entries().push_back(this);
}

QByteArray testNameOf(const char* className) {
    return "test_" + QByteArray(className).sliced(4).toLower();
}

} // namespace tileline

int main(int argc, char** argv) {
    const QByteArray name = argc > 1 ? argv[1] : "";
    for (const tileline::TestEntry* entry : tileline::entries()) {
        if (entry->name == name) {
            argv[1] = argv[0];
            int count = argc - 1;
            const Application application(count, argv + 1);
            return entry->run(count, argv + 1);
        }
    }
    std::cerr << "Usage: " << argv[0] << " TEST [OPTIONS OF QT TEST], where TEST is one of\n";
    for (const tileline::TestEntry* entry : tileline::entries()) {
        std::cerr << "  " << entry->name.constData() << '\n';
    }
    return 2;
}
