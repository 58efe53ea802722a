//! Successive halving: many candidates are run once, the better half again, until one is left.
//!
//! ```text
//! 24 candidates, 1 run each ─▶ 12, 2 runs more ─▶ 6 ─▶ 3 ─▶ the best, and as written, run after run in turns
//! ```
//! The incumbent takes part in every round, so that what is compared was measured at the same time: clocks of
//! GPUs drift. What is left is gone on from: the neighbours of the best are the next candidates, until none is better.

use std::collections::HashSet;

use crate::explore::Candidate;
use crate::space::Choice;

/// Builds, runs and compares variants of a kernel.
pub trait Bench {
    /// Candidates around a choice, best first by the model.
    fn neighbours(&mut self, choice: &Choice) -> Vec<Candidate>;
    /// Makes sure that a choice was run so often; false if there is no more time.
    fn run(&mut self, choices: &[&Choice], samples: usize) -> bool;
    /// The time of a choice so far; `None` for one that was dropped or did not run.
    fn score(&self, choice: &Choice) -> Option<f64>;
    /// Its shortest time so far.
    fn shortest(&self, choice: &Choice) -> Option<f64>;
    /// Is there time for more candidates? `part` of what the kernel has is meant for them.
    fn goes_on(&self, part: f64) -> bool;
    /// Candidates that are built at a time.
    fn together(&self) -> usize;
    /// Does every run take the same time, as on the simulator?
    fn is_exact(&self) -> bool;
}

/// The part of the time for first runs.
const FIRST: f64 = 0.7;
/// Candidates of a round of neighbours.
const MOST_NEIGHBOURS: usize = 12;
/// Runs of what is left at last.
const MOST_SAMPLES: usize = 7;
/// A gain below this is noise, and a choice that changes less is as good.
pub const NOISE: f64 = 0.01;

/// The best choice: the incumbent, or one that is faster by more than noise.
pub fn search(incumbent: &Choice, candidates: &[Candidate], bench: &mut dyn Bench) -> Choice {
    let mut tried: HashSet<Choice> = HashSet::from([incumbent.clone()]);
    let mut best = tournament(incumbent, candidates, &mut tried, bench, FIRST);
    while bench.goes_on(1.0) {
        let mut around = bench.neighbours(&best);
        around.retain(|candidate| !tried.contains(&candidate.choice));
        around.truncate(MOST_NEIGHBOURS);
        if around.is_empty() {
            break;
        }
        let next = tournament(&best, &around, &mut tried, bench, 1.0);
        if next == best {
            break;
        }
        best = next;
    }
    best
}

fn tournament(
    incumbent: &Choice,
    candidates: &[Candidate],
    tried: &mut HashSet<Choice>,
    bench: &mut dyn Bench,
    part: f64,
) -> Choice {
    bench.run(&[incumbent], 1);
    let mut left: Vec<&Choice> = Vec::new();
    let fresh: Vec<&Choice> = candidates.iter().map(|c| &c.choice).filter(|c| *c != incumbent).collect();
    for together in fresh.chunks(bench.together().max(1)) {
        if !bench.goes_on(part) || !bench.run(together, 1) {
            break;
        }
        tried.extend(together.iter().map(|choice| (*choice).clone()));
        left.extend(together);
    }
    let mut samples = 1;
    while !bench.is_exact() && samples < MOST_SAMPLES {
        sort(&mut left, bench);
        left.truncate(left.len().div_ceil(2).max(1));
        samples = (samples + 2).min(MOST_SAMPLES);
        let mut round = left.clone();
        round.push(incumbent);
        // One after the other: a drift of the clock is the same for all.
        for choice in &round {
            if !bench.run(&[choice], samples) {
                samples = MOST_SAMPLES;
                break;
            }
        }
    }
    winner(incumbent, left, bench)
}

/// Those that have a time, fastest first.
fn sort(choices: &mut Vec<&Choice>, bench: &dyn Bench) {
    choices.retain(|choice| bench.score(choice).is_some());
    let score = |choice: &Choice| bench.score(choice).unwrap_or(f64::INFINITY);
    choices.sort_by(|a, b| score(a).total_cmp(&score(b)));
}

