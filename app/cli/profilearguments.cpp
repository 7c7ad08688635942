// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/profilearguments.h"

#include "app/cli/optionchecks.h"
#include "core/base/sequences.h"
#include "core/planfile/planfile.h"
#include "core/wording/warningtext.h"

#include <CLI/CLI.hpp>

#include <array>
#include <ctime>
#include <filesystem>

namespace tileline::cli {

namespace {

namespace fs = std::filesystem;

/// A time as text, in the local time zone and without seconds.
std::string timeText(std::time_t seconds) {
    std::tm local{};
    std::array<char, 32> text{};
    const bool known = ::localtime_r(&seconds, &local) != nullptr &&
                       std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &local) > 0;
    return known ? text.data() : "";
}

fs::path pathWithin(const fs::path& directory, const ProfileSource& candidate) {
    return fs::path(candidate.profile.name()).lexically_relative(directory);
}

/// A list of profiles, one per line: size in bytes, time of the last change, path within the directory.
std::string listOf(const fs::path& directory, const std::vector<ProfileSource>& candidates) {
    std::string list;
    for (const ProfileSource& candidate : candidates) {
        const FileStamp& stamp = candidate.profile.source->stamp();
        std::string bytes = std::to_string(stamp.bytes);
        bytes.insert(0, bytes.size() < 12 ? 12 - bytes.size() : 0, ' ');
        list += "\n    " + bytes + " bytes  " + timeText(stamp.modifiedSeconds) + "  " +
                pathWithin(directory, candidate).string();
    }
    return list;
}

constexpr const char* SettingGroup = "Setting";

constexpr const char* HowToChoose =
    "Choose one with --profile-in-directory NAME, or give the path of one profile.";

/// The profile called `name` in `directory`. `name` is the path, within `directory`, of the profile or of its
/// folder.
Result<ProfileSource> choose(const fs::path& directory, const std::string& name) {
    auto candidates = TRY(findProfiles(directory));
    const fs::path wanted = fs::path(name).lexically_normal();
    for (const ProfileSource& candidate : candidates) {
        const fs::path inside = pathWithin(directory, candidate);
        if (inside == wanted || inside.parent_path() == wanted) {
            return candidate;
        }
    }
    return badArgument("--profile-in-directory",
                       "one of the profiles in " + directory.string() + ":" + listOf(directory, candidates),
                       name, HowToChoose);
}

/// Completes the error for a directory with several profiles: lists them, and says how to choose one.
Error severalProfiles(const fs::path& directory, Error error) {
    if (const auto candidates = findProfiles(directory)) {
        error.actual = std::to_string(candidates->size()) + " profiles:" + listOf(directory, *candidates);
    }
    error.remedy = HowToChoose;
    return error;
}

} // namespace

void SourceArguments::addTo(CLI::App& command, bool several) {
    CLI::Option* const profile =
        several ? command.add_option("PROFILE", m_paths, "Profiles, or report directories")
                : command.add_option("PROFILE", m_paths, "A profile, or a report directory")->expected(1);
    requireArgument(profile);
    takePath(command.add_option("--debug", m_debug,
                                "Debug information (debug.cbor), if it is not beside PROFILE"));
    refuseEmpty(command.add_option("--profile-in-directory", m_inDirectory,
                                   "Which profile, if the directory holds several: its path within the "
                                   "directory, or the path of its folder"))
        ->type_name("NAME");
}

Result<ProfileSource> SourceArguments::source(const std::string& path) const {
    std::error_code ignored;
    if (!m_inDirectory.empty() && fs::is_directory(path, ignored)) {
        auto chosen = choose(path, m_inDirectory);
        if (chosen && !m_debug.empty()) {
            chosen->debug = TRY(openSource(m_debug));
        }
        return chosen;
    }
    std::vector<fs::path> paths{path};
    if (!m_debug.empty()) {
        paths.emplace_back(m_debug);
    }
    auto resolved = resolveSource(paths);
    if (!resolved && resolved.failure().code == ErrorCode::SeveralProfiles) {
        return severalProfiles(path, std::move(resolved).failure());
    }
    return resolved;
}

