"""Builds, checks and times the benchmarks of the kit; prints one table and
writes results.json.

The folder `benchmarks` holds, as `cargo xtask gpu-kit` gathered it:

    NAME/main.c, NAME.h, hand.cu          inputs, check, and the version by hand; further
                                          files of the host, if any
    NAME/facts                            directives, lines of both versions
    NAME/SIZE/*.c, *.kernels.cu           what the compiler made for that size
    NAME/SIZE/as-opencl/*.c               the same as OpenCL; measured where there is a library for it
    NAME/SIZE/flags, NAME/SIZE/work       flags of that size; work for the limit
    NAME/small/                           the same at a small size, for the sanitizer

Every executable checks its own results; only then is it timed, with each of its
launches repeated (launch_timer.cu). The time of a benchmark is the sum over
its launches.
"""

import concurrent.futures
import datetime
import functools
import json
import math
import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FORMS = ("ours", "hand", "opencl")
WRAP = "--wrap=cudaLaunchKernel,--wrap=__cudaLaunchKernel"


def run(command, cwd, limit=300, **more):
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=limit, **more)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return "time limit", "", ""
    except OSError as error:
        return "not run", "", str(error)


def words(path):
    return path.read_text().split() if path.exists() else []


def toolkit(nvcc):
    found = shutil.which(nvcc[0])
    return pathlib.Path(found).resolve().parent.parent if found else None


def include(nvcc):
    return [f"-I{toolkit(nvcc) / 'include'}"] if toolkit(nvcc) else []


def open_cl(nvcc):
    """Where the toolkit has OpenCL's headers and its loader."""
    root = toolkit(nvcc)
    folders = [root / "lib64", *root.glob("targets/*/lib")] if root else []
    return [*include(nvcc), *(f"-L{folder}" for folder in folders), *(f"-Wl,-rpath,{folder}" for folder in folders)]


@functools.cache
def with_driver():
    """The environment in which the loader finds NVIDIA's driver, also where nobody has installed a file that names it."""
    vendors = HERE / "vendors"
    vendors.mkdir(exist_ok=True)
    (vendors / "nvidia.icd").write_text("libnvidia-opencl.so.1\n")
    return {**os.environ, "OCL_ICD_VENDORS": str(vendors), "OPENCL_VENDOR_PATH": str(vendors)}


def launch_timer(nvcc):
    """Compiles what times launches; what went wrong."""
    status, _, err = run([*nvcc, "-O3", "-c", "launch_timer.cu", "-o", "launch_timer.o"], HERE)
    return [("launch_timer.cu", "not compiled", err)] if status != 0 else []


def build(size, which, nvcc):
    """One executable: C by the C compiler, CUDA by nvcc."""
    folder = size.parent
    flags = [*words(size / "flags"), f"-I{folder}", "-I.."]
    if which == "opencl":
        sources = [*sorted((size / "as-opencl").glob("*.c")), HERE / "open_cl_timer.c"]
        wrap = "-Wl,--wrap=clEnqueueNDRangeKernel,--wrap=clCreateCommandQueue"
        return run(["cc", "-O2", "-fopenmp", "-w", *flags, *open_cl(nvcc), *map(str, sources), "-o", str(size / which), wrap,
                    "-lOpenCL", "-lm"], folder)
    if which == "ours":
        sources = sorted(size.glob("*.c"))
        kernels = sorted(size.glob("*.cu"))
    else:
        sources = sorted(folder.glob("*.c"))
        kernels = [folder / "hand.cu"]
    objects = []
    for source in sources:
        target = size / f"{which}-{source.stem}.o"
        status = run(["cc", "-O2", "-fopenmp", "-w", *include(nvcc), *flags, "-c", str(source), "-o", str(target)], folder)
        if status[0] != 0:
            return status
        objects.append(str(target))
    command = [*nvcc, "-O3", *flags, *map(str, kernels), *objects, str(HERE / "launch_timer.o")]
    return run([*command, "-o", str(size / which), "-Xlinker", WRAP, "-lm", "-lgomp"], folder)


def checked(size, which):
    """What is wrong with the results, or ""."""
    status, out, err = run([str(size / which)], size, env=with_driver())
    return "" if status == 0 else f"status {status}: {out}{err}"[-600:]


def measured(size, which):
    """(what is wrong or "", milliseconds)"""
    status, out, err = run([str(size / which)], size, env={**with_driver(), "LAUNCH_TIMES": "1"})
    lines = [line.split() for line in err.splitlines()]
    times = [float(line[-1]) for line in lines if line and line[0] == "TIMED"]
    return ("", sum(times)) if times else (f"no launch was timed: {err}"[-600:], 0)


def sizes(only):
    folders = sorted(path.parent for path in (HERE / "benchmarks").glob("*/*/work"))
    return [size for size in folders if not only or f"{size.parent.name}/{size.name}" in only or size.parent.name in only]


