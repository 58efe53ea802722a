//! Which accesses to a word are not ordered.
//!
//! Two accesses of different threads to one word, at least one of them a
//! write and not both atomic, race unless something orders them: a barrier of
//! their block, a `__syncwarp` of their warp, or (between blocks) a fence and
//! an atomic update on both sides. Time is counted: a block's *epoch* goes up
//! at each barrier, a warp's at each `__syncwarp`; equal numbers mean nothing
//! lies between.
//!
//! Per word the detector remembers the last write and the last read. One read
//! is enough, because flags say whether there were others whose order with a
//! later write would be judged differently: of other lanes, other warps or
//! other blocks (then the time is that of the latest read). Each is one 64-bit number. Blocks may run on several cores: then
//! an access is noted before the other side is looked at, so that of two racing
//! accesses one always sees the other. What belongs to one block is
//! [`Private`](Order::Private) and needs no such care.
//!
//! [`History`](crate::history::History) puts words together to memories.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::code::SiteId;

/// Who makes an access, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actor {
    /// The block, numbered along the grid.
    pub block: u64,
    /// The thread, numbered in the block.
    pub thread: u32,
    /// Barriers of the block so far; in the block's own memory, of its core.
    pub epoch: u64,
    /// `__syncwarp`s of the warp so far.
    pub warp_epoch: u64,
}

/// Who may touch a word at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Threads of one block, which one core runs.
    Private,
    /// Blocks on several cores.
    Concurrent,
}

/// A word's history.
#[derive(Default, Debug)]
pub struct Word {
    write: AtomicU64,
    read: AtomicU64,
    write_site: AtomicU32,
    read_site: AtomicU32,
}

/// The other party of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Other {
    /// Where.
    pub site: SiteId,
    /// Did it write?
    pub wrote: bool,
    /// Was it an atomic update?
    pub atomic: bool,
    /// Which block (in the low bits that are kept).
    pub block: u64,
    /// Which thread; of several readers the last.
    pub thread: u32,
}

/// Stands for all blocks but the actor's.
pub const ALL_OTHERS: u64 = u64::MAX;

const VALID: u64 = 1 << 63;
const MANY_BLOCKS: u64 = 1 << 61;
const MANY_WARPS: u64 = 1 << 60;
const MANY_LANES: u64 = 1 << 59;
const BLOCK_BITS: u32 = 21;
const EPOCH_BITS: u32 = 16;
const WARP_EPOCH_BITS: u32 = 12;
const THREAD_BITS: u32 = 10;

fn low(value: u64, bits: u32) -> u64 {
    value & ((1 << bits) - 1)
}

/// A remembered access.
#[derive(Clone, Copy)]
struct Entry(u64);

impl Entry {
    fn new(actor: Actor) -> Entry {
        let time = low(actor.epoch, EPOCH_BITS) << WARP_EPOCH_BITS | low(actor.warp_epoch, WARP_EPOCH_BITS);
        let who = low(actor.block, BLOCK_BITS) << THREAD_BITS | low(u64::from(actor.thread), THREAD_BITS);
        Entry(VALID | who << (EPOCH_BITS + WARP_EPOCH_BITS) | time)
    }

    fn has(self, flag: u64) -> bool {
        self.0 & flag != 0
    }

    fn block(self) -> u64 {
        low(self.0 >> (THREAD_BITS + EPOCH_BITS + WARP_EPOCH_BITS), BLOCK_BITS)
    }

    fn thread(self) -> u32 {
        low(self.0 >> (EPOCH_BITS + WARP_EPOCH_BITS), THREAD_BITS) as u32
    }

    fn epoch(self) -> u64 {
        low(self.0 >> WARP_EPOCH_BITS, EPOCH_BITS)
    }

    fn warp_epoch(self) -> u64 {
        low(self.0, WARP_EPOCH_BITS)
    }

    /// Is a write of `actor` ordered after this read and all that are remembered with it?
    fn are_before(self, actor: Actor, synchronized: impl Fn(u64, u64) -> bool) -> bool {
        if !self.has(MANY_BLOCKS) {
            return self.is_before(actor, synchronized);
        }
        is_later(actor.epoch, self.epoch()) && synchronized(ALL_OTHERS, self.epoch())
    }

    /// Is a later access of `actor` ordered after this one?
    fn is_before(self, actor: Actor, synchronized: impl Fn(u64, u64) -> bool) -> bool {
        if self.block() != low(actor.block, BLOCK_BITS) {
            return synchronized(self.block(), self.epoch());
        }
        if self.epoch() != low(actor.epoch, EPOCH_BITS) {
            return true;
        }
        let same_warp = self.thread() / 32 == actor.thread / 32;
        if same_warp && self.warp_epoch() != low(actor.warp_epoch, WARP_EPOCH_BITS) {
            return !self.has(MANY_WARPS);
        }
        same_warp && self.thread() == actor.thread && !self.has(MANY_LANES | MANY_WARPS)
    }
}

