//! Stores of blocks that run on several cores at once.
//!
//! Two blocks may write the same value to one place; only different values are a
//! race. A store is noted first and then done, so a block that finds the note of
//! another does not know whether the value is there already. Each core says which
//! store it has under way, and whoever meets one of those waits until it is done:
//!
//! ```text
//! core 0   begins   notes                          writes 5   ends
//! core 1            begins   notes, meets core 0      …       compares 5 with its own
//! ```
//! When two meet each other, the one that comes first waits, and the other leaves
//! the comparison to it.
//!
//! Invariant: of two stores of different blocks that are not ordered, exactly one
//! compares its value with what the other has written.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The low bits of a block's number, which a history keeps too.
const BLOCK_MASK: u64 = (1 << 21) - 1;

const IDLE: u64 = 0;
const STORING: u64 = 1;
const WAITING: u64 = 2;

/// An aligned access lies in one line.
fn line(address: u64) -> u64 {
    address >> 4
}

/// What one core does; on a cache line of its own.
#[repr(align(64))]
#[derive(Default, Debug)]
struct Core {
    /// The line that it stores to, and whether it stores or waits.
    state: AtomicU64,
    block: AtomicU64,
}

/// The stores that all cores have under way.
#[derive(Debug)]
pub(crate) struct UnderWay {
    cores: Vec<Core>,
    taken: AtomicU64,
    meeting: Mutex<()>,
}

/// More cores than this take turns to say what they do, and may meet unnoticed.
const MOST_CORES: usize = 512;

impl UnderWay {
    pub(crate) fn new() -> UnderWay {
        let mut cores = Vec::new();
        cores.resize_with(MOST_CORES, Core::default);
        UnderWay { cores, taken: AtomicU64::new(0), meeting: Mutex::default() }
    }

    /// A number for one more core.
    pub(crate) fn join(&self) -> usize {
        self.taken.fetch_add(1, Ordering::SeqCst) as usize % MOST_CORES
    }

    /// A core goes on with another block.
    pub(crate) fn run_block(&self, core: usize, block: u64) {
        self.cores[core].block.store(block & BLOCK_MASK, Ordering::SeqCst);
    }

    /// A store begins. The note that follows it lets others see this.
    #[inline]
    pub(crate) fn begin(&self, core: usize, address: u64) {
        self.cores[core].state.store(line(address) << 2 | STORING, Ordering::Release);
    }

    /// The value is there.
    #[inline]
    pub(crate) fn end(&self, core: usize) {
        self.cores[core].state.store(IDLE, Ordering::Release);
    }

    /// A store has met that of another block: does `store`, and tells whether both
    /// wrote the same. `is_there` looks for the value before that.
    #[cold]
    pub(crate) fn meet(
        &self,
        core: usize,
        address: u64,
        other: u64,
        is_there: impl Fn() -> bool,
        mut store: impl FnMut(),
    ) -> bool {
        let stores = line(address) << 2 | STORING;
        let waits = line(address) << 2 | WAITING;
        loop {
            {
                let _meeting = self.meeting.lock().unwrap_or_else(PoisonError::into_inner);
                if !self.is_in(core, other, stores) {
                    let agrees = self.is_in(core, other, waits) || is_there();
                    store();
                    self.end(core);
                    return agrees;
                }
                self.cores[core].state.store(waits, Ordering::SeqCst);
            }
            while self.is_in(core, other, stores) {
                std::thread::yield_now();
            }
        }
    }

    /// Is another core that runs this block in this state?
    fn is_in(&self, core: usize, block: u64, state: u64) -> bool {
        let taken = (self.taken.load(Ordering::SeqCst) as usize).min(MOST_CORES);
        self.cores[..taken].iter().enumerate().any(|(at, found)| {
            at != core
                && found.state.load(Ordering::SeqCst) == state
                && found.block.load(Ordering::SeqCst) == block & BLOCK_MASK
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Two cores that have noted their stores and met each other: whatever the
    /// order, one of them compares.
    fn both_meet(values: [u64; 2]) -> usize {
        let memory = AtomicU64::new(0);
        let under_way = UnderWay::new();
        let cores = [under_way.join(), under_way.join()];
        for (core, block) in cores.iter().zip([7, 8]) {
            under_way.run_block(*core, block);
            under_way.begin(*core, 0x40);
        }
        let races = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for (core, value) in cores.iter().zip(values) {
                let (memory, under_way, races) = (&memory, &under_way, &races);
                scope.spawn(move || {
                    let agrees = under_way.meet(
                        *core,
                        0x40,
                        if *core == cores[0] { 8 } else { 7 },
                        || memory.load(Ordering::SeqCst) == value,
                        || memory.store(value, Ordering::SeqCst),
                    );
                    races.fetch_add(usize::from(!agrees), Ordering::SeqCst);
                });
            }
        });
        races.into_inner()
    }

    #[test]
    fn stores_that_cross_are_compared_once() {
        for _ in 0..200 {
            assert_eq!(both_meet([5, 5]), 0);
            assert_eq!(both_meet([5, 6]), 1);
        }
    }

    #[test]
    fn a_store_that_is_over_is_compared() {
        let under_way = UnderWay::new();
        let (first, second) = (under_way.join(), under_way.join());
        under_way.run_block(first, 1);
        under_way.run_block(second, 2);
        under_way.begin(first, 0x40);
        under_way.end(first);
        under_way.begin(second, 0x40);
        assert!(!under_way.meet(second, 0x40, 1, || false, || {}));
    }
}
