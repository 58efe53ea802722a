//! The test programs of the workspace, as many at a time as there are processors.
//!
//! `cargo test` runs one test program after the other, and a program with one long test leaves
//! the other processors idle. Here each program runs its tests one by one, and the programs run
//! side by side; those that are known to take long begin first.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use serde_json::Value;

use crate::shell::Shell;

/// What all test programs found.
#[derive(Default)]
pub struct Outcome {
    pub passed: usize,
    pub failed: usize,
    pub complaints: Vec<String>,
}

/// One executable that cargo built for tests.
#[derive(Debug, PartialEq)]
struct Program {
    /// `warploom ui`: the package and the target.
    name: String,
    executable: PathBuf,
    /// Where it runs, as under cargo.
    package: PathBuf,
}

/// Targets that take longest; what is not named here follows in cargo's order.
const LONG: [&str; 9] =
    ["ui", "lsp", "hip", "annotate", "cuda", "hostile_input", "faithful", "nvcc_verdicts", "tune"];

/// What cargo made of the workspace.
#[derive(Default)]
pub struct Built {
    programs: Vec<Program>,
    /// What the compiler objects to, as it says it, each thing once.
    pub lints: BTreeSet<String>,
}

/// Compiles every test program, and xtask as it is run.
pub fn build(shell: &Shell) -> Result<Built, String> {
    let mut built = Built::default();
    let tests = ["test", "--quiet", "--workspace", "--no-run", "--message-format=json"];
    let xtask = ["build", "--quiet", "--package", "xtask", "--message-format=json"];
    for arguments in [tests.as_slice(), xtask.as_slice()] {
        let mut cargo = shell.cargo(arguments);
        let output = cargo.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
        let messages = String::from_utf8_lossy(&output.stdout);
        let messages: Vec<Value> =
            messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        built.lints.extend(messages.iter().filter_map(lint));
        built.programs.extend(messages.iter().filter_map(program));
        if !output.status.success() {
            return Err(format!("the tests do not compile\n{}", built.lints.into_iter().collect::<String>()));
        }
    }
    built.programs.sort_by_key(|program| {
        let target = program.name.rsplit(' ').next().unwrap_or_default();
        LONG.iter().position(|long| *long == target).unwrap_or(LONG.len())
    });
    Ok(built)
}

/// Runs all tests, with these variables set, and `beside` at the same time. One more runs than there are processors:
/// tests wait for each other's programs, and for editors and browsers.
pub fn run(
    shell: &Shell,
    built: Built,
    variables: &[(&str, String)],
    beside: impl FnOnce() + Send,
) -> Outcome {
    let mut outcome = Outcome::default();
    let queue = Mutex::new(built.programs.into_iter());
    let found = Mutex::new(&mut outcome);
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    let work = || {
        while let Some(program) = next(&queue) {
            let (text, succeeded) = output(&program, variables);
            if let Ok(mut found) = found.lock() {
                shell.say(&text);
                found.add(&program.name, &text, succeeded);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(work);
        }
        scope.spawn(|| {
            beside();
            work();
        });
    });
    outcome
}

fn next(queue: &Mutex<std::vec::IntoIter<Program>>) -> Option<Program> {
    queue.lock().ok()?.next()
}

/// What a message of cargo objects to.
fn lint(message: &Value) -> Option<String> {
    let message = message.get("message")?;
    let is_lint = matches!(message["level"].as_str()?, "warning" | "error");
    // How many there were is no lint.
    let is_sum = message["spans"].as_array()?.is_empty() && message["code"].is_null();
    (is_lint && !is_sum).then(|| message["rendered"].as_str().unwrap_or_default().to_owned())
}

/// The test program that a message of cargo tells of.
fn program(message: &Value) -> Option<Program> {
    if !message["profile"]["test"].as_bool()? {
        return None;
    }
    let manifest = PathBuf::from(message["manifest_path"].as_str()?);
    let package = manifest.parent()?.to_path_buf();
    let folder = package.file_name()?.to_string_lossy().into_owned();
    Some(Program {
        name: format!("{folder} {}", message["target"]["name"].as_str()?),
        executable: PathBuf::from(message["executable"].as_str()?),
        package,
    })
}

