# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The generator makes the bundled sample, so the sample is not in the repository. Relative to the program, the sample is
# at ../share/tileline/sample, both in the build directory and where it is installed.
set(sample ${CMAKE_BINARY_DIR}/share/tileline/sample)
add_custom_command(
    OUTPUT ${sample}/profile.pop ${sample}/debug.cbor
    # Remove the profile of an older build, which would be a second profile.
    COMMAND ${CMAKE_COMMAND} -E rm -f ${sample}/profile.tileline
    COMMAND tileline-generate sample --tile-layout --batch 4 --format pop -o ${sample}
    DEPENDS tileline-generate
    COMMENT "Generating the sample profile"
    VERBATIM)
add_custom_target(sample ALL DEPENDS ${sample}/profile.pop)
install(DIRECTORY ${sample} DESTINATION ${CMAKE_INSTALL_DATADIR}/tileline COMPONENT cli)
