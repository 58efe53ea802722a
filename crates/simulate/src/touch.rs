//! Loads, stores and atomic updates: looked at, counted, carried out.
//!
//! A lane whose access is wrong reads zero or writes nothing, and the run goes
//! on: the next mistake is worth finding too.

use gpu::{Way, banks, transactions};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::block::World;
use crate::code::{AtomicOp, BinaryOp, Instr, Pc, SiteId};
use crate::counters::Sample;
use crate::execute::fold;
use crate::finding::FindingKind;
use crate::history::{Deed, Noted};
use crate::locate::{Spot, Touch, local_start};
use crate::memory::address::{Space, split};
use crate::race::{ALL_OTHERS, Actor, Other};
use crate::scalar::Scalar;
use crate::texture::Fetch;
use crate::warp::{LANES, Warp};

const SHARED: &str = "shared memory";
const DEVICE: &str = "device memory";

/// Where the lanes of a mask copy from and to.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    pub(crate) to: [u64; LANES],
    pub(crate) from: [u64; LANES],
    pub(crate) mask: u32,
}

impl Warp {
    pub(crate) fn touch(&mut self, instr: &Instr, pc: Pc, world: &mut World<'_, '_>) {
        match *instr {
            Instr::Load { ty, to, address, site, beside_bits } => {
                let addresses = self.registers[address as usize];
                let size = ty.size();
                if beside_bits {
                    self.begin_with_zeros(&addresses, size, world);
                }
                world.count(site, Way::Load, &addresses, (self, self.mask()), size);
                for lane in lanes(self.mask()) {
                    let touch = Touch { lane, address: addresses[lane], size, site, pc };
                    let bits = match beside_bits {
                        true => self.load_beside(touch, world),
                        false => self.load(touch, world),
                    };
                    self.registers[to as usize][lane] = ty.extend(bits);
                }
            }
            Instr::Store { ty, address, value, site } => {
                let addresses = self.registers[address as usize];
                let values = self.registers[value as usize];
                let size = ty.size();
                world.count(site, Way::Store, &addresses, (self, self.mask()), size);
                for lane in lanes(self.mask()) {
                    let touch = Touch { lane, address: addresses[lane], size, site, pc };
                    self.store(touch, values[lane], world);
                }
            }
            Instr::Move { to, from, bytes, align, read, write } => {
                let (to, from) = (self.registers[to as usize], self.registers[from as usize]);
                let places = Places { to, from, mask: self.mask() };
                let sizes = (u64::from(bytes), u64::from(align));
                self.move_object(&places, sizes, (read, write), pc, world);
            }
            Instr::Zero { at, bytes } => {
                let at = self.registers[at as usize];
                for lane in lanes(self.mask()) {
                    let (_, offset) = split(at[lane]);
                    let start = local_start(lane, world) + offset;
                    (0..u64::from(bytes)).for_each(|byte| self.local.store(start + byte, 1, 0));
                }
            }
            Instr::Fetch { ty, to, texture, x, y, whole, channel, site } => {
                self.fetch(Fetch { ty, to, texture, x, y, whole, channel, site }, pc, world);
            }
            Instr::Atomic { op, ty, to, address, value, compare, site } => {
                let addresses = self.registers[address as usize];
                let (values, compares) = (self.registers[value as usize], self.registers[compare as usize]);
                world.count(site, Way::Store, &addresses, (self, self.mask()), ty.size());
                for lane in lanes(self.mask()) {
                    let touch = Touch { lane, address: addresses[lane], size: ty.size(), site, pc };
                    let update = |old| updated(op, ty, old, values[lane], compares[lane]);
                    self.registers[to as usize][lane] = ty.extend(self.update(touch, update, ty, world));
                }
            }
            _ => {}
        }
    }

    /// What a thread has of its own and has not written is zero from now on.
    fn begin_with_zeros(&mut self, addresses: &[u64; LANES], size: u64, world: &World<'_, '_>) {
        for lane in lanes(self.mask()) {
            let (space, offset) = split(addresses[lane]);
            let at = local_start(lane, world) + offset;
            for byte in (at..at + size).filter(|_| space == Space::Local) {
                if !self.local.is_written(byte, 1) {
                    self.local.store(byte, 1, 0);
                }
            }
        }
    }

