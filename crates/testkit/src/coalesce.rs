//! Naive kernels and what `warploom coalesce` makes of them.
//!
//! ```text
//! tests/coalesce/row-sum.cu          a whole program with a naive kernel
//! tests/coalesce/row-sum.after.cu    what it must become, to the letter
//! tests/coalesce/row-sum.hand.cu     the same by hand, for the table of the GPU kit
//! ```
//! Both run on the simulator and on the CPU, for even and odd sizes, and must print
//! the same without a finding. In what came out, no access of a warp may take more
//! than [`ALLOWANCE`] times the transactions of the best, neither by the compiler's
//! own reckoning nor by the simulator's counters. With a CUDA compiler, all of them
//! are compiled by it, once for each text.
//!
//! Lines at the top of a program: `//@ flags: …` goes to `coalesce`;
//! `//@ access: 8, because …` is another allowance for the worst access, by the compiler's
//! reckoning; all of them together have none.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::run;
use crate::compare::{OnDifference, with_file};
use crate::cuda::cuda_compiler;
use crate::discover::files;
use crate::sample::Sample;
use crate::suite::{self, Suite, trial};
use crate::together::together;

/// Rows and columns: whole tiles, less than one, and something over.
const SIZES: [[&str; 2]; 2] = [["64", "64"], ["97", "35"]];

/// What an access may cost, as a multiple of the best; where a tile has more
/// columns than a round, its rows cannot all start with a sector.
const ALLOWANCE: f64 = 1.1;
const WITH_HALO: f64 = 1.25;
/// The same where rows have an odd length and so start anywhere in a sector: a
/// full warp's line is then five sectors and not four, and the last three of 35 columns
/// are now and then two and not one.
const WHERE_ROWS_ARE_ODD: f64 = 1.4;

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let folder = suite.root.join("tests/coalesce");
    let scratch = suite.warploom.parent().unwrap_or(Path::new(".")).join("coalesce-suite");
    std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let code = files(&folder)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "cu"));
    let (made, inputs): (Vec<PathBuf>, Vec<PathBuf>) =
        code.partition(|path| path.to_string_lossy().matches('.').count() > 1);
    let sample = Sample::from_environment();
    let made: Vec<PathBuf> = made.into_iter().filter(|path| sample.has(&suite.name(&folder, path))).collect();
    let mut trials = Vec::new();
    for input in inputs {
        let name = suite.name(&folder, &input);
        let runs = sample.has(&name);
        let test = Test { warploom: suite.warploom.clone(), input, scratch: scratch.clone(), runs };
        trials.push(trial(name, move || test.run()));
    }
    let nvcc = cuda_compiler(suite)?;
    let name = if nvcc.is_some() { "all compile" } else { "all compile: no CUDA compiler" };
    let is_missing = nvcc.is_none();
    let compiled = trial(String::from(name), move || match nvcc {
        Some(nvcc) => compile(&nvcc, &made, &folder, &scratch),
        None => Ok(()),
    });
    trials.push(compiled.with_ignored_flag(is_missing));
    Ok(trials)
}

struct Test {
    warploom: PathBuf,
    input: PathBuf,
    scratch: PathBuf,
    /// Is it compiled and run, besides what the command makes of it?
    runs: bool,
}

impl Test {
    fn run(&self) -> Result<(), String> {
        let name = self.input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let after = name.replace(".cu", ".after.cu");
        let written = self.scratch.join(&after).display().to_string();
        let original = std::fs::read_to_string(&self.input).map_err(|e| e.to_string())?;
        let directive = |name: &str| original.lines().find_map(|line| line.strip_prefix(name));
        let flags = directive("//@ flags:").unwrap_or_default();
        let mut arguments = vec!["coalesce", "--long-rows", &name, "-o", &written];
        arguments.extend(flags.split_whitespace());
        let ran = self.warploom(&arguments)?;
        if ran.status != Some(0) {
            return Err(ran.stderr);
        }
        let text = std::fs::read_to_string(&written).map_err(|e| e.to_string())?;
        with_file(&text, &self.input.with_file_name(&after), OnDifference::from_environment())?;
        let stated = directive("//@ access:").and_then(|line| line.trim().split(',').next()?.parse().ok());
        self.accesses_are_cheap(&after, stated.unwrap_or(ALLOWANCE))?;
        let sizes = SIZES.into_iter().zip([ALLOWANCE, WHERE_ROWS_ARE_ODD]);
        for (size, allowance) in sizes.filter(|_| self.runs) {
            self.prints_the_same(&name, &after, size)?;
            self.counters_are_low(&after, size, allowance)?;
        }
        Ok(())
    }

