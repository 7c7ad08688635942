// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/remedies.h"
#include "ui/editing/planeditor.h"
#include "ui/session/latesttask.h"
#include "ui/text/verdicttext.h"

#include <QPointer>
#include <QWidget>

#include <array>

class QAction;
class QFrame;
class QToolButton;

namespace tileline {

class KeyFigures;
class VerdictButton;

/// The line that the user sees first: the verdict, a note (such as a message or the first warning), a button
/// for each remedy, and the key figures. The height of the line is fixed, and long texts are cut, so that
/// nothing below the line ever moves. A click on the line opens a popup that shows everything in full.
class VerdictLine : public QWidget {
    Q_OBJECT
public:
    VerdictLine(PlanEditor* editor);

    /// Shows a message until the plan, the layers or the setting changes.
    void showMessage(const QString& text) {
        m_message = text;
        refreshText();
    }
    const QString& message() const { return m_message; }
    /// The warnings about the plan. Warnings that invalidate the figures come first.
    const QStringList& warnings() const { return m_warnings; }
    const VerdictText& verdict() const { return m_verdict; }
    /// The actions of all offers that are shown, in the order of the buttons.
    QList<QAction*> remedies() const;
    bool busy() const { return m_search.busy(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

signals:
    /// Emitted with the remedies that the search has found; offers that need no search are not included.
    void remediesFound(const std::vector<tileline::Remedy>& remedies);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// The first four offers are the values of Remedy::Kind, in the same order.
    enum Offer { Move, OutputFirst, Best, Ipus, Expression, KeepFree, OutputLast, OfferCount };
    /// The data on which the result of the search for remedies depends.
    struct Asked {
        Plan plan;
        StageEstimatorPtr estimator;
        OptimumPtr optimum;

        bool operator==(const Asked&) const = default;
    };

    void makeOffers();
    void refresh();
    void refreshText();
    void findRemedies();
    void offer();
    static Offer offerOf(Remedy::Kind kind) { return static_cast<Offer>(kind); }
    void offerExpression();
    void offerOutputOnFirst(const QString& effect);
    void setOffer(Offer offer, const QString& text, const QString& effect);
    void act(Offer offer);
    void arrange();
    void showAll();
    QStringList allLines() const;

    PlanEditor* const m_editor;
    VerdictButton* m_text;
    QToolButton* m_count;
    KeyFigures* m_figures;
    std::array<QAction*, OfferCount> m_actions{};
    std::array<QToolButton*, OfferCount> m_buttons{};
    std::array<QString, OfferCount> m_results{}; ///< by offer: the result that its button shows
    QPointer<QFrame> m_popup;
    VerdictText m_verdict;
    QString m_message;
    QString m_hopeless; ///< explains why no remedy is enough; may be empty
    QStringList m_warnings;
    std::string m_expression; ///< the layer expression that is offered
    Asked m_asked;
    std::vector<Remedy> m_remedies; ///< the remedies that were found for m_asked
    LatestTask m_search{this};
};

} // namespace tileline
