// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/modelgraph.h"

namespace tileline {

uint64_t GraphTensor::elements() const {
    uint64_t product = 1;
    for (const uint32_t extent : shape) {
        product *= extent;
    }
    return product;
}

uint64_t GraphTensor::bytes() const {
    return elements() * elementBytes(type);
}

uint32_t elementBytes(ElementType type) {
    return type == ElementType::Half ? 2 : 4;
}

const char* elementTypeName(ElementType type) {
    switch (type) {
    case ElementType::Half:
        return "FLOAT16";
    case ElementType::Float:
        return "FLOAT";
    case ElementType::Int:
        break;
    }
    return "INT32";
}

std::string shapeText(const std::vector<uint32_t>& shape) {
    std::string text = "[";
    for (const uint32_t extent : shape) {
        text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
    }
    return text + "]";
}

} // namespace tileline
