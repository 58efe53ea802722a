//! Which lane touches which word of device memory: the figure of the lectures.
//!
//! ```text
//!    lanes     0 1 2 3 …                          31
//!              │ │ │ │                             │
//!    sectors  [████████][████████][████████][████████]
//! ```
//! Only sectors of 32 bytes that are touched are drawn; where some lie
//! between, there is a gap.

use std::collections::BTreeSet;

use maud::{Markup, html};

use crate::model::Sample;

const WIDTH: f64 = 960.0;
const LANE: f64 = WIDTH / 32.0;
/// Where the lanes end and the sectors begin, from above.
const LANES_END: f64 = 34.0;
const SECTORS: f64 = 130.0;
const SECTOR_HEIGHT: f64 = 26.0;
const HEIGHT: f64 = 182.0;
const SECTOR_BYTES: u64 = gpu::transactions::SECTOR;
/// The width of a gap, in sectors.
const GAP: f64 = 0.35;

/// The figure of one request.
pub fn figure(sample: &Sample, size: u64) -> Markup {
    let strip = Strip::of(sample, size);
    let lanes: Vec<(usize, u64)> = taking_part(sample).collect();
    html! {
        svg.lanes viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
            aria-label=(format!("{} lanes touch {} sectors", lanes.len(), strip.sectors.len())) {
            @for (lane, address) in sample.addresses.iter().enumerate() { (lane_box(lane, address.is_some())) }
            @for &sector in &strip.sectors { (sector_box(&strip, sector)) }
            @for &(lane, address) in &lanes { (word(&strip, lane, address, size)) }
            @for &(lane, address) in &lanes { (arrow(&strip, lane, address, size)) }
            @for (sector, label) in strip.labels() {
                text x=(round(strip.x(sector))) y=(SECTORS + SECTOR_HEIGHT + 16.0) { (label) }
            }
        }
    }
}

fn taking_part(sample: &Sample) -> impl Iterator<Item = (usize, u64)> {
    sample.addresses.iter().enumerate().filter_map(|(lane, address)| address.map(|a| (lane, a)))
}

fn lane_box(lane: usize, active: bool) -> Markup {
    let x = lane as f64 * LANE;
    html! {
        rect class=(if active { "lane" } else { "lane asleep" })
            x=(x + 1.0) y="8" width=(LANE - 2.0) height=(LANES_END - 8.0) rx="3" {}
        text.number x=(x + LANE / 2.0) y="26" { (lane) }
    }
}

/// Where the touched sectors are drawn.
struct Strip {
    /// Sector numbers, ascending.
    sectors: Vec<u64>,
    /// From the left, in sectors.
    offsets: Vec<f64>,
    /// Pixels of a sector.
    width: f64,
}

impl Strip {
    fn of(sample: &Sample, size: u64) -> Strip {
        let touched: BTreeSet<u64> = taking_part(sample)
            .flat_map(|(_, address)| address / SECTOR_BYTES..=(address + size - 1) / SECTOR_BYTES)
            .collect();
        let sectors: Vec<u64> = touched.into_iter().collect();
        let mut offsets = Vec::new();
        let mut at = 0.0;
        for (index, &sector) in sectors.iter().enumerate() {
            let follows = index == 0 || sectors.get(index - 1).is_some_and(|before| before + 1 == sector);
            at += if follows { 0.0 } else { GAP };
            offsets.push(at);
            at += 1.0;
        }
        // A request of one sector need not fill the page.
        Strip { sectors, offsets, width: WIDTH / at.max(4.0) }
    }

    /// The left edge of a sector.
    fn x(&self, sector: u64) -> f64 {
        let offset = self.sectors.binary_search(&sector).ok().and_then(|at| self.offsets.get(at));
        offset.copied().unwrap_or(0.0) * self.width
    }

    /// Where an address lies.
    fn at(&self, address: u64) -> f64 {
        self.x(address / SECTOR_BYTES) + (address % SECTOR_BYTES) as f64 / SECTOR_BYTES as f64 * self.width
    }

    /// Distances from the first sector, where a run begins and there is room.
    fn labels(&self) -> Vec<(u64, String)> {
        let Some(&first) = self.sectors.first() else { return Vec::new() };
        let mut labels = Vec::new();
        let mut free_from = 0.0;
        for (at, &sector) in self.sectors.iter().enumerate() {
            let begins = at == 0 || self.sectors.get(at - 1).is_none_or(|before| before + 1 != sector);
            let label = match at {
                0 => format!("{:#x}", first * SECTOR_BYTES),
                _ => format!("+{}", (sector - first) * SECTOR_BYTES),
            };
            if begins && self.x(sector) >= free_from {
                free_from = self.x(sector) + label.len() as f64 * 8.0 + 10.0;
                labels.push((sector, label));
            }
        }
        labels
    }
}

fn sector_box(strip: &Strip, sector: u64) -> Markup {
    html! {
        rect.sector x=(round(strip.x(sector) + 0.5)) y=(SECTORS) width=(round(strip.width - 1.0))
            height=(SECTOR_HEIGHT) rx="2" {}
    }
}

fn word(strip: &Strip, lane: usize, address: u64, size: u64) -> Markup {
    let width = size.min(SECTOR_BYTES) as f64 / SECTOR_BYTES as f64 * strip.width;
    html! {
        rect.word x=(round(strip.at(address) + 0.5)) y=(SECTORS + 3.0) width=(round((width - 1.0).max(1.0)))
            height=(SECTOR_HEIGHT - 6.0) {
            title { (format!("lane {lane}: {address:#x}, {size} bytes")) }
        }
    }
}

fn arrow(strip: &Strip, lane: usize, address: u64, size: u64) -> Markup {
    let from = lane as f64 * LANE + LANE / 2.0;
    let to = strip.at(address) + size as f64 / SECTOR_BYTES as f64 * strip.width / 2.0;
    html! {
        line.arrow x1=(from) y1=(LANES_END) x2=(round(to)) y2=(SECTORS + 1.0) {}
    }
}

/// Hundredths of a pixel are enough.
pub fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
