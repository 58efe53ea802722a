//! The naive kernels of `tests/coalesce`, raised to sequential C.
//!
//! Each program is raised, compiled by gcc alone, and must print what the CUDA program prints on
//! the simulator, for sizes that fill blocks and sizes that do not. All of them are raised: one
//! that is refused, or prints something else, is a failure.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::run;
use crate::discover::files;
use crate::sample::Sample;
use crate::suite::{self, Suite, trial};

/// Rows and columns: whole blocks, and something over.
const SIZES: [[&str; 2]; 2] = [["64", "64"], ["97", "35"]];

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let folder = suite.root.join("tests/coalesce");
    let scratch = suite.warploom.parent().unwrap_or(Path::new(".")).join("raise-suite");
    std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let is_input = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".cu") && name.matches('.').count() == 1
    };
    let sample = Sample::from_environment();
    let mut trials = Vec::new();
    for input in files(&folder)?.into_iter().filter(is_input) {
        let name = suite.name(&folder, &input);
        let runs = sample.has(&name);
        let test = Test { warploom: suite.warploom.clone(), input, scratch: scratch.clone() };
        trials.push(trial(name, move || test.run(runs)));
    }
    Ok(trials)
}

struct Test {
    warploom: PathBuf,
    input: PathBuf,
    scratch: PathBuf,
}

impl Test {
    /// Compiles what is raised, and compares what the programs print if they run.
    fn run(&self, runs: bool) -> Result<(), String> {
        let folder = self.input.parent().unwrap_or(Path::new("."));
        let name = self.input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = self.scratch.join(name.replace(".cu", ".c"));
        let program = source.with_extension("");
        let raised = run(
            &self.warploom,
            &["raise", &name, "-o", &source.display().to_string()].map(String::from),
            folder,
        )?;
        if raised.status != Some(0) {
            return Err(raised.stderr);
        }
        let arguments =
            ["-O1", "-w", "-I.", &source.display().to_string(), "-o", &program.display().to_string(), "-lm"];
        let compiled = run(Path::new("gcc"), &arguments.map(String::from), folder)?;
        if compiled.status != Some(0) {
            return Err(format!("gcc does not compile it:\n{}", compiled.stderr));
        }
        for [rows, columns] in SIZES.into_iter().filter(|_| runs) {
            let simulated = ["run", "--target", "sim", &name, "--", rows, columns].map(String::from);
            let wanted = run(&self.warploom, &simulated, folder)?;
            let printed = run(&program, &[rows, columns].map(String::from), folder)?;
            if printed.stdout != wanted.stdout || wanted.status != Some(0) {
                return Err(format!(
                    "{rows} by {columns} gives something else\nCUDA:\n{}{}raised:\n{}",
                    wanted.stdout, wanted.stderr, printed.stdout
                ));
            }
        }
        Ok(())
    }
}
