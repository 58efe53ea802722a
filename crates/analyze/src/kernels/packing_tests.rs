//! Places in one memory.

use proptest::prelude::*;

use super::{ALIGNMENT, place};

#[test]
fn what_does_not_meet_shares_a_place() {
    assert_eq!(place(&[400, 300], &|_, _| false), [0, 0]);
    assert_eq!(place(&[400, 300], &|_, _| true), [0, 400]);
    assert!(place(&[], &|_, _| true).is_empty());
}

#[test]
fn a_gap_is_filled() {
    // The last meets only the second, which lies at 64: there is room below.
    let meet = |a: usize, b: usize| a.abs_diff(b) == 1;
    assert_eq!(place(&[64, 48, 32], &meet), [0, 64, 0]);
}

proptest! {
    /// Lives are intervals here: neighbours never overlap, places are aligned,
    /// and nothing lies higher than everything together would.
    #[test]
    fn neighbours_never_overlap(
        pieces in prop::collection::vec((1u64..500, 0usize..20, 1usize..10), 1..12)
    ) {
        let sizes: Vec<u64> = pieces.iter().map(|(size, ..)| *size).collect();
        let life = |piece: usize| (pieces[piece].1, pieces[piece].1 + pieces[piece].2);
        let meet = |a: usize, b: usize| life(a).0 < life(b).1 && life(b).0 < life(a).1;
        let offsets = place(&sizes, &meet);
        let all: u64 = sizes.iter().map(|size| size.next_multiple_of(ALIGNMENT)).sum();
        for a in 0..sizes.len() {
            prop_assert_eq!(offsets[a] % ALIGNMENT, 0);
            prop_assert!(offsets[a] + sizes[a] <= all);
            for b in 0..a {
                let apart = offsets[a] + sizes[a] <= offsets[b] || offsets[b] + sizes[b] <= offsets[a];
                prop_assert!(apart || !meet(a, b), "{} and {}: {:?}", a, b, offsets);
            }
        }
    }
}
