// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What one sees at a glance: no text is cut, and no page is mostly empty.
#include "tests/support/fixtures.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "tests/ui/windowfixture.h"
#include "ui/frame/workspace.h"
#include "ui/look/metrics.h"
#include "ui/pagetable.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/text/translations.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QStyleOptionComboBox>
#include <QToolButton>
#include <QTranslator>

using namespace tileline;

namespace {

/// By how many pixels a widget's text is wider or higher than its area; 0 or less if all of it is visible.
int missingPixels(const QWidget& widget) {
    const int width = widget.width();
    if (const auto* const label = qobject_cast<const QLabel*>(&widget)) {
        return label->text().isEmpty() ? 0
               : label->wordWrap()     ? label->heightForWidth(width) - label->height()
                                       : label->sizeHint().width() - width;
    }
    if (const auto* const text = dynamic_cast<const ElidedText*>(&widget)) {
        return text->fontMetrics().horizontalAdvance(text->shownText()) - width;
    }
    if (widget.inherits("QLineEditIconButton")) {
        return 0; // shows an icon only
    }
    if (const auto* const button = qobject_cast<const QAbstractButton*>(&widget)) {
        return button->text().isEmpty() ? 0 : button->sizeHint().width() - width;
    }
    if (const auto* const box = qobject_cast<const QComboBox*>(&widget)) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QRect field =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        return box->fontMetrics().horizontalAdvance(box->currentText()) - field.width();
    }
    if (const auto* const box = qobject_cast<const QAbstractSpinBox*>(&widget)) {
        const auto* const edit = box->findChild<QLineEdit*>();
        return edit->fontMetrics().horizontalAdvance(edit->text()) - edit->width();
    }
    if (const auto* const header = qobject_cast<const QHeaderView*>(&widget)) {
        int missing = 0;
        for (int i = 0; header->orientation() == Qt::Horizontal && i < header->count(); ++i) {
            missing = std::max(missing, header->isSectionHidden(i)
                                            ? 0
                                            : header->sectionSizeHint(i) - header->sectionSize(i));
        }
        return missing;
    }
    return 0;
}

/// Whether the user can scroll to the hidden part of a widget.
bool scrolls(const QWidget* widget, const QWidget& window) {
    for (; widget && widget != &window; widget = widget->parentWidget()) {
        if (qobject_cast<const QScrollArea*>(widget)) {
            return true;
        }
    }
    return false;
}

QStringList cutTexts(const QWidget& window) {
    QStringList cut;
    for (const QWidget* const widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible()) {
            continue;
        }
        const QRect place(widget->mapTo(&window, QPoint()), widget->size());
        const int missing = missingPixels(*widget);
        QString name = widget->property("text").toString() + widget->accessibleName();
        if (const auto* const header = qobject_cast<const QHeaderView*>(widget)) {
            for (int i = 0; i < header->count(); ++i) {
                if (!header->isSectionHidden(i) && header->sectionSize(i) < header->sectionSizeHint(i)) {
                    name +=
                        header->model()->headerData(i, header->orientation()).toString() + QLatin1Char(' ');
                }
            }
        }
        if (missing > 0) {
            cut += QStringLiteral("%1 \"%2\": %3 pixels")
                       .arg(widget->metaObject()->className(), name)
                       .arg(missing);
        } else if (!window.rect().contains(place) && !scrolls(widget, window)) {
            cut += QStringLiteral("%1 \"%2\" is not within the window")
                       .arg(widget->metaObject()->className(), name);
        }
    }
    return cut;
}

/// The share of the largest rectangle in which all pixels have the same colour.
double largestEmptyShare(const QImage& image) {
    constexpr int Block = 8;
    const int columns = image.width() / Block;
    const int rows = image.height() / Block;
    std::vector<QRgb> colours(static_cast<size_t>(columns * rows)); // 0: several colours
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            QRgb colour = image.pixel(column * Block, row * Block);
            for (int y = 0; y < Block; ++y) {
                for (int x = 0; x < Block; ++x) {
                    colour = image.pixel(column * Block + x, row * Block + y) == colour ? colour : 0;
                }
            }
            colours[static_cast<size_t>(row * columns + column)] = colour;
        }
    }
    int largest = 0;
    std::vector<int> heights(
        static_cast<size_t>(columns)); // heights of the blocks of one colour that end in this row
    for (int row = 0; row < rows; ++row) {
        const QRgb* const line = colours.data() + static_cast<ptrdiff_t>(row) * columns;
        for (size_t column = 0; column < heights.size(); ++column) {
            const bool goesOn = row > 0 && line[column] == line[static_cast<ptrdiff_t>(column) - columns];
            heights[column] = line[column] == 0 ? 0 : goesOn ? heights[column] + 1 : 1;
        }
        for (size_t first = 0; first < heights.size(); ++first) {
            int height = heights[first];
            for (size_t last = first; height > 0 && last < heights.size() && line[last] == line[first];
                 ++last) {
                height = std::min(height, heights[last]);
                largest = std::max(largest, height * static_cast<int>(last - first + 1));
            }
        }
    }
    return static_cast<double>(largest) / (columns * rows);
}

} // namespace

