//! Everything that must hold before a change lands, in the order in which a
//! mistake is cheapest to find. A failed step does not hide those after it.
//!
//! Before each change a part of the large suites runs, which the commit chooses
//! (`testkit::sample`); now and then all of them do, and `docs/testing.md` says when.

use std::path::Path;
use std::time::Instant;

use crate::book::{self, Builder};
use crate::shell::Shell;
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
    let mut tally = Tally::default();
    let nvcc = std::thread::scope(|scope| {
        // What comes over the network comes while the processors are busy with the lints.
        let network = scope.spawn(|| (machine::prepare(shell), cuda_toolkit::cuda_toolkit(shell)));
        text_steps(shell, &mut tally);
        let early = || (Err("it ended early".into()), Err("it ended early".into()));
        let (machine, nvcc) = network.join().unwrap_or_else(|_| early());
        step(shell, &mut tally, "machine", || machine);
        let found = nvcc.as_ref().ok().cloned();
        step(shell, &mut tally, "CUDA compiler", || nvcc.map(drop));
        found
    });
    let builder = if extent == Extent::Everything { Builder::Installed } else { Builder::Found };
    step(shell, &mut tally, "book", || book::book(shell, builder));
    step(shell, &mut tally, "packages", || published::packages(shell, extent == Extent::Everything));
    step(shell, &mut tally, "page", || page::page(shell));
    let commit = shell.read(&mut shell.command("git", &["rev-parse", "--short=12", "HEAD"]))?;
    let sample = match extent {
        // Who repeats a run names the commit that chose.
        Extent::Sample => std::env::var("WARPLOOM_SAMPLE").unwrap_or(commit.trim().to_owned()),
        Extent::Everything => String::new(),
    };
    tests(shell, &mut tally, nvcc.as_deref(), &sample);
    step(shell, &mut tally, "examples in the code", || {
        let crates = ["--package", "warploom-affine", "--package", "warploom-generate"];
        shell.run(shell.cargo(&["test", "--quiet", "--doc"]).args(crates))
    });
    step(shell, &mut tally, "editors", || editors::editors(shell));
    step(shell, &mut tally, "single mistakes", || mutate::sample(shell));
    if extent == Extent::Everything {
        note(shell, commit.trim(), &tally)?;
    }
    for complaint in &tally.complaints {
        shell.complain(&format!("failed: {complaint}"));
    }
    shell.say(&format!("{} passed, {} failed", tally.passed, tally.failed));
    if tally.failed == 0 { Ok(()) } else { Err(String::from("not ready to land")) }
}

/// What the text alone shows.
fn text_steps(shell: &Shell, tally: &mut Tally) {
    step(shell, tally, "format", || shell.run(&mut shell.cargo(&["fmt", "--all", "--check"])));
    step(shell, tally, "lints", || {
        let lints = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];
        shell.run(&mut shell.cargo(&lints))
    });
    step(shell, tally, "tidy", || tidy::tidy(shell));
}

fn step(shell: &Shell, tally: &mut Tally, name: &str, work: impl FnOnce() -> Result<(), String>) {
    shell.say(&format!("== {name}"));
    let start = Instant::now();
    match work() {
        Ok(()) => tally.passed += 1,
        Err(error) => {
            tally.failed += 1;
            tally.complaints.push(format!("{name}: {error}"));
        }
    }
    shell.say(&format!("   {:.1} s", start.elapsed().as_secs_f64()));
}

/// All tests of the workspace. With the CUDA compiler named, no test may leave it out.
fn tests(shell: &Shell, tally: &mut Tally, nvcc: Option<&Path>, sample: &str) {
    shell.say("== tests");
    if !sample.is_empty() {
        shell.say(&format!("   of the large suites a part; WARPLOOM_SAMPLE={sample} chooses it again"));
    }
    let start = Instant::now();
    let mut variables = vec![("WARPLOOM_SAMPLE", sample.to_owned())];
    variables.extend(nvcc.map(|nvcc| ("WARPLOOM_NVCC", nvcc.display().to_string())));
    let outcome = test_programs::run(shell, &variables);
    tally.passed += outcome.passed;
    tally.failed += outcome.failed;
    tally.complaints.extend(outcome.complaints);
    shell.say(&format!("   {:.1} s", start.elapsed().as_secs_f64()));
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
