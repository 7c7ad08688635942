// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/searchdialog.h"

#include "core/layers/layers.h"
#include "core/profile/profile.h"
#include "ui/session/session.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/controls.h"
#include "ui/text/layertext.h"

#include <QAction>
#include <QKeyEvent>

namespace tileline {

namespace {

constexpr QSize SearchSize(640, 420);

/// The text of a menu command, without the ampersands that mark mnemonics.
std::string commandName(const QAction& action) {
    return action.text().section('\t', 0, 0).remove('&').toStdString();
}

} // namespace

SearchDialog::SearchDialog(const QList<QAction*>& commands, Session* session, Selection* selection,
                           QWidget* parent)
    : QDialog(parent)
    , m_selection(selection)
    , m_table(new TablePanel(tr("Search"))) {
    setWindowTitle(tr("Search"));
    resize(SearchSize);
    m_table->view()->horizontalHeader()->hide();
    columnOf({m_table}, this);
    auto* const edit = m_table->findChild<QLineEdit*>();
    edit->setPlaceholderText(tr("Commands, IPUs, layers, operations, variables"));
    edit->installEventFilter(this);
    m_table->view()->installEventFilter(this);
    edit->setFocus();
    connect(m_table->view(), &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { run(m_table->model()->keyAt(index.row())); });

    Found found{{{{"name", ColumnType::Text}, {"kind", ColumnType::Text}, {"key", ColumnType::Text}}, {}},
                {}};
    const auto add = [](Found& to, std::string name, const QString& kind, const QString& key, Target target) {
        to.table.rows.push_back({std::move(name), kind.toStdString(), key.toStdString()});
        to.targets.push_back(std::move(target));
    };
    for (QAction* const command : commands) {
        if (command->isEnabled() && !command->isSeparator()) {
            add(found, commandName(*command), tr("command"),
                command->shortcut().toString(QKeySequence::NativeText), {command});
        }
    }
    for (uint32_t ipu = 0; session->profile() && ipu < session->plan().stageCount(); ++ipu) {
        add(found, tr("IPU %1").arg(ipu).toStdString(), {}, {}, {{}, StageIndex{ipu}, "peak"});
    }
    const QStringList kinds{tr("layer"), tr("operation"), tr("variable")};
    m_query.run(
        [=, found = std::move(found), profile = session->profile(),
         layers = session->layers()](const std::stop_token& stop) mutable {
            for (uint32_t i = 0; layers && i < layers->count(); ++i) {
                add(found, layerName(*layers, LayerIndex{i}).toStdString(), kinds[0], {},
                    {{}, LayerIndex{i}, "operations"});
            }
            for (uint32_t i = 0; layers && i < layers->operations.size() && !stop.stop_requested(); ++i) {
                add(found, profile->operations[layers->operations[i].operation.index()].name, kinds[1], {},
                    {{}, OperationIndex{i}, "operations"});
            }
            for (uint32_t i = 0; profile && i < profile->variables.size() && !stop.stop_requested(); ++i) {
                add(found, profile->variables[i].name, kinds[2], {}, {{}, VariableIndex{i}, "tilememory"});
            }
            return std::move(found);
        },
        [this](Found all) {
            m_targets = std::move(all.targets);
            m_table->setData(makeTableData(std::move(all.table)));
        });
}

/// Makes Return act on the selected row, or on the first row if no row is selected. In the field, Up and Down
/// move the focus to the table.
bool SearchDialog::eventFilter(QObject* watched, QEvent* event) {
    const auto* const key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
    if (key && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        if (!m_table->busy() && m_table->model()->rowCount() > 0) {
            run(m_table->selectedKey().value_or(m_table->model()->keyAt(0)));
        }
        return true;
    }
    if (key && watched != m_table->view() && (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up)) {
        m_table->view()->setFocus();
        m_table->view()->selectRow(std::max(0, m_table->view()->currentIndex().row()));
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void SearchDialog::run(size_t row) {
    const Target target = m_targets[row];
    accept();
    if (target.command) {
        target.command->trigger();
    } else if (target.page) {
        m_selection->choose(target.choice);
        emit pageRequested(QLatin1String(target.page));
    }
}

} // namespace tileline
