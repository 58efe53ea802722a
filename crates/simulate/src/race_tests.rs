//! Pairs of accesses, ordered and not.

use super::*;

fn actor(block: u64, thread: u32, epoch: u64, warp_epoch: u64) -> Actor {
    Actor { block, thread, epoch, warp_epoch }
}

fn never(_: u64, _: u64) -> bool {
    false
}

/// Does a pair of accesses race? `'r'`, `'w'` or `'a'` (atomic).
fn races(first: (char, Actor), second: (char, Actor)) -> bool {
    let word = Word::default();
    let touch = |(kind, actor): (char, Actor)| match kind {
        'r' => word.read(actor, 0, never).is_some(),
        kind => word.write(actor, 0, kind == 'a', never).is_some(),
    };
    assert!(!touch(first));
    touch(second)
}

#[test]
fn unordered_pairs_with_a_write_race() {
    let (a, b) = (actor(0, 0, 0, 0), actor(0, 40, 0, 0));
    assert!(races(('w', a), ('r', b)));
    assert!(races(('r', a), ('w', b)));
    assert!(races(('w', a), ('w', b)));
    assert!(races(('a', a), ('r', b)));
    assert!(races(('w', a), ('a', b)));
    assert!(!races(('r', a), ('r', b)));
    assert!(!races(('a', a), ('a', b)));
}

#[test]
fn a_thread_does_not_race_with_itself() {
    let a = actor(3, 7, 2, 1);
    for pair in [('w', 'r'), ('r', 'w'), ('w', 'w')] {
        assert!(!races((pair.0, a), (pair.1, a)));
    }
}

#[test]
fn barriers_order_a_block_and_nothing_orders_blocks() {
    assert!(!races(('w', actor(0, 0, 0, 0)), ('r', actor(0, 40, 1, 0))));
    assert!(races(('w', actor(0, 0, 0, 0)), ('r', actor(1, 0, 1, 0))));
}

#[test]
fn syncwarp_orders_a_warp_only() {
    assert!(!races(('w', actor(0, 0, 0, 0)), ('r', actor(0, 5, 0, 1))));
    assert!(races(('w', actor(0, 0, 0, 0)), ('r', actor(0, 37, 0, 1))));
}

#[test]
fn one_of_many_readers_is_enough() {
    let word = Word::default();
    for thread in [3, 40, 4] {
        assert_eq!(word.read(actor(0, thread, 0, 0), 0, never), None);
    }
    // The last reader is the writer itself, but there were others.
    assert!(word.write(actor(0, 4, 0, 0), 1, false, never).is_some());
}

#[test]
fn readers_of_two_blocks_are_remembered_across_a_barrier() {
    let word = Word::default();
    assert_eq!(word.read(actor(1, 0, 0, 0), 0, never), None);
    assert_eq!(word.read(actor(0, 0, 0, 0), 0, never), None);
    assert_eq!(word.read(actor(0, 0, 1, 0), 0, never), None);
    assert!(word.write(actor(0, 0, 2, 0), 1, false, never).is_some());
}

#[test]
fn a_fence_and_an_atomic_order_blocks() {
    let word = Word::default();
    assert_eq!(word.write(actor(1, 0, 0, 0), 0, false, never), None);
    let released = |block: u64, epoch: u64| block == 1 && epoch == 0;
    assert_eq!(word.read(actor(0, 9, 1, 0), 0, released), None);
}
