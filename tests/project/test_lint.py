#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every rule of lint.py finds a violation, and that no rule finds one in a clean tree."""
import pathlib
import tempfile
import unittest

import lint

SPDX = "// SPDX-FileCopyrightText: 2026 Somebody\n// SPDX-License-Identifier: GPL-3.0-or-later\n"
CLEAN = {
    "LICENSES/GPL-3.0-or-later.txt": "the text\n",
    "README.md": "<!-- " + SPDX.replace("// ", "").replace("\n", " ") + "-->\n| `cmake`, `g++` | the build | - |\n",
    "packaging/dependencies.txt": SPDX.replace("//", "#") + "cmake\ng++\n",
    "packaging/docs/architecture.md": "<!-- " + SPDX.replace("// ", "").replace("\n", " ") + """-->
| Folder | What is in it | Folders it may include | Libraries |
|---|---|---|---|
| `core/base` | ids | – | – |
| `core/profile` | data | `base` | – |
| `core/profile/reading` | readers | `core/base`, `core/profile`, `debug` | `sqlite3.h` |
| `core/profile/debug` | readers | `core/base`, `core/profile`, `reading` | `cbor.h` |
| `core/profile/tileline` | readers | `core/base`, `reading` | `sqlite3.h` |
| `core/layers` | layers | `base`, `profile` | `pcre2.h` |
| `ui/session` | the document | `core/base`, `core/profile`, `core/profile/reading` | – |
| `ui/charts` | plots | `session` | `qcustomplot.h` |
| `ui/look` | colours | – | – |
| `ui/pages` | pages | `charts`, `session` | – |
| `ui` | the window | – | – |
| `app/gui` | arguments | `ui` | – |
| `app/cli` | arguments | `core/base`, `core/profile` | `CLI/` |
| `app/generate` | profiles | `core/base`, `core/profile` | – |
""",
    "core/base/ids.h": SPDX + "#pragma once\n#include <vector>\n",
    "core/profile/profile.h": SPDX + '#pragma once\n#include "core/base/ids.h"\n',
    "core/profile/reading/reader.cpp": SPDX + '#include <sqlite3.h>\n#include "core/profile/profile.h"\n',
    "ui/session/session.h": SPDX + '#pragma once\n#include <QObject>\n#include "core/profile/reading/reader.h"\n',
    "ui/charts/plot.cpp": SPDX + '#include <qcustomplot.h>\n#include "ui/session/session.h"\n',
    "ui/mainwindow.cpp": SPDX + '#include "ui/pages/page.h"\n#include "ui/session/session.h"\n',
    "app/gui/main.cpp": SPDX + '#include "ui/mainwindow.h"\n',
    "core/profile/debug/reader.cpp": SPDX + '#include "core/profile/reading/reader.h"\n#include <cbor.h>\n',
    "ui/look/palette.cpp": SPDX + 'const QColor color(0x10, 0x20, 0x30);\n',
    "ui/pages/mixed.cpp": SPDX + """// as in QColor("red")
const QColor color(dark ? a : b);
pixmap.fill(Qt::transparent);
const char* const anchor = "#face-of-it";
""",
    "ui/pages/plain.cpp": SPDX + '''#include <QLabel>
#include <QMessageBox>
class QLabel;
// QSaveFile is not used.
bool opened = buffer.open(QIODevice::WriteOnly);
void Document::rename(size_t plan) {}
std::ifstream in(path);
QLabel* label = plainLabel(name);  // new QLabel(name), setToolTip(name)
const char* const text = "setToolTip(name); /* new QLabel";
auto page = [](QLabel* shown) { return shown->textFormat() == Qt::PlainText; };
void f() {
    a->setToolTip(tr("Words, (and) more \\"words\\"; "
                     "even two lines"));
    b->setToolTip(0, plainToolTip(path(a, b) + tr("%1").arg(name)));
    c->setToolTipsVisible(true);
    QToolTip::showText(at(1, 2), plainToolTip(name), this, rect);
    connect(label, &QLabel::linkActivated, this, &Page::f);
    if (PlainMessageBox::confirm(this, name) == QMessageBox::Yes) {
        return;
    }
}
QVariant Model::data(const QModelIndex& index, int role) const {
    if (role == Qt::ToolTipRole && index.column() == 0) {
        return Text::tr("Words");
    }
    switch (role) {
    case Qt::ToolTipRole:
        // The whole text.
        return plainToolTip(text(index));
    }
}
''',
    "tests/base/test_ids.cpp": SPDX + '#include "core/base/ids.h"\nTILELINE_TEST(TestIds)\n#include "test_ids.moc"\n',
    "tests/base/CMakeLists.txt": SPDX.replace("//", "#") + "tileline_tests(base)\n",
}