class TestLooks : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() {
        test::useOwnSettings(m_directory);
        m_font = QApplication::font();
    }

    void cleanup() {
        m_window.reset();
        qDeleteAll(qApp->findChildren<QTranslator*>());
        QLocale::setDefault(QLocale::c());
        QApplication::setFont(m_font);
    }

    void noTextIsCut_data() {
        QTest::addColumn<QLocale>("locale");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("font");
        for (const QLocale& locale : {QLocale(QLocale::English, QLocale::UnitedKingdom),
                                      QLocale(QLocale::German, QLocale::Germany)}) {
            for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
                for (const double font : {1.0, 2.0}) {
                    QTest::addRow("%s, %d, font %g", qPrintable(locale.name()), size.width(), font)
                        << locale << size << font;
                }
            }
        }
    }

    void noTextIsCut() {
        QFETCH(const QLocale, locale);
        QFETCH(const QSize, size);
        QFETCH(const double, font);
        QApplication::setFont(metrics::sized(m_font, font));
        QLocale::setDefault(locale);
        installTranslations(locale);
        openSample(size);
        QStringList cut;
        for (const QString& id : pageIds()) {
            m_window->showPage(id);
            settle();
            // On a busy machine, the layout follows later.
            (void)QTest::qWaitFor([&] { return cutTexts(*m_window).isEmpty(); }, 2000);
            for (const QString& text : cutTexts(*m_window)) {
                cut += id + QStringLiteral(": ") + text;
            }
        }
        QCOMPARE(cut.join('\n'), QString());
    }

    void noPageIsMostlyEmpty_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("font");
        QTest::newRow("1280 x 720") << QSize(1280, 720) << 1.0;
        QTest::newRow("1920 x 1080") << QSize(1920, 1080) << 1.0;
        QTest::newRow("3840 x 2160 at a scale of 2") << QSize(3840, 2160) << 2.0;
    }

    void noPageIsMostlyEmpty() {
        QFETCH(const QSize, size);
        QFETCH(const double, font);
        QApplication::setFont(metrics::sized(m_font, font));
        openSample(size);
        QStringList empty;
        for (const QString& id : pageIds()) {
            m_window->showPage(id);
            settle();
            QWidget* const page = m_window->page(id);
            const double share = largestEmptyShare(page->grab().toImage());
            // A list with only one plan is mostly empty, and so is a comparison without another report.
            if (share > 0.4 && id != QLatin1String("plans") && id != QLatin1String("comparison")) {
                empty += QStringLiteral("%1: %2 %").arg(id).arg(100 * share);
            }
        }
        QCOMPARE(empty.join('\n'), QString());
    }

private:
    static QStringList pageIds() {
        QStringList ids{QStringLiteral("plan")};
        for (const PageEntry& page : pages()) {
            ids += QLatin1String(page.id);
        }
        return ids;
    }

    void openSample(const QSize& size) {
        showWindow(size);
        m_window->open({test::fixturePath("bert-tiny-train")});
        QTRY_VERIFY(m_window->session()->optimum() && m_window->session()->job() == Job::None);
    }

    /// Waits until the shown pages have computed their contents.
    void settle() {
        const auto busy = [&] {
            const auto tasks = m_window->findChildren<LatestTask*>();
            return std::any_of(tasks.begin(), tasks.end(),
                               [](const LatestTask* task) { return task->busy(); });
        };
        QTRY_VERIFY(!busy());
        QTest::qWait(50);
        QTRY_VERIFY(!busy());
    }

    QFont m_font;
};

TILELINE_TEST(TestLooks)
#include "test_looks.moc"
