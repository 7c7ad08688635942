// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/settingoptions.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;

namespace {

template <class Value>
bool roundTrips(size_t count) {
    const SettingOption& option = settingOptionOf<Value>();
    for (size_t i = 0; i < option.choices.size(); ++i) {
        const auto value = static_cast<Value>(i);
        const auto parsed = parseOption<Value>(option.choices[i].id);
        if (!parsed || *parsed != value || idOf(value) != option.choices[i].id) {
            return false;
        }
    }
    return option.choices.size() == count && option.flag().starts_with("--");
}

} // namespace

class TestSettingOptions : public QObject {
    Q_OBJECT
private slots:
    void everyValueHasOneId() {
        QVERIFY(roundTrips<Setting>(2));
        QVERIFY(roundTrips<PassMode>(3));
        QVERIFY(roundTrips<Recompute>(3));
        QVERIFY(roundTrips<Schedule>(5));
        QVERIFY(roundTrips<Accumulators>(3));
        QVERIFY(roundTrips<Unowned>(3));
        QVERIFY(roundTrips<OutputOn>(3));
    }

    /// A value that is read back differs from the default, and nothing else does.
    void everyOptionSetsItsOwnMember() {
        for (const SettingOption& option : settingOptions()) {
            SettingOptions changed;
            const std::optional<double> before = option.get(changed);
            const double other = before == 1.0 ? 2 : 1;
            option.set(changed, other);
            QCOMPARE(option.get(changed), std::optional(other));
            QVERIFY(changed != SettingOptions());
            for (const SettingOption& rest : settingOptions()) {
                QVERIFY(&rest == &option || rest.get(changed) == rest.get(SettingOptions()));
            }
            option.set(changed, before);
            QVERIFY(changed == SettingOptions());
        }
    }

    void unknownIdsAreRefused() {
        const auto parsed = parseOption<Recompute>("some");
        QVERIFY(!parsed);
        const Error& error = parsed.failure();
        QCOMPARE(error.code, ErrorCode::BadArgument);
        QCOMPARE(error.item, std::string("--recompute"));
        QCOMPARE(error.expected, std::string("one of off, inputs, layers"));
        QCOMPARE(error.actual, std::string("some"));
    }

    /// PopART's own test: of three IPUs, the first keeps 5 copies and the second 3.
    void copiesFollowTheSchedule() {
        for (const auto& [schedule, copies] :
             std::vector<std::pair<Schedule, std::vector<uint32_t>>>{{Schedule::PopTorch, {0, 3, 5, 7}},
                                                                     {Schedule::Grouped, {0, 2, 4, 6}},
                                                                     {Schedule::Interleaved, {0, 1, 2, 3}},
                                                                     {Schedule::Sequential, {0, 0, 0, 0}},
                                                                     {Schedule::None, {0, 0, 0, 0}}}) {
            for (uint32_t after = 0; after < copies.size(); ++after) {
                QCOMPARE(stashCopies(schedule, after), copies[after]);
            }
        }
    }

    void defaultsArePopTorchs() {
        const SettingOptions options;
        QVERIFY(options.setting == Setting::Pipeline);
        QVERIFY(options.pipeline.recompute == Recompute::Inputs);
        QVERIFY(options.pipeline.schedule == Schedule::PopTorch);
        QVERIFY(options.pipeline.unowned == Unowned::Share);
        QVERIFY(options.pipeline.outputOn == OutputOn::Auto);
    }
};

TILELINE_TEST(TestSettingOptions)
#include "test_settingoptions.moc"