VIOLATIONS = [  # (rule, file, content that violates the rule)
    ("layering", "core/base/ids.h", SPDX + '#pragma once\n#include "core/profile/profile.h"\n'),
    ("layering", "core/profile/profile.h", SPDX + "#pragma once\n#include <QString>\n"),
    ("layering", "core/profile/profile.h", SPDX + "#pragma once\n#include <QtCore/QString>\n"),
    ("layering", "core/profile/profile.h", SPDX + '#pragma once\n#include "ui/mainwindow.h"\n'),
    ("layering", "core/profile/profile.h", SPDX + '#pragma once\n#include "tests/support/x.h"\n'),
    ("layering", "core/profile/profile.h", SPDX + '#pragma once\n#include "ids.h"\n'),
    *(("one-writer", "core/profile/other.cpp", SPDX + line + "\n") for line in (
        "QSaveFile file(path);",
        "std::ofstream(path) << text;",
        "std::fstream file(path);",
        "file.open(QIODevice::WriteOnly);",
        "::open(path, O_WRONLY | O_CREAT, 0666);",
        "fs::rename(a, b);",
        "if (::rename(a, b) != 0) {}",
        'FILE* file = fopen(path, "w");',
    )),
    ("layering", "core/profile/other.cpp", SPDX + "#include <sqlite3.h>\n"),
    ("layering", "core/profile/other.cpp", SPDX + "#include <cbor.h>\n"),
    ("layering", "core/profile/reading/other.cpp", SPDX + "#include <pcre2.h>\n"),
    ("layering", "core/profile/other.h", SPDX + "#pragma once\n#include <nlohmann/json.hpp>\n"),
    ("layering", "core/profile/tileline/reader.cpp", SPDX + '#include "core/profile/debug/reader.h"\n'),
    ("layering", "app/generate/lowering.cpp", SPDX + '#include "core/plan/splitplan.h"\n'),
    ("layering", "app/generate/lowering.cpp", SPDX + '#include "tests/support/random.h"\n'),
    ("layering", "ui/session/other.cpp", SPDX + "#include <QWidget>\n"),
    ("layering", "core/unknown/other.cpp", SPDX + '#include "core/base/ids.h"\n'),
    ("layering", "ui/pages/page.cpp", SPDX + "#include <qcustomplot.h>\n"),
    ("layering", "ui/pages/page.cpp", SPDX + '#include "core/profile/reading/reader.h"\n'),
    ("layering", "ui/pages/page.cpp", SPDX + '#include "app/gui/main.h"\n'),
    ("layering", "ui/pages/page.cpp", SPDX + "#include <CLI/CLI.hpp>\n"),
    ("layering", "ui/pages/page.cpp", SPDX + '#include "ui/mainwindow.h"\n'),
    ("layering", "ui/charts/plot.h", SPDX + '#pragma once\n#include "ui/pages/page.h"\n'),
    ("layering", "ui/unknown/page.cpp", SPDX + '#include "ui/session/session.h"\n'),
    ("layering", "ui/pages/page.cpp", SPDX + '#include "ui/unknown/page.h"\n'),
    ("layering", "app/gui/main.cpp", SPDX + '#include "core/profile/profile.h"\n'),
    ("layering", "app/cli/main.cpp", SPDX + '#include "ui/mainwindow.h"\n'),
    *(("terminal", "app/cli/somecommand.cpp", SPDX + line + "\n") for line in (
        'std::fprintf(stderr, "%s", name.c_str());',
        "std::cout << name;",
        "writeToStandardOutput(name);",
        "output.writeUnchanged(name, context);")),
    *(("color", "ui/pages/page.cpp", SPDX + line + "\n") for line in (
        "painter.setPen(QColor(0x1b, 0x2c, 0x3d));",
        'const QColor color("red");',
        "const QColor color{10, 20, 30};",
        "painter.setPen(Qt::darkRed);",
        "constexpr QRgb Shade = 0xFF102030;",
        "image.setPixel(0, 0, qRgb(r, g, b));",
        'label->setStyleSheet("#1b1f24");')),
    *(("one-study", name, SPDX + line + "\n") for name in ("app/cli/somecommand.cpp", "ui/pages/page.cpp") for line in (
        "auto estimator = TRY(StageEstimator::build(profile, layers, workers));",
        "IntervalTable table(estimator);",
        "auto table = std::make_shared<IntervalTable>(estimator);",
        "auto costs = TRY(IntervalCosts::make(*table, stop));")),
    *(("plain-text", "ui/pages/page.cpp", SPDX + line + "\n") for line in (
        "a->setText(QString::fromStdString(name));",
        "a->setText(QString::fromUtf8(name.data(), size));",
        "clipboard()->setText(exactText(toTsv(table)));",
        "a->setToolTip(name);",
        'a->setToolTip(tr("%1 bytes").arg(name));',
        'a->setToolTip(tr("of") + name);',
        'a->setToolTip(good ? tr("good") : name);',
        "a->setToolTip(plainToolTip(name) + name);",
        "a->setToolTip(plainToolTip(name).arg(name));",
        "tabs->setTabToolTip(0, name);",
        "connect(a, &A::named, b, &QWidget::setToolTip);",
        'a->setProperty("toolTip", name);',
        "QToolTip::showText(plainToolTip(name), name);",
        "QToolTip::showText(at, name, this);",
        "case Qt::ToolTipRole: case Qt::DisplayRole: return name;",
        "case Qt::DisplayRole: case Qt::ToolTipRole: return name;",
        "if (role != Qt::ToolTipRole) { return {}; } return name;",
        "return role == Qt::ToolTipRole ? plainToolTip(name) : name;",
        "case Qt::ToolTipRole: if (a) { return plainToolTip(a); } break; } return name;",
        "item->setData(0, Qt::ToolTipRole, name);",
        "auto* const label = new QLabel(name);",
        "auto* const label = new QLabel;",
        "QLabel label;",
        "auto label = std::make_unique<QLabel>(name);",
        "class Title : public QLabel {};",
        "using Label = QLabel;",
        "label->setTextFormat(Qt::RichText);",
        "browser->setHtml(name);",
        "QTextDocument document;",
        "QMessageBox box(this);",
        "QMessageBox::question(this, title, name);",
        "class Box : public QMessageBox {};",
        "box.setInformativeText(name);",
        "const QString path = QFileDialog::getSaveFileName(this);",
    )),
    ("licence", "core/base/ids.h", "#pragma once\n"),
    ("licence", "core/base/picture.png", "not really"),
    ("licence-text", "core/base/ids.h", SPDX.replace("GPL-3.0-or-later", "MIT") + "#pragma once\n"),
    ("licence-text", "LICENSES/MIT.txt", "not used\n"),
    ("pragma-once", "core/base/ids.h", SPDX),
    ("file-name", "core/base/Ids.h", SPDX + "#pragma once\n"),
    ("newline", "core/base/ids.h", SPDX + "#pragma once"),
    ("white-space", "core/base/ids.h", SPDX + "#pragma once \n"),
    ("owner", "core/base/ids.h", SPDX + "#pragma once\n// TO" "DO: later\n"),
    ("machine-path", "core/base/ids.h", SPDX + "#pragma once\n// see /ho" "me/jane/notes\n"),
    ("link", "README.md", CLEAN["README.md"] + "[a picture](missing.png)\n"),
    ("registered", "tests/base/test_other.cpp", SPDX),
    ("registered", "tests/base/test_other.cpp", SPDX + "TILELINE_TEST(TestAnother)\n"),
    ("registered", "tests/base/test_other.py", SPDX.replace("//", "#")),
    ("dependencies", "packaging/dependencies.txt", SPDX.replace("//", "#") + "cmake\ng++\nsqlite3\n"),
    ("dependencies", "packaging/dependencies.txt", SPDX.replace("//", "#") + "cmake\n"),
]


def findings_in(files):
    with tempfile.TemporaryDirectory() as directory:
        for name, text in files.items():
            path = pathlib.Path(directory, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return lint.Lint(directory).run()


class LintTest(unittest.TestCase):
    def test_clean_tree(self):
        self.assertEqual(findings_in(CLEAN), [])

    def test_each_violation(self):
        for rule, name, text in VIOLATIONS:
            with self.subTest(rule=rule, file=name, text=text):
                findings = findings_in({**CLEAN, name: text})
                self.assertEqual([finding.split(": ")[1] for finding in findings], [rule], findings)

    def test_owned_reminder_and_covered_file(self):
        reuse = ('# SPDX-FileCopyrightText: 2026 Somebody\n# SPDX-License-Identifier: GPL-3.0-or-later\nversion = 1\n'
                 '[[annotations]]\npath = ["docs/**"]\nSPDX-License-Identifier = "GPL-3.0-or-later"\n')
        owned = SPDX + "#pragma once\n// TO" "DO(somebody): later\n"
        self.assertEqual(findings_in({**CLEAN, "REUSE.toml": reuse, "docs/a/b.png": "x", "core/base/ids.h": owned}), [])


if __name__ == "__main__":
    unittest.main()
