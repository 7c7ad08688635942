# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the commands and options of tileline-cli from its --help. The completions and the manual are made from them."""
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
        """The placeholder of an option's argument ("FILE"), or an empty string for a switch."""
        return self._argument_and_default()[0]

    @property
    def default(self):
        return self._argument_and_default()[1]

    def _argument_and_default(self):
        words = self.name.split(" ")[1:]
        if not words or words[0] == "REQUIRED" or words[0].endswith(":"):
            return "", ""
        kind, _, value = words[0].partition("=")
        return (words[0], "") if re.fullmatch(r"[A-Z]+", value) else (kind, value)


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


def is_section(line, following):
    """Whether the line is a heading of options or arguments, and not of the free text at the end."""
    return bool(re.fullmatch(r"[A-Z][\w' ]*:", line)) and (
        line in ("Positionals:", "Subcommands:") or following.startswith("  -"))


def parse(path, text):
    command = Command(path, "", "", {}, "")
    lines = text.splitlines() + [""]
    entries, footer = None, []
    for line, following in zip(lines, lines[1:]):
        if line.startswith("Usage: "):
            command.usage = line.removeprefix("Usage: ")
        elif not command.usage:
            command.summary = f"{command.summary} {line}".strip()
        elif is_section(line, following) and not footer:
            entries = command.sections.setdefault(line[:-1], [])
        elif not line and not footer:
            continue
        elif footer or entries is None or not line.startswith("  "):
            footer.append(line)
        elif line.startswith("   "):
            entries[-1].text = f"{entries[-1].text} {line.strip()}".strip()
        else:
            name, _, description = line.strip().partition("  ")
            entries.append(Entry(name, description.strip()))
    command.footer = "\n".join(footer).strip()
    return command


def read(program, path=()):
    """The command at `path` and all its subcommands, depth first."""
    text = subprocess.run([program, *path, "--help"], check=True, capture_output=True, encoding="utf-8").stdout
    command = parse(path, text)
    commands = [command]
    for entry in command.subcommands:
        commands += read(program, path + (entry.name.split(" ")[0],))
    return commands
