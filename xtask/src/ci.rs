//! Everything that must hold before a change lands. A failed step does not hide those after it.
//!
//! ```text
//! build with lints          | network, text, book, packages, page
//! test programs             | single mistakes, editors, examples in the code, test programs
//! ```
//! What stands side by side runs side by side: what waits, or has one thread, leaves no processor idle. Clippy is the
//! compiler ([`Shell::linting`]), for a pass of its own takes a sixth of the time.
//!
//! Before each change a part of the large suites runs, which the commit chooses
//! (`testkit::sample`); now and then all of them do, and `docs/testing.md` says when.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use crate::book::{self, Builder};
use crate::shell::Shell;
use crate::test_programs::Built;
use crate::{cuda_toolkit, editors, machine, mutate, page, published, test_programs, tidy};

/// What the steps found so far.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    complaints: Vec<String>,
}

/// How much of the large suites runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// A fixed part, and another that the commit chooses.
    Sample,
    /// All of it; the result is noted in `docs/testing.md`.
    Everything,
}

/// Runs all steps; the last line is `N passed, N failed`.
pub fn ci(shell: &Shell, extent: Extent) -> Result<(), String> {
    let shell = &shell.linting();
    let tally = Mutex::default();
    let (built, nvcc) = std::thread::scope(|scope| {
        let beside = scope.spawn(|| beside_the_compiler(shell, &tally, extent));
        let built = lints(shell, &tally);
        (built, beside.join().unwrap_or_default())
    });
    let commit = shell.read(&mut shell.command("git", &["rev-parse", "--short=12", "HEAD"]))?;
    let sample = match extent {
        // Who repeats a run names the commit that chose.
        Extent::Sample => std::env::var("WARPLOOM_SAMPLE").unwrap_or(commit.trim().to_owned()),
        Extent::Everything => String::new(),
    };
    tests(shell, &tally, built, nvcc.as_deref(), &sample);
    let tally = tally.into_inner().map_err(|error| error.to_string())?;
    if extent == Extent::Everything {
        note(shell, commit.trim(), &tally)?;
    }
    for complaint in &tally.complaints {
        shell.complain(&format!("failed: {complaint}"));
    }
    shell.say(&format!("{} passed, {} failed", tally.passed, tally.failed));
    if tally.failed == 0 { Ok(()) } else { Err(String::from("not ready to land")) }
}

/// What needs nothing that is built; the CUDA compiler, if it is there now.
fn beside_the_compiler(shell: &Shell, tally: &Mutex<Tally>, extent: Extent) -> Option<PathBuf> {
    let builder = if extent == Extent::Everything { Builder::Installed } else { Builder::Found };
    step(shell, tally, "format", || shell.run(&mut shell.cargo(&["fmt", "--all", "--check"])));
    step(shell, tally, "tidy", || tidy::tidy(shell));
    step(shell, tally, "machine", || machine::prepare(shell));
    let nvcc = step(shell, tally, "CUDA compiler", || cuda_toolkit::cuda_toolkit(shell));
    step(shell, tally, "book", || book::book(shell, builder));
    step(shell, tally, "packages", || published::packages(shell, extent == Extent::Everything));
    step(shell, tally, "page", || page::page(shell));
    nvcc
}

/// The test programs, built by a compiler that lints.
fn lints(shell: &Shell, tally: &Mutex<Tally>) -> Option<Built> {
    let built = step(shell, tally, "build", || test_programs::build(shell))?;
    step(shell, tally, "lints", || match built.lints.is_empty() {
        true => Ok(()),
        false => Err(built.lints.iter().cloned().collect()),
    });
    Some(built)
}

/// Does a step, and says how long it took. Others run beside it, so what belongs to it is said at its end.
fn step<T>(
    shell: &Shell,
    tally: &Mutex<Tally>,
    name: &str,
    work: impl FnOnce() -> Result<T, String>,
) -> Option<T> {
    let start = Instant::now();
    let result = work();
    shell.say(&format!("== {name}\n   {:.1} s", start.elapsed().as_secs_f64()));
    let mut tally = tally.lock().ok()?;
    match result {
        Ok(result) => {
            tally.passed += 1;
            Some(result)
        }
        Err(error) => {
            tally.failed += 1;
            tally.complaints.push(format!("{name}: {error}"));
            None
        }
    }
}

/// All tests of the workspace, and what else needs the binary. With the CUDA compiler named, no test may leave it out.
fn tests(shell: &Shell, tally: &Mutex<Tally>, built: Option<Built>, nvcc: Option<&Path>, sample: &str) {
    // That it was not built is counted.
    let Some(built) = built else { return };
    shell.say("== tests");
    if !sample.is_empty() {
        shell.say(&format!("   of the large suites a part; WARPLOOM_SAMPLE={sample} chooses it again"));
    }
    let start = Instant::now();
    let mut variables = vec![("WARPLOOM_SAMPLE", sample.to_owned())];
    variables.extend(nvcc.map(|nvcc| ("WARPLOOM_NVCC", nvcc.display().to_string())));
    let outcome = test_programs::run(shell, built, &variables, || beside_the_tests(shell, tally));
    if let Ok(mut tally) = tally.lock() {
        tally.passed += outcome.passed;
        tally.failed += outcome.failed;
        tally.complaints.extend(outcome.complaints);
    }
    shell.say(&format!("   {:.1} s", start.elapsed().as_secs_f64()));
}

/// What needs the binary, and is no test program.
fn beside_the_tests(shell: &Shell, tally: &Mutex<Tally>) {
    let warploom = shell.target().join("debug/warploom");
    step(shell, tally, "examples in the code", || {
        let crates = ["--package", "warploom-affine", "--package", "warploom-generate"];
        shell.run(shell.cargo(&["test", "--quiet", "--doc"]).args(crates))
    });
    step(shell, tally, "editors", || editors::editors(shell, &warploom));
    step(shell, tally, "single mistakes", || mutate::sample(shell, &warploom));
}

/// The line of `docs/testing.md` that tells of the last full run.
const NOTED: &str = "Last full run: ";

/// Writes down what a full run found.
fn note(shell: &Shell, commit: &str, tally: &Tally) -> Result<(), String> {
    let date = shell.read(&mut shell.command("date", &["-u", "+%Y-%m-%d"]))?;
    let found =
        format!("{NOTED}{}, commit {commit}: {} passed, {} failed.", date.trim(), tally.passed, tally.failed);
    let page = shell.root.join("docs/testing.md");
    let text = std::fs::read_to_string(&page).map_err(|error| error.to_string())?;
    std::fs::write(&page, noted(&text, &found)?).map_err(|error| error.to_string())
}

fn noted(text: &str, found: &str) -> Result<String, String> {
    let old = text.lines().find(|line| line.starts_with(NOTED));
    let old = old.ok_or(format!("docs/testing.md has no line `{NOTED}`"))?;
    Ok(text.replacen(old, found, 1))
}

#[cfg(test)]
mod tests {
    use super::noted;

    #[test]
    fn the_last_full_run_takes_the_place_of_the_one_before() {
        let text = "a\nLast full run: never.\nb\n";
        assert_eq!(noted(text, "Last full run: x").as_deref(), Ok("a\nLast full run: x\nb\n"));
        assert!(noted("a\n", "x").is_err());
    }
}
