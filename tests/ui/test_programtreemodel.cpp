// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/testmain.h"
#include "ui/tables/programtreemodel.h"

#include <QTest>

using namespace tileline;

class TestProgramTreeModel : public QObject {
    Q_OBJECT
private slots:
    /// A view queries the model as soon as it is shown, even if no profile is open.
    void isEmptyBeforeThereIsAProfile() {
        const ProgramTreeModel model([](const Program&) { return QColor(); });
        QCOMPARE(model.rowCount({}), 0);
        QVERIFY(!model.hasChildren({}));
        QVERIFY(!model.index(0, 0, {}).isValid());
    }
};

TILELINE_TEST(TestProgramTreeModel)
#include "test_programtreemodel.moc"
