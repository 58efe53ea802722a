"""Compiles, runs and compares every program of the kit; prints one table.

The folder holds, as `cargo xtask gpu-kit` gathered it:

    programs/NAME/whole.cu                 host and kernels in one file
    programs/NAME/split/*.c, *.cu          hosts in C, kernels apart
    programs/NAME/include/                 headers of the program, if any
    programs/NAME/expected                 what the sequential program prints
    programs/NAME/flags, arguments         for the compilers and the program, if any
    launch_timer.cu                        repeats and times launches
    benchmarks/                            see benchmarks.py
    coalesce/                              see coalesce.py
    plain/                                 see plain.py

Exit status 1 when anything failed.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import time

from benchmarks import benchmarks, sanitized
from coalesce import coalesced
from plain import plain

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = ("memcheck", "racecheck", "synccheck")
PROGRAMS = {"whole": "./whole", "split": "split/program"}


def run(command, cwd, limit=120):
    """The exit status and both streams; a limit reached is a status of its own."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=limit)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return "time limit", "", ""
    except OSError as error:
        return "not run", "", str(error)


def words(folder, name):
    path = folder / name
    return path.read_text().split() if path.exists() else []


def compile_whole(folder, nvcc):
    return run([*nvcc, "whole.cu", "-o", "whole", *words(folder, "flags")], folder)


def cuda_headers(nvcc):
    """Where cuda_runtime.h is, for the C compiler."""
    found = shutil.which(nvcc[0])
    return [f"-I{pathlib.Path(found).resolve().parent.parent / 'include'}"] if found else []


def compile_split(folder, nvcc):
    objects = []
    for host in sorted((folder / "split").glob("*.c")):
        objects.append(str(host.with_suffix(".o")))
        c = ["cc", "-O2", "-w", *cuda_headers(nvcc), "-c", str(host), "-o", objects[-1]]
        status = run([*c, *words(folder, "flags")], folder)
        if status[0] != 0:
            return status
    kernels = [str(file) for file in sorted((folder / "split").glob("*.cu"))]
    return run([*nvcc, *kernels, *objects, "-o", "split/program", *words(folder, "flags")], folder)


