//! Generic addresses: which memory, and where in it.

/// Which memory an address belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// Device memory: what the host allocates, and `__device__` and
    /// `__constant__` variables.
    Global,
    /// Shared memory of the block.
    Shared,
    /// The thread's own memory.
    Local,
}

const SHIFT: u32 = 56;
const SHARED: u64 = 1;
const LOCAL: u64 = 2;

/// The generic address of an offset.
pub fn generic(space: Space, offset: u64) -> u64 {
    let tag = match space {
        Space::Global => 0,
        Space::Shared => SHARED,
        Space::Local => LOCAL,
    };
    tag << SHIFT | offset
}

/// The memory and the offset in it. An address with a broken tag is one of
/// device memory where nothing lies.
#[inline]
pub fn split(address: u64) -> (Space, u64) {
    let offset = address & ((1 << SHIFT) - 1);
    match address >> SHIFT {
        SHARED => (Space::Shared, offset),
        LOCAL => (Space::Local, offset),
        _ => (Space::Global, address),
    }
}
