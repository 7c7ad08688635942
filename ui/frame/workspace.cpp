// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/workspace.h"

#include "ui/frame/rail.h"
#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/session/selection.h"
#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QToolButton>

#include <algorithm>

namespace tileline {

namespace {

constexpr int LayoutVersion = 1;
constexpr int PlanSizes = 3;
/// While a page is below the plan, the plan takes this share of the height, in per cent.
constexpr int PlanShare = 56;
/// In a window narrower than this, the rail shows only icons.
constexpr int RailNeeds = 1000;
/// With room for fewer lines of text than this, even a plan that the user wants whole is one line high.
constexpr int LinesOfWholePlan = 30;
/// In a window with room for fewer lines than this, the plan is one line high unless the user chose a size.
constexpr int LinesOfPlanAndPage = 53;
/// The same as LinesOfPlanAndPage, but for a page that needs a lot of height.
constexpr int LinesBesideHighPage = 76;
constexpr int NarrowInspector = 264;
constexpr int WideInspector = 320;
constexpr int WideFrom = 1600;
/// In a window narrower than this, the inspector is hidden unless the user shows it.
constexpr int InspectorNeeds = 1240;
constexpr int MinHalfWidth = 320;
constexpr QSize WindowSize(900, 600);
/// The number of pages in the rail that have shortcuts.
constexpr int MaxKeys = 10;

QList<int> sizesOf(const QJsonValue& json) {
    QList<int> sizes;
    for (const QJsonValue& size : json.toArray()) {
        sizes += std::clamp(size.toInt(), 0, 1 << 15);
    }
    return sizes;
}

QJsonArray toJson(const QList<int>& sizes) {
    QJsonArray json;
    for (const int size : sizes) {
        json += size;
    }
    return json;
}

class PageWindow : public QWidget {
public:
    PageWindow(QWidget* owner, QWidget* page, std::function<void()> closed)
        : QWidget(owner, Qt::Window)
        , m_closed(std::move(closed)) {
        withoutMargins(columnOf({{page, 1}}, this));
        page->show();
        resize(WindowSize);
    }

protected:
    void closeEvent(QCloseEvent* event) override {
        m_closed();
        event->accept();
    }

private:
    std::function<void()> m_closed;
};

} // namespace

/// One half of the page area. If there are two halves, each shows the name of its page.
class PageFrame : public QWidget {
public:
    PageFrame() {
        for (const auto& [button, name] : {std::pair{m_window, "window"}, {m_close, "close"}}) {
            button->setAutoRaise(true);
            button->setIcon(iconOf(name));
        }
        m_title->setFont(metrics::bold(m_title->font()));
        auto* const row = rowOf({m_title, Part::stretch(), m_window, m_close}, m_header);
        row->setContentsMargins(metrics::Inner, 2, metrics::Inner / 2, 0);
        withoutMargins(columnOf({m_header}, this))->setSpacing(0);
        setMinimumWidth(MinHalfWidth);
    }

