// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/dialogs/layersdialog.h"
#include "ui/editing/planeditor.h"
#include "ui/tables/tablepanel.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace tileline;

namespace {

struct Opened : test::PageFixture {
    PlanEditor editor{&session};
    std::unique_ptr<LayersDialog> dialog;

    bool start(const std::string& name) {
        if (!open(name)) {
            return false;
        }
        dialog = std::make_unique<LayersDialog>(&editor);
        return test::showAt(*dialog, {860, 620}) && waitForPreview();
    }
    bool waitForPreview() const {
        return QTest::qWaitFor([this] { return ok()->isEnabled() && dialog->previewData(); }, 10000);
    }
    QPushButton* ok() const { return dialog->buttons()->button(QDialogButtonBox::Ok); }
    QPushButton* applyButton() const { return dialog->buttons()->button(QDialogButtonBox::Apply); }
    void type(QLineEdit* edit, const QString& text) const {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
};

} // namespace

class TestLayersDialog : public QObject {
    Q_OBJECT
private slots:
    void showsWhatTheOptionsInForceMatch() {
        Opened opened;
        QVERIFY(opened.start("bert-tiny-inf"));
        QCOMPARE(opened.dialog->options(), LayerOptions());
        const LayersPtr layers = opened.session.layers();
        QTRY_COMPARE(opened.dialog->preview()->model()->rowCount(),
                     static_cast<int>(layers->operations.size()));
        QVERIFY(!opened.applyButton()->isEnabled());
        const LayerPreviewPtr preview = opened.dialog->previewData();
        for (size_t i = 0; i < layers->operations.size(); ++i) {
            if (layers->operations[i].note == LayerNote::Matched) {
                QVERIFY(!preview->matches[i].empty());
                const TextRange range = preview->matches[i].front();
                const QString name = QString::fromStdString(layers->operations[i].name);
                QVERIFY(name.mid(range.start, range.length).contains(QStringLiteral("ayer")));
            }
        }
        QVERIFY(!opened.dialog->grab().isNull());
    }

    void typingUpdatesThePreviewAndApplySetsTheLayers() {
        Opened opened;
        opened.session.setSetting({Setting::PopLiner, {}});
        QVERIFY(opened.start("bert-tiny-inf"));
        opened.type(opened.dialog->layerExpression(), QStringLiteral("(Attention|FF)"));
        QVERIFY(!opened.ok()->isEnabled());
        QTRY_VERIFY(opened.ok()->isEnabled());
        QCOMPARE(opened.dialog->previewData()->layers->count(), size_t{3});
        QVERIFY(opened.dialog->message()->text().contains(QStringLiteral("2 layers")));
        QTest::mouseClick(opened.applyButton(), Qt::LeftButton);
        QTRY_COMPARE(opened.session.layers()->count(), size_t{3});
        QCOMPARE(opened.editor.undoStack()->undoText(), QStringLiteral("Layer options"));
        QVERIFY(opened.dialog->isVisible());
        QVERIFY(!opened.applyButton()->isEnabled());
    }

    void aBadExpressionIsMarkedAndCannotBeApplied() {
        Opened opened;
        QVERIFY(opened.start("bert-tiny-inf"));
        opened.type(opened.dialog->layerExpression(), QStringLiteral("Layer(\\d+"));
        QTRY_VERIFY(opened.dialog->message()->text().contains(QStringLiteral("position 10")));
        QVERIFY(!opened.ok()->isEnabled());
        QVERIFY(!opened.applyButton()->isEnabled());
        // The rows of the last valid expression stay.
        QVERIFY(opened.dialog->preview()->model()->rowCount() > 0);
        QTest::keyClicks(opened.dialog->layerExpression(), QStringLiteral(")"));
        QTRY_VERIFY(opened.ok()->isEnabled());
    }

    void positionsCountCharactersNotBytes() {
        const LayerOptions options{"\xC3\xA9\xC3\xA9(", "x"};
        const ExpressionError error = expressionError({ErrorCode::BadRegex,
                                                       {},
                                                       "layer regex, position 5",
                                                       "a regular expression",
                                                       options.layerRegex + ": why"},
                                                      options);
        QCOMPARE(error.position, std::optional(3));
        QVERIFY(!error.inInputs);
        QVERIFY(error.message.endsWith(QStringLiteral("why")));
        QVERIFY(expressionError({ErrorCode::BadRegex, {}, "inputs regex, position 0", {}, "x: bad"}, options)
                    .inInputs);
    }

    void restoreDefaultsAndCancelChangeNothing() {
        Opened opened;
        QVERIFY(opened.start("bert-tiny-inf"));
        const LayersPtr before = opened.session.layers();
        opened.type(opened.dialog->inputsExpression(), QStringLiteral("nothing"));
        QTest::mouseClick(opened.dialog->buttons()->button(QDialogButtonBox::RestoreDefaults),
                          Qt::LeftButton);
        QCOMPARE(opened.dialog->options(), LayerOptions());
        opened.type(opened.dialog->layerExpression(), QStringLiteral("(FF)"));
        QTest::keyClick(opened.dialog.get(), Qt::Key_Escape);
        QVERIFY(!opened.dialog->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(opened.session.layers(), before);
    }

    void withoutAProfileItSaysSo() {
        Session session;
        PlanEditor editor(&session);
        LayersDialog dialog(&editor);
        QVERIFY(test::showAt(dialog, {600, 400}));
        QVERIFY(dialog.message()->text().contains(QStringLiteral("Open a profile")));
        QVERIFY(!dialog.buttons()->button(QDialogButtonBox::Ok)->isEnabled());
    }
};

TILELINE_TEST(TestLayersDialog)
#include "test_layersdialog.moc"
