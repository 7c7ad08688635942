// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/cycles.h"
#include "ui/pages/datapage.h"
#include "ui/pages/richpage.h"

#include <array>

namespace tileline {

class VariableRoles;

/// Two figures for the same layers: the estimate of an IPU in the pipeline setting, and PopLiner's estimate.
struct PopLinerFigure {
    uint64_t pipeline = 0; ///< bytes of the fullest tile in the pipeline setting
    TileParts parts;       ///< contents of the fullest tile in the pipeline setting
    uint64_t popliner = 0; ///< bytes of the fullest tile, by PopLiner's estimate for the same layers

    int64_t difference() const { return static_cast<int64_t>(pipeline) - static_cast<int64_t>(popliner); }
    /// The part of difference() that the stash, the accumulators and the unowned bytes do not explain. The
    /// causes of this part: the two estimates assign different operations to the stage, count different
    /// steps, and may have different fullest tiles, and PopLiner ignores I/O tiles.
    int64_t rest() const {
        return difference() - static_cast<int64_t>(parts.stash + parts.accumulators + parts.unowned);
    }
};

/// Results that the inspector computes only once for a profile and its layers.
struct InspectorCache {
    VariableOriginsPtr origins = {};
    struct OperationFigures {
        std::vector<CategoryBytes> bytes;
        std::vector<OperationCycleFigures> cycles;
    };
    std::shared_ptr<const OperationFigures> operations = {}; ///< in the order of Layers::operations
    std::shared_ptr<const VariableRoles> roles = {};
    std::shared_ptr<const std::array<ProgramCycles, 2>> programs = {}; ///< [0] measured, [1] estimated
    StageEstimatorPtr popliner = {};
};

/// The choice to describe, and the data that the description needs.
struct InspectorRequest {
    Choice choice;
    Study study;
    Plan plan;
    /// If `result` is null or belongs to another plan, IPUs are described without figures.
    PartitionResultPtr result;
    LayerEstimatesPtr alone;
    std::shared_ptr<InspectorCache> cache; ///< filled on demand; used by one thread at a time
    bool comparesPopLiner = false;         ///< whether the text about an IPU also states PopLiner's figure
};

struct InspectorAnswer {
    QString html;
    std::optional<PopLinerFigure> popliner = {}; ///< only for an IPU, and only if `comparesPopLiner` was set
};

/// Describes a choice, with links to related objects. Call this function on a worker thread.
Outcome<InspectorAnswer> inspect(const InspectorRequest& request, const std::stop_token& stop);

/// Describes the object that the user chose last, no matter in which view: its figures, its origin, its
/// owners, and the pages that show it. Before the first choice, describes the fullest IPU.
class Inspector : public DataPage {
    Q_OBJECT
public:
    Inspector(Session* session, Selection* selection);

    RichView* text() const { return m_text; }
    /// PopLiner's figure, if the inspector shows an IPU with this figure; otherwise empty.
    const std::optional<PopLinerFigure>& popliner() const { return m_popliner; }
    /// The fullest IPU; empty while the plan has no estimate.
    std::optional<Choice> fullestStage() const;
    /// Chooses the fullest IPU. After this call, every description of an IPU includes PopLiner's figure. Does
    /// nothing while the plan has no estimate.
    void compareFullestIpu();

signals:
    void pageRequested(const QString& id);

protected:
    void refresh() override;
    void reset() override;

private:
    std::optional<Choice> choice() const;
    void follow(const QString& link);

    RichView* m_text;
    std::shared_ptr<InspectorCache> m_cache;
    bool m_comparesPopLiner = false;
    ProfilePtr m_profile; ///< the profile to which m_cache belongs
    LayersPtr m_layers;   ///< the layers to which m_cache belongs
    std::optional<PopLinerFigure> m_popliner;
    LatestTask m_task{this};
    Debounce m_later{this, &Inspector::invalidate};
};

} // namespace tileline
