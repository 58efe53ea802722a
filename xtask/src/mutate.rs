//! Single mistakes in right programs: is each one reported, or harmless?
//!
//! ```text
//! cargo xtask mutate          all of them
//! cargo xtask mutate 300      so many, spread evenly
//! ```
//! Every directive of every example, benchmark and UI program that runs is changed,
//! one at a time ([`kinds`]). `check` comes first; what it leaves without a word is run on
//! the CPU target, and must print what the changed program prints when gcc compiles
//! it sequentially, or stop with a message of a generated check. Anything else is
//! *silent and wrong*, and a failure.
//!
//! Invariant: a program is only changed when it is silent and right before, and
//! when the sequential program does not depend on memory that nobody has set.

mod kinds;
mod programs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::shell::Shell;
use kinds::Mutation;
use programs::Subject;

/// How many CI tries: half a minute on two cores.
const SAMPLE: usize = 40;

/// How many of these are known to be silent and wrong: none.
const KNOWN_WRONG: usize = 0;

/// The fixed sample of CI, one after the other: tests run beside it.
pub fn sample(shell: &Shell, warploom: &Path) -> Result<(), String> {
    tried(shell, warploom, Some(SAMPLE), 1, KNOWN_WRONG)
}

/// Tries so many mutations, or all.
pub fn mutate(shell: &Shell, count: Option<usize>) -> Result<(), String> {
    tried(shell, &shell.warploom()?, count, 2, 0)
}

fn tried(
    shell: &Shell,
    warploom: &Path,
    count: Option<usize>,
    workers: usize,
    most_wrong: usize,
) -> Result<(), String> {
    let scratch = shell.target().join("mutate");
    std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let subjects = programs::all(&shell.root)?;
    let all: Vec<(&Subject, Mutation)> = subjects
        .iter()
        .flat_map(|subject| kinds::mutations(&subject.text).into_iter().map(move |m| (subject, m)))
        .collect();
    let wanted = count.unwrap_or(all.len()).clamp(1, all.len().max(1));
    let chosen: Vec<&(&Subject, Mutation)> = (0..wanted).map(|at| &all[at * all.len() / wanted]).collect();
    let bench = Bench { warploom, scratch: &scratch, right: Mutex::default() };
    let (next, outcomes) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let (bench, next, outcomes, chosen) = (&bench, &next, &outcomes, &chosen);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((subject, mutation)) = chosen.get(at) else { break };
                    let outcome = bench.outcome(subject, mutation, worker);
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes.push((at, outcome));
                    }
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().map_err(|e| e.to_string())?;
    outcomes.sort_by_key(|(at, _)| *at);
    tell(shell, &chosen, &outcomes, most_wrong)
}

/// What became of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Reported,
    Stopped,
    Harmless,
    /// The program was not silent and right before, or its output is not defined.
    LeftOut,
    Wrong,
}

fn tell(
    shell: &Shell,
    chosen: &[&(&Subject, Mutation)],
    outcomes: &[(usize, Outcome)],
    most_wrong: usize,
) -> Result<(), String> {
    let mut table: BTreeMap<&str, BTreeMap<Outcome, usize>> = BTreeMap::new();
    let mut wrong = 0;
    for (at, outcome) in outcomes {
        let (subject, mutation) = chosen[*at];
        *table.entry(mutation.kind).or_default().entry(*outcome).or_default() += 1;
        if *outcome == Outcome::Wrong {
            wrong += 1;
            let (path, line) = (subject.path.display(), mutation.line + 1);
            shell.say(&format!("silent and wrong: {path}:{line}: {}: {}", mutation.kind, mutation.shown()));
        }
    }
    shell.say(&format!("{:<32}{:>9}{:>9}{:>9}{:>9}", "mistake", "reported", "stopped", "harmless", "wrong"));
    for (kind, counts) in &table {
        let count = |outcome| counts.get(&outcome).copied().unwrap_or(0);
        shell.say(&format!(
            "{kind:<32}{:>9}{:>9}{:>9}{:>9}",
            count(Outcome::Reported),
            count(Outcome::Stopped),
            count(Outcome::Harmless),
            count(Outcome::Wrong)
        ));
    }
    let summary = format!("{wrong} of {} mistakes are silent and wrong", outcomes.len());
    if wrong > most_wrong {
        return Err(summary);
    }
    shell.say(&summary);
    Ok(())
}

struct Bench<'a> {
    warploom: &'a Path,
    scratch: &'a Path,
    /// Programs that are silent and right as they are.
    right: Mutex<BTreeMap<PathBuf, bool>>,
}