std::vector<fs::path> SourceArguments::filesOf(const std::string& path) const {
    const auto files = source(path);
    if (!files) {
        return m_debug.empty() ? std::vector<fs::path>{path} : std::vector<fs::path>{path, m_debug};
    }
    if (files->debug) {
        return {files->profile.name(), files->debug->name()};
    }
    const fs::path directory = fs::path(files->profile.name()).parent_path();
    return {files->profile.name(), directory / "debug.cbor", directory / "debug.json"};
}

Outcome<ProfilePtr> SourceArguments::load(const std::string& path, Context& context) const {
    return loadProfile(TRY(source(path)), context.progress(), context.stop());
}

Result<Done> checkComplete(const Profile& profile) {
    const LoadNote* const note = profile.findNote(LoadNote::Kind::OperationsTruncated);
    if (note == nullptr) {
        return Done{};
    }
    return Error{ErrorCode::Truncated,  profile.debugFile->path.string(),
                 note->detail,          "all operations",
                 "the end of the file", "Copy the debug information again, or give --anyway."};
}

void LayerArguments::addTo(CLI::App& command) {
    const auto regex = [&](const char* flag, std::string& value, const char* text) {
        return command.add_option(flag, value, text)->type_name("REGEX")->capture_default_str();
    };
    const auto setOrder = [this](const std::string& order) {
        m_options.order = order == "natural" ? LayerOrder::Natural : LayerOrder::Steps;
    };
    m_flags = {
        regex("--layer-name-regex", m_options.layerRegex,
              "Finds layers in operation names; the capture groups of this expression are the layer's name"),
        regex("--inputs-regex-layer-0", m_options.inputsRegex,
              "Operations with an input that matches this expression belong to the first layer"),
        takeOneOf(command.add_option_function<std::string>(
                      "--layer-order", setOrder,
                      "steps: layers as they first appear (the default); natural: sorted by name"),
                  {"steps", "natural"}, "ORDER")};
    for (CLI::Option* flag : m_flags) {
        flag->group("Layers");
    }
}

bool LayerArguments::given() const {
    return std::ranges::any_of(m_flags, [](const CLI::Option* flag) { return flag->count() > 0; });
}

