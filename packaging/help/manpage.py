#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills the manual page of tileline-cli with the commands and options of its --help.

manpage.py PROGRAM TEMPLATE OUT: in the template, the line @COMMANDS@ is replaced by a section on each command, and the
line @COMMON_OPTIONS@ by the options that most commands have. The sections do not repeat those options.
"""
import collections
import pathlib
import sys

import helptext


def roff(text):
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped


def option(entry):
    flags = ", ".join(f"\\fB{roff(flag)}\\fR" for flag in entry.flags)
    argument = f" \\fI{roff(entry.argument)}\\fR" if entry.argument else ""
    default = f" Default: \\fB{roff(entry.default)}\\fR" if entry.default else ""
    text = roff(entry.text)
    return [".TP", flags + argument, text + ("." if text and not text.endswith(".") else "") + default]


def common_options(commands):
    """The options that have the same help in at least half of the commands without subcommands."""
    leaves = [command for command in commands if not command.subcommands]
    counts = collections.Counter((entry.name, entry.text) for command in leaves for entry in command.options)
    return [key for key, count in counts.items() if count * 2 >= len(leaves)]


def section(command, common):
    lines = [f".SS {roff(command.name)}", roff(command.summary) + ".", ".PP", f"\\fB{roff(command.usage)}\\fR"]
    for entry in command.positionals:
        lines += [".TP", f"\\fI{roff(entry.name.split(' ')[0])}\\fR", roff(entry.text) + "."]
    for entry in command.options:
        if (entry.name, entry.text) not in common:
            lines += option(entry)
    if command.footer:
        lines += [".PP", ".EX"] + [roff(line) for line in command.footer.splitlines()] + [".EE"]
    return lines


def main():
    program, template, out = sys.argv[1:]
    commands = helptext.read(program)
    common = common_options(commands)
    first = {(entry.name, entry.text): entry for command in commands for entry in command.options}
    filled = {
        "@COMMANDS@": [line for command in commands[1:] if not command.subcommands for line in section(command, common)],
        "@COMMON_OPTIONS@": [line for key in common for line in option(first[key])],
    }
    lines = []
    for line in pathlib.Path(template).read_text(encoding="utf-8").splitlines():
        lines += filled.get(line, [line])
    path = pathlib.Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
