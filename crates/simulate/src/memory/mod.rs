//! The memories of the machine.
//!
//! Addresses are generic, as in CUDA: the top byte says which memory, the rest
//! is an offset ([`address`]). Device memory ([`global`]) is shared by all
//! blocks, which may run on several processor cores at once; so its words are
//! atomic integers, used in the cheapest (relaxed) way. Shared memory and a
//! thread's own memory belong to one block and are plain ([`private`]).

pub mod address;
pub mod global;
pub mod private;

/// Bits of a word that `size` bytes at byte `byte` of it occupy.
fn mask(byte: u64, size: u64) -> u32 {
    let ones = if size >= 4 { u32::MAX } else { (1u32 << (size * 8)) - 1 };
    ones << (byte * 8)
}

/// The same as a set of bytes, one bit each.
fn byte_mask(byte: u64, size: u64) -> u8 {
    (((1u32 << size.min(4)) - 1) << byte) as u8 & 0xf
}
