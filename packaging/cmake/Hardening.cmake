# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Release builds use Debian's flags with all hardening, unless the environment sets its own flags, as a
# package build does. The build type determines optimisation and debug information.
find_program(DPKG_BUILDFLAGS dpkg-buildflags)
if(DPKG_BUILDFLAGS AND CMAKE_BUILD_TYPE STREQUAL "Release" AND "$ENV{CPPFLAGS}$ENV{CXXFLAGS}$ENV{LDFLAGS}" STREQUAL "")
    foreach(kind CPPFLAGS CXXFLAGS LDFLAGS)
        execute_process(
            COMMAND ${CMAKE_COMMAND} -E env DEB_BUILD_MAINT_OPTIONS=hardening=+all "DEB_CXXFLAGS_STRIP=-g -O2"
                ${DPKG_BUILDFLAGS} --get ${kind}
            OUTPUT_VARIABLE ${kind} OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    string(APPEND CMAKE_CXX_FLAGS " ${CPPFLAGS} ${CXXFLAGS}")
    string(APPEND CMAKE_EXE_LINKER_FLAGS " ${LDFLAGS}")
endif()
