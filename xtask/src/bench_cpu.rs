//! Kernels on the CPU target beside the sequential loop with one line of OpenMP.
//!
//! `kit/cpu/NAME.c` has directives, `kit/cpu/NAME_hand.c` the same loop with
//! `#pragma omp parallel for`. Both are compiled with the same compiler and the
//! same flags and run in turns, so that a machine that gets slower gets slower
//! for both; the shortest are compared, since what else the machine does only adds,
//! and adds much where two threads wait for each other:
//!
//! ```text
//! kernel            threads     directives      by hand    ratio
//! jacobi                  1       210.3 ms     209.8 ms     1.00
//! ```
//! Each run warms up before it measures, and both must compute the same.

use std::path::{Path, PathBuf};

use crate::shell::Shell;

const KERNELS: [&str; 4] = ["matmul", "jacobi", "black_scholes", "nbody"];
const FLAGS: [&str; 4] = ["-std=gnu17", "-O3", "-march=native", "-fopenmp"];
const RUNS: usize = 9;
/// The directives may cost this much.
const MOST: f64 = 1.15;

/// Prints the table; an error when a row is above the limit.
pub fn cpu(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--package", "warploom"]))?;
    let bench = Bench { shell, folder: shell.target().join("bench") };
    std::fs::create_dir_all(&bench.folder).map_err(|e| e.to_string())?;
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut too_slow = Vec::new();
    shell
        .say(&format!("{:<16}{:>9}{:>15}{:>13}{:>9}", "kernel", "threads", "directives", "by hand", "ratio"));
    for kernel in KERNELS {
        let pair = [bench.directives(kernel)?, bench.by_hand(kernel)?];
        for threads in if all > 1 { vec![1, all] } else { vec![1] } {
            let [ours, hand] = bench.compare(&pair, threads)?;
            let ratio = ours / hand;
            let [ours, hand] = [ours, hand].map(|seconds| format!("{:.1} ms", seconds * 1e3));
            shell.say(&format!("{kernel:<16}{threads:>9}{ours:>15}{hand:>13}{ratio:>9.2}"));
            if ratio > MOST {
                too_slow.push(format!("{kernel} with {threads} threads: {ratio:.2}"));
            }
        }
    }
    if too_slow.is_empty() { Ok(()) } else { Err(format!("above {MOST}: {}", too_slow.join(", "))) }
}

struct Bench<'a> {
    shell: &'a Shell,
    folder: PathBuf,
}

impl Bench<'_> {
    fn directives(&self, kernel: &str) -> Result<PathBuf, String> {
        let warploom = self.shell.target().join("debug/warploom");
        let translated = self.folder.join(format!("{kernel}.c"));
        let mut command = self.shell.command(warploom, &["translate", "--target", "cpu"]);
        command.arg(self.source(kernel)).arg("-o").arg(&translated);
        self.shell.read(&mut command)?;
        self.compile(&translated, kernel)
    }

    fn by_hand(&self, kernel: &str) -> Result<PathBuf, String> {
        let name = format!("{kernel}_hand");
        self.compile(&self.source(&name), &name)
    }

    fn source(&self, name: &str) -> PathBuf {
        self.shell.root.join(format!("kit/cpu/{name}.c"))
    }

    fn compile(&self, source: &Path, name: &str) -> Result<PathBuf, String> {
        let program = self.folder.join(name);
        let mut cc = self.shell.command("cc", &FLAGS);
        cc.arg("-I").arg(self.shell.root.join("kit/cpu")).arg(source).arg("-o").arg(&program).arg("-lm");
        self.shell.read(&mut cc)?;
        Ok(program)
    }

    /// The median seconds of both programs, run in turns.
    fn compare(&self, pair: &[PathBuf; 2], threads: usize) -> Result<[f64; 2], String> {
        let mut times: [Vec<f64>; 2] = Default::default();
        for _ in 0..RUNS {
            let [(ours, a), (hand, b)] = [self.run(&pair[0], threads)?, self.run(&pair[1], threads)?];
            if a != b {
                return Err(format!("{} computes {a}, by hand it is {b}", pair[0].display()));
            }
            times[0].push(ours);
            times[1].push(hand);
        }
        Ok(times.map(|times| times.into_iter().fold(f64::INFINITY, f64::min)))
    }

    /// The seconds a program measured, and its result.
    fn run(&self, program: &Path, threads: usize) -> Result<(f64, String), String> {
        let mut command = self.shell.command(program, &[]);
        let printed = self.shell.read(command.env("OMP_NUM_THREADS", threads.to_string()))?;
        let mut words = printed.split_whitespace();
        let seconds = words.next().and_then(|word| word.parse().ok());
        let seconds = seconds.ok_or(format!("{} printed {printed:?}", program.display()))?;
        Ok((seconds, words.next().unwrap_or_default().to_string()))
    }
}
