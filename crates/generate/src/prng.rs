//! Random numbers, the same on every machine: the SplitMix64 sequence.
//!
//! ```text
//! let mut rng = Prng::new(1);
//! rng.below(6)        // 0..=5
//! rng.chance(30)      // true in 30 of 100 cases
//! rng.pick(&names)    // one of them
//! ```
//!
//! Invariant: a sequence depends on the seed alone.

/// A small pseudo-random sequence.
pub(crate) struct Prng {
    state: u64,
}

impl Prng {
    /// The sequence that belongs to `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Prng { state: seed }
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number less than `bound`, or 0 when the bound is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in `percent` of 100 cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, copied. `items` is a non-empty table of the caller.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
