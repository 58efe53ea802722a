//! The benchmarks: `check` has nothing to say against them at any size, and at
//! their small sizes, on the CPU target, they find their own results correct.
//!
//! ```text
//! test cp ... ok
//! ```
//! A benchmark is a folder below `benchmarks` with a `main.c`; the sizes in its
//! headers are the small ones. Those for a GPU are in its file `rows`, and are
//! run by `kit/benchmarks.py`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::run;
use crate::discover::files;
use crate::suite::{self, Suite, trial};

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let all = files(&suite.root.join("benchmarks"))?;
    let mains = all.iter().filter(|file| file.ends_with("main.c"));
    let folders = mains.filter_map(|file| file.parent());
    let one = |folder: &Path| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (warploom, folder) = (suite.warploom.clone(), folder.to_path_buf());
        trial(name, move || check_and_run(&warploom, &folder))
    };
    Ok(folders.map(one).collect())
}

fn check_and_run(warploom: &Path, folder: &Path) -> Result<(), String> {
    let sources: Vec<PathBuf> =
        files(folder)?.into_iter().filter(|file| file.extension().is_some_and(|e| e == "c")).collect();
    let command = |words: &[&str]| {
        let words = words.iter().map(|word| String::from(*word));
        let arguments: Vec<String> = words.chain(sources.iter().map(|s| s.display().to_string())).collect();
        run(warploom, &arguments, folder)
    };
    // Without flags, and as each row is measured.
    let rows = std::fs::read_to_string(folder.join("rows")).unwrap_or_default();
    let flags = rows.lines().filter_map(|row| row.split('|').nth(1));
    for flags in std::iter::once("").chain(flags) {
        let words: Vec<&str> = std::iter::once("check").chain(flags.split_whitespace()).collect();
        let checked = command(&words)?;
        if checked.status != Some(0) || checked.stderr.contains("warning[") {
            return Err(format!("`{}` objects:\n{}", words.join(" "), checked.stderr));
        }
    }
    let ran = command(&["run", "--target", "cpu", "-lm"])?;
    if ran.status == Some(0) {
        return Ok(());
    }
    Err(format!("ended with {:?}\n{}{}", ran.status, ran.stdout, ran.stderr))
}
