// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/frameworks/poptorchoptions.h"
#include "core/layers/layers.h"
#include "core/plan/planconstraints.h"
#include "core/plan/settingoptions.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// Identifies a profile, so that the user can be told that a plan was made for another profile. Fingerprints
/// are compared only by hash; the numbers are shown to the user.
struct ProfileFingerprint {
    std::string hash; ///< 16 hexadecimal digits
    uint64_t tiles = 0;
    uint64_t steps = 0;
    uint64_t operations = 0;
    uint64_t loweredVariables = 0;

    bool operator==(const ProfileFingerprint&) const = default;
};

/// The fingerprint of a profile. The hash is FNV-1a, 64 bits. The hash covers, in this order: the target
/// (architecture, IPUs, tiles per IPU, tiles, bytes per tile, replicas); the numbers of steps, programs,
/// operations, variables and lowered variables; the sum of the lowered variables' bytes; and for each
/// operation, its name, its first and last step, and the names of its inputs. Numbers are hashed as 8 bytes,
/// little-endian; each text and each list of inputs is preceded by its length. Paths, metadata and other
/// debug information are not hashed, so copying or reconverting a profile keeps its fingerprint.
ProfileFingerprint fingerprintOf(const Profile& profile);

/// The module path that the user set for a layer.
struct LayerModule {
    std::optional<std::string> layer; ///< empty for *none*
    std::string path;

    bool operator==(const LayerModule&) const = default;
};

/// A plan that is independent of a profile. Layers are given by name, so the plan can be applied to another
/// profile of the same model.
struct PlanDescription {
    std::string name;
    std::vector<std::string> splits;       ///< names of the layers at which a stage begins
    uint32_t ipus = 4;                     ///< maximum number of IPUs
    std::optional<uint64_t> memoryPerTile; ///< in bytes; if empty, the target's memory per tile is used
    std::vector<uint64_t> ipuMemory;       ///< by IPU: bytes per tile; memoryPerTile applies to further IPUs
    uint32_t keepFree = 0;                 ///< share of memory to keep free, in per cent (see MemoryLimits)
    std::vector<std::string> pinned;       ///< layers before which the plan must split
    std::vector<std::string> forbidden;    ///< layers before which the plan must not split
    std::vector<LayerModule> modules;      ///< module paths that differ from the defaults
    PoptorchExportOptions exportOptions;
    std::string notes;
    std::string unknownKeys; ///< keys that a newer version of Tileline wrote, as a JSON object; may be empty

    /// The limits of the plan on the hardware `target`, whose memory applies if the plan states none.
    MemoryLimits memory(const Target& target) const {
        return {MemoryLimits::of(target, memoryPerTile).perTile, ipuMemory, keepFree};
    }
    void setMemory(const MemoryLimits& memory) {
        memoryPerTile = memory.perTile;
        ipuMemory = memory.ofIpu;
        keepFree = memory.keepFree;
    }
    bool operator==(const PlanDescription&) const = default;
};

/// A plan document, `*.tileplan`: one or several plans for a profile.
struct PlanFile {
    std::string profilePath; ///< path of the profile when the file was saved; only a hint
    ProfileFingerprint profile;
    LayerOptions layers;
    /// The setting in which the plans are estimated. Files of version 1 do not state a setting. For such a
    /// file, the setting follows from `layers.unassigned`: Unassigned::Position means the pipeline setting,
    /// and any other value means PopLiner's setting. In the pipeline setting, this Tileline shows other
    /// figures for the plans than the older Tileline that wrote the file.
    SettingOptions setting;
    std::vector<PlanDescription> plans; ///< at least one
    size_t current = 0;                 ///< position in `plans` of the plan that is shown
    std::string unknownKeys;            ///< see PlanDescription::unknownKeys

    bool operator==(const PlanFile&) const = default;
};

/// The version of the files that Tileline writes. Older files are read, too; newer files are refused.
inline constexpr int PlanFileVersion = 2;

/// The maximum number of plans in a file. There is a limit because the window has a row for each plan.
inline constexpr size_t MaxPlans = 1000;

/// The maximum size of a plan file in bytes.
inline constexpr size_t PlanFileLimit = size_t{64} << 20;

/// The text of a plan document in JSON (packaging/schemas/tileplan.schema.json). Names that are not valid
/// UTF-8 are written as `{"hex": "..."}`.
std::string planFileText(const PlanFile& file);

/// Parses the output of planFileText(). Unknown keys are kept. Errors: Truncated, CorruptFile (`item` states
/// the byte), UnsupportedVersion, BadPlan (not a plan file, a duplicate key, a value of the wrong type, or
/// more than MaxPlans plans; `item` states the place).
Result<PlanFile> parsePlanFile(std::string_view text);

/// Reads a file and calls parsePlanFile(). Errors name the file.
Result<PlanFile> readPlanFile(const std::filesystem::path& path);
/// Writes a temporary file and renames it to `path`. A plan file at `path` is replaced.
Result<Done> writePlanFile(const std::filesystem::path& path, const PlanFile& file);

/// One difference between two plans. `left` or `right` is empty if the plan on that side lacks the item.
struct PlanDifference {
    std::string what; ///< the key in the plan file: "split", "ipus", "export.mode", ...
    std::string left;
    std::string right;

    bool operator==(const PlanDifference&) const = default;
};

/// The differences between two plans. Each split, pin or forbidden split that only one plan has is a separate
/// difference. The differences of the left plan come first. Module paths are compared layer by layer. All
/// other values and the notes follow, in the order of the plan file. Plan names are ignored.
std::vector<PlanDifference> diffPlans(const PlanDescription& left, const PlanDescription& right);

} // namespace tileline
