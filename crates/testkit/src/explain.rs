//! The examples on the `explain` pages: the wrong one raises the page's code
//! and nothing else, the right one raises nothing.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use diagnostics::codes;
use diagnostics::explain::{Example, examples, page};
use libtest_mimic::Trial;

use crate::annotations;
use crate::command::run;
use crate::suite::{self, Suite, trial};

/// Codes of phases that `check` does not run yet, by their first letters. Their
/// wrong examples must raise nothing, so that this list cannot outlive its reason.
const NOT_RUN_YET: [&str; 3] = ["E05", "E06", "W11"];

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(Ok(trials(&Suite::new(warploom))))
}

fn trials(suite: &Suite) -> Vec<Trial> {
    let scratch = suite.warploom.parent().unwrap_or(Path::new(".")).join("explain");
    let mut trials = Vec::new();
    for code in codes::ALL {
        let Some(page) = page(code) else { continue };
        for (nth, example) in examples(page.text).into_iter().enumerate() {
            let kind = if example.is_wrong { "wrong" } else { "right" };
            let file = scratch.join(format!("{}-{nth}.{}", code.id, example.extension));
            let warploom = suite.warploom.clone();
            let name = format!("{} {kind} ({nth})", code.id);
            trials.push(trial(name, move || check(&warploom, &file, code.id, &example)));
        }
    }
    trials
}

fn check(warploom: &Path, file: &PathBuf, code: &str, example: &Example) -> Result<(), String> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    std::fs::write(file, example.text).map_err(|e| e.to_string())?;
    let mut arguments: Vec<String> = ["check", "--format", "json"].map(String::from).to_vec();
    arguments.extend(example.flags.iter().map(ToString::to_string));
    arguments.push(file.display().to_string());
    let ran = run(warploom, &arguments, folder)?;
    let found = annotations::found(&ran.stdout)?;
    let mut raised: Vec<&str> =
        found.required.iter().chain(&found.optional).map(|finding| finding.code.as_str()).collect();
    raised.dedup();
    let is_raised = example.is_wrong && !NOT_RUN_YET.iter().any(|phase| code.starts_with(phase));
    let expected: &[&str] = if is_raised { &[code] } else { &[] };
    if raised == expected {
        return Ok(());
    }
    Err(format!("raises {raised:?}, not {expected:?}\n{}{}", ran.stdout, ran.stderr))
}
