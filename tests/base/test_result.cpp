// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "tests/testmain.h"

#include <QTest>

#include <memory>
#include <string>

using namespace tileline;

namespace {

Error someError() {
    return {ErrorCode::UnknownId, {}, "variable, row 3", "an id of the table", "17"};
}

Result<int> half(int number) {
    if (number % 2 != 0) {
        return Error{ErrorCode::BadArgument, {}, {}, "an even number", std::to_string(number)};
    }
    return number / 2;
}

/// Propagates errors in the way that the modules do.
Result<std::string> quarterText(int number) {
    auto first = TRY(half(number));
    auto second = TRY(half(first));
    return std::to_string(second);
}

} // namespace

/// Result holds a value or an error. Outcome holds a value, an error or Cancelled.
class TestResult : public QObject {
    Q_OBJECT

private slots:
    void holdsAValue() {
        Result<std::string> result(std::string("text"));
        QVERIFY(result);
        QCOMPARE(*result, std::string("text"));
        QCOMPARE(result->size(), size_t{4});
        result->append("s");
        QCOMPARE(*std::as_const(result), std::string("texts"));
        const std::string taken = *std::move(result);
        QCOMPARE(taken, std::string("texts"));
    }

    void holdsAnError() {
        const Result<std::string> result(someError());
        QVERIFY(!result);
        QVERIFY(result.failure() == someError());
    }

    /// A Result that holds a value is true, even if the value itself converts to false.
    void valuesThatAreFalse() {
        QVERIFY(Result<bool>(false));
        QVERIFY(Result<int>(0));
        QVERIFY(Result<std::unique_ptr<int>>(nullptr));
        QVERIFY(Result<Done>(Done{}));
    }

    void movesWhatCannotBeCopied() {
        Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
        const std::unique_ptr<int> taken = *std::move(result);
        QCOMPARE(*taken, 7);
    }

    void propagates() {
        QCOMPARE(*quarterText(12), std::string("3"));
        QCOMPARE(quarterText(3).failure().actual, std::string("3"));
        QCOMPARE(quarterText(6).failure().actual, std::string("3"));
        QCOMPARE(quarterText(6).failure().code, ErrorCode::BadArgument);
    }

    /// If the value type is itself an error type, a value stays a value.
    void errorAsValue() {
        const Result<Error, Failure> value(someError());
        QVERIFY(value);
        QVERIFY(*value == someError());
    }

    void cancelledIsNoError() {
        const Outcome<int> value(5);
        QVERIFY(value);
        QCOMPARE(*value, 5);
        const Outcome<int> error(someError());
        QVERIFY(!error);
        QVERIFY(!error.failure().cancelled());
        QVERIFY(error.failure().error() == someError());
        const Outcome<int> cancelled(Cancelled{});
        QVERIFY(!cancelled);
        QVERIFY(cancelled.failure().cancelled());
    }

    /// The error of a Result becomes the error of the Outcome that encloses it.
    void resultWithinOutcome() {
        const auto outer = [](int number) -> Outcome<int> {
            auto inner = TRY(half(number));
            return inner;
        };
        QCOMPARE(*outer(8), 4);
        QVERIFY(!outer(9).failure().cancelled());
        QCOMPARE(outer(9).failure().error().actual, std::string("9"));
    }

    /// The file that is set first is kept, because the innermost module knows it best.
    void fileIsSetOnce() {
        QCOMPARE(someError().inFile("a").file, std::string("a"));
        QCOMPARE(someError().inFile("a").inFile("b").file, std::string("a"));
        const Failure failure = Failure(someError().inFile("a")).inFile("b");
        QCOMPARE(failure.error().file, std::string("a"));
        QCOMPARE(Failure(someError()).inFile("b").error().file, std::string("b"));
        QVERIFY(Failure(Cancelled{}).inFile("b").cancelled());
    }
};

TILELINE_TEST(TestResult)
#include "test_result.moc"
