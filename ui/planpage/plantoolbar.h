// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"

#include <QSpinBox>
#include <QToolBar>

class QAction;

namespace tileline {

/// A field for a number of bytes. It shows all digits, and the user can also type a unit, as in "600 KiB".
class MemoryBox : public QSpinBox {
public:
    MemoryBox();

protected:
    QString textFromValue(int value) const override;
    int valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
};

/// A line of plain text that fills the remaining width. A new text never moves the other widgets. The parts
/// of the text are separated by " · " or commas. Parts that do not fit are shown only in the tool tip.
class ElidedText : public QWidget {
public:
    ElidedText() { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

    const QString& text() const { return m_text; }
    /// The parts of the text that fit into the line.
    QString shownText() const;
    /// Sets the text. The tool tip shows the whole text and `explanation`.
    void setText(const QString& text, const QString& explanation);

    QSize sizeHint() const override { return {80, fontMetrics().height() + 4}; }
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

/// The plan's peak, period and utilisation, side by side. Figures at the end are left out if there is too
/// little room.
class KeyFigures : public QWidget {
    Q_OBJECT
public:
    explicit KeyFigures(const Session* session);

    /// The width in pixels that all figures need together.
    int wanted() const;
    /// All figures, one per line.
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Figure {
        QString caption;
        QString value;
        QString below; ///< a note on the value, such as where the value comes from
    };
    void refresh();
    int widthOf(const Figure& figure) const;

    const Session* const m_session;
    std::vector<Figure> m_figures;
};

/// Fields for the memory of a tile, and for the percentage of that memory to keep free.
class MemoryFields : public QWidget {
    Q_OBJECT
public:
    explicit MemoryFields(PlanEditor* editor);

private:
    void refresh();

    Session* const m_session;
    MemoryBox* const m_memory = new MemoryBox;
    QSpinBox* const m_keepFree = new QSpinBox;
};

/// The controls for the number of IPUs and for auto-split.
class PlanToolBar : public QToolBar {
    Q_OBJECT
public:
    explicit PlanToolBar(PlanEditor* editor);

    /// The auto-split actions for the menu bar, by objective: lowest peak, fewest IPUs, shortest period,
    /// greedy.
    const QList<QAction*>& solveActions() const { return m_solveActions; }
    /// The action that shows the figures of both settings. This action and the greedy search share a
    /// shortcut, but are never enabled at the same time.
    QAction* compareAction() const { return m_compare; }

private:
    void addSolveMenu();
    void refresh();
    QAction* addSolve(const QString& text, const QKeySequence& key, const QString& tip, Objective objective);

    PlanEditor* const m_editor;
    Session* const m_session = m_editor->session();
    QSpinBox* m_ipus = new QSpinBox;
    QList<QAction*> m_solveActions;
    QAction* m_compare;
    QAction* m_shortest = nullptr; ///< one of m_solveActions
};

} // namespace tileline