    /// Notes what a lane does; a race is reported, unless `is_harmless` says
    /// that it does not matter.
    #[inline(always)]
    fn watch(
        &self,
        spot: &Spot<'_>,
        deed: Deed,
        touch: Touch,
        world: &mut World<'_, '_>,
        is_harmless: impl Fn(&Other, &World<'_, '_>) -> bool,
    ) {
        let Touch { lane, size, site, .. } = touch;
        let mut actor = Actor {
            block: world.index,
            thread: self.thread(lane),
            epoch: world.barriers(),
            warp_epoch: self.epoch,
        };
        let (other, memory) = match *spot {
            Spot::Global { index, offset, .. } => {
                let Some(history) = world.launch.histories.get(index) else { return };
                let synchronized = |block, epoch| world.is_published(block, epoch);
                (history.note(Noted { deed, actor, site }, offset, size, synchronized), DEVICE)
            }
            Spot::Shared { offset } => {
                // The shadow of shared memory is not cleaned between blocks.
                (actor.block, actor.epoch) = (0, world.epoch);
                let noted = Noted { deed, actor, site };
                (world.shared_history.note(noted, offset, size, |_, _| true), SHARED)
            }
            Spot::Local { .. } => return,
        };
        if let Some(other) = other
            && !is_harmless(&other, world)
        {
            world.report_race(site, other, memory, deed != Deed::Read, actor.thread);
        }
    }

    pub(crate) fn load(&mut self, touch: Touch, world: &mut World<'_, '_>) -> u64 {
        let Some(spot) = self.locate(touch, false, world) else { return 0 };
        let size = touch.size;
        let (is_written, memory) = match spot {
            Spot::Global { allocation, offset, .. } => (allocation.is_written(offset, size), DEVICE),
            Spot::Shared { offset } => (world.shared.is_written(offset, size), SHARED),
            Spot::Local { at } => (self.local.is_written(at, size), "a local variable"),
        };
        if !is_written {
            world.report(touch.pc, FindingKind::Uninitialized { memory }, self.thread(touch.lane));
        }
        self.look(&spot, touch, world)
    }

    /// What is beside a bit-field that is written goes back as it was: nobody may have written it yet.
    fn load_beside(&mut self, touch: Touch, world: &mut World<'_, '_>) -> u64 {
        let Some(spot) = self.locate(touch, false, world) else { return 0 };
        self.look(&spot, touch, world)
    }

    fn look(&self, spot: &Spot<'_>, touch: Touch, world: &mut World<'_, '_>) -> u64 {
        match *spot {
            // Constants do not change while a kernel runs.
            Spot::Global { allocation, .. } if allocation.is_constant => {}
            _ => self.watch(spot, Deed::Read, touch, world, |other, world| {
                other.atomic && world.launch.is_swap(other.site)
            }),
        }
        self.peek(spot, touch.size, world)
    }

    fn store(&mut self, touch: Touch, bits: u64, world: &mut World<'_, '_>) {
        let Some(spot) = self.locate(touch, true, world) else { return };
        let size = touch.size;
        if let Spot::Global { allocation, offset, .. } = spot {
            let (core, launch) = (world.core, world.launch);
            launch.under_way.begin(core, touch.address);
            // Two blocks that write the same value agree on the result.
            self.watch(&spot, Deed::Write, touch, world, |other, _| {
                let is_there = || allocation.load(offset, size) == bits & ones(size);
                let store = || allocation.store(offset, size, bits);
                other.wrote
                    && !other.atomic
                    && launch.under_way.meet(core, touch.address, other.block, is_there, store)
            });
            allocation.store(offset, size, bits);
            launch.under_way.end(core);
            return;
        }
        let is_harmless = |other: &Other, world: &World<'_, '_>| {
            other.wrote && !other.atomic && self.peek(&spot, size, world) == bits & ones(size)
        };
        self.watch(&spot, Deed::Write, touch, world, is_harmless);
        self.poke(&spot, size, bits, world);
    }

    /// An atomic update; the old value.
    fn update(
        &mut self,
        touch: Touch,
        update: impl Fn(u64) -> u64,
        ty: Scalar,
        world: &mut World<'_, '_>,
    ) -> u64 {
        let Some(spot) = self.locate(touch, true, world) else { return 0 };
        self.watch(&spot, Deed::Update, touch, world, |other, world| {
            !other.wrote && !other.atomic && world.launch.is_swap(touch.site)
        });
        let memory = world.launch.memory;
        if let Spot::Global { allocation, offset, .. } = spot {
            world.publish();
            return memory.locked(touch.address, || {
                let old = allocation.load(offset, touch.size);
                allocation.store(offset, touch.size, update(ty.extend(old)));
                old
            });
        }
        let old = self.peek(&spot, touch.size, world);
        self.poke(&spot, touch.size, update(ty.extend(old)), world);
        old
    }

    /// What lies at a spot.
    #[inline]
    fn peek(&self, spot: &Spot<'_>, size: u64, world: &World<'_, '_>) -> u64 {
        match *spot {
            Spot::Global { allocation, offset, .. } => allocation.load(offset, size),
            Spot::Shared { offset } => world.shared.load(offset, size),
            Spot::Local { at } => self.local.load(at, size),
        }
    }

