//! Device memory: allocations, found by address.
//!
//! Allocations lie far apart and are aligned to 256 bytes, as `cudaMalloc`
//! aligns them, so an access just beyond one never hits another: it is found
//! out, not answered.
//!
//! Every byte knows whether it was ever written.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use super::{byte_mask, mask};

/// The first address handed out; nothing below is valid, so that a null
/// pointer plus an index is caught.
const FIRST: u64 = 0x7_0000_0000;
/// Free room after each allocation.
const GAP: u64 = 4096;
const ALIGN: u64 = 256;
const LOCKS: usize = 64;

/// All of device memory.
#[derive(Debug)]
pub struct GlobalMemory {
    /// Sorted by address.
    allocations: Vec<Allocation>,
    freed: Vec<(u64, u64)>,
    next: u64,
    used: u64,
    limit: u64,
    /// One of them is held during an atomic update.
    locks: Vec<Mutex<()>>,
}

/// One piece of device memory.
#[derive(Debug)]
pub struct Allocation {
    base: u64,
    bytes: u64,
    words: Vec<AtomicU32>,
    /// Per word, which of its bytes were written.
    written: Vec<AtomicU8>,
    /// What the user calls it, where that is known.
    pub name: Option<String>,
    /// Kernels must not write it.
    pub is_constant: bool,
    /// A variable of the program: never freed.
    pub is_static: bool,
}

impl GlobalMemory {
    /// Memory of so many bytes, empty.
    pub fn new(limit: u64) -> GlobalMemory {
        let locks = (0..LOCKS).map(|_| Mutex::new(())).collect();
        GlobalMemory { allocations: Vec::new(), freed: Vec::new(), next: FIRST, used: 0, limit, locks }
    }

    /// Allocates; `None` when memory is used up.
    pub fn allocate(&mut self, bytes: u64) -> Option<u64> {
        self.allocate_at_multiple(bytes, ALIGN)
    }

    /// Allocates at a multiple of some bytes, at most a page.
    pub fn allocate_at_multiple(&mut self, bytes: u64, multiple: u64) -> Option<u64> {
        if bytes > self.limit - self.used {
            return None;
        }
        let base = self.next.next_multiple_of(multiple.clamp(ALIGN, GAP));
        let words = bytes.div_ceil(4) as usize;
        let mut allocation = Allocation {
            base,
            bytes,
            words: Vec::new(),
            written: Vec::new(),
            name: None,
            is_constant: false,
            is_static: false,
        };
        allocation.words.try_reserve_exact(words).ok()?;
        allocation.written.try_reserve_exact(words).ok()?;
        self.next = (base + bytes + GAP).next_multiple_of(ALIGN);
        self.used += bytes;
        allocation.words.resize_with(words, AtomicU32::default);
        allocation.written.resize_with(words, AtomicU8::default);
        self.allocations.push(allocation);
        Some(base)
    }

    /// Gives back an allocation; false if the address is not the start of one.
    pub fn free(&mut self, base: u64) -> bool {
        let Ok(at) = self.allocations.binary_search_by_key(&base, |a| a.base) else { return false };
        let gone = self.allocations.remove(at);
        self.used -= gone.bytes;
        self.freed.push((gone.base, gone.bytes));
        true
    }

    /// The allocations that are alive.
    pub fn allocations(&self) -> &[Allocation] {
        &self.allocations
    }

    /// The allocation that starts here.
    pub fn allocation_mut(&mut self, base: u64) -> Option<&mut Allocation> {
        let at = self.allocations.binary_search_by_key(&base, |a| a.base).ok()?;
        self.allocations.get_mut(at)
    }

    /// Free bytes, and all bytes.
    pub fn room(&self) -> (u64, u64) {
        (self.limit - self.used, self.limit)
    }

    /// The allocation around an address, and its index. `hint` is the index
    /// that was right last time.
    #[inline]
    pub fn find(&self, address: u64, bytes: u64, hint: &mut usize) -> Option<(usize, &Allocation)> {
        if let Some(allocation) = self.allocations.get(*hint)
            && allocation.holds(address, bytes)
        {
            return Some((*hint, allocation));
        }
        let at = self.allocations.partition_point(|a| a.base <= address).checked_sub(1)?;
        let allocation = self.allocations.get(at).filter(|a| a.holds(address, bytes))?;
        *hint = at;
        Some((at, allocation))
    }

    /// What is wrong with an address that [`GlobalMemory::find`] does not
    /// find: the nearest allocation before it, or that it was freed.
    pub fn describe(&self, address: u64) -> Stray {
        if address < FIRST - GAP {
            return Stray::Null;
        }
        // Nothing of the device lies so far from everything.
        if address > self.next + (1 << 40) {
            return Stray::Unknown;
        }
        let freed =
            self.freed.iter().rev().find(|&&(base, bytes)| (base..base + bytes.max(1)).contains(&address));
        if freed.is_some() {
            return Stray::Freed;
        }
        let after = self.allocations.partition_point(|a| a.base <= address);
        let before = after.checked_sub(1).and_then(|at| self.allocations.get(at));
        if let Some(next) = self.allocations.get(after)
            && next.base - address <= before.map_or(GAP, |a| address - (a.base + a.bytes))
        {
            return Stray::Before {
                distance: next.base - address,
                bytes: next.bytes,
                name: next.name.clone(),
            };
        }
        match before {
            Some(a) => Stray::Beyond { offset: address - a.base, bytes: a.bytes, name: a.name.clone() },
            None => Stray::Unknown,
        }
    }

