//! Random programs with directives: what the CPU target makes of them must
//! print what the sequential program prints.
//!
//! Programs come from `generate::kernels`, a few dozen per file, so that the
//! compilers start seldom. When a file fails, each of its programs is tried
//! alone; the seeds that fail are named and their files stay.
//!
//! `WARPLOOM_SEEDS=1000..3000` chooses the programs; `cargo xtask
//! fuzz-kernels` sets it. A sample of the CUDA output is compiled where a CUDA
//! compiler is found: on the path, or where `cargo xtask cuda` puts it.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::{Ran, run};
use crate::compare::diff;
use crate::suite::{self, Suite, trial};

/// Programs per file.
const PER_FILE: u64 = 20;
/// Files of which the CUDA form is compiled too.
const CUDA_FILES: usize = 2;
/// What is tried without a wish.
const SEEDS: Range<u64> = 0..240;

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let place = suite.warploom.parent().unwrap_or(Path::new(".")).join("kernels");
    let bench = Bench { warploom: suite.warploom.clone(), place };
    let seeds = match std::env::var("WARPLOOM_SEEDS") {
        Ok(text) => range(&text).ok_or(format!("WARPLOOM_SEEDS: `{text}` is not like 100..200"))?,
        Err(_) => SEEDS,
    };
    let mut trials = Vec::new();
    let regression = bench.clone();
    trials.push(trial(String::from("regressions"), move || {
        regression.compare("regressions", &generate::kernels::regressions())
    }));
    let nvcc = cuda_compiler(suite);
    let starts: Vec<u64> = seeds.clone().step_by(PER_FILE as usize).collect();
    for &start in &starts {
        let (bench, end) = (bench.clone(), seeds.end.min(start + PER_FILE));
        trials.push(trial(format!("seeds {start}..{end}"), move || bench.compare_seeds(start..end)));
    }
    for &start in starts.iter().take(CUDA_FILES) {
        let (bench, nvcc, end) = (bench.clone(), nvcc.clone(), seeds.end.min(start + PER_FILE));
        let is_missing = nvcc.is_none();
        let test = move || bench.compile_cuda(&nvcc.unwrap_or_default(), start..end);
        trials.push(trial(format!("cuda, seeds {start}..{end}"), test).with_ignored_flag(is_missing));
    }
    Ok(trials)
}

fn range(text: &str) -> Option<Range<u64>> {
    let (start, end) = text.split_once("..")?;
    Some(start.parse().ok()?..end.parse().ok()?)
}

/// `nvcc`, if there is one.
pub fn cuda_compiler(suite: &Suite) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let installed = std::env::split_paths(&path).map(|folder| folder.join("nvcc"));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(suite.root.join("target"), PathBuf::from);
    let wheel = target.join("cuda/nvidia/cu13/bin/nvcc");
    installed.chain([wheel]).find(|nvcc| nvcc.is_file())
}

#[derive(Clone)]
struct Bench {
    warploom: PathBuf,
    /// Below cargo's target folder.
    place: PathBuf,
}

impl Bench {
    fn compare_seeds(&self, seeds: Range<u64>) -> Result<(), String> {
        let all: Vec<u64> = seeds.clone().collect();
        let name = format!("{}-{}", seeds.start, seeds.end);
        let Err(together) = self.compare(&name, &generate::kernels::batch(&all)) else { return Ok(()) };
        let alone = |&seed: &u64| {
            let failed = self.compare(&format!("seed-{seed}"), &generate::kernels::program(seed)).err()?;
            Some(format!("seed {seed}: {failed}"))
        };
        let failures: Vec<String> = all.iter().filter_map(alone).collect();
        if failures.is_empty() {
            return Err(format!("together, not alone: {together}"));
        }
        Err(failures.join("\n"))
    }

    /// Compiles a program as it is and translated, and compares what both print.
    fn compare(&self, name: &str, text: &str) -> Result<(), String> {
        let folder = self.folder(name, text)?;
        let expected = self.behaviour(&folder, "program.c", "oracle", &["-lm"])?;
        self.translate(&folder, "cpu", "translated.c")?;
        let actual = self.behaviour(&folder, "translated.c", "translated", &["-fopenmp", "-lm"])?;
        if actual != expected {
            let [old, new] =
                [&expected, &actual].map(|ran| format!("{:?}\n{}{}", ran.status, ran.stdout, ran.stderr));
            let difference = diff(&old, &new, "sequential");
            let short: String = difference.chars().take(2000).collect();
            return Err(format!("{} prints something else:\n{short}", folder.display()));
        }
        std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())
    }

    fn compile_cuda(&self, nvcc: &Path, seeds: Range<u64>) -> Result<(), String> {
        let all: Vec<u64> = seeds.clone().collect();
        let folder = self.folder(&format!("cuda-{}", seeds.start), &generate::kernels::batch(&all))?;
        self.translate(&folder, "cuda", "translated.cu")?;
        // What the program itself does not use is no fault of its translation.
        let unused = ["-diag-suppress", "177,550"];
        let flags = ["-arch=sm_90", "-Werror", "all-warnings", "-c", "-o", "translated.o", "translated.cu"];
        let flags: Vec<String> = unused.iter().chain(&flags).map(ToString::to_string).collect();
        let compiled = run(nvcc, &flags, &folder)?;
        if compiled.status != Some(0) {
            let short: String = compiled.stderr.chars().take(3000).collect();
            return Err(format!("{}: nvcc does not compile it:\n{short}", folder.display()));
        }
        std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())
    }

    fn folder(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let folder = self.place.join(name);
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        std::fs::write(folder.join("program.c"), text).map_err(|e| e.to_string())?;
        Ok(folder)
    }

    fn translate(&self, folder: &Path, target: &str, output: &str) -> Result<(), String> {
        let arguments = ["translate", "--target", target, "program.c", "-o", output].map(String::from);
        let ran = run(&self.warploom, &arguments, folder)?;
        if ran.status == Some(0) {
            return Ok(());
        }
        let short: String = ran.stderr.chars().take(3000).collect();
        Err(format!("{}: not translated ({:?}):\n{short}", folder.display(), ran.status))
    }

    fn behaviour(&self, folder: &Path, source: &str, program: &str, flags: &[&str]) -> Result<Ran, String> {
        let mut arguments = ["-std=gnu17", "-O1", "-w", source, "-o", program].map(String::from).to_vec();
        arguments.extend(flags.iter().map(ToString::to_string));
        let compiled = run(Path::new("cc"), &arguments, folder)?;
        if compiled.status != Some(0) {
            let short: String = compiled.stderr.chars().take(3000).collect();
            return Err(format!("{}: cc does not compile {source}:\n{short}", folder.display()));
        }
        run(&folder.join(program), &[], folder)
    }
}
