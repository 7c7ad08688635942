# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands and options of tileline-cli, as its own --help prints them: what completions and manual are made from."""
import dataclasses
import re
import subprocess


@dataclasses.dataclass
class Entry:
    """A line of a help section: an option, an argument or a command."""
    name: str  # as printed: "-o,--output FILE"
    text: str

    @property
    def flags(self):
        return re.findall(r"(?<![^\s,])--?[A-Za-z][\w-]*", self.name.split(" ")[0])

    @property
    def argument(self):
        """What an option takes ("FILE"), or nothing for a switch."""
        words = [word for word in self.name.split(" ")[1:] if not word.endswith(":")]
        found = [word.split("=")[0] for word in words if re.match(r"[A-Z][A-Z_]*\b", word)]
        return found[0] if found and found[0] not in ("REQUIRED",) and not self._is_rule() else ""

    def _is_rule(self):
        return bool(re.match(r"\S+ (Excludes|Needs):", self.name))

    @property
    def default(self):
        found = re.search(r" [A-Z_]+=(\S+)", self.name)
        return found.group(1) if found else ""


@dataclasses.dataclass
class Command:
    path: tuple  # ("plan", "show")
    summary: str
    usage: str
    sections: dict  # title -> [Entry]
    footer: str

    @property
    def name(self):
        return " ".join(self.path)

    @property
    def options(self):
        return [entry for entries in self.sections.values() for entry in entries if entry.flags]

    @property
    def positionals(self):
        return self.sections.get("Positionals", [])

    @property
    def subcommands(self):
        return self.sections.get("Subcommands", [])


def parse(path, text):
    summary, sections, footer, title, usage = [], {}, [], None, ""
    for line in text.splitlines():
        if line.startswith("Usage:"):
            usage = line.removeprefix("Usage:").strip()
        elif re.fullmatch(r"[A-Z][\w \[\]-]*:", line) and not footer:
            title = line[:-1]
            sections[title] = []
        elif title and re.match(r"  \S", line) and not footer:
            name, _, description = line[2:].partition("  ")
            sections[title].append(Entry(name.strip(), description.strip()))
        elif title and re.match(r"   +\S", line) and not footer:
            entry = sections[title][-1]
            entry.text = (entry.text + " " + line.strip()).strip()
        elif usage and title and line.strip():
            footer.append(line)
        elif usage and footer:
            footer.append(line)
        elif not usage and line.strip():
            summary.append(line.strip())
    return Command(path, " ".join(summary), usage, sections, "\n".join(footer).strip())


def read(program, path=()):
    """The command at `path` and all below it, depth first."""
    text = subprocess.run([program, *path, "--help"], check=True, capture_output=True, encoding="utf-8").stdout
    command = parse(path, text)
    commands = [command]
    for entry in command.subcommands:
        commands += read(program, path + (entry.name.split(" ")[0],))
    return commands
