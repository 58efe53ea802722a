//! Everything that must hold before a change lands, in the order in which a
//! mistake is cheapest to find. A failed step does not hide those after it.

use std::path::Path;
use std::time::Instant;

use crate::shell::Shell;
use crate::{cuda_toolkit, machine, tidy};

/// What the steps found so far.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    complaints: Vec<String>,
}

/// Runs all steps; the last line is `N passed, N failed`.
pub fn ci(shell: &Shell) -> Result<(), String> {
    let mut tally = Tally::default();
    step(shell, &mut tally, "machine", || machine::prepare(shell));
    step(shell, &mut tally, "format", || shell.run(&mut shell.cargo(&["fmt", "--all", "--check"])));
    step(shell, &mut tally, "lints", || {
        let lints = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];
        shell.run(&mut shell.cargo(&lints))
    });
    step(shell, &mut tally, "tidy", || tidy::tidy(shell));
    let mut nvcc = None;
    step(shell, &mut tally, "CUDA compiler", || {
        nvcc = Some(cuda_toolkit::cuda_toolkit(shell)?);
        Ok(())
    });
    tests(shell, &mut tally, nvcc.as_deref());
    for complaint in &tally.complaints {
        shell.complain(&format!("failed: {complaint}"));
    }
    shell.say(&format!("{} passed, {} failed", tally.passed, tally.failed));
    if tally.failed == 0 { Ok(()) } else { Err(String::from("not ready to land")) }
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

/// All tests of the workspace, counted by the lines that test programs end with.
/// With the CUDA compiler named, no test may leave it out.
fn tests(shell: &Shell, tally: &mut Tally, nvcc: Option<&Path>) {
    shell.say("== tests");
    let start = Instant::now();
    let mut test = shell.cargo(&["test", "--workspace", "--no-fail-fast"]);
    test.envs(nvcc.map(|nvcc| ("WARPLOOM_NVCC", nvcc)));
    let (mut passed, mut failed) = (0, 0);
    let succeeded = shell.watch(&mut test, |line| {
        if let Some((p, f)) = test_result(line) {
            passed += p;
            failed += f;
        } else if let Some(name) = line.strip_prefix("test ").and_then(|l| l.strip_suffix(" ... FAILED")) {
            tally.complaints.push(format!("test {name}"));
        }
    });
    tally.passed += passed;
    tally.failed += failed;
    if succeeded != Ok(true) && failed == 0 {
        tally.failed += 1;
        tally.complaints.push(format!("tests: {}", succeeded.err().unwrap_or("cargo test failed".into())));
    }
    shell.say(&format!("   {:.1} s", start.elapsed().as_secs_f64()));
}

/// The counts of `test result: ok. 3 passed; 0 failed; …`.
fn test_result(line: &str) -> Option<(usize, usize)> {
    let counts = line.strip_prefix("test result: ")?;
    let count = |word: &str| {
        let before = counts.split(word).next()?.trim();
        before.rsplit(' ').next()?.parse().ok()
    };
    Some((count(" passed")?, count(" failed")?))
}

#[cfg(test)]
mod tests {
    use super::test_result;

    #[test]
    fn the_result_line_is_read() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!(test_result(line), Some((12, 3)));
        assert_eq!(test_result("test a ... ok"), None);
    }
}
