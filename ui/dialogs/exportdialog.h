// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchcheck.h"
#include "ui/dialogs/exportchoices.h"
#include "ui/dialogs/exportmodules.h"
#include "ui/dialogs/exportoptionspanel.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

#include <QComboBox>
#include <QDialog>
#include <QListWidget>
#include <QTabWidget>
#include <QTableView>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tileline {

/// Exports the session's plan. Options and module paths are on the left; a live preview of the files and a
/// list of problems are on the right. Files that the framework would reject cannot be saved.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ExportDialog(Session* session, QWidget* parent = nullptr);

    ExportChoices choices() const { return {m_options->options(), m_modules->typed()}; }
    void setChoices(const ExportChoices& choices);
    const Exporter& exporter() const { return exporters()[static_cast<size_t>(m_framework->currentIndex())]; }
    void setExporter(const Exporter& exporter);

    /// Writes the main file and, for some exporters, a Python file next to the main file. If that fails,
    /// shows the reason and returns false. Writes nothing and returns false if the list of problems has an
    /// error.
    bool saveTo(const QString& path);
    /// The path of the Python file that saveTo(path) writes.
    static QString pythonPathFor(const QString& path);

signals:
    void choicesChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildChoices();
    QWidget* buildResults();
    QWidget* buildModules();
    QWidget* buildModelCheck();
    QLayout* buildButtons();
    QPlainTextEdit* addPreview(const char* name, const QString& accessibleName);
    Result<std::string> mainFileFor(const QString& path) const;
    void onLayersChanged();
    void choicesEdited();
    void refresh();
    std::vector<ExportIssue> check(const ExportPlan& plan) const;
    ExportPlan plan() const;
    void listIssues();
    void showLayerOf(const QListWidgetItem* issue);
    void save();
    void addWarnings(std::vector<ExportIssue>& issues) const;
    QString suggestedName() const { return "plan" + exactText(exporter().suffix); }

    Session* const m_session;
    LatestTask m_guessing{this};
    bool m_ready = false;       ///< whether m_modules contains guesses for the session's layers
    bool m_outOfMemory = false; ///< whether guessing module paths ran out of memory

    std::vector<ExportIssue> m_found; ///< the issues shown in m_issues

    QComboBox* m_framework = new QComboBox;
    QTabWidget* m_choices = new QTabWidget;
    ExportOptionsPanel* m_options = new ExportOptionsPanel;
    ExportModules* m_modules = new ExportModules(this);
    QTableView* m_moduleTable = new QTableView;
    QPlainTextEdit* m_printedModel = nullptr;
    QTabWidget* m_previews = new QTabWidget;
    QPlainTextEdit* m_mainText = nullptr;
    QPlainTextEdit* m_pythonText = nullptr;
    QListWidget* m_issues = new QListWidget;
    QLabel* m_status = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace tileline
