// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QIODevice;
class QMenu;
class QPaintDevice;

namespace tileline {

/// How far one notch of the wheel zooms and one key press moves, as a fraction of the width.
inline constexpr double WheelZoom = 1.25;
inline constexpr double KeyPan = 0.2;

/// Base class of all charts: a title and a summary for screen readers, saving as PNG, SVG or PDF, copying as
/// an image, and a context menu with these commands.
class ChartWidget : public QWidget {
    Q_OBJECT
public:
    explicit ChartWidget(QWidget* parent = nullptr);

    /// The title is the chart's accessible name, and the proposed file name for saving.
    void setTitle(const QString& title);
    const QString& title() const { return m_title; }
    /// The accessible description: one or two sentences that say what the chart shows.
    void setSummary(const QString& summary);
    /// Makes screen readers announce `readout`, the text at the position of the keyboard or the mouse,
    /// followed by the summary.
    void announce(const QString& readout);

    /// Saves the chart as it is shown. The suffix of `path` selects the format: .png, .svg or .pdf. On
    /// failure, returns false and sets `error` to the reason.
    bool save(const QString& path, QString* error) const;
    void copyImage() const;

    /// Draws the chart on a device of `size` pixels at 96 dots per inch.
    virtual void render(QPaintDevice& device, const QSize& size) const = 0;

public slots:
    /// Asks for a file name and saves the chart.
    void saveAs();

protected:
    /// Subclasses override this to add their own menu entries before the common ones.
    virtual void addActions(QMenu& menu);
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// All that is said of what lies at a point; empty if nothing does.
    virtual QString readoutAt(const QPointF& /*point*/) const { return {}; }
    bool event(QEvent* event) override;
    /// Called when the palette, the font or the style changed.
    virtual void applyTheme() = 0;
    void changeEvent(QEvent* event) override;
    /// Draws the keyboard focus frame. Subclasses leave a margin of one pixel for it.
    void paintEvent(QPaintEvent* event) override;

private:
    void writeVector(QIODevice& device, bool pdf) const;

    QString m_title;
    QString m_summary;
};

} // namespace tileline
