// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/controls.h"

#include "ui/text/plaintext.h"

#include <QDialog>
#include <QFontDatabase>
#include <QHeaderView>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QTableView>

namespace tileline {

namespace {

template <class Layout>
Layout* filled(Layout* layout, std::initializer_list<Part> parts) {
    for (const Part& part : parts) {
        if (part.widget) {
            layout->addWidget(part.widget, part.share, part.alignment);
        } else if (part.layout) {
            layout->addLayout(part.layout);
        } else if (part.spacing > 0) {
            layout->addSpacing(part.spacing);
        } else {
            layout->addStretch(part.share);
        }
    }
    return layout;
}

/// Makes `tip` the tool tip, which may be HTML, and the plain text that screen readers read aloud.
template <class Control>
Control* explained(Control* control, const QString& tip) {
    control->setToolTip(plainToolTip(tip));
    control->setAccessibleDescription(tip);
    return control;
}

} // namespace

QHBoxLayout* rowOf(std::initializer_list<Part> parts, QWidget* owner) {
    return filled(new QHBoxLayout(owner), parts);
}

QVBoxLayout* columnOf(std::initializer_list<Part> parts, QWidget* owner) {
    return filled(new QVBoxLayout(owner), parts);
}

QWidget* inColumn(std::initializer_list<Part> parts) {
    auto* const widget = new QWidget;
    withoutMargins(columnOf(parts, widget));
    return widget;
}

QCheckBox* checkBox(const QString& text, const char* name, const QString& tip) {
    auto* const box = new QCheckBox(text);
    box->setObjectName(name);
    return explained(box, tip);
}

QComboBox* comboBox(const QStringList& texts, const QString& accessibleName, const QString& tip,
                    const char* name) {
    auto* const box = new QComboBox;
    box->setObjectName(name);
    box->addItems(texts);
    box->setAccessibleName(accessibleName);
    return explained(box, tip);
}

QDialogButtonBox* dialogButtons(QDialog* dialog, QDialogButtonBox::StandardButtons which) {
    auto* const buttons = new QDialogButtonBox(which);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return buttons;
}

void openDialog(QDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

QPlainTextEdit* codeField(const char* name) {
    auto* const field = new QPlainTextEdit;
    field->setObjectName(name);
    field->setTabChangesFocus(true);
    field->setLineWrapMode(QPlainTextEdit::NoWrap);
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    return field;
}

QPlainTextEdit* answerField(const char* name, const QString& accessibleName) {
    auto* const field = new QPlainTextEdit;
    field->setObjectName(name);
    field->setReadOnly(true);
    field->setTabChangesFocus(true);
    field->setAccessibleName(accessibleName);
    return field;
}

void setUpRows(QTableView* table, const char* name, const QString& accessibleName, int stretched) {
    table->setObjectName(name);
    table->setAccessibleName(accessibleName);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(stretched, QHeaderView::Stretch);
}

void drawFocusFrame(QPainter& painter, const QWidget& widget) {
    if (widget.hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(&widget);
        widget.style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, &widget);
    }
}

} // namespace tileline
