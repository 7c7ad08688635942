#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes shell completions of tileline-cli from its --help: completions.py PROGRAM bash|zsh|fish OUT."""
import pathlib
import re
import sys

import helptext

HEADER = "# SPDX-FileCopyrightText: 2026 The Tileline authors\n# SPDX-License-Identifier: GPL-3.0-or-later\n"


def values(entry):
    """The values of an option, if its help lists all of them: "a|b|c", "a, b or c", or "a: ...; b: ..."."""
    text = entry.text.replace(" (the default)", "")
    alternatives = re.search(r"\b[\w-]+(?:\|[\w-]+)+\b", text) or re.match(r"[\w-]+(?:, [\w-]+)* or [\w-]+\b", text)
    if alternatives:
        return re.split(r"\||, | or ", alternatives.group(0))
    described = re.search(r"(?:^|\. )([a-z]+: [^;]*; [a-z]+: .*)", text)
    return re.findall(r"(?:^|; )([a-z]+): ", described.group(1)) if described else []


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def short(text):
    """The first clause of a description."""
    return re.split(r"(?<=[a-z)])(?:[.;] |: (?=[\w-]+\|))", text)[0]


def bash(commands):
    lines = [HEADER + "# bash completion of tileline-cli", "_tileline_cli() {",
             "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= word",
             "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD - 1}\"; do",
             "        case \"$command $word\" in"]
    for command in commands[1:]:
        before = " ".join(command.path[:-1])
        lines.append(f"        {quoted(before + ' ' + command.path[-1])}) command={quoted(command.name)} ;;")
    lines += ["        esac", "    done", "    COMPREPLY=()", "    case \"$command $previous\" in"]
    for command in commands:
        for entry in command.options:
            if entry.argument:
                words = values(entry)
                generator = f"-W {quoted(' '.join(words))}" if words else "-f"
                patterns = " | ".join(quoted(f"{command.name} {flag}") for flag in entry.flags)
                lines.append(f"    {patterns}) mapfile -t COMPREPLY < <(compgen {generator} -- \"$current\"); return ;;")
    lines += ["    esac", "    case \"$command\" in"]
    for command in commands:
        words = [flag for entry in command.options for flag in entry.flags if flag.startswith("--")]
        words += [entry.name.split(" ")[0] for entry in command.subcommands]
        lines.append(f"    {quoted(command.name)}) mapfile -t COMPREPLY < <(compgen -W {quoted(' '.join(words))} -- \"$current\") ;;")
    lines += ["    esac",
              "    [ -z \"$command\" ] || [ \"${current:0:1}\" = - ] || mapfile -t COMPREPLY < <(compgen -f -- \"$current\"; printf '%s\\n' \"${COMPREPLY[@]}\")",
              "}", "complete -o filenames -F _tileline_cli tileline-cli", ""]
    return "\n".join(lines)


def zsh_option(entry):
    description = short(entry.text).replace("[", "(").replace("]", ")").replace(":", " -")
    words = values(entry)
    action = ""
    if entry.argument:
        action = f":{entry.argument}:" + (f"({' '.join(words)})" if words else "_files")
    return [quoted(f"{flag}[{description}]{action}") for flag in entry.flags]


def zsh_function(command):
    return "_tileline_cli" + "".join("_" + part for part in command.path).replace("-", "_")


def zsh(commands):
    lines = ["#compdef tileline-cli", HEADER.rstrip(), ""]
    for command in commands:
        lines.append(f"{zsh_function(command)}() {{")
        options = [option for entry in command.options for option in zsh_option(entry)]
        if command.subcommands:
            lines.append("    local -a commands=(")
            for entry in command.subcommands:
                lines.append("        " + quoted(entry.name.split(" ")[0] + ":" + short(entry.text).replace(":", " -")))
            lines += ["    )", "    local line state", "    _arguments -C \\"]
            lines += [f"        {option} \\" for option in options]
            lines += ["        '1:command:->command' '*::argument:->arguments'", "    case $state in",
                      "    command) _describe command commands ;;", "    arguments) case $line[1] in"]
            for entry in command.subcommands:
                child = entry.name.split(" ")[0]
                function = zsh_function(helptext.Command(command.path + (child,), "", "", {}, ""))
                lines.append(f"        {child}) {function} ;;")
            lines += ["        esac ;;", "    esac"]
        else:
            lines.append("    _arguments \\")
            lines += [f"        {option} \\" for option in options]
            lines.append("        '*:file:_files'")
        lines += ["}", ""]
    lines += ["_tileline_cli \"$@\"", ""]
    return "\n".join(lines)


def fish(commands):
    lines = [HEADER + "# fish completion of tileline-cli"]
    for command in commands:
        # At the top level, the condition is that no command was given. Below, it is that each word of the path was
        # seen.
        seen = "; and ".join(f"__fish_seen_subcommand_from {part}" for part in command.path)
        condition = quoted(seen or "__fish_use_subcommand")
        for entry in command.subcommands:
            lines.append(f"complete -c tileline-cli -n {condition} -f -a {quoted(entry.name.split(' ')[0])} -d {quoted(short(entry.text))}")
        for entry in command.options:
            flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in entry.flags)
            words = values(entry)
            takes = (f" -x -a {quoted(' '.join(words))}" if words else " -r") if entry.argument else ""
            lines.append(f"complete -c tileline-cli -n {condition} {flags}{takes} -d {quoted(short(entry.text))}")
    return "\n".join(lines) + "\n"


def main():
    program, shell, out = sys.argv[1:]
    path = pathlib.Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text({"bash": bash, "zsh": zsh, "fish": fish}[shell](helptext.read(program)), encoding="utf-8")


if __name__ == "__main__":
    main()
