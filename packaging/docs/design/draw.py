#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pages of the window as SVG, from one table of colours and one of type and spacing, and checks the contrast.

    draw.py check                              the contrast of all roles, as a table; status 1 if one is too low
    draw.py draw DIR [PAGE ...] [--size WxH[@SCALE]] [--theme light|dark]   without a size or theme: all

The drawings are for people who build or judge the window. Peaks, layers, remedies, operations and the variables of
IPU 0 are what tileline-cli says of the bundled sample with the splits 3, 6, 9. Curves over steps, bytes by tile,
addresses, programs, what would help, kept plans, and the trace within a layer and its 16 micro-batches are made up."""
import argparse
import math
import pathlib
import random
import re
import sys
from xml.sax.saxutils import escape

# ---- Colours: role: (light, dark), from the window's own table ---------------------------------------------------
PALETTE = pathlib.Path(__file__).resolve().parents[3] / "ui" / "look" / "palette.h"
COLORS = {name: ("#" + light, "#" + dark) for name, light, dark in
          re.findall(r"\{(\w+), 0xFF([0-9A-F]{6}), 0xFF([0-9A-F]{6}), Is\w+\}", PALETTE.read_text(encoding="utf-8"))}
ROLES = {role: COLORS["".join(word.capitalize() for word in role.split("_"))] for role in (
    "window", "surface", "sunken", "line", "grid", "text", "muted", "faint", "accent", "on_accent", "accent_tint", "over",
    "ok", "warn", "waiting", "heat_low", "heat_high")}
for number in range(4):
    ROLES.update({f"ipu{number}": COLORS[f"Ipu{number}"], f"ipu{number}_mid": COLORS[f"IpuMid{number}"],
                  f"ipu{number}_tint": COLORS[f"IpuTint{number}"]})
IPU_HUES = [COLORS[f"Ipu{number}"] for number in range(4)]
CATEGORIES = {name: (COLORS[role], COLORS[role + "Edge"]) for name, role in {  # in the order in which they are stacked
    "Variables": "Variables", "Live for a time": "Temporary", "Accumulators": "Accumulators", "Stash": "Stash",
    "Vertex code": "VertexCode", "Vertex state": "VertexState", "Exchange code": "Exchange",
    "Control code": "ControlCode", "Unowned": "Unowned", "Host": "Host"}.items()}
for category, (fill, edge) in CATEGORIES.items():
    ROLES.update({category: fill, category + " edge": edge})

# ---- Type and spacing --------------------------------------------------------------------------------------------
SMALL, BODY, LARGE = 11, 13, 18
FONT = "DejaVu Sans"
M = dict(gap=4, inner=8, margin=12, section=16, row=22, control=26, toolrow=40, verdict=72, settings=26, header=40,
         rail=148, rail_folded=40, rail_row=28, inspector=264, inspector_wide=320, axis=56)
SIZES = ("1280x720", "1920x1080", "3840x2160@2")
# Advance widths of DejaVu Sans, regular and bold, from the space on, in thousandths of the size
WIDTHS = [[int(word) for word in text.split()] for text in (
    "318 401 460 838 636 950 780 275 390 390 500 838 318 361 318 337 636 636 636 636 636 636 636 636 636 636 337 337 838 "
    "838 838 531 1000 684 686 698 770 632 575 775 752 295 295 656 557 863 748 787 603 787 695 635 611 732 684 989 685 "
    "611 685 390 337 390 838 500 500 613 635 550 635 615 352 635 634 278 278 579 278 974 634 612 635 635 411 521 392 634 "
    "592 818 592 592 525 636 337 636 838",
    "348 456 521 838 696 1002 872 306 457 457 523 838 380 415 380 365 696 696 696 696 696 696 696 696 696 696 400 400 "
    "838 838 838 580 1000 774 762 734 830 683 683 821 837 372 372 775 637 995 837 850 733 850 770 720 682 812 774 1103 "
    "771 724 725 457 365 457 838 500 500 675 716 593 716 678 435 716 712 343 343 665 343 1042 712 687 716 716 493 595 "
    "478 712 652 924 645 652 582 712 365 712 838")]


def width_of(text, size=BODY, bold=False):
    table = WIDTHS[bold]
    return sum(table[ord(c) - 32] if 32 <= ord(c) < 127 else 800 if c in "→…−" else 318 if c in "·" else 600
               for c in text) * size / 1000


# ---- Contrast ----------------------------------------------------------------------------------------------------
def channels(color):
    return [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]


def linear(value):
    return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4


def luminance(color):
    return sum(weight * linear(c) for weight, c in zip((0.2126, 0.7152, 0.0722), channels(color)))


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


SIGHTS = {  # Machado, Oliveira and Fernandes (2009), severity 1
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(color, sight):
    rgb = [linear(c) for c in channels(color)]
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, rgb)))) for row in SIGHTS[sight])
    xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(a, b):
    """The least of all kinds of sight, CIE 1976."""
    return min(math.dist(lab(a, sight), lab(b, sight)) for sight in SIGHTS)


def requirements():
    """(what, role, grounds, least contrast), from the roles' names."""
    grounds = ("window", "surface", "sunken")
    for role in ("text", "muted", "accent", "over", "ok", "warn"):
        yield "text", role, grounds, 4.5
    yield "text", "accent", ("accent_tint",), 4.5
    yield "text", "text", ("accent_tint",), 4.5
    yield "text", "muted", ("accent_tint",), 4.5
    yield "text", "on_accent", ("accent",), 4.5
    yield "mark", "waiting", grounds, 3
    for number in range(4):
        yield "mark", f"ipu{number}", grounds + (f"ipu{number}_tint",), 3
        for role in ("text", "muted", "over"):
            yield "text", role, (f"ipu{number}_tint",), 4.5
        yield "text", "text", (f"ipu{number}_mid",), 4.5
        yield "text", "surface", (f"ipu{number}",), 4.5
    for name in CATEGORIES:
        yield "mark", name + " edge", grounds, 3
        if name != "Stash":
            yield "text", "text", (name,), 4.5


def check():
    rows, bad = [], 0
    for what, role, grounds, least in requirements():
        ratios = [min(contrast(ROLES[role][t], ROLES[ground][t]) for ground in grounds) for t in (0, 1)]
        low = min(ratios) < least
        bad += low
        rows.append(f"| {what} | {role} | {', '.join(grounds)} | {least:g} | {ratios[0]:.1f} | {ratios[1]:.1f} |"
                    + (" too low |" if low else ""))
    names = [name for name in CATEGORIES if name not in ("Stash", "Host")]
    for title, groups in (("neighbouring IPUs", [[f"ipu{i}", f"ipu{(i + 1) % 4}"] for i in range(4)]),
                          ("fills of categories", [[a, b] for i, a in enumerate(names) for b in names[:i]]),
                          ("kinds of Execution", [["Exchange code", "Host"]])):
        least = [min((difference(ROLES[a][t], ROLES[b][t]), a, b) for a, b in groups) for t in (0, 1)]
        bad += min(least)[0] < 10
        rows.append(f"| apart | {title} | in four kinds of sight | ΔE 10 | {least[0][0]:.1f} | {least[1][0]:.1f} |")
    print("| What | Role | On | Least | Light | Dark |\n|---|---|---|---|---|---|\n" + "\n".join(rows))
    return 1 if bad else 0


# ---- A sheet to draw on ------------------------------------------------------------------------------------------
ICONS = pathlib.Path(__file__).resolve().parents[3] / "resources/icons"


