// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>

#include <initializer_list>

class QPainter;
class QTableView;

namespace tileline {

/// An element of a row or a column of widgets.
struct Part {
    /// `extra` is the widget's share of the remaining width or height; 0 if the widget gets none of it.
    Part(QWidget* single, int extra = 0, Qt::Alignment place = {})
        : widget(single)
        , share(extra)
        , alignment(place) {}
    Part(QLayout* several)
        : layout(several) {}
    /// An empty element that gets a share of the remaining width or height.
    static Part stretch(int extra = 1) { return {static_cast<QWidget*>(nullptr), extra}; }
    /// An empty element whose width or height is fixed, in pixels.
    static Part space(int pixels) {
        Part part = stretch(0);
        part.spacing = pixels;
        return part;
    }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int share = 0;
    Qt::Alignment alignment = {};
    int spacing = 0;
};

/// rowOf() places widgets side by side, columnOf() one below the other. `owner`, if any, gets the layout.
QHBoxLayout* rowOf(std::initializer_list<Part> parts, QWidget* owner = nullptr);
QVBoxLayout* columnOf(std::initializer_list<Part> parts, QWidget* owner = nullptr);
/// Removes the margins of a layout whose widget is inside another widget.
template <class Layout>
Layout* withoutMargins(Layout* layout) {
    layout->setContentsMargins(0, 0, 0, 0);
    return layout;
}

/// A widget that contains `parts`, one below the other, without margins.
QWidget* inColumn(std::initializer_list<Part> parts);

/// A button that, when clicked, calls `slot` of `receiver`.
template <class Receiver, class Slot>
QPushButton* button(const QString& text, Receiver* receiver, Slot slot, const char* name = "") {
    auto* const made = new QPushButton(text);
    made->setObjectName(name);
    QObject::connect(made, &QPushButton::clicked, receiver, slot);
    return made;
}

QCheckBox* checkBox(const QString& text, const char* name, const QString& tip);
QComboBox* comboBox(const QStringList& texts, const QString& accessibleName, const QString& tip,
                    const char* name = "");

/// The buttons that accept or reject a dialog.
QDialogButtonBox* dialogButtons(QDialog* dialog, QDialogButtonBox::StandardButtons which);

/// Shows a dialog, which is deleted as soon as it is closed.
void openDialog(QDialog* dialog);

/// A field for code or the output of a program, with a monospaced font and without line wrapping. The Tab key
/// moves the focus to the next field.
QPlainTextEdit* codeField(const char* name);
/// A read-only field in which a dialog shows its result.
QPlainTextEdit* answerField(const char* name, const QString& accessibleName);

/// Sets up a table in which the user selects whole rows. Column `stretched` takes up the remaining width.
void setUpRows(QTableView* table, const char* name, const QString& accessibleName, int stretched);

/// Draws the focus frame of a widget that does its own painting.
void drawFocusFrame(QPainter& painter, const QWidget& widget);

/// Calls a slot of `receiver` once, a short time after the last call of start().
class Debounce : public QTimer {
public:
    template <class Receiver, class Slot>
    Debounce(Receiver* receiver, Slot slot) {
        setSingleShot(true);
        setInterval(150);
        connect(this, &QTimer::timeout, receiver, slot);
    }
};

} // namespace tileline
