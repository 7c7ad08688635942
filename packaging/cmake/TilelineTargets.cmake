# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of the project has in common.

add_library(tileline_options INTERFACE)
target_include_directories(tileline_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(tileline_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
# At -O3, GCC 12 sees overlapping copies in operator+ of std::string where there are none (its bug 105329). There, and
# with the checks of a sanitizer in between, it also sees the string of a std::variant that holds a number as
# uninitialised.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tileline_options INTERFACE
        $<$<CONFIG:Release>:-Wno-restrict> $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
    if(TILELINE_SANITIZE)
        target_compile_options(tileline_options INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()
if(TILELINE_WARNINGS_AS_ERRORS)
    target_compile_options(tileline_options INTERFACE -Werror)
endif()
if(TILELINE_SANITIZE)
    add_compile_options(-fsanitize=${TILELINE_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${TILELINE_SANITIZE})
endif()

# tileline_unity(NAME): several sources of the target are compiled at once, because the headers that they share take most of
# the time. The names in their anonymous namespaces must differ.
function(tileline_unity name)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
endfunction()

# tileline_module(NAME [DEPENDS targets that users of the module need too] [PRIVATE targets that only it needs]
# [UNITY]): a library of all sources in the folder and below it. With UNITY see above.
function(tileline_module name)
    cmake_parse_arguments(MODULE "UNITY" "" "DEPENDS;PRIVATE" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.h)
    if(NOT sources MATCHES "\\.cpp")
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE ${MODULE_DEPENDS})
        return()
    endif()
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC ${MODULE_DEPENDS} PRIVATE tileline_options ${MODULE_PRIVATE})
    target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
    if(MODULE_UNITY)
        tileline_unity(${name})
    endif()
endfunction()

# What is not the core is not where time is spent: -O2 compiles quicker than the -O3 of a release build.
function(tileline_less_optimised name)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O2>)
endfunction()

# tileline_test(NAME SOURCES a.cpp ... [DEPENDS targets] [LABELS labels] [GUI]): a Qt Test executable, registered with CTest.
# It runs with settings and caches of its own, never the user's.
function(tileline_test name)
    cmake_parse_arguments(TEST "GUI" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
    add_executable(${name} ${TEST_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(${name} PRIVATE tileline_options tileline_testsupport Qt6::Test ${TEST_DEPENDS})
    target_compile_definitions(${name} PRIVATE TILELINE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
    add_test(NAME ${name} COMMAND ${name})
    set(home ${CMAKE_BINARY_DIR}/test-homes/${name})
    set_tests_properties(${name} PROPERTIES LABELS "${TEST_LABELS}" TIMEOUT 600
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp;XDG_CONFIG_HOME=${home}/config;XDG_CACHE_HOME=${home}/cache;XDG_DATA_HOME=${home}/data")
endfunction()
