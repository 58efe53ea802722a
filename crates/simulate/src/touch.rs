//! Loads, stores and atomic updates: looked at, counted, carried out.
//!
//! A lane whose access is wrong reads zero or writes nothing, and the run goes
//! on: the next mistake is worth finding too.

use std::sync::atomic::Ordering;

use crate::block::World;
use crate::code::{AtomicOp, BinaryOp, Instr, Pc, SiteId};
use crate::counters::Sample;
use crate::execute::fold;
use crate::finding::FindingKind;
use crate::gpu::{Way, banks, transactions};
use crate::memory::address::{Space, split};
use crate::memory::global::Stray;
use crate::race::{Actor, Other, Shadow};
use crate::scalar::Scalar;
use crate::warp::{LANES, Warp};

/// One lane's access.
#[derive(Clone, Copy)]
struct Touch {
    lane: usize,
    address: u64,
    size: u64,
    site: SiteId,
    pc: Pc,
}

const SHARED: &str = "shared memory";
const DEVICE: &str = "device memory";

impl Warp {
    pub(crate) fn touch(&mut self, instr: &Instr, pc: Pc, world: &mut World<'_, '_>) {
        match *instr {
            Instr::Load { ty, to, address, site } => {
                let addresses = self.registers[address as usize];
                let size = ty.size();
                world.count(site, Way::Load, &addresses, self, size);
                for lane in lanes(self.mask()) {
                    let touch = Touch { lane, address: addresses[lane], size, site, pc };
                    self.registers[to as usize][lane] = ty.extend(self.load(touch, world));
                }
            }
            Instr::Store { ty, address, value, site } => {
                let addresses = self.registers[address as usize];
                let values = self.registers[value as usize];
                let size = ty.size();
                world.count(site, Way::Store, &addresses, self, size);
                for lane in lanes(self.mask()) {
                    let touch = Touch { lane, address: addresses[lane], size, site, pc };
                    self.store(touch, values[lane], world);
                }
            }
            Instr::Move { to, from, bytes, align, read, write } => {
                let (to, from) = (self.registers[to as usize], self.registers[from as usize]);
                let sizes = (u64::from(bytes), u64::from(align));
                self.move_object(&to, &from, sizes, (read, write), pc, world);
            }
            Instr::Zero { at, bytes } => {
                let at = self.registers[at as usize];
                for lane in lanes(self.mask()) {
                    let (_, offset) = split(at[lane]);
                    let start = self.local_start(lane, world) + offset;
                    (0..u64::from(bytes)).for_each(|byte| self.local.store(start + byte, 1, 0));
                }
            }
            Instr::Fetch { ty, to, texture, x, y, site } => {
                let textures = self.registers[texture as usize];
                let (x, y) = (self.registers[x as usize], y.map(|y| self.registers[y as usize]));
                for lane in lanes(self.mask()) {
                    let at = (x[lane] as i64, y.map_or(0, |y| y[lane] as i64));
                    let bits = match texture_element(world, textures[lane], at) {
                        Some(Some(address)) => {
                            let touch = Touch { lane, address, size: ty.size(), site, pc };
                            self.load(touch, world)
                        }
                        Some(None) => 0,
                        None => {
                            let touch = Touch { lane, address: textures[lane], size: 8, site, pc };
                            world.stray(touch, false, self.thread(lane));
                            0
                        }
                    };
                    self.registers[to as usize][lane] = ty.extend(bits);
                }
            }
            Instr::Atomic { op, ty, to, address, value, compare, site } => {
                let addresses = self.registers[address as usize];
                let (values, compares) = (self.registers[value as usize], self.registers[compare as usize]);
                world.count(site, Way::Store, &addresses, self, ty.size());
                for lane in lanes(self.mask()) {
                    let touch = Touch { lane, address: addresses[lane], size: ty.size(), site, pc };
                    let update = |old| updated(op, ty, old, values[lane], compares[lane]);
                    self.registers[to as usize][lane] = ty.extend(self.update(touch, update, ty, world));
                }
            }
            _ => {}
        }
    }

