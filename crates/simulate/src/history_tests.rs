//! Pairs of accesses, ordered and not.

use super::*;
use crate::race::ALL_OTHERS;

fn actor(block: u64, thread: u32, epoch: u64, warp_epoch: u64) -> Actor {
    Actor { block, thread, epoch, warp_epoch }
}

fn never(_: u64, _: u64) -> bool {
    false
}

fn memory() -> History {
    History::new(64, Order::Concurrent)
}

/// Notes an access `'r'`, `'w'` or `'a'` (atomic); true if it races.
fn touch(history: &History, kind: char, offset: u64, size: u64, actor: Actor) -> bool {
    let deed = match kind {
        'r' => Deed::Read,
        'w' => Deed::Write,
        _ => Deed::Update,
    };
    history.note(Noted { deed, actor, site: 0 }, offset, size, never).is_some()
}

/// Does a pair of accesses to one word race?
fn races(first: (char, Actor), second: (char, Actor)) -> bool {
    let history = memory();
    assert!(!touch(&history, first.0, 0, 4, first.1));
    touch(&history, second.0, 0, 4, second.1)
}

#[test]
fn unordered_pairs_with_a_write_race() {
    let (a, b) = (actor(0, 0, 0, 0), actor(0, 40, 0, 0));
    assert!(races(('w', a), ('r', b)));
    assert!(races(('r', a), ('w', b)));
    assert!(races(('w', a), ('w', b)));
    assert!(races(('a', a), ('r', b)));
    assert!(races(('r', a), ('a', b)));
    assert!(races(('a', a), ('w', b)));
    assert!(races(('w', a), ('a', b)));
    assert!(!races(('r', a), ('r', b)));
    assert!(!races(('a', a), ('a', b)));
}

#[test]
fn a_thread_does_not_race_with_itself() {
    let a = actor(3, 7, 2, 1);
    for pair in [('w', 'r'), ('r', 'w'), ('w', 'w'), ('a', 'r'), ('w', 'a')] {
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
    let history = memory();
    for thread in [3, 40, 4] {
        assert!(!touch(&history, 'r', 0, 4, actor(0, thread, 0, 0)));
    }
    // The last reader is the writer itself, but there were others.
    assert!(touch(&history, 'w', 0, 4, actor(0, 4, 0, 0)));
}

#[test]
fn readers_of_two_blocks_are_remembered_across_a_barrier() {
    let history = memory();
    assert!(!touch(&history, 'r', 0, 4, actor(1, 0, 0, 0)));
    assert!(!touch(&history, 'r', 0, 4, actor(0, 0, 0, 0)));
    assert!(!touch(&history, 'r', 0, 4, actor(0, 0, 1, 0)));
    assert!(touch(&history, 'w', 0, 4, actor(0, 0, 2, 0)));
}

#[test]
fn a_fence_and_an_atomic_order_blocks() {
    let history = memory();
    assert!(!touch(&history, 'w', 0, 4, actor(1, 0, 0, 0)));
    let released = |block: u64, epoch: u64| block == 1 && epoch == 0;
    let noted = Noted { deed: Deed::Read, actor: actor(0, 9, 1, 0), site: 0 };
    assert_eq!(history.note(noted, 0, 4, released), None);
}

#[test]
fn a_write_is_ordered_after_reads_of_all_blocks_that_were_published() {
    let later = |epoch: u64, released: fn(u64, u64) -> bool| {
        let history = memory();
        for block in 0..3 {
            assert!(!touch(&history, 'r', 0, 4, actor(block, 0, 0, 0)));
            assert!(!touch(&history, 'r', 0, 4, actor(block, 40, 0, 0)));
        }
        assert!(!touch(&history, 'r', 0, 4, actor(1, 0, 1, 0)));
        let noted = Noted { deed: Deed::Write, actor: actor(2, 0, epoch, 0), site: 0 };
        history.note(noted, 0, 4, released).is_some()
    };
    assert!(!later(2, |block, epoch| block == ALL_OTHERS && epoch == 1));
    // Only what came before the last read is published, or the block's own threads may still read.
    assert!(later(2, |block, epoch| block == ALL_OTHERS && epoch == 0));
    assert!(later(1, |_, _| true));
}

#[test]
fn a_plain_write_is_not_forgotten_behind_the_writers_own_update() {
    let history = memory();
    assert!(!touch(&history, 'w', 0, 4, actor(0, 0, 0, 0)));
    assert!(!touch(&history, 'a', 0, 4, actor(0, 0, 0, 0)));
    assert!(touch(&history, 'a', 0, 4, actor(0, 40, 0, 0)));
}

#[test]
fn bytes_of_a_word_have_owners_of_their_own() {
    let history = memory();
    assert!(!touch(&history, 'w', 0, 1, actor(0, 0, 0, 0)));
    assert!(!touch(&history, 'w', 1, 1, actor(0, 40, 0, 0)));
    assert!(!touch(&history, 'w', 2, 2, actor(0, 41, 0, 0)));
    assert!(touch(&history, 'r', 3, 1, actor(0, 0, 0, 0)));
}

#[test]
fn narrow_updates_race_with_plain_accesses_only() {
    let history = memory();
    assert!(!touch(&history, 'a', 2, 2, actor(0, 0, 0, 0)));
    assert!(!touch(&history, 'a', 2, 2, actor(0, 40, 0, 0)));
    assert!(!touch(&history, 'a', 0, 4, actor(1, 3, 0, 0)));
    for (what, offset, size) in [('r', 2, 2), ('w', 3, 1), ('w', 0, 4), ('r', 0, 8)] {
        let history = memory();
        assert!(!touch(&history, 'a', 2, 2, actor(0, 0, 0, 0)));
        assert!(!touch(&history, 'w', 0, 2, actor(0, 70, 0, 0)));
        assert!(touch(&history, what, offset, size, actor(0, 40, 0, 0)), "{what} {offset} {size}");
    }
}

#[test]
fn bytes_and_words_are_compared() {
    for (first, second) in [((0, 4), (2, 1)), ((2, 1), (0, 4)), ((7, 1), (0, 8)), ((0, 8), (6, 2))] {
        let history = memory();
        assert!(!touch(&history, 'w', first.0, first.1, actor(0, 0, 0, 0)));
        assert!(touch(&history, 'w', second.0, second.1, actor(0, 40, 0, 0)), "{first:?} {second:?}");
        assert!(!touch(&history, 'w', 8, 4, actor(0, 50, 0, 0)));
    }
}