    /// Shows another page in this half. If the previous page is still here, hides it and moves it to `store`.
    void setPage(QWidget* page, const QString& title, QWidget* store) {
        if (m_page == page) {
            return;
        }
        if (m_page && m_page->parentWidget() == this) {
            m_page->hide();
            m_page->setParent(store);
        }
        m_page = page;
        m_title->setText(title);
        if (page) {
            static_cast<QVBoxLayout*>(layout())->addWidget(page, 1);
            page->show();
        }
    }
    QToolButton* windowButton() const { return m_window; }
    QToolButton* closeButton() const { return m_close; }
    void setNamed(bool named) { m_header->setVisible(named); }

private:
    QWidget* m_page = nullptr;
    QLabel* m_title = plainLabel();
    QToolButton* m_window = new QToolButton;
    QToolButton* m_close = new QToolButton;
    QWidget* m_header = new QWidget;
};

Workspace::Workspace(Selection* selection, QWidget* plan, const QString& planTitle,
                     std::function<void(PlanSize)> sizePlan)
    : m_selection(selection)
    , m_plan(plan)
    , m_sizePlan(std::move(sizePlan))
    , m_rail(new Rail)
    , m_frames{new PageFrame, new PageFrame}
    , m_group(new QActionGroup(this)) {
    for (size_t half = 0; half < m_frames.size(); ++half) {
        PageFrame* const frame = m_frames[half];
        m_halves->addWidget(frame);
        frame->windowButton()->setToolTip(tr("Show this page in its own window"));
        frame->closeButton()->setToolTip(tr("Show one page only"));
        connect(frame->windowButton(), &QToolButton::clicked, this,
                [this, half] { openWindow(m_entries[m_shown[half]].id); });
        connect(frame->closeButton(), &QToolButton::clicked, this, [this, half] {
            m_active = 1 - half;
            setSplit(false);
        });
    }
    m_halves->setChildrenCollapsible(false);
    m_rows->addWidget(plan);
    m_rows->addWidget(m_halves);
    m_rows->setChildrenCollapsible(false);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 2);
    withoutMargins(rowOf({m_rail, {m_rows, 1}}, this))->setSpacing(0);
    addPage(QStringLiteral("plan"), planTitle, nullptr, false);
    connect(m_rail, &Rail::foldClicked, this, [this] {
        m_foldWanted = !m_rail->isFolded();
        arrange();
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
    selection->follow<PageIndex>(this, &Workspace::followChoice);
    resetLayout();
}

Workspace::~Workspace() {
    disconnect(qApp, nullptr, this, nullptr);
    for (const Entry& entry : m_entries) {
        delete entry.window; // also deletes the page in the window
    }
}

void Workspace::setInspector(QWidget* inspector) {
    m_inspector = inspector;
    layout()->addWidget(inspector);
    shareWidth();
}

void Workspace::setInspectorShown(bool shown) {
    m_inspectorWanted = shown;
    shareWidth();
}

QList<QAction*> Workspace::pageActions() const {
    return m_group->actions();
}

void Workspace::addPage(const QString& id, const QString& title, QWidget* page, bool beginsGroup) {
    auto* const action = new QAction(iconOf(id.toLatin1().constData()), title, this);
    action->setIconVisibleInMenu(false);
    action->setObjectName(QStringLiteral("page-") + id);
    action->setCheckable(true);
    const auto number = static_cast<int>(m_entries.size());
    if (number < MaxKeys) {
        action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + (number + 1) % MaxKeys)));
        action->setToolTip(plainToolTip(
            QStringLiteral("%1 (%2)").arg(title, action->shortcut().toString(QKeySequence::NativeText))));
    }
    m_group->addAction(action);
    connect(action, &QAction::triggered, this, [this, id] { showPage(id); });
    QToolButton* const entry = m_rail->addEntry(action, beginsGroup);
    if (page) {
        entry->setContextMenuPolicy(Qt::ActionsContextMenu);
        entry->addAction(tr("Show &beside"), this, [this, id] {
            m_planOnly = false;
            setSplit(true);
            m_active = isSplit() ? 1 : 0;
            showPage(id);
        });
        entry->addAction(tr("Open in a &window"), this, [this, id] { openWindow(id); });
        page->setParent(this);
        page->hide();
    }
    m_entries.push_back({id, title, page, action});
    arrange();
}

size_t Workspace::find(const QString& id) const {
    const auto found = std::ranges::find(m_entries, id, &Entry::id);
    return found == m_entries.end() ? NoEntry : static_cast<size_t>(found - m_entries.begin());
}

QWidget* Workspace::page(const QString& id) const {
    const size_t entry = find(id);
    return entry == NoEntry ? nullptr : entry == 0 ? m_plan : m_entries[entry].page;
}

bool Workspace::showPage(const QString& id) {
    const size_t entry = find(id);
    if (entry == NoEntry) {
        return false;
    }
    show(entry);
    m_selection->choose(PageIndex{static_cast<uint32_t>(entry)});
    return true;
}

/// Shows page `entry` of the rail: if no half shows it yet, in the half that had the focus last.
void Workspace::show(size_t entry) {
    if (QWidget* const window = m_entries[entry].window) {
        window->show();
        window->raise();
        window->activateWindow();
        m_entries[m_planOnly ? 0 : m_shown[m_active]].action->setChecked(true);
        return;
    }
    m_planOnly = entry == 0;
    if (entry != 0) {
        if (m_shown[1 - m_active] == entry && isSplit()) {
            m_active = 1 - m_active;
        }
        m_shown[m_active] = entry;
    }
    arrange();
}

PlanSize Workspace::planSize() const {
    const QWidget* const page = m_planOnly ? nullptr : m_entries[m_shown[m_active]].page;
    const int lines = m_planWanted                                            ? LinesOfWholePlan
                      : page && page->property(metrics::NeedsHeight).toBool() ? LinesBesideHighPage
                                                                              : LinesOfPlanAndPage;
    const PlanSize wanted = m_planWanted.value_or(PlanSize::Whole);
    const bool low = height() < lines * fontMetrics().height();
    return m_planOnly ? PlanSize::Whole : low && wanted == PlanSize::Whole ? PlanSize::Line : wanted;
}