    /// Where a lane's own memory begins.
    fn local_start(&self, lane: usize, world: &World<'_, '_>) -> u64 {
        lane as u64 * world.launch.code.local_bytes
    }

    fn actor(&self, lane: usize, world: &World<'_, '_>, shared: bool) -> Actor {
        Actor {
            block: if shared { 0 } else { world.index },
            thread: self.thread(lane),
            epoch: world.epoch,
            warp_epoch: self.epoch,
        }
    }

    fn load(&mut self, touch: Touch, world: &mut World<'_, '_>) -> u64 {
        let Touch { lane, address, size, site, pc } = touch;
        let thread = self.thread(lane);
        if !world.is_aligned(touch, thread) {
            return 0;
        }
        let (space, offset) = split(address);
        match space {
            Space::Global => {
                let memory = world.launch.memory;
                let Some((index, allocation)) = memory.find(address, size, &mut world.hint) else {
                    world.stray(touch, false, thread);
                    return 0;
                };
                let offset = address - allocation.base();
                if !allocation.is_written(offset, size) {
                    world.report(pc, FindingKind::Uninitialized { memory: DEVICE }, thread);
                }
                if !allocation.is_constant {
                    let actor = self.actor(lane, world, false);
                    let other = world.global_race(index, offset, size, |word, synchronized| {
                        word.read(actor, site, synchronized)
                    });
                    if let Some(other) = other {
                        world.report_race(site, other, DEVICE, false, thread);
                    }
                }
                allocation.load(offset, size)
            }
            Space::Shared => {
                if offset + size > world.shared.bytes() {
                    world.stray(touch, false, thread);
                    return 0;
                }
                if !world.shared.is_written(offset, size) {
                    world.report(pc, FindingKind::Uninitialized { memory: SHARED }, thread);
                }
                let actor = self.actor(lane, world, true);
                let other =
                    race(&world.shared_shadow, offset, size, |word| word.read(actor, site, |_, _| true));
                if let Some(other) = other {
                    world.report_race(site, other, SHARED, false, thread);
                }
                world.shared.load(offset, size)
            }
            Space::Local => {
                if offset + size > world.launch.code.local_bytes {
                    world.stray(touch, false, thread);
                    return 0;
                }
                let at = self.local_start(lane, world) + offset;
                if !self.local.is_written(at, size) {
                    world.report(pc, FindingKind::Uninitialized { memory: "a local variable" }, thread);
                }
                self.local.load(at, size)
            }
        }
    }

    fn store(&mut self, touch: Touch, bits: u64, world: &mut World<'_, '_>) {
        let Touch { lane, address, size, site, pc } = touch;
        let thread = self.thread(lane);
        if !world.is_aligned(touch, thread) {
            return;
        }
        let (space, offset) = split(address);
        match space {
            Space::Global => {
                let memory = world.launch.memory;
                let Some((index, allocation)) = memory.find(address, size, &mut world.hint) else {
                    return world.stray(touch, true, thread);
                };
                if allocation.is_constant {
                    return world.report(pc, FindingKind::WroteConstant, thread);
                }
                let offset = address - allocation.base();
                let actor = self.actor(lane, world, false);
                let other = world.global_race(index, offset, size, |word, synchronized| {
                    word.write(actor, site, false, synchronized)
                });
                // Two threads that write the same value agree on the result.
                if let Some(other) = other
                    && !(other.wrote && allocation.load(offset, size) == bits & ones(size))
                {
                    world.report_race(site, other, DEVICE, true, thread);
                }
                allocation.store(offset, size, bits);
            }
            Space::Shared => {
                if offset + size > world.shared.bytes() {
                    return world.stray(touch, true, thread);
                }
                let actor = self.actor(lane, world, true);
                let other = race(&world.shared_shadow, offset, size, |word| {
                    word.write(actor, site, false, |_, _| true)
                });
                if let Some(other) = other
                    && !(other.wrote && world.shared.load(offset, size) == bits & ones(size))
                {
                    world.report_race(site, other, SHARED, true, thread);
                }
                world.shared.store(offset, size, bits);
            }
            Space::Local => {
                if offset + size > world.launch.code.local_bytes {
                    return world.stray(touch, true, thread);
                }
                let at = self.local_start(lane, world) + offset;
                self.local.store(at, size, bits);
            }
        }
    }

