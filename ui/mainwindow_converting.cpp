// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that handles Poplar's own profiles, and directories that contain several profiles.
#include "ui/mainwindow.h"

#include "ui/dialogs/chooseprofiledialog.h"
#include "ui/dialogs/sdkdialog.h"
#include "ui/settings/convertsettings.h"
#include "ui/startpages/convertpage.h"
#include "ui/startpages/loadingpage.h"
#include "ui/startpages/messagebar.h"

#include <QStackedWidget>

namespace tileline {

void MainWindow::buildConverting() {
    m_convert = new ConvertPage;
    m_stack->addWidget(m_convert);
    m_session.setConvertSettings(settings::convertSettings());
    connect(m_convert, &ConvertPage::retryRequested, this, [this](const ConvertSettings& changed) {
        settings::setConvertSettings(changed);
        m_session.setConvertSettings(changed);
        openHere(m_failedPaths);
    });
    connect(m_convert, &ConvertPage::openRequested, this, &MainWindow::openWithDialog);
    connect(m_convert, &ConvertPage::dismissed, this, &MainWindow::backToDocument);
    connect(&m_session, &Session::choiceNeeded, this, &MainWindow::chooseProfile);
    connect(&m_session, &Session::loadProgress, this, &MainWindow::showConversion);
    connect(&m_session, &Session::loadCancelled, this, &MainWindow::backToDocument);
    connect(&m_session, &Session::loadFailed, this, &MainWindow::conversionFailed);
}

/// A conversion takes minutes. The open document stays loaded until it is done.
void MainWindow::showConversion(Phase phase, double fraction) {
    if (phase != Phase::Converting || m_session.state() != Session::State::Ready) {
        return;
    }
    if (m_stack->currentWidget() != m_loading) {
        m_loading->begin(m_session.loadingPaths(), false);
        m_stack->setCurrentWidget(m_loading);
    }
    m_loading->setProgress(phase, fraction);
}

void MainWindow::conversionFailed(const Error& error) {
    if (error.code == ErrorCode::NoPoplarSdk) {
        m_messages->dismiss();
        m_convert->showError(error, settings::convertSettings());
        m_stack->setCurrentWidget(m_convert);
        return;
    }
    if (m_session.state() == Session::State::Ready) {
        showWorkspace();
    }
}

void MainWindow::backToDocument() {
    if (m_session.state() == Session::State::Ready) {
        showWorkspace();
    } else if (m_session.state() == Session::State::Failed) {
        m_session.close();
    }
}

void MainWindow::chooseProfile(const QString& directory, const std::vector<ProfileChoice>& choices) {
    auto* const dialog = new ChooseProfileDialog(directory, choices, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { open(dialog->chosenPaths()); });
    connect(dialog, &QDialog::rejected, &m_document, &PlanDocument::cancelOpening);
    dialog->open();
}

void MainWindow::editSdk() {
    auto* const dialog = new SdkDialog(settings::convertSettings(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        settings::setConvertSettings(dialog->settings());
        m_session.setConvertSettings(dialog->settings());
    });
    dialog->open();
}

} // namespace tileline
