//! Which choices are worth trying, best first: a beam search by the model.
//!
//! ```text
//! as written ─▶ all neighbours ─▶ the best eight ─▶ all of their neighbours ─▶ …
//! ```
//! The space of a product of two jammed loops has thousands of choices, and each costs a check of the
//! whole program. A choice that differs in several knobs is found through those that differ in fewer;
//! one that `check` objects to is left out, and so is what only it leads to.

use std::collections::HashSet;

use crate::space::{Choice, Kernel};

/// A choice that may be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The values.
    pub choice: Choice,
    /// Seconds, by the model.
    pub predicted: f64,
}

/// Choices that are gone on from.
const WIDTH: usize = 8;

/// What each further one of the same prediction counts as worse.
const HANDICAP: f64 = 0.02;
/// Predictions that differ less are the same: most often the programs are, too.
const SAME: f64 = 1e-6;

/// The candidates of a kernel, best first, those that change less before those that are as good. `predict` is
/// `None` for a choice that is not legal; `goes_on` says after how many of them it is enough. The roots
/// are gone on from whatever they cost.
pub fn explore(
    kernel: &Kernel,
    roots: &[Choice],
    mut predict: impl FnMut(&Choice) -> Option<f64>,
    mut goes_on: impl FnMut(usize) -> bool,
) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut seen: HashSet<Choice> = roots.iter().cloned().collect();
    for choice in roots {
        found.extend(predict(choice).map(|predicted| Candidate { choice: choice.clone(), predicted }));
    }
    let mut expanded: HashSet<Choice> = HashSet::new();
    let mut asked = roots.len();
    while let Some(next) = next(roots, &mut found, &expanded) {
        for choice in kernel.neighbours(&next) {
            if !seen.insert(choice.clone()) {
                continue;
            }
            if !goes_on(asked) {
                sort(&mut found);
                return found;
            }
            asked += 1;
            found.extend(predict(&choice).map(|predicted| Candidate { choice, predicted }));
        }
        expanded.insert(next);
    }
    found
}

/// What to go on from: a root, or one of the best.
fn next(roots: &[Choice], found: &mut [Candidate], expanded: &HashSet<Choice>) -> Option<Choice> {
    sort(found);
    let mut beam: Vec<&Candidate> = Vec::new();
    for candidate in found.iter() {
        let is_same =
            |other: &&Candidate| (candidate.predicted - other.predicted).abs() <= SAME * other.predicted;
        if beam.len() < WIDTH && !beam.iter().any(is_same) {
            beam.push(candidate);
        }
    }
    let mut wanted = roots.iter().chain(beam.into_iter().map(|candidate| &candidate.choice));
    wanted.find(|choice| !expanded.contains(*choice)).cloned()
}

/// The candidates in the order in which they are to be run: each that the model cannot tell from others
/// before it counts as a little worse, so that the first ones differ.
pub fn varied(candidates: &[Candidate]) -> Vec<Candidate> {
    let mut weighed: Vec<(f64, &Candidate)> = Vec::new();
    let mut like = (0.0, 0.0);
    for candidate in candidates {
        let is_same = (candidate.predicted - like.0).abs() <= SAME * candidate.predicted;
        like = (candidate.predicted, if is_same { like.1 + 1.0 } else { 0.0 });
        weighed.push((candidate.predicted * (1.0 + HANDICAP * like.1), candidate));
    }
    weighed.sort_by(|a, b| a.0.total_cmp(&b.0));
    weighed.into_iter().map(|(_, candidate)| candidate.clone()).collect()
}

fn sort(found: &mut [Candidate]) {
    let changes = |candidate: &Candidate| candidate.choice.iter().filter(|value| **value != 0).count();
    found.sort_by(|a, b| a.predicted.total_cmp(&b.predicted).then_with(|| changes(a).cmp(&changes(b))));
}

#[cfg(test)]
mod explore_tests {
    use super::*;

    #[test]
    fn what_cannot_be_told_apart_takes_turns() {
        let candidate = |value: usize, predicted: f64| Candidate { choice: vec![value], predicted };
        let sorted = [candidate(0, 1.0), candidate(1, 1.0), candidate(2, 1.0), candidate(3, 1.03)];
        let order: Vec<usize> = varied(&sorted).iter().map(|candidate| candidate.choice[0]).collect();
        assert_eq!(order, [0, 1, 3, 2]);
    }
}