    /// Writes to a spot.
    #[inline]
    fn poke(&mut self, spot: &Spot<'_>, size: u64, bits: u64, world: &mut World<'_, '_>) {
        match *spot {
            Spot::Global { allocation, offset, .. } => allocation.store(offset, size, bits),
            Spot::Shared { offset } => world.shared.store(offset, size, bits),
            Spot::Local { at } => self.local.store(at, size, bits),
        }
    }

    /// Copies an object of so many bytes, in the widest pieces that its alignment
    /// (none for `memcpy`) and its addresses allow; it counts as accesses of that
    /// width.
    pub(crate) fn move_object(
        &mut self,
        &Places { to, from, mask }: &Places,
        (bytes, align): (u64, u64),
        (read, write): (SiteId, SiteId),
        pc: Pc,
        world: &mut World<'_, '_>,
    ) {
        for lane in lanes(mask) {
            let is_off =
                |address: u64| split(address).0 != Space::Local && !address.is_multiple_of(align.max(1));
            if is_off(to[lane]) || is_off(from[lane]) {
                world.report(pc, FindingKind::Misaligned { size: align }, self.thread(lane));
            }
        }
        let low_bits = lanes(mask).fold(bytes, |bits, lane| bits | to[lane] | from[lane]);
        let widest = 1 << low_bits.trailing_zeros().min(4);
        let counted = if align == 0 { widest } else { align.clamp(1, widest) };
        let size = counted.min(8);
        for offset in (0..bytes).step_by(size as usize) {
            if offset % counted == 0 {
                let beside = |address: u64| address.wrapping_add(offset);
                world.count(read, Way::Load, &from.map(beside), (self, mask), counted);
                world.count(write, Way::Store, &to.map(beside), (self, mask), counted);
            }
            for lane in lanes(mask) {
                let source = Touch { lane, address: from[lane].wrapping_add(offset), size, site: read, pc };
                let target = Touch { lane, address: to[lane].wrapping_add(offset), size, site: write, pc };
                let object = Touch { address: from[lane], size: bytes, ..source };
                if self.has_gaps(source, world) || self.is_partly_set(object, source, target, world) {
                    self.move_written(source, target, world);
                } else {
                    let bits = self.load(source, world);
                    self.store(target, bits, world);
                }
            }
        }
    }
}

impl Warp {
    /// Were some, but not all, of these bytes of the thread's own memory written?
    /// Between the members of a structure there are bytes that nobody writes.
    fn has_gaps(&self, touch: Touch, world: &World<'_, '_>) -> bool {
        let Some(at) = own_place(touch, world) else { return false };
        let some = || (0..touch.size).any(|byte| self.local.is_written(at + byte, 1));
        !self.local.is_written(at, touch.size) && some()
    }

    /// Is this piece unwritten, of an object of the thread's own that it has set some members of? It may copy such an
    /// object, hand it to a function and get it back; the copy's members are as unwritten. What goes to memory that
    /// others read should be whole.
    fn is_partly_set(&self, object: Touch, piece: Touch, target: Touch, world: &World<'_, '_>) -> bool {
        let places = (own_place(piece, world), own_place(object, world), own_place(target, world));
        let (Some(at), Some(whole), Some(_)) = places else { return false };
        !self.local.is_written(at, piece.size)
            && (0..object.size).any(|byte| self.local.is_written(whole + byte, 1))
    }

    /// Copies the bytes that were written, one by one; in memory of the thread's own, the others are unwritten again.
    fn move_written(&mut self, source: Touch, target: Touch, world: &mut World<'_, '_>) {
        let (_, offset) = split(source.address);
        let at = local_start(source.lane, world) + offset;
        for byte in 0..source.size {
            if self.local.is_written(at + byte, 1) {
                let bits = self.local.load(at + byte, 1);
                self.store(Touch { address: target.address + byte, size: 1, ..target }, bits, world);
            } else if let Some(to) = own_place(target, world) {
                self.local.forget_byte(to + byte);
            }
        }
    }
}

/// Where bytes of the thread's own are in its warp's memory; `None` for others, and outside of it.
fn own_place(touch: Touch, world: &World<'_, '_>) -> Option<u64> {
    let (Space::Local, offset) = split(touch.address) else { return None };
    let is_inside = offset + touch.size <= world.launch.code.local_bytes;
    is_inside.then(|| local_start(touch.lane, world) + offset)
}

