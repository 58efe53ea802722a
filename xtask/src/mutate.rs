//! Single mistakes in right programs: is each one reported, or harmless?
//!
//! ```text
//! cargo xtask mutate          all of them
//! cargo xtask mutate 300      so many, spread evenly
//! cargo xtask mutate 2/8      the second of eight shards of all
//! cargo xtask mutate atomic   those whose kind has this word in it
//! ```
//! Every directive of every example, benchmark and UI program that runs is changed,
//! one at a time ([`kinds`]). `check` comes first; what it leaves without a word is run on
//! the CPU target and on the simulator, and must print what the changed program prints when gcc
//! compiles it sequentially, or stop with a message of a generated check. Anything else is
//! *silent and wrong*, and a failure.
//!
//! Invariant: a program is only changed when it is silent and right before, and
//! when the sequential program does not depend on memory that nobody has set.

mod kinds;
mod programs;
mod trial;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::shell::Shell;
use kinds::Mutation;
use programs::Subject;
use trial::{Answer, Trial};

/// How many CI tries: a minute on two cores.
const SAMPLE: usize = 40;

/// How many of these are known to be silent and wrong: none.
const KNOWN_WRONG: usize = 0;

/// The fixed sample of CI, one after the other: tests run beside it.
pub fn sample(shell: &Shell, warploom: &Path) -> Result<(), String> {
    tried(shell, warploom, &Portion::Spread(SAMPLE), 1, KNOWN_WRONG)
}

/// Which of all mistakes are tried.
pub enum Portion<'a> {
    All,
    /// So many, spread evenly.
    Spread(usize),
    /// The first of several shards, from 1, and how many there are.
    Shard(usize, usize),
    /// Those whose kind has this word in it.
    Kind(&'a str),
}

impl Portion<'_> {
    /// `300`, `2/8`, or `atomic`.
    pub fn of(word: &str) -> Result<Portion<'_>, String> {
        let number = |word: &str| {
            let number = word.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("`{word}` is not a number of programs"))
        };
        if !word.starts_with(|first: char| first.is_ascii_digit()) {
            return Ok(Portion::Kind(word));
        }
        match word.split_once('/') {
            Some((which, of)) => Ok(Portion::Shard(number(which)?, number(of)?)),
            None => Ok(Portion::Spread(number(word)?)),
        }
    }

    /// The indices of so many.
    fn chosen(&self, mistakes: &[(&Subject, Mutation)]) -> Vec<usize> {
        let all = mistakes.len();
        match *self {
            Portion::All => (0..all).collect(),
            Portion::Spread(wanted) => {
                let wanted = wanted.min(all);
                (0..wanted).map(|at| at * all / wanted).collect()
            }
            Portion::Kind(word) => {
                let is_its = |at: &usize| mistakes[*at].1.kind.contains(word);
                (0..all).filter(is_its).collect()
            }
            // Mistakes of one program stay together: what is known of it as it is serves all.
            Portion::Shard(which, of) => ((which - 1) * all / of..which.min(of) * all / of).collect(),
        }
    }
}

/// Tries a portion of all mistakes.
pub fn mutate(shell: &Shell, portion: &Portion<'_>) -> Result<(), String> {
    tried(shell, &shell.warploom()?, portion, 2, 0)
}

