// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "tests/ui/ownsettings.h"
#include "ui/charts/chartcolors.h"
#include "ui/dialogs/chooseprofiledialog.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/layersdialog.h"
#include "ui/frame/workspace.h"
#include "ui/look/icons.h"
#include "ui/look/palette.h"
#include "ui/mainwindow.h"
#include "ui/pagetable.h"
#include "ui/planpage/plandialogs.h"
#include "ui/preferences/theme.h"
#include "ui/questions/plainmessagebox.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QDialog>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QStyleFactory>
#include <QStyleOptionButton>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

using namespace tileline;

namespace {

constexpr double MinContrast = 3;
/// Users would not notice a change of fewer pixels.
constexpr int MinPixels = 12;

QRect indicatorOf(const QAbstractButton& button) {
    QStyleOptionButton option;
    option.initFrom(&button);
    const bool box = qobject_cast<const QCheckBox*>(&button) != nullptr;
    return button.style()->subElementRect(
        box ? QStyle::SE_CheckBoxIndicator : QStyle::SE_RadioButtonIndicator, &option, &button);
}

/// Whether a widget is a list in a dialog. Lists in pages need no outline, because they fill their pages.
bool isChoiceList(const QWidget& widget) {
    return qobject_cast<const QAbstractItemView*>(&widget) && qobject_cast<const QDialog*>(widget.window());
}

/// The outline that makes a control recognisable, in its coordinates; empty for controls without an outline,
/// such as tool-bar buttons with a text or a picture.
std::optional<QRect> outlineOf(const QWidget& widget) {
    const auto* const button = qobject_cast<const QAbstractButton*>(&widget);
    if (qobject_cast<const QCheckBox*>(&widget) || qobject_cast<const QRadioButton*>(&widget)) {
        return indicatorOf(*button);
    }
    if (const auto* const push = qobject_cast<const QPushButton*>(&widget)) {
        return push->isFlat() ? std::nullopt : std::optional(widget.rect());
    }
    if (const auto* const tool = qobject_cast<const QToolButton*>(&widget)) {
        // A flat button shows its state in other ways, and a field has the outline of its icons.
        return tool->isCheckable() && !tool->autoRaise() && !tool->inherits("QLineEditIconButton")
                   ? std::optional(widget.rect())
                   : std::nullopt;
    }
    if (const auto* const edit = qobject_cast<const QLineEdit*>(&widget)) {
        return edit->hasFrame() ? std::optional(widget.rect()) : std::nullopt;
    }
    if (const auto* const text = qobject_cast<const QPlainTextEdit*>(&widget); text && !text->isReadOnly()) {
        return widget.rect();
    }
    const bool field = qobject_cast<const QComboBox*>(&widget) ||
                       qobject_cast<const QAbstractSpinBox*>(&widget) || isChoiceList(widget);
    return field ? std::optional(widget.rect()) : std::nullopt;
}

/// The contrast between the outline and its surroundings at one point of a side.
double contrastAt(const QImage& image, QPoint edge, QPoint inwards) {
    constexpr int Outside = 3;
    constexpr int Inside = 4;
    if (!image.rect().contains(edge - Outside * inwards)) {
        return 0;
    }
    const QColor outside = image.pixelColor(edge - Outside * inwards);
    double best = 0;
    for (int depth = -1; depth < Inside; ++depth) {
        const QPoint at = edge + depth * inwards;
        if (image.rect().contains(at)) {
            best = std::max(best, contrast(image.pixelColor(at), outside));
        }
    }
    return best;
}

/// The second lowest contrast of the four sides, because another control may touch one side.
double outlineContrast(const QImage& image, const QRect& rect) {
    const QPoint middle = rect.center();
    std::array sides{contrastAt(image, {middle.x(), rect.top()}, {0, 1}),
                     contrastAt(image, {middle.x(), rect.bottom()}, {0, -1}),
                     contrastAt(image, {rect.left(), middle.y()}, {1, 0}),
                     contrastAt(image, {rect.right(), middle.y()}, {-1, 0})};
    std::sort(sides.begin(), sides.end());
    return sides[1];
}

/// The number of pixels around a widget that differ with enough contrast between two pictures.
int seenChanges(const QImage& before, const QImage& after, const QRect& rect) {
    int count = 0;
    const QRect area = rect.adjusted(-3, -3, 3, 3) & before.rect();
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            const QColor a = before.pixelColor(x, y);
            const QColor b = after.pixelColor(x, y);
            count += contrast(a, b) >= MinContrast ? 1 : 0;
        }
    }
    return count;
}

