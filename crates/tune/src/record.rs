//! What was tried and what came out: the nouns of the search, and at the same time the JSON of `--log`.
//!
//! ```json
//! {"schema": "warploom-tune/1", "target": "cuda", "kernels": [{"name": "scale", "variants":
//!   [{"label": "thread (64)", "predicted": 1.2e-5, "outcome": {"measured": […]}}]}]}
//! ```
//! Fields are only ever added within one schema number; docs/tune.md describes them. The same text in the
//! cache is how a second run goes on where the first stopped.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::statistics::{geometric_mean, median, rank_correlation};

/// The name of this shape of JSON.
pub const SCHEMA: &str = "warploom-tune/1";

/// A whole search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Log {
    /// [`SCHEMA`].
    pub schema: String,
    /// The files.
    pub program: Vec<String>,
    /// `cuda`, `cpu` or `sim`.
    pub target: String,
    /// What the numbers are: `kernel times`, `wall times`, `simulated`, `predicted`.
    pub basis: String,
    /// The arguments of each case.
    pub cases: Vec<String>,
    /// What outputs were compared with.
    pub compared_with: String,
    /// Seconds that were spent, in all runs together.
    pub seconds: f64,
    /// Was there time for all that was to be tried?
    pub complete: bool,
    /// The kernels, in the order in which they were tuned.
    pub kernels: Vec<KernelLog>,
}

/// What was tried for a kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KernelLog {
    /// Its name.
    pub name: String,
    /// The file of its directive.
    pub file: String,
    /// The line there.
    pub line: u32,
    /// How many choices its knobs have.
    pub space: f64,
    /// How many of them `check` was asked about.
    pub examined: usize,
    /// How many of those it objected to.
    pub illegal: usize,
    /// What variables from outside held when it began, in each case, as far as the sequential program told.
    #[serde(default)]
    pub sizes: Vec<BTreeMap<String, f64>>,
    /// The label of the choice that was made.
    pub chosen: String,
    /// Everything that was tried, in the order of the model.
    pub variants: Vec<Variant>,
}

/// One choice, and what came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variant {
    /// In words; what is as written is left out.
    pub label: String,
    /// The value of each knob.
    pub values: Vec<(String, String)>,
    /// Seconds by the model, which order variants.
    pub predicted: f64,
    /// The program it makes: variants of one program have one time.
    pub digest: String,
    /// What came out.
    pub outcome: Outcome,
}

/// What came out of a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Times of each case.
    Measured(Vec<CaseTimes>),
    /// It is not chosen, whatever its time: the kind (`wrong`, `crashed`, `hung`, `not compiled`), and the reason.
    Dropped(String, String),
    /// There was no time for it.
    Untried,
}

/// The times of one case, in seconds, a value for each run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseTimes {
    /// The whole program.
    pub wall: Vec<f64>,
    /// All launches of each kernel, where they were timed.
    pub kernels: BTreeMap<String, Vec<f64>>,
}

impl CaseTimes {
    /// The times of a kernel, or of the program where no kernel was timed; `None` for one that did not run.
    fn times(&self, kernel: &str) -> Option<&[f64]> {
        match self.kernels.get(kernel) {
            Some(times) => Some(times),
            None => self.kernels.is_empty().then_some(&self.wall),
        }
    }
}

impl Outcome {
    /// One number for all cases: the geometric mean of their times.
    pub fn score(&self, kernel: &str) -> Option<f64> {
        self.mean_of(|case| median(case.times(kernel)?))
    }

    /// The same of the shortest time of each case: what noise alone may have made of it.
    pub fn shortest(&self, kernel: &str) -> Option<f64> {
        self.mean_of(|case| case.times(kernel)?.iter().copied().reduce(f64::min))
    }

    fn mean_of(&self, time: impl Fn(&CaseTimes) -> Option<f64>) -> Option<f64> {
        let Outcome::Measured(cases) = self else { return None };
        let times: Option<Vec<f64>> = cases.iter().map(time).collect();
        geometric_mean(&times?)
    }

