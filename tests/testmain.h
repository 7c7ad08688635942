// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

// Qt waits 5 s for what a test expects. On a machine that runs several tests at a time, that is too short.
#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), 60000)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT((expression), (message), 60000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT((actual), expected, 60000)

namespace tileline {

/// A part of a test program, which runs it for `tests_MODULE NAME [ARGUMENTS]` with the arguments after the
/// name.
struct TestEntry {
    using Run = int (*)(int argc, char** argv);

    TestEntry(QByteArray name, Run run);

    QByteArray name;
    Run run;
};

/// The name that CTest and the command line use: "test_guiqueue" for the class TestGuiQueue.
QByteArray testNameOf(const char* className);

} // namespace tileline

/// Adds a class of test functions to the test program of its module. Each class is a test of CTest and runs
/// in a process of its own.
#define TILELINE_TEST(Class)                                                                                 \
    static const tileline::TestEntry entryOf##Class(tileline::testNameOf(#Class),                            \
                                                    [](int argc, char** argv) {                              \
                                                        Class test;                                          \
                                                        return QTest::qExec(&test, argc, argv);              \
                                                    });