    /// The original on the simulator, the other one there and on the processor.
    fn prints_the_same(&self, before: &str, after: &str, size: [&str; 2]) -> Result<(), String> {
        let [rows, columns] = size;
        let run = |program: &str, target: &str| {
            let ran = self.warploom(&["run", "--target", target, program, "--", rows, columns])?;
            match ran.status {
                Some(0) => Ok(ran.stdout),
                _ => Err(format!("{rows} by {columns} on {target}:\n{}", ran.stderr)),
            }
        };
        let wanted = run(before, "sim")?;
        for target in ["sim", "cpu"] {
            let printed = run(after, target)?;
            if printed != wanted {
                let outputs = format!("before:\n{wanted}after:\n{printed}");
                return Err(format!("{rows} by {columns} on {target} gives something else\n{outputs}"));
            }
        }
        Ok(())
    }

    /// What the simulator counts, all accesses to device memory together. The fewest are
    /// those of lanes in their places: if some of them write and data tells which, as
    /// in `clamp-some`, the others' elements still lie between theirs.
    fn counters_are_low(&self, name: &str, size: [&str; 2], allowance: f64) -> Result<(), String> {
        let [rows, columns] = size;
        let json = self.scratch.join(format!("{name}.{rows}.json")).display().to_string();
        let ran = self.warploom(&["profile", "--json", &json, name, "--", rows, columns])?;
        let text = std::fs::read_to_string(&json).map_err(|e| format!("{e}\n{}", ran.stderr))?;
        let profile: serde_json::Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        let kernels = profile["kernels"].as_array().into_iter().flatten();
        let accesses = kernels.flat_map(|kernel| kernel["accesses"].as_array().into_iter().flatten());
        let global: Vec<_> = accesses.filter(|access| access["memory"] == "global").collect();
        let total = |counter: &str| global.iter().filter_map(|access| access[counter].as_f64()).sum::<f64>();
        let (now, best) = (total("transactions"), total("in_place_transactions"));
        match now <= best * allowance {
            true if best > 0.0 => Ok(()),
            _ => Err(format!("{rows} by {columns}: {now} transactions of {name}, {best} at best")),
        }
    }

    /// `32 transactions, 4 at best` is too much.
    fn accesses_are_cheap(&self, name: &str, allowance: f64) -> Result<(), String> {
        let table = self.warploom(&["check", "--explain-accesses", name])?.stdout;
        for line in table.lines().filter(|line| line.starts_with("  line")) {
            let price = line.split("  ").last().unwrap_or_default().trim();
            let numbers: Vec<f64> = price.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let fine = match numbers.as_slice() {
                [_] => true,
                // Only a run can tell, and does.
                [] if line.contains("irregular") => allowance > ALLOWANCE,
                [now, best] if line.contains("misaligned") => *now <= best * WITH_HALO,
                [now, best] => *now <= best * allowance,
                _ => false,
            };
            if !fine {
                return Err(format!("too expensive in {name}:\n{line}"));
            }
        }
        Ok(())
    }

    fn warploom(&self, arguments: &[&str]) -> Result<crate::command::Ran, String> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        run(&self.warploom, &arguments, self.input.parent().unwrap_or(Path::new(".")))
    }
}

/// Compiles what has changed since it was compiled last: all of it at once, and if that
/// fails one after the other, to know which it is.
fn compile(nvcc: &Path, programs: &[PathBuf], folder: &Path, scratch: &Path) -> Result<(), String> {
    let headers = ["harness.h", "hand.h"].map(|name| folder.join(name)).to_vec();
    let mut changed: Vec<(&Path, PathBuf)> = Vec::new();
    for program in programs {
        let mut hasher = DefaultHasher::new();
        for file in headers.iter().chain([program]) {
            std::fs::read(file).map_err(|e| e.to_string())?.hash(&mut hasher);
        }
        nvcc.hash(&mut hasher);
        let digest = scratch.join(format!("{:016x}", hasher.finish()));
        if !digest.is_file() {
            changed.push((program, digest));
        }
    }
    let sources: Vec<&Path> = changed.iter().map(|(program, _)| *program).collect();
    let all = scratch.join("all.cu");
    std::fs::write(&all, together(&sources, &headers)?).map_err(|e| e.to_string())?;
    if compile_one(nvcc, &all, folder, scratch).is_err() {
        sources.iter().try_for_each(|program| compile_one(nvcc, program, folder, scratch))?;
    }
    changed.iter().try_for_each(|(_, digest)| std::fs::write(digest, "").map_err(|e| e.to_string()))
}

fn compile_one(nvcc: &Path, program: &Path, folder: &Path, scratch: &Path) -> Result<(), String> {
    let toolkit = nvcc.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    // 177: functions of the harness that a program does not need; 20199: pragmas that are for us.
    let mut arguments =
        ["-arch=sm_90", "-Werror", "all-warnings", "-diag-suppress", "177,20199"].map(String::from).to_vec();
    arguments.push(format!("-I{}", toolkit.join("include").display()));
    let object = scratch.join("compiled.o").display().to_string();
    arguments.extend(["-c", "-o", &object, &program.display().to_string()].map(String::from));
    let ran = run(nvcc, &arguments, folder)?;
    match ran.status {
        Some(0) => Ok(()),
        _ => Err(format!("nvcc does not compile {}:\n{}", program.display(), ran.stderr)),
    }
}
