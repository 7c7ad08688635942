// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/cycles.h"
#include "ui/pages/datapage.h"

class QTextBrowser;

namespace tileline {

/// PopLiner's figure for the layers of an IPU, beside that of the pipeline.
struct PopLinerFigure {
    uint64_t pipeline = 0; ///< bytes of the fullest tile
    TileParts parts;       ///< of that tile
    uint64_t popliner = 0; ///< bytes of the fullest tile, by PopLiner's estimate for the same layers

    int64_t difference() const { return static_cast<int64_t>(pipeline) - static_cast<int64_t>(popliner); }
    /// What is left of the difference without stash, accumulators and unowned bytes: other operations belong
    /// to the stage, other steps count, and another tile can be the fullest.
    int64_t rest() const {
        return difference() - static_cast<int64_t>(parts.stash + parts.accumulators + parts.unowned);
    }
};

/// What the inspector has computed of a profile and its layers, so that it computes it once.
struct InspectorCache {
    VariableOriginsPtr origins = {};
    std::shared_ptr<const std::vector<CategoryBytes>> bytes = {};          ///< by operation of the layer list
    std::shared_ptr<const std::vector<OperationCycleFigures>> cycles = {}; ///< the same
    StageEstimatorPtr popliner = {};
};

/// What to describe, and what is needed for it.
struct InspectorRequest {
    Choice choice;
    Study study;
    Plan plan;
    PartitionResultPtr result; ///< null, or not of this plan: nothing is known of an IPU
    LayerEstimatesPtr alone;
    std::shared_ptr<InspectorCache> cache; ///< filled by what is asked of it; for one thread at a time
    bool comparesPopLiner = false;         ///< of an IPU: this takes another estimator
};

struct InspectorAnswer {
    QString html;
    std::optional<PopLinerFigure> popliner = {}; ///< of an IPU
};

/// Describes what is chosen, with links to what it belongs to. For worker threads.
Outcome<InspectorAnswer> inspect(const InspectorRequest& request, const std::stop_token& stop);

/// Describes what was chosen last in any view: its figures, where it comes from, what it belongs to, and the
/// pages that show it. Before anything is chosen, that is the fullest IPU.
class Inspector : public DataPage {
    Q_OBJECT
public:
    Inspector(Session* session, Selection* selection, QWidget* parent = nullptr);

    QTextBrowser* text() const { return m_text; }
    /// Of the IPU that is shown; empty for anything else.
    const std::optional<PopLinerFigure>& popliner() const { return m_popliner; }
    /// Chooses the fullest IPU, and shows PopLiner's figures of IPUs from now on. Does nothing while the plan
    /// has no estimate.
    void compareFullestIpu();

signals:
    void pageRequested(const QString& id);

protected:
    void refresh() override;
    void reset() override;

private:
    std::optional<Choice> fullestStage() const;
    std::optional<Choice> choice() const;
    void follow(const QString& link);

    QTextBrowser* m_text;
    std::shared_ptr<InspectorCache> m_cache;
    bool m_comparesPopLiner = false;
    ProfilePtr m_profile; ///< of m_cache, as are the layers
    LayersPtr m_layers;
    std::optional<PopLinerFigure> m_popliner;
    LatestTask m_task{this};
};

} // namespace tileline