def limit(size, limits):
    """(milliseconds at the GPU's best, which best) or (None, "")."""
    kind, _, amount = (size / "work").read_text().strip().partition(" ")
    if kind == "none":
        return None, ""
    values = dict(flag[2:].partition("=")[::2] for flag in words(size / "flags") if flag.startswith("-D"))
    numbers = {name: int(value) for name, value in values.items() if value.lstrip("-").isdigit()}
    value = eval(amount, {"__builtins__": {}}, numbers)
    if kind == "cublas":
        status, out, _ = run([str(HERE / "cublas"), str(value)], HERE)
        return (float(out), "cuBLAS") if status == 0 else (None, "")
    names = {"bytes": "copy", "flops": "multiply-add", "special": "special functions"}
    return (value / limits[kind] * 1e3, names[kind]) if limits.get(kind) else (None, "")


def benchmarks(nvcc, jobs, only, table):
    """Runs all of them; what went wrong, as (name, what, why)."""
    chosen = sizes(only)
    if not chosen:
        return []
    complaints = launch_timer(nvcc)
    if complaints:
        return complaints
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        tools = {
            "limits": pool.submit(run, [*nvcc, "-O3", "limits.cu", "-o", "limits"], HERE),
            "cublas": pool.submit(run, [*nvcc, "-O3", "cublas.cu", "-o", "cublas", "-lcublas"], HERE),
        }
        builds = {(size, which): pool.submit(build, size, which, nvcc) for size in chosen for which in FORMS}
        builds = {key: future.result() for key, future in builds.items()}
        for name, future in tools.items():
            if future.result()[0] != 0:
                print(f"no {name}: {future.result()[2][-300:]}")
        verdicts = {key: pool.submit(checked, *key) for key, built in builds.items() if built[0] == 0}
        verdicts = {key: future.result() for key, future in verdicts.items()}
    status, out, _ = run([str(HERE / "limits")], HERE)
    limits = json.loads(out) if status == 0 else {}
    results = []
    for size in chosen:
        name = f"{size.parent.name}/{size.name}"
        facts = json.loads((size.parent / "facts").read_text())
        row = {"name": size.parent.name, "size": size.name, **facts}
        for which in FORMS:
            wrong, time = verdicts.get((size, which), f"not built: {builds[size, which][2][-1500:]}"), 0
            if not wrong:
                wrong, time = measured(size, which)
            if wrong:
                complaints.append((name, which, wrong))
            row[which] = time
        row["limit"], row["limited_by"] = limit(size, limits)
        results.append(row)
    made = {"date": datetime.date.today().isoformat(), "machine": limits, "compiler": compiler(nvcc), "rows": results}
    (HERE / "results.json").write_text(json.dumps(made, indent=1) + "\n")
    print_table(results, table)
    return complaints


def sanitized(nvcc, jobs, only, tools, table):
    """Runs what the compiler made under the tools, at a small size; what they complain about."""
    folders = sorted(path.parent for path in (HERE / "benchmarks").glob("*/small/flags"))
    folders = [folder for folder in folders if not only or folder.parent.name in only]
    complaints = launch_timer(nvcc)
    if complaints:
        return complaints

    def one(folder):
        status, _, err = build(folder, "ours", nvcc)
        if status != 0:
            return "not built", err[-1500:]
        for tool in tools:
            command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", "99", str(folder / "ours")]
            status, out, err = run(command, folder, 180)
            if status != 0:
                return f"{tool}: {'complains' if status == 99 else status}", (out + err)[-1500:]
        return "ok", ""

    with concurrent.futures.ThreadPoolExecutor(max(1, jobs // 2)) as pool:
        verdicts = dict(zip(folders, pool.map(one, folders)))
    table(["benchmark", "sanitizer"], [[folder.parent.name, verdict] for folder, (verdict, _) in verdicts.items()])
    return [(folder.parent.name, verdict, why) for folder, (verdict, why) in verdicts.items() if verdict != "ok"]


def compiler(nvcc):
    lines = run([nvcc[0], "--version"], HERE)[1].splitlines()
    return next((line for line in lines if "release" in line), "?")


def print_table(results, table):
    head = ["benchmark", "size", "directives", "lines changed", "ours ms", "hand ms", "ours/hand", "OpenCL ms", "limit ms", "limited by"]
    rows, ratios = [], []
    for row in results:
        good = row["ours"] and row["hand"]
        ratio = row["ours"] / row["hand"] if good else 0
        ratios += [ratio] if good else []
        best = f"{row['limit']:.4f}" if row["limit"] else "-"
        rows.append([row["name"], row["size"], row["directives"], row["changed"], f"{row['ours']:.4f}", f"{row['hand']:.4f}",
                     f"{ratio:.3f}" if good else "FAILED", f"{row['opencl']:.4f}", best, row["limited_by"]])
    table(head, rows)
    if ratios:
        print(f"geometric mean of ours/hand: {geometric_mean(ratios):.3f}")


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))
