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

/// Words that say how an example is run, if not by `check`.
const COMMANDS: [&str; 8] = ["translate", "simulate", "verify", "coalesce", "raise", "opencl", "hip", "fix"];

fn check(warploom: &Path, file: &PathBuf, code: &str, example: &Example) -> Result<(), String> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    std::fs::write(file, example.text).map_err(|e| e.to_string())?;
    let mut raised = raised(warploom, file, example)?;
    if !code.starts_with('R') {
        raised.retain(|other| !other.starts_with('R'));
    }
    let expected: &[&str] = if example.is_wrong { &[code] } else { &[] };
    if raised == expected {
        return Ok(());
    }
    Err(format!("raises {raised:?}, not {expected:?}"))
}

/// The codes of errors and warnings, each once; remarks only where they are
/// what the page is about. The words of [`COMMANDS`] among the flags
/// say that the problem shows only then.
fn raised(warploom: &Path, file: &Path, example: &Example) -> Result<Vec<String>, String> {
    let flags: Vec<String> =
        example.flags.iter().filter(|flag| !COMMANDS.contains(flag)).map(ToString::to_string).collect();
    let name = file.display().to_string();
    let folder = file.parent().unwrap_or(Path::new("."));
    let with = |words: &[&str]| -> Vec<String> {
        words.iter().map(ToString::to_string).chain(flags.clone()).chain([name.clone()]).collect()
    };
    let mut raised: Vec<String> = if let Some(command) = COMMANDS.iter().find(|c| example.flags.contains(c)) {
        let command: &[&str] = match *command {
            "simulate" => &["run", "--target", "sim"],
            "verify" => &["run", "--verify", "--target", "cpu"],
            "coalesce" => &["coalesce", "--diff"],
            "raise" => &["raise"],
            "opencl" => &["translate", "--target", "opencl"],
            "hip" => &["translate", "--target", "hip"],
            "fix" => &["check", "--fix", "--dry-run"],
            _ => &["translate", "--target", "cuda"],
        };
        let ran = run(warploom, &with(command), folder)?;
        let heads = ran.stderr.lines().filter_map(|line| line.split_once('[')?.1.split_once("]: "));
        // What is not fixed is still wrong: the page is about why.
        let is_left = |code: &str| command.contains(&"--fix") && code == "E0506";
        heads.map(|(code, _)| code.to_string()).filter(|code| !is_left(code)).collect()
    } else {
        let ran = run(warploom, &with(&["check", "--format", "json"]), folder)?;
        let found = annotations::found(&ran.stdout)?;
        found.required.iter().chain(&found.optional).map(|finding| finding.code.clone()).collect()
    };
    raised.sort_unstable();
    raised.dedup();
    Ok(raised)
}
