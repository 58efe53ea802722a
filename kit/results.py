"""Makes docs/results.md and its plots from results.json and plain.json, which the kit wrote, from what
notes.json says about their rows, and from what other compilers took, in peers.json.

    python3 kit/results.py
"""

import html
import json
import pathlib

from benchmarks import geometric_mean

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
NOTES = pathlib.Path(__file__).resolve().parent / "notes.json"
PEERS = pathlib.Path(__file__).resolve().parent / "peers.json"


def main():
    results = json.loads((DOCS / "results.json").read_text())
    plain = json.loads((DOCS / "plain.json").read_text())
    notes = json.loads(NOTES.read_text()) if NOTES.exists() else {}
    rows = [row for row in results["rows"] if row["ours"] and row["hand"]]
    for row in rows:
        row["ratio"] = row["ours"] / row["hand"]
    others = json.loads(PEERS.read_text())
    polybench = against_ppcg(plain, others)
    (DOCS / "results.md").write_text(page(results, rows, notes, plain, polybench, others))
    (DOCS / "results.svg").write_text(plot([(f"{row['name']}/{row['size']}", row["ratio"]) for row in rows], "by hand"))
    ratios = [(row["name"], row["ratio"]) for row in polybench if row["ratio"]]
    (DOCS / "polybench.svg").write_text(plot(ratios, "PPCG"))


def page(results, rows, notes, plain, polybench, others):
    machine = results["machine"]
    driver = f"{machine['driver'] // 1000}.{machine['driver'] % 1000 // 10}"
    mean = geometric_mean([row["ratio"] for row in rows])
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
    lines += as_open_cl(rows)
    lines += peers(rows, others)
    lines += from_plain_c(plain, rows, polybench, others)
    said = [(row, notes.get(f"{row['name']}/{row['size']}") or notes.get(row["name"])) for row in rows]
    said = [(row, note) for row, note in said if note]
    if said:
        lines += ["", "## Notes", ""]
        lines += [f"- **{row['name']}/{row['size']}**: {note}" for row, note in said]
    return "\n".join(lines) + "\n"


def as_open_cl(rows):
    """The same programs by NVIDIA's OpenCL."""
    lines = [
        "",
        "## OpenCL beside CUDA",
        "",
        "The same sources with `--target opencl` by NVIDIA's own OpenCL, in the same run; a launch is what the queue's profile says it took.",
        "",
        "| benchmark | size | OpenCL ms | CUDA ms | OpenCL/CUDA |",
        "|---|---|---:|---:|---:|",
    ]
    rows = [row for row in rows if row.get("opencl")]
    for row in rows:
        ratio = row["opencl"] / row["ours"]
        lines.append(f"| {row['name']} | {row['size']} | {row['opencl']:.4g} | {row['ours']:.4g} | {ratio:.2f} |")
    return lines if rows else []


def peers(rows, others):
    """What other compilers make of eight of the loops, beside ours."""
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


