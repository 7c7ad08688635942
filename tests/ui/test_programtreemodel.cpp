// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/programtreemodel.h"

#include <QTest>

using namespace tileline;

class TestProgramTreeModel : public QObject {
    Q_OBJECT
private slots:
    /// A view asks as soon as it is shown, which can be before there is a profile.
    void isEmptyBeforeThereIsAProfile() {
        const ProgramTreeModel model;
        QCOMPARE(model.rowCount({}), 0);
        QVERIFY(!model.hasChildren({}));
        QVERIFY(!model.index(0, 0, {}).isValid());
    }
};

QTEST_MAIN(TestProgramTreeModel)
#include "test_programtreemodel.moc"
