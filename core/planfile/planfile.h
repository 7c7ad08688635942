// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layeroptions.h"
#include "core/base/result.h"
#include "core/frameworks/poptorchoptions.h"
#include "core/model/target.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// What a profile is recognised by, so that a plan says when it is opened with another one. The numbers are
/// there for the message; the hash decides (planfilefingerprint.h).
struct ProfileFingerprint {
    std::string hash; ///< 16 hexadecimal digits
    uint64_t tiles = 0;
    uint64_t steps = 0;
    uint64_t operations = 0;
    uint64_t loweredVariables = 0;

    bool operator==(const ProfileFingerprint&) const = default;
};

/// The module path that the user set for a layer.
struct LayerModule {
    std::optional<std::string> layer; ///< nothing for *none*
    std::string path;

    bool operator==(const LayerModule&) const = default;
};

/// A plan by itself: layers are named, so that it can be applied to another profile of the model.
struct PlanDescription {
    std::string name;
    std::vector<std::string> splits; ///< a stage begins at each of these layers
    uint32_t ipus = 4;               ///< maximum number of IPUs
    uint64_t memoryPerTile = DefaultMemoryPerTile;
    std::vector<uint64_t> ipuMemory; ///< limits of single IPUs, by stage; shorter where the rest is as above
    std::vector<std::string> pinned; ///< must split before these layers
    std::vector<std::string> forbidden; ///< must not split before these
    std::vector<LayerModule> modules;   ///< those that differ from the defaults
    PoptorchExportOptions exportOptions;
    std::string notes;
    std::string unknownKeys; ///< what a newer program wrote beside these: a JSON object, or empty

    bool operator==(const PlanDescription&) const = default;
};

/// A plan document, `*.tileplan`: one or several plans for a profile.
struct PlanFile {
    std::string profilePath; ///< where the profile was; a hint only
    ProfileFingerprint profile;
    LayerOptions layers;
    std::vector<PlanDescription> plans; ///< at least one
    size_t current = 0;                 ///< the plan that is shown
    std::string unknownKeys;            ///< as in PlanDescription

    bool operator==(const PlanFile&) const = default;
};

/// The version that this program writes. Older ones are read, newer ones refused.
inline constexpr int PlanFileVersion = 1;

/// The most bytes that a plan file may have.
inline constexpr size_t PlanFileLimit = size_t{64} << 20;

/// The document as JSON (packaging/schemas/tileplan.schema.json). Names that are no UTF-8 are written as
/// `{"hex": "..."}`.
std::string planFileText(const PlanFile& file);

/// Reads what planFileText wrote, keeping keys it does not know. Errors: Truncated, CorruptFile (`item`: the
/// byte), UnsupportedVersion, BadPlan (another format, a key twice, a value of the wrong type; `item`: the
/// place).
Result<PlanFile> parsePlanFile(std::string_view text);

/// parsePlanFile of a file; errors name it.
Result<PlanFile> readPlanFile(const std::filesystem::path& path);
/// Through a temporary file and a rename.
Result<Done> writePlanFile(const std::filesystem::path& path, const PlanFile& file);

} // namespace tileline
