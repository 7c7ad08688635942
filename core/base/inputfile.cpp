// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/inputfile.h"

#include "core/base/translatable.h"

#include <mutex>
#include <utility>
#include <vector>

namespace tileline {

namespace {

struct InputText {
    TILELINE_TR_FUNCTIONS(ErrorWording)
};

/// Of the whole process: who writes a file does not know what other windows have read.
struct Inputs {
    std::mutex mutex;
    std::vector<std::weak_ptr<const InputFile>> held;
};

Inputs& inputs() {
    static Inputs all;
    return all;
}

const char* nameOf(InputKind kind) {
    switch (kind) {
    case InputKind::Profile:
        return InputText::tr("the profile");
    case InputKind::DebugInformation:
        return InputText::tr("the debug information");
    case InputKind::PlanFile:
        return InputText::tr("the plan file");
    case InputKind::Other:
        break;
    }
    return InputText::tr("one that was read");
}

} // namespace

InputFilePtr holdInput(std::filesystem::path path, InputKind kind) {
    auto input = std::make_shared<const InputFile>(InputFile{std::move(path), kind});
    const std::lock_guard lock(inputs().mutex);
    std::erase_if(inputs().held, [](const auto& each) { return each.expired(); });
    inputs().held.push_back(input);
    return input;
}

Result<Done> checkNoInput(const std::filesystem::path& path, std::optional<InputKind> replaceable) {
    const std::lock_guard lock(inputs().mutex);
    for (const auto& each : inputs().held) {
        const InputFilePtr input = each.lock();
        // Compared as the files are now: another program may have replaced one since it was read.
        std::error_code ignored;
        if (input && input->kind != replaceable && std::filesystem::equivalent(path, input->path, ignored)) {
            return Error{ErrorCode::BadArgument,
                         path.string(),
                         {},
                         InputText::tr("a file that was not read"),
                         nameOf(input->kind),
                         InputText::tr("Choose another file.")};
        }
    }
    return Done{};
}

} // namespace tileline
