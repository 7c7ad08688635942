// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/profilechoice.h"

#include <QDialog>
#include <QTreeWidget>

#include <vector>

namespace tileline {

/// Asks which of several profiles in a directory to open. The largest profile is listed first and selected.
class ChooseProfileDialog : public QDialog {
    Q_OBJECT
public:
    ChooseProfileDialog(const QString& directory, std::vector<ProfileChoice> choices,
                        QWidget* parent = nullptr);

    /// The paths of the selected profile; empty if no profile is selected.
    QStringList chosenPaths() const;

private:
    std::vector<ProfileChoice> m_choices;
    QTreeWidget* m_list = new QTreeWidget;
};

} // namespace tileline
