# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Two Debian packages from one build: the command line without Qt, and the window, which depends on the first package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tileline)
set(CPACK_PACKAGE_VENDOR "The Tileline authors")
set(CPACK_PACKAGE_CONTACT "The Tileline authors <tileline@localhost>")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL cli gui)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_CLI_PACKAGE_NAME tileline-cli)
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS python3)
set(CPACK_COMPONENT_CLI_DESCRIPTION "Plan pipeline stages for Graphcore IPUs, on the command line
 Reads the memory profile of a compilation, estimates what each IPU would hold for a split of the
 layers, finds the best split, and exports it to PopTorch. Needs no display.")

set(CPACK_DEBIAN_GUI_PACKAGE_NAME tileline)
set(CPACK_DEBIAN_GUI_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_GUI_PACKAGE_DEPENDS "tileline-cli (= ${PROJECT_VERSION}), libqt6svg6, qt6-translations-l10n")
set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS qt6-wayland)
set(CPACK_COMPONENT_GUI_DESCRIPTION "Plan pipeline stages for Graphcore IPUs
 Shows the memory profile of a compilation, and what each IPU's fullest tile would hold while the
 split markers are dragged. Finds the best split, and exports it to PopTorch.")
include(CPack)