def compile_all(programs, nvcc, jobs):
    """Every compilation, in parallel: (folder, form) -> result."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {}
        for folder in programs:
            if (folder / "whole.cu").exists():
                waiting[folder, "whole"] = pool.submit(compile_whole, folder, nvcc)
            if (folder / "split").exists():
                waiting[folder, "split"] = pool.submit(compile_split, folder, nvcc)
        return {key: future.result() for key, future in waiting.items()}


def same(expected, actual):
    """Equal texts, or equal words where numbers may differ in the last places."""
    if expected == actual:
        return True
    old, new = expected.split(), actual.split()
    return len(old) == len(new) and all(close(a, b) for a, b in zip(old, new))


def close(a, b):
    if a == b:
        return True
    try:
        x, y = float(a), float(b)
    except ValueError:
        return False
    is_integer = all(c in "-0123456789" for c in a + b)
    return not is_integer and abs(x - y) <= 1e-4 * max(abs(x), abs(y)) + 2e-3


def check(folder, form, expected):
    status, out, err = run([PROGRAMS[form], *words(folder, "arguments")], folder)
    if status != 0:
        return f"status {status}", err
    if not same(expected, out):
        return "DIFFERS", first_difference(expected, out)
    return "ok", ""


def first_difference(expected, actual):
    for number, (a, b) in enumerate(zip(expected.splitlines(), actual.splitlines()), 1):
        if not same(a, b):
            return f"line {number}: expected {a[:160]!r}, got {b[:160]!r}"
    return "one output is longer"


def sanitize(folder, form):
    """All tools on one program; the name of the first that complains."""
    for tool in TOOLS:
        command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", "99", PROGRAMS[form]]
        status, out, err = run([*command, *words(folder, "arguments")], folder, 180)
        if status == 99:
            return tool, (out + err)[-1500:]
        if status == "not run":
            return "no tool", err
        if status != 0:
            return f"{tool}: {status}", (out + err)[-600:]
    return "ok", ""


def table(head, rows):
    widths = [max(len(str(row[column])) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip())


def main():
    parser = argparse.ArgumentParser(description="Compile, run and compare the programs of the kit.")
    parser.add_argument("--sanitize", action="store_true", help="also run compute-sanitizer's tools")
    parser.add_argument("--no-timing", action="store_true", help="leave the benchmarks out")
    parser.add_argument("--compile-only", action="store_true", help="for machines without a GPU")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 4)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--benchmarks", nargs="*", metavar="NAME", help="only benchmarks, or only these")
    parser.add_argument("--coalesce", nargs="*", metavar="NAME", help="only rewritten kernels, or only these")
    parser.add_argument("--plain", nargs="*", metavar="NAME", help="only annotated programs, or only these")
    options = parser.parse_args()
    nvcc = [options.nvcc, f"-arch={options.arch}", "-O3", "-Werror", "all-warnings", "-diag-suppress", "177,550"]
    start = time.time()

    if options.benchmarks is not None:
        complaints = []
        if options.sanitize:
            complaints += sanitized(nvcc, options.jobs, options.benchmarks, TOOLS, table)
        if not options.no_timing:
            complaints += benchmarks(nvcc, options.jobs, options.benchmarks, table)
        return report(complaints, 0, start)
    if options.coalesce is not None:
        tools = TOOLS if options.sanitize else ()
        found = coalesced(nvcc, options.jobs, options.coalesce, same, table, tools, not options.no_timing)
        return report(found, 0, start)
    if options.plain is not None:
        return report(plain(nvcc, options.jobs, options.plain, same, table), 0, start)
    programs = folders("programs")
    compiled = compile_all(programs, nvcc, options.jobs)
    print(f"compiled in {time.time() - start:.0f} s")
    rows, complaints = [], []

    def one(folder):
        row, found = [folder.name], []
        expected = (folder / "expected").read_text()
        for form in ("whole", "split"):
            if (folder, form) not in compiled:
                row.append("-")
                continue
            status, _, err = compiled[folder, form]
            if status != 0:
                row.append("not compiled")
                found.append((folder.name, form, err[:1500]))
            elif options.compile_only:
                row.append("compiled")
            else:
                verdict, why = check(folder, form, expected)
                row.append(verdict)
                if why:
                    found.append((folder.name, form, why))
        if options.sanitize:
            form = "whole" if (folder, "whole") in compiled else "split"
            verdict, why = sanitize(folder, form) if row[1 if form == "whole" else 2] == "ok" else ("-", "")
            row.append(verdict)
            if why:
                found.append((folder.name, "sanitizer", why))
        return row, found

    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs // 2)) as pool:
        for row, found in pool.map(one, programs):
            rows.append(row)
            complaints += found
    head = ["program", "whole", "split"] + (["sanitizer"] if options.sanitize else [])
    table(head, rows)
    if options.sanitize and not options.compile_only:
        print()
        complaints += sanitized(nvcc, options.jobs, [], TOOLS, table)
        complaints += coalesced(nvcc, options.jobs, [], same, table, TOOLS, False)
    if not options.no_timing and not options.compile_only:
        print()
        complaints += benchmarks(nvcc, options.jobs, [], table)
        print()
        complaints += coalesced(nvcc, options.jobs, [], same, table)
        print()
        complaints += plain(nvcc, options.jobs, [], same, table)
    return report(complaints, len(programs), start)


def folders(name):
    inside = HERE / name
    return sorted(path for path in inside.iterdir() if path.is_dir()) if inside.is_dir() else []


def report(complaints, programs, start):
    for name, what, why in complaints:
        print(f"\n--- {name}, {what}:\n{why}")
    bad = len(complaints)
    print(f"\n{programs} programs, {bad} complaints, {time.time() - start:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
