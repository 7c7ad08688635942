// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/chooseprofiledialog.h"

#include "ui/text/bytestext.h"
#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QHeaderView>
#include <QLocale>

namespace tileline {

namespace {

enum CandidateColumn { NameColumn, SizeColumn, DateColumn };
constexpr QSize DialogSize{560, 320};

} // namespace

ChooseProfileDialog::ChooseProfileDialog(const QString& directory, std::vector<ProfileChoice> choices,
                                         QWidget* parent)
    : QDialog(parent)
    , m_choices(std::move(choices)) {
    setWindowTitle(tr("Choose a profile"));
    resize(DialogSize);
    m_list->setObjectName(QStringLiteral("profiles"));
    m_list->setAccessibleName(tr("Profiles"));
    //: column titles; Changed: the time of the last change of the file
    m_list->setHeaderLabels({tr("Profile"), tr("Size"), tr("Changed")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    for (const ProfileChoice& choice : m_choices) {
        const QString date = QLocale().toString(choice.modified, QLocale::ShortFormat);
        auto* const item =
            new QTreeWidgetItem(m_list, {shownText(choice.name), bytesText(choice.bytes), date});
        item->setTextAlignment(SizeColumn, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(NameColumn, plainToolTip(choice.paths.join(QLatin1Char('\n'))));
        item->setToolTip(SizeColumn, plainToolTip(exactBytesText(choice.bytes)));
    }
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(SizeColumn, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(DateColumn, QHeaderView::ResizeToContents);
    m_list->setCurrentItem(m_list->topLevelItem(0));
    auto* const buttons = dialogButtons(this, QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    connect(m_list, &QTreeWidget::itemActivated, this, &QDialog::accept);
    QPushButton* const open = buttons->button(QDialogButtonBox::Open);
    connect(m_list, &QTreeWidget::itemSelectionChanged, open,
            [this, open] { open->setEnabled(!chosenPaths().isEmpty()); });
    columnOf({wrappedLabel(tr("There are several profiles in %1:").arg(withoutKeys(directory)), m_list),
              m_list, buttons},
             this);
    m_list->setFocus();
}

QStringList ChooseProfileDialog::chosenPaths() const {
    const QList<QTreeWidgetItem*> selected = m_list->selectedItems();
    return selected.isEmpty()
               ? QStringList()
               : m_choices[static_cast<size_t>(m_list->indexOfTopLevelItem(selected.front()))].paths;
}

} // namespace tileline
