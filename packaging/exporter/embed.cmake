# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds the exporter in a C++ source: cmake -D INPUT=exporter.py -D OUTPUT=exporterscript.cpp -P embed.cmake
file(READ ${INPUT} bytes HEX)
string(REGEX MATCHALL "................................................|.+$" lines "${bytes}")
list(JOIN lines "\n" bytes)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(STRINGS ${INPUT} version REGEX "^EXPORTER_VERSION = [0-9]+$")
string(REGEX REPLACE "[^0-9]" "" version "${version}")
if(NOT version)
    message(FATAL_ERROR "no EXPORTER_VERSION in ${INPUT}")
endif()
file(WRITE ${OUTPUT} "// Made from tileline_exporter.py by embed.cmake.
#include \"core/convert/exporterscript.h\"

namespace tileline {

namespace {
constexpr char Script[] = {
${bytes}
};
} // namespace

std::string_view exporterScript() {
    return {Script, sizeof Script};
}

int exporterVersion() {
    return ${version};
}

} // namespace tileline
")
