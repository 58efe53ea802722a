//! Textures: which elements a fetch reads, and what it makes of them.
//!
//! A coordinate is a `float`; element *i* is at *i* + 0.5. Without filtering the
//! element around the coordinate is read; with it, the two (of a plane: four)
//! nearest, weighted by how near they are. Weights have 8 bits behind the point,
//! as in hardware. Outside of the texture the address mode decides: repeating and
//! mirroring only exist for coordinates from 0 to 1, else they are clamped.
//!
//! Fetches go through caches of their own, so they are counted by the sectors
//! they touch, whatever the processor's rules for loads are.

use crate::block::World;
use crate::code::{Pc, Reg, SiteId};
use crate::counters::Sample;
use crate::locate::Touch;
use crate::memory::address::Space;
use crate::scalar::Scalar;
use crate::touch::lanes;
use crate::warp::{LANES, Warp};
use gpu::transactions;

/// Numbers of eight bytes in the description of a texture, which the runtime
/// of the host writes; `runtime.h` lists them.
const NUMBERS: usize = 12;

/// Parts of an element: weights have this many steps from 0 to 1.
const STEPS: f32 = 256.0;

/// A fetch, as an instruction says it.
#[derive(Clone, Copy)]
pub(crate) struct Fetch {
    pub(crate) ty: Scalar,
    pub(crate) to: Reg,
    pub(crate) texture: Reg,
    pub(crate) x: Reg,
    pub(crate) y: Option<Reg>,
    pub(crate) whole: bool,
    pub(crate) channel: u32,
    pub(crate) site: SiteId,
}

/// Where a lane looks.
#[derive(Clone, Copy, Debug)]
enum Coordinates {
    /// `tex1Dfetch`: the number of an element.
    Element(i64),
    /// `tex1D` and `tex2D`.
    Point(f32, Option<f32>),
}

/// An element that takes part in a fetch: its address, none outside of the
/// texture, and its weight.
type Texel = (Option<u64>, f32);

/// A texture as it is described in device memory.
#[derive(Clone, Copy, Debug)]
struct Texture {
    memory: u64,
    extents: [u64; 2],
    element: u64,
    pitch: u64,
    modes: [u64; 2],
    is_linear: bool,
    has_fractions: bool,
    channel_bytes: u64,
    is_signed: bool,
    reads_fractions: bool,
}

impl Texture {
    fn new(numbers: [u64; NUMBERS]) -> Texture {
        let [
            memory,
            width,
            height,
            element,
            pitch,
            mode_x,
            mode_y,
            linear,
            normalized,
            channel,
            kind,
            fraction,
        ] = numbers;
        Texture {
            memory,
            extents: [width.max(1), height.max(1)],
            element,
            pitch,
            modes: [mode_x, mode_y],
            is_linear: linear != 0,
            has_fractions: normalized != 0,
            channel_bytes: channel.clamp(1, 4),
            is_signed: kind == 0,
            reads_fractions: fraction != 0,
        }
    }

    fn texels(&self, at: Coordinates) -> Vec<Texel> {
        let (x, y) = match at {
            Coordinates::Element(at) => {
                let inside = (0..self.extents[0] as i64).contains(&at);
                return vec![(inside.then(|| self.address(at, 0)), 1.0)];
            }
            Coordinates::Point(x, y) => {
                (self.along(0, x), y.map_or(vec![(Some(0), 1.0)], |y| self.along(1, y)))
            }
        };
        let both = |&(row, down): &(Option<i64>, f32)| {
            let one = move |&(column, across): &(Option<i64>, f32)| {
                (column.zip(row).map(|(column, row)| self.address(column, row)), across * down)
            };
            x.iter().map(one).collect::<Vec<Texel>>()
        };
        y.iter().flat_map(both).collect()
    }

    /// The elements of one direction that a coordinate means, with weights.
    fn along(&self, direction: usize, at: f32) -> Vec<(Option<i64>, f32)> {
        let extent = self.extents[direction];
        let at = if self.has_fractions { at * extent as f32 } else { at };
        if !self.is_linear {
            return vec![(self.fit(direction, at.floor() as i64), 1.0)];
        }
        let first = (at - 0.5).floor();
        let weight = ((at - 0.5 - first) * STEPS).round() / STEPS;
        let next = (first as i64).saturating_add(1);
        vec![(self.fit(direction, first as i64), 1.0 - weight), (self.fit(direction, next), weight)]
    }

    /// The element that stands for one outside; none where a border is.
    fn fit(&self, direction: usize, at: i64) -> Option<i64> {
        let extent = i64::try_from(self.extents[direction]).unwrap_or(i64::MAX / 2).min(i64::MAX / 2);
        match self.modes[direction] {
            0 if self.has_fractions => Some(at.rem_euclid(extent)),
            2 if self.has_fractions => {
                let at = at.rem_euclid(2 * extent);
                Some(if at < extent { at } else { 2 * extent - 1 - at })
            }
            3 => (0..extent).contains(&at).then_some(at),
            _ => Some(at.clamp(0, extent - 1)),
        }
    }