    /// An atomic update; the old value.
    fn update(
        &mut self,
        touch: Touch,
        update: impl Fn(u64) -> u64,
        ty: Scalar,
        world: &mut World<'_, '_>,
    ) -> u64 {
        let Touch { lane, address, size, site, .. } = touch;
        let thread = self.thread(lane);
        if !world.is_aligned(touch, thread) {
            return 0;
        }
        let (space, offset) = split(address);
        match space {
            Space::Global => {
                let memory = world.launch.memory;
                let Some((index, allocation)) = memory.find(address, size, &mut world.hint) else {
                    world.stray(touch, true, thread);
                    return 0;
                };
                let offset = address - allocation.base();
                let actor = self.actor(lane, world, false);
                let other = world.global_race(index, offset, size, |word, synchronized| {
                    word.write(actor, site, true, synchronized)
                });
                if let Some(other) = other {
                    world.report_race(site, other, DEVICE, true, thread);
                }
                world.publish();
                memory.locked(address, || {
                    let old = allocation.load(offset, size);
                    allocation.store(offset, size, update(ty.extend(old)));
                    old
                })
            }
            Space::Shared => {
                if offset + size > world.shared.bytes() {
                    world.stray(touch, true, thread);
                    return 0;
                }
                let actor = self.actor(lane, world, true);
                let other = race(&world.shared_shadow, offset, size, |word| {
                    word.write(actor, site, true, |_, _| true)
                });
                if let Some(other) = other {
                    world.report_race(site, other, SHARED, true, thread);
                }
                let old = world.shared.load(offset, size);
                world.shared.store(offset, size, update(ty.extend(old)));
                old
            }
            Space::Local => {
                let old = self.load(touch, world);
                self.store(touch, update(ty.extend(old)), world);
                old
            }
        }
    }

    /// Copies an object of so many bytes, in the widest pieces that its
    /// alignment and its addresses allow; it counts as accesses of that width.
    fn move_object(
        &mut self,
        to: &[u64; LANES],
        from: &[u64; LANES],
        (bytes, align): (u64, u64),
        (read, write): (SiteId, SiteId),
        pc: Pc,
        world: &mut World<'_, '_>,
    ) {
        let mask = self.mask();
        let low_bits = lanes(mask).fold(bytes, |bits, lane| bits | to[lane] | from[lane]);
        let widest = 1 << low_bits.trailing_zeros().min(4);
        let counted = align.clamp(1, widest);
        let size = counted.min(8);
        for offset in (0..bytes).step_by(size as usize) {
            if offset % counted == 0 {
                world.count(read, Way::Load, &from.map(|a| a.wrapping_add(offset)), self, counted);
                world.count(write, Way::Store, &to.map(|a| a.wrapping_add(offset)), self, counted);
            }
            for lane in lanes(mask) {
                let source = Touch { lane, address: from[lane].wrapping_add(offset), size, site: read, pc };
                let bits = self.load(source, world);
                let target = Touch { lane, address: to[lane].wrapping_add(offset), size, site: write, pc };
                self.store(target, bits, world);
            }
        }
    }
}

