// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcutsdialog.h"

#include "ui/look/metrics.h"
#include "ui/text/controls.h"

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QTreeWidget>

namespace tileline {

namespace {

constexpr QSize SheetSize(620, 640);

QString withoutMnemonic(QString text) {
    return text.section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&')).remove(QChar(0x2026));
}

/// The keys that run a command: its shortcut or, without a shortcut, the part of its menu text after the tab.
QString keyOf(const QAction& action) {
    return action.shortcut().isEmpty() ? action.text().section(QLatin1Char('\t'), 1)
                                       : action.shortcut().toString(QKeySequence::NativeText);
}

QTreeWidgetItem* addGroup(QTreeWidget* list, const QString& title) {
    auto* const group = new QTreeWidgetItem(list, {title});
    group->setFont(0, metrics::bold(list->font()));
    group->setFlags(Qt::ItemIsEnabled);
    return group;
}

void addCommands(QTreeWidgetItem* group, const QMenu& menu) {
    for (const QAction* const action : menu.actions()) {
        if (action->menu()) {
            addCommands(group, *action->menu());
        } else if (const QString key = keyOf(*action); !key.isEmpty()) {
            new QTreeWidgetItem(group, {withoutMnemonic(action->text()), key});
        }
    }
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QList<QAction*>& menus, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Keyboard and mouse"));
    auto* const list = new QTreeWidget;
    list->setAccessibleName(windowTitle());
    //: columns of the list of shortcuts
    list->setHeaderLabels({tr("To"), tr("Key or mouse")});
    list->setRootIsDecorated(false);
    list->header()->setStretchLastSection(true);
    for (const QAction* const entry : menus) {
        if (entry->menu()) {
            addCommands(addGroup(list, withoutMnemonic(entry->text())), *entry->menu());
        }
    }
    const auto add = [list](const QString& title, std::initializer_list<QStringList> rows) {
        QTreeWidgetItem* const group = addGroup(list, title);
        for (const QStringList& row : rows) {
            new QTreeWidgetItem(group, row);
        }
    };
    add(tr("On the plan"), {
                               {tr("Move a split"), tr("Drag its marker; arrow keys")},
                               {tr("Move it by five"), tr("Shift+arrow keys")},
                               {tr("Move it as far as possible"), tr("Home, End")},
                               {tr("Cancel a drag"), tr("Esc")},
                               {tr("Add a split"), tr("Double click; Ins")},
                               {tr("Commands for a boundary"), tr("Right click; Menu key")},
                               {tr("Go from split to split"), tr("Tab, Shift+Tab")},
                               {tr("Zoom"), tr("Ctrl+wheel")},
                               {tr("Why an IPU peaks"), tr("Click its bar; Return")},
                               {tr("Limit of an IPU"), tr("Double click its bar; F2")},
                           });
    add(tr("In charts"), {
                             {tr("Choose a step or a tile"), tr("Click; arrow keys and Return")},
                             {tr("Compare two steps"), tr("Shift+click; Shift+Return")},
                             {tr("Ten steps at once"), tr("Ctrl+arrow keys")},
                             {tr("Zoom"), tr("Wheel; +, −")},
                             {tr("Move what is shown"), tr("Drag; Shift+wheel")},
                             {tr("Show everything"), tr("Double click; 0")},
                             {tr("Copy or save the picture"), tr("Right click; Menu key")},
                         });
    add(tr("In tables"), {
                             {tr("Filter"), tr("Ctrl+F")},
                             {tr("Copy the selected rows"), tr("Ctrl+C")},
                             {tr("Sort"), tr("Click a column's title")},
                         });
    list->expandAll();
    list->resizeColumnToContents(0);
    columnOf({{list, 1}, dialogButtons(this, QDialogButtonBox::Close)}, this);
    resize(SheetSize);
}

} // namespace tileline
