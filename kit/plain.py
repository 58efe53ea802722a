"""Builds, checks and times plain C that was annotated; prints a table and writes plain.json.

The folder `plain` holds, as `cargo xtask plain-kit` gathered it:

    SET/NAME/NAME.c, *.h        the program as it was written
    SET/NAME/annotated.cu       what the compiler made of it, or annotated.c and annotated.kernels.cu for what is no C++;
                                neither where nothing is worth a kernel
    SET/NAME/flags, arguments   for the compilers and the program
    SET/NAME/checked            arguments for the comparison, where the sequential program would take too long

Each program must print what the sequential one prints, without multiplications that round once with an addition
(`-fmad=false`). Then three things are measured. *Kernels*: the time between events around each launch, summed up; for
the loops with each launch repeated, as the benchmarks have it, for the thirty computations in the last of two rounds.
*Region*: the wall time until the results are on the host, for programs that say it, the median of nine rounds after the
first. *Sequential*: the same region by `cc -O2` on one core.
"""

import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import statistics

from benchmarks import HERE, WRAP, compiler, include, launch_timer, run, words

# Whole programs that take long at the measured sizes without a GPU.
LIMIT = 240


def plain(nvcc, jobs, only, same, table):
    """Runs all of them; what went wrong, as (name, what, why)."""
    folders = sorted(path.parent for path in (HERE / "plain").glob("*/*/arguments"))
    folders = [f for f in folders if not only or f.name in only or f.parent.name in only]
    if not folders:
        return []
    complaints = launch_timer(nvcc)
    if complaints:
        return complaints
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        builds = dict(zip(folders, pool.map(lambda folder: build(folder, nvcc), folders)))
        # The slow ones side by side, on the processor; the GPU has one program at a time.
        sequential = dict(zip(folders, pool.map(sequentially, folders)))
    rows = []
    for folder in folders:
        row = {"set": folder.parent.name, "name": folder.name, "arguments": " ".join(words(folder / "arguments"))}
        row["flags"] = " ".join(words(folder / "flags"))
        row["computes"] = computes(folder)
        wrong = builds[folder] or sequential[folder]["wrong"] or measure(folder, sequential[folder]["printed"], same, row)
        row["sequential"] = sequential[folder]["region"]
        if wrong:
            complaints.append((f"{row['set']}/{row['name']}", "plain", wrong))
        row["right"] = not wrong
        rows.append(row)
    made = {"date": datetime.date.today().isoformat(), "compiler": compiler(nvcc), "rows": rows}
    (HERE / "plain.json").write_text(json.dumps(made, indent=1) + "\n")
    shown = [[row["set"], row["name"], row.get("launches", ""), figure(row.get("kernels")), figure(row.get("region")),
              figure(row["sequential"]), "ok" if row["right"] else "WRONG"] for row in rows]
    table(["set", "program", "launches", "kernels ms", "region ms", "sequential ms", ""], shown)
    return complaints


def kernels(folder):
    """The file with kernels, if any."""
    return next((file for file in ("annotated.cu", "annotated.kernels.cu") if (folder / file).exists()), None)


def computes(folder):
    """Is there a kernel beside those that set the inputs?"""
    text = (folder / "annotated" / f"{folder.name}.c").read_text()
    return re.search(r"hicuda kernel (?!set_)", text) is not None


def build(folder, nvcc):
    """What is wrong, or ""."""
    flags = [*words(folder / "flags"), "-I."]
    relaxed = [word for word in nvcc if word not in ("-Werror", "all-warnings")]
    status, err = 0, ""
    if kernels(folder):
        host = []
        if (folder / "annotated.c").exists():
            c = ["cc", "-O2", "-w", *include(nvcc), *flags, "-c", "annotated.c", "-o", "annotated.o"]
            status, _, err = run(c, folder)
            host = ["annotated.o"]
        command = [*relaxed, *flags, kernels(folder), *host, str(HERE / "launch_timer.o"), "-Xlinker", WRAP, "-o"]
        if status == 0:
            status, _, err = run([*command, "ours"], folder)
        if status == 0:
            status, _, err = run([*command, "exact", "-fmad=false"], folder)
    if status == 0:
        status, _, err = run(["cc", "-O2", "-w", *flags, f"{folder.name}.c", "-o", "sequential", "-lm"], folder)
    return "" if status == 0 else f"not built: {err[-1500:]}"


def program(folder, which, arguments="arguments", **variables):
    command = [f"./{which}", *words(folder / arguments)]
    return run(command, folder, LIMIT, env={**os.environ, **variables})


def regions(err):
    return [float(line.split()[2]) for line in err.splitlines() if line.startswith("region ")]


def compared_at(folder):
    return "checked" if (folder / "checked").exists() else "arguments"


def sequentially(folder):
    status, out, err = program(folder, "sequential", compared_at(folder), REGION_TIMES="1")
    wrong = "" if status == 0 else f"sequential: status {status}: {err[-300:]}"
    return {"wrong": wrong, "printed": out, "region": (regions(err) or [None])[0]}


def measure(folder, expected, same, row):
    """Fills the row; what is wrong, or ""."""
    if not kernels(folder):
        return ""
    status, out, err = program(folder, "exact", compared_at(folder))
    if status != 0 or not same(expected, out):
        return f"status {status}: expected {expected[:160]!r}, got {out[:160]!r} {err[-300:]}"
    if folder.parent.name == "loops":
        _, _, err = program(folder, "ours", LAUNCH_TIMES="each")
        times = [float(line.split()[-1]) for line in err.splitlines() if line.startswith("TIMED ")]
        row["launches"], row["kernels"] = len(times), sum(times)
        return ""
    rounds = {"REPEAT": "2"} if folder.parent.name == "polybench" else {}
    _, _, err = program(folder, "ours", LAUNCH_TIMES="sum", **rounds)
    sums = [line.split() for line in err.splitlines() if line.startswith("SUMMED ")]
    if sums:
        row["launches"], row["kernels"] = int(sums[0][1]), float(sums[0][2])
    if not rounds:
        return ""
    _, _, err = program(folder, "ours", REGION_TIMES="1", REPEAT="10")
    times = regions(err)[1:]
    if times:
        row["region"] = statistics.median(times)
    return ""


def figure(value):
    return "-" if value is None else f"{value:.4g}"
