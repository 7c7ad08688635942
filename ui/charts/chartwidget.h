// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QMenu;
class QPaintDevice;

namespace tileline {

/// What all charts share: a title and a summary that screen readers get, saving as PNG, SVG or PDF, copying
/// the picture, and the context menu for all that.
class ChartWidget : public QWidget {
    Q_OBJECT
public:
    explicit ChartWidget(QWidget* parent = nullptr);

    /// Accessible name, and the file name that is proposed for saving.
    void setTitle(const QString& title);
    const QString& title() const { return m_title; }
    /// One or two sentences that say what the chart shows: its accessible description.
    void setSummary(const QString& summary);
    /// What is at the keyboard's or mouse's position; read out after the summary.
    void announce(const QString& readout);

    /// Saves the chart as it is shown; the ending of `path` says the format (.png, .svg, .pdf). False with a
    /// reason in `error` when it could not.
    bool save(const QString& path, QString* error) const;
    void copyImage() const;

    /// Draws the chart on a device of `size` pixels at 96 dots per inch.
    virtual void render(QPaintDevice& device, const QSize& size) const = 0;

public slots:
    /// Asks for a file and saves.
    void saveAs();

protected:
    /// For subclasses to put their own entries before the common ones.
    virtual void addActions(QMenu& menu);
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// Called when the palette, the font or the style changed.
    virtual void applyTheme() = 0;
    void changeEvent(QEvent* event) override;
    /// Draws the frame that shows the keyboard's focus; subclasses leave a margin of a pixel.
    void paintEvent(QPaintEvent* event) override;

private:
    bool saveVector(const QString& path, bool pdf) const;

    QString m_title;
    QString m_summary;
};

} // namespace tileline
