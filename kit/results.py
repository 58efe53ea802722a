"""Makes docs/results.md and docs/results.svg from a results.json of the kit, from what
notes.json says about its rows, and from what other compilers took, in peers.json.

    python3 kit/results.py docs/results.json
"""

import html
import json
import math
import pathlib
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
NOTES = pathlib.Path(__file__).resolve().parent / "notes.json"
PEERS = pathlib.Path(__file__).resolve().parent / "peers.json"


def main():
    results = json.loads(pathlib.Path(sys.argv[1]).read_text())
    notes = json.loads(NOTES.read_text()) if NOTES.exists() else {}
    rows = [row for row in results["rows"] if row["ours"] and row["hand"]]
    for row in rows:
        row["ratio"] = row["ours"] / row["hand"]
    (DOCS / "results.md").write_text(page(results, rows, notes))
    (DOCS / "results.svg").write_text(plot(rows))


def page(results, rows, notes):
    machine = results["machine"]
    driver = f"{machine['driver'] // 1000}.{machine['driver'] % 1000 // 10}"
    mean = math.exp(sum(math.log(row["ratio"]) for row in rows) / len(rows))
    lines = [
        "# Results",
        "",
        f"Measured on {results['date']} on one {machine['gpu']}, driver for CUDA {driver}, {results['compiler']}.",
        "Made by `kit/results.py` from [results.json](results.json), which `kit/run.sh` wrote, and",
        "from the notes in `kit/notes.json`. No generated file is edited.",
        "",
        "Both versions run on the same inputs, are checked against double precision (mcml against some",
        "packets that the host follows), and are timed",
        "in the same run: CUDA events around every launch, 5 launches to warm up, the median of 25",
        "(1 and 3 where a launch takes more than 200 ms); a benchmark's time is the sum over its",
        "launches. *Hand* is `hand.cu` beside the benchmark.",
        "*Limit* is what the GPU does at best: the same bytes copied, the same number of special",
        "functions or multiply-adds (estimated for rpes and tpacf), or cuBLAS, each measured in the",
        "run of its row. *Changed* counts the lines",
        "that differ from the sequential program.",
        "",
        "| benchmark | size | directives | changed | ours ms | hand ms | ours/hand | limit ms | limited by |",
        "|---|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    for row in rows:
        best = f"{row['limit']:.4g}" if row["limit"] else ""
        lines.append(
            f"| [{row['name']}](../benchmarks/{row['name']}/README.md) | {row['size']} | {row['directives']} | {row['changed']} "
            f"| {row['ours']:.4g} | {row['hand']:.4g} | {row['ratio']:.3f} | {best} | {row['limited_by']} |"
        )
    lines += ["", f"The geometric mean of ours/hand is {mean:.3f}.", "", "![ours beside hand](results.svg)"]
    lines += peers(rows)
    said = [(row, notes.get(f"{row['name']}/{row['size']}") or notes.get(row["name"])) for row in rows]
    said = [(row, note) for row, note in said if note]
    if said:
        lines += ["", "## Notes", ""]
        lines += [f"- **{row['name']}/{row['size']}**: {note}" for row, note in said]
    return "\n".join(lines) + "\n"


def peers(rows):
    """What other compilers make of eight of the loops, beside ours."""
    others = json.loads(PEERS.read_text())
    ours = {f"{row['name']}/{row['size']}": row["ours"] for row in rows}
    lines = [
        "",
        "## Eight loops and other compilers",
        "",
        "Milliseconds. What the others took was measured once, on the same kind of GPU, and is not",
        "measured again with ours. *Naive CUDA* is one thread for each iteration.",
        "",
        f"| loop | ours | {' | '.join(others['compilers'])} |",
        f"|---|---:|{'---:|' * len(others['compilers'])}",
    ]
    for loop in others["loops"]:
        own = ours.get(loop["row"])
        figures = [f"{own:.4g}" if own else ""] + [f"{ms:g}" if ms else "none" for ms in loop["ms"]]
        lines.append(f"| {loop['loop']} | {' | '.join(figures)} |")
    return lines


def plot(rows):
    """A bar for each ratio, and a line where ours and hand are equal."""
    width, left, height, top = 720, 170, 22, 30
    scale = (width - left - 60) / max(1.2, max(row["ratio"] for row in rows))
    end = top + height * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {end + 30}" font-family="sans-serif" font-size="12">',
        "<title>Time of the generated code, relative to code by hand</title>",
        "<style>text { fill: #333 } @media (prefers-color-scheme: dark) { text { fill: #ddd } }</style>",
        f'<text x="{left}" y="16">time of ours / time by hand</text>',
    ]
    for number, row in enumerate(rows):
        y = top + number * height
        colour = "#2a7f62" if row["ratio"] <= 1.02 else "#c0392b"
        name = html.escape(f"{row['name']}/{row['size']}")
        length = row["ratio"] * scale
        parts.append(f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="{left}" y="{y + 3}" width="{length:.1f}" height="{height - 7}" fill="{colour}"/>')
        parts.append(f'<text x="{left + length + 6:.1f}" y="{y + 14}">{row["ratio"]:.2f}</text>')
    one = left + scale
    parts.append(f'<line x1="{one:.1f}" y1="{top - 6}" x2="{one:.1f}" y2="{end}" stroke="#888" stroke-dasharray="4 3"/>')
    parts.append(f'<text x="{one:.1f}" y="{end + 16}" text-anchor="middle">by hand</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