fn tried(
    shell: &Shell,
    warploom: &Path,
    portion: &Portion<'_>,
    workers: usize,
    most_wrong: usize,
) -> Result<(), String> {
    // Shards may run beside each other.
    let scratch = shell.target().join(format!("mutate/{}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let subjects = programs::all(&shell.root)?;
    let all: Vec<(&Subject, Mutation)> = subjects
        .iter()
        .flat_map(|subject| kinds::mutations(&subject.text).into_iter().map(move |m| (subject, m)))
        .collect();
    let chosen: Vec<&(&Subject, Mutation)> = portion.chosen(&all).into_iter().map(|at| &all[at]).collect();
    shell.say(&format!("{} of {} mistakes in {} programs", chosen.len(), all.len(), subjects.len()));
    let bench = Bench { warploom, scratch: &scratch, known: Mutex::default() };
    let (next, outcomes) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let (bench, next, outcomes, chosen) = (&bench, &next, &outcomes, &chosen);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((subject, mutation)) = chosen.get(at) else { break };
                    let outcome = bench.outcome(subject, mutation, worker);
                    if outcome == Outcome::Wrong {
                        let (path, line) = (subject.path.display(), mutation.line + 1);
                        let (kind, shown) = (&mutation.kind, mutation.shown());
                        shell.say(&format!("silent and wrong: {path}:{line}: {kind}: {shown}"));
                    }
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes.push((at, outcome));
                    }
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().map_err(|e| e.to_string())?;
    outcomes.sort_by_key(|(at, _)| *at);
    // What is left in it are programs, which the next run makes again.
    let _ = std::fs::remove_dir_all(&scratch);
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
        let (_, mutation) = chosen[*at];
        *table.entry(mutation.kind.as_str()).or_default().entry(*outcome).or_default() += 1;
        wrong += usize::from(*outcome == Outcome::Wrong);
    }
    let columns = ["reported", "stopped", "harmless", "wrong", "left out"];
    let row = |cells: [String; 5]| cells.map(|cell| format!("{cell:>9}")).concat();
    shell.say(&format!("{:<32}{}", "mistake", row(columns.map(String::from))));
    for (kind, counts) in &table {
        let count = |outcome| counts.get(&outcome).copied().unwrap_or(0).to_string();
        let all = [Outcome::Reported, Outcome::Stopped, Outcome::Harmless, Outcome::Wrong, Outcome::LeftOut];
        shell.say(&format!("{kind:<32}{}", row(all.map(count))));
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
    /// What is known of the programs as they are.
    known: Mutex<BTreeMap<PathBuf, Original>>,
}

/// A program as it is.
#[derive(Clone)]
enum Original {
    /// Not silent, not right, or its output is not defined.
    Unfit,
    Right {
        sequential: Answer,
        /// Does the simulator need little time for it?
        is_simulated: bool,
    },
}

impl Bench<'_> {
    fn outcome(&self, subject: &Subject, mutation: &Mutation, worker: usize) -> Outcome {
        let Original::Right { sequential, is_simulated } = self.original(subject, worker) else {
            return Outcome::LeftOut;
        };
        self.tried(subject, mutation, worker, &sequential, is_simulated).unwrap_or(Outcome::LeftOut)
    }

    fn original(&self, subject: &Subject, worker: usize) -> Original {
        let known = self.known.lock().ok().and_then(|known| known.get(&subject.path).cloned());
        if let Some(known) = known {
            return known;
        }
        let found = self.as_it_is(subject, worker).unwrap_or(Original::Unfit);
        if let Ok(mut known) = self.known.lock() {
            known.insert(subject.path.clone(), found.clone());
        }
        found
    }

    fn as_it_is(&self, subject: &Subject, worker: usize) -> Option<Original> {
        let trial = self.trial(subject, &subject.text, worker)?;
        if trial.is_reported()? {
            return None;
        }
        let sequential = trial.sequential()?;
        let on_cpu = trial.on("cpu")?;
        let simulated = trial.on("sim")?;
        let is_right = on_cpu.is(&sequential) && (simulated.took_too_long || simulated.is(&sequential));
        let is_simulated = !simulated.took_too_long;
        is_right.then_some(Original::Right { sequential, is_simulated })
    }

    /// `None` where the changed program is none, or its output is not defined.
    fn tried(
        &self,
        subject: &Subject,
        mutation: &Mutation,
        worker: usize,
        original: &Answer,
        is_simulated: bool,
    ) -> Option<Outcome> {
        let trial = self.trial(subject, &mutation.text, worker)?;
        if mutation.is_of_host && !trial.is_c()? {
            return None;
        }
        if trial.is_reported()? {
            return Some(Outcome::Reported);
        }
        // Directives are nothing to the sequential program.
        let sequential = if mutation.is_of_host { trial.sequential()? } else { original.clone() };
        for target in ["cpu", "sim"].iter().filter(|target| is_simulated || **target == "cpu") {
            let answer = trial.on(target)?;
            if !answer.is(&sequential) {
                return Some(if answer.was_stopped { Outcome::Stopped } else { Outcome::Wrong });
            }
        }
        Some(Outcome::Harmless)
    }

    fn trial<'s>(&'s self, subject: &'s Subject, text: &str, worker: usize) -> Option<Trial<'s>> {
        Trial::new(self.warploom, subject, text, self.scratch.join(worker.to_string()))
    }
}