def from_plain_c(plain, rows, polybench, others):
    """Programs without a directive, annotated by the compiler."""
    by_name = {(row["set"], row["name"]): row for row in plain["rows"]}
    expert = {f"{row['name']}/{row['size']}": row for row in rows}
    lines = [
        "",
        "## Plain C, annotated",
        "",
        f"Measured on {plain['date']}, {plain['compiler']}; from [plain.json](plain.json). The programs have not one directive",
        "(`benchmarks/loops`, `polybench`, `programs`); `warploom annotate` wrote them, and nobody looked. *Kernels* is the sum over",
        "launches of the time between events around each, once everything is warm.",
        "",
        "The eight loops, a kernel in milliseconds; n bodies and Black and Scholes with `--fastmath`, as the expert has them:",
        "",
        "| loop | annotated | expert's directives | by hand | limit |",
        "|---|---:|---:|---:|---:|",
    ]
    for loop in others["loops"]:
        ours, known = by_name.get(("loops", loop["plain"]), {}), expert.get(loop["row"], {})
        # The expert's programs have one sweep.
        once = ours["kernels"] / ours["launches"] if ours.get("kernels") else None
        figures = [once, known.get("ours"), known.get("hand"), known.get("limit")]
        lines.append(f"| {loop['loop']} | {' | '.join(figure(ms) for ms in figures)} |")
    ratios = [row["ratio"] for row in polybench if row["ratio"]]
    mean = geometric_mean(ratios)
    wins = sum(ratio <= 1 for ratio in ratios)
    lines += [
        "",
        "### PolyBench",
        "",
        "The computations and sizes of PolyBench/C 4.2.1 in our own words, beside what PPCG 0.09 takes with its default tiles, which was",
        "measured on another day on the same kind of GPU. *Region* is the wall time until the results are on the host, transfers",
        "included; where `annotate` sets the inputs on the GPU too, they need none, and their kernels are counted. Kernels and regions are of different runs, and a",
        "region with thousands of launches is shorter without events around each; what such launches take varies from machine to machine",
        "(in two runs of this day lu took 4.0 and 5.8 ms, and the region of cholesky 4.5 and 6.0). Without a ratio nothing of the",
        "region is on the GPU, at most its inputs are set there: more would not pay.",
        "",
        "| computation | launches | kernels ms | PPCG | ours/PPCG | region ms | PPCG | sequential ms |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in polybench:
        ratio = f"{row['ratio']:.2f}" if row["ratio"] else ""
        cells = [row.get("launches", ""), figure(row.get("kernels")), figure(row["ppcg"]["kernels"]), ratio,
                 figure(row.get("region")), figure(row["ppcg"]["region"]), figure(row["sequential"])]
        size = " (MEDIUM)" if "MEDIUM" in row["flags"] else ""
        lines.append(f"| {row['name']}{size} | {' | '.join(map(str, cells))} |")
    lines += [
        "",
        f"Of {len(ratios)} with kernels {wins} take at most PPCG's time; the geometric mean of ours/PPCG is {mean:.2f}.",
        "",
        "![ours beside PPCG](polybench.svg)",
        "",
        "### Programs as people write them",
        "",
        "| program | arguments | launches | kernels ms |",
        "|---|---|---:|---:|",
    ]
    for row in plain["rows"]:
        if row["set"] == "programs":
            lines.append(f"| {row['name']} | {row['arguments']} | {row.get('launches', '')} | {figure(row.get('kernels'))} |")
    return lines


def against_ppcg(plain, others):
    """The rows of PolyBench, each with PPCG's figures, the best first."""
    rows = [row for row in plain["rows"] if row["set"] == "polybench"]
    for row in rows:
        row["ppcg"] = others["ppcg"][row["name"]]
        is_there = row.get("kernels") and row["computes"]
        row["ratio"] = row["kernels"] / row["ppcg"]["kernels"] if is_there else None
    return sorted(rows, key=lambda row: (row["ratio"] is None, row["ratio"] or 0, row["name"]))


def figure(ms):
    return f"{ms:.4g}" if ms else ""


def plot(rows, other):
    """A bar for each ratio, and a line where ours and the other are equal."""
    width, left, height, top = 720, 170, 22, 30
    scale = (width - left - 60) / max(1.2, max(ratio for _, ratio in rows))
    end = top + height * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {end + 30}" font-family="sans-serif" font-size="12">',
        "<title>Time of the generated code, relative to others</title>",
        "<style>text { fill: #333 } @media (prefers-color-scheme: dark) { text { fill: #ddd } }</style>",
        f'<text x="{left}" y="16">time of ours / time {"by hand" if other == "by hand" else "of " + other}</text>',
    ]
    for number, (name, ratio) in enumerate(rows):
        y = top + number * height
        colour = "#2a7f62" if ratio <= 1.02 else "#c0392b"
        name, length = html.escape(name), ratio * scale
        parts.append(f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="{left}" y="{y + 3}" width="{length:.1f}" height="{height - 7}" fill="{colour}"/>')
        parts.append(f'<text x="{left + length + 6:.1f}" y="{y + 14}">{ratio:.2f}</text>')
    one = left + scale
    parts.append(f'<line x1="{one:.1f}" y1="{top - 6}" x2="{one:.1f}" y2="{end}" stroke="#888" stroke-dasharray="4 3"/>')
    parts.append(f'<text x="{one:.1f}" y="{end + 16}" text-anchor="middle">{html.escape(other)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