CLI::Option* SettingArguments::add(CLI::App& command, const SettingOption& option) {
    const auto addNumber = [&](auto zero) {
        const auto set = [this, &option](decltype(zero) value) { give(option, static_cast<double>(value)); };
        CLI::Option* const added =
            command.add_option_function<decltype(zero)>(option.flag(), set, option.help);
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
                                static_cast<uint64_t>(option.maximum), option.unit);
        break;
    case SettingOption::Type::Real:
        added = addNumber(0.0)
                    ->type_name(option.unit)
                    ->check(CLI::Range(option.minimum, option.maximum).description(""));
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
            takeWholeNumber(ofInference->group(SettingGroup), 1, UINT32_MAX, option.unit)->excludes(added);
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

void ProfileArguments::addTo(CLI::App& command, SettingArguments::Options settings, bool several) {
    SourceArguments::addTo(command, several);
    addOptions(command, settings);
}

void ProfileArguments::addOptions(CLI::App& command, SettingArguments::Options settings) {
    m_layers.addTo(command);
    m_setting.addTo(command, settings);
}

StudyOptions ProfileArguments::openOptions(const PlanFile* file) const {
    StudyOptions options{m_layers.given() || file == nullptr ? m_layers.options() : file->layers,
                         m_setting.applyTo(file == nullptr ? SettingOptions() : file->setting)};
    // Replaces Unassigned::Position, a value that only plan files of version 1 can contain.
    options.layers.unassigned = Unassigned::First;
    return options;
}

Outcome<Study> ProfileArguments::open(const std::string& path, const StudyOptions& options,
                                      Context& context) const {
    auto study = openQuietly(path, options, context);
    if (study) {
        printNotes(*study->profile, context);
        for (const LayerWarning& warning : study->layers->warnings) {
            context.warn(textOf(warning));
        }
    }
    return study;
}

Outcome<Study> ProfileArguments::openQuietly(const std::string& path, const StudyOptions& options,
                                             Context& context) const {
    auto profile = TRY(load(path, context));
    Study study = TRY(Study::open(std::move(profile), options, context.stop()));
    study.path = path;
    if (study.isPipeline()) {
        TRY(m_setting.checkMode(study.isTraining()));
    }
    return study;
}

void TileArguments::addTo(CLI::App& command) {
    CLI::Option* const ipu =
        takeWholeNumber(command.add_option("--ipu", m_ipu, "Only the tiles of this IPU"), 0, UINT32_MAX, "I");
    takeWholeNumber(command.add_option("--tile", m_tile, "Only this tile"), 0, UINT32_MAX)->excludes(ipu);
}

void TileArguments::addListTo(CLI::App& command) {
    addTo(command);
    command.add_option("--tiles", m_list, "Only the tiles in LIST, for example `0-15, 90, ipu 1`")
        ->type_name("LIST")
        ->excludes("--ipu")
        ->excludes("--tile");
}

void TileArguments::addTileTo(CLI::App& command) {
    takeWholeNumber(command.add_option("--tile", m_tile, "The tile")->required(), 0, UINT32_MAX);
}

Result<TileRange> TileArguments::range(const Profile& profile) const {
    const auto refuse = [&](const char* option, const char* what, uint32_t count, uint32_t given) {
        return Error{ErrorCode::BadArgument, profile.path, option,
                     std::string(what) + " of the report: 0 to " + std::to_string(count - 1),
                     std::to_string(given)};
    };
    const Target& target = profile.target;
    if (m_ipu && *m_ipu >= target.ipusOfTiles()) {
        return refuse("--ipu", "an IPU", target.ipusOfTiles(), *m_ipu);
    }
    if (m_tile && *m_tile >= target.numTiles) {
        return refuse("--tile", "a tile", target.numTiles, *m_tile);
    }
    return m_tile  ? TileRange::of({*m_tile})
           : m_ipu ? TileRange::ofIpu(profile, *m_ipu)
                   : TileRange::ofModel(profile);
}

Result<TileSet> TileArguments::list(const Profile& profile) const {
    if (m_list.empty()) {
        return TileSet(TRY(range(profile)));
    }
    if (auto tiles = TileSet::parse(m_list, profile.target)) {
        return *std::move(tiles);
    }
    return Error{ErrorCode::BadArgument, profile.path, "--tiles",
                 "a list of tiles from 0 to " + std::to_string(profile.target.numTiles - 1) +
                     " (example: \"0-15,90\") and of IPUs (example: \"ipu 0\")",
                 m_list};
}

Outcome<Done> addEstimator(Study& study, Context& context) {
    TRY(study.addEstimator(context.workers(), context.progress(), context.stop()));
    return Done{};
}

Outcome<Done> addFigures(Study& study, Context& context) {
    TRY(addEstimator(study, context));
    TRY(study.addFigures(context.stop()));
    study.checks = std::make_shared<const SelfCheckResult>(
        TRY(runSelfChecks(*study.profile, context.workers(), context.stop())));
    return Done{};
}

Outcome<Done> fillTable(const Study& study, Context& context) {
    const size_t layers = study.layers->count();
    if (!study.table) {
        return Error{ErrorCode::TooLarge,
                     study.profile->path,
                     "layers",
                     "few enough layers for an estimate of every run of consecutive layers",
                     std::to_string(layers),
                     "Choose a --layer-name-regex that finds fewer layers."};
    }
    return study.table->fill(SplitPlan(layers), context.workers(), context.progress(), context.stop());
}

void printNotes(const Profile& profile, Context& context) {
    for (const LoadNote& note : profile.notes) {
        if (voidsPlan(note.kind)) {
            context.warn(textOf(note));
        } else if (note.kind == LoadNote::Kind::OtherProfileBeside) {
            context.note(textOf(note));
        }
    }
}

Outcome<Done> printSelfChecks(const Profile& profile, Context& context) {
    auto checks = TRY(runSelfChecks(profile, context.workers(), context.stop()));
    for (const FailedIdentity& failure : checks.failed) {
        decidesFigures(failure.identity) ? context.warn(textOf(failure)) : context.note(textOf(failure));
    }
    return Done{};
}

} // namespace tileline::cli