impl Bench<'_> {
    fn outcome(&self, subject: &Subject, mutation: &Mutation, worker: usize) -> Outcome {
        if !self.is_right(subject, worker) {
            return Outcome::LeftOut;
        }
        match self.tried(subject, &mutation.text, worker) {
            None => Outcome::LeftOut,
            Some(Tried::Reported) => Outcome::Reported,
            Some(Tried::Ran { same: true, .. }) => Outcome::Harmless,
            Some(Tried::Ran { stopped: true, .. }) => Outcome::Stopped,
            Some(Tried::Ran { .. }) => Outcome::Wrong,
        }
    }

    fn is_right(&self, subject: &Subject, worker: usize) -> bool {
        let known = self.right.lock().ok().and_then(|right| right.get(&subject.path).copied());
        if let Some(known) = known {
            return known;
        }
        let tried = self.tried(subject, &subject.text, worker);
        let is_right = matches!(tried, Some(Tried::Ran { same: true, .. }));
        if let Ok(mut right) = self.right.lock() {
            right.insert(subject.path.clone(), is_right);
        }
        is_right
    }

    /// Checks a text and runs it; `None` where the sequential program means nothing.
    fn tried(&self, subject: &Subject, text: &str, worker: usize) -> Option<Tried> {
        let folder = self.scratch.join(worker.to_string());
        std::fs::create_dir_all(&folder).ok()?;
        let file = folder.join(subject.path.file_name()?);
        std::fs::write(&file, text).ok()?;
        let here = subject.path.parent()?;
        let sources: Vec<&Path> =
            std::iter::once(file.as_path()).chain(subject.also.iter().map(PathBuf::as_path)).collect();
        let command = |program: &Path, words: &[&str]| {
            let mut command = Command::new(program);
            command.args(words).args(&subject.flags).arg(format!("-I{}", here.display()));
            command.args(&sources).arg("-lm").current_dir(here);
            command
        };
        let checked = finished(command(self.warploom, &["check"]))?;
        if !checked.status.success() || String::from_utf8_lossy(&checked.stderr).contains("warning[") {
            return Some(Tried::Reported);
        }
        let sequential = folder.join("sequential");
        let output = sequential.display().to_string();
        let built = finished(command(Path::new("gcc"), &["-w", "-O1", "-o", &output]))?;
        // Variables that nobody has set hold another value here.
        let patterned = folder.join("patterned");
        let other_output = patterned.display().to_string();
        let pattern = ["-w", "-O1", "-ftrivial-auto-var-init=pattern", "-o", &other_output];
        let other_built = finished(command(Path::new("gcc"), &pattern))?;
        if !built.status.success() || !other_built.status.success() {
            return None;
        }
        let alone = |program: &Path, perturb: &str| {
            let mut run = Command::new("timeout");
            run.arg("20").arg(program).args(&subject.args).current_dir(here);
            finished_with(run, perturb)
        };
        let (expected, other) = (alone(&sequential, "0")?, alone(&patterned, "90")?);
        if expected.stdout != other.stdout || expected.status != other.status {
            return None;
        }
        let mut run = Command::new("timeout");
        run.args(["60", &self.warploom.display().to_string(), "run", "--target", "cpu"]);
        run.args(&subject.flags).arg(format!("-I{}", here.display()));
        run.args(&sources).arg("-lm").arg("--").args(&subject.args).current_dir(here);
        let ran = finished_with(run, "165")?;
        let said = String::from_utf8_lossy(&ran.stderr);
        Some(Tried::Ran {
            same: answers(&ran) == answers(&expected) && ran.status.code() == expected.status.code(),
            stopped: !ran.status.success() && said.contains(&*subject.path.file_name()?.to_string_lossy()),
        })
    }
}

/// What a program printed, but for the size of a benchmark's error: it depends on the order
/// in which threads add up, and the benchmark has judged it.
fn answers(ran: &Output) -> String {
    let printed = String::from_utf8_lossy(&ran.stdout);
    let lines =
        printed.lines().map(|line| line.split_once(": correct, error ").map_or(line, |(name, _)| name));
    lines.collect::<Vec<_>>().join("\n")
}

enum Tried {
    Reported,
    Ran { same: bool, stopped: bool },
}

fn finished(mut command: Command) -> Option<Output> {
    command.stdin(Stdio::null()).output().ok()
}

/// Memory that nobody has set holds this byte's complement.
fn finished_with(mut command: Command, perturb: &str) -> Option<Output> {
    command.env("MALLOC_PERTURB_", perturb);
    finished(command)
}
