// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sequences.h"
#include "core/profile/reading/profileloader.h"

#include "core/profile/reading/sourceformats.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace tileline {

namespace {

namespace fs = std::filesystem;

class ReportSearch {
public:
    ReportSearch(const std::stop_token& stop, const SearchLimits& limits)
        : m_stop(stop)
        , m_limits(limits) {}

    Outcome<std::vector<FoundReport>> run(std::span<const fs::path> roots) {
        for (size_t root = 0; root < roots.size(); ++root) {
            m_directories.push_back({roots[root], root, true});
        }
        // Links are visited last, so that a file is found through a path without links if such a path exists.
        while (!m_directories.empty() || !m_links.empty()) {
            auto& next = m_directories.empty() ? m_links : m_directories;
            const Location place = std::move(next.front());
            next.pop_front();
            TRY(visit(place));
        }
        return result();
    }

private:
    struct Location {
        fs::path path;
        size_t root = 0;
        bool isRoot = false;
    };
    struct Report {
        size_t root = 0;
        FoundReport found;
        SourceFile file{}; ///< not set if `found` contains an error
    };

    /// Visits a directory, or a file that the user named or that a link points to.
    Outcome<Done> visit(const Location& place) {
        if (m_stop.stop_requested()) {
            return Cancelled{};
        }
        const auto stamp = stampOf(place.path);
        if (!stamp) {
            // A link without a target is not an error unless the user named it.
            if (place.isRoot || stamp.failure().code == ErrorCode::PermissionDenied) {
                addError(place, stamp.failure());
            }
            return Done{};
        }
        if (!isNew(*stamp)) {
            return Done{};
        }
        if (stamp->type != fs::file_type::directory) {
            addFile(place);
            return Done{};
        }
        if (++m_directoryCount > m_limits.directories) {
            return tooMany(place, m_limits.directories, "directories");
        }
        return list(place);
    }

    Outcome<Done> list(const Location& directory) {
        std::error_code error;
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator entry(directory.path, error), end; !error && entry != end;
             entry.increment(error)) {
            if (++m_entryCount > m_limits.entries) {
                return tooMany(directory, m_limits.entries, "files");
            }
            entries.push_back(*entry);
        }
        if (error) {
            addError(directory, systemError(directory.path, error.value()));
        }
        std::ranges::sort(entries);
        for (const fs::directory_entry& entry : entries) {
            if (m_stop.stop_requested()) {
                return Cancelled{};
            }
            Location place{entry.path(), directory.root};
            std::error_code ignored;
            if (entry.is_symlink(ignored)) {
                m_links.push_back(std::move(place));
            } else if (entry.is_directory(ignored)) {
                m_directories.push_back(std::move(place));
            } else {
                const auto stamp = stampOf(place.path);
                if (stamp && isNew(*stamp)) {
                    addFile(place);
                }
            }
        }
        return Done{};
    }

    bool isNew(const FileStamp& stamp) { return m_seen.emplace(stamp.device, stamp.inode).second; }

    void addFile(const Location& file) {
        auto known = identify(file.path);
        if (!known) {
            if (file.isRoot || isNamedAsProfile(file.path)) {
                addError(file, std::move(known).failure());
            }
        } else if (known->format->kind != SourceKind::DebugInformation) {
            m_reports.push_back({file.root, {file.path, {}}, *std::move(known)});
        } else if (file.isRoot) {
            addError(file,
                     errorIn(file.path.string(), ErrorCode::NotAProfile, "a profile", "debug information"));
        }
    }

    void addError(const Location& place, Error error) {
        m_reports.push_back({place.root, {place.path, std::move(error)}, {}});
    }

    static Error tooMany(const Location& place, size_t limit, const char* what) {
        return errorIn(place.path.string(), ErrorCode::TooLarge,
                       "at most " + std::to_string(limit) + " " + what +
                           " below the directories that are searched",
                       "more", "Name the directories that hold the reports.");
    }

    std::vector<FoundReport> result() {
        keepPreferred(m_reports, &Report::file);
        std::ranges::sort(m_reports, {}, [](const Report& r) { return std::tie(r.root, r.found.path); });
        return mapped(m_reports, &Report::found);
    }

    const std::stop_token& m_stop;
    const SearchLimits& m_limits;
    std::deque<Location> m_directories;
    std::deque<Location> m_links;
    std::set<std::pair<uint64_t, uint64_t>> m_seen; ///< device and inode of each visited file or directory
    size_t m_directoryCount = 0;
    size_t m_entryCount = 0;
    std::vector<Report> m_reports;
};

} // namespace

Outcome<std::vector<FoundReport>> findReports(std::span<const fs::path> roots, const std::stop_token& stop,
                                              const SearchLimits& limits) {
    return ReportSearch(stop, limits).run(roots);
}

} // namespace tileline
