# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Desktop integration of the window: its desktop entry, icon, file types, AppStream description and manual page.
set(desktop ${CMAKE_SOURCE_DIR}/packaging/desktop)
install(FILES ${desktop}/org.tileline.Tileline.desktop
    DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT gui)
install(FILES ${desktop}/org.tileline.Tileline.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT gui)
install(FILES ${desktop}/tileline.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT gui)
install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/tileline.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT gui OPTIONAL)
install(FILES ${CMAKE_BINARY_DIR}/packaging/man/tileline.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT gui)