/// Of those that are as fast as the fastest, the one that changes least.
pub(crate) fn winner(incumbent: &Choice, mut sorted: Vec<&Choice>, bench: &dyn Bench) -> Choice {
    sort(&mut sorted, bench);
    let Some(fastest) = sorted.first().and_then(|choice| bench.score(choice)) else {
        return incumbent.clone();
    };
    if bench.score(incumbent).is_some_and(|own| fastest > own * (1.0 - NOISE)) {
        return incumbent.clone();
    }
    // Faster than the incumbent ever was: a busy machine makes single runs long, and none short.
    if bench.shortest(incumbent).is_some_and(|own| fastest >= own) {
        return incumbent.clone();
    }
    let changes = |choice: &Choice| choice.iter().zip(incumbent).filter(|(a, b)| a != b).count();
    let as_fast = sorted
        .iter()
        .filter(|choice| bench.score(choice).is_some_and(|own| own <= fastest * (1.0 + NOISE / 2.0)));
    as_fast.min_by_key(|choice| changes(choice)).map_or_else(|| incumbent.clone(), |choice| (*choice).clone())
}

#[cfg(test)]
mod halving_tests {
    use super::*;

    /// Times by formula; some choices are broken, and time ends after some runs.
    struct Fake {
        time: fn(&Choice) -> Option<f64>,
        ran: std::collections::HashMap<Choice, usize>,
        runs: usize,
        most: usize,
    }

    impl Fake {
        fn new(time: fn(&Choice) -> Option<f64>, most: usize) -> Fake {
            Fake { time, ran: Default::default(), runs: 0, most }
        }
    }

    impl Bench for Fake {
        fn neighbours(&mut self, choice: &Choice) -> Vec<Candidate> {
            let other = |value| Candidate { choice: vec![value], predicted: 1.0 };
            vec![other(choice[0] + 1), other(choice[0].saturating_sub(1))]
        }
        fn run(&mut self, choices: &[&Choice], samples: usize) -> bool {
            for choice in choices {
                let ran = self.ran.entry((*choice).clone()).or_default();
                self.runs += samples.saturating_sub(*ran);
                *ran = samples.max(*ran);
            }
            self.runs < self.most
        }
        fn score(&self, choice: &Choice) -> Option<f64> {
            self.ran.get(choice).and_then(|_| (self.time)(choice))
        }
        fn shortest(&self, choice: &Choice) -> Option<f64> {
            self.score(choice)
        }
        fn goes_on(&self, part: f64) -> bool {
            (self.runs as f64) < self.most as f64 * part
        }
        fn together(&self) -> usize {
            2
        }
        fn is_exact(&self) -> bool {
            false
        }
    }

    fn candidates(values: &[usize]) -> Vec<Candidate> {
        values.iter().map(|value| Candidate { choice: vec![*value], predicted: 1.0 }).collect()
    }

    #[test]
    fn the_fastest_is_found_and_gone_on_from() {
        // Best at 9, which no candidate is: neighbours lead there from 7.
        let mut bench = Fake::new(|choice| Some(1.0 + (choice[0] as f64 - 9.0).abs()), 1000);
        assert_eq!(search(&vec![0], &candidates(&[0, 2, 4, 7]), &mut bench), vec![9]);
    }

    #[test]
    fn a_dropped_variant_is_never_chosen() {
        let mut bench = Fake::new(|choice| (choice[0] == 0).then_some(5.0), 1000);
        assert_eq!(search(&vec![0], &candidates(&[1, 2, 3]), &mut bench), vec![0]);
    }

    #[test]
    fn noise_is_no_gain() {
        let mut bench = Fake::new(|choice| Some(if choice[0] == 0 { 1.0 } else { 0.995 }), 1000);
        assert_eq!(search(&vec![0], &candidates(&[1, 2]), &mut bench), vec![0]);
    }

    #[test]
    fn the_better_half_runs_more_often_and_time_is_kept() {
        let mut bench = Fake::new(|choice| Some(1.0 + choice[0] as f64), 40);
        assert_eq!(search(&vec![20], &candidates(&(0..20).collect::<Vec<_>>()), &mut bench), vec![0]);
        assert!(bench.ran[&vec![0]] > bench.ran[&vec![15]], "{:?}", bench.ran);
        assert!(bench.runs <= 40 + 2 * MOST_SAMPLES, "{}", bench.runs);
    }
}
