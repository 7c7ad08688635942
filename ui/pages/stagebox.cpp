// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/stagebox.h"

#include "core/memory/liveness.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"

#include <QAbstractItemView>
#include <QSignalBlocker>

#include <algorithm>

namespace tileline {

namespace {

/// The width of the box in characters. It is fixed, so that the widgets beside the box do not move when the
/// plan changes. The popup can be wider, because it lists the layers of each IPU.
constexpr int BoxWidth = 24;
constexpr int PopupMargin = 40;

} // namespace

std::optional<ShownStage> shownStage(const Session& session, const Selection& selection) {
    const auto chosen = selection.chosen<StageIndex>();
    if (!chosen || !session.estimator()) {
        return std::nullopt;
    }
    const auto ipus = session.placement().ipus;
    return chosen->index() < ipus.size()
               ? std::optional(ShownStage{*chosen, ipus[chosen->index()], session.estimator()})
               : std::nullopt;
}

std::optional<StageIndex> shownReportIpu(const Session& session, const Selection& selection) {
    const auto chosen = selection.chosen<StageIndex>();
    const ProfilePtr profile = session.profile();
    return chosen && profile && profile->target.hasSeveralIpus() &&
                   chosen->index() < profile->target.ipusOfTiles()
               ? chosen
               : std::nullopt;
}

StageBox::StageBox(Session* session, Selection* selection, QString whole)
    : m_session(session)
    , m_selection(selection)
    , m_whole(std::move(whole)) {
    setObjectName(QStringLiteral("stage"));
    setAccessibleName(tr("Whole model or IPU"));
    setToolTip(plainToolTip(
        tr("Choose what all pages show: the whole model as Poplar compiled it, or one IPU. For an IPU of the "
           "plan, the pages show the estimate. You can also click an IPU's bar to choose it.")));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(BoxWidth);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_selection->choose(index > 0 ? std::optional(StageIndex{static_cast<uint32_t>(index - 1)})
                                      : std::nullopt);
    });
    connect(session, &Session::planChanged, this, &StageBox::refresh);
    selection->follow<StageIndex>(this, &StageBox::refresh);
    refresh();
}

/// Lists the IPUs only if the box is visible, because most boxes of a window are hidden.
void StageBox::refresh() {
    const QSignalBlocker blocker(this);
    QStringList texts{m_session->estimator() ? m_whole : tr("Whole model")};
    if (isVisible() && m_session->estimator()) {
        for (const PlacedStage& stage : m_session->placement().ipus) {
            //: %1 is a number, %2 is "layers 3 to 5"
            texts += tr("IPU %1: %2").arg(texts.size() - 1).arg(placedText(stage, *m_session->layers()));
        }
    } else if (const ProfilePtr profile = m_session->profile();
               isVisible() && profile && profile->target.hasSeveralIpus()) {
        for (uint32_t ipu = 0; ipu < std::min(profile->target.ipusOfTiles(), MaxReportIpus); ++ipu) {
            const TileRange tiles = TileRange::ofIpu(*profile, ipu);
            texts +=
                tr("IPU %1: tiles %2 to %3").arg(ipu).arg(numberText(tiles.begin), numberText(tiles.end - 1));
        }
    }
    while (count() > texts.size()) {
        removeItem(count() - 1);
    }
    for (int i = 0; i < texts.size(); ++i) {
        if (i == count()) {
            addItem(texts[i]);
        } else if (itemText(i) != texts[i]) {
            setItemText(i, texts[i]);
        }
    }
    const auto stage = shownStage(*m_session, *m_selection);
    const auto ipu = stage ? std::optional(stage->ipu) : shownReportIpu(*m_session, *m_selection);
    setCurrentIndex(ipu && ipu->index() + 1 < static_cast<size_t>(count()) ? static_cast<int>(ipu->value) + 1
                                                                           : 0);
}

void StageBox::showEvent(QShowEvent* event) {
    refresh();
    QComboBox::showEvent(event);
}

void StageBox::showPopup() {
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + PopupMargin);
    QComboBox::showPopup();
}

} // namespace tileline
