// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/settingarguments.h"

#include "app/cli/optionchecks.h"
#include "core/base/sequences.h"

#include <CLI/CLI.hpp>

#include <string>

namespace tileline::cli {

namespace {

constexpr const char* SettingGroup = "Setting";

} // namespace

CLI::Option* SettingArguments::add(CLI::App& command, const SettingOption& option) {
    const auto addNumber = [&](auto zero) {
        const auto set = [this, &option](decltype(zero) value) { give(option, static_cast<double>(value)); };
        CLI::Option* const added =
            command.add_option_function<decltype(zero)>(option.flag(), set, option.help)
                ->type_name(option.unit);
        if (const auto usual = option.get(SettingOptions())) {
            added->default_str(CLI::detail::to_string(static_cast<decltype(zero)>(*usual)));
        }
        return added;
    };
    CLI::Option* added = nullptr;
    switch (option.type) {
    case SettingOption::Type::OneOf: {
        const auto set = [this, &option](const std::string& id) {
            give(option, static_cast<double>(*option.parse(id))); // the parser has checked the name
        };
        added = takeOneOf(command.add_option_function<std::string>(option.flag(), set, option.help),
                          mapped(option.choices, [](const auto& choice) { return std::string(choice.id); }));
        break;
    }
    case SettingOption::Type::Flag:
        added = command.add_flag_callback(
            option.flag(), [this, &option] { give(option, 1); }, option.help);
        break;
    case SettingOption::Type::Number:
        added = takeWholeNumber(addNumber(uint32_t{0}), static_cast<uint64_t>(option.minimum),
                                static_cast<uint64_t>(option.maximum));
        break;
    case SettingOption::Type::Real:
        added = addNumber(0.0)->check(CLI::Range(option.minimum, option.maximum).description(""));
        break;
    }
    return added->group(option.affects == Affects::Time ? "Time" : SettingGroup);
}

void SettingArguments::addTo(CLI::App& command, Options options) {
    for (const SettingOption& option : settingOptions()) {
        const bool has = option.affects == Affects::Time ? options == Options::WithTime
                         : options == Options::ExceptMode
                             ? !option.exportHasOwn
                             : options != Options::Entries || option.affects == Affects::Layers;
        if (!has) {
            continue;
        }
        CLI::Option* const added = add(command, option);
        if (option.key == "gradient_accumulation") {
            const auto set = [this, &option](uint32_t count) {
                m_ofInference = true;
                give(option, count);
            };
            CLI::Option* const ofInference = command.add_option_function<uint32_t>(
                "--device-iterations", set, "The same as --gradient-accumulation, but only for inference");
            takeWholeNumber(ofInference->type_name(option.unit)->group(SettingGroup), 1, UINT32_MAX)
                ->excludes(added);
        }
    }
}

Result<Done> SettingArguments::checkMode(bool training) const {
    return training && m_ofInference ? Result<Done>(errorAt(ErrorCode::BadArgument, "--device-iterations",
                                                            "--gradient-accumulation", "training"))
                                     : Done{};
}

SettingOptions SettingArguments::applyTo(SettingOptions base) const {
    for (const auto& [option, value] : m_given) {
        option->set(base, value);
    }
    return base;
}

std::optional<Setting> SettingArguments::given() const {
    const SettingOption* const setting = &settingOptionOf<Setting>();
    for (const auto& [option, value] : m_given) {
        if (option == setting) {
            return static_cast<Setting>(value);
        }
    }
    return std::nullopt;
}

} // namespace tileline::cli
