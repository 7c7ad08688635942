#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what a compiler does not: includes, licences, links, and that every test is registered.

lint.py [ROOT] prints one line for each finding, `file:line: rule: what is wrong`, and fails if there is one.
test_lint.py shows that each rule can fail.
"""
import pathlib
import re
import sys
import tomllib

FOLDER_TABLE = "packaging/docs/architecture.md"  # its table says which folder may include which
FOLDER_ROW = re.compile(r"^\| `([\w/]+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
HEAVY = ("nlohmann/json.hpp", "CLI/")  # slow to compile, so json.h is the only header that may include them
# where tool tips, labels and questions become plain; the session shows nothing
PLAIN_TEXT = ("ui/text/plaintext.cpp", "ui/questions/", "ui/session/")
RICH_TEXT = {  # files that write HTML, and the words that they may use; they escape names themselves
    "ui/pages/datapage.cpp": {"RichText"},
    "ui/dialogs/guidewindow.cpp": {"QTextBrowser"},
    "ui/dialogs/guidewindow.h": {"QTextBrowser"},
    "ui/pages/richpage.cpp": {"QTextBrowser", "QTextDocument", "setHtml"},
    "ui/pages/richpage.h": {"QTextBrowser"},
    "ui/charts/lanechart.cpp": {"QWhatsThis", "setWhatsThis"},  # its keys, without names
    "ui/pages/executionpage.cpp": {"QTextBrowser", "setHtml"},
    "ui/pages/executionpage.h": {"QTextBrowser"},
    "ui/pages/summarypage.cpp": {"QTextBrowser", "setHtml"},
    "ui/pages/summarypage.h": {"QTextBrowser"},
    "ui/startpages/messagebar.cpp": {"RichText"},
    "ui/dialogs/layersdialog.cpp": {"RichText"},
    "ui/commands.cpp": {"QMessageBox"},  # shows no names
    "ui/text/linetext.cpp": {"QStaticText"},  # of plain text
}
# Qt classes and functions that interpret a text as HTML if it looks like HTML, and those that are made for HTML.
MARKUP = re.compile(r"""\b(?:(AutoText|RichText|MarkdownText|setHtml|insertHtml|appendHtml|setMarkdown|fromHtml|
    QTextBrowser|QTextEdit|QTextDocument(?!\s*\*)|QGraphicsTextItem|QStaticText|QWhatsThis|QErrorMessage|setWhatsThis|
    setInformativeText|setDetailedText|getSaveFileName)|
    (QLabel)(?!\s*(?:\*|::))|(QMessageBox)(?!::[A-Z]))\b""", re.VERBOSE)
# Functions that make a text for a widget or the clipboard without escaping it.
RAW_TEXT = re.compile(r"\b(?:fromStdString|fromUtf8|fromLocal8Bit|toTsv)\b")
# Functions that write to a terminal, and the files that may use them; they escape what they write.
TERMINAL = re.compile(r"\b(?:v?f?printf|f?puts|f?putc|putchar|fwrite|cout|cerr|clog|writeToStandardOutput|"
                      r"writeUnchanged)\b")
TERMINAL_FILES = tuple(f"app/cli/{name}" for name in (
    "context.cpp", "commandline.cpp", "standardstreams.", "outputarguments.",
    "poplinercommand.cpp"))  # PopLiner's output is the same to the byte
# What a study makes of a profile, so that the command line and the window cannot make it in two ways.
STUDY = re.compile(r"""\b(?:StageEstimator::build|IntervalCosts::make|StageTimes::make|PipelineEntries::find|findWarnings|
    EntryCycles::find|
    IntervalTable(?:\s+\w+)?\s*[({]|make_(?:shared|unique)<(?:const\s+)?(?:IntervalTable|StageEstimator)>)""", re.VERBOSE)
# Colours, except those that a table in a file of COLOR_FILES gives a meaning.
COLOR = re.compile(r"""\bQColor(?:\s+\w+)?\s*[({]\s*(?:\d|"|QStringLiteral|QLatin1String)|\bQRgb\b|\bqRgba?\b|
    \bQt::(?:dark|light)?(?:[rR]ed|[gG]reen|[bB]lue|[cC]yan|[mM]agenta|[yY]ellow|[gG]ray|black|white)\b|
    "\#(?:[0-9a-fA-F]{3,4}){1,2}\"""", re.VERBOSE)
COLOR_FILES = ("ui/look/", "core/output/")
TIPS = re.compile(r"""\b(?:set\w*ToolTip|showText|ToolTipRole)\b|"toolTip\"""")
COMMENT_OR_TEXT = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])'""", re.DOTALL)
TRANSLATED = re.compile(r'(?:\w+::)?tr\(\s*(?:"[^"]*"\s*)+\)')
WRITER_FILES = ("core/base/temporaryfile_posix.cpp",)  # only they may create and rename files
WRITERS = re.compile(r"""\b(?:QSaveFile|QTemporaryFile|std::(?:basic_)?(?:o|)fstream|fopen|freopen|mkstemps?|mkostemps?|creat|
    O_CREAT|O_TRUNC|copy_file)\b|(?<!buffer\.open\(QIODevice::)\bWriteOnly\b|\bReadWrite\b|
    (?<![\w>])::rename(?:at|at2)?\(|\b(?:fs|filesystem|QFile|QDir|std)::rename\(""", re.VERBOSE)
SKIPPED_DIRECTORIES = {".git", ".cache", "__pycache__", "LICENSES"}
DATA = ("tests/data/", "tests/fuzz/corpus/")
BINARY = {".png", ".cbor", ".tileline", ".ico", ".pdf"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
UNOWNED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b(?!\(\w+\))")
MACHINE_PATH = re.compile(r"(?<![\w.$})/~-])/(?:work|root|home/(?!somebody/|me/)\w+|Users/\w+|tmp/\w+)/")
MARKDOWN_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
IDENTIFIER = re.compile(r"SPDX-License-Identifier:\s*([\w.+-]+)")


class Lint:
    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.findings = []
        self.used_licences = set()
        self.files = sorted(self._files(self.root))
        self.covered = self._reuse_patterns()
        self.folders, self.libraries = self._folder_table()

    def _files(self, directory):
        for path in directory.iterdir():
            if path.is_dir() and not path.is_symlink():
                top_build = directory == self.root and path.name.startswith("build")
                if path.name not in SKIPPED_DIRECTORIES and not top_build:
                    yield from self._files(path)
            elif path.is_file() and path.name != ".git":  # .git is a file in a linked work tree
                yield path

    def _folder_table(self):
        """The folders with those that each may include, and the headers of libraries with the folders that may include
        them."""
        folders, libraries = {}, {}
        path = self.root / FOLDER_TABLE
        rows = FOLDER_ROW.findall(path.read_text(encoding="utf-8") if path.is_file() else "")
        tops = [row[0] for row in rows if "/" not in row[0]]
        for folder, seen, headers in rows:
            beside = folder.rpartition("/")[0] + "/"
            folders[folder] = [name if "/" in name or name in tops else beside + name
                               for name in re.findall(r"`([^`]+)`", seen)]
            for header in re.findall(r"`([^`]+)`", headers):
                libraries.setdefault(header, []).append(folder + "/")
        return folders, libraries

    def _reuse_patterns(self):
        """The files that cannot contain a comment, so that REUSE.toml names their licence."""
        path = self.root / "REUSE.toml"
        patterns = []
        if path.is_file():
            for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("annotations", []):
                self.used_licences.add(entry["SPDX-License-Identifier"])
                paths = entry["path"]
                patterns += [self._pattern(glob) for glob in ([paths] if isinstance(paths, str) else paths)]
        return patterns

    @staticmethod
    def _pattern(glob):
        """`**` matches any path and `*` any name, as in the REUSE specification."""
        parts = re.split(r"(\*\*|\*)", glob)
        return re.compile("".join({"**": ".*", "*": "[^/]*"}.get(part, re.escape(part)) for part in parts))

    def report(self, path, line, rule, message):
        self.findings.append(f"{self.name(path)}:{line}: {rule}: {message}")

    def name(self, path):
        return path.relative_to(self.root).as_posix()

    def run(self):
        for path in self.files:
            if path.suffix in BINARY or self.name(path).startswith(DATA):
                self._check_licence(path, "")
                continue
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                self.report(path, 1, "encoding", "not UTF-8")
                continue
            self._check_licence(path, text)
            self._check_text(path, text)
            if path.suffix in (".h", ".cpp"):
                self._check_code(path, text)
            if path.suffix == ".md":
                self._check_links(path, text)
        self._check_licence_texts()
        self._check_tests_registered()
        self._check_dependencies()
        return self.findings

    def _check_licence(self, path, text):
        if any(pattern.fullmatch(self.name(path)) for pattern in self.covered):
            return
        head = "\n".join(text.splitlines()[:6])
        licence = IDENTIFIER.search(head)
        if not licence or "SPDX-FileCopyrightText:" not in head:
            self.report(path, 1, "licence", "no SPDX lines at the top, and REUSE.toml does not name it")
        else:
            self.used_licences.add(licence.group(1))

    def _check_licence_texts(self):
        texts = {path.stem for path in (self.root / "LICENSES").glob("*.txt")}
        for licence in sorted(self.used_licences ^ texts):
            problem = "is used, but its text is missing" if licence in self.used_licences else "is not used"
            self.report(self.root / "LICENSES" / f"{licence}.txt", 1, "licence-text", f"{licence} {problem}")

    def _check_text(self, path, text):
        if text and not text.endswith("\n"):
            self.report(path, text.count("\n") + 1, "newline", "no newline at the end of the file")
        for number, line in enumerate(text.splitlines(), 1):
            if line.endswith((" ", "\t", "\r")) and path.suffix not in (".ts",):
                self.report(path, number, "white-space", "white space at the end of the line")
            if UNOWNED.search(line):
                self.report(path, number, "owner", "a reminder without an owner: NAME(who), or do it now")
            if MACHINE_PATH.search(line):
                self.report(path, number, "machine-path", "a path of one machine")

    def _check_code(self, path, text):
        name = self.name(path)
        if path.name != path.name.lower():
            self.report(path, 1, "file-name", "file names are lower case")
        if path.suffix == ".h" and "#pragma once" not in text and not name.startswith("packaging/cmake/"):
            self.report(path, 1, "pragma-once", "a header without #pragma once")
        for number, line in enumerate(text.splitlines(), 1):
            include = INCLUDE.match(line)
            if include:
                kind, header = include.groups()
                problem = self._include_problem(name, kind, header)
                if problem:
                    self.report(path, number, "layering", f"{header}: {problem}")

        if name.startswith(("app/", "core/", "ui/")) and not name.startswith(COLOR_FILES):
            code = COMMENT_OR_TEXT.sub(lambda found: found[0] if found[0][0] == '"' else without_content(found), text)
            for found in COLOR.finditer(code):
                self.report(path, code.count("\n", 0, found.start()) + 1, "color",
                            f"{found[0]}: use a role of ui/look/palette.h")
        if not name.startswith("tests/") and name not in WRITER_FILES:
            self._check_writers(path, text)
        if name.startswith(("ui/", "app/gui/")) and not name.startswith(PLAIN_TEXT):
            self._check_plain_text(path, text)
        if name.startswith(("app/cli/", "app/gui/", "ui/")):
            for found in STUDY.finditer(COMMENT_OR_TEXT.sub(without_content, text)):
                self.report(path, text.count("\n", 0, found.start()) + 1, "one-study",
                            f"{found[0]}: use Study (core/study/study.h)")
        if name.startswith("app/cli/") and not name.startswith(TERMINAL_FILES):
            for found in TERMINAL.finditer(COMMENT_OR_TEXT.sub(without_content, text)):
                self.report(path, text.count("\n", 0, found.start()) + 1, "terminal",
                            f"{found[0]}: use OutputArguments::write or Context::note, which escape names")

    def _check_writers(self, path, text):
        """A file that is written in any other way can be left half written."""
        code = COMMENT_OR_TEXT.sub(without_content, text)
        for found in WRITERS.finditer(code):
            self.report(path, code.count("\n", 0, found.start()) + 1, "one-writer",
                        f"{found[0]}: use writeFileAtomically or TemporaryFile")

    def _check_plain_text(self, path, text):
        """Names are read from files. Only the files in PLAIN_TEXT may use classes and functions that could show names
        as HTML."""
        code = COMMENT_OR_TEXT.sub(without_content, text)
        code = re.sub(r"#\s*include[^\n]*|\bclass QLabel;", without_content, code)

        def report(place, message):
            self.report(path, text.count("\n", 0, place) + 1, "plain-text", message)

        for found in MARKUP.finditer(code):
            word = next(filter(None, found.groups()))
            if word not in RICH_TEXT.get(self.name(path), ()):
                report(found.start(), f"{word}: use ui/text/plaintext.h, PlainMessageBox or chooseSaveFile")
        for found in RAW_TEXT.finditer(code):
            report(found.start(), f"{found[0]}: use shownText, exactText or TableFormat::Clipboard")
        for found in TIPS.finditer(code):
            if not is_plain_tip(found[0], code[found.end():]):
                report(found.start(), f'{found[0]} takes plainToolTip(...), or tr("...") with nothing put into it')

    def _include_problem(self, name, kind, header):
        if kind == '"':
            if header.endswith(".moc"):
                return None
            if not (self.root / header).is_file() and "/" not in header:
                return "include files by their path from the top of the repository"
            return self._folder_problem(name, header)
        if name.startswith(("core/", "app/cli/", "app/generate/")) and re.match(r"Q[A-Z]|Qt", header):
            return "core and the command line are free of Qt"
        if name.startswith("ui/session/") and re.match(r"Q(tWidgets|tGui|Widget|Application|Painter|Dialog)", header):
            return "the session knows QtCore only"
        return self._library_problem(name, header)

    def _library_problem(self, name, header):
        if name.startswith("tests/"):
            return None
        if name.endswith(".h") and not name.endswith("/json.h") and header.startswith(HEAVY):
            return "too heavy for a header"
        for library, folders in self.libraries.items():
            if (header == library or library.endswith("/") and header.startswith(library)) and \
                    not name.startswith(tuple(folders)):
                return f"{FOLDER_TABLE} allows it only in " + ", ".join(folders)
        return None

    def _folder_of(self, name):
        """The row of the table for a file, or None. A folder that has rows below it is not the row of other folders
        below it."""
        directory = folder = name.rpartition("/")[0]
        while folder and folder not in self.folders:
            folder = folder.rpartition("/")[0]
        has_rows_below = any(row.startswith(folder + "/") for row in self.folders)
        return None if not folder or (folder != directory and has_rows_below) else folder

    def _folder_problem(self, name, header):
        if name.startswith("tests/"):
            return None
        folder, other = self._folder_of(name), self._folder_of(header)
        if not folder or not other:
            return f"the folder of {header if folder else name} is not in the table of {FOLDER_TABLE}"
        if other in (folder, *self.folders[folder]) or "/" not in folder and other.startswith(folder + "/"):
            return None
        return f"the table of {FOLDER_TABLE} does not allow it in {folder}"

    def _check_links(self, path, text):
        for number, line in enumerate(text.splitlines(), 1):
            for target in MARKDOWN_LINK.findall(line):
                if "://" not in target and not target.startswith("mailto:") and not (path.parent / target).exists():
                    self.report(path, number, "link", f"{target} does not exist")

    def _check_tests_registered(self):
        """A test class that no program contains, or a test script that no CMakeLists.txt names, would never run."""
        for path in self.files:
            if not self.name(path).startswith("tests/") or not re.fullmatch(r"test_\w+\.(cpp|py)", path.name):
                continue
            if path.suffix == ".cpp":
                added = re.search(r"^TILELINE_TEST\(Test(\w+)\)", path.read_text(encoding="utf-8"), re.MULTILINE)
                if not added or f"test_{added[1].lower()}" != path.stem:
                    self.report(path, 1, "registered", "the file does not add a test class of its own name")
            else:
                lists = path.parent / "CMakeLists.txt"
                if not lists.is_file() or path.stem not in lists.read_text(encoding="utf-8"):
                    self.report(path, 1, "registered", "the CMakeLists.txt beside it does not name this test")

    def _check_dependencies(self):
        """The table in README.md and the list in dependencies.txt must name the same packages."""
        packages, readme = self.root / "packaging/dependencies.txt", self.root / "README.md"
        if not packages.is_file():
            return
        listed = {line.strip() for line in packages.read_text(encoding="utf-8").splitlines()
                  if line.strip() and not line.startswith("#")}
        rows = re.findall(r"^\| ((?:`[\w.+-]+`(?:, )?)+) \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
        explained = {package for row in rows for package in re.findall(r"`([^`]+)`", row)}
        for package in sorted(listed ^ explained):
            where = "dependencies.txt" if package in listed else "README.md"
            self.report(readme, 1, "dependencies", f"{package} is only in {where}")


def without_content(found):
    """A comment or a string literal with its content blanked out, with the same length and line breaks."""
    text = found[0]
    if text == '"toolTip"':
        return text
    return f'"{"_" * (len(text) - 2)}"' if text[0] == '"' else re.sub(r"[^\n]", " ", text)


def arguments_of(call):
    """The arguments of a call and the text after it. `call` begins with the opening parenthesis; otherwise there are
    no arguments."""
    arguments, begin, depth = [], 1, 0
    for place, letter in enumerate(call if call.startswith("(") else ""):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 or (depth == 1 and letter == ","):
            arguments.append(call[begin:place].strip())
            begin = place + 1
        if depth == 0:
            return arguments, call[place + 1:].strip()
    return [], call


def is_plain(expression):
    """Whether the expression is one call of plainToolTip, or one translated text without arguments."""
    if expression.startswith("plainToolTip("):
        return arguments_of(expression.removeprefix("plainToolTip"))[1] == ""
    return bool(TRANSLATED.fullmatch(expression))


def is_plain_tip(word, rest):
    """Whether code that sets or returns a tool tip sets or returns plain text."""
    if word == "setToolTipsVisible":
        return True
    if word == "ToolTipRole":  # if (role == Qt::ToolTipRole ...) { return ...; }  or  case Qt::ToolTipRole: return ...;
        returned = re.match(r"(?:\s*:(?!:)|(?:[^;?!|{:]|::)*\)\s*\{?)\s*return\b([^;]*)", rest)
        return bool(returned) and is_plain(returned[1].strip())
    arguments = arguments_of(rest)[0]
    # The text is the second argument of QToolTip::showText(place, text, ...), and the last argument of the others.
    return len(arguments) > (word == "showText") and is_plain(arguments[1 if word == "showText" else -1])


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]
    lint = Lint(root)
    findings = lint.run()
    print("\n".join(findings + [f"{len(lint.files)} files, {len(findings)} findings"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