    /// How often it was run.
    pub fn samples(&self) -> usize {
        match self {
            Outcome::Measured(cases) => cases.iter().map(|case| case.wall.len()).min().unwrap_or(0),
            Outcome::Dropped(..) | Outcome::Untried => 0,
        }
    }
}

impl KernelLog {
    /// Variants that were run, each program once, with the model's number and the measured one.
    pub fn measured(&self) -> Vec<(&Variant, f64)> {
        let mut found: Vec<(&Variant, f64)> = Vec::new();
        for variant in &self.variants {
            let is_known = found.iter().any(|(other, _)| other.digest == variant.digest);
            if let (Some(score), false) = (variant.outcome.score(&self.name), is_known) {
                found.push((variant, score));
            }
        }
        found
    }

    /// The rank correlation of the model with what was measured.
    pub fn correlation(&self) -> Option<f64> {
        let pairs: Vec<(f64, f64)> =
            self.measured().iter().map(|(variant, score)| (variant.predicted, *score)).collect();
        rank_correlation(&pairs)
    }

    /// The variant with this label.
    pub fn labelled(&self, label: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.label == label)
    }

    /// The time of the chosen variant, as a part of that of the text as written.
    pub fn gain(&self) -> Option<f64> {
        let score = |label: &str| self.labelled(label)?.outcome.score(&self.name);
        Some(score(&self.chosen)? / score("as written")?)
    }
}

impl Log {
    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).map_or_else(|_| String::new(), |text| text + "\n")
    }

    /// From JSON; `None` if it is another shape.
    pub fn from_json(text: &[u8]) -> Option<Log> {
        serde_json::from_slice(text).ok().filter(|log: &Log| log.schema == SCHEMA)
    }
}

#[cfg(test)]
mod record_tests {
    use super::*;

    fn variant(label: &str, predicted: f64, seconds: f64) -> Variant {
        let times = CaseTimes { wall: vec![seconds], kernels: BTreeMap::new() };
        Variant {
            label: label.into(),
            values: Vec::new(),
            predicted,
            digest: label.into(),
            outcome: Outcome::Measured(vec![times]),
        }
    }

    #[test]
    fn a_log_is_read_as_it_was_written() {
        let kernel = KernelLog {
            name: "k".into(),
            chosen: "thread (64)".into(),
            variants: vec![
                variant("thread (64)", 1.0, 1.0),
                variant("as written", 2.0, 4.0),
                variant("thread (32)", 3.0, 8.0),
                Variant {
                    outcome: Outcome::Dropped("wrong".into(), "it prints 1".into()),
                    ..variant("x", 4.0, 0.1)
                },
            ],
            ..KernelLog::default()
        };
        assert_eq!((kernel.correlation(), kernel.gain()), (Some(1.0), Some(0.25)));
        let log = Log { schema: SCHEMA.into(), kernels: vec![kernel], ..Log::default() };
        assert_eq!(Log::from_json(log.to_json().as_bytes()), Some(log));
        assert_eq!(Log::from_json(b"{\"schema\": \"other\"}"), None);
    }

    #[test]
    fn cases_count_alike_and_kernels_before_programs() {
        let case = |wall: f64, kernel: f64| CaseTimes {
            wall: vec![wall],
            kernels: BTreeMap::from([(String::from("k"), vec![kernel])]),
        };
        let outcome = Outcome::Measured(vec![case(10.0, 1.0), case(10.0, 4.0)]);
        assert!((outcome.score("k").unwrap_or(0.0) - 2.0).abs() < 1e-12);
        assert_eq!(outcome.score("never launched"), None);
        let untimed = Outcome::Measured(vec![CaseTimes { wall: vec![10.0], ..CaseTimes::default() }]);
        assert!((untimed.score("k").unwrap_or(0.0) - 10.0).abs() < 1e-12);
    }
}
