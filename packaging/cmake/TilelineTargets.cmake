# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Settings that all targets of the project share.

add_library(tileline_options INTERFACE)
target_include_directories(tileline_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(tileline_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
# GCC 12 warns of faults that do not exist: at -O3 overlapping copies in operator+ of std::string (its bug
# 105329), at -Og and with sanitizers std::stop_token and the string of a std::variant as uninitialised.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tileline_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(TILELINE_WARNINGS_AS_ERRORS)
    target_compile_options(tileline_options INTERFACE -Werror)
endif()
if(TILELINE_SANITIZE)
    add_compile_options(-fsanitize=${TILELINE_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${TILELINE_SANITIZE})
endif()

# tileline_module(NAME [FOLDER folder] [EXCEPT folder] [DEPENDS targets that users of the module need too] [PRIVATE targets that
# only it needs]): the library tileline_NAME, of all sources in the folder, which is NAME by default, and below it.
function(tileline_module module)
    cmake_parse_arguments(MODULE "" "FOLDER;EXCEPT" "DEPENDS;PRIVATE" FOLDER ${module} ${ARGN})
    set(name tileline_${module})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${MODULE_FOLDER}/*.cpp ${MODULE_FOLDER}/*.h)
    if(MODULE_EXCEPT)
        list(FILTER sources EXCLUDE REGEX "/${MODULE_EXCEPT}(/|$)")
    endif()
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC ${MODULE_DEPENDS} PRIVATE tileline_options ${MODULE_PRIVATE})
    target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
endfunction()

# Only the core is critical for speed. Elsewhere, -O2 compiles faster than the -O3 of a release build.
function(tileline_less_optimised name)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O2>)
endfunction()

# tileline_tests(MODULE [DEPENDS targets] [DEFINITIONS A="b" ...] [SOURCES more sources]): one program, tests_MODULE, with all test
# classes of the folder. Each class, which has the name of its file, is a test of CTest with the label MODULE,
# and runs with its own settings and caches, never the user's.
function(tileline_tests module)
    cmake_parse_arguments(TESTS "" "" "SOURCES;DEPENDS;DEFINITIONS" ${ARGN})
    set(program tests_${module})
    file(GLOB tests CONFIGURE_DEPENDS test_*.cpp)
    add_executable(${program} ${tests} ${TESTS_SOURCES} ${CMAKE_SOURCE_DIR}/tests/testmain.cpp)
    set_target_properties(${program} PROPERTIES AUTOMOC ON)
    target_link_libraries(${program} PRIVATE tileline_options tileline_testsupport Qt6::Test ${TESTS_DEPENDS})
    # The sources are compiled together, so an anonymous namespace in one of them looks as if it were in a
    # header.
    target_compile_options(${program} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    # Compiling the tests takes longer than running them.
    if(NOT TILELINE_SANITIZE)
        target_compile_options(${program} PRIVATE $<$<CONFIG:Debug>:-O0>)
    endif()
    target_compile_definitions(${program} PRIVATE TILELINE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data" ${TESTS_DEFINITIONS})
    foreach(file ${tests})
        cmake_path(GET file STEM name)
        add_test(NAME ${name} COMMAND ${program} ${name})
        set(home ${CMAKE_BINARY_DIR}/test-homes/${name})
        set_tests_properties(${name} PROPERTIES LABELS ${module} TIMEOUT 600
            ENVIRONMENT "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp;XDG_CONFIG_HOME=${home}/config;XDG_CACHE_HOME=${home}/cache;XDG_DATA_HOME=${home}/data")
    endforeach()
endfunction()

# tileline_label(LABEL TESTS ...): `threads` for tests that ThreadSanitizer runs, `slow` for tests that packaging/test.sh skips,
# `programs` for tests that check more where the programs of packaging/check-dependencies.txt are installed.
function(tileline_label label)
    set_property(TEST ${ARGN} APPEND PROPERTY LABELS ${label})
endfunction()