/// Runs a test program to its end: what it said, and whether it succeeded.
fn output(program: &Program, variables: &[(&str, String)]) -> (String, bool) {
    let start = Instant::now();
    let mut command = Command::new(&program.executable);
    command.arg("--test-threads=1").current_dir(&program.package).stdin(Stdio::null());
    command.env("CARGO_MANIFEST_DIR", &program.package).envs(variables.iter().cloned());
    let head = format!("   tests of {}", program.name);
    match command.output() {
        Ok(output) => {
            let text = format!(
                "{head}\n{}{}   {:.1} s",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr),
                start.elapsed().as_secs_f64()
            );
            (text, output.status.success())
        }
        Err(error) => (format!("{head}: cannot run {}: {error}", program.executable.display()), false),
    }
}

impl Outcome {
    /// Counts by the lines that test programs end with.
    fn add(&mut self, program: &str, text: &str, succeeded: bool) {
        let mut failed = 0;
        for line in text.lines() {
            if let Some((p, f)) = test_result(line) {
                self.passed += p;
                failed += f;
            } else if let Some(name) = failed_test(line) {
                self.complaints.push(format!("test {program}: {name}"));
            }
        }
        // A program that ends early has no last line.
        if !succeeded && failed == 0 {
            failed = 1;
            self.complaints.push(format!("tests of {program}: ended early"));
        }
        self.failed += failed;
    }
}

/// The name in `test NAME ... FAILED`.
fn failed_test(line: &str) -> Option<&str> {
    Some(line.strip_prefix("test ")?.strip_suffix("FAILED")?.trim_end().strip_suffix("...")?.trim_end())
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
    use super::{Outcome, failed_test, lint, program, test_result};

    #[test]
    fn the_lines_of_a_test_program_are_read() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!(test_result(line), Some((12, 3)));
        assert_eq!(test_result("test a ... ok"), None);
        assert_eq!(failed_test("test right/sum.c     ... FAILED"), Some("right/sum.c"));
        assert_eq!(failed_test("test right/sum.c ... ok"), None);
    }

    #[test]
    fn a_program_that_ends_early_counts_as_one_failure() {
        let mut outcome = Outcome::default();
        outcome.add("cli ui", "running 3 tests\ntest a ... ok\n", false);
        assert_eq!((outcome.passed, outcome.failed), (0, 1));
        outcome.add("cli ui", "test result: ok. 3 passed; 0 failed; 0 ignored\n", true);
        assert_eq!((outcome.passed, outcome.failed), (3, 1));
    }

    #[test]
    fn test_programs_are_told_from_what_else_cargo_builds() {
        let message = r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/cli/Cargo.toml",
            "target":{"name":"ui"},"profile":{"test":true},"executable":"/t/ui-1"}"#;
        let name = |text: &str| program(&serde_json::from_str(text).unwrap()).map(|program| program.name);
        assert_eq!(name(message).as_deref(), Some("cli ui"));
        assert_eq!(name(&message.replace("true", "false")), None);
        assert_eq!(name(r#"{"reason":"build-finished","success":true}"#), None);
    }

    #[test]
    fn what_the_compiler_objects_to_is_told_from_what_it_says() {
        let message = r#"{"reason":"compiler-message","message":{"level":"warning",
            "code":{"code":"dead_code"},"spans":[{}],"rendered":"warning: not used\n"}}"#;
        let said = |text: &str| lint(&serde_json::from_str(text).unwrap());
        assert_eq!(said(message).as_deref(), Some("warning: not used\n"));
        assert_eq!(said(&message.replace("\"warning\"", "\"note\"")), None);
        assert_eq!(
            said(r#"{"message":{"level":"warning","code":null,"spans":[],"rendered":"1 warning"}}"#),
            None
        );
        assert_eq!(said(r#"{"reason":"build-finished","success":true}"#), None);
    }
}
