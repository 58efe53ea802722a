"""Naive kernels, what `warploom coalesce` makes of them, and the same by hand.

    coalesce/NAME.cu          the original
    coalesce/NAME.after.cu    rewritten
    coalesce/NAME.hand.cu     by hand, where somebody has written it

All print the same at a small size; then each launch of a large one is repeated and
timed (launch_timer.cu). The table has the medians, in milliseconds. `//@ large: 2048 2048`
in the original is another large size.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess

from benchmarks import WRAP, launch_timer

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE / "coalesce"
KINDS = {"original": ".cu", "coalesced": ".after.cu", "hand": ".hand.cu"}
TINY, SMALL, LARGE = "100 70", "1000 772", "12288 12288"


def run(command, timed=False):
    environment = {**os.environ, **({"LAUNCH_TIMES": "1"} if timed else {})}
    try:
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, timeout=100, env=environment)
    except (OSError, subprocess.TimeoutExpired) as error:
        return "not run", "", str(error)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def names(only):
    found = sorted(path.name[:-3] for path in FOLDER.glob("*.cu") if path.name.count(".") == 1)
    return [name for name in found if not only or name in only]


def build(name, kind, nvcc):
    source, program = f"{name}{KINDS[kind]}", f"{name}.{kind}"
    # Hints of CUDA-lite are not for nvcc.
    hints = ["-D__annotation(x)=", "-diag-suppress", "20199"] if kind == "original" else []
    return run([*nvcc, *hints, source, "../launch_timer.o", "-Xlinker", WRAP, "-o", program])


def time_of(name, kind):
    """The sum over the launches, and what went wrong."""
    lines = (FOLDER / f"{name}.cu").read_text().splitlines()
    large = next((line.split(":")[1] for line in lines if line.startswith("//@ large:")), LARGE)
    status, _, err = run([f"./{name}.{kind}", *large.split()], timed=True)
    times = [float(line.split()[-1]) for line in err.splitlines() if line.startswith("TIMED")]
    return (sum(times), "") if status == 0 and times else (None, f"status {status}: {err[-300:]}")


def sanitize(name, tools):
    """All tools on a rewritten program; what the first that complains says."""
    for tool in tools:
        command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", "99"]
        status, out, err = run([*command, f"./{name}.coalesced", *TINY.split()])
        if status != 0:
            return f"{tool}, status {status}: {(out + err)[-800:]}"
    return ""


def coalesced(nvcc, jobs, only, same, table, tools=(), timed=True):
    """Builds, compares, sanitizes and times them; what went wrong, as (name, what, why)."""
    chosen = names(only)
    if not chosen:
        return []
    complaints, printed = launch_timer(nvcc), {}
    if complaints:
        return complaints
    keys = [(name, kind) for name in chosen for kind in KINDS if (FOLDER / f"{name}{KINDS[kind]}").exists()]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for key, (status, _, err) in zip(keys, pool.map(lambda key: build(*key, nvcc), keys)):
            if status != 0:
                complaints.append((*key, f"not compiled: {err[-600:]}"))
        for key, (status, out, err) in zip(keys, pool.map(lambda key: run([f"./{key[0]}.{key[1]}", *SMALL.split()]), keys)):
            printed[key] = out
            if status != 0:
                complaints.append((*key, f"status {status}: {err[-300:]}"))
            elif not same(printed[key[0], "original"], out):
                complaints.append((*key, f"prints {out!r} and not {printed[key[0], 'original']!r}"))
        if tools:
            found = list(zip(chosen, pool.map(lambda name: sanitize(name, tools), chosen)))
            complaints += [(name, "sanitizer", wrong) for name, wrong in found if wrong]
            clean = sum(not wrong for _, wrong in found)
            print(f"{clean} of {len(found)} rewritten programs without a complaint of {', '.join(tools)}")
    if not timed:
        return complaints
    rows = []
    for name in chosen:
        row = {"name": name}
        for kind in KINDS:
            if (name, kind) in printed:
                row[kind], wrong = time_of(name, kind)
                complaints += [(name, kind, wrong)] if wrong else []
        rows.append(row)
    (HERE / "coalesce.json").write_text(json.dumps(rows, indent=1) + "\n")
    print_table(rows, table)
    return complaints


def print_table(rows, table):
    def milliseconds(row, kind):
        return f"{row[kind]:.4f}" if row.get(kind) else "-"

    def ratio(row, kind):
        return f"{row['coalesced'] / row[kind]:.3f}" if row.get(kind) and row.get("coalesced") else "-"

    head = ["kernel", *(f"{kind} ms" for kind in KINDS), "of original", "of hand"]
    table(head, [[row["name"], *(milliseconds(row, kind) for kind in KINDS), ratio(row, "original"), ratio(row, "hand")] for row in rows])
