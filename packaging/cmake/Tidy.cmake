# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Targets that look at the sources, where their tools are installed: `tidy` (clang-tidy 14 over core and app, warnings
# are errors) and `format` (clang-format 14 over everything).
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