impl World<'_, '_> {
    /// Counts an access of a warp.
    fn count(&mut self, site: SiteId, way: Way, addresses: &[u64; LANES], warp: &Warp, size: u64) {
        let Some(counters) = self.counters.sites.get_mut(site as usize) else { return };
        let mask = warp.mask();
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
                counters.bytes_moved += traffic.bytes;
                traffic.transactions
            }
            Space::Shared => {
                let passes = banks::passes(gpu, way, addresses, mask, size);
                counters.passes += passes;
                counters.ideal_passes += banks::ideal(gpu, mask, size).min(passes);
                passes
            }
            Space::Local => return,
        };
        let (block, warp) = (self.index, warp.first_thread() / LANES as u32);
        counters.consider(cost, || Sample { addresses: *addresses, mask, cost, block, warp });
    }

    fn is_aligned(&mut self, touch: Touch, thread: u32) -> bool {
        let aligned = touch.address.is_multiple_of(touch.size);
        if !aligned {
            self.report(touch.pc, FindingKind::Misaligned { size: touch.size }, thread);
        }
        aligned
    }

    fn stray(&mut self, touch: Touch, wrote: bool, thread: u32) {
        let (space, offset) = split(touch.address);
        let near = match space {
            Space::Global => match self.launch.memory.describe(touch.address) {
                Stray::Null => "a null pointer".to_owned(),
                Stray::Freed => "memory that was freed".to_owned(),
                Stray::Beyond { offset, bytes, name } => {
                    let name = name.map_or_else(|| "an allocation".to_owned(), |name| format!("`{name}`"));
                    format!("byte {offset} of {name}, which has {bytes}")
                }
                Stray::Unknown => "no allocation".to_owned(),
            },
            Space::Shared => format!("byte {offset} of shared memory, which has {}", self.shared.bytes()),
            Space::Local => format!("byte {offset} of the thread's own memory"),
        };
        self.report(touch.pc, FindingKind::OutOfBounds { wrote, near }, thread);
    }

    /// Asks the histories of the words that an access covers.
    #[inline]
    fn global_race(
        &self,
        allocation: usize,
        offset: u64,
        size: u64,
        mut ask: impl FnMut(&crate::race::Word, &dyn Fn(u64, u64) -> bool) -> Option<Other>,
    ) -> Option<Other> {
        let shadow = self.launch.shadows.get(allocation)?;
        let acquired = self.acquired;
        let released = &self.launch.released;
        let synchronized = |block: u64, epoch: u64| {
            let until = released.get(block as usize).map_or(0, |r| r.load(Ordering::Relaxed));
            acquired && until != 0 && (until.wrapping_sub(1).wrapping_sub(epoch) & 0xffff) < 0x8000
        };
        race(shadow, offset, size, |word| ask(word, &synchronized))
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

fn race(
    (words, bytes): &(Shadow, Shadow),
    offset: u64,
    size: u64,
    mut ask: impl FnMut(&crate::race::Word) -> Option<Other>,
) -> Option<Other> {
    if size >= 4 {
        let first = words.word(offset).and_then(&mut ask);
        let second = if size > 4 { words.word(offset + 4).and_then(&mut ask) } else { None };
        return first.or(second);
    }
    // Neighbouring bytes may belong to different threads: each has a history.
    (0..size).fold(None, |found, byte| {
        let asked = bytes.word((offset + byte) * 4).and_then(&mut ask);
        found.or(asked)
    })
}

/// Where the element of a texture lies: `None` if the texture is none, and
/// nowhere if it is outside and has a border. The description is six numbers;
/// the runtime of the host writes it.
fn texture_element(world: &mut World<'_, '_>, texture: u64, (x, y): (i64, i64)) -> Option<Option<u64>> {
    let (_, allocation) = world.launch.memory.find(texture, 48, &mut world.hint)?;
    let offset = texture - allocation.base();
    let number = |at: u64| allocation.load(offset + at * 8, 8);
    let (memory, width, height, element, mode) = (number(0), number(1), number(2), number(3), number(4));
    let fit = |at: i64, extent: u64| {
        let extent = (extent as i64).max(1);
        match mode {
            0 => Some(at.rem_euclid(extent)),
            1 => Some(at.clamp(0, extent - 1)),
            _ => (0..extent).contains(&at).then_some(at),
        }
    };
    let place = fit(x, width).zip(fit(y, height));
    Some(place.map(|(x, y)| memory + (y as u64 * width + x as u64) * element))
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

fn ones(size: u64) -> u64 {
    if size >= 8 { u64::MAX } else { (1 << (size * 8)) - 1 }
}

/// The lanes of a mask.
pub(crate) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |lane| mask >> lane & 1 != 0)
}
