// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"
#include "core/planfile/planfile.h"

#include <numeric>
#include <string_view>

namespace tileline {

namespace {

/// Computes an FNV-1a hash of 64 bits.
class Hash {
public:
    void add(uint64_t number) {
        for (unsigned shift = 0; shift < 64; shift += 8) {
            addByte(static_cast<unsigned char>(number >> shift));
        }
    }
    void add(std::string_view text) {
        add(uint64_t{text.size()});
        for (const char c : text) {
            addByte(static_cast<unsigned char>(c));
        }
    }
    std::string text() const { return hexText(m_value, 16); }

private:
    void addByte(unsigned char byte) { m_value = (m_value ^ byte) * 0x100000001B3U; }

    uint64_t m_value = 0xCBF29CE484222325U;
};

uint64_t stepNumber(const std::optional<StepIndex>& step) {
    return step ? step->value : NoId;
}

void addOperations(Hash& hash, const Profile& profile) {
    for (const Operation& operation : profile.operations) {
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        hash.add(operation.name);
        hash.add(stepNumber(detail.firstStep));
        hash.add(stepNumber(detail.lastStep));
        hash.add(uint64_t{detail.debug.inputs.size()});
        for (const std::string& input : detail.debug.inputs) {
            hash.add(input);
        }
    }
}

} // namespace

ProfileFingerprint fingerprintOf(const Profile& profile) {
    Hash hash;
    const Target& target = profile.target;
    hash.add(target.architecture);
    for (const uint64_t number :
         {uint64_t{target.numIpus}, uint64_t{target.tilesPerIpu}, uint64_t{target.numTiles},
          target.bytesPerTile, uint64_t{target.numReplicas}}) {
        hash.add(number);
    }
    for (const size_t count : {profile.stepProgram.size(), profile.programs.size(), profile.operations.size(),
                               profile.variables.size(), profile.lowered.size()}) {
        hash.add(uint64_t{count});
    }
    hash.add(std::accumulate(profile.lowered.bytes.begin(), profile.lowered.bytes.end(), uint64_t{0}));
    addOperations(hash, profile);
    return {hash.text(), profile.target.numTiles, profile.stepCount(), profile.operations.size(),
            profile.lowered.size()};
}

} // namespace tileline
