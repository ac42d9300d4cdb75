#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes docs/figures/corpus.svg, the README's picture, of docs/figures/corpus.json.

  scripts/speed_picture.py                                       writes the picture
  scripts/speed_picture.py --check                               says whether it is what the figures make
  scripts/speed_picture.py --keep MACHINE DATE REVISION RUN.json...   first writes the figures, from what bench/compare.py --out wrote

Of several runs each kernel keeps its least time on each platform; one that was wrong once is wrong. Figures are milliseconds.
"""

import json
import math
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs/figures/corpus.json"
PICTURE = ROOT / "docs/figures/corpus.svg"
FIRST, PEERS = "weft", {"intel": "Intel's runtime", "pocl": "PoCL"}

WIDTH, LEFT, RIGHT = 900, 132, 748  # of the picture, and where the axis begins and ends
TOP, ROW, LANE = 138, 40, 15  # the first class, each class, each peer in it

STYLE = """
text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #1f2328; font-size: 13px; }
.title { font-size: 18px; font-weight: 600; } .small { font-size: 12px; fill: #59636e; } .right { text-anchor: end; }
.middle { text-anchor: middle; } .strong { font-weight: 600; }
.card { fill: #ffffff; stroke: #d1d9e0; } .behind { fill: #f1f1f3; } .grid { stroke: #d8dee4; } .one { stroke: #1f2328; stroke-width: 1.5; }
.rule { stroke: #afb8c1; }
.intel { fill: #0a66c2; } .pocl { fill: #b35900; } .bar { fill-opacity: 0.28; } .dot { fill-opacity: 0.75; }
.slow.intel { fill: #ffffff; stroke: #0a66c2; stroke-width: 1.5; fill-opacity: 1; }
.slow.pocl { fill: #ffffff; stroke: #b35900; stroke-width: 1.5; fill-opacity: 1; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; } .small { fill: #9198a1; } .card { fill: #0d1117; stroke: #3d444d; } .behind { fill: #1c222a; } .grid { stroke: #2a313a; }
.one { stroke: #f0f6fc; } .rule { stroke: #656c76; } .intel { fill: #58a6ff; } .pocl { fill: #f0953f; }
.slow.intel { fill: #0d1117; stroke: #58a6ff; } .slow.pocl { fill: #0d1117; stroke: #f0953f; }
}
"""


def keep(machine, date, revision, runs):
    """The figures of several runs of compare.py, one line for each kernel."""
    kernels, platforms, rounds = {}, {}, 0
    for run in runs:
        found = json.loads(Path(run).read_text())
        rounds += 1
        for name in (FIRST, *PEERS):
            says = found["platforms"].get(name)
            platforms[name] = f"{says['platform']} {says['driver']}" if says else platforms.get(name, "")
            for case, result in found["kernels"][name].items():
                row = kernels.setdefault(case, {"class": result["class"], "kernel": case})
                if "missing" in result:
                    if result["missing"].startswith("wrong") or name not in row:
                        row[name] = result["missing"]
                elif not isinstance(row.get(name), str):
                    row[name] = round(min(row.get(name, math.inf), result["value"]), 6)
    platforms[FIRST] += f" at {revision}"
    head = {"machine": machine, "date": date, "rounds": rounds, "platforms": platforms}
    lines = ",\n  ".join(json.dumps(row) for row in kernels.values())
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(head, indent=1)[:-2] + f',\n "kernels": [\n  {lines}\n ]\n}}\n')


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


class Axis:
    """A logarithmic axis that holds all of these ratios, from a power of two to another, with both sides of 1."""

    def __init__(self, values):
        self.low, self.high = min(-1, math.floor(math.log2(min(values)))), max(1, math.ceil(math.log2(max(values))))

    def place(self, ratio):
        share = (math.log2(ratio) - self.low) / (self.high - self.low)
        return round(LEFT + share * (RIGHT - LEFT), 1)

    def ticks(self):
        return [2.0**exponent for exponent in range(self.low, self.high + 1)]


def times(ratio):
    return f"{ratio:.2f}" if ratio < 9.95 else f"{ratio:.1f}"


class Picture:
    def __init__(self, height):
        self.lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">']

    def add(self, text):
        self.lines.append(text)

    def text(self, x, y, text, kind=""):
        self.add(f'<text x="{x}" y="{y}" class="{kind}">{escape(text)}</text>' if kind else f'<text x="{x}" y="{y}">{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, kind):
        self.add(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="{kind}"/>')

    def bar(self, middle, one, value, kind):
        start, end = sorted((one, value))
        self.add(f'<rect x="{start}" y="{middle - 5}" width="{round(end - start, 1)}" height="10" class="bar {kind}"/>')

    def dot(self, x, y, radius, kind, title=""):
        title = f"<title>{escape(title)}</title>" if title else ""
        self.add(f'<circle cx="{x}" cy="{y}" r="{radius}" class="{kind}">{title}</circle>')


def ratios(rows, peer):
    """[(kernel, how many times Weft's time the peer takes)] of the kernels that both got right."""
    return [(row["kernel"], row[peer] / row[FIRST]) for row in rows if not isinstance(row.get(peer, ""), str) and not isinstance(row[FIRST], str)]


def summary(rows):
    """One sentence about each peer: the kernels that Weft is behind in, and those that count in no mean."""
    parts = []
    for peer, name in PEERS.items():
        found = ratios(rows, peer)
        text = f"slower than {name} in {sum(ratio < 1 for _, ratio in found)} of {len(found)} kernels"
        missing = len(rows) - len(found)
        parts.append(text + (f" ({missing} not built or wrong there)" if missing else ""))
    return "Weft is " + ", ".join(parts) + "."


def draw(figures):
    rows = figures["kernels"]
    classes = list(dict.fromkeys(row["class"] for row in rows))
    bottom = TOP + ROW * len(classes)
    height = bottom + ROW + 92
    axis = Axis([ratio for peer in PEERS for _, ratio in ratios(rows, peer)])
    place = axis.place
    out = Picture(height)
    title = "How many times as fast as its peers Weft runs a corpus of kernels"
    out.add(f"<title>{title}</title>")
    out.add(f"<desc>{escape(summary(rows))}</desc>")
    out.add(f"<style>{STYLE}</style>")
    out.add(f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8" class="card"/>')
    out.text(20, 34, title, "title")
    out.text(20, 56, f"{len(rows)} kernels in {len(classes)} classes, least of {figures['rounds']} rounds in turns, {figures['machine']}, "
             f"{figures['date']}", "small")
    for x, (peer, name) in zip((26, 206), PEERS.items()):
        out.dot(x, 78, 4, f"dot {peer}")
        out.text(x + 10, 82, f"beside {name}")
    out.text(316, 82, "dot: a kernel, hollow where Weft is slower; bar: a class's geometric mean", "small")

    end = bottom + ROW
    out.add(f'<rect x="{LEFT}" y="{TOP - 8}" width="{round(place(1) - LEFT, 1)}" height="{end - TOP + 8}" class="behind"/>')
    for tick in axis.ticks():
        out.line(place(tick), TOP - 8, place(tick), end, "one" if tick == 1 else "grid")
        for y in (TOP - 14, end + 18):
            out.text(place(tick), y, f"{tick:g}", "small middle")
    out.text(LEFT, end + 38, "slower", "small")
    out.text(round(place(1) + 6, 1), end + 38, "faster than the peer: its time divided by Weft's, on a logarithmic axis", "small")
    for x, name in ((RIGHT + 66, "Intel's"), (RIGHT + 130, "PoCL")):
        out.text(x, TOP - 14, name, "small right")

    means = {peer: [] for peer in PEERS}
    for index, kind in enumerate([*classes, "all classes"]):
        top = TOP + ROW * index
        members = [row for row in rows if row["class"] == kind]
        everything = not members
        if everything:
            out.line(20, top - 4, WIDTH - 20, top - 4, "rule")
        out.text(20, top + 15, kind, "strong" if everything else "")
        out.text(20, top + 30, "geometric mean" if everything else f"{len(members)} kernels", "small")
        for lane, peer in enumerate(PEERS):
            middle = top + 9 + LANE * lane
            found = sorted(ratios(members, peer), key=lambda pair: -pair[1])
            values = means[peer] if everything else [ratio for _, ratio in found]
            if not values:
                continue
            value = mean(values)
            if not everything:
                means[peer].append(value)
            out.bar(middle, place(1), place(value), peer)
            for name, ratio in found:
                out.dot(place(ratio), middle, 3.2, f"slow {peer}" if ratio < 1 else f"dot {peer}", f"{name}: {times(ratio)}")
            out.text(RIGHT + (66 if lane == 0 else 130), top + 22, times(value), "right strong" if everything else "right")
    out.text(20, end + 64, summary(rows), "")
    out.text(20, end + 82, "; ".join(figures["platforms"][name] for name in (FIRST, *PEERS)), "small")
    return "\n".join([*out.lines, "</svg>", ""])


def main(argv):
    if argv[:1] == ["--keep"]:
        if len(argv) < 5:
            sys.exit(__doc__)
        keep(*argv[1:4], argv[4:])
    picture = draw(json.loads(FIGURES.read_text()))
    if argv[:1] != ["--check"]:
        PICTURE.write_text(picture)
    elif not PICTURE.exists() or PICTURE.read_text() != picture:
        sys.exit("docs/figures/corpus.svg is not what scripts/speed_picture.py makes of docs/figures/corpus.json")


if __name__ == "__main__":
    main(sys.argv[1:])
