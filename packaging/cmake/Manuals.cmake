# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual page and the shell completions of tileline-cli are made from its --help, so they cannot contradict it.
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
set(help ${CMAKE_SOURCE_DIR}/packaging/help)
set(man ${CMAKE_BINARY_DIR}/share/man/man1)
set(completions ${CMAKE_BINARY_DIR}/share/completions)
set(PYTHON ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 ${Python3_EXECUTABLE})

# The views in the manual page of the window are the entries of the table of pages.
set(pages ${CMAKE_SOURCE_DIR}/ui/pagetable.cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${pages})
file(STRINGS ${pages} VIEWS REGEX "^ +{\"[a-z]+\"")
list(TRANSFORM VIEWS REPLACE "^ +{\"([a-z]+)\".*" ".BR \\1 ,")
list(JOIN VIEWS "\n" VIEWS)
string(REGEX REPLACE ",$" "." VIEWS "${VIEWS}")

foreach(page tileline tileline-cli)
    set(VERSION ${PROJECT_VERSION})
    set(COMMANDS @COMMANDS@)
    set(COMMON_OPTIONS @COMMON_OPTIONS@)
    configure_file(${CMAKE_SOURCE_DIR}/packaging/man/${page}.1.in ${CMAKE_BINARY_DIR}/packaging/man/${page}.1 @ONLY)
endforeach()

add_custom_command(
    OUTPUT ${man}/tileline-cli.1
    COMMAND ${PYTHON} ${help}/manpage.py $<TARGET_FILE:tileline-cli>
            ${CMAKE_BINARY_DIR}/packaging/man/tileline-cli.1 ${man}/tileline-cli.1
    DEPENDS tileline-cli ${help}/manpage.py ${help}/helptext.py ${CMAKE_SOURCE_DIR}/packaging/man/tileline-cli.1.in
    VERBATIM)
set(made ${man}/tileline-cli.1)
foreach(shell bash zsh fish)
    add_custom_command(
        OUTPUT ${completions}/tileline-cli.${shell}
        COMMAND ${PYTHON} ${help}/completions.py $<TARGET_FILE:tileline-cli> ${shell}
                ${completions}/tileline-cli.${shell}
        DEPENDS tileline-cli ${help}/completions.py ${help}/helptext.py
        VERBATIM)
    list(APPEND made ${completions}/tileline-cli.${shell})
endforeach()
add_custom_target(manuals ALL DEPENDS ${made})

install(FILES ${man}/tileline-cli.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT cli)
install(FILES ${completions}/tileline-cli.bash RENAME tileline-cli
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT cli)
install(FILES ${completions}/tileline-cli.zsh RENAME _tileline-cli
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT cli)
install(FILES ${completions}/tileline-cli.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT cli)
