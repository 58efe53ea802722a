//! A survey: variants from all over the model's order are run, good ones and bad ones alike.
//!
//! The search for the fastest runs what the model likes, so it says little about how well the model tells
//! good from bad. A survey does: from it the model is calibrated, and it shows people the landscape.

use crate::explore::Candidate;
use crate::halving::{Bench, winner};
use crate::space::Choice;

/// Runs of each variant.
const SAMPLES: usize = 3;

/// Runs candidates from everywhere in the order while there is time; the best, as after a search.
pub fn survey(incumbent: &Choice, candidates: &[Candidate], bench: &mut dyn Bench) -> Choice {
    let mut ran: Vec<&Choice> = Vec::new();
    bench.run(&[incumbent], SAMPLES);
    let spread: Vec<&Choice> = spread(candidates.len()).map(|at| &candidates[at].choice).collect();
    for together in spread.chunks(bench.together().max(1)) {
        if !bench.goes_on(1.0) || !bench.run(together, SAMPLES) {
            break;
        }
        ran.extend(together.iter().filter(|choice| **choice != incumbent));
    }
    winner(incumbent, ran, bench)
}

/// All places below `count`, so that those at the front of the row are spread over all of them: 0, the middle,
/// the quarters … (the sequence of van der Corput).
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let bits = usize::BITS - count.saturating_sub(1).leading_zeros();
    let reversed = move |at: usize| if bits == 0 { 0 } else { at.reverse_bits() >> (usize::BITS - bits) };
    (0..1usize << bits).map(reversed).filter(move |at| *at < count)
}

#[cfg(test)]
mod survey_tests {
    use super::spread;

    #[test]
    fn every_place_comes_once_and_the_first_ones_are_far_apart() {
        assert_eq!(spread(8).collect::<Vec<_>>(), [0, 4, 2, 6, 1, 5, 3, 7]);
        assert_eq!(spread(5).collect::<Vec<_>>(), [0, 4, 2, 1, 3]);
        assert_eq!((spread(1).collect::<Vec<_>>(), spread(0).count()), (vec![0], 0));
    }
}