impl World<'_, '_> {
    /// Counts an access of a warp.
    fn count(
        &mut self,
        site: SiteId,
        way: Way,
        addresses: &[u64; LANES],
        (warp, mask): (&Warp, u32),
        size: u64,
    ) {
        let mut own = None;
        let Some(counters) = self.counters.sites.get_mut(site as usize) else { return };
        let first = addresses[mask.trailing_zeros() as usize % LANES];
        let (space, _) = split(first);
        counters.space.get_or_insert(space);
        counters.size = size;
        counters.requests += 1;
        counters.lanes += u64::from(mask.count_ones());
        let gpu = self.launch.gpu;
        let cost = match space {
            Space::Global => {
                let traffic = transactions::traffic(gpu, addresses, mask, size);
                counters.transactions += traffic.transactions;
                counters.ideal_transactions += transactions::ideal(gpu, mask, size).min(traffic.transactions);
                let in_place = transactions::in_place(gpu, mask, size);
                counters.in_place_transactions += in_place.min(traffic.transactions);
                counters.bytes_moved += traffic.bytes;
                traffic.transactions
            }
            Space::Shared => {
                let passes = banks::passes(gpu, way, addresses, mask, size);
                counters.passes += passes;
                counters.ideal_passes += banks::ideal(gpu, mask, size).min(passes);
                passes
            }
            Space::Local => {
                lanes(mask).for_each(|lane| counters.see_local(split(addresses[lane]).1));
                let addresses = own.insert(interleaved(addresses, mask, size));
                let traffic = transactions::traffic(gpu, addresses, mask, size);
                counters.transactions += traffic.transactions;
                counters.ideal_transactions += transactions::ideal(gpu, mask, size).min(traffic.transactions);
                counters.bytes_moved += traffic.bytes;
                traffic.transactions
            }
        };
        let (block, warp) = (self.index, warp.first_thread() / LANES as u32);
        let addresses = own.as_ref().unwrap_or(addresses);
        counters.consider(cost, || Sample { addresses: *addresses, mask, cost, block, warp });
    }

    /// Were another block's accesses up to an epoch published, and has this
    /// block looked?
    fn is_published(&self, block: u64, epoch: u64) -> bool {
        let released = &self.launch.released;
        let is_over = |until: &AtomicU64| {
            let until = until.load(Ordering::Relaxed);
            until != 0 && (until.wrapping_sub(1).wrapping_sub(epoch) & 0xffff) < 0x8000
        };
        if block != ALL_OTHERS {
            return self.acquired && released.get(block as usize).is_some_and(is_over);
        }
        let blocks = self.launch.config.grid.iter().map(|n| u64::from(*n)).product::<u64>();
        let others = released.iter().enumerate().filter(|(at, _)| *at as u64 != self.index);
        self.acquired && blocks == released.len() as u64 && others.map(|(_, until)| until).all(is_over)
    }

    /// An atomic update after a fence publishes what the block wrote before it;
    /// any atomic update may have seen what others published.
    fn publish(&mut self) {
        self.acquired = true;
        if self.fenced != 0
            && let Some(released) = self.launch.released.get(self.index as usize)
        {
            released.store(self.fenced, Ordering::Relaxed);
        }
    }
}

fn updated(op: AtomicOp, ty: Scalar, old: u64, value: u64, compare: u64) -> u64 {
    match op {
        AtomicOp::Add => fold(BinaryOp::Add, ty, old, value),
        AtomicOp::Sub => fold(BinaryOp::Sub, ty, old, value),
        AtomicOp::Exchange => value,
        AtomicOp::Min => fold(BinaryOp::Min, ty, old, value),
        AtomicOp::Max => fold(BinaryOp::Max, ty, old, value),
        AtomicOp::Inc => {
            if old >= value {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Dec => {
            if old == 0 || old > value {
                value
            } else {
                old - 1
            }
        }
        AtomicOp::And => old & value,
        AtomicOp::Or => old | value,
        AtomicOp::Xor => old ^ value,
        AtomicOp::CompareAndSwap => {
            if old == compare {
                value
            } else {
                old
            }
        }
    }
}

/// Where the lanes' own memories lie in the device's: element by element, the
/// lanes side by side.
fn interleaved(addresses: &[u64; LANES], mask: u32, size: u64) -> [u64; LANES] {
    let mut all = [0; LANES];
    for lane in lanes(mask) {
        let element = split(addresses[lane]).1 / size;
        all[lane] = (element * LANES as u64 + lane as u64) * size;
    }
    all
}

fn ones(size: u64) -> u64 {
    if size >= 8 { u64::MAX } else { (1 << (size * 8)) - 1 }
}

/// The lanes of a mask.
pub(crate) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |lane| mask >> lane & 1 != 0)
}
