# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Targets for the sources. Each exists only if its tool is installed: `tidy` runs clang-tidy 14 on core and app, with
# warnings as errors, and `format` runs clang-format 14 on all C++ files.
find_program(RUN_CLANG_TIDY NAMES run-clang-tidy-14)
find_program(CLANG_TIDY NAMES clang-tidy-14)
if(RUN_CLANG_TIDY AND CLANG_TIDY)
    add_custom_target(tidy
        COMMAND ${RUN_CLANG_TIDY} -quiet -clang-tidy-binary ${CLANG_TIDY} -p ${CMAKE_BINARY_DIR}
                "^${CMAKE_SOURCE_DIR}/(core|app)/"
        USES_TERMINAL VERBATIM)
endif()

find_program(CLANG_FORMAT NAMES clang-format-14)
if(CLANG_FORMAT)
    file(GLOB_RECURSE formatted CONFIGURE_DEPENDS
        ${CMAKE_SOURCE_DIR}/app/*.[ch]* ${CMAKE_SOURCE_DIR}/core/*.[ch]* ${CMAKE_SOURCE_DIR}/ui/*.[ch]*
        ${CMAKE_SOURCE_DIR}/tests/*.[ch]*)
    list(FILTER formatted INCLUDE REGEX "\\.(h|cpp)$")
    add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${formatted} VERBATIM)
endif()