    /// Does something while no other core updates the address atomically.
    pub fn locked<T>(&self, address: u64, update: impl FnOnce() -> T) -> T {
        let at = (address / 8) as usize % LOCKS;
        let _held = self.locks.get(at).map(|lock| lock.lock());
        update()
    }

    /// Copies bytes in; false if they do not all lie in one allocation.
    pub fn write(&self, address: u64, bytes: &[u8]) -> bool {
        let mut hint = 0;
        let Some((_, allocation)) = self.find(address, bytes.len() as u64, &mut hint) else { return false };
        let mut offset = address - allocation.base;
        let mut rest = bytes;
        while !rest.is_empty() {
            let size = if offset.is_multiple_of(4) && rest.len() >= 4 { 4 } else { 1 };
            let (now, later) = rest.split_at(size);
            let bits = now.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
            allocation.store(offset, size as u64, bits);
            offset += size as u64;
            rest = later;
        }
        true
    }

    /// Copies bytes out; false if they do not all lie in one allocation.
    pub fn read(&self, address: u64, bytes: &mut [u8]) -> bool {
        let mut hint = 0;
        let Some((_, allocation)) = self.find(address, bytes.len() as u64, &mut hint) else { return false };
        let offset = address - allocation.base;
        for (at, byte) in bytes.iter_mut().enumerate() {
            let at = offset + at as u64;
            *byte = (allocation.word(at / 4) >> (at % 4 * 8)) as u8;
        }
        true
    }
}

/// Why an address means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stray {
    /// Null, or near it.
    Null,
    /// It was valid once.
    Freed,
    /// Behind the end of an allocation.
    Beyond {
        /// Bytes from its start.
        offset: u64,
        /// Bytes it has.
        bytes: u64,
        /// Its name.
        name: Option<String>,
    },
    /// Before the start of an allocation.
    Before {
        /// Bytes to its start.
        distance: u64,
        /// Bytes it has.
        bytes: u64,
        /// Its name.
        name: Option<String>,
    },
    /// Nowhere near anything.
    Unknown,
}

impl Allocation {
    /// The first address.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The size.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    #[inline]
    fn holds(&self, address: u64, bytes: u64) -> bool {
        address >= self.base && address - self.base + bytes <= self.bytes
    }

    #[inline]
    fn word(&self, index: u64) -> u32 {
        self.words.get(index as usize).map_or(0, |word| word.load(Relaxed))
    }

    /// The `size` bytes at an offset that is a multiple of `size`.
    #[inline]
    pub fn load(&self, offset: u64, size: u64) -> u64 {
        let index = offset / 4;
        match size {
            4 => u64::from(self.word(index)),
            8 => u64::from(self.word(index)) | u64::from(self.word(index + 1)) << 32,
            _ => u64::from((self.word(index) & mask(offset % 4, size)) >> (offset % 4 * 8)),
        }
    }

    /// Were all these bytes written before?
    #[inline]
    pub fn is_written(&self, offset: u64, size: u64) -> bool {
        let index = (offset / 4) as usize;
        let has = |at: usize| self.written.get(at).map_or(0, |w| w.load(Relaxed));
        match size {
            4 => has(index) == 0xf,
            8 => has(index) & has(index + 1) == 0xf,
            _ => {
                let wanted = byte_mask(offset % 4, size);
                has(index) & wanted == wanted
            }
        }
    }

    /// Writes `size` bytes at an offset that is a multiple of `size`.
    #[inline]
    pub fn store(&self, offset: u64, size: u64, bits: u64) {
        let index = offset / 4;
        match size {
            4 => self.set(index, bits as u32),
            8 => {
                self.set(index, bits as u32);
                self.set(index + 1, (bits >> 32) as u32);
            }
            _ => self.set_part(index, offset % 4, size, bits as u32),
        }
    }

    #[inline]
    fn set(&self, index: u64, value: u32) {
        if let (Some(word), Some(written)) =
            (self.words.get(index as usize), self.written.get(index as usize))
        {
            word.store(value, Relaxed);
            written.store(0xf, Relaxed);
        }
    }

    fn set_part(&self, index: u64, byte: u64, size: u64, bits: u32) {
        let Some(word) = self.words.get(index as usize) else { return };
        let mask = mask(byte, size);
        // Other bytes of the word may be written by another core right now.
        let _ = word.fetch_update(Relaxed, Relaxed, |old| Some(old & !mask | bits << (byte * 8) & mask));
        if let Some(written) = self.written.get(index as usize) {
            written.fetch_or(byte_mask(byte, size), Relaxed);
        }
    }
}
