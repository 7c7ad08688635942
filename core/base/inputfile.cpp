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

/// How error messages describe a file of each InputKind, in the order of InputKind.
constexpr const char* KindNames[] = {InputText::tr("the profile"), InputText::tr("the debug information"),
                                     InputText::tr("the plan file"),
                                     InputText::tr("another file that is in use as an input")};

/// Guards heldInputs. All windows of the process share heldInputs, because code that writes a file does not
/// know which files other windows have read.
std::mutex inputMutex;
std::vector<std::weak_ptr<const InputFile>> heldInputs;

} // namespace

InputFilePtr holdInput(std::filesystem::path path, InputKind kind) {
    auto input = std::make_shared<const InputFile>(InputFile{std::move(path), kind});
    const std::lock_guard lock(inputMutex);
    std::erase_if(heldInputs, [](const auto& each) { return each.expired(); });
    heldInputs.push_back(input);
    return input;
}

Result<Done> checkNoInput(const std::filesystem::path& path, std::optional<InputKind> replaceable) {
    const std::lock_guard lock(inputMutex);
    for (const auto& each : heldInputs) {
        const InputFilePtr input = each.lock();
        // Another program may have replaced a held file since it was read. Therefore, both paths are resolved
        // anew at every call.
        std::error_code ignored;
        if (input && input->kind != replaceable && std::filesystem::equivalent(path, input->path, ignored)) {
            return errorIn(
                path.string(), ErrorCode::BadArgument, InputText::tr("a file that is not in use as an input"),
                KindNames[static_cast<size_t>(input->kind)], InputText::tr("Choose another file."));
        }
    }
    return Done{};
}

} // namespace tileline
