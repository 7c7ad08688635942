// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSplitter>

namespace tileline {

/// Splits a page into two parts whose sizes the user can change. The parts are side by side if the page is
/// wide and low, or too low to stack them; otherwise they are stacked. So the page needs only the height of
/// the taller part.
class PartsSplitter : public QSplitter {
    Q_OBJECT
public:
    explicit PartsSplitter(QWidget* parent = nullptr);

    /// Sets the initial sizes. Call this after both parts were added.
    void share();

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Minimum height of the taller part, and of both parts stacked.
    int maxHeight() const;
    int summedHeight() const;

    QList<int> m_shares{3000, 2000}; ///< QSplitter treats them as proportions
};

} // namespace tileline
