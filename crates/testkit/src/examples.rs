//! The examples on the simulator: they find their own results correct, nothing
//! is found wrong with them, and memory does what it did before.
//!
//! ```text
//! examples/transpose.c         run at a small size
//! tests/examples/transpose.sim what was counted
//! ```
//! The papers' programs in `examples/seeds` are small as they are, and run on the
//! processor too.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::{Ran, run};
use crate::compare::{OnDifference, with_file};
use crate::discover::files;
use crate::suite::{self, Suite, trial};

/// Sizes at which counting takes a moment: in which file, what, and instead.
const SMALL: &[(&str, &str, &str)] = &[
    ("blur", "height = 333, width = 517", "height = 83, width = 133"),
    ("jacobi", "#define N 514", "#define N 130"),
    ("jacobi", "#define STEPS 20", "#define STEPS 4"),
    ("matmul", "#define HEIGHT 256", "#define HEIGHT 64"),
    ("matmul", "#define DEPTH 512", "#define DEPTH 64"),
    ("nbody", "#define N 4096", "#define N 512"),
    ("reductions", "#define N (1 << 18)", "#define N (1 << 14)"),
    ("sharpen", "#define HEIGHT 240", "#define HEIGHT 60"),
    ("transpose", "#define N 1000", "#define N 200"),
    ("vector_add", "#define N 100000", "#define N 10000"),
];

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let examples = suite.root.join("examples");
    let seeds = examples.join("seeds");
    let is_one = |file: &PathBuf| file.parent() == Some(&examples) || file.parent() == Some(&seeds);
    let programs: Vec<PathBuf> = files(&examples)?.into_iter().filter(is_one).collect();
    let expected = suite.root.join("tests/examples");
    let scratch = suite.warploom.parent().unwrap_or(Path::new(".")).join("examples-suite");
    let strays = strays(&expected, &programs)?;
    let mut trials: Vec<Trial> = programs
        .into_iter()
        .map(|program| {
            let name = suite.name(&examples, &program);
            let example = Example {
                warploom: suite.warploom.clone(),
                expected: expected.join(&name).with_extension("sim"),
                scratch: scratch.join(name.replace(['/', '.'], "-")),
                program,
            };
            trial(name, move || example.run())
        })
        .collect();
    trials.push(trial(String::from("every file belongs to an example"), move || {
        if strays.is_empty() { Ok(()) } else { Err(format!("of no example: {strays:?}")) }
    }));
    Ok(trials)
}

/// Expected files whose example is gone.
fn strays(expected: &Path, programs: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let belongs = |file: &PathBuf| programs.iter().any(|program| program.file_stem() == file.file_stem());
    Ok(files(expected)?.into_iter().filter(|file| !belongs(file)).collect())
}

/// The text of an example, with small sizes.
pub(crate) fn small_text(program: &Path) -> Result<String, String> {
    let mut text = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let file = program.file_name().unwrap_or_default();
    for (_, large, small) in SMALL.iter().filter(|(name, _, _)| file == format!("{name}.c").as_str()) {
        if !text.contains(large) {
            return Err(format!("it does not say `{large}`"));
        }
        text = text.replace(large, small);
    }
    Ok(text)
}

struct Example {
    warploom: PathBuf,
    program: PathBuf,
    expected: PathBuf,
    scratch: PathBuf,
}

impl Example {
    fn run(&self) -> Result<(), String> {
        let program = self.small()?;
        let counts = program.with_extension("sim");
        let simulated = self.warploom(&["profile", &format!("--counts={}", counts.display())], &program)?;
        if ["error[", "warning["].iter().any(|found| simulated.stderr.contains(found)) {
            return Err(simulated.stderr);
        }
        if self.program.extension().is_some_and(|e| e == "cu") {
            let on_processor = self.warploom(&["run", "--target", "cpu"], &program)?;
            if !simulated.stdout.starts_with(&on_processor.stdout) {
                return Err(format!(
                    "on the processor\n{}simulated\n{}",
                    on_processor.stdout, simulated.stdout
                ));
            }
        }
        let counted = std::fs::read_to_string(&counts).map_err(|e| e.to_string())?;
        with_file(&counted, &self.expected, OnDifference::from_environment())
    }

    /// The example with small sizes, under its own name.
    fn small(&self) -> Result<PathBuf, String> {
        std::fs::create_dir_all(&self.scratch).map_err(|e| e.to_string())?;
        let path = self.scratch.join(self.program.file_name().unwrap_or_default());
        std::fs::write(&path, small_text(&self.program)?).map_err(|e| e.to_string())?;
        Ok(path)
    }

    fn warploom(&self, command: &[&str], program: &Path) -> Result<Ran, String> {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let words = command.iter().map(|word| String::from(*word));
        let arguments: Vec<String> = words.chain([name, String::from("-lm")]).collect();
        let ran = run(&self.warploom, &arguments, &self.scratch)?;
        if ran.status != Some(0) || ran.stdout.contains("FAIL") {
            return Err(format!("{command:?} ended with {:?}\n{}{}", ran.status, ran.stdout, ran.stderr));
        }
        Ok(ran)
    }
}
