// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace tileline {

/// Says why there is no plan, and leads to the pages that show the rest of the profile.
class NoPlanPanel : public QWidget {
    Q_OBJECT
public:
    explicit NoPlanPanel(QWidget* parent = nullptr);

    void setText(const QString& text);

signals:
    /// `id` is that of a page (ui/pagetable.h).
    void pageRequested(const QString& id);

private:
    QLabel* m_text;
};

} // namespace tileline
