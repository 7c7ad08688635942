# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the documentation with the exporter script, the schemas, and the copyright file that a Debian
# package must have.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/packaging/schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/tileline COMPONENT cli)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/packaging/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tileline-cli
    COMPONENT cli FILES_MATCHING PATTERN "*.md" PATTERN "images" EXCLUDE PATTERN "design" EXCLUDE)
install(FILES ${CMAKE_SOURCE_DIR}/CHANGELOG.md ${CMAKE_SOURCE_DIR}/packaging/copyright
    ${CMAKE_SOURCE_DIR}/packaging/exporter/tileline_exporter.py
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tileline-cli COMPONENT cli)
if(TILELINE_BUILD_GUI)
    install(FILES ${CMAKE_SOURCE_DIR}/packaging/copyright
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tileline COMPONENT gui)
endif()