impl Word {
    /// Notes a read; `synchronized` as for [`Word::note_write`].
    #[inline]
    pub fn note_read(
        &self,
        actor: Actor,
        site: SiteId,
        order: Order,
        synchronized: impl Fn(u64, u64) -> bool,
    ) {
        let old = Entry(self.read.load(Ordering::Relaxed));
        let merged = merge_reads(old, actor, synchronized);
        if merged.0 == old.0 {
            return;
        }
        match order {
            Order::Private => self.read.store(merged.0, Ordering::Relaxed),
            Order::Concurrent => self.read.store(merged.0, Ordering::SeqCst),
        }
        self.read_site.store(site, Ordering::Relaxed);
    }

    /// Notes a write; an earlier one that it races with. `synchronized(block,
    /// epoch)` tells whether another block's accesses up to that epoch are known
    /// to be over.
    #[inline]
    pub fn note_write(
        &self,
        actor: Actor,
        site: SiteId,
        order: Order,
        synchronized: impl Fn(u64, u64) -> bool,
    ) -> Option<Other> {
        let new = Entry::new(actor);
        let old = match order {
            Order::Private => {
                let old = self.write.load(Ordering::Relaxed);
                self.write.store(new.0, Ordering::Relaxed);
                Entry(old)
            }
            Order::Concurrent => Entry(self.write.swap(new.0, Ordering::SeqCst)),
        };
        let races = old.has(VALID) && !old.is_before(actor, synchronized);
        let other = races.then(|| self.writer(old));
        self.write_site.store(site, Ordering::Relaxed);
        other
    }

    /// The last write, if the actor is not ordered after it.
    #[inline]
    pub fn unordered_write(&self, actor: Actor, synchronized: impl Fn(u64, u64) -> bool) -> Option<Other> {
        let write = Entry(self.write.load(Ordering::SeqCst));
        let races = write.has(VALID) && !write.is_before(actor, synchronized);
        races.then(|| self.writer(write))
    }

    /// The last read, if the actor is not ordered after all reads.
    #[inline]
    pub fn unordered_read(&self, actor: Actor, synchronized: impl Fn(u64, u64) -> bool) -> Option<Other> {
        let read = Entry(self.read.load(Ordering::SeqCst));
        let is_after = !read.has(VALID) || read.are_before(actor, synchronized);
        (!is_after).then(|| self.reader(read))
    }

    fn writer(&self, entry: Entry) -> Other {
        let site = self.write_site.load(Ordering::Relaxed);
        Other { site, wrote: true, atomic: false, block: entry.block(), thread: entry.thread() }
    }

    fn reader(&self, entry: Entry) -> Other {
        let site = self.read_site.load(Ordering::Relaxed);
        Other { site, wrote: false, atomic: false, block: entry.block(), thread: entry.thread() }
    }
}

/// Of two epochs, which wrap around.
fn is_later(a: u64, b: u64) -> bool {
    let ahead = low(a.wrapping_sub(b), EPOCH_BITS);
    ahead != 0 && ahead < 1 << (EPOCH_BITS - 1)
}

/// What to remember of earlier reads and one more. Where the earlier ones say
/// everything that a later write asks, nothing changes: so the reads of an array
/// that is only read soon cost a look.
#[inline]
fn merge_reads(old: Entry, actor: Actor, synchronized: impl Fn(u64, u64) -> bool) -> Entry {
    if old.has(MANY_BLOCKS) {
        let is_newer = is_later(actor.epoch, old.epoch());
        return if is_newer { Entry(Entry::new(actor).0 | MANY_BLOCKS) } else { old };
    }
    let new = Entry::new(actor);
    if !old.has(VALID) || old.0 == new.0 {
        return new;
    }
    if old.block() != new.block() {
        // What is after this read is after those that it is ordered behind: so it is with a lock.
        let latest = if is_later(old.epoch(), new.epoch()) { old } else { new };
        return if old.is_before(actor, synchronized) { new } else { Entry(latest.0 | MANY_BLOCKS) };
    }
    if old.epoch() != new.epoch() {
        return new;
    }
    if old.has(MANY_WARPS) {
        return old;
    }
    if old.thread() / 32 != actor.thread / 32 {
        return Entry(new.0 | MANY_WARPS);
    }
    if old.warp_epoch() != new.warp_epoch() {
        return new;
    }
    if old.has(MANY_LANES) || old.thread() == new.thread() {
        return old;
    }
    Entry(new.0 | MANY_LANES)
}