QString nameOf(const QWidget& widget) {
    QString text = QString::fromLatin1(widget.metaObject()->className()) + QLatin1Char(' ') +
                   widget.objectName() + QLatin1Char(' ') + widget.accessibleName();
    if (const auto* const button = qobject_cast<const QAbstractButton*>(&widget)) {
        text += button->text();
    }
    return text;
}

/// The parts of a window that cannot be seen well enough.
QStringList faultsIn(QWidget& window) {
    QStringList faults;
    const auto picture = [&] { return window.grab().toImage(); };
    const auto inWindow = [&](const QWidget& widget, const QRect& rect) {
        return QRect(widget.mapTo(&window, rect.topLeft()), rect.size());
    };
    window.setFocus();
    window.setAttribute(Qt::WA_KeyboardFocusChange); // as after a press of Tab
    const QImage image = picture();
    for (QWidget* const widget : window.findChildren<QWidget*>()) {
        const bool shown = widget->isVisibleTo(&window) && widget->isEnabled() &&
                           widget->visibleRegion().boundingRect() == widget->rect();
        const auto outline = shown ? outlineOf(*widget) : std::nullopt;
        if (!outline) {
            continue;
        }
        const QRect rect = inWindow(*widget, *outline);
        if (const double contrast = outlineContrast(image, rect); contrast < MinContrast) {
            faults += QStringLiteral("outline %1: %2").arg(contrast).arg(nameOf(*widget));
        }
        if (auto* const list = isChoiceList(*widget) ? qobject_cast<QAbstractItemView*>(widget) : nullptr;
            list && list->selectionModel() && list->selectionModel()->hasSelection()) {
            const QItemSelection selected = list->selectionModel()->selection();
            list->selectionModel()->clearSelection();
            if (seenChanges(image, picture(), rect) < MinPixels) {
                faults += QStringLiteral("selection: ") + nameOf(*widget);
            }
            list->selectionModel()->select(selected, QItemSelectionModel::Select);
        }
        auto* const button = qobject_cast<QAbstractButton*>(widget);
        if (button && button->isCheckable()) {
            const QSignalBlocker blocker(button);
            const bool exclusive = button->autoExclusive();
            const bool checked = button->isChecked();
            button->setAutoExclusive(false);
            button->setChecked(!checked);
            if (button->isChecked() != checked && seenChanges(image, picture(), rect) < MinPixels) {
                faults += QStringLiteral("state: ") + nameOf(*widget);
            }
            button->setChecked(checked);
            button->setAutoExclusive(exclusive);
        }
        if ((widget->focusPolicy() & Qt::TabFocus) != 0) {
            widget->setFocus(Qt::TabFocusReason);
            if (widget->hasFocus() &&
                seenChanges(image, picture(), inWindow(*widget, widget->rect())) < MinPixels) {
                faults += QStringLiteral("focus: ") + nameOf(*widget);
            }
            widget->clearFocus();
        }
    }
    return faults;
}

} // namespace