void Workspace::setPlanSize(PlanSize size) {
    m_planWanted = size;
    arrange();
}

void Workspace::nextPlanSize() {
    setPlanSize(static_cast<PlanSize>((static_cast<int>(planSize()) + 1) % PlanSizes));
}

void Workspace::setSplit(bool split) {
    if (split == isSplit()) {
        return;
    }
    if (!split) {
        m_shown[0] = m_shown[m_active];
        m_shown[1] = NoEntry;
        m_active = 0;
    } else {
        m_shown[1] = freeEntry(m_shown[0]);
        m_halves->setSizes({1000, 1000});
    }
    arrange();
}

void Workspace::openWindow(const QString& id) {
    const size_t number = find(id);
    if (number == NoEntry || number == 0) {
        return;
    }
    Entry& entry = m_entries[number];
    if (!entry.window) {
        // First removes the page from the half that shows it, if there is one.
        const auto half = std::ranges::find(m_shown, number);
        if (half != m_shown.end()) {
            if (isSplit()) {
                m_active = static_cast<size_t>(half - m_shown.begin()) == 0 ? 1 : 0;
                setSplit(false);
            } else {
                m_shown[0] = freeEntry(number);
                if (m_shown[0] == NoEntry) {
                    m_shown[0] = number;
                    return;
                }
            }
        }
        arrange();
        entry.window = new PageWindow(window(), entry.page, [this, number] { takeBack(number); });
        entry.window->setObjectName(QStringLiteral("window-") + id);
        entry.window->setWindowTitle(withoutChangeMark(
            QStringLiteral("%1 – %2").arg(entry.title, QCoreApplication::applicationName())));
        entry.window->addActions(m_commands);
    }
    entry.window->show();
    entry.window->raise();
    entry.window->activateWindow();
}

size_t Workspace::freeEntry(size_t but) const {
    for (size_t entry = 1; entry < m_entries.size(); ++entry) {
        if (entry != but && !m_entries[entry].window) {
            return entry;
        }
    }
    return NoEntry;
}

void Workspace::closeWindows() {
    for (const Entry& entry : m_entries) {
        if (entry.window) {
            entry.window->close();
        }
    }
}

/// Returns a page to the main window when the page's own window closes.
void Workspace::takeBack(size_t number) {
    Entry& entry = m_entries[number];
    entry.page->hide();
    entry.page->setParent(this);
    std::exchange(entry.window, nullptr)->deleteLater();
}

/// Shows the page that is chosen in the Selection, so that Back and Forward also go through pages.
void Workspace::followChoice() {
    const auto chosen = m_selection->chosen<PageIndex>();
    if (chosen && chosen->index() < m_entries.size() && m_entries[chosen->index()].id != shownPage()) {
        show(chosen->index());
    }
}

void Workspace::followFocus(QWidget* now) {
    for (size_t half = 0; half < m_frames.size(); ++half) {
        if (now && m_frames[half]->isAncestorOf(now) && m_active != half && m_shown[half] != NoEntry) {
            m_active = half;
            m_entries[m_shown[half]].action->setChecked(true);
        }
    }
}

/// Updates all widgets to match the data members.
void Workspace::arrange() {
    shareWidth();
    if (m_entries.size() < 2) {
        return;
    }
    for (size_t half = 0; half < m_frames.size(); ++half) {
        const bool used = m_shown[half] != NoEntry;
        m_frames[half]->setVisible(used);
        m_frames[half]->setNamed(isSplit());
        const Entry shown = used ? m_entries[m_shown[half]] : Entry{};
        m_frames[half]->setPage(shown.page, shown.title, this);
    }
    if (m_rowsShown) {
        m_heights = m_rows->sizes();
    }
    m_halves->setVisible(!m_planOnly);
    m_shownSize = planSize();
    m_sizePlan(m_shownSize);
    const bool both = planSize() == PlanSize::Whole && !m_planOnly;
    if (both && !m_rowsShown) {
        m_rows->setSizes(m_heights);
    }
    m_rowsShown = both;
    m_entries[m_planOnly ? 0 : m_shown[m_active]].action->setChecked(true);
    if (m_rail->isAncestorOf(QApplication::focusWidget())) {
        m_rail->focusChosen();
    }
    emit arranged();
}

bool Workspace::showsInspector() const {
    return m_inspectorWanted.value_or(width() >= metrics::scaled(InspectorNeeds, fontMetrics()));
}

/// Excludes the inspector's width if the inspector is shown only because there is room for it.
QSize Workspace::minimumSizeHint() const {
    const bool spare = m_inspector && !m_inspectorWanted && m_inspector->isVisibleTo(this);
    return QWidget::minimumSizeHint() - QSize(spare ? m_inspector->width() : 0, 0);
}

