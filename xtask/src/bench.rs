//! The front end beside `gcc -fsyntax-only`: a small program with the usual
//! headers, large generated programs, and how time and memory grow.

use std::path::Path;
use std::process::Command;

use crate::measure::{Figures, median};
use crate::shell::Shell;

/// Sizes for the growth table, in lines.
const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];
const SEED: u64 = 1;

/// Prints the tables.
pub fn front_end(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--release", "--package", "warploom"]))?;
    let warploom = shell.target().join("release/warploom");
    let folder = shell.target().join("bench");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    shell.say(&row(&["program", "warploom", "gcc", "ratio", "memory", "gcc memory"].map(String::from)));
    let small = folder.join("small.c");
    std::fs::write(&small, SMALL).map_err(|e| e.to_string())?;
    compare(shell, &warploom, &small, "small, 6 headers", 31)?;
    let mut grown: Vec<(usize, Figures)> = Vec::new();
    for lines in SIZES {
        let file = folder.join(format!("large-{lines}.c"));
        std::fs::write(&file, generate::large(lines, SEED)).map_err(|e| e.to_string())?;
        let runs = if lines < 1_000_000 { 7 } else { 3 };
        grown.push((lines, compare(shell, &warploom, &file, &format!("{lines} lines"), runs)?));
    }
    shell.say("");
    for pair in grown.windows(2) {
        let [(from, before), (to, after)] = pair else { continue };
        let factor = |a: f64, b: f64| format!("{:.1}x", b / a);
        shell.say(&format!(
            "{from} -> {to} lines ({}x): time {}, memory {}",
            to / from,
            factor(before.seconds, after.seconds),
            factor(before.mebibytes, after.mebibytes)
        ));
    }
    Ok(())
}

/// Files, lines and kernels of the programs for the second table.
const PROGRAMS: [(usize, usize, usize); 3] = [(10, 12_500, 50), (20, 25_000, 100), (40, 50_000, 200)];
/// What the largest may take.
const LONGEST: f64 = 3.0;

/// Translates programs of many files to both targets; the largest within
/// [`LONGEST`] seconds.
pub fn whole_program(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--release", "--package", "warploom"]))?;
    let warploom = shell.target().join("release/warploom");
    let mut slow = Vec::new();
    for target in ["cuda", "cpu"] {
        let mut before: Option<f64> = None;
        for (files, lines, kernels) in PROGRAMS {
            let folder = shell.target().join("bench").join(format!("program-{files}"));
            std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
            let mut inputs = Vec::new();
            for (name, text) in generate::large_program(files, lines, kernels, SEED) {
                std::fs::write(folder.join(&name), text).map_err(|e| e.to_string())?;
                inputs.extend(name.ends_with(".c").then_some(name));
            }
            let translate = || {
                let mut command = Command::new(&warploom);
                command
                    .current_dir(&folder)
                    .args(["translate", "--target", target, "-o", "out/"])
                    .args(&inputs);
                command
            };
            let took = median(translate, 3)?;
            let growth = before.map_or_else(String::new, |b| format!(", {:.2}x", took.seconds / b));
            shell.say(&format!(
                "{target}: {files} files, {lines} lines, {kernels} kernels: {:.2} s{growth}, {:.0} MiB",
                took.seconds, took.mebibytes
            ));
            if lines == 50_000 && took.seconds > LONGEST {
                slow.push(format!("{target} takes {:.2} s, more than {LONGEST}", took.seconds));
            }
            before = Some(took.seconds);
        }
    }
    if slow.is_empty() { Ok(()) } else { Err(slow.join("\n")) }
}

/// Lines of the programs that are annotated.
const ANNOTATED: [usize; 3] = [5_000, 10_000, 50_000];
/// What the largest may take, in seconds.
const LONGEST_ANNOTATION: f64 = 15.0;