class Sheet:
    def __init__(self, width, height, scale, dark):
        self.w, self.h, self.scale, self.dark = width, height, scale, dark
        self.out = []
        self.rect(0, 0, width, height, "window")

    def color(self, role):
        return role if role.startswith("#") else ROLES[role][self.dark]

    def heat(self, share):
        low, high = (channels(self.color(role)) for role in ("heat_low", "heat_high"))
        return "#" + "".join(f"{round(255 * (a + (b - a) * min(1, share))):02X}" for a, b in zip(low, high))

    def rect(self, x, y, w, h, fill=None, edge=None, stroke=1, r=0):
        inset = stroke / 2 if edge else 0
        w, h = max(0, w - 2 * inset), max(0, h - 2 * inset)
        paint = f'fill="{self.color(fill) if fill else "none"}"' + (
            f' stroke="{self.color(edge)}" stroke-width="{stroke:g}"' if edge else "")
        self.out.append(f'<rect x="{x + inset:.1f}" y="{y + inset:.1f}" width="{w:.1f}" height="{h:.1f}"'
                        + (f' rx="{r}"' if r else "") + f" {paint}/>")

    def line(self, x1, y1, x2, y2, role="line", width=1, dash=None):
        self.out.append(f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{self.color(role)}" '
                        f'stroke-width="{width:g}" fill="none"' + (f' stroke-dasharray="{dash}"' if dash else "") + "/>")

    def path(self, d, fill=None, edge=None, width=1):
        self.out.append(f'<path d="{d}" fill="{self.color(fill) if fill else "none"}"' + (
            f' stroke="{self.color(edge)}" stroke-width="{width:g}"' if edge else "") + "/>")

    def circle(self, x, y, r, fill=None, edge=None, width=1.5):
        self.out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" fill="{self.color(fill) if fill else "none"}"' + (
            f' stroke="{self.color(edge)}" stroke-width="{width:g}"' if edge else "") + "/>")

    def text(self, x, y, text, size=BODY, role="text", bold=False, anchor="start", room=None):
        """`y` is the base line. What is longer than `room` is elided in the middle. Returns the width."""
        if room is not None and width_of(text, size, bold) > room:
            keep = len(text)
            while keep > 1 and width_of(text[:(keep + 1) // 2] + "…" + text[len(text) - keep // 2:], size, bold) > room:
                keep -= 1
            text = text[:(keep + 1) // 2] + "…" + text[len(text) - keep // 2:]
        self.out.append(f'<text x="{x:.1f}" y="{y:.1f}" font-family="{FONT}" font-size="{size}" '
                        f'fill="{self.color(role)}"' + (' font-weight="bold"' if bold else "")
                        + (f' text-anchor="{anchor}"' if anchor != "start" else "") + f">{escape(text)}</text>")
        return width_of(text, size, bold)

    def texts(self, x, y, *parts, gap=5):
        """Each part is (text, size, role[, bold]), on one base line. Returns where they end."""
        for text, size, role, *bold in parts:
            x += self.text(x, y, text, size, role, bool(bold)) + gap
        return x - gap

    def icon(self, name, x, y, role="text", size=16):
        body = (ICONS / f"{name}.svg").read_text(encoding="utf-8")
        parts = re.findall(r'<path(?: stroke-width="([\d.]+)")? d="([^"]+)"', body)
        common = re.search(r'stroke-width="([\d.]+)"', body)[1]
        for width, d in parts:
            self.out.append(f'<path transform="translate({x:.1f} {y:.1f}) scale({size / 16:g})" d="{d}" fill="none" '
                            f'stroke="{self.color(role)}" stroke-width="{width or common}" stroke-linecap="round" '
                            'stroke-linejoin="round"/>')

    def hatch(self, x, y, w, h, role, gap=5):
        """Lines of 45°, cut at the edges."""
        d = ""
        start = gap * math.ceil((x + y) / gap)
        for s in range(int(start), int(x + w + y + h), gap):  # x + y = s along each line
            x1, x2 = max(x, s - y - h), min(x + w, s - y)
            if x2 > x1:
                d += f"M{x1:.1f} {s - x1:.1f}L{x2:.1f} {s - x2:.1f}"
        if d:
            self.path(d, edge=role)

    def hatch_under(self, points, floor, role, gap=5):
        """Hatches the area between a curve and a level above the bottom of the chart."""
        d, (first, last) = "", (points[0][0], points[-1][0])
        top = min(y for _, y in points)

        def curve(x):
            for (x1, y1), (x2, y2) in zip(points, points[1:]):
                if x1 <= x <= x2:
                    return y1 + (y2 - y1) * (x - x1) / max(0.01, x2 - x1)
            return floor
        for s in range(int((first + top) // gap * gap), int(last + floor), gap):
            begin, x = None, max(first, s - floor)
            while x <= min(last, s - top):
                inside = curve(x) <= s - x <= floor
                if inside and begin is None:
                    begin = x
                if begin is not None and not inside:
                    d += f"M{begin:.1f} {s - begin:.1f}L{x:.1f} {s - x:.1f}"
                    begin = None
                x += 1
            if begin is not None:
                d += f"M{begin:.1f} {s - begin:.1f}L{x:.1f} {s - x:.1f}"
        if d:
            self.path(d, edge=role)

    def mark(self, x, y, name, size=10):
        self.rect(x, y, size, size, name, name + " edge" if name in CATEGORIES else None, r=0)

    def stack(self, x, y, w, h, parts, total, upright=True):
        """Parts (category, amount) from the bottom, or from the left; below 4 px a part is all edge."""
        at = 0
        for name, amount in parts:
            size = (h if upright else w) * amount / total
            if size < 0.4:
                continue
            fill = name + " edge" if size < 4 else name
            edge = name + " edge" if size >= 4 else None
            if upright:
                self.rect(x, y + h - at - size, w, size, fill, edge)
            else:
                self.rect(x + at, y, size, h, fill, edge)
            at += size
        return at

    def button(self, x, y, text, main=False, icon=None, on=False, h=26):
        w = width_of(text) + (24 if text else 10) + (22 if icon and text else 16 if icon else 0)
        self.rect(x, y, w, h, "accent" if main else "accent_tint" if on else "surface", None if main else "line", r=4)
        role = "on_accent" if main else "accent" if on else "text"
        at = x + (10 if text else 5)
        if icon:
            self.icon(icon, at, y + (h - 16) / 2, role)
            at += 22
        if text:
            self.text(at + (2 if not icon else 0), y + h / 2 + 5, text, role=role)
        return w

    def combo(self, x, y, text):
        w = width_of(text) + 40
        self.rect(x, y, w, 26, "surface", "line", r=4)
        self.text(x + 10, y + 18, text)
        self.icon("down", x + w - 24, y + 5, "muted")
        return w

    def switch(self, x, y, names, chosen):
        total = sum(width_of(name) + 20 for name in names)
        self.rect(x, y, total, 26, "surface", "line", r=4)
        for index, name in enumerate(names):
            w = width_of(name) + 20
            if index == chosen:
                self.rect(x + 1, y + 1, w - 2, 24, "accent_tint", r=3)
            self.text(x + 10, y + 18, name, role="accent" if index == chosen else "text")
            x += w
        return total

    def legend(self, right, y, names, left=0):
        """Entries that end at `right`; those that would begin before `left` are left out."""
        names = [name if isinstance(name, tuple) else (name, name) for name in names]
        widths = [width_of(label, SMALL) + 26 for _, label in names]
        x = right - sum(widths) + 10
        for (name, label), w in zip(names, widths):
            if x >= left:
                self.mark(x, y - 9, name)
                self.text(x + 15, y, label, SMALL, "muted")
            x += w

    def document(self):
        return ('<!-- SPDX-FileCopyrightText: 2026 The Tileline authors -->\n'
                '<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n'
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.w * self.scale:g}" height="{self.h * self.scale:g}" '
                f'viewBox="0 0 {self.w} {self.h}">\n' + "\n".join(self.out) + "\n</svg>\n")


# ---- Figures of the bundled sample, splits 3, 6, 9 -----------------------------------------------------------------
KIB, LIMIT = 1024, 638976
STACK = ("Variables", "Accumulators", "Stash", "Vertex code", "Vertex state", "Exchange code", "Control code", "Unowned")
# entries, first and last; peak, tile, step; bytes on the tile as in STACK; forward, recomputed, backward in k cycles
STAGES = [
    dict(what="Input, layers 0 to 2", first=0, last=3, peak=804543, tile=44, step=1690, k=(194.9, 194.9, 273.2),
         parts=(625616, 128632, 0, 7860, 7480, 4568, 7404, 22983)),
    dict(what="layers 3 to 5", first=4, last=6, peak=463537, tile=56, step=1405, k=(173.2, 173.2, 251.0),
         parts=(390072, 36848, 0, 6212, 6536, 3580, 6648, 13641)),
    dict(what="layers 6 to 8", first=7, last=9, peak=478955, tile=12, step=1120, k=(172.2, 172.2, 252.2),
         parts=(384880, 45616, 9072, 5588, 7596, 3748, 8044, 14411)),
    dict(what="layers 9 to 11, Output", first=10, last=13, peak=464881, tile=41, step=835, k=(183.9, 0, 263.0),
         parts=(384448, 45496, 0, 6840, 5536, 3676, 5812, 13073)),
]
PERIOD = 672.6
ENTRIES = ["Input"] + [str(i) for i in range(12)] + ["Output"]
ENTRY_BYTES = [  # over all tiles: variables, accumulators, vertex code, vertex state, exchange code, control code, unowned
    (25084704, 3990720, 440508, 44128, 57368, 63436, 1184931), (12120536, 1388640, 603792, 200796, 124748, 215900, 592864),
    (12093024, 1388640, 605988, 200724, 123912, 214500, 592860), (12170896, 1388640, 611396, 201364, 122412, 213520, 593025),
    (12151544, 1388640, 594464, 196700, 123896, 214508, 592115), (12105000, 1388640, 593924, 199408, 123636, 213632, 592166),
    (12305976, 1388640, 596504, 199740, 122096, 214124, 592253), (12117352, 1388640, 598404, 200620, 123684, 214512, 592482),
    (11938656, 1388640, 602132, 196640, 123796, 214768, 592486), (12510496, 1388640, 595332, 200008, 122140, 213104, 592166),
    (11939152, 1388640, 597772, 197868, 122884, 212420, 592188), (12295984, 1388640, 598912, 202712, 122260, 213164, 592478),
    (12220264, 1388640, 603588, 201920, 121520, 210976, 592514), (490600, 3856, 250684, 17540, 9352, 21276, 223952)]
ENTRY_STACK = tuple(name for name in STACK if name != "Stash")
ITEMS = [  # on tile 44 at step 1,690: name, category, bytes, layer, lives from, to, role, source
    ("Accl2___bert.embeddings.word_embeddings.weight", "Variables", 81360, "Input", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("bert.embeddings.word_embeddings.weight", "Variables", 77832, "Input", 0, 2002, "weights", "modeling_bert.py:214"),
    ("bert.embeddings.word_embeddings.weight", "Accumulators", 77832, "Input", 0, 2002, "accumulators", "modeling_bert.py:214"),
    ("Accl1___bert.embeddings.word_embeddings.weight", "Variables", 71336, "Input", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("owned by no operation", "Unowned", 20807, "", 0, 2002, "unowned", ""),
    ("bert/encoder/layer.1/intermediate/Gelu:0", "Live for a time", 14952, "1", 155, 1785, "activations", "popart/Gelu.cpp:506"),
    ("bert/encoder/layer.0/intermediate/Gelu:0", "Live for a time", 14256, "0", 94, 1880, "activations", "popart/Gelu.cpp:506"),
    ("bert/encoder/layer.2/intermediate/Gelu:0", "Live for a time", 13944, "2", 216, 1690, "activations", "popart/Gelu.cpp:506"),
    ("bert/encoder/layer.0/intermediate/dense/MatMul:0", "Live for a time", 13464, "0", 89, 1886, "activations", "modeling_bert.py:532"),
    ("bert/encoder/layer.2/intermediate/dense/MatMul:0", "Live for a time", 13288, "2", 211, 1696, "activations", "modeling_bert.py:532"),
    ("Gradient___bert/encoder/layer.2/intermediate/Gelu:0", "Live for a time", 13224, "2", 1690, 1696, "gradients", "modeling_bert.py:535"),
    ("Accl2___bert.encoder.layer.1.intermediate.dense.weight", "Variables", 11544, "1", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("Accl2___bert.encoder.layer.0.intermediate.dense.weight", "Variables", 11488, "0", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("bert/encoder/layer.2/attention/self/qkv/MatMul:0", "Live for a time", 10896, "2", 172, 1746, "activations", "modeling_bert.py:278"),
    ("Accl1___bert.encoder.layer.2.output.dense.weight", "Variables", 10808, "2", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("Accl2___bert.encoder.layer.2.output.dense.weight", "Variables", 10224, "2", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("Accl1___bert.encoder.layer.1.intermediate.dense.weight", "Variables", 10008, "1", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("Accl1___bert.encoder.layer.1.output.dense.weight", "Variables", 9808, "1", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("Accl2___bert.encoder.layer.0.output.dense.weight", "Variables", 9680, "0", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
    ("Accl1___bert.encoder.layer.0.intermediate.dense.weight", "Variables", 9464, "0", 0, 2002, "optimizer state", "popart/AdamVarUpdate.cpp:254"),
]
CUTS = {0: "over", 1: "over", 2: "638.5", 4: "over"}  # boundary after entry: what the plan would be; others change < 1 %
MARKERS = (3, 6, 9)  # the last entry before each
FRONT = (1.65, 1.02, 0.72, 0.598, 0.482, 0.457, 0.413) + (0.413,) * 7  # lowest peak in MiB on 1 to 14 IPUs
PAGES = [("plan", "Plan"), None, ("peak", "Why this peak"), ("liveness", "Liveness"), ("tilememory", "Tile memory"),
         ("memorymap", "Memory map"), None, ("execution", "Execution"), ("operations", "Operations"),
         ("programtree", "Program tree"), ("communication", "Communication"), None, ("plans", "Plans"),
         ("summary", "Summary")]


def kib(count, digits=1):
    return f"{count / KIB:,.{digits}f}"


def percent(share):
    return f"{100 * share:.1f} %"


# ---- The frame -----------------------------------------------------------------------------------------------------
def layout(w, h, page, plan):
    """Where the parts are. `plan` is whole, line, hidden or, by the room that is left, automatic."""
    folded = w < 1100
    rail = M["rail_folded"] if folded else M["rail"]
    inspector = 0 if folded else M["inspector_wide"] if w >= 1600 else M["inspector"]
    if plan == "automatic":
        wanted = 0 if page == "plan" else 700 if page in ("execution", "memorymap") else 350
        plan = "whole" if h - 442 >= wanted else "line"
    return dict(rail=rail, x=rail, w=w - rail - inspector, inspector=inspector, plan=plan)


def tool_row(c, plan, state="plan"):
    h = M["toolrow"]
    x = 14
    for name in ("File", "Edit", "Plan", "View", "Help"):
        w = c.text(x, 25, name)
        c.line(x, 28, x + width_of(name[0]), 28, "text")
        x += w + 14
    x += 2
    c.line(x, 10, x, h - 10)
    x += 16
    c.icon("open", x, 12)
    x += 22 + c.text(x + 22, 25, "Open") + 18
    c.icon("undo", x, 12, "text" if state == "plan" else "faint")
    c.icon("redo", x + 30, 12, "faint")
    x += 62
    if state == "plan":
        c.line(x, 10, x, h - 10)
        x += 14
        x += c.text(x, 25, "IPUs") + 8
        c.rect(x, 7, 66, 26, "surface", "line", r=4)
        c.text(x + 10, 25, "4")
        c.line(x + 29, 8, x + 29, 32)
        c.text(x + 34, 24, "−", role="muted")
        c.text(x + 48, 24, "+", role="muted")
        x += 76
        w = c.button(x, 7, "Auto-split")
        c.rect(x + w - 2, 7, 26, 26, "surface", "line", r=4)
        c.icon("down", x + w + 3, 12, "muted")
        x += w + 40
    right = c.w - 14
    main = width_of("Export") + 46
    if state == "plan":
        c.button(right - main, 7, "Export", main=True, icon="export")
        right -= main + 14
    if state != "empty":
        c.icon("inspector", right - 22, 12, "accent")
        right -= 44
    if state == "plan":
        c.rect(right - 96, 7, 96, 26, "surface", "line", r=4)
        for i, name in enumerate(("plan-whole", "plan-line", "plan-hidden")):
            on = name == "plan-" + plan
            if on:
                c.rect(right - 95 + 32 * i, 8, 31, 24, "accent_tint", r=3)
            c.icon(name, right - 88 + 32 * i, 12, "accent" if on else "muted")
        right -= 110
    if state != "empty":
        room = max(110, min(300, right - x - 10))
        at = right - room if c.w < 1500 else (c.w - room) / 2
        c.rect(at, 7, room, 26, "surface", "line", r=4)
        c.icon("search", at + 8, 12, "muted")
        c.text(at + 30, 25, "Search", role="muted")
        if room > 180:
            c.text(at + room - 10, 24, "Ctrl+K", SMALL, "muted", anchor="end")
    c.line(0, h - 0.5, c.w, h - 0.5)


def rail(c, width, page, plan=True, top=40):
    c.line(width - 0.5, top, width - 0.5, c.h)
    y = top + 8
    for entry in PAGES if plan else PAGES[2:]:
        if entry is None:
            c.line(12, y + 5.5, width - 12, y + 5.5)
            y += 11
            continue
        name, title = entry
        if name == "peak" and not plan:
            title = "Insights"
        if name in ("plan", "plans") and not plan:
            continue
        on = name == page
        if on:
            c.rect(0, y, width, 28, "accent_tint")
            c.rect(0, y, 3, 28, "accent")
        elif name == "plan":
            c.rect(0, y, 3, 28, "faint")
        c.icon(name, 14, y + 6, "accent" if on else "muted")
        if width > 60:
            c.text(37, y + 19, title, role="accent" if on else "text")
        y += M["rail_row"]
    c.icon("fold", 14, c.h - 28, "muted")
    if width > 60:
        c.text(37, c.h - 15, "Fold", SMALL, "muted")


def verdict(c, x):
    """Statement and reason; remedies with what they do; three figures at the right."""
    top, right = M["toolrow"], c.w - 12
    c.icon("over", x + 14, top + 10, "over", 20)
    figures = (("Peak", "785.7", "KiB", "optimum 612.2 KiB"), ("Period", "672.6", "k cycles", "1,808 samples/s"),
               ("Utilisation", "91.4", "%", "measured"))
    at = right - (3 if c.w >= 1200 else 2) * 148
    figures = figures if c.w >= 1200 else figures[:2]
    end = c.texts(x + 44, top + 27, ("1 of 4 IPUs overflows: IPU 0 by 161.7 KiB", LARGE, "over", True),
                  ("(25.9 %)", BODY, "over"), gap=8)
    if end + 200 < at:
        c.text(end + 12, top + 27, "tile 44 at step 1,690", BODY, "muted")
    bx, y = x + 14, top + 38
    for index, (what, effect, role, more) in enumerate((
            ("Best plan", "612.2 KiB", "ok", "fits, period +19.7 %"), ("Move layer 2 to IPU 1", "638.5 KiB", "over", "14.5 over"))):
        w = width_of(what + " → " + effect) + width_of(more, SMALL) + 40
        if bx + w > at - 10:
            break
        c.rect(bx, y, w, 26, "surface", "accent" if index == 0 else "line", r=4)
        end = c.texts(bx + 10, y + 18, (what, BODY, "accent" if index == 0 else "text"), ("→", BODY, "muted"),
                      (effect, BODY, "text"), (more, SMALL, role), gap=6)
        bx += w + 8
    for title, number, unit, note in figures:
        c.line(at - 14, top + 8, at - 14, top + 64)
        c.text(at, top + 19, title, SMALL, "muted")
        c.texts(at, top + 41, (number, LARGE, "over" if title == "Peak" else "text"), (unit, SMALL, "muted"))
        c.text(at, top + 59, note, SMALL, "muted", room=130)
        at += 148
    c.line(x, top + 71.5, c.w, top + 71.5)


def settings_line(c, x, what, target="ipu2 · 96 tiles per IPU · 1.33 GHz"):
    y = M["toolrow"] + M["verdict"]
    c.icon("right", x + 12, y + 5, "muted")
    room = c.w - x - 60 - width_of(target, SMALL)
    c.text(x + 34, y + 17, what, SMALL, "muted", room=room)
    c.text(c.w - 14, y + 17, target, SMALL, "muted", anchor="end")
    c.line(x, y + 25.5, c.w, y + 25.5)


def axis(c, x, y, w, h, most, ticks, unit="KiB", limit=None, left=None):
    """The ground of a chart, its grid and numbers; the limit is a line through both."""
    c.rect(x, y, w, h, "surface")
    for tick in ticks:
        at = y + h - h * tick / most
        c.line(x, round(at) + 0.5, x + w, round(at) + 0.5, "grid")
        c.text(x - 8, at + 4, f"{tick:,g} {unit}" if tick else "0", SMALL, "muted", anchor="end")
    if limit:
        at = y + h - h * limit / most
        c.line(x - 4, at, x + w, at, "text", 1.5)
        c.rect(x - 62, at - 8, 56, 16, "window")
        c.text(x - 8, at + 4, f"{limit:,g} {unit}", SMALL, "text", anchor="end")


def marker(c, x, top, bottom, focus=False):
    c.line(x, top, x, bottom, "text", 1.5)
    if focus:
        c.rect(x - 9, top - 3, 18, 30, "window", "accent", 2, r=7)
    c.rect(x - 6, top, 12, 24, "surface", "text", 1.5, r=5)
    for dx in (-2, 2):
        c.line(x + dx, top + 8, x + dx, top + 16, "text", 1)


def plan_whole(c, x, w, top):
    """Headers 24, layers 26, cut strip 16, layer bars, legend, IPU bars. Returns where it ends."""
    x0, cw = x + 68, w - 68 - 14
    each = cw / len(ENTRIES)
    y = top + 8
    for i, stage in enumerate(STAGES):
        left, size = x0 + stage["first"] * each, (stage["last"] - stage["first"] + 1) * each
        c.rect(left, y, size - 1, 24, f"ipu{i}_tint")
        c.rect(left, y, size - 1, 3, f"ipu{i}")
        if i == 0:
            c.rect(left, y, size - 1, 24, None, "accent", 2)
        name = c.text(left + 9, y + 17, f"IPU {i}", bold=True)
        c.text(left + 17 + name, y + 17, stage["what"], SMALL, "muted", room=size - name - 26)
        for e in range(stage["first"], stage["last"] + 1):
            c.rect(x0 + e * each, y + 26, each - 1, 26, f"ipu{i}_tint")
            c.text(x0 + (e + 0.5) * each, y + 44, ENTRIES[e], anchor="middle")
    c.text(x0 - 8, y + 67, "Cut here", SMALL, "muted", anchor="end")
    for b in range(len(ENTRIES) - 1):
        left, size = x0 + (b + 0.5) * each + 3, each - 6
        kind = CUTS.get(b, "")
        if kind == "over":
            c.rect(left, y + 57, size, 13, "surface", "over", r=2)
            c.hatch(left + 2, y + 58, size - 4, 11, "over")
        elif kind:
            c.rect(left, y + 56, size, 15, "surface", "over", 1.5, r=2)
            c.text(left + size / 2, y + 67, kind, SMALL, anchor="middle")
        elif b not in MARKERS:
            c.line(left, y + 63.5, left + size, y + 63.5, "line")
    cy, ch = y + 76, 92
    axis(c, x0, cy, cw, ch, 31, (0, 8, 16, 24), "MiB")
    for e, parts in enumerate(ENTRY_BYTES):
        bar = min(each * 0.72, 72)
        c.stack(x0 + (e + 0.5) * each - bar / 2, cy, bar, ch, list(zip(ENTRY_STACK, parts)), 31 * KIB * KIB)
    for i, b in enumerate(MARKERS):
        at = x0 + (b + 1) * each
        marker(c, at, y + 25, cy + ch, focus=i == 0)
        label = width_of("180.8 KiB", SMALL) + 8
        c.rect(at - label / 2, y + 55, label, 16, "window")
        c.text(at, y + 67, "180.8 KiB", SMALL, anchor="middle")
    c.legend(x0 + cw, cy + ch + 16, STACK, left=x0 - 4)
    by, bh = cy + ch + 27, 86
    most = LIMIT * 4 / 3
    c.rect(x0, by, cw, bh, "surface")
    line = by + bh / 4
    c.line(x0 - 4, line, x0 + cw, line, "text", 1.5)
    c.text(x0 - 8, line + 4, "624 KiB", SMALL, anchor="end")
    c.text(x0 - 8, by + bh + 4, "0", SMALL, "muted", anchor="end")
    for i, stage in enumerate(STAGES):
        left = x0 + stage["first"] * each
        if i:
            c.line(left, by, left, by + bh)
        bar = 42
        c.stack(left + 8, by, bar, bh, list(zip(STACK, stage["parts"])), most)
        over = stage["peak"] - LIMIT
        c.line(left + 2, line, left + bar + 14, line, "text", 1.5)
        if over > 0:
            size = bh * over / most
            c.rect(left + 8 + bar - 12, line - size, 12, size, "surface", "over")
            c.hatch(left + 8 + bar - 11, line - size + 1, 10, size - 1, "over")
        at = left + bar + 20
        size = (stage["last"] - stage["first"] + 1) * each - bar - 21
        share = f", {percent(abs(over) / LIMIT)}" if size > 112 else ""
        c.texts(at, by + 18, (kib(stage["peak"]), BODY, "over" if over > 0 else "text", True), ("KiB", SMALL, "muted"))
        c.text(at, by + 35, (f"{kib(over)} over{share}" if over > 0 else f"{kib(-over)} free{share}"), SMALL, "over" if over > 0 else "muted", room=size)
        c.text(at, by + 50, f"tile {stage['tile']}, step {stage['step']:,}", SMALL, "muted", room=size)
        busy(c, at, by + 58, min(56, size - 40), stage)
    return by + bh + 9


def busy(c, x, y, w, stage, h=9):
    """Forward, recomputed, backward as shares of the period."""
    c.rect(x, y, w, h, "sunken")
    at = x
    for k, role in zip(stage["k"], ("faint", "line", "muted")):
        c.rect(at, y, w * k / PERIOD, h, role)
        at += w * k / PERIOD
    c.text(x + w + 7, y + h, f"{100 * sum(stage['k']) / PERIOD:.0f} %", SMALL, "muted")


def plan_line(c, x, w, top):
    """54 high: a gauge in each stage; the markers are live."""
    x0, cw = x + 16, w - 30
    each = cw / len(ENTRIES)
    for i, stage in enumerate(STAGES):
        left, size = x0 + stage["first"] * each, (stage["last"] - stage["first"] + 1) * each
        y = top + 7
        c.rect(left, y, size - 1, 40, f"ipu{i}_tint")
        c.rect(left, y, size - 1, 3, f"ipu{i}")
        inner, g = left + 12, size - 26
        over = stage["peak"] - LIMIT
        value, rest = kib(stage["peak"]), f"{kib(abs(over))} {'over' if over > 0 else 'free'}"
        name = c.text(inner, y + 19, f"IPU {i}", bold=True)
        tail = width_of(rest, SMALL)
        c.text(left + size - 13, y + 19, rest, SMALL, "over" if over > 0 else "muted", anchor="end")
        c.text(left + size - 13 - tail - 8, y + 19, value, BODY, "over" if over > 0 else "text", True, "end")
        room = g - name - tail - width_of(value, BODY, True) - 26
        if room > 60:
            c.text(inner + name + 8, y + 19, stage["what"], SMALL, "muted", room=room)
        limit = inner + g * 3 / 4
        c.rect(inner, y + 27, g, 6, "surface")
        c.rect(inner, y + 27, min(1, stage["peak"] / LIMIT * 3 / 4) * g, 6, f"ipu{i}")
        if over > 0:
            size = g * over / LIMIT * 3 / 4
            c.rect(limit, y + 27, size, 6, "surface", "over")
            c.hatch(limit + 1, y + 28, size - 2, 4, "over", 4)
        c.line(limit, y + 24, limit, y + 36, "text", 1.5)
    for i, b in enumerate(MARKERS):
        marker(c, x0 + (b + 1) * each, top + 15, top + 47, focus=False)
    c.line(x, top + 53.5, x + w, top + 53.5)
    return top + 54


# ---- Tables and the inspector ---------------------------------------------------------------------------------------
def table(c, x, y, w, h, columns, rows, chosen=None, head=True):
    """Columns: (title, width or 0 for what is left, kind). A cell of kind bar is (share, text, role), of life
    (from, to, text) as shares, of ipu a number; all others are text."""
    fixed = sum(column[1] for column in columns)
    left = max(80, w - fixed - 12)
    surplus = max(0, left - 560) if any(column[2] == "bar" for column in columns) else 0  # goes to the first bars
    left -= surplus
    xs, at = [], x + 10
    for title, size, kind in columns:
        size = size or left
        if kind == "bar":
            size, surplus = size + surplus, 0
        xs.append((at, size, kind))
        if head:
            right = kind in ("num", "bar")
            c.text(at + size - 10 if right else at, y + 17, title, SMALL, "muted", anchor="end" if right else "start",
                   room=size - 10)
        at += size
    if head:
        c.line(x, y + 24.5, x + w, y + 24.5)
        y, h = y + 25, h - 25
    c.rect(x, y, w, h, "surface")
    for index, row in enumerate(rows[:int(h / M["row"])]):
        top = y + index * M["row"]
        if index == chosen:
            c.rect(x, top, w, M["row"], "accent_tint")
        for (at, size, kind), cell in zip(xs, row):
            base = top + 16
            if cell is None or cell == "":
                continue
            if kind == "bar":
                share, text, role = cell
                apart = 58 if size >= 104 else 0  # beside the number if there is room, otherwise behind it
                length = max(1, (size - 10 - apart) * share)
                c.rect(at, top + 4, length, 14, role)
                if apart:
                    cap = role + " edge" if role in CATEGORIES else role[:4] if role.endswith("_mid") else "muted"
                    c.rect(at + length - 1.5, top + 4, 1.5, 14, cap)
                c.text(at + size - 12, base, text, anchor="end")
            elif kind == "life":
                first, last, text = cell
                if text != "always":
                    c.rect(at, top + 7, 48, 8, "sunken")
                    c.rect(at + 48 * first, top + 7, max(1.5, 48 * (last - first)), 8, "Live for a time")
                    at += 55
                c.text(at, base, text, SMALL, "muted", room=size - 58)
            elif kind == "ipu":
                c.rect(at, top + 6, 10, 10, f"ipu{cell % 4}")
                c.text(at + 16, base, str(cell))
            elif kind == "mark":
                name, text = cell
                c.mark(at, top + 6, name)
                c.text(at + 16, base, text, room=size - 26)
            elif kind == "num":
                c.text(at + size - 10, base, str(cell), anchor="end")
            else:
                text, role = cell if isinstance(cell, tuple) else (cell, {"muted": "muted", "link": "accent"}.get(kind, "text"))
                c.text(at, base, text, SMALL if kind == "muted" else BODY, role, room=size - 10)


def page_header(c, x, y, w, title, controls=(), note="", legend=()):
    """Controls: ("combo", text), ("switch", names, chosen), ("filter", text). Returns the width that is used."""
    at = x + 12
    at += c.text(at, y + 25, title, bold=True) + 14
    for kind, what, *more in controls:
        if kind == "combo":
            at += c.combo(at, y + 7, what) + 10
        elif kind == "switch":
            at += c.switch(at, y + 7, what, *more) + 10
        elif kind == "filter":
            c.rect(at, y + 7, 150, 26, "surface", "line", r=4)
            c.icon("search", at + 7, y + 12, "muted")
            c.text(at + 28, y + 25, what, role="muted")
            at += 160
    right = x + w - 14
    for name in ("more", "window", "split"):
        c.icon(name, right - 16, y + 12, "muted")
        right -= 26
    room = right - at - 20
    need = sum(width_of(name if isinstance(name, str) else name[1], SMALL) + 26 for name in legend)
    if legend and need < room:
        c.legend(right - 8, y + 24, legend)
        room -= need + 10
    if note and room > 80:
        c.text(at + 6, y + 25, note, BODY, "muted", room=room)


def sub_header(c, x, y, w, title, note="", controls=()):
    c.line(x, y + 0.5, x + w, y + 0.5)
    page_header_line(c, x, y, w, title, note, controls)


def page_header_line(c, x, y, w, title, note, controls):
    at = x + 12 + c.text(x + 12, y + 23, title, bold=True) + 14
    for kind, what, *more in controls:
        if kind == "switch":
            at += c.switch(at, y + 5, what, *more) + 10
        else:
            c.rect(at, y + 5, 150, 26, "surface", "line", r=4)
            c.icon("search", at + 7, y + 10, "muted")
            c.text(at + 28, y + 23, what, role="muted")
            at += 160
    icons = 30
    c.icon("copy", x + w - 30, y + 10, "muted")
    if note:
        c.text(at + 4, y + 23, note, BODY, "muted", room=x + w - icons - at - 14)


def inspector(c, x, w, top, title, kind, figure, sections, mark=None, links=()):
    """Sections: (title, unit, rows); a row is (name, value), (name, value, share, role) or ("life", ...)."""
    c.line(x + 0.5, top, x + 0.5, c.h)
    c.text(x + 12, top + 22, "Inspector", SMALL, "muted")
    c.icon("back", x + w - 54, top + 10)
    c.icon("forward", x + w - 28, top + 10, "faint")
    y = top + 36
    c.line(x, y - 0.5, x + w, y - 0.5)
    at = x + 12
    if mark:
        c.rect(at, y + 11, 12, 12, mark)
        at += 20
    c.text(at, y + 22, title, bold=True, room=x + w - 12 - at)
    c.text(x + 12, y + 40, kind, SMALL, "muted", room=w - 24)
    number, unit, role = figure
    c.texts(x + 12, y + 66, (number, LARGE, role), (unit, SMALL, "muted"))
    y += 80
    for title, unit, rows in sections:
        c.line(x, y + 0.5, x + w, y + 0.5)
        c.text(x + 12, y + 19, title, SMALL, "muted")
        c.text(x + w - 12, y + 19, unit, SMALL, "muted", anchor="end")
        y += 25
        for row in rows:
            if y + 20 > c.h:
                return
            if row[0] == "life":
                _, first, last, step, begin, end = row
                c.rect(x + 12, y + 4, w - 24, 9, "sunken")
                c.rect(x + 12 + (w - 24) * first, y + 4, max(2, (w - 24) * (last - first)), 9, "Live for a time",
                       "Live for a time edge")
                at = x + 12 + (w - 24) * step
                c.line(at, y + 1, at, y + 16, "accent", 2)
                c.text(x + 12, y + 29, begin, SMALL, "muted")
                c.text(x + w - 12, y + 29, end, SMALL, "muted", anchor="end")
                y += 36
                continue
            name, value, *bar = row
            at, room = x + 12, w - 34 - width_of(value) if not bar else w * 0.46
            if bar and bar[1] in CATEGORIES:
                c.mark(at, y + 4, bar[1])
                at, room = at + 18, room - 18
            link = name.startswith("@")
            c.text(at, y + 14, name[1:] if link else name, role="accent" if link else "text" if bar else "muted", room=room)
            c.text(x + w - 12, y + 14, value, anchor="end", role="muted" if link else "text")
            if bar:
                left, size = x + w * 0.54, w * 0.46 - 12 - 52
                c.rect(left, y + 7, size, 6, "sunken")
                c.rect(left, y + 7, max(1, size * bar[0]), 6, bar[1] + " edge" if bar[1] in CATEGORIES else bar[1])
            y += 20
        y += 7
    if links and y + 60 < c.h:
        c.line(x, y + 0.5, x + w, y + 0.5)
        c.text(x + 12, y + 19, "Show in", SMALL, "muted")
        at, y = x + 12, y + 40
        for index, link in enumerate(links):
            size = width_of(link)
            if at + size > x + w - 12:
                at, y = x + 12, y + 20
            at += c.text(at, y, link, role="accent")
            if index + 1 < len(links):
                c.text(at + 5, y, "·", role="muted")
                at += 15


def inspect_stage(c, x, w, top):
    stage = STAGES[0]
    most = max(stage["parts"])
    inspector(c, x, w, top, "IPU 0", "Input, layers 0 to 2 · tile 44, step 1,690", ("785.7", "KiB of 624", "over"), [
        ("Held on the tile", "KiB", [(name, kib(part), part / most, name) for part, name in
                                     sorted(zip(stage["parts"], STACK), reverse=True) if part]),
        ("By layer", "KiB", [("Input", "333.3", 1, "muted"), ("2", "168.1", 0.504, "muted"), ("0", "138.6", 0.416, "muted"),
                             ("1", "123.3", 0.37, "muted")]),
        ("One layer less", "", [("Without layer 2", "638.5 KiB"), ("IPU 1 then", "606.3 KiB")]),
        ("Time", "k cycles", [("Forward", "194.9"), ("Recomputed", "194.9"), ("Backward", "273.2"),
                              ("Busy", "98.6 %")]),
    ], "ipu0", ("Why this peak", "Tile memory", "Memory map", "Execution"))


def inspect_variable(c, x, w, top):
    inspector(c, x, w, top, "layer.1/intermediate/Gelu:0", "Variable · activations · half", ("14.6", "KiB on tile 44, 1.9 % of it", "text"), [
        ("Lives", "steps", [("life", 155 / 2002, 1785 / 2002, 1690 / 2002, "155, Gelu", "1,785, GeluGrad")]),
        ("Memory", "", [("All tiles", "1.31 MiB"), ("Fullest tile", "12, 15.2 KiB"), ("Layer", "1"), ("IPU", "0")]),
        ("Source", "", [("@popart/Gelu.cpp:506", ""), ("bert/encoder/layer.1/intermediate", "")]),
        ("Related", "", [("@Gradient___layer.1/interm…/Gelu:0", ""), ("@layer.1/intermediate/dense/MatMul:0", "")]),
    ], None, ("Liveness", "Tile memory", "Memory map", "Operations", "Why this peak"))


def inspect_split(c, x, w, top):
    inspector(c, x, w, top, "Split before layer 3", "Between IPU 0 and IPU 1", ("180.8", "KiB forward, 180.8 back", "text"), [
        ("Moved by one layer", "peak of the plan", [("Before layer 2", "638.5 KiB"), ("Here", "785.7 KiB"), ("Before layer 4", "925.4 KiB")]),
        ("Crossing", "KiB", [("Activations", "180.0", 1, "Live for a time"), ("Mask", "0.8", 0.02, "Live for a time")]),
        ("Time", "", [("Transfer", "9.6 k cycles"), ("Of the period", "1.4 %")]),
        ("Rules", "", [("Pinned", "no"), ("Forbidden", "no")]),
    ], None, ("Plan", "Liveness", "Execution"))


def inspect_operation(c, x, w, top):
    inspector(c, x, w, top, "output/dense/MatMulGrad", "Operation · layer 2, backward · IPU 0", ("18.5", "k cycles, 2.7 % of the period", "text"), [
        ("Cycles", "k", [("Compute", "12.9", 1, "ipu0"), ("Exchange", "4.1", 0.32, "Exchange code"), ("Synchronising", "1.5", 0.12, "waiting")]),
        ("Tiles", "", [("Running", "92 of 96"), ("Balance", "69.4 %"), ("Slowest tile", "77")]),
        ("Runs at", "", [("Steps", "1,690 to 1,696"), ("Times in a period", "1")]),
        ("Reads", "KiB on tile 44", [("layer.2/intermediate/Gelu:0", "13.6", 1, "muted"), ("layer.2.output.dense.weight", "9.9", 0.73, "muted")]),
        ("Writes", "KiB on tile 44", [("Gradient___layer.2/interm…/Gelu:0", "12.9", 0.95, "muted")]),
        ("Source", "", [("@modeling_bert.py:535", ""), ("bert/encoder/layer.2/output/dense", "")]),
    ], "ipu0", ("Execution", "Liveness", "Program tree", "Communication"))


# ---- The pages -----------------------------------------------------------------------------------------------------
def halves(w, h, wide=0.48, tall=0.55):
    """Chart above the table from 900 high (the window), otherwise beside it: (chart w, h), (table x, y, w, h)."""
    if h > 560 or w < 700:
        top = round(h * tall)
        return (w, top), (0, top, w, h - top)
    left = round(w * wide)
    return (left, h), (left, 0, w - left, h)


def item_rows(short=False, count=20):
    rows = []
    for name, category, size, layer, first, last, role, source in ITEMS[:count]:
        bar = (size / ITEMS[0][2], kib(size), category)
        life = (first / 2002, last / 2002, "always" if last - first > 2000 else f"{first:,}–{last:,}")
        rows.append((name, bar, life) if short else (name, bar, layer, life, role, (source, "accent")))
    return rows


ITEM_COLUMNS = (("Variable", 0, "text"), ("KiB", 110, "bar"), ("Layer", 56, "text"), ("Live in steps", 150, "life"),
                ("Role", 120, "text"), ("Source", 210, "text"))
ITEM_COLUMNS_NARROW = (("Variable", 0, "text"), ("KiB", 84, "bar"), ("Live in steps", 138, "life"))


def items_table(c, x, y, w, h, title, note, chosen=None):
    page_header_line(c, x, y, w, title, note if w > 640 else "", (("filter", "Filter"),))
    c.line(x, y + 36.5, x + w, y + 36.5)
    short = w < 760
    table(c, x, y + 37, w, h - 37, ITEM_COLUMNS_NARROW if short else ITEM_COLUMNS, item_rows(short), chosen)


def page_plan(c, x, y, w, h):
    page_header(c, x, y, w, "Trade-off", (("switch", ("Both", "By IPUs", "By period"), 0),),
                "best plan 612.2 KiB on 4 IPUs, splits 1, 4, 8")
    ch = max(90, h - 40 - 37 - 25 - 5 * 22 - 12) if h > 420 else h - 44
    half = w / 2
    for index, title in enumerate(("Lowest peak by number of IPUs", "Peak against period, on 4 IPUs")):
        left = x + index * half
        c.text(left + 68, y + 52, title, SMALL, "muted")
        bx, by, bw, bh = left + 68, y + 60, half - 84, ch - 40
        most = 1792 if index == 0 else 896
        axis(c, bx, by, bw, bh, most, (0,) if bh < 70 else (0, 1248) if index == 0 else (0, 312), "KiB", 624)
        if index == 0:
            points = [(bx + bw * (i + 0.5) / 14, by + bh - bh * peak * 1024 / most) for i, peak in enumerate(FRONT)]
            c.path("M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points), edge="muted", width=1.5)
            for i, (px, py) in enumerate(points):
                good = FRONT[i] * 1024 <= 624
                c.circle(px, py, 3.5, "ok" if good else "surface", None if good else "over")
                if i % 2 == 1 or bw > 500:
                    c.text(px, by + bh + 14, str(i + 1), SMALL, "muted", anchor="middle")
            here = points[3][0], by + bh - bh * 785.7 / most
        else:
            spots = ((608.0, 638.5), (805.3, 612.2))
            where = [(bx + bw * (k - 560) / 300, by + bh - bh * peak / most) for k, peak in spots]
            c.path(f"M{where[0][0]:.1f} {where[0][1]:.1f}H{where[1][0]:.1f}V{where[1][1]:.1f}", edge="muted", width=1.5)
            c.circle(*where[0], 3.5, "surface", "over")
            c.circle(*where[1], 3.5, "ok")
            for k in (600, 700, 800):
                c.text(bx + bw * (k - 560) / 300, by + bh + 14, f"{k} k", SMALL, "muted", anchor="middle")
            if bh > 90:
                c.text(where[0][0] + 8, where[0][1] + 16, "2, 5, 8", SMALL, "muted")
                c.text(where[1][0] + 8, where[1][1] + 16, "1, 4, 8", SMALL, "muted")
            here = bx + bw * (PERIOD - 560) / 300, by + bh - bh * 785.7 / most
        d = 6
        c.path(f"M{here[0]:.1f} {here[1] - d:.1f}l{d} {d}l-{d} {d}l-{d} -{d}z", "accent")
        if bw > 300:
            c.text(here[0] + 11, here[1] + 4, "this plan", SMALL, "accent")
    ty = y + 40 + ch
    if h <= 420:
        return  # the bars above say the same
    sub_header(c, x, ty, w, "IPUs of this plan", "sum of all tiles 180.2 MiB")
    rows = []
    for i, stage in enumerate(STAGES):
        over = stage["peak"] - LIMIT
        row = [i, stage["what"], (stage["peak"] / 804543, kib(stage["peak"]), "Variables"),
               (f"{kib(abs(over))} {'over' if over > 0 else 'free'}", "over" if over > 0 else "text"),
               str(stage["tile"]), f"{stage['step']:,}"]
        row += [f"{k:,.1f}" if k else "–" for k in stage["k"]]
        row += [f"{100 * sum(stage['k']) / PERIOD:.1f} %", "–" if i == 0 else "180.8"]
        rows.append(row)
    columns = [("IPU", 44, "ipu"), ("Entries", 0, "text"), ("Peak KiB", 130, "bar"), ("", 110, "text"), ("Tile", 50, "num"),
               ("Step", 60, "num"), ("Forward k", 84, "num"), ("Recomputed k", 104, "num"), ("Backward k", 94, "num"),
               ("Busy", 70, "num"), ("Sent KiB", 80, "num")]
    keep = range(11) if w > 980 else (0, 1, 2, 3, 6, 7, 8, 9)
    if w < 980:
        columns[6], columns[7], columns[8] = ("Forw.", 64, "num"), ("Recomp.", 70, "num"), ("Backw.", 64, "num")
    table(c, x, ty + 37, w, h - 40 - ch - 37, [columns[i] for i in keep], [[row[i] for i in keep] for row in rows], 0)


def steps_axis(c, x, y, w, most=2000, every=250):
    step = every if w > 600 else 500
    for at in range(0, most + 1, step):
        c.text(min(x + w * at / 2003, x + w - 14), y, f"{at:,}", SMALL, "muted", anchor="middle" if at else "start")


def bands(c, x, y, w):
    """The layers that run, above a chart over steps."""
    for name, first, last in (("", 20, 49), ("0", 49, 110), ("1", 110, 171), ("2", 171, 232), ("other IPUs run", 232, 1638),
                              ("2", 1638, 1750), ("1", 1750, 1845), ("0", 1845, 1940)):
        left, size = x + w * first / 2003, w * (last - first) / 2003
        c.line(left, y, left, y + 16)
        if size > width_of(name, SMALL) + 2:
            c.text(left + size / 2, y + 12, name, SMALL, "muted", anchor="middle")
    c.line(x + w * 1940 / 2003, y, x + w * 1940 / 2003, y + 16)


def liveness_curve():
    rng = random.Random(7)
    points = []
    for step in range(0, 2004, 6):
        if step < 49:
            extra = 4
        elif step < 232:
            extra = 4 + 34 * (step - 49) / 183 + rng.uniform(-2, 3)
        elif step < 1638:
            extra = 38
        elif step < 1692:
            extra = 60 + 89.5 * ((step - 1638) / 54) ** 0.8 + rng.uniform(-9, 0)
        else:
            extra = max(4, 149.5 * (1 - (step - 1692) / 270)) + rng.uniform(-12, 0) * (step < 1940)
        points.append((step, 636.2 + max(2, extra)))
    points[282] = (1692, 785.7)
    return points


def page_liveness(c, x, y, w, h):
    page_header(c, x, y, w, "Liveness", (("combo", "IPU 0"), ("combo", "Tile 44")), "peak 785.7 KiB at step 1,690",
                ("Variables", "Live for a time"))
    (cw, ch), (tx, ty, tw, th) = halves(w, h - 40)
    bx, by, bw, bh = x + 68, y + 58, cw - 82, ch - 44
    most = 832
    bands(c, bx, by - 18, bw)
    axis(c, bx, by, bw, bh, most, (0, 208, 416), "KiB", 624)
    level = by + bh - bh * 636.2 / most
    points = [(bx + bw * s / 2003, by + bh - bh * v / most) for s, v in liveness_curve()]
    c.path(f"M{bx:.1f} {level:.1f}" + "".join(f"L{px:.1f} {py:.1f}" for px, py in points)
           + f"L{bx + bw:.1f} {level:.1f}z", "Live for a time")
    c.rect(bx, level, bw, by + bh - level, "Variables")
    limit = by + bh - bh * 624 / most
    c.hatch_under(points, limit, "over", 8)
    c.path("M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points), edge="Live for a time edge", width=1.2)
    c.line(bx, level, bx + bw, level, "Variables edge")
    c.line(bx - 4, limit, bx + bw, limit, "text", 1.5)
    c.text(bx + 12, by + bh * 0.62, "always live 636.2 KiB, 12.2 over by itself", SMALL)
    at = bx + bw * 1690 / 2003
    c.line(at, by, at, by + bh, "accent", 1.5)
    c.path(f"M{at - 5:.1f} {by - 2:.1f}h10l-5 6z", "accent")
    steps_axis(c, bx, by + bh + 15, bw)
    if tx:
        c.line(x + tx + 0.5, y + 40, x + tx + 0.5, y + h)
    else:
        c.line(x, y + 40 + ty + 0.5, x + w, y + 40 + ty + 0.5)
    items_table(c, x + tx, y + 40 + ty, tw, th, "At step 1,690", "508 rows, 785.7 KiB", 5)


def page_peak(c, x, y, w, h):
    page_header(c, x, y, w, "Why this peak", (("switch", ("Plan", "Report"), 0), ("combo", "IPU 0")),
                "tile 44 at step 1,690, in layer.2/output/dense/MatMulGrad")
    bx, by, bw, bh = x + 16, y + 66, w - 32, 34
    c.text(bx, by - 10, "What the tile holds", SMALL, "muted")
    c.rect(bx, by, bw, bh, "surface")
    total = 832 * KIB
    at = bx
    for name, size, text in (("Variables", 343952, "optimizer state 335.9"), ("Variables", 128632, "weights 125.6"),
                             ("Accumulators", 128632, "accumulators 125.6"), ("Live for a time", 128112, "activations 125.1"),
                             ("Live for a time", 24920, "gradients 24.3"), ("Vertex code", 27312, "code and state 26.7"),
                             ("Unowned", 22983, "unowned 22.4")):
        size = bw * size / total
        c.rect(at, by, size, bh, name, name + " edge")
        if size > width_of(text, SMALL) + 8:
            c.text(at + 6, by + 21, text, SMALL)
        at += size
    limit = bx + bw * LIMIT / total
    c.rect(limit, by + bh + 3, at - limit, 8, "surface", "over")
    c.hatch(limit + 1, by + bh + 4, at - limit - 2, 6, "over")
    c.line(limit, by - 6, limit, by + bh + 14, "text", 1.5)
    c.text(limit - 6, by - 10, "624 KiB", SMALL, anchor="end")
    c.text(at, by - 10, "161.7 KiB over", SMALL, "over", anchor="end")
    ty = by + bh + 22 - y
    short = w < 1000
    gw = round(w * (0.4 if short else 0.34))
    c.line(x, y + ty + 0.5, x + w, y + ty + 0.5)
    page_header_line(c, x, y + ty, gw, "By", "", (("switch", ("Layer", "Role", "Module") if short else
                                                   ("Layer", "Role", "Category", "Module", "Source"), 0),))
    groups = [("Input", 341264, 57), ("2", 172088, 147), ("0", 141916, 164), ("1", 126292, 138), ("Unowned", 22983, 2)]
    c.line(x, y + ty + 36.5, x + gw, y + ty + 36.5)
    table(c, x, y + ty + 37, gw, 25 + 5 * 22, (("Layer", 0, "text"), ("KiB", 90, "bar"), ("Share", 66, "num"), ("Items", 50, "num")),
          [(name, (size / 341264, kib(size), "sunken"), percent(size / 804543), items) for name, size, items in groups], 0)
    sy = y + ty + 37 + 25 + 5 * 22
    c.line(x, sy + 0.5, x + gw, sy + 0.5)
    c.text(x + 12, sy + 23, "One layer more or less", bold=True)
    moves = (("Layer 2 to IPU 1", "−147.2", "638.5", 638.5, "over"), ("Layer 3 to IPU 0", "+139.7", "925.4", 925.4, "over"))
    table(c, x, sy + 34, gw, 25 + 2 * 22, (("Then", 0, "text"), ("Change", 72, "num"), ("Peak of the plan KiB" if not short else "Peak KiB", 150 if not short else 100, "bar")),
          [(name, change, (peak / 925.4, text, "sunken")) for name, change, text, peak, _ in moves])
    ny = sy + 34 + 25 + 44
    rest = y + h - ny
    if rest > 110:
        c.line(x, ny + 0.5, x + gw, ny + 0.5)
        c.text(x + 12, ny + 23, "Tiles of the IPU", bold=True)
        c.text(x + 130, ny + 23, "5 within 5 % of the peak, 86 over the limit", SMALL, "muted", room=gw - 142)
        counts = (2, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 2, 5, 6, 4, 9, 10, 5, 6, 3, 4, 1, 3, 3, 3, 4, 4, 1, 3, 1, 4, 2, 0, 1, 2, 1, 0, 0, 1)
        hx, hy, hw, hh = x + 16, ny + 34, gw - 32, min(120, rest - 60)
        c.rect(hx, hy, hw, hh, "surface")
        for i, n in enumerate(counts):
            c.rect(hx + hw * i / 40, hy + hh - hh * n / 11, max(1, hw / 40 - 1), hh * n / 11, "muted")
        at = hx + hw * (638976 - 561830) / (40 * 6068)
        c.line(at, hy, at, hy + hh, "text", 1.5)
        c.text(at, hy + hh + 15, "624 KiB", SMALL, anchor="middle")
        c.text(hx + hw, hy + hh + 15, "786 KiB", SMALL, "muted", anchor="end")
    c.line(x + gw + 0.5, y + ty, x + gw + 0.5, y + h)
    items_table(c, x + gw + 1, y + ty, w - gw - 1, h - ty, "Items on tile 44", "508 rows", 0)


def tile_bytes(rng, t):
    base = 700 + 28 * math.sin(t / 7) + 22 * math.sin(t / 2.3) + rng.uniform(-26, 26)
    return 785.7 if t == 44 else max(548, min(772, base))


def page_tilememory(c, x, y, w, h):
    page_header(c, x, y, w, "Tile memory", (("combo", "IPU 0"), ("switch", ("Plot", "Histogram", "Map"), 0)),
                "fullest tile 44, 785.7 KiB", ("Variables", "Accumulators", "Vertex code", "Control code", "Unowned"))
    (cw, ch), (tx, ty, tw, th) = halves(w, h - 40)
    bx, by, bw, bh = x + 68, y + 46, cw - 82, ch - 32
    axis(c, bx, by, bw, bh, 832, (0, 208, 416), "KiB", 624)
    rng = random.Random(3)
    shares = [part / 804543 for part in STAGES[0]["parts"]]
    each = bw / 96
    tops = []
    for t in range(96):
        total = tile_bytes(rng, t)
        tops.append(total)
        at = 0
        for name, share in zip(STACK, shares):
            size = bh * total * share / 832
            c.rect(bx + t * each, by + bh - at - size, each + 0.2, size, name)
            at += size
    limit = by + bh - bh * 624 / 832
    outline = []
    for t, total in enumerate(tops):
        level = by + bh - bh * total / 832
        outline += [(bx + t * each, level), (bx + (t + 1) * each, level)]
    c.path("M" + "L".join(f"{px:.1f} {min(py, limit):.1f}" for px, py in outline), edge="over", width=1.5)
    c.line(bx - 4, limit, bx + bw, limit, "text", 1.5)
    c.rect(bx + 44 * each - 1, by, each + 2, bh, None, "accent", 2)
    c.text(bx + 8, by + 16, "86 of 96 tiles are over", SMALL, "over")
    for t in range(0, 96, 12 if cw > 600 else 24):
        c.text(bx + (t + 0.5) * each, by + bh + 15, str(t), SMALL, "muted", anchor="middle")
    if tx:
        c.line(x + tx + 0.5, y + 40, x + tx + 0.5, y + h)
    else:
        c.line(x, y + 40 + ty + 0.5, x + w, y + 40 + ty + 0.5)
    px, py = x + tx, y + 40 + ty
    tabs = ("Variables", "Vertices", "Exchanges", "Roles") if tw < 760 else ("Details", "Variables", "Vertices", "Compute sets", "Exchanges", "Roles")
    page_header_line(c, px, py, tw, "Tile 44", "" if tw < 760 else "508 rows, 785.7 KiB",
                     (("switch", tabs, tabs.index("Variables")),) + (() if tw < 700 else (("filter", "Filter"),)))
    c.line(px, py + 36.5, px + tw, py + 36.5)
    short = tw < 760
    table(c, px, py + 37, tw, th - 37, ITEM_COLUMNS_NARROW if short else ITEM_COLUMNS, item_rows(short), 5)


def page_memorymap(c, x, y, w, h):
    page_header(c, x, y, w, "Memory map", (("combo", "IPU 0"), ("combo", "Tile 44")),
                "508 variables · placed by estimate", ("Variables", "Live for a time", "Accumulators", "Vertex code", "Exchange code"))
    foot = max(37 + 25 + 4 * 22, round((h - 40) * 0.24)) if h > 460 else 0
    bx, by, bw, bh = x + 68, y + 58, w - 82, h - 58 - 22 - foot
    most = 832
    bands(c, bx, by - 18, bw)
    axis(c, bx, by, bw, bh, most, (0, 104, 208, 312, 416, 520) if bh > 250 else (0, 208, 416), "KiB")
    level = 0.0

    def slab(size, name, label=""):
        nonlocal level
        height = bh * size / most
        top = by + bh - bh * level / most - height
        c.rect(bx, top, bw, height, name, name + " edge" if height > 4 else None, 0.7)
        if label and height > 15:
            c.text(bx + 8, top + height / 2 + 4, label, SMALL)
        level += size
    for size, name in ((7.7, "Vertex code"), (4.5, "Exchange code"), (7.2, "Control code"), (7.3, "Vertex state"), (22.4, "Unowned")):
        slab(size, name)
    slab(76, "Accumulators", ITEMS[2][0])
    for size in (11, 9, 8, 7, 5, 4, 3, 2.6):
        slab(size, "Accumulators")
    for index in (0, 1, 3):
        slab(ITEMS[index][2] / KIB, "Variables", ITEMS[index][0])
    for index in (11, 12, 14, 15, 16, 17, 18, 19):
        slab(ITEMS[index][2] / KIB, "Variables")
    rng = random.Random(5)
    while level < 634:
        slab(min(636.2 - level, rng.uniform(2, 7)), "Variables")
    begin, chosen = level, None
    for index, item in enumerate([i for i in ITEMS if i[1] == "Live for a time"]):
        size = item[2] / KIB
        top = by + bh - bh * (level + size) / most
        box = (bx + bw * item[4] / 2003, top, max(3, bw * (item[5] - item[4]) / 2003), bh * size / most)
        c.rect(*box, "Live for a time", "Live for a time edge", 0.7)
        chosen = chosen or box
        level += size
    for _ in range(150):
        first = rng.choice((rng.uniform(40, 230), rng.uniform(1640, 1930)))
        size, at = rng.uniform(1, 8), rng.uniform(begin + 94, 778)
        if 1640 < first < 1700 or rng.random() < 0.35:
            at = rng.uniform(begin + 94, 772)
        c.rect(bx + bw * first / 2003, by + bh - bh * (at + size) / most, bw * rng.uniform(4, 34) / 2003, max(1, bh * size / most),
               "Live for a time" if rng.random() < 0.85 else "Exchange code edge")
    c.rect(chosen[0] - 1, chosen[1] - 1, chosen[2] + 2, chosen[3] + 2, None, "accent", 2)
    limit = by + bh - bh * 624 / most
    top = by + bh - bh * 785.7 / most
    c.line(bx - 4, limit, bx + bw, limit, "text", 1.5)
    c.text(bx - 8, limit + 4, "624 KiB", SMALL, anchor="end")
    c.rect(bx + bw - 11, top, 11, limit - top, "surface", "over")
    c.hatch(bx + bw - 10, top + 1, 9, limit - top - 2, "over")
    c.text(bx + bw, top - 5, "161.7 KiB over", SMALL, "over", anchor="end")
    at = bx + bw * 1690 / 2003
    c.line(at, by, at, by + bh, "accent", 1.5)
    c.path(f"M{at - 5:.1f} {by - 2:.1f}h10l-5 6z", "accent")
    steps_axis(c, bx, by + bh + 15, bw)
    if foot:
        c.line(x, y + h - foot + 0.5, x + w, y + h - foot + 0.5)
        items_table(c, x, y + h - foot, w, foot, "At step 1,690", "508 rows, 785.7 KiB", 5)


def lane_blocks():
    """One period and what is beside it: (ipu, from, to, title, pass, layers)."""
    base = 4027
    for i, stage in enumerate(STAGES):
        layers = [("Input", 0.22)] + [(str(n), 1) for n in range(3)] if i == 0 else \
            [(str(3 * i + n), 1) for n in range(3)] + ([("Output", 0.25)] if i == 3 else [])
        for round_, batch in ((-1, 6), (0, 7)):
            at = base + PERIOD * (round_ + 1)
            for index, (title, mb) in enumerate((("Forward", batch - i), ("Recomputed", batch - 6 + i * 0 + max(0, i)),
                                                 ("Backward", batch - 6 + i))):
                k = stage["k"][index]
                if k:
                    yield i, at, at + k, f"{title}, micro-batch {mb}", index, layers if index < 2 else layers[::-1]
                    at += k
            yield i, at, at + 9.6, "", 3, ()
            end = base + PERIOD * (round_ + 2)
            if end - at - 9.6 > 5:
                yield i, at + 9.6, end, f"waiting {end - at - 9.6:.1f} k", 4, ()


def page_execution(c, x, y, w, h):
    page_header(c, x, y, w, "Execution", (("combo", "Pipeline of this plan"), ("switch", ("Flat", "Flame"), 1)),
                "16 micro-batches in 12.78 M cycles", (("ipu0_tint", "Forward"), ("ipu0_mid", "Recomputed"), ("ipu0", "Backward"),
                                                      ("Exchange code", "Exchange")))
    x0, cw = x + 82, w - 96
    roles = ("tint", "mid", "")
    c.text(x0 - 10, y + 64, "All", SMALL, "muted", anchor="end")
    c.rect(x0, y + 44, cw, 36, "surface")
    for i, stage in enumerate(STAGES):
        for cycle in range(19):
            left = x0 + cw * (cycle * PERIOD) / 12780
            for k, role, alive in zip(stage["k"], roles, (i <= cycle < 16 + i, 6 - i <= cycle - 0 < 22 - i, 6 - i <= cycle < 22 - i)):
                size = cw * k / 12780
                if alive and left + size <= x0 + cw:
                    c.rect(left, y + 46 + 8 * i, size, 6, f"ipu{i}" + (f"_{role}" if role else ""))
                left += size
    first, last = 4090, 5050
    a, b = x0 + cw * first / 12780, x0 + cw * last / 12780
    c.rect(a, y + 43, b - a, 38, None, "accent", 1.5, r=2)
    for at in (a, b):
        c.rect(at - 2.5, y + 56, 5, 12, "surface", "accent", 1.5, r=2)
    for at in range(4100, last - 40, 100 if cw > 900 else 200):
        px = x0 + cw * (at - first) / (last - first)
        c.text(px, y + 95, f"{at:,} k", SMALL, "muted", anchor="middle")
    foot = max(130, round((h - 104) * 0.36)) if h > 500 else 0
    lane_h = max(70, min(108, (h - 104 - foot) / 4))
    row = min(20, (lane_h - 10) / 4)
    rng = random.Random(2)
    c.rect(x0, y + 102, cw, 4 * lane_h - 2, "surface")
    for i in range(4):
        top = y + 102 + lane_h * i
        c.rect(x + 10, top, 4, row * 4, f"ipu{i}")
        c.text(x + 20, top + 14, f"IPU {i}", bold=True)
        c.text(x + 20, top + 30, f"{100 * sum(STAGES[i]['k']) / PERIOD:.0f} % busy", SMALL, "muted")
        if i:
            c.line(x0, top - 4.5, x0 + cw, top - 4.5, "grid")
    chosen = None
    for i, begin, end, title, kind, layers in lane_blocks():
        top = y + 102 + lane_h * i
        left, right = (x0 + cw * (max(first, min(last, k)) - first) / (last - first) for k in (begin, end))
        size = right - left
        if size < 1:
            continue
        if kind == 4:
            c.rect(left + 1, top, size - 2, row * 4 - 2, None, "waiting", 0.8)
            c.hatch(left + 2, top + 1, size - 4, row * 4 - 4, "waiting" if c.dark else "#C9CED6", 8)
            if size > width_of(title, SMALL) + 12:
                tw = width_of(title, SMALL) + 8
                c.rect(left + size / 2 - tw / 2, top + row * 2 - 10, tw, 17, "surface")
                c.text(left + size / 2, top + row * 2 + 3, title, SMALL, "muted", anchor="middle")
            continue
        if kind == 3:
            c.rect(left, top, size, row - 2, "Exchange code", "Exchange code edge")
            continue
        role = f"ipu{i}_" + roles[kind] if roles[kind] else f"ipu{i}"
        edge = f"ipu{i}"
        ink = "surface" if kind == 2 else "text"
        c.rect(left, top, size - 1, row - 1, role, edge, 0.7)
        if size > 60:
            c.text(left + 5, top + row - 6, title, SMALL, ink, room=size - 10)
        total = sum(share for _, share in layers)
        at = begin
        for name, share in layers:
            stop = at + (end - begin) * share / total
            l2, r2 = (x0 + cw * (max(first, min(last, k)) - first) / (last - first) for k in (at, stop))
            if r2 - l2 > 1:
                c.rect(l2, top + row, r2 - l2 - 1, row - 1, role, edge, 0.7)
                if r2 - l2 > 26:
                    c.text(l2 + 4, top + 2 * row - 6, name if not name.isdigit() or r2 - l2 < 52 else "layer " + name, SMALL, ink, room=r2 - l2 - 8)
                px = l2
                while px < r2 - 3:
                    step = min(rng.uniform(3, 13), r2 - px)
                    c.rect(px, top + 2 * row, step - 1, row - 1, role, edge if kind == 0 else None, 0.5)
                    part = step * rng.uniform(0.15, 0.4)
                    c.rect(px, top + 3 * row, step - part - 1, row - 4, role, edge if kind == 0 else None, 0.5)
                    c.rect(px + step - part - 1, top + 3 * row, part, row - 4, "Exchange code edge" if part < 3 else "Exchange code")
                    if i == 0 and kind == 2 and chosen is None and step > 6:
                        chosen = (px, top + 2 * row, step - 1, row - 1)
                    px += step
            at = stop
    if chosen:
        c.rect(chosen[0] - 1, chosen[1] - 1, chosen[2] + 2, chosen[3] + 2, None, "accent", 2)
    if foot:
        ty = y + 102 + 4 * lane_h + 4
        sub_header(c, x, ty, w, "In this period", "14 rows", (("switch", ("By layer", "By operation", "By kind"), 0), ("filter", "Filter")))
        c.line(x, ty + 36.5, x + w, ty + 36.5)
        data = ((4, 1, 57.9, 57.9, 85.5), (8, 2, 57.3, 57.3, 85.6), (0, 0, 57.1, 57.1, 84.8), (2, 0, 57.5, 57.5, 84.0), (1, 0, 58.2, 58.2, 82.0),
                (6, 2, 57.6, 57.6, 83.1), (7, 2, 57.4, 57.4, 83.5), (3, 1, 57.5, 57.5, 83.1), (5, 1, 57.7, 57.7, 82.4), (9, 3, 57.3, 0, 84.6),
                (11, 3, 57.4, 0, 83.1), (10, 3, 57.6, 0, 82.5), ("Input", 0, 22.2, 22.2, 22.4), ("Output", 3, 11.6, 0, 12.8))
        rows = []
        for name, ipu, f, r, b in data:
            rows.append((f"Layer {name}" if isinstance(name, int) else name, ipu, ((f + r + b) / 201.4, f"{f + r + b:.1f}", f"ipu{ipu}_mid"), f"{f:.1f}",
                         f"{r:.1f}" if r else "–", f"{b:.1f}", percent((f + r + b) / PERIOD)))
        table(c, x, ty + 37, w, y + h - ty - 37, (("Layer", 0, "text"), ("IPU", 60, "ipu"), ("k cycles", max(200, w * 0.3), "bar"), ("Forward", 90, "num"),
              ("Recomputed", 100, "num"), ("Backward", 90, "num"), ("Of the period", 110, "num")), rows, 3)


def page_operations(c, x, y, w, h):
    page_header(c, x, y, w, "Operations", (("combo", "Whole model"), ("filter", "Filter"), ("switch", ("All", "Forward", "Backward"), 0)),
                "693 rows · 1.68 M cycles")
    rng = random.Random(11)
    rows = []
    names = (("attention/self/qkv/MatMul", 278, 4.6), ("attention/self/Softmax", 301, 3.9), ("attention/self/context/MatMul", 308, 3.4),
             ("attention/output/dense/MatMul", 377, 3.8), ("attention/output/LayerNorm/GroupNormalization", 381, 5.6),
             ("intermediate/dense/MatMul", 532, 5.3), ("intermediate/Gelu", 533, 3.2), ("output/dense/MatMul", 535, 5.4),
             ("output/LayerNorm/GroupNormalization", 538, 5.7))
    for index in range(60):
        layer, (name, line, k) = index // 9, names[index % 9]
        k = round(k + rng.uniform(-0.3, 0.3), 1)
        size = k * 230 + rng.uniform(-80, 80)
        rows.append((str(layer), f"bert/encoder/layer.{layer}/{name}", "forward", (size / 1500, f"{size:,.1f}", "Variables"),
                     f"{rng.uniform(110, 170):.1f}", f"{rng.uniform(4, 9):.1f}", (k / 6.2, f"{k:.1f}", "ipu0_mid"),
                     f"{100 * rng.uniform(0.27, 0.37):.1f} %", f"{49 + index * 6:,}", (f"modeling_bert.py:{line}", "accent")))
    columns = [("Layer", 52, "text"), ("Operation", 0, "text"), ("Pass", 80, "text"), ("Variables KiB", 116, "bar"), ("Code", 64, "num"),
               ("State", 60, "num"), ("k cycles", 90, "bar"), ("Balance", 72, "num"), ("First step", 84, "num"), ("Source", 160, "text")]
    keep = range(10) if w > 1100 else (0, 1, 3, 6, 7, 9)
    c.line(x, y + 40.5, x + w, y + 40.5)
    table(c, x, y + 41, w, h - 41, [columns[i] for i in keep], [[row[i] for i in keep] for row in rows], 7)


def page_programtree(c, x, y, w, h):
    page_header(c, x, y, w, "Program tree", (("combo", "Whole model"), ("filter", "Find"), ("switch", ("Tree", "Functions"), 0)),
                "2,503 programs", (("ipu0", "Compute"), ("Exchange code", "Exchange"), "Host"))
    tree = [(0, "Sequence", "main", "", "1–2503", ""), (1, "StreamCopyBegin", "HostLoad", "Host", "2", "0.8"), (1, "Repeat", "16 times", "", "9–2480", ""),
            (2, "Sequence", "bert/embeddings", "", "20–58", "22.2"), (3, "DoExchange", "word_embeddings/Gather/exchange", "Exchange code", "30", "0.9"),
            (3, "OnTileExecute", "word_embeddings/Gather/Slice", "ipu0", "31", "1.9"), (2, "Sequence", "bert/encoder/layer.0", "", "59–141", "57.1"),
            (3, "Sequence", "attention/self/qkv/MatMul", "", "59–64", "4.6"), (4, "DoExchange", "rearrange A", "Exchange code", "60", "0.4"),
            (4, "OnTileExecute", "Convolve", "ipu0", "61", "3.1"), (4, "DoExchange", "reduce/exchange", "Exchange code", "62", "0.5"),
            (4, "OnTileExecute", "Reduce", "ipu0", "63", "0.6"), (3, "Call", "LayerNormalization (used 24 times)", "", "82", "5.8"),
            (3, "Sequence", "intermediate/dense/MatMul", "", "110–116", "5.3"), (2, "Sequence", "bert/encoder/layer.1", "", "142–224", "58.2"),
            (2, "Sequence", "bert/encoder/layer.2", "", "225–307", "57.5"), (3, "Sequence", "output/dense/MatMul", "", "291–297", "5.4"),
            (2, "Sequence", "bert/encoder/layer.2, backward", "", "2088–2176", "84.0"), (3, "Sequence", "output/dense/MatMulGrad", "", "2108–2116", "18.5"),
            (4, "DoExchange", "rearrange B", "Exchange code", "2110", "1.9"), (4, "OnTileExecute", "Convolve", "ipu0", "2111", "12.9"),
            (4, "DoExchange", "reduce/exchange", "Exchange code", "2112", "2.2"), (3, "Sequence", "intermediate/GeluGrad", "", "2117–2121", "3.9"),
            (2, "Sequence", "bert/encoder/layer.1, backward", "", "2177–2265", "82.0"), (2, "Sequence", "bert/encoder/layer.0, backward", "", "2266–2355", "84.8"),
            (2, "Sequence", "Adam", "", "2360–2478", "66.4"), (1, "StreamCopyEnd", "HostStore", "Host", "2481", "0.7"), (1, "Sync", "external", "", "2490", "")]
    c.line(x, y + 40.5, x + w, y + 40.5)
    table(c, x, y + 41, w, h - 41, (("Program", 0, "text"), ("Ids", 90, "num"), ("Times", 60, "num"), ("k cycles", 130, "bar"), ("Step", 80, "num")), [])
    right = x + w - 360
    for index, (depth, kind, name, color, ids, k) in enumerate(tree[:int((h - 66) / 22)]):
        top = y + 66 + 22 * index
        chosen = index == 20
        if chosen:
            c.rect(x, top, w, 22, "accent_tint")
        at = x + 12 + 18 * depth
        for d in range(depth):
            c.line(x + 19 + 18 * d, top, x + 19 + 18 * d, top + 22, "grid")
        following = tree[index + 1][0] if index + 1 < len(tree) else 0
        if not color and kind in ("Sequence", "Repeat", "Call"):
            c.icon("down" if following > depth else "right", at, top + 5, "muted", 12)
        else:
            c.rect(at + 1, top + 6, 10, 10, color or "surface", color + " edge" if color in CATEGORIES else None if color else "waiting")
        at += 18
        at += c.text(at, top + 16, kind, SMALL, "muted") + 8
        c.text(at, top + 16, name, room=right - at - 10)
        c.text(right + 80, top + 16, ids, SMALL, "muted", anchor="end")
        c.text(right + 140, top + 16, "16" if depth > 1 else "1", anchor="end")
        if k:
            share = float(k) / 90
            c.rect(right + 150, top + 3, 120 * share, 16, "sunken")
            c.text(right + 268, top + 16, k, anchor="end")
        if depth > 3:
            c.text(right + 350, top + 16, "1,690" if chosen else "", anchor="end")


def page_communication(c, x, y, w, h):
    page_header(c, x, y, w, "Communication", (("switch", ("Communication", "Affinity"), 0),), "bytes that go live in one layer and die in another")
    size = min(h - 76, w * 0.52, 620)
    x0, y0, n = x + 68, y + 62, 14
    each = (size - 10) / n
    for a in range(n):
        c.text(x0 + (a + 0.5) * each, y0 - 6, ENTRIES[a][:3], SMALL, "muted", anchor="middle")
        c.text(x0 - 8, y0 + (a + 0.5) * each + 4, ENTRIES[a], SMALL, "muted", anchor="end")
        for b in range(n):
            value = 14.0 if a == b and 0 < a < 13 else 2.5 if a == b == 0 else 0.18 if b == a + 1 else 0.16 if a == b == 13 else 0
            share = 0 if not value else 0.25 + 0.75 * math.log10(1 + value * 60) / math.log10(1 + 14 * 60)
            c.rect(x0 + b * each, y0 + a * each, each - 1, each - 1, c.heat(share) if value else "surface")
    for b in MARKERS:
        at = (b + 1) * each - 0.5
        c.line(x0 + at, y0, x0 + at, y0 + n * each, "text", 1.5)
        c.line(x0, y0 + at, x0 + n * each, y0 + at, "text", 1.5)
    c.rect(x0 + 3 * each + each - 1, y0 + 3 * each - 1, each + 1, each + 1, None, "accent", 2)
    tx = x0 + n * each + 18
    c.line(tx + 0.5, y + 40, tx + 0.5, y + h)
    page_header_line(c, tx, y + 40, x + w - tx, "What each split cuts", "", ())
    c.line(tx, y + 76.5, x + w, y + 76.5)
    tw = x + w - tx
    rows = [("3", (1, "180.8", "sunken"), "180.8", "0", "–"), ("6", (1, "180.8", "sunken"), "180.8", "0", "0.8"), ("9", (1, "180.8", "sunken"), "180.8", "0", "0.8")]
    half = 25 + 4 * 22
    table(c, tx, y + 77, tw, half, (("Before layer", 0, "text"), ("Sent forward KiB", 120, "bar"), ("Sent back KiB", 100, "num"), ("Both use", 76, "num"),
          ("Passed on", 84, "num"))[: 5 if tw > 470 else 3], [row[: 5 if tw > 470 else 3] for row in rows], 0)
    sy = y + 77 + half
    sub_header(c, tx, sy, tw, "Across the split before layer 3", "", ())
    c.line(tx, sy + 36.5, x + w, sy + 36.5)
    cross = [("bert/encoder/layer.2/output/LayerNorm/GroupNormalization:0", (1, "180.0", "Live for a time"), "forward"),
             ("Gradient___bert/encoder/layer.2/output/LayerNorm:0", (1, "180.0", "Live for a time"), "back"),
             ("bert/attention_mask/Mul:0", (0.01, "0.8", "Live for a time"), "forward")]
    table(c, tx, sy + 37, tw, y + h - sy - 37, (("Variable", 0, "text"), ("KiB", 90, "bar"), ("Way", 70, "text")), cross, 0)


def page_plans(c, x, y, w, h):
    page_header(c, x, y, w, "Plans", (("filter", "Filter"),), "5 kept plans of this profile")
    rows = [("This plan", "3, 6, 9", 4, (785.7, "over"), ("161.7 over", "over"), 672.6, 1808, "not saved"),
            ("Best plan", "1, 4, 8", 4, (612.2, ""), ("11.8 free", "text"), 805.3, 1510, "today, 09:41"),
            ("Shortest period", "2, 5, 8", 4, (638.5, "over"), ("14.5 over", "over"), 608.0, 2000, "today, 09:40"),
            ("Eight IPUs", "0, 2, 4, 5, 7, 9, 10", 8, (423.4, ""), ("200.6 free", "text"), 407.9, 2981, "yesterday"),
            ("As compiled in May", "3, 7, 10", 4, (785.7, "over"), ("161.7 over", "over"), 805.2, 1510, "12 May")]
    columns = [("Plan", 0, "text"), ("Splits", 140, "text"), ("IPUs", 50, "num"), ("Peak KiB", 130, "bar"), ("", 100, "text"), ("Period k", 80, "num"),
               ("Samples/s", 90, "num"), ("Kept", 110, "muted")]
    cells = [(name, splits, ipus, (peak / 832, f"{peak:.1f}", "Variables"), room, f"{period:.1f}", f"{rate:,}", when)
             for name, splits, ipus, (peak, _), room, period, rate, when in rows]
    keep = range(8) if w > 1000 else (0, 2, 3, 4, 5, 7)
    c.line(x, y + 40.5, x + w, y + 40.5)
    table(c, x, y + 41, w, 25 + 5 * 22, [columns[i] for i in keep], [[row[i] for i in keep] for row in cells], 1)
    ty = y + 41 + 25 + 5 * 22
    sub_header(c, x, ty, w, "Best plan against this plan", "change of each IPU")
    rows = []
    for i, (best, k) in enumerate(((522.7, 396.7), (475.7, 599.6), (612.2, 795.8), (580.2, 667.8))):
        here, busy_k = STAGES[i]["peak"] / KIB, sum(STAGES[i]["k"])
        rows.append((here, best, k, busy_k))
    bx, by, bw, bh = x + 68, ty + 50, (w - 100) * 0.6, max(60, y + h - ty - 76)
    axis(c, bx, by, bw, bh, 832, (0, 312), "KiB", 624)
    for i, (here, best, _, _) in enumerate(rows):
        left = bx + bw * (i + 0.5) / 4
        for j, value in enumerate((here, best)):
            size = bh * value / 832
            c.rect(left - 44 + 46 * j, by + bh - size, 42, size, f"ipu{i}_tint" if j == 0 else f"ipu{i}_mid", f"ipu{i}")
            c.text(left - 23 + 46 * j, by + bh - size + 16, f"{value:.0f}", SMALL, "over" if value > 624 else "text", anchor="middle")
        c.text(left, by + bh + 15, f"IPU {i}: this, best", SMALL, "muted", anchor="middle")
    c.line(bx - 4, by + bh / 4, bx + bw, by + bh / 4, "text", 1.5)
    tx = bx + bw + 16
    table(c, tx, ty + 40, x + w - tx, y + h - ty - 40, (("IPU", 50, "ipu"), ("Change KiB", 0, "text"), ("Busy k", 84, "num")),
          [(i, f"{best - here:+.1f}".replace("-", "−"), f"{k:.1f}") for i, (here, best, k, _) in enumerate(rows)])


def facts(c, x, y, w, title, rows):
    c.icon("down", x, y + 6, "muted")
    c.text(x + 20, y + 19, title, bold=True)
    c.line(x, y + 28.5, x + w, y + 28.5)
    y += 32
    for name, value, *bar in rows:
        c.text(x + 20, y + 15, name, role="muted", room=w * 0.48 - 28 if bar else w - 32 - width_of(value))
        if bar:
            c.rect(x + w * 0.48, y + 5, w * 0.26, 10, "sunken")
            c.rect(x + w * 0.48, y + 5, w * 0.26 * bar[0], 10, bar[1])
        c.text(x + w, y + 15, value, anchor="end", role="ok" if value == "agree" else "text", room=w * (0.24 if bar else 0.5))
        y += 22
    return y + 14


def page_summary(c, x, y, w, h, top=40):
    if top:
        page_header(c, x, y, w, "Summary", (("filter", "Find"),), "bundled sample · profile.pop, 14.4 MiB · debug.cbor, 0.6 MiB")
        c.line(x, y + 40.5, x + w, y + 40.5)
    c.rect(x, y + top + 1, w, h - top - 1, "surface")
    n = 3 if w > 1000 else 2
    each = (w - 24 * (n + 1)) / n
    blocks = [("Target", [("Architecture", "ipu2"), ("IPUs", "1"), ("Tiles per IPU", "96"), ("Memory per tile", "624 KiB"), ("Clock", "1.33 GHz"), ("Replicas", "1")]),
              ("Memory, all tiles", [("Variables", "138.9 MiB", 0.9163, "Variables"), ("Control code", "6.2 MiB", 0.0409, "Control code edge"),
                                     ("Exchange code", "2.2 MiB", 0.0144, "Exchange code edge"), ("Vertex state", "2.2 MiB", 0.0143, "Vertex state edge"),
                                     ("Vertex code", "1.0 MiB", 0.0063, "Vertex code edge"), ("Total", "151.6 MiB")]),
              ("Self-checks", [("Not-always-live bytes of each step", "agree"), ("Always-live bytes of each tile", "agree"), ("Bytes of each tile, with gaps", "agree"),
                               ("Vertex state of each tile", "agree"), ("Memory of compute sets", "agree")]),
              ("Contents", [("Layers", "12, Input, Output"), ("Operations", "693"), ("Programs", "2,503"), ("Compute sets", "1,201"), ("Vertex types", "30"),
                            ("Liveness steps", "2,003"), ("Variables", "1,456"), ("Lowered variables", "88,000"), ("Execution", "2 runs, 4,008 steps")]),
              ("Estimate against Poplar's count", [("Variables", "100.0 %", 1, "muted"), ("Vertex state", "100.0 %", 1, "muted"), ("Vertex code", "71.6 %", 0.716, "muted"),
                                            ("Exchange code", "64.1 %", 0.641, "muted"), ("Control code", "37.1 %", 0.371, "muted"), ("Total", "99.4 %", 0.994, "muted")]),
              ("Warnings and notes", [("None", "")])]
    ys = [y + top + 12] * n
    for title, rows in blocks:
        column = ys.index(min(ys))
        if ys[column] + 32 + 22 * len(rows) > y + h:
            continue
        ys[column] = facts(c, x + 24 + column * (each + 24), ys[column], each, title, rows)


def tile_plot(c, x, y, w, h, totals, most, ticks, every=12):
    """A bar for each tile: variables above all else."""
    axis(c, x, y, w, h, most, ticks, "KiB", 624)
    for t, total in enumerate(totals):
        size, rest = h * total / most, h * total * 0.09 / most
        left, each = x + w * t / len(totals), w / len(totals) + 0.2
        c.rect(left, y + h - size, each, size - rest, "Variables")
        c.rect(left, y + h - rest, each, rest, "Accumulators")
    if max(totals) > 624:
        c.path("M" + "L".join(f"{x + w * (t + d) / len(totals):.1f} {y + h - h * max(624, total) / most:.1f}"
                              for t, total in enumerate(totals) for d in (0, 1)), edge="over", width=1.5)
    c.line(x - 4, y + h - h * 624 / most, x + w, y + h - h * 624 / most, "text", 1.5)
    for t in range(0, len(totals), every):
        c.text(x + w * (t + 0.5) / len(totals), y + h + 15, str(t), SMALL, "muted", anchor="middle")


def page_insights(c, x, y, w, h):
    page_header(c, x, y, w, "Insights", (("switch", ("Plan", "Report"), 1),), "the report as it is, on one IPU, before any plan")
    c.line(x, y + 40.5, x + w, y + 40.5)
    c.rect(x, y + 41, w, h - 41, "surface")
    half = (w - 72) / 2
    lx, rx = x + 24, x + 48 + half
    c.texts(lx, y + 72, ("Does not fit: 1,082.3 KiB over", LARGE, "over", True))
    c.text(lx, y + 92, "Tile 62 holds 1,706.3 of 624 KiB; all 96 tiles are over", role="muted", room=half)
    at = facts(c, lx, y + 104, half, "Fullest tiles", [(f"Tile {t}", f"{k:,.1f} KiB", k / 1706.3, "Variables edge") for t, k in
                                                        ((62, 1706.3), (44, 1694.8), (43, 1684.6), (64, 1683.1), (63, 1683.0))])
    at_left = facts(c, lx, at, half, "Largest", [("Variable: bert.embeddings.word_embeddings.weight", "3.7 MiB"), ("Vertex state: layer.5/intermediate/Gelu", "24.8 KiB"),
                                       ("Vertex code: GroupNormalization", "160.0 KiB"), ("Exchange: layer.3/output/dense/MatMul", "5.1 KiB")])
    at = facts(c, rx, y + 52, half, "What would help", [("Split over 4 IPUs", "fits, 612.2 KiB", 0.64, "ok"), ("Optimizer state off the chip", "−78.9 MiB", 0.57, "muted"),
                                                        ("Recomputation", "−34.1 MiB", 0.25, "muted"), ("Half the batch", "−18.3 MiB", 0.13, "muted"),
                                                        ("Half precision of float weights", "−9.9 MiB", 0.07, "muted")])
    c.button(rx + 20, at - 8, "Plan for 4 IPUs", main=True)
    other = facts(c, rx, at + 34, half, "Live at the peak, tile 62, step 841", [(name, f"{kib(size)} KiB", size / 81360, "Live for a time edge" if cat == "Live for a time" else cat + " edge")
                                                                      for name, cat, size, *_ in ITEMS[:6 if h > 600 else 4]])
    top = max(at_left, other)
    if y + h - top > 130:
        c.line(x, top + 0.5, x + w, top + 0.5)
        c.text(x + 24, top + 24, "Bytes of each tile, as Poplar counted them", bold=True)
        rng = random.Random(4)
        totals = [1645 + 30 * math.sin(t / 9) + rng.uniform(-35, 10) for t in range(96)]
        totals[62] = 1706.3
        tile_plot(c, x + 80, top + 40, w - 104, y + h - top - 66, totals, 1872, (0, 1248))


# ---- States without a plan -------------------------------------------------------------------------------------------
def page_empty(c):
    tool_row(c, "", "empty")
    w = min(900, c.w - 160)
    x, y = (c.w - w) / 2, max(72, (c.h - 490) * 0.42)
    c.text(x, y + 18, "See why a model does not fit on an IPU, and where to split it", LARGE, bold=True)
    c.text(x, y + 42, "Open the report that Poplar wrote when your model ran out of memory, or drop it here.", role="muted")
    at = x
    at += c.button(at, y + 60, "Open report directory…", main=True, icon="open") + 8
    at += c.button(at, y + 60, "Open profile…") + 8
    c.button(at, y + 60, "Open the sample")
    each = (w - 48) / 3
    for i, (title, text) in enumerate((("1  Open", "A report of one IPU, even one that failed."), ("2  Drag the splits", "Peaks follow at once, to the byte."),
                                       ("3  Export", "What PopTorch and others load."))):
        left, top = x + i * (each + 24), y + 112
        c.rect(left, top, each, 104, "surface", "line", r=4)
        inner, ew = left + 16, each - 32
        if i == 0:
            c.rect(inner + ew / 2 - 30, top + 24, 60, 60, "Variables", "Variables edge")
            c.rect(inner + ew / 2 - 30, top + 20, 60, 16, "surface", "over")
            c.hatch(inner + ew / 2 - 29, top + 21, 58, 14, "over")
            c.line(inner + ew / 2 - 44, top + 36, inner + ew / 2 + 44, top + 36, "text", 1.5)
        elif i == 1:
            for j, share in enumerate((0.3, 0.25, 0.25, 0.2)):
                left2 = inner + ew * sum((0.3, 0.25, 0.25, 0.2)[:j])
                c.rect(left2, top + 30, ew * share - 1, 44, f"ipu{j}_tint")
                c.rect(left2, top + 30, ew * share - 1, 3, f"ipu{j}")
                if j:
                    marker(c, left2, top + 26, top + 78, focus=j == 1)
        else:
            for j, (text_, size) in enumerate((("poptorch.BeginBlock(", 0), ("model.layer[3],", 18), ("ipu_id=1)", 18))):
                c.text(inner + 6 + size, top + 42 + 19 * j, text_, BODY, "text" if j else "accent")
        c.text(left, top + 128, title, bold=True)
        c.text(left, top + 147, text, role="muted", room=each)
    ty = y + 284
    c.text(x, ty + 18, "Recent", bold=True)
    c.text(x + w, ty + 18, "Clear", role="accent", anchor="end")
    c.line(x, ty + 28.5, x + w, ty + 28.5)
    rows = [("bert-base-12", "reports/bert-base-12", ("161.7 KiB over", "over"), "plan.tileplan", "today, 09:41"),
            ("gpt2-medium", "reports/gpt2-medium", ("fits, 6.0 KiB free", "ok"), "four.tileplan", "yesterday"),
            ("vit-large", "reports/vit/large", ("no plan yet", "muted"), "", "12 May"),
            ("conformer", "reports/conformer", ("not found", "warn"), "", "3 May")]
    table(c, x, ty + 29, w, 4 * 22, (("Report", 150, "text"), ("Directory", 0, "muted"), ("", 150, "text"), ("Plan", 130, "text"), ("Opened", 110, "muted")),
          rows, head=False)


def page_viewer(c):
    """A profile that cannot be planned: no plan, controls off, one line that says why and what to do."""
    tool_row(c, "", "viewer")
    area = layout(c.w, c.h, "peak", "hidden")
    rail(c, area["rail"], "peak", plan=False)
    x = area["x"]
    c.icon("note", x + 14, 51, "muted", 18)
    c.text(x + 42, 65, "This report shows memory, but cannot be planned: it was compiled for 4 IPUs.", bold=True, room=c.w - x - 60)
    c.text(x + 42, 84, "To plan, open the report of the same model compiled for one IPU. This one is good for comparison and calibration.", role="muted",
           room=c.w - x - 60)
    at = x + 42
    at += c.button(at, 94, "Open another report…") + 8
    at += c.button(at, 94, "Compare with a plan…") + 8
    c.line(x, 127.5, c.w, 127.5)
    w = area["w"]
    y, h = 128, c.h - 128
    page_header(c, x, y, w, "Insights", (("combo", "All 4 IPUs"),), "the fullest tile holds 594.1 KiB, 29.9 free")
    c.line(x, y + 40.5, x + w, y + 40.5)
    bx, by, bw, bh = x + 68, y + 66, w - 82, max(120, h - 66 - 24 - 170)
    bh = min(bh, 0.6 * h)
    rng = random.Random(9)
    totals = [min(585, 470 + 60 * math.sin(t / 40) + 30 * math.sin(t / 5) + rng.uniform(-20, 20)) for t in range(384)]
    totals[140] = 594.1
    tile_plot(c, bx, by, bw, bh, totals, 832, (0, 208, 416), 1000)
    for i in range(4):
        left = bx + bw * i / 4
        c.rect(left, by - 20, bw / 4 - 1, 18, f"ipu{i}_tint")
        c.rect(left, by - 20, bw / 4 - 1, 2, f"ipu{i}")
        c.text(left + 8, by - 7, f"IPU {i}", SMALL)
        if i:
            c.line(left - 0.5, by, left - 0.5, by + bh, "text", 1)
        if i:
            c.text(left, by + bh + 15, str(96 * i), SMALL, "muted", anchor="middle")
    ty = by + bh + 24
    c.line(x, ty + 0.5, x + w, ty + 0.5)
    half = (w - 60) / 2
    facts(c, x + 18, ty + 6, half, "Fullest tiles", [(f"IPU {a}, tile {t}", f"{k} KiB", k / 624, "Variables edge") for a, t, k in
                                                     ((1, 140, 594.1), (1, 122, 585.0), (0, 33, 583.8), (0, 31, 580.2), (3, 371, 552.9))])
    facts(c, x + 42 + half, ty + 6, half, "By IPU, all tiles", [(f"IPU {i}", f"{m} MiB", m / 48, f"ipu{i}") for i, m in enumerate((46.1, 45.8, 44.9, 43.0))])
    if area["inspector"]:
        inspector(c, c.w - area["inspector"], area["inspector"], 128, "Tile 140", "IPU 1, tile 44 of it · the fullest", ("594.1", "KiB of 624", "text"), [
            ("Held", "KiB", [("Variables", "541.0", 1, "Variables"), ("Accumulators", "34.2", 0.06, "Accumulators"), ("Control code", "9.8", 0.02, "Control code"),
                             ("Vertex state", "9.1", 0.02, "Vertex state")]),
            ("Always live", "KiB", [("Always", "468.3"), ("At the peak step", "125.8")])], None, ("Tile memory", "Memory map", "Liveness"))


def page_error(c):
    tool_row(c, "", "empty")
    w = min(640, c.w - 160)
    x, y = (c.w - w) / 2, max(90, c.h * 0.24)
    c.icon("over", x, y, "over", 24)
    c.text(x + 36, y + 19, "profile.pop ends in the middle of a table", LARGE, "text", True)
    c.text(x + 36, y + 46, "The file is not complete, so Tileline cannot read the memory of the tiles from it.", role="muted")
    c.line(x + 36, y + 64.5, x + w, y + 64.5)
    at = y + 72
    for name, value in (("File", "reports/bert-base-12/profile.pop"), ("Place", "page 3,412 of the database, byte 13,975,552"),
                        ("Expected", "14.4 MiB, as its first page says"), ("Found", "13.3 MiB"),
                        ("Remedy", "Copy the file again, or let the compilation end before you copy it.")):
        c.text(x + 36, at + 16, name, role="muted")
        c.text(x + 126, at + 16, value, room=w - 126)
        at += 24
    at += 12
    left = x + 36
    left += c.button(left, at, "Try again", main=True) + 8
    left += c.button(left, at, "Open another profile…") + 8
    c.button(left, at, "Copy", icon="copy")


DRAW = {"plan": page_plan, "peak": page_peak, "liveness": page_liveness, "tilememory": page_tilememory, "memorymap": page_memorymap,
        "execution": page_execution, "operations": page_operations, "programtree": page_programtree, "communication": page_communication,
        "plans": page_plans, "summary": page_summary, "insights": page_insights, "empty": page_empty, "viewer": page_viewer, "error": page_error}
INSPECT = {"liveness": inspect_variable, "memorymap": inspect_variable, "tilememory": inspect_variable, "communication": inspect_split,
           "execution": inspect_operation, "operations": inspect_operation, "programtree": inspect_operation}


def draw(page, size, dark, plan="automatic"):
    shape, _, scale = size.partition("@")
    scale = float(scale or 1)
    w, h = (round(int(part) / scale) for part in shape.split("x"))
    c = Sheet(w, h, scale, dark)
    if page in ("empty", "viewer", "error"):
        DRAW[page](c)
        return c.document()
    area = layout(w, h, page, plan)
    x, pw = area["x"], area["w"]
    top = M["toolrow"] + M["verdict"] + M["settings"]
    y = {"whole": lambda: plan_whole(c, x, pw, top), "line": lambda: plan_line(c, x, pw, top), "hidden": lambda: top}[area["plan"]]()
    if area["plan"] == "whole":
        c.line(x, y + 0.5, x + pw, y + 0.5)
    DRAW[page](c, x, y, pw, h - y)
    if area["inspector"]:
        c.rect(w - area["inspector"], top, area["inspector"], h - top, "window")
        INSPECT.get(page, inspect_stage)(c, w - area["inspector"], area["inspector"], top)
    tool_row(c, area["plan"])
    rail(c, area["rail"], "peak" if page == "insights" else page)
    verdict(c, x)
    settings_line(c, x, "Pipeline · training · inputs recomputed · Output on the last IPU · mode automatic · 624 KiB per tile · nothing kept free")
    return c.document()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check")
    drawing = commands.add_parser("draw")
    drawing.add_argument("directory", type=pathlib.Path)
    drawing.add_argument("pages", nargs="*", metavar="PAGE", help=", ".join(DRAW))
    drawing.add_argument("--size", help=", ".join(SIZES) + " or any other")
    drawing.add_argument("--theme", choices=("light", "dark"))
    drawing.add_argument("--plan", choices=("automatic", "whole", "line", "hidden"), default="automatic")
    arguments = parser.parse_args()
    if arguments.command == "check":
        return check()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    for page in arguments.pages or DRAW:
        for size in [arguments.size] if arguments.size else SIZES:
            for theme in [arguments.theme] if arguments.theme else ("light", "dark"):
                name = f"{page}-{size.partition('@')[0]}-{theme}.svg"
                (arguments.directory / name).write_text(draw(page, size, theme == "dark", arguments.plan), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
