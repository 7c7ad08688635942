// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/messageexplanation.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace tileline {

/// From an error message of Poplar to the tile that it is about: asks for the message, has its report opened,
/// and looks the tile up once the report is there.
class MessageOpener : public QObject {
    Q_OBJECT
public:
    MessageOpener(Session* session, QWidget* window);

    /// Shows the dialog.
    void ask();
    /// Explains a message with the report at `path`; empty: with the open profile.
    void open(const PoplarMessage& message, const QString& path);

signals:
    void openRequested(const QStringList& paths);
    void explained(tileline::TileId tile, const QString& text);
    void failed(const tileline::Error& error);

private:
    void onProfileChanged();
    bool isOpen(const QString& path) const;
    void explain(const PoplarMessage& message);

    Session* const m_session;
    QWidget* const m_window;
    /// What to explain once the report at the path is open.
    struct Wanted {
        PoplarMessage message;
        QString path;
    };
    std::optional<Wanted> m_wanted;
    LatestTask m_task{this};
};

} // namespace tileline