/// Outlines of controls, check marks and the focus have a contrast of at least 3:1. All colours are taken
/// from drawn pixels.
class TestContrast : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }

    void cleanup() { applyTheme(Theme::Light); }

    void controls_data() {
        QTest::addColumn<Theme>("theme");
        QTest::newRow("light") << Theme::Light;
        QTest::newRow("dark") << Theme::Dark;
        QTest::newRow("system") << Theme::System; // Fusion in the tests
    }
    void controls() {
        QFETCH(const Theme, theme);
        applyTheme(theme);
        MainWindow window;
        window.resize(1500, 1000);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QStringList faults = faultsIn(window);
        window.open({test::fixturePath("pipeline-marked-tiny")});
        window.workspace()->setInspectorShown(true);
        QTRY_VERIFY(window.session()->optimum() != nullptr);
        for (const PageEntry& page : pages()) {
            window.showPage(QLatin1String(page.id));
            QTest::qWait(50);
            faults += faultsIn(window);
        }
        LayersDialog layers(window.editor(), &window);
        ExportDialog exported(window.session(), &window);
        LimitsDialog limits(window.session()->plan(), {0}, &window);
        NumbersDialog numbers(window.session()->setting(), &window);
        ImportDialog imported(window.session(), &window);
        PlainMessageBox question(QMessageBox::Question, QStringLiteral("Unsaved plan"),
                                 QStringLiteral("The plan has changes that are not saved."),
                                 QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window);
        PlainMessageBox warning(QMessageBox::Warning, QStringLiteral("Open plan"),
                                QStringLiteral("Not all of the plan matches this profile."), QMessageBox::Ok,
                                &window);
        warning.setDetailedText(QStringLiteral("layer 3"));
        const QDateTime date(QDate(2026, 1, 2), QTime(3, 4));
        ChooseProfileDialog choice(QStringLiteral("/reports"),
                                   {{QStringLiteral("inference"), {QStringLiteral("/a")}, 1000, date},
                                    {QStringLiteral("training"), {QStringLiteral("/b")}, 2000, date}},
                                   &window);
        for (QDialog* const dialog : std::initializer_list<QDialog*>{
                 &layers, &exported, &limits, &numbers, &imported, &question, &warning, &choice}) {
            dialog->show();
            dialog->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(dialog));
            faults += faultsIn(*dialog);
            dialog->close();
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    /// Tests the test: what Fusion draws in a dark window fails.
    void theMeasureFindsFaintOutlines() {
        applyTheme(Theme::Dark);
        QWidget window;
        window.resize(300, 200);
        auto* const box = new QCheckBox(QStringLiteral("box"), &window);
        box->move(20, 20);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(faultsIn(window).isEmpty());
        const std::unique_ptr<QStyle> fusion(QStyleFactory::create(QStringLiteral("Fusion")));
        box->setStyle(fusion.get());
        QVERIFY(!faultsIn(window).isEmpty());
        box->setStyle(nullptr);
    }

    /// Every role has the contrast that its use needs, in both themes.
    void rolesHaveContrast() {
        const std::map<ColorUse, double> minimum{{ColorUse::IsText, 4.5},
                                                 {ColorUse::IsOnAccent, 4.5},
                                                 {ColorUse::IsFill, 4.5},
                                                 {ColorUse::IsMark, 3}};
        const auto rolesOf = [](ColorUse use) {
            std::vector<ColorRole> roles;
            for (const RoleColor& row : RoleColors) {
                if (row.use == use) {
                    roles.push_back(row.role);
                }
            }
            return roles;
        };
        const std::vector<ColorRole> grounds = rolesOf(ColorUse::IsGround);
        QVERIFY(grounds.size() == 3);
        QStringList faults;
        int checked = 0;
        for (const bool dark : {false, true}) {
            const auto check = [&](ColorRole role, ColorRole ground, double needed) {
                const double found = contrast(colorOf(role, dark), colorOf(ground, dark));
                ++checked;
                if (found < needed) {
                    faults += QStringLiteral("%1 on %2, dark %3: %4")
                                  .arg(static_cast<int>(role))
                                  .arg(static_cast<int>(ground))
                                  .arg(dark)
                                  .arg(found);
                }
            };
            for (const RoleColor& row : RoleColors) {
                const auto needed = minimum.find(row.use);
                if (row.use == ColorUse::IsOnAccent) {
                    check(row.role, ColorRole::Accent, needed->second);
                } else if (row.use == ColorUse::IsFill) {
                    check(ColorRole::Text, row.role, needed->second);
                } else if (needed != minimum.end()) {
                    for (const ColorRole ground : grounds) {
                        check(row.role, ground, needed->second);
                    }
                }
            }
            for (const ColorRole text : {ColorRole::Muted, ColorRole::Accent}) {
                check(text, ColorRole::AccentTint, 4.5);
            }
            for (size_t ipu = 0; ipu < 4; ++ipu) { // IPU numbers, and marks on IPU tints
                const ColorRole hue = roleAfter(ColorRole::Ipu0, ipu);
                QVERIFY(contrast(textOn(colorOf(hue, dark)), colorOf(hue, dark)) >= 4.5);
                check(hue, roleAfter(ColorRole::IpuTint0, ipu), 3);
            }
        }
        QVERIFY(checked > 150);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    /// One file serves both themes and any scale.
    void iconsAreInTheColourOfTheText() {
        const auto darkest = [](const QPixmap& pixmap) { // the colour of the most opaque pixel
            QColor best = Qt::transparent;
            const QImage image = pixmap.toImage();
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixelColor(x, y).alpha() > best.alpha()) {
                        best = image.pixelColor(x, y);
                    }
                }
            }
            return best.rgba();
        };
        const MainWindow window; // which loads the resources
        int icons = 0;
        for (const QAction* const action : window.findChildren<QAction*>()) {
            if (const QIcon shown = action->icon(); !shown.isNull()) {
                ++icons;
                QVERIFY2(qAlpha(darkest(shown.pixmap(64))) > 200, qPrintable(action->text()));
            }
        }
        QVERIFY(icons > 6);
        const QIcon icon = iconOf("plan");
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            applyTheme(theme);
            const QPalette palette = QApplication::palette();
            const auto expected = [](const QColor& color) { return color.rgb(); };
            for (const double ratio : {1.0, 1.25, 2.0}) {
                const QPixmap pixmap = icon.pixmap({16, 16}, ratio);
                QCOMPARE(pixmap.width(), static_cast<int>(16 * ratio));
                QCOMPARE(pixmap.devicePixelRatio(), ratio);
            }
            const QSize large(64, 64);
            QCOMPARE(darkest(icon.pixmap(large)), expected(palette.color(QPalette::ButtonText)));
            QCOMPARE(darkest(icon.pixmap(large, QIcon::Disabled)),
                     expected(palette.color(QPalette::Disabled, QPalette::ButtonText)));
            QCOMPARE(darkest(icon.pixmap(large, QIcon::Selected)),
                     expected(palette.color(QPalette::HighlightedText)));
        }
    }

    /// No two things that a chart can show have the same colour, except IPUs.
    void eachThingHasItsColour_data() { controls_data(); }
    void eachThingHasItsColour() {
        QFETCH(const Theme, theme);
        applyTheme(theme);
        const ChartColors colors(QApplication::palette());
        std::vector<QColor> all{colors.notAlwaysLive().fill, colors.limit()};
        for (size_t ipu = 0; ipu < 4; ++ipu) {
            all.push_back(colors.stage(ipu));
        }
        for (size_t i = 0; i < StageCategories.size(); ++i) {
            all.push_back(colors.category(static_cast<StageCategory>(i)).fill);
        }
        for (size_t i = 0; i < 7; ++i) {
            all.push_back(colors.category("category.unknown", i).fill);
        }
        for (size_t a = 0; a < all.size(); ++a) {
            for (size_t b = a + 1; b < all.size(); ++b) {
                const int distance = std::abs(all[a].red() - all[b].red()) +
                                     std::abs(all[a].green() - all[b].green()) +
                                     std::abs(all[a].blue() - all[b].blue());
                QVERIFY2(distance > 30, qPrintable(QStringLiteral("%1 %2").arg(a).arg(b)));
            }
        }
        // A category has the same colour whether it is given by number or by Poplar's name.
        QCOMPARE(colors.category("category.stash", 5), colors.category(StageCategory::Stash));
        QCOMPARE(colors.category("category.unowned", 7), colors.category(StageCategory::Unowned));
        // Neighbouring IPUs have different colours; other IPUs may differ only in their numbers.
        for (size_t ipu = 0; ipu < 64; ++ipu) {
            QCOMPARE(colors.stage(ipu), colors.stage(ipu % 4));
        }
    }

private:
    const test::TemporaryDirectory m_directory;
};

TILELINE_TEST(TestContrast)
#include "test_contrast.moc"