    fn address(&self, x: i64, y: i64) -> u64 {
        let down = self.pitch.wrapping_mul(y as u64);
        self.memory.wrapping_add(down).wrapping_add(self.element.wrapping_mul(x as u64))
    }

    /// The bits of a channel as the number a filter works with.
    fn number(&self, bits: u64) -> f32 {
        let width = self.channel_bytes * 8;
        if !self.reads_fractions {
            return f32::from_bits(bits as u32);
        }
        if !self.is_signed {
            return bits as f32 / ((1u64 << width) - 1) as f32;
        }
        let value = (bits << (64 - width)) as i64 >> (64 - width);
        (value as f32 / ((1i64 << (width - 1)) - 1) as f32).max(-1.0)
    }
}

impl Warp {
    /// One channel of what the lanes fetch.
    pub(crate) fn fetch(&mut self, fetch: Fetch, pc: Pc, world: &mut World<'_, '_>) {
        let textures = self.registers[fetch.texture as usize];
        let (x, y) = (self.registers[fetch.x as usize], fetch.y.map(|y| self.registers[y as usize]));
        let mut all: [Option<(Texture, Vec<Texel>)>; LANES] = std::array::from_fn(|_| None);
        for lane in lanes(self.mask()) {
            let Some(texture) = described(world, textures[lane]) else {
                let touch = Touch { lane, address: textures[lane], size: 8, site: fetch.site, pc };
                world.stray(touch, false, self.thread(lane));
                continue;
            };
            let point = |bits: u64| f32::from_bits(bits as u32);
            let at = match fetch.whole {
                true => Coordinates::Element(x[lane] as i64),
                false => Coordinates::Point(point(x[lane]), y.map(|y| point(y[lane]))),
            };
            all[lane] = Some((texture, texture.texels(at)));
        }
        if fetch.channel == 0 {
            world.count_fetch(fetch.site, &all, self);
        }
        for lane in lanes(self.mask()) {
            let value = match &all[lane] {
                Some((texture, texels)) => self.filtered(fetch, pc, lane, texture, texels, world),
                None => 0,
            };
            self.registers[fetch.to as usize][lane] = fetch.ty.extend(value);
        }
    }

    fn filtered(
        &mut self,
        fetch: Fetch,
        pc: Pc,
        lane: usize,
        texture: &Texture,
        texels: &[Texel],
        world: &mut World<'_, '_>,
    ) -> u64 {
        let size = texture.channel_bytes;
        let offset = u64::from(fetch.channel) * size;
        let exists = offset + size <= texture.element;
        let mut sum = 0.0;
        for &(address, weight) in texels {
            let bits = match address.filter(|_| exists) {
                Some(address) => {
                    let touch =
                        Touch { lane, address: address.wrapping_add(offset), size, site: fetch.site, pc };
                    self.load(touch, world)
                }
                None => 0,
            };
            if !texture.reads_fractions && (fetch.whole || !texture.is_linear) {
                return bits;
            }
            sum += weight * texture.number(bits);
        }
        u64::from(sum.to_bits())
    }
}

/// The texture that an object names.
fn described(world: &mut World<'_, '_>, texture: u64) -> Option<Texture> {
    let (_, allocation) = world.launch.memory.find(texture, NUMBERS as u64 * 8, &mut world.hint)?;
    let offset = texture - allocation.base();
    Some(Texture::new(std::array::from_fn(|at| allocation.load(offset + at as u64 * 8, 8))))
}

impl World<'_, '_> {
    /// Counts a fetch of a warp.
    fn count_fetch(&mut self, site: SiteId, all: &[Option<(Texture, Vec<Texel>)>; LANES], warp: &Warp) {
        let Some(counters) = self.counters.sites.get_mut(site as usize) else { return };
        let texels =
            || all.iter().flatten().flat_map(|(_, texels)| texels.iter().filter_map(|texel| texel.0));
        let Some(size) = all.iter().flatten().map(|(texture, _)| texture.element).max() else { return };
        let mask = warp.mask();
        let traffic = transactions::fetched(texels(), size);
        counters.space.get_or_insert(Space::Global);
        counters.size = size;
        counters.requests += 1;
        counters.lanes += u64::from(mask.count_ones());
        counters.transactions += traffic.transactions;
        let neighbours = (u64::from(mask.count_ones()) * size).div_ceil(transactions::SECTOR);
        counters.ideal_transactions += neighbours.min(traffic.transactions);
        counters.bytes_moved += traffic.bytes;
        let first = |lane: usize| all[lane].as_ref().and_then(|(_, texels)| texels.iter().find_map(|t| t.0));
        let touched =
            lanes(mask).filter(|&lane| first(lane).is_some()).fold(0, |mask, lane| mask | 1 << lane);
        let addresses = std::array::from_fn(|lane| first(lane).unwrap_or(0));
        let (block, warp) = (self.index, warp.first_thread() / LANES as u32);
        let cost = traffic.transactions;
        counters.consider(cost, || Sample { addresses, mask: touched, cost, block, warp });
    }
}

#[cfg(test)]
#[path = "texture_tests.rs"]
mod texture_tests;
