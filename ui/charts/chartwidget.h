// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/picture.h"

#include <QWidget>

class QMenu;
class QPaintDevice;

namespace tileline {

/// The factor by which one notch of the wheel zooms.
inline constexpr double WheelZoom = 1.25;
/// How far one key press moves a chart, as a fraction of the visible range.
inline constexpr double KeyPan = 0.2;

/// The base class of all charts. A chart has a title and a summary for screen readers. The context menu of a
/// chart has commands that copy the chart as an image and save it as PNG, SVG or PDF.
class ChartWidget : public QWidget {
    Q_OBJECT
public:
    explicit ChartWidget(QWidget* parent = nullptr)
        : QWidget(parent) {
        setFocusPolicy(Qt::StrongFocus);
    }

    /// Sets the title. It is also the chart's accessible name, and the name proposed for a saved file.
    void setTitle(const QString& title);
    const QString& title() const { return m_title; }
    /// Sets the accessible description: one or two sentences that say what the chart shows.
    void setSummary(const QString& summary);
    /// Makes screen readers announce `readout` and then the summary. `readout` describes what is under the
    /// keyboard cursor or the mouse pointer.
    void announce(const QString& readout);

    /// Saves the chart as it is shown. The suffix of `path` selects the format: .png, .svg or .pdf. On
    /// failure, returns false and sets `error` to the reason.
    bool save(const QString& path, QString* error) const;
    void copyImage() const;

    /// Draws the chart on a device of `size` pixels at 96 dots per inch.
    virtual void render(QPaintDevice& device, const QSize& size) const = 0;

public slots:
    void saveAs();

protected:
    /// Subclasses override this to add their own menu items before the common ones.
    virtual void addActions(QMenu& menu);
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// Describes what the chart shows at a point; empty if the chart shows nothing at that point.
    virtual QString readoutAt(const QPointF& /*point*/) const { return {}; }
    bool event(QEvent* event) override;
    /// Called when the palette, the font or the style has changed.
    virtual void applyTheme() = 0;
    void changeEvent(QEvent* event) override;
    /// Draws the keyboard focus frame. Subclasses leave a margin of one pixel for the frame.
    void paintEvent(QPaintEvent* event) override;

private:
    PictureSource picture() const;

    QString m_title;
    QString m_summary;
};

} // namespace tileline
