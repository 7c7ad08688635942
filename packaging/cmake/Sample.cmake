# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The bundled sample is made by the generator, not kept in the repository. It lies at ../share/tileline/sample as seen
# from the program, in the build directory as well as where it is installed.
set(sample ${CMAKE_BINARY_DIR}/share/tileline/sample)
add_custom_command(
    OUTPUT ${sample}/profile.tileline ${sample}/debug.cbor
    COMMAND tileline-generate sample -o ${sample}
    DEPENDS tileline-generate
    COMMENT "Generating the sample profile"
    VERBATIM)
add_custom_target(sample ALL DEPENDS ${sample}/profile.tileline)
install(DIRECTORY ${sample} DESTINATION ${CMAKE_INSTALL_DATADIR}/tileline COMPONENT cli)
