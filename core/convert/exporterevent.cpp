// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/exporterevent.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tileline {

namespace {

using Json = nlohmann::json;

std::optional<ExporterEvent::Kind> kindOf(const std::string& name) {
    using Kind = ExporterEvent::Kind;
    if (name == "start") {
        return Kind::Started;
    }
    if (name == "progress") {
        return Kind::Progress;
    }
    if (name == "missing") {
        return Kind::Missing;
    }
    if (name == "error") {
        return Kind::Failed;
    }
    if (name == "done") {
        return Kind::Finished;
    }
    return std::nullopt;
}

std::string textOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace

std::optional<ExporterEvent> parseExporterEvent(std::string_view line) {
    const Json object = Json::parse(line, nullptr, false);
    if (!object.is_object()) {
        return std::nullopt;
    }
    const std::optional<ExporterEvent::Kind> kind = kindOf(textOf(object, "event"));
    if (!kind) {
        return std::nullopt;
    }
    ExporterEvent event;
    event.kind = *kind;
    if (const auto fraction = object.find("fraction"); fraction != object.end() && fraction->is_number()) {
        event.fraction = std::clamp(fraction->get<double>(), 0.0, 1.0);
    }
    if (const auto count = object.find("count"); count != object.end() && count->is_number_unsigned()) {
        event.count = count->get<uint64_t>();
    }
    event.part = textOf(object, "part");
    event.consequence = textOf(object, "consequence");
    event.code = textOf(object, "code");
    event.message = textOf(object, "message");
    event.remedy = textOf(object, "remedy");
    return event;
}

} // namespace tileline
