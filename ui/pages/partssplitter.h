// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSplitter>

namespace tileline {

/// Two parts of a page that share its place as the user likes: side by side where the place is wide and low,
/// or too low for one above the other, else one above the other. So it needs no more height than the higher
/// part.
class PartsSplitter : public QSplitter {
    Q_OBJECT
public:
    explicit PartsSplitter(QWidget* parent = nullptr);

    /// Once both parts are in.
    void share();

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Of the parts: the greater height, and that of one above the other.
    int maxHeight() const;
    int summedHeight() const;

    QList<int> m_shares{3000, 2000}; ///< QSplitter takes them for proportions
};

} // namespace tileline
