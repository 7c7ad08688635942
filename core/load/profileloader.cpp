// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/profileloader.h"

#include "core/load/debugjoin.h"
#include "core/load/sourcereader.h"

namespace tileline {

namespace {

/// A file of the load with the reader that knows it.
struct Input {
    FileHead head;
    const SourceReader* reader = nullptr;
};

Result<Input> openInput(const std::filesystem::path& path) {
    auto head = readHead(path);
    if (!head) {
        return std::move(head).failure();
    }
    const auto reader = findReader(*head);
    if (!reader) {
        return reader.failure();
    }
    if (auto checked = (*reader)->check(*head); !checked) {
        return std::move(checked).failure();
    }
    return Input{std::move(*head), *reader};
}

/// Reads one file. A file that changed meanwhile is the reason for whatever went wrong.
Outcome<Done> readInput(const Input& input, LoadJob& job) {
    const std::filesystem::path& path = input.head.path;
    auto done = input.reader->read(input.head, job);
    if (!done && done.failure().cancelled()) {
        return done;
    }
    if (auto unchanged = checkUnchanged(path, input.head.stamp); !unchanged) {
        return std::move(unchanged).failure();
    }
    return done ? std::move(done) : Outcome<Done>(std::move(done).failure().inFile(path.string()));
}

} // namespace

Result<SourceKind> detectSource(const std::filesystem::path& file) {
    const auto input = openInput(file);
    if (!input) {
        return input.failure();
    }
    return input->reader->kind();
}

Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress, std::stop_token stop) {
    std::vector<Input> inputs;
    uint64_t bytes = 0;
    for (const auto& path : {std::optional(source.profile), source.debug}) {
        if (path) {
            auto input = openInput(*path);
            if (!input) {
                return std::move(input).failure();
            }
            bytes += input->head.stamp.bytes;
            inputs.push_back(std::move(*input));
        }
    }
    LoadJob job{.meter = LoadMeter(bytes, std::move(progress), std::move(stop))};
    job.builder.setPath((source.origin.empty() ? source.profile : source.origin).string());
    for (const Input& input : inputs) {
        job.debug.wantsOperations = !job.operationsRead;
        if (auto done = readInput(input, job); !done) {
            return std::move(done).failure();
        }
    }
    if (auto joined = joinDebug(job); !joined) {
        return std::move(joined).failure().inFile(source.debug.value_or(source.profile).string());
    }
    job.meter.enter(Phase::Checking);
    auto profile = job.builder.finish(job.meter.stop());
    return profile ? std::move(profile)
                   : Outcome<ProfilePtr>(std::move(profile).failure().inFile(source.profile.string()));
}

Outcome<ProfilePtr> openProfile(const std::vector<std::filesystem::path>& paths, Progress progress,
                                std::stop_token stop) {
    const auto source = resolveSource(paths);
    if (!source) {
        return source.failure();
    }
    return loadProfile(*source, std::move(progress), std::move(stop));
}

} // namespace tileline