/// Annotates sequential programs of one file; the largest within [`LONGEST_ANNOTATION`] seconds.
pub fn annotate(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--release", "--package", "warploom"]))?;
    let warploom = shell.target().join("release/warploom");
    let folder = shell.target().join("bench");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut slow = Vec::new();
    for options in [&["annotate"][..], &["annotate", "--force"]] {
        let mut before: Option<(usize, f64)> = None;
        for lines in ANNOTATED {
            let file = folder.join(format!("sequential-{lines}.c"));
            std::fs::write(&file, generate::large_sequential(lines, SEED)).map_err(|e| e.to_string())?;
            let took = median(|| with_file(&warploom, options, &file), 1)?;
            let power = before.map(|(n, t)| (took.seconds / t).ln() / (lines as f64 / n as f64).ln());
            let growth = power.map_or_else(String::new, |power| format!(", growth n^{power:.2}"));
            let (seconds, memory) = (took.seconds, took.mebibytes);
            shell.say(&format!(
                "{}: {lines} lines: {seconds:.2} s{growth}, {memory:.0} MiB",
                options.join(" ")
            ));
            if seconds > LONGEST_ANNOTATION {
                slow.push(format!("{lines} lines take {seconds:.1} s, more than {LONGEST_ANNOTATION}"));
            }
            before = Some((lines, seconds));
        }
    }
    if slow.is_empty() { Ok(()) } else { Err(slow.join("\n")) }
}

/// Accesses of one kernel, for the third table.
const ACCESSES: [usize; 4] = [25, 100, 400, 1600];
/// What 400 of them may take, in seconds, and the power of growth.
const LONGEST_CHECK: (f64, f64) = (2.0, 1.5);

/// Checks kernels that were unrolled by hand, and lines that are all broken:
/// time grows with the number of accesses, not with their pairs.
pub fn accesses(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--release", "--package", "warploom"]))?;
    let warploom = shell.target().join("release/warploom");
    let folder = shell.target().join("bench");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut slow = Vec::new();
    let mut before: Option<(usize, f64)> = None;
    for count in ACCESSES {
        let file = folder.join(format!("accesses-{count}.c"));
        std::fs::write(&file, unrolled(count)).map_err(|e| e.to_string())?;
        let took = median(|| with_file(&warploom, &["check"], &file), 3)?.seconds;
        let power = before.map(|(n, t)| (took / t).ln() / (count as f64 / n as f64).ln());
        let growth = power.map_or_else(String::new, |power| format!(", growth n^{power:.2}"));
        shell.say(&format!("{count} accesses: {took:.3} s{growth}"));
        let (longest, steepest) = LONGEST_CHECK;
        if count == 400 && took > longest || power.is_some_and(|power| power > steepest) {
            slow.push(format!("{count} accesses take {took:.2} s"));
        }
        before = Some((count, took));
    }
    if slow.is_empty() { Ok(()) } else { Err(slow.join("\n")) }
}

/// A kernel whose rows are written out element by element: three accesses each.
fn unrolled(accesses: usize) -> String {
    let columns = accesses.div_ceil(3);
    let lines: String = (0..columns).map(|k| format!("m[i][{k}] = m[i][{k}] * 0.5f + x[i];\n")).collect();
    format!(
        "float m[256][{columns}], x[256];\nvoid f(void) {{\n\
         #pragma hicuda global alloc m[*][*] copyin\n#pragma hicuda global alloc x[*] copyin\n\
         #pragma hicuda kernel k tblock(4) thread(64)\n\
         #pragma hicuda loop_partition over_tblock over_thread\n\
         for (int i = 0; i < 256; i++) {{\n{lines}}}\n#pragma hicuda kernel_end\n\
         #pragma hicuda global copyout m[*][*]\n#pragma hicuda global free m x\n}}\n"
    )
}

const SMALL: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>
#include <time.h>
#define N 64
static double a[N][N], b[N][N], c[N][N];
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sqrt(sum);
    }
  printf(\"%f\\n\", c[1][2]);
  return 0;
}
";

fn compare(shell: &Shell, warploom: &Path, file: &Path, name: &str, runs: usize) -> Result<Figures, String> {
    let ours = median(|| with_file(warploom, &["check"], file), runs)?;
    let gcc = median(|| with_file(Path::new("gcc"), &["-fsyntax-only", "-w"], file), runs)?;
    let milliseconds = |figures: Figures| format!("{:.1} ms", figures.seconds * 1e3);
    let memory = |figures: Figures| format!("{:.0} MiB", figures.mebibytes);
    let ratio = format!("{:.2}", ours.seconds / gcc.seconds);
    shell.say(&row(&[
        name.to_string(),
        milliseconds(ours),
        milliseconds(gcc),
        ratio,
        memory(ours),
        memory(gcc),
    ]));
    Ok(ours)
}

fn with_file(program: &Path, arguments: &[&str], file: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).arg(file);
    command
}

fn row(cells: &[String; 6]) -> String {
    let [name, rest @ ..] = cells;
    let rest: String = rest.iter().map(|cell| format!("{cell:>13}")).collect();
    format!("{name:<18}{rest}")
}
