//! System headers: each `tests/headers/*.c` must pass `check` without a word,
//! in the language modes people compile with.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::run;
use crate::directives::{self, preprocessor_flags, words};
use crate::discover::{files, inputs};
use crate::suite::{self, Suite, trial};

/// The language modes.
const STANDARDS: [&str; 3] = ["gnu11", "gnu17", "c11"];

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let folder = suite.root.join("tests/headers");
    let inputs = inputs(&files(&folder)?);
    let pairs = inputs.iter().flat_map(|input| STANDARDS.iter().map(move |standard| (input, *standard)));
    let one = |(input, standard): (&PathBuf, &'static str)| {
        let name = format!("{} -std={standard}", suite.name(&folder, input));
        let (warploom, input) = (suite.warploom.clone(), input.clone());
        let missing = needs_mpi(&input) && mpi_flags().is_empty();
        trial(name, move || check(&warploom, &input, standard)).with_ignored_flag(missing)
    };
    Ok(pairs.map(one).collect())
}

fn check(warploom: &Path, input: &Path, standard: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(input).map_err(|e| e.to_string())?;
    let directives = directives::parse(&text, &["cflags", "needs"])?;
    let name = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut arguments = vec![String::from("check"), format!("-std={standard}"), name];
    arguments.extend(preprocessor_flags(&words(&directives, "cflags")));
    if needs_mpi(input) {
        arguments.extend(mpi_flags());
    }
    let ran = run(warploom, &arguments, input.parent().unwrap_or(Path::new(".")))?;
    if ran.status == Some(0) && ran.stderr.is_empty() {
        return Ok(());
    }
    Err(format!("ended with {:?}\n{}", ran.status, ran.stderr))
}

/// MPI is not part of every system; where it is missing its programs are
/// shown as ignored.
fn needs_mpi(input: &Path) -> bool {
    let text = std::fs::read_to_string(input).unwrap_or_default();
    let directives = directives::parse(&text, &["cflags", "needs"]).unwrap_or_default();
    words(&directives, "needs").iter().any(|need| need == "mpi")
}

/// The folders `mpicc` would add; none where it is not installed.
fn mpi_flags() -> Vec<String> {
    let shown = run(Path::new("mpicc"), &[String::from("--showme:compile")], Path::new("."));
    let text = shown.map_or(String::new(), |ran| ran.stdout);
    text.split_whitespace().filter(|flag| flag.starts_with("-I")).map(String::from).collect()
}