void Workspace::shareWidth() {
    const QFontMetrics font = fontMetrics();
    m_rail->setFolded(m_foldWanted || width() < metrics::scaled(RailNeeds, font));
    if (m_inspector) {
        const bool wide = width() >= metrics::scaled(WideFrom, font);
        m_inspector->setFixedWidth(metrics::scaled(wide ? WideInspector : NarrowInspector, font));
        if (m_inspector->isVisibleTo(this) != showsInspector()) {
            m_inspector->setVisible(showsInspector());
            emit arranged();
        }
    }
}

void Workspace::showEvent(QShowEvent* event) {
    m_wasShown = true;
    QWidget::showEvent(event);
    // Without focusChosen(), the verdict would get the focus, because it is the first widget. The call is
    // queued, because the window sets the focus after this event.
    QMetaObject::invokeMethod(m_rail, &Rail::focusChosen, Qt::QueuedConnection);
}

void Workspace::resizeEvent(QResizeEvent* event) {
    const PlanSize before = m_shownSize;
    QWidget::resizeEvent(event);
    planSize() == before ? shareWidth() : arrange();
}

QByteArray Workspace::layoutState() const {
    if (!m_wasShown) {
        return {};
    }
    QJsonArray windows;
    for (const Entry& entry : m_entries) {
        if (entry.window) {
            windows +=
                QJsonObject{{"page", entry.id},
                            {"geometry", QString::fromLatin1(entry.window->saveGeometry().toBase64())}};
        }
    }
    const QJsonObject layout{
        {"version", LayoutVersion},
        {"plan_only", m_planOnly},
        {"plan", m_planWanted ? QJsonValue(static_cast<int>(*m_planWanted)) : QJsonValue()},
        {"folded", m_foldWanted},
        {"inspector", m_inspectorWanted ? QJsonValue(*m_inspectorWanted) : QJsonValue()},
        {"page", m_entries[m_shown[0]].id},
        {"second", isSplit() ? m_entries[m_shown[1]].id : QString()},
        {"heights", toJson(m_rowsShown ? m_rows->sizes() : m_heights)},
        {"widths", toJson(m_halves->sizes())},
        {"windows", windows}};
    return QJsonDocument(layout).toJson(QJsonDocument::Compact);
}

void Workspace::restoreLayout(const QByteArray& state) {
    closeWindows();
    QJsonObject layout = QJsonDocument::fromJson(state).object();
    if (layout.value(QLatin1String("version")).toInt() != LayoutVersion) {
        layout = {};
    }
    const auto entryOf = [&](const char* key, size_t otherwise) {
        const size_t entry = find(layout.value(QLatin1String(key)).toString());
        return entry == 0 || entry == NoEntry ? otherwise : entry;
    };
    m_planOnly = layout.value(QLatin1String("plan_only")).toBool();
    const int plan = layout.value(QLatin1String("plan")).toInt(-1);
    m_planWanted = plan >= 0 && plan < PlanSizes ? std::optional(static_cast<PlanSize>(plan)) : std::nullopt;
    m_foldWanted = layout.value(QLatin1String("folded")).toBool();
    const QJsonValue inspector = layout.value(QLatin1String("inspector"));
    m_inspectorWanted = inspector.isBool() ? std::optional(inspector.toBool()) : std::nullopt;
    m_active = 0;
    m_shown = {entryOf("page", 1), entryOf("second", NoEntry)};
    if (m_shown[0] == m_shown[1]) {
        m_shown[1] = NoEntry;
    }
    const QList<int> heights = sizesOf(layout.value(QLatin1String("heights")));
    m_heights = heights.size() == 2 && heights[0] > 0 && heights[1] > 0
                    ? heights
                    : QList<int>{PlanShare * 100, (100 - PlanShare) * 100};
    m_rowsShown = false;
    const QList<int> widths = sizesOf(layout.value(QLatin1String("widths")));
    m_halves->setSizes(widths.size() == 2 ? widths : QList<int>{1000, 1000});
    arrange();
    for (const QJsonValue& json : layout.value(QLatin1String("windows")).toArray()) {
        const size_t entry = find(json[QLatin1String("page")].toString());
        if (entry != NoEntry && entry != 0) {
            openWindow(m_entries[entry].id);
            if (m_entries[entry].window) {
                m_entries[entry].window->restoreGeometry(
                    QByteArray::fromBase64(json[QLatin1String("geometry")].toString().toLatin1()));
            }
        }
    }
}

} // namespace tileline
