// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLayout;
class QWidget;

namespace tileline {

/// Lays out `page` with one column in its middle, at most `width` wide.
void centreColumn(QWidget& page, QLayout* column, int width);

} // namespace tileline
