// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/messageexplanation.h"
#include "tests/fuzz/subject.h"
#include "tests/fuzz/targets.h"

#include <algorithm>

namespace tileline::fuzz {

void runMessage(Input input) {
    const PoplarMessage message = parsePoplarMessage(textOf(input));
    require(message.complaints.size() <= PoplarMessage::MaxComplaints, "complaints are limited");
    require((message.main() == nullptr) == message.complaints.empty(), "a complaint can be explained");
    require(message.recognised() || message.complaints.empty(), "a complaint makes a message");
    for (const MemoryComplaint& complaint : message.complaints) {
        require(!idOf(complaint.kind).empty(), "a complaint has a name");
        require(std::count(message.complaints.begin(), message.complaints.end(), complaint) == 1,
                "each complaint is listed once");
    }
    require(std::none_of(message.profilePath.begin(), message.profilePath.end(),
                         [](unsigned char c) { return c < 0x20 || c == 0x7F; }),
            "a path has no control characters");
    const auto explanation = explainMessage(*subject(Setting::Pipeline, true).profile, message);
    if (!explanation) {
        requireError(explanation.failure());
        return;
    }
    (void)explanation->contradictsMessage();
    (void)explanation->over();
}

} // namespace tileline::fuzz
