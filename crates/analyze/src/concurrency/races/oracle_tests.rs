//! Random partitioned nests against enumeration: every iteration is given to its
//! thread by the rules of the language, every two accesses of different threads
//! are compared, for many values of what the program reads at run time.
//!
//! `cargo xtask fuzz-dependence N` tries N nests that no run has seen before and
//! prints how often the analysis was right to complain. `WARPLOOM_CASES` and
//! `WARPLOOM_SEED` say how many and which.

mod enumeration;
mod nests;
mod text;

use std::sync::Mutex;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::fixture::{Analyzed, analyzed_with_calls};

use enumeration::collides;
use nests::{Kernel, Sizes, any_kernel, any_kernel_with_operators};

/// Nests in CI.
const CASES: u32 = 600;

/// What threads that collide, or may, are reported with.
const ALARMS: [&str; 4] = ["E0630", "E0631", "W1040", "W1041"];
/// What else may be said about the sections and copies of a nest.
const ASIDES: [&str; 7] = ["W1047", "W1101", "W1102", "W1104", "W1042", "W1043", "W1044"];

/// Nests of more than so many iterations per loop are not enumerated.
const LARGEST: i64 = 64;

/// How the nests came out.
#[derive(Default)]
struct Tally {
    /// Without a collision.
    apart: u32,
    /// With one, all of them reported.
    colliding: u32,
    /// Reported without a collision.
    false_alarms: Vec<String>,
}

fn number_in(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// The sizes for which a report says that threads collide: `with n = 7, w = 2: …`.
fn reported_sizes(found: &Analyzed) -> Vec<Sizes> {
    let notes =
        found.sink.diagnostics().iter().filter(|d| ALARMS.contains(&d.code.id)).flat_map(|d| &d.notes);
    let given = notes.filter_map(|note| note.strip_prefix("with ")?.split_once(": "));
    let value = |with: &str, name: &str| {
        let parts = with.split(", ").filter_map(|part| part.split_once(" = "));
        let is_named = |var: &str| var.strip_prefix("z.").unwrap_or(var) == name;
        parts.filter(|(var, _)| is_named(var)).find_map(|(_, value)| value.parse::<i64>().ok())
    };
    let sizes =
        given.map(|(with, _)| Sizes { n: value(with, "n").unwrap_or(1), w: value(with, "w").unwrap_or(1) });
    sizes.filter(|sizes| sizes.n < LARGEST && sizes.w < LARGEST).collect()
}

fn one_nest(kernel: &Kernel, tally: &Mutex<Tally>) -> Result<(), TestCaseError> {
    let text = text::text(kernel);
    let found = analyzed_with_calls(&text);
    let codes = found.all_codes();
    // Where an index may wrap around there is no `jam`; that has a test of its own.
    if codes.contains(&"W1070") {
        return Ok(());
    }
    let expected = |code: &&str| ALARMS.contains(code) || ASIDES.contains(code);
    prop_assert!(codes.iter().all(expected), "{:?} in\n{text}", found.all_messages());
    let alarm = codes.iter().any(|code| ALARMS.contains(code));
    let real = collides(kernel, &reported_sizes(&found));
    prop_assert!(real.is_none() || alarm, "missed: {}\n{text}", real.unwrap_or_default());
    let mut tally = tally.lock().unwrap();
    match real {
        Some(_) => tally.colliding += 1,
        None => {
            tally.apart += 1;
            tally.false_alarms.extend(alarm.then(|| format!("{:?}\n{text}", found.all_messages())));
        }
    }
    Ok(())
}

#[test]
fn never_apart_when_threads_collide() {
    try_nests(any_kernel, 1.0);
}

/// What an operator hides is often not decidable: a report there is no mistake of the analysis.
#[test]
fn never_apart_behind_operators() {
    try_nests(any_kernel_with_operators, 100.0);
}

fn try_nests<S: Strategy<Value = Kernel>>(nests: fn() -> S, most_false_alarms: f64) {
    let cases = number_in("WARPLOOM_CASES").map_or(CASES, |n| n as u32);
    let seed = number_in("WARPLOOM_SEED").unwrap_or(0);
    let tally = Mutex::new(Tally::default());
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let tally = &tally;
            scope.spawn(move || {
                let mut bytes = [0; 32];
                bytes[..8].copy_from_slice(&seed.to_le_bytes());
                bytes[8] = worker as u8;
                let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
                let config =
                    Config { cases: cases.div_ceil(workers), failure_persistence: None, ..Config::default() };
                let mut runner = TestRunner::new_with_rng(config, rng);
                if let Err(failure) = runner.run(&nests(), |kernel| one_nest(&kernel, tally)) {
                    panic!("{failure}");
                }
            });
        }
    });
    let Tally { apart, colliding, false_alarms } = tally.into_inner().unwrap();
    let percent = false_alarms.len() as f64 * 100.0 / f64::from(apart);
    eprintln!(
        "{} nests: {colliding} with a collision, all reported; {apart} without, {} reported ({percent:.2} %)",
        apart + colliding,
        false_alarms.len()
    );
    if let Ok(file) = std::env::var("WARPLOOM_FALSE_ALARMS") {
        std::fs::write(file, false_alarms.join("\n----\n")).unwrap();
    }
    assert!(apart > cases / 10, "only {apart} programs without a collision");
    let first = false_alarms.first().map_or("", String::as_str);
    // A small sample strays from what it is a sample of: two standard deviations are not held against it.
    let expected = most_false_alarms * f64::from(apart) / 100.0;
    let most = expected + 2.0 * expected.sqrt();
    assert!(false_alarms.len() as f64 <= most, "{} false alarms:\n{first}", false_alarms.len());
}
